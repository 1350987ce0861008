//! Setting up any position: by touches on the board, as text, or part by part; then asking for the best move, and following a game at a real table.

use std::collections::HashMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use draw::{Hotspots, Look};
use game::{Dial, Field, Info, Item, Options, Rect, Scene, Spot, Values};
use maud::{Markup, PreEscaped, html};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use table::{Family, Match, OpenError, Phrases, Setup};

use crate::app::App;
use crate::app::blocking;
use crate::body::Body;
use crate::failure::Failure;
use crate::packs;
use crate::pages::game::embedded;
use crate::pages::lab::settled;
use crate::pages::{Page, why};
use crate::visitor::Visitor;
use crate::wire::{BoardView, numbered, translate};
use crate::words::Words;

/// Longer texts are refused.
const LONGEST: usize = 20_000;

/// What the page sends: the position so far, and what is to be done with it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entered {
    position: String,
    /// A hotspot that was touched, and the brush that touched it.
    touch: Option<(u16, usize)>,
    /// A dial that was set, and to what.
    dial: Option<(usize, String)>,
    /// A move that was made.
    #[serde(rename = "move")]
    mv: Option<String>,
}

/// A position that somebody sets up.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SheetView {
    /// Its text so far.
    pub draft: String,
    /// Its picture; every hotspot is a path of its own, named by its number.
    pub board: BoardView,
    /// What is set beside the board.
    pub dials: Vec<DialView>,
    /// The position text, if it is good.
    pub position: Option<String>,
    /// The moves that can be made in it, with the hotspots to touch.
    pub moves: Vec<(String, Vec<u16>)>,
    /// Whether something is to be dealt before anybody can move.
    pub deal: bool,
    /// Its parts by name.
    pub parts: Value,
    /// Everything that is wrong.
    pub problems: Vec<ProblemView>,
}

/// Something that is wrong with a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ProblemView {
    /// The part that it is about; empty when it is about several.
    pub field: String,
    /// What is wrong.
    pub text: String,
}

/// Something that is set beside the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct DialView {
    /// What it is called.
    pub label: String,
    /// How it stands.
    pub value: String,
    /// The least number, where it is one.
    pub low: Option<i32>,
    /// The greatest number, where it is one.
    pub high: Option<i32>,
    /// What it can be, where it is no number: how that is written and what it is called.
    pub choices: Vec<(String, String)>,
}

impl DialView {
    fn of(dial: &Dial, phrases: &Phrases) -> DialView {
        let say = |text: &str| phrases.say(text).into_owned();
        let (low, high, choices) = match &dial.values {
            Values::Numbers(low, high) => (Some(*low), Some(*high), Vec::new()),
            Values::Words(words) => {
                (None, None, words.iter().map(|(value, name)| (value.clone(), say(name))).collect())
            }
        };
        DialView { label: say(&dial.label), value: dial.value.clone(), low, high, choices }
    }
}

/// A position that somebody is setting up, with the board that its text implies.
struct Draft<'a> {
    family: &'a Family,
    text: String,
    /// The board at the position, or what is wrong with it.
    opened: Result<Box<dyn Match>, Vec<String>>,
    /// A board with the options of the position, or the usual ones where none can be read.
    base: Box<dyn Match>,
}

impl<'a> Draft<'a> {
    fn read(family: &'a Family, given: &str) -> Result<Draft<'a>, Failure> {
        let wrong = |error: OpenError| match error {
            OpenError::Wrong(problems) => problems.iter().map(str::to_string).collect(),
            other => vec![other.to_string()],
        };
        let (text, opened) = match table::position_text(family.info, given) {
            _ if given.len() > LONGEST => {
                (String::new(), Err(vec![format!("a position has at most {LONGEST} letters")]))
            }
            Err(problems) => (String::new(), Err(problems.iter().map(str::to_string).collect())),
            Ok(text) => {
                let opened = family.open_at(&Options::none(), given).map_err(wrong);
                (text, opened)
            }
        };
        let base = match &opened {
            Ok(board) => board.fork(),
            Err(_) => {
                let implied = family.implied(&text).ok().and_then(|options| family.open(&options).ok());
                implied.map_or_else(|| family.open(&Options::none()), Ok)?
            }
        };
        Ok(Draft { family, text, opened, base })
    }

    /// The same with something done to it.
    fn changed(&self, entered: &Entered) -> Result<Option<String>, Failure> {
        if let (Some(mv), Ok(board)) = (&entered.mv, &self.opened) {
            let mut board = board.fork();
            board.play(mv).map_err(Failure::wrong)?;
            return Ok(Some(board.position()));
        }
        let Some(setup) = self.base.setup() else { return Ok(None) };
        Ok(match (entered.touch, &entered.dial) {
            (Some((spot, brush)), _) => Some(setup.touch(&self.text, Spot(spot), brush)),
            (None, Some((dial, value))) => Some(setup.set(&self.text, *dial, value)),
            (None, None) => None,
        })
    }

    /// The picture: of the draft, or in a game that cannot be set up by hand, of the position if it is one.
    fn scene(&self, setup: Option<&dyn Setup>, visitor: Visitor) -> Scene {
        let frame = visitor.frame(self.base.as_ref());
        let position = || self.opened.as_ref().ok().and_then(|board| board.picture_in(frame));
        let mut scene = match setup {
            Some(setup) => setup.sheet(&self.text, frame),
            None => position().map(|picture| picture.scene).unwrap_or_default(),
        };
        translate(&mut scene, &self.family.phrases(visitor.lang));
        scene
    }

    fn view(&self, visitor: Visitor) -> SheetView {
        let phrases = self.family.phrases(visitor.lang);
        let setup = self.base.setup();
        let scene = self.scene(setup.as_deref(), visitor);
        let title = visitor.words().board.to_string();
        let spots: Vec<u16> = scene.hotspots.iter().map(|hotspot| hotspot.spot.0).collect();
        let hotspots = if setup.is_some() { Hotspots::All } else { Hotspots::None };
        let picture = self.opened.as_ref().ok().and_then(|board| board.picture());
        let board = BoardView {
            svg: draw::svg(&scene, &Look { title, hotspots, ..Look::default() }),
            paths: spots.iter().map(|spot| (spot.to_string(), vec![*spot])).collect(),
            text: picture.as_ref().map(|picture| picture.text.to_string()).unwrap_or_default(),
            turns: false,
        };
        let problem = |text: &String| ProblemView {
            field: field_of(self.family.info, &self.text, text).unwrap_or_default().to_string(),
            text: phrases.say(text).into_owned(),
        };
        SheetView {
            draft: self.text.clone(),
            board,
            dials: setup.map_or_else(Vec::new, |setup| {
                setup.dials(&self.text).iter().map(|dial| DialView::of(dial, &phrases)).collect()
            }),
            position: self.opened.as_ref().ok().map(|board| board.position()),
            moves: picture.map(|picture| numbered(&picture.paths)).unwrap_or_default(),
            deal: self.opened.as_ref().is_ok_and(|board| board.turn() == game::Turn::Chance),
            parts: table::position_json(self.family.info, &self.text),
            problems: self.opened.as_ref().err().into_iter().flatten().map(problem).collect(),
        }
    }
}

/// The part of a position that a problem speaks of: the one that holds the text it quotes, or whose name it mentions first.
fn field_of(info: &Info, text: &str, problem: &str) -> Option<&'static str> {
    let parts = table::position_json(info, text);
    let quoted = problem.split('\'').nth(1).filter(|text| !text.is_empty());
    let holds = |field: &&Field| {
        let part = parts[field.name()].to_string();
        quoted.is_some_and(|quoted| part.contains(quoted))
    };
    let stem = |field: &Field| field.name().trim_end_matches('s').trim_end_matches("ie").to_string();
    let named = info
        .fields
        .iter()
        .filter_map(|field| Some((problem.find(&stem(field))?, field)))
        .min_by_key(|(at, _)| *at);
    let found = named.map(|(_, field)| field).or_else(|| info.fields.iter().find(holds));
    found.map(|field| field.name())
}

/// Shows the editor. The address may carry a position, or options of the game for an empty board.
pub async fn page(
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    Query(given): Query<HashMap<String, String>>,
    visitor: Visitor,
) -> Result<Markup, Failure> {
    let family = app.lobby.games.find(&name).map_err(|_| Failure::NotFound)?.clone();
    let (info, words) = (family.info, visitor.words());
    let (view, given, brushes, form, options, packs) = blocking(move || {
        let given = match given.get("position") {
            Some(position) => position.clone(),
            None => begin(&family, &given)?,
        };
        let draft = Draft::read(&family, &given)?;
        let phrases = family.phrases(visitor.lang);
        let setup = draft.base.setup();
        let brushes = setup.as_ref().map(|setup| palette(setup.as_ref(), &phrases)).unwrap_or_default();
        let form: Vec<String> = setup.map_or_else(Vec::new, |setup| {
            setup.form().lines().map(|line| phrases.say(line).into_owned()).collect()
        });
        let packs = packs::all(draft.base.as_ref()).unwrap_or_default();
        let options: Vec<_> = info
            .options
            .iter()
            .map(|spec| {
                let value = draft.base.options().get(spec.name).unwrap_or(spec.default).to_string();
                (spec, phrases.say(spec.name).into_owned(), value)
            })
            .collect();
        Ok((draft.view(visitor), given, brushes, form, options, packs))
    })
    .await?;
    let path = format!("/editor/{}", info.name);
    let page = Page { visitor, title: words.editor, kind: "editor", path: &path, scripts: &["editor.js"] };
    let told = json!({
        "good": words.position_good, "over": words.lab_over, "bad": words.problems, "copied": words.copied, "follow": words.editor_follow, "edit": words.editor_edit,
        "followed": words.editor_followed, "dealt": words.editor_dealt, "less": words.editor_less, "more": words.editor_more,
    });
    Ok(page.around(html! {
        position-editor.table.no-marks data-base=(path) data-words=(told.to_string()) {
            script type="application/json" { (PreEscaped(embedded(&json!(view)))) }
            section.board-side aria-label=(words.board) {
                game-board.sheet data-enlarge=(words.enlarge) { (PreEscaped(&view.board.svg)) }
                @if !brushes.is_empty() {
                    div.palette role="radiogroup" aria-label=(words.editor_brush) { @for (index, (label, svg)) in brushes.iter().enumerate() {
                        button.brush role="radio" aria-checked=(index == 0) tabindex=(if index == 0 { "0" } else { "-1" }) data-brush=(index) aria-label=(label) title=(label) { span aria-hidden="true" { (PreEscaped(svg)) } }
                    } }
                }
            }
            section.panel {
                h1 { (info.title) span.quiet { " · " (words.editor) } }
                p { (words.editor_lead) }
                p.status role="status" aria-live="polite" { (if view.problems.is_empty() { words.position_good } else { words.problems }) }
                ul.problems { @for problem in &view.problems { li { (problem.text) } } }
                div.dials { @for (index, dial) in view.dials.iter().enumerate() { (dial_markup(index, dial, words)) } }
                div.actions.answers {
                    button.primary data-do="best" disabled[view.position.is_none()] { (words.editor_best) }
                    button data-do="follow" aria-pressed="false" disabled[view.position.is_none()] { (words.editor_follow) }
                    @if packs.len() > 1 {
                        label.packs { span { (words.editor_rules) } select name="pack" { option value="" { (words.why_coach) } @for pack in &packs { option value=(pack) { (pack) } } } }
                    }
                }
                ol.played aria-label=(words.moves) hidden {}
                (why::panel(words, info.name, why::Shown::OnRequest))
                div.actions {
                    form method="get" action={ "/new/" (info.name) } {
                        input type="hidden" name="position" value=(given);
                        button type="submit" disabled[view.position.is_none()] { (words.play_this) }
                    }
                    form method="post" action="/analyses" {
                        input type="hidden" name="game" value=(info.name);
                        input type="hidden" name="position" value=(given);
                        button type="submit" disabled[view.position.is_none()] { (words.analyse_this) }
                    }
                    button data-do="share" data-done=(words.copied) { (words.editor_share) }
                    button data-do="copy" data-done=(words.copied) { (words.copy_position) }
                }
                @if !options.is_empty() {
                    form.fields.empty-board method="get" action=(path) {
                        @for (spec, label, value) in &options {
                            label { span { (label) }
                                @if spec.choices.is_empty() { input type="text" name=(spec.name) value=(value) maxlength="12" autocomplete="off"; }
                                @else { select name=(spec.name) { @for choice in spec.choices { option value=(choice) selected[choice == value] { (choice) } } } }
                            }
                        }
                        button type="submit" { (words.editor_clear) }
                    }
                }
                details.more {
                    summary { (words.position_text) }
                    textarea name="position" rows="4" spellcheck="false" autocomplete="off" lang="en" aria-label=(words.position_text) { (given) }
                    @if !form.is_empty() {
                        h2 { (words.editor_form) }
                        pre.form-line lang="en" { (form[0]) }
                        ul.form { @for line in &form[1..] { li { (line) } } }
                    }
                    h2 { (words.position_fields) }
                    div.fields.parts lang="en" { @for field in info.fields { (part(*field, &view)) } }
                }
                details.more { summary { (words.as_text) } pre.text-board tabindex="0" lang="en" { (view.board.text) } }
            }
        }
    }))
}

/// What the editor begins with: an empty board with these options, or where nothing can be put on it by hand, the start.
fn begin(family: &Family, given: &HashMap<String, String>) -> Result<String, Failure> {
    let known = family.info.options.iter().filter_map(|spec| Some((spec.name, given.get(spec.name)?)));
    let options = known.fold(Options::none(), |options, (name, value)| options.with(name, value));
    let board = family.open(&options)?;
    Ok(match board.setup() {
        Some(setup) => setup.blank(),
        None => settled(board.fork()).position(),
    })
}

/// What can be put down: its name and its picture.
fn palette(setup: &dyn Setup, phrases: &Phrases) -> Vec<(String, String)> {
    let picture = |(shape, ink), title: &str| {
        let items = vec![Item::Piece { at: Rect::new(0.0, 0.0, 1.0, 1.0), shape, ink }];
        let look = Look { title: title.to_string(), ..Look::default() };
        draw::svg(&Scene { width: 1.0, height: 1.0, items, ..Scene::default() }, &look)
    };
    const ERASER: &str =
        "<svg class='eraser' viewBox='0 0 24 24' aria-hidden='true'><path d='M6 6l12 12M18 6L6 18'/></svg>";
    let brushes = setup.brushes().into_iter();
    brushes
        .map(|brush| {
            let label = phrases.say(brush.label).into_owned();
            let svg = brush.piece.map_or_else(|| ERASER.to_string(), |piece| picture(piece, &label));
            (label, svg)
        })
        .collect()
}

fn dial_markup(index: usize, dial: &DialView, words: &Words) -> Markup {
    html! {
        label.dial { span { (dial.label) }
            @if let (Some(low), Some(high)) = (dial.low, dial.high) {
                span.stepper {
                    button type="button" data-step="-1" aria-label={ (dial.label) ": " (words.editor_less) } { "\u{2212}" }
                    input type="number" inputmode="numeric" data-dial=(index) min=(low) max=(high) value=(dial.value);
                    button type="button" data-step="1" aria-label={ (dial.label) ": " (words.editor_more) } { "+" }
                }
            } @else {
                select data-dial=(index) { @for (value, name) in &dial.choices { option value=(value) selected[*value == dial.value] { (name) } } }
            }
        }
    }
}

fn part(field: Field, view: &SheetView) -> Markup {
    let value = &view.parts[field.name()];
    let joined = |list: &Value| -> String {
        let words = list.as_array().map(Vec::as_slice).unwrap_or_default();
        words.iter().map(|word| word.as_str().unwrap_or_default()).collect::<Vec<_>>().join("\n")
    };
    let (kind, text) = match (field, value) {
        (Field::List(_), list) => ("list", joined(list)),
        (Field::Rest(_), list) => ("rest", joined(list)),
        (_, Value::String(text)) => ("word", text.clone()),
        (_, other) => ("word", other.to_string()),
    };
    html! {
        label.wide[kind != "word"] { span { (field.name()) }
            @if kind == "word" { input type="text" data-part=(field.name()) data-kind=(kind) value=(text) spellcheck="false" autocomplete="off"; }
            @else { textarea data-part=(field.name()) data-kind=(kind) rows=(text.lines().count().clamp(2, 12)) spellcheck="false" autocomplete="off" { (text) } }
            small.wrong data-wrong=(field.name()) {}
        }
    }
}

/// Does something to a position that somebody is setting up, and says everything about it.
pub async fn check(
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    visitor: Visitor,
    Body(entered): Body<Entered>,
) -> Result<Json<SheetView>, Failure> {
    let family = app.lobby.games.find(&name).map_err(|_| Failure::NotFound)?.clone();
    blocking(move || {
        let draft = Draft::read(&family, &entered.position)?;
        let draft = match draft.changed(&entered)? {
            Some(text) => Draft::read(&family, &text)?,
            None => draft,
        };
        Ok(Json(draft.view(visitor)))
    })
    .await
}

/// The board of a position that somebody asks about, after the moves made since.
pub fn board_of(family: &Family, position: &str, moves: &str) -> Result<Box<dyn Match>, Failure> {
    if position.len() + moves.len() > LONGEST {
        return Err(Failure::wrong(format!("a position has at most {LONGEST} letters")));
    }
    let mut board = family.open_at(&Options::none(), position).map_err(Failure::wrong)?;
    for mv in moves.split_whitespace() {
        board.play(mv).map_err(Failure::wrong)?;
    }
    Ok(board)
}

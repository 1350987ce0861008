//! Choosing opponent, seat, rules and clock, and starting a game.

use std::collections::HashMap;
use std::sync::Arc;

use ::game::{OptionSpec, Options, Rng};
use axum::extract::{Path, Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use maud::{Markup, html};
use serde::Deserialize;
use serde_json::{Value, json};
use table::expert::Lang;
use table::{Family, OpenError, PERSON, Who};

use crate::app::{App, blocking};
use crate::body::Body;
use crate::clock::Clock;
use crate::faces;
use crate::failure::Failure;
use crate::lobby::{Lobby, MOST_THINKING_MS, Setup};
use crate::opponents;
use crate::pace::Pace;
use crate::pages::{Page, game, home, sentence_start};
use crate::pupil::Pupil;
use crate::room::Extra;
use crate::seats::Hand;
use crate::visitor::Visitor;
use crate::words::{Words, fill};

/// Thinking times of the menu, in milliseconds.
const TIMES: [u64; 4] = [500, 2_000, 5_000, 10_000];
/// The thinking time when nothing is said.
const USUAL_TIME: u64 = 2_000;
/// Form fields that hold options of the game begin with this.
const OPTION: &str = "option-";
/// The other fields of the form.
const FIELDS: [&str; 9] =
    ["game", "opponent", "other", "seat", "clock", "think_ms", "teach", "position", "pace"];
/// The opponent that is a person on another machine.
const GUEST: &str = "guest";
/// The opponent whose level follows the results.
const ADAPTS: &str = "adapts";

/// What the address of the page may carry.
#[derive(Deserialize)]
pub struct Given {
    position: Option<String>,
    /// A rule pack to play against.
    pack: Option<String>,
}

/// Shows the choices.
pub async fn page(
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    Query(given): Query<Given>,
    visitor: Visitor,
    hand: Hand,
) -> Result<Markup, Failure> {
    let family = app.lobby.games.find(&name).map_err(|_| Failure::NotFound)?.clone();
    let position = given.position.clone().filter(|text| !text.trim().is_empty());
    let (info, words, phrases) = (family.info, visitor.words(), family.phrases(visitor.lang));
    let bots = app.lobby.own_bots.clone();
    let owner = hand.owner().unwrap_or_default().to_string();
    let (tables, offered, own, suits) = blocking(move || {
        let tables = match position {
            Some(text) => {
                let board = family.open_at(&Options::none(), &text).map_err(Failure::wrong)?;
                Tables {
                    seats: visitor.seat_names(board.as_ref()),
                    usual: board.seat_names().len(),
                    by: json!({}),
                    listed: Vec::new(),
                }
            }
            None => Tables::of(&family, visitor)?,
        };
        let offered = (opponents::of(&family), opponents::default_for(&family));
        let suits = Pupil::read(&app.lobby.store, &owner, info.name)?.opponent();
        let suits = offered.0.iter().any(|opponent| opponent.player == suits).then_some(suits);
        Ok((tables, offered, app.packs.own(info.name)?, suits))
    })
    .await?;
    let wished = given.pack.filter(|pack| own.contains(pack));
    let (path, title) = (format!("/new/{}", info.name), phrases.say(info.title));
    let page = Page { visitor, title: &title, kind: "setup", path: &path, scripts: &["setup.js"] };
    Ok(page.around(html! {
        form.setup method="post" action="/games" data-seats=(tables.by.to_string()) data-usual=(tables.usual) {
            input type="hidden" name="game" value=(info.name);
            header {
                div.picture { (home::picture_of(info.name, visitor.theme)) }
                div {
                    h1 { (title) }
                    p { (phrases.say(info.tagline)) }
                    p { a href={ "/rules/" (info.name) } { (words.rules_of) } " · " a href={ "/editor/" (info.name) } { (words.editor) } " · " a href={ "/lab/" (info.name) } { (words.lab) } }
                }
            }
            fieldset.opponents {
                legend { (words.opponent) }
                div {
                    @for opponent in &offered.0 {
                        label.choice {
                            input type="radio" name="opponent" value=(opponent.player) checked[wished.is_none() && offered.1 == Some(*opponent)];
                            (faces::face_of(opponent.face))
                            span { strong { (opponent.name) } span.quiet { (opponent.about(words)) } }
                        }
                    }
                    @if let Some(level) = suits.as_deref().and_then(|player| player.strip_prefix("level")) {
                        label.choice {
                            input type="radio" name="opponent" value=(ADAPTS);
                            (faces::machine())
                            span { strong { (words.adapts) } span.quiet { (fill(words.adapts_about, &[("n", level)])) } }
                        }
                    }
                    @for pack in &own {
                        label.choice {
                            input type="radio" name="opponent" value={ "expert:pack=" (pack) } checked[wished.as_ref() == Some(pack)];
                            (faces::face_of(opponents::EXPERT_FACE))
                            span { strong { (pack) } span.quiet { (words.about_own_pack) } }
                        }
                    }
                    @for bot in bots.of(info.name) {
                        label.choice {
                            input type="radio" name="opponent" value=(bot.who().to_string());
                            (faces::machine())
                            span { strong { (bot.name) } span.quiet { (words.about_own_bot) } }
                        }
                    }
                    label.choice {
                        input type="radio" name="opponent" value=(PERSON) checked[offered.1.is_none()];
                        (faces::person())
                        span { strong { (words.person_here) } span.quiet { (words.person_here_about) } }
                    }
                    @if hand != Hand::Anybody {
                        label.choice {
                            input type="radio" name="opponent" value=(GUEST);
                            (faces::person())
                            span { strong { (words.person_there) } span.quiet { (words.person_there_about) } }
                        }
                    }
                }
                @if hand == Hand::Anybody { p.quiet { small { (words.how_to_share) " " code lang="en" { "ludus --listen 0.0.0.0" } } } }
            }
            @for spec in info.options {
                fieldset.pills {
                    legend { (sentence_start(&phrases.say(spec.name))) " " small.quiet { (phrases.say(spec.help)) } }
                    div {
                        @for choice in spec.choices { button.pick type="button" value=(choice) aria-pressed=(*choice == spec.default) { (choice) } }
                        @if tables.listed.contains(&spec.name) { input type="hidden" name={ (OPTION) (spec.name) } value=(spec.default); }
                        @else { input type="text" name={ (OPTION) (spec.name) } value=(spec.default) aria-label=(phrases.say(spec.name)) autocomplete="off" maxlength="20"; }
                    }
                }
            }
            fieldset.pills {
                legend { (words.your_seat) }
                div {
                    @for (index, seat) in tables.seats.iter().enumerate() {
                        label data-seat=(index + 1) hidden[index >= tables.usual] { input type="radio" name="seat" value=(index + 1) checked[index == 0];
                            span { (seat) @if index == 0 { " · " (words.moves_first) } } }
                    }
                    label { input type="radio" name="seat" value="random"; span { (words.seat_random) } }
                    label { input type="radio" name="seat" value="none"; span { (words.seat_none) } }
                }
            }
            div.fields {
                label { span { (words.clock) }
                    select name="clock" {
                        option value="none" { (words.clock_none) }
                        @for clock in Clock::CHOICES { option value=(clock.name()) { (clock_text(clock, words)) } }
                    }
                }
                label { span { (words.think_time) }
                    select name="think_ms" {
                        @for ms in TIMES {
                            option value=(ms) selected[ms == USUAL_TIME] { (fill(words.seconds, &[("n", &visitor.decimal(ms as f64 / 1000.0, 1))])) }
                        }
                    }
                }
                label.watching hidden { span { (words.pace) }
                    select name="pace" { @for pace in Pace::ALL.into_iter().filter(|pace| *pace != Pace::Paused) { option value=(pace.name()) selected[pace == Pace::Usual] { (game::pace_name(pace, words)) } } }
                }
            }
            label.check.teach { input type="checkbox" name="teach" value="yes"; span { strong { (words.teach) } span.quiet { (words.teach_about) } } }
            details open[given.position.is_some()] {
                summary { (words.more_choices) }
                div.fields {
                    label.wide { span { (words.from_position) }
                        input type="text" name="position" value=[given.position.as_deref()] maxlength="4000" autocomplete="off" spellcheck="false";
                    }
                    label.wide { span { (words.other_player) }
                        input type="text" name="other" maxlength="120" autocomplete="off" spellcheck="false";
                        small.quiet { (fill(words.other_player_help, &[("example", "mcts:nodes=20000")])) }
                    }
                }
            }
            p.go-on { button.primary.large type="submit" { (words.start) } }
        }
    }))
}

fn clock_text(clock: Clock, words: &Words) -> String {
    let minutes = (clock.start_s / 60).to_string();
    match clock.add_s {
        0 => fill(words.clock_minutes, &[("n", &minutes)]),
        seconds => fill(words.clock_plus, &[("n", &minutes), ("s", &seconds.to_string())]),
    }
}

/// Starts the game that was chosen; what was not said is as usual.
pub async fn create(
    State(app): State<Arc<App>>,
    hand: Hand,
    visitor: Visitor,
    Body(form): Body<HashMap<String, String>>,
) -> Result<Response, Failure> {
    let (hand, introduction) = hand.introduced();
    let room = blocking(move || {
        // What a game finds wrong, it says in the reader's language.
        let family = form.get("game").and_then(|name| app.lobby.games.find(name).ok());
        let said = |sentence: &str| family.map(|f| f.phrases(visitor.lang).say(sentence).into_owned());
        let chosen = read(&app.lobby, &hand, &form, visitor.lang).map_err(|failure| failure.said(said));
        let Chosen { setup, own } = chosen?;
        let room = app.lobby.create(setup)?;
        app.lobby.seat(&room, |inner| own.into_iter().try_for_each(|seat| inner.sit(seat, &hand)))?;
        Ok(room)
    })
    .await?;
    Ok((introduction, Redirect::to(&format!("/game/{}", room.id))).into_response())
}

/// The game that was chosen.
struct Chosen {
    setup: Setup,
    /// The seats of whoever chose.
    own: Vec<usize>,
}

/// Refuses fields that the form does not have.
fn only_known(family: &Family, form: &HashMap<String, String>) -> Result<(), Failure> {
    let option = |field: &str| {
        let name = field.strip_prefix(OPTION);
        name.is_some_and(|name| family.info.options.iter().any(|spec| spec.name == name))
    };
    match form.keys().find(|field| !FIELDS.contains(&field.as_str()) && !option(field)) {
        Some(field) => Err(Failure::wrong(format!("there is no field '{field}' here"))),
        None => Ok(()),
    }
}

fn read(lobby: &Lobby, hand: &Hand, form: &HashMap<String, String>, lang: Lang) -> Result<Chosen, Failure> {
    let given = |name: &str| form.get(name).map(|value| value.trim()).filter(|value| !value.is_empty());
    let name = given("game").ok_or_else(|| Failure::wrong("the form names no game"))?;
    let family = lobby.games.find(name).map_err(Failure::wrong)?;
    only_known(family, form)?;
    // A position brings its own options.
    let board = match given("position") {
        Some(position) => family
            .open_at(&Options::none(), position)
            .map_err(|error| Failure::wrong(problems(&error, family, lang)).at("position"))?,
        None => family.open(&options(family, form)).map_err(|error| {
            let field = wrong_option(family, form).map(|name| format!("{OPTION}{name}"));
            Failure::wrong(error).at(field.unwrap_or_else(|| "game".into()))
        })?,
    };
    let seats = board.seat_names().len();
    let default = || opponents::default_player(family);
    let chosen = given("other").or(given("opponent")).unwrap_or_else(default);
    let opponent = match chosen {
        GUEST => Who::Person,
        ADAPTS => {
            let owner = hand.owner().unwrap_or_default();
            let suits = Pupil::read(&lobby.store, owner, board.info().name)?.opponent();
            opponents::read(board.as_ref(), &suits, &lobby.own_bots).map_err(Failure::wrong)?
        }
        text => opponents::read(board.as_ref(), text, &lobby.own_bots).map_err(|error| {
            Failure::wrong(error).at(if given("other").is_some() { "other" } else { "opponent" })
        })?,
    };
    let seed = lobby.new_seed();
    let seat = match given("seat") {
        None => Some(0),
        Some("none") => None,
        Some("random") => Some(Rng::new(seed).below(seats)),
        Some(number) => {
            let wrong =
                || Failure::wrong(format!("seat '{number}' is not a number from 1 to {seats}")).at("seat");
            Some(number.parse::<usize>().ok().filter(|n| (1..=seats).contains(n)).ok_or_else(wrong)? - 1)
        }
    };
    let who: Vec<Who> =
        (0..seats).map(|other| if seat == Some(other) { Who::Person } else { opponent.clone() }).collect();
    let people = (0..seats).filter(|&at| who[at].is_person());
    let own = people.filter(|&at| chosen != GUEST || seat == Some(at)).collect();
    let clock = match given("clock") {
        None | Some("none") => None,
        Some(name) => Some(Clock::of_name(name).ok_or_else(|| {
            Failure::wrong(format!("cannot read the clock '{name}'; expected something like 600+5"))
                .at("clock")
        })?),
    };
    let think_ms = match given("think_ms") {
        None => USUAL_TIME,
        Some(text) => {
            let wrong = || {
                Failure::wrong(format!(
                    "thinking time '{text}' is not a number of milliseconds up to {MOST_THINKING_MS}"
                ))
                .at("think_ms")
            };
            text.parse().ok().filter(|ms| (1..=MOST_THINKING_MS).contains(ms)).ok_or_else(wrong)?
        }
    };
    let teach = match given("teach") {
        None => false,
        Some("yes") => true,
        Some(other) => return Err(Failure::wrong(format!("cannot read '{other}'; expected yes or nothing"))),
    };
    let pace = match given("pace") {
        None => Pace::default(),
        Some(text) => Pace::of_name(text).ok_or_else(|| {
            Failure::wrong(format!("cannot read the pace '{text}'; expected slow, usual or fast")).at("pace")
        })?,
    };
    let extra = Extra { clock, think_ms, teach, pace, adapts: chosen == ADAPTS, ..Extra::default() };
    Ok(Chosen { setup: Setup { board, who, seed, extra }, own })
}

/// Everything that is wrong with a position, each in the reader's language.
fn problems(error: &OpenError, family: &Family, lang: Lang) -> String {
    let OpenError::Wrong(found) = error else { return error.to_string() };
    let phrases = family.phrases(lang);
    found.iter().map(|problem| phrases.say(problem)).collect::<Vec<_>>().join("; ")
}

/// The seats that a game can have, as its options say.
struct Tables {
    /// The names of all seats that there can be.
    seats: Vec<String>,
    /// How many there are when nothing is said.
    usual: usize,
    /// How many there are, by option and choice.
    by: Value,
    /// The options whose choices are all that there are.
    listed: Vec<&'static str>,
}

/// Whether the choices of an option are numbers in a row, and the numbers before and after them are refused.
fn is_listed(family: &Family, spec: &OptionSpec) -> bool {
    let numbers: Option<Vec<i64>> = spec.choices.iter().map(|choice| choice.parse().ok()).collect();
    let Some([first, .., last]) = numbers.as_deref() else { return false };
    let refused = |number: i64| family.open(&Options::none().with(spec.name, number.to_string())).is_err();
    last - first + 1 == spec.choices.len() as i64 && refused(first - 1) && refused(last + 1)
}

impl Tables {
    fn of(family: &Family, visitor: Visitor) -> Result<Tables, Failure> {
        let usual = family.open(&Options::none())?;
        let mut tables = Tables {
            seats: visitor.seat_names(usual.as_ref()),
            usual: usual.seat_names().len(),
            by: json!({}),
            listed: Vec::new(),
        };
        for spec in family.info.options {
            if is_listed(family, spec) {
                tables.listed.push(spec.name);
            }
            for choice in spec.choices {
                let Ok(board) = family.open(&Options::none().with(spec.name, choice)) else { continue };
                let seats = visitor.seat_names(board.as_ref());
                tables.by[format!("{OPTION}{}", spec.name)][*choice] = json!(seats.len());
                if seats.len() > tables.seats.len() {
                    tables.seats = seats;
                }
            }
        }
        Ok(tables)
    }
}

/// The first option in the form that is wrong by itself.
fn wrong_option(family: &Family, form: &HashMap<String, String>) -> Option<&'static str> {
    let wrong = |name: &str| {
        let given = form.get(&format!("{OPTION}{name}")).map(|value| value.trim()).filter(|v| !v.is_empty());
        given.is_some_and(|value| family.open(&Options::none().with(name, value)).is_err())
    };
    family.info.options.iter().map(|spec| spec.name).find(|name| wrong(name))
}

/// The options in the form, defaults for those left empty.
fn options(family: &Family, form: &HashMap<String, String>) -> Options {
    let given = |name: &str| {
        form.get(&format!("{OPTION}{name}")).map(|value| value.trim()).filter(|value| !value.is_empty())
    };
    family
        .info
        .options
        .iter()
        .fold(Options::none(), |all, spec| all.with(spec.name, given(spec.name).unwrap_or(spec.default)))
}

//! Why a move: its reasons as the page shows them, with the places on the board that each speaks of. The coach says what is so; the rules say what they
//! count.

use std::time::Duration;

use coach::{Budget, CoachError, Verdict};
use draw::View;
use game::{Control, Limits, Scene};
use serde::Serialize;
use table::Match;
use table::expert::{self, ExpertError, Explanation, ProofLine, Question, Reason};

use crate::failure::Failure;
use crate::opponents::MEMORY;
use crate::visitor::Visitor;
use crate::wire::{BoardView, Open, board_view, path_of};
use crate::words::fill;

/// How long rules may take for an answer.
pub const RULES_TIME: Duration = Duration::from_secs(2);
/// More places than this are not lit by one reason.
const MOST_CELLS: usize = 48;
/// More plies than this of a line are not shown.
const LONGEST_LINE: usize = 8;
/// What proofs rest on that can be pointed at.
const SHOWN: [&str; 5] = ["given", "derived", "goal", "assumed", "log"];

/// Why a move, and why not the others.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct WhyView {
    /// How many moves had been made before.
    pub ply: usize,
    /// The question in words.
    pub title: String,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its hotspots.
    pub path: Vec<u16>,
    /// Who speaks: `coach` or `rules`.
    pub by: &'static str,
    /// The verdict of search and solver, by the coach; by the rules, all reasons in a sentence or two.
    pub text: String,
    /// What the move is worth, in short: a chance, or points of the rules.
    pub worth: String,
    /// The reasons, the weightiest first.
    pub reasons: Vec<ReasonView>,
    /// The best other moves.
    pub others: Vec<OtherView>,
    /// The line of play that was expected, beginning with the move; empty when nothing is known of it.
    pub line: Vec<StepView>,
    /// The board before the move; touching it asks about another move.
    pub board: BoardView,
    /// The knowledge that the reasons come from.
    pub pack: String,
}

/// One reason.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ReasonView {
    /// The rule that says it.
    pub rule: String,
    /// Which part of the knowledge.
    pub layer: &'static str,
    /// What it counts; 0 for a veto.
    pub points: i32,
    /// Whether it forbids the move.
    pub veto: bool,
    /// What it says.
    pub text: String,
    /// Where it is written.
    pub at: String,
    /// The hotspots it speaks of, in the order of its proof.
    pub cells: Vec<u16>,
    /// The line of play that shows it.
    pub line: Vec<StepView>,
}

/// A move that was not made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct OtherView {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its hotspots.
    pub path: Vec<u16>,
    /// What it is worth, in short.
    pub worth: String,
    /// What spoke against it.
    pub against: String,
}

/// A move of a line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct StepView {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its hotspots.
    pub path: Vec<u16>,
}

/// A hint in steps, each telling more than the one before.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct HintView {
    /// The idea, where to look, the move, the move with its reasons and line.
    pub steps: Vec<String>,
    /// The hotspots to look at.
    pub spots: Vec<u16>,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its hotspots.
    pub path: Vec<u16>,
    /// The line that is expected.
    pub line: Vec<StepView>,
}

/// A hint as the page shows it.
pub fn hint_view(board: &dyn Match, hint: &coach::Hint) -> HintView {
    let told = &hint.explanation;
    HintView {
        steps: (0..4).map(|step| hint.step(step).to_string()).collect(),
        spots: hint.spots.clone(),
        path: board.picture().map(|picture| path_of(&picture, &told.mv)).unwrap_or_default(),
        line: steps(board, &told.verdict.pv),
        mv: told.mv.clone(),
    }
}

impl From<ExpertError> for Failure {
    fn from(error: ExpertError) -> Failure {
        Failure::wrong(error)
    }
}

impl From<CoachError> for Failure {
    fn from(error: CoachError) -> Failure {
        Failure::wrong(error)
    }
}

/// Does some work with rules, and gives up when it takes longer than anybody waits for a page.
pub fn within_time<T>(work: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
    let limits = Limits { time: Some(RULES_TIME), ..Limits::default() };
    expert::within(&Control::new(limits), work).map_err(Failure::wrong)?
}

/// What the coach says of a move on a board, or of the best, to whoever sits in a seat, or is to move.
pub fn coached(
    board: &dyn Match,
    (mv, you): (Option<&str>, Option<usize>),
    budget: Budget,
    (visitor, side): (Visitor, View),
) -> Result<WhyView, Failure> {
    let lang = visitor.lang;
    let question = coach::Question { lang, you, memory: MEMORY, ..coach::Question::new(mv, budget) };
    let told = coach::explain(board, &question)?;
    let picture = board.picture().ok_or(Failure::NotFound)?;
    let reasons = told.reasons.iter().map(|reason| ReasonView {
        rule: String::new(),
        layer: "",
        points: 0,
        veto: false,
        text: reason.text.clone(),
        at: String::new(),
        cells: reason.spots.iter().copied().take(MOST_CELLS).collect(),
        line: if reason.pass.is_none() { steps(board, &reason.line) } else { Vec::new() },
    });
    let others = told.alternatives.iter().map(|other| OtherView {
        mv: other.judged.mv.clone(),
        path: path_of(&picture, &other.judged.mv),
        worth: chance(&other.judged.verdict),
        against: other.text.clone(),
    });
    Ok(WhyView {
        ply: board.moves().len(),
        title: title(board, &told.mv, visitor),
        path: path_of(&picture, &told.mv),
        by: "coach",
        text: told.statement,
        worth: chance(&told.verdict),
        reasons: reasons.collect(),
        others: others.collect(),
        line: steps(board, &told.verdict.pv),
        board: board_view(board, visitor.at_mover(), side, Open::Yes),
        pack: String::new(),
        mv: told.mv,
    })
}

/// A chance to win as people read it.
fn chance(verdict: &Verdict) -> String {
    format!("{:.0} %", 100.0 * verdict.win)
}

fn title(board: &dyn Match, mv: &str, visitor: Visitor) -> String {
    let seat = visitor.side(board).unwrap_or_default();
    fill(visitor.words().why_move, &[("seat", &seat), ("move", mv)])
}

/// What the rules say of a move on a board; without one, of the move that they would choose.
pub fn why(
    board: &dyn Match,
    (mv, pack): (Option<&str>, Option<&str>),
    expected: &[String],
    (visitor, side): (Visitor, View),
) -> Result<WhyView, Failure> {
    let words = visitor.words();
    let question = Question { mv, pack, lang: visitor.lang };
    let Explanation { mv, text, points, vetoed, reasons, alternatives, pack, .. } =
        within_time(|| Ok(board.explain(&question)?))?;
    let picture = board.picture().ok_or(Failure::NotFound)?;
    let signed = |points: i32| format!("{points:+}").replace('-', "\u{2212}");
    let line = if expected.first() == Some(&mv) { steps(board, expected) } else { Vec::new() };
    Ok(WhyView {
        ply: board.moves().len(),
        title: title(board, &mv, visitor),
        path: path_of(&picture, &mv),
        mv,
        by: "rules",
        text,
        worth: if vetoed { words.why_forbidden.to_string() } else { signed(points) },
        reasons: reasons.iter().map(|reason| reason_view(reason, &picture.scene)).collect(),
        others: alternatives
            .into_iter()
            .map(|other| OtherView {
                path: path_of(&picture, &other.mv),
                mv: other.mv,
                worth: signed(other.points),
                against: other.against,
            })
            .collect(),
        line,
        board: board_view(board, visitor.at_mover(), side, Open::Yes),
        pack,
    })
}

/// A reason with the places that it speaks of.
pub fn reason_view(reason: &Reason, scene: &Scene) -> ReasonView {
    let mut cells = Vec::new();
    for line in &reason.proof {
        collect(line, scene, &mut cells);
    }
    cells.truncate(MOST_CELLS);
    ReasonView {
        rule: reason.rule.clone(),
        layer: reason.layer,
        points: reason.points,
        veto: reason.veto,
        text: reason.text.clone(),
        at: reason.at.clone(),
        cells,
        line: Vec::new(),
    }
}

/// The line of play with its hotspots, as far as it can be played.
fn steps(board: &dyn Match, line: &[String]) -> Vec<StepView> {
    let mut ahead = board.fork();
    let mut steps = Vec::new();
    for mv in line.iter().take(LONGEST_LINE) {
        let Some(picture) = ahead.picture() else { break };
        let path = path_of(&picture, mv);
        if path.is_empty() || ahead.play(mv).is_err() {
            break;
        }
        steps.push(StepView { mv: mv.clone(), path });
    }
    steps
}

/// Adds the places that a proof speaks of, each once, in the order in which it mentions them.
fn collect(line: &ProofLine, scene: &Scene, cells: &mut Vec<u16>) {
    if SHOWN.contains(&line.ground) {
        for spot in places(&line.text, scene) {
            if !cells.contains(&spot) {
                cells.push(spot);
            }
        }
    }
    for below in &line.proof {
        collect(below, scene, cells);
    }
}

/// The hotspots that a fact such as `next(C4, up, C5)` names. Games call a place in their facts what a screen reader is told first (`C4, empty`); where
/// several hotspots share that name, another argument of the fact tells them apart.
fn places(fact: &str, scene: &Scene) -> Vec<u16> {
    let Some((_, inside)) = fact.split_once('(') else { return Vec::new() };
    let inside = inside.rsplit_once(')').map_or(inside, |(inside, _)| inside).to_lowercase();
    let arguments: Vec<&str> = inside.split(", ").map(str::trim).collect();
    let mut found = Vec::new();
    for argument in &arguments {
        let named: Vec<(u16, String)> = scene
            .hotspots
            .iter()
            .filter_map(|hotspot| {
                let label = hotspot.label.to_lowercase();
                let (name, rest) = label.split_once(", ").unwrap_or((&label, ""));
                (name == *argument).then(|| (hotspot.spot.0, rest.to_string()))
            })
            .collect();
        let mentioned = |rest: &str| rest.split(' ').any(|word| arguments.contains(&word));
        let told_apart: Vec<u16> =
            named.iter().filter(|(_, rest)| mentioned(rest)).map(|(spot, _)| *spot).collect();
        match (named.len(), told_apart.is_empty()) {
            (0 | 1, _) | (_, true) => found.extend(named.iter().map(|(spot, _)| *spot)),
            _ => found.extend(told_apart),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Options;
    use table::Session;

    #[test]
    fn every_game_that_is_explained_points_at_its_board_in_every_language() {
        for family in &registry::games().that_can("explain") {
            let mut session = Session::of_people(family.open(&Options::none()).unwrap(), 1);
            session.settle();
            let board = session.board();
            let texts: Vec<String> = table::expert::Lang::ALL
                .into_iter()
                .map(|lang| {
                    let visitor = Visitor { lang, ..Visitor::default() };
                    let view = why(board, (None, None), &[], (visitor, View::Upright)).unwrap();
                    assert!(!view.path.is_empty() && !view.title.is_empty());
                    assert!(
                        view.reasons.is_empty() || view.reasons.iter().any(|reason| !reason.cells.is_empty()),
                        "no reason of {} points at the board",
                        family.info.name
                    );
                    let other = &view.others[0];
                    let not = why(board, (Some(&other.mv), None), &[], (visitor, View::Upright)).unwrap();
                    assert_eq!(not.mv, other.mv);
                    view.text
                })
                .collect();
            assert!(texts[0] != texts[1] && texts[1] != texts[2], "{}: {texts:?}", family.info.name);
        }
    }

    #[test]
    fn the_coach_speaks_of_every_game_in_every_language() {
        for family in &registry::games() {
            let mut board = family.open(&Options::none()).unwrap();
            while board.deal(&mut game::Rng::new(2)).is_some() {}
            let texts = table::expert::Lang::ALL.map(|lang| {
                let visitor = Visitor { lang, ..Visitor::default() };
                let view =
                    coached(board.as_ref(), (None, None), Budget::Nodes(3_000), (visitor, View::Upright))
                        .unwrap();
                assert!(
                    !view.path.is_empty() && view.worth.ends_with('%') && view.text.starts_with(&view.mv)
                );
                view.text
            });
            assert!(texts[0] != texts[1] && texts[1] != texts[2], "{}: {texts:?}", family.info.name);
        }
    }

    #[test]
    fn lines_are_followed_as_far_as_they_go() {
        let family = &registry::games().all()[1].clone();
        let board = family.open(&Options::none()).unwrap();
        let legal = board.legal();
        let line = [legal[0].clone(), "nonsense".to_string()];
        let view = why(board.as_ref(), (Some(&legal[0]), None), &line, (Visitor::default(), View::Upright));
        assert_eq!(view.unwrap().line.len(), 1);
        assert!(
            why(board.as_ref(), (Some("nonsense"), None), &[], (Visitor::default(), View::Upright)).is_err()
        );
    }
}

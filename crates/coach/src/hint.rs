//! A hint in steps: the idea, where to look, the move, the line.

use infer::Filling;
use serde::{Deserialize, Serialize};
use table::Match;

use crate::explanation::{Explanation, Question, explain_with};
use crate::words::sentence;
use crate::{CoachError, Reason, Relation};

/// A hint in steps, each telling more than the one before.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Hint {
    /// What the best move does, without saying where.
    pub idea: String,
    /// Where to look.
    pub area: String,
    /// The move, named.
    #[serde(rename = "move")]
    pub mv: String,
    /// The move with its reasons and the line expected.
    pub line: String,
    /// The places of the area, by the numbers of the board's hotspots.
    pub spots: Vec<u16>,
    /// The whole explanation behind it.
    pub explanation: Explanation,
}

impl Hint {
    /// The steps in order; `number` counts from 0 and stays at the last.
    pub fn step(&self, number: usize) -> &str {
        [&self.idea, &self.area, &self.mv, &self.line][number.min(3)]
    }
}

/// A hint for whoever is to move; a move in the question is ignored.
///
/// # Errors
/// When nobody is to move, or nobody can judge.
pub fn hint(board: &dyn Match, question: &Question<'_>) -> Result<Hint, CoachError> {
    let question = Question { mv: None, ..question.clone() };
    let (explanation, speaker, idea) = explain_with(board, &question)?;
    let mv = explanation.mv.clone();
    let say = |key: &str, fill: &[(&str, Filling)]| sentence(&speaker.say(key, fill), &[&mv]);
    let hidden = idea.as_ref().map(|event| speaker.event_hidden(event)).filter(|text| !text.is_empty());
    let first: Option<&Reason> = explanation.reasons.first().filter(|_| idea.is_some());
    let (spots, place) = match first.filter(|reason| !reason.places.is_empty()) {
        Some(reason) => (reason.spots.clone(), speaker.names(&reason.places)),
        None => {
            let (spots, place) = around(board, &mv);
            (spots, speaker.phrase(&place))
        }
    };
    let line = explanation.verdict.pv.join(" ");
    Ok(Hint {
        idea: match hidden {
            Some(story) => say("hint-idea", &[("Story", Filling::word(story))]),
            None if is_open(&explanation) => say("hint-open", &[]),
            None => say("hint-count", &[("N", Filling::Number(explanation.best.len() as i32))]),
        },
        area: say("hint-area", &[("Names", Filling::word(place))]),
        mv: say("hint-move", &[("M", Filling::word(&mv))]),
        line: format!("{} {}", explanation.text, say("hint-line", &[("Line", Filling::word(line))])),
        spots,
        explanation,
    })
}

/// Whether nobody can say that the best move is better than every other.
fn is_open(explanation: &Explanation) -> bool {
    explanation.best.len() == 1
        && explanation.alternatives.iter().any(|other| other.relation == Relation::Unclear)
}

/// Where a move is touched on the board, and what that place is called.
fn around(board: &dyn Match, mv: &str) -> (Vec<u16>, String) {
    let Some(picture) = board.picture() else { return (Vec::new(), mv.to_string()) };
    let path = picture.paths.iter().find(|(known, _)| known == mv).map(|(_, path)| path.clone());
    let Some(first) = path.as_ref().and_then(|path| path.first()) else {
        return (Vec::new(), mv.to_string());
    };
    let label = picture.scene.hotspots.iter().find(|hotspot| hotspot.spot == *first);
    let name = label.map_or(mv, |hotspot| hotspot.label.split(',').next().unwrap_or(mv));
    (vec![first.0], name.to_string())
}

//! Every legal move with what a text says of it, whether the text is in force or being written.

use game::Line;
use game::facts::Describe;
use infer::Kb;
use serde::Serialize;

use crate::desk::at_desk;
use crate::explanation::{Reason, reasons};
use crate::judge::judge;
use crate::knowledge::sentence;
use crate::{ExpertError, Knowledge, Lang};

/// How the moves of a position are to be ranked.
#[derive(Clone, Copy, Debug)]
pub struct Ranking<'a> {
    /// By what.
    pub by: By<'a>,
    /// How many of the best moves get their reasons.
    pub explained: usize,
    /// The language of the reasons.
    pub lang: Lang,
}

/// What moves are ranked by.
#[derive(Clone, Copy, Debug)]
pub enum By<'a> {
    /// A pack in force; without a name, the game's default.
    Pack(Option<&'a str>),
    /// A text that is not in force.
    Text {
        /// What its rules are said to be written in.
        name: &'a str,
        /// The text.
        text: &'a str,
    },
}

/// A legal move with what the rules say of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Ranked {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The sum of its points.
    pub points: i32,
    /// Whether a rule forbids it.
    pub vetoed: bool,
    /// The reasons, the weightiest first; empty for moves that were not to be explained.
    pub reasons: Vec<Reason>,
}

/// Ranks the legal moves of the current position of a line, best first.
///
/// # Errors
/// When nobody is to move, there is no such pack, or the text is refused.
pub fn rank<G: Describe>(
    knowledge: &Knowledge,
    line: &Line<G>,
    ranking: &Ranking<'_>,
) -> Result<Vec<Ranked>, ExpertError> {
    let (game, state) = (line.game(), line.state());
    let seat = line.turn().seat().ok_or(ExpertError::NobodyToMove)?;
    let kb = match ranking.by {
        By::Pack(name) => knowledge.pack(game, name)?.kb,
        By::Text { name, text } => {
            Kb::load(name, text, &game.schema()).map_err(|d| ExpertError::Broken(sentence(&d)))?
        }
    };
    let judged = judge(&kb, line, seat, line.legal());
    at_desk(&kb, |desk| {
        desk.set(line, seat);
        let ranked = judged.iter().enumerate().map(|(place, judged)| Ranked {
            mv: game.write_move(state, judged.mv),
            points: judged.found.points,
            vetoed: judged.found.vetoed,
            reasons: if place < ranking.explained {
                reasons(desk, line, seat, judged.mv, ranking.lang)
            } else {
                Vec::new()
            },
        });
        Ok(ranked.collect())
    })
}

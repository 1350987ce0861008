//! A line of play told move by move.

use serde::{Deserialize, Serialize};
use table::Match;
use table::expert::Lang;

use crate::CoachError;
use crate::tale::Tale;
use crate::words::{Speaker, sentence};

/// A move of a line with what it does.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ToldPly {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Who makes it, numbered from 1; `None` for chance.
    pub seat: Option<usize>,
    /// The kind of event that is told, as the game's story names it.
    pub kind: Option<String>,
    /// What it does, in one sentence; empty when there is nothing to tell.
    pub text: String,
}

/// Tells a line that begins at this board, move by move: of each the weightiest thing that happens. The line ends where it cannot be played.
///
/// # Errors
/// When the game's own words cannot be read.
pub fn tell(
    board: &dyn Match,
    line: &[String],
    lang: Lang,
    you: Option<usize>,
) -> Result<Vec<ToldPly>, CoachError> {
    let speaker = Speaker::new(board, lang, you)?;
    let Some(tale) = Tale::of(board, line) else { return Ok(untold(board, line)) };
    let told = |ply: usize| {
        let events = tale.facts(ply..ply + 1);
        let weightiest = events.into_iter().map(|fact| fact.event).max_by_key(|event| event.worth.abs());
        let text = weightiest.as_ref().map_or_else(String::new, |event| speaker.event(event));
        ToldPly {
            mv: tale.line[ply].clone(),
            seat: tale.movers[ply].map(|seat| seat + 1),
            kind: weightiest.map(|event| event.kind.to_string()),
            text: sentence(&text, &[]),
        }
    };
    Ok((0..tale.plies()).map(told).collect())
}

/// The line of a game that tells no stories.
fn untold(board: &dyn Match, line: &[String]) -> Vec<ToldPly> {
    let mut ahead = board.fork();
    let mut plies = Vec::new();
    for mv in line {
        let seat = ahead.to_move().map(|seat| seat + 1);
        let Ok(mv) = ahead.play(mv) else { break };
        plies.push(ToldPly { mv, seat, kind: None, text: String::new() });
    }
    plies
}

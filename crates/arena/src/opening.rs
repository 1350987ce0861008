//! How games begin: random moves, random moves that leave the game open, or a list.

use game::{Control, Limits, Options, Rng};
use serde::{Deserialize, Serialize};
use table::{BotError, Family, Match, Session, Wanted};

use crate::DuelError;

/// How games begin.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Openings {
    /// So many random plies, chance included.
    Random(usize),
    /// So many random plies after which a short look finds neither side clearly lost; of several tries the most even one.
    Balanced(usize),
    /// These, in turn.
    List(Vec<Vec<String>>),
}

/// Tries for an even opening.
const TRIES: usize = 12;

/// A chance to win beyond which a side counts as clearly ahead, and the distance from one half that this is.
const CLEAR: f64 = 0.2;

/// Who looks, and for how long: nodes, so that the choice is the same on every machine.
const LOOK: (&str, u64) = ("alphabeta:chances=usual", 3000);

impl Openings {
    /// Reads a list: one opening a line, moves separated by blanks; empty lines and lines that begin with `#` do not count.
    pub fn list(text: &str) -> Openings {
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        Openings::List(lines.map(|line| line.split_whitespace().map(str::to_string).collect()).collect())
    }

    /// The moves that game number `index` begins with; never to the end of the game.
    pub fn choose(
        &self,
        family: &Family,
        options: &Options,
        index: usize,
        seed: u64,
    ) -> Result<Vec<String>, DuelError> {
        match self {
            Openings::Random(plies) => random(family, options, *plies, seed, 0),
            Openings::Balanced(plies) => balanced(family, options, *plies, seed),
            Openings::List(list) if list.is_empty() => Ok(Vec::new()),
            Openings::List(list) => {
                let chosen = &list[index % list.len()];
                let mut board = family.open(options)?;
                for text in chosen {
                    let told = |error: game::MoveError| BotError::Failed(format!("in the opening: {error}"));
                    board.play(text).map_err(told)?;
                }
                Ok(chosen.clone())
            }
        }
    }
}

fn random(
    family: &Family,
    options: &Options,
    plies: usize,
    seed: u64,
    attempt: u64,
) -> Result<Vec<String>, DuelError> {
    let mut rng = Rng::derive(seed, u64::MAX - attempt);
    for _ in 0..20 {
        let board = family.open(options)?;
        let mut session = Session::of_people(board, seed);
        for _ in 0..plies {
            session.settle();
            let legal = session.board().legal();
            if session.over() || session.play(&legal[rng.below(legal.len())], 0).is_err() {
                break;
            }
        }
        session.settle();
        if !session.over() {
            return Ok(session.board().moves());
        }
    }
    Ok(Vec::new())
}

fn balanced(family: &Family, options: &Options, plies: usize, seed: u64) -> Result<Vec<String>, DuelError> {
    let mut best: Option<(f64, Vec<String>)> = None;
    for attempt in 0..TRIES as u64 {
        let moves = random(family, options, plies, seed, attempt)?;
        let mut board = family.open(options)?;
        for text in &moves {
            board.play(text).map_err(|error| BotError::Failed(error.to_string()))?;
        }
        let Some(lead) = lead(board.as_ref()) else { return Ok(moves) };
        if lead <= CLEAR {
            return Ok(moves);
        }
        if best.as_ref().is_none_or(|(least, _)| lead < *least) {
            best = Some((lead, moves));
        }
    }
    Ok(best.map(|(_, moves)| moves).unwrap_or_default())
}

/// How far from even the position is, from 0 to one half; `None` when nobody can judge it.
fn lead(board: &dyn Match) -> Option<f64> {
    let (player, nodes) = LOOK;
    let mut judge = board.named_bot(player, 1).ok()?;
    let control = Control::new(Limits { nodes: Some(nodes), ..Limits::default() });
    let thought = judge.think(board, &control, Wanted::best()).ok()?;
    Some((thought.win - 0.5).abs())
}

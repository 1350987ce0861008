//! Games of experts against each other.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use game::facts::Describe;
use game::{Line, Rng, Seat, Turn};
use infer::Kb;
use serde::{Deserialize, Serialize};

use crate::ExpertError;
use crate::judge::judge;
use crate::knowledge::sentence;

/// How many random moves begin each pair of games, so that no two pairs are alike.
const OPENING: usize = 2;

/// A game that is longer than this is drawn: experts without foresight may move to and fro.
const LONGEST: usize = 1000;

/// How two texts have fared against each other.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Contest {
    /// How many games were played.
    pub games: usize,
    /// The share of the first text: 1 for a win, a half for a draw.
    pub share: f64,
    /// The standard error of the share, over pairs of games.
    pub error: f64,
}

/// A contest as it travels: everything that its pairs follow from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Bout {
    /// The two texts.
    pub texts: [String; 2],
    /// What everything random follows from.
    pub seed: u64,
}

/// Others who play the pairs of a contest: given the bout and how many, the share of the first text in each, in order.
pub type Others<'a> = dyn Fn(&Bout, usize) -> Result<Vec<f64>, String> + 'a;

/// Who plays the pairs of a contest.
#[derive(Clone, Copy)]
pub(crate) enum Players<'a> {
    /// So many threads of this process.
    Threads(usize),
    /// Somebody else.
    Others(&'a Others<'a>),
}

/// The shares of these pairs of a bout.
///
/// # Errors
/// When a text cannot be read.
pub fn shares<G: Describe>(game: &G, bout: &Bout, pairs: Range<usize>) -> Result<Vec<f64>, ExpertError> {
    let schema = game.schema();
    let load =
        |text: &String| Kb::load("bout.rules", text, &schema).map_err(|d| ExpertError::Broken(sentence(&d)));
    let sides = [load(&bout.texts[0])?, load(&bout.texts[1])?];
    Ok(pairs
        .map(|pair| play_pair(game, [&sides[0], &sides[1]], Rng::derive(bout.seed, pair as u64)))
        .collect())
}

/// Plays a pair of games of two texts, from some luck; gives the share of the first.
pub(crate) type PlayPair<'a> = dyn Fn([&Arc<Kb>; 2], Rng) -> f64 + Sync + 'a;

/// The contest by whoever plays its pairs.
pub(crate) fn contest(
    play_pair: &PlayPair<'_>,
    sides: [&Arc<Kb>; 2],
    pairs: usize,
    seed: u64,
    players: Players<'_>,
) -> Result<Contest, ExpertError> {
    let shares = match players {
        Players::Threads(threads) => here(play_pair, sides, pairs, seed, threads),
        Players::Others(others) => {
            let bout = Bout { texts: sides.map(|side| side.text()), seed };
            others(&bout, pairs).map_err(ExpertError::Untuned)?
        }
    };
    let count = pairs.max(1) as f64;
    let share = shares.iter().sum::<f64>() / count;
    let spread = shares.iter().map(|one| (one - share).powi(2)).sum::<f64>();
    let error = (spread / (count - 1.0).max(1.0) / count).sqrt();
    Ok(Contest { games: 2 * pairs, share, error })
}

/// Plays pairs of games, each pair from the same opening with the same luck and sides changed. The result does not depend on `threads`.
fn here(play_pair: &PlayPair<'_>, sides: [&Arc<Kb>; 2], pairs: usize, seed: u64, threads: usize) -> Vec<f64> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut found: Vec<(usize, f64)> = Vec::new();
        loop {
            let pair = next.fetch_add(1, Ordering::Relaxed);
            if pair >= pairs {
                return found;
            }
            found.push((pair, play_pair(sides, Rng::derive(seed, pair as u64))));
        }
    };
    let mut found: Vec<(usize, f64)> = match threads {
        0 | 1 => work(),
        _ => std::thread::scope(|scope| {
            let workers: Vec<_> = (0..threads.min(pairs)).map(|_| scope.spawn(work)).collect();
            workers.into_iter().flat_map(|worker| worker.join().expect("games do not fail")).collect()
        }),
    };
    found.sort_by_key(|(pair, _)| *pair);
    found.into_iter().map(|(_, share)| share).collect()
}

/// The share of the first side in two games with sides changed.
pub(crate) fn play_pair<G: Describe>(game: &G, sides: [&Arc<Kb>; 2], luck: Rng) -> f64 {
    let there = play(game, sides, luck.clone());
    let back = play(game, [sides[1], sides[0]], luck);
    (there + 1.0 - back) / 2.0
}

/// The share of the first side, which sits on every other seat from the first on.
fn play<G: Describe>(game: &G, sides: [&Arc<Kb>; 2], mut rng: Rng) -> f64 {
    let mut line = Line::new(game.clone(), game.start());
    let mut buffer = Vec::new();
    let mut opening = OPENING;
    loop {
        let mv = match line.turn() {
            Turn::Over => break,
            _ if line.moves().len() >= LONGEST => return 0.5,
            Turn::Chance => game.sample(line.state(), &mut rng, &mut buffer),
            Turn::Player(_) if opening > 0 => {
                opening -= 1;
                rng.pick(&line.legal()).expect("a player to move has a move")
            }
            Turn::Player(seat) => {
                let mut moves = line.legal();
                rng.shuffle(&mut moves);
                judge(sides[seat.index() % 2], &line, seat, moves)[0].mv
            }
        };
        line.play(mv).expect("a legal move");
    }
    let Some(outcome) = line.outcome() else { return 0.5 };
    let mean = |parity: usize| {
        let values: Vec<f64> = Seat::all(game.seats())
            .filter(|seat| seat.index() % 2 == parity)
            .map(|seat| outcome.value(seat))
            .collect();
        values.iter().sum::<f64>() / values.len().max(1) as f64
    };
    (0.5 + (mean(0) - mean(1)) / 4.0).clamp(0.0, 1.0)
}

//! How long games will take: a guess before they begin, and a better one from those that have ended.

use std::time::Duration;

use game::{Options, Rng};
use table::Family;

use crate::Plan;

/// Random games from which the usual length is learned.
const SAMPLES: u64 = 8;
/// Longer games are not sampled to their end.
const LONGEST: usize = 400;

/// At most so long for so many games by the terms of the plan; `None` when the plan sets no time.
pub fn at_most(
    plan: &Plan,
    family: &Family,
    boards: &[Options],
    games: usize,
    at_once: usize,
) -> Option<Duration> {
    let a_game = match (plan.clock_ms, plan.time_ms) {
        (Some(clock), _) => 2.0 * clock as f64,
        (None, Some(time)) => time as f64 * usual_length(family, boards.first()?)?,
        (None, None) => return None,
    };
    Some(Duration::from_secs_f64(a_game / 1000.0 * games as f64 / at_once.max(1) as f64))
}

/// The mean number of moves of random games.
fn usual_length(family: &Family, options: &Options) -> Option<f64> {
    let mut moves = 0;
    for sample in 0..SAMPLES {
        let (mut board, mut rng) = (family.open(options).ok()?, Rng::derive(1, sample));
        for _ in 0..LONGEST {
            if board.deal(&mut rng).is_some() {
                continue;
            }
            let legal = board.legal();
            if legal.is_empty() {
                break;
            }
            board.play(&legal[rng.below(legal.len())]).ok()?;
            moves += 1;
        }
    }
    Some(moves as f64 / SAMPLES as f64)
}

/// What is left when `done` games took so long and `left` are to come, as many at once as before.
pub fn left(spent: Duration, done: usize, left: usize) -> Option<Duration> {
    (done > 0).then(|| spent.mul_f64(left as f64 / done as f64))
}

/// A time as people say it.
pub fn in_words(time: Duration) -> String {
    match time.as_secs() {
        0..=89 => format!("{} s", time.as_secs().max(1)),
        seconds @ 90..=5_399 => format!("{} min", (seconds + 30) / 60),
        seconds => format!("{:.1} h", seconds as f64 / 3600.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_said_and_guessed() {
        let said = |seconds| in_words(Duration::from_secs(seconds));
        assert_eq!([said(0), said(59), said(600), said(7200)], ["1 s", "59 s", "10 min", "2.0 h"]);
        assert_eq!(left(Duration::from_secs(10), 5, 20), Some(Duration::from_secs(40)));
        assert_eq!(left(Duration::from_secs(10), 0, 20), None);
        let games = registry::games();
        let family = &games.all()[0];
        let plan = |line: &str| {
            Plan::parse(&games, &format!("game = \"{}\"\n{line}\n", family.info.name)).expect("a plan")
        };
        let boards = [Options::none()];
        let clock = at_most(&plan("clock_ms = 1000"), family, &boards, 30, 2);
        assert_eq!(clock, Some(Duration::from_secs(30)));
        let moves = at_most(&plan("time_ms = 1000"), family, &boards, 1, 1).expect("a guess");
        assert!(moves > Duration::from_secs(5), "{moves:?}");
        assert_eq!(at_most(&plan(""), family, &boards, 1, 1), None);
    }
}

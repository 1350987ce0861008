//! How the games of a meeting become points.

use serde::{Deserialize, Serialize};

use crate::journal::Entry;

/// How games become points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scoring {
    /// A game is worth 1 point, shared in a draw.
    #[default]
    Games,
    /// A game is worth 3 points to its winner, or 1 to each in a draw.
    ThreeOne,
    /// The two games of a pair are one match: their scores are added, and the higher sum gets the point. Who failed in a game has lost the match.
    Match,
}

/// Which of the two players sits in a seat: alternating, swapped in every second game.
pub(crate) fn owner(entry: &Entry, seat: usize) -> usize {
    (seat + entry.game) % 2
}

/// What a game is worth to the two players: 1 for a win, a share for a shared one.
pub(crate) fn shares(entry: &Entry) -> [f64; 2] {
    let mut shares = [0.0; 2];
    if let Some(result) = &entry.record.result {
        for seat in 0..result.scores.len() {
            shares[owner(entry, seat)] += result.points(seat);
        }
    }
    shares
}

impl Scoring {
    /// The points of the two players for games of one meeting.
    pub(crate) fn points(self, games: &[&Entry]) -> [f64; 2] {
        let all: Vec<[f64; 2]> = match self {
            Scoring::Games => games.iter().map(|entry| shares(entry)).collect(),
            Scoring::ThreeOne => games.iter().map(|entry| three_one(shares(entry))).collect(),
            Scoring::Match => pairs(games).map(|(first, second)| match_points(first, second)).collect(),
        };
        all.iter().fold([0.0; 2], |sum, points| [sum[0] + points[0], sum[1] + points[1]])
    }

    /// What winning every game of a meeting with so many pairs is worth: the points of a bye.
    pub(crate) fn most(self, pairs: usize) -> f64 {
        pairs as f64 * [2.0, 6.0, 1.0][self as usize]
    }
}

fn three_one(shares: [f64; 2]) -> [f64; 2] {
    match shares[0].total_cmp(&shares[1]) {
        std::cmp::Ordering::Greater => [3.0, 0.0],
        std::cmp::Ordering::Less => [0.0, 3.0],
        std::cmp::Ordering::Equal => [1.0, 1.0],
    }
}

/// The complete pairs among the games of a meeting.
pub(crate) fn pairs<'a>(games: &'a [&'a Entry]) -> impl Iterator<Item = (&'a Entry, &'a Entry)> + 'a {
    let first = games.iter().copied().filter(|entry| entry.game % 2 == 0);
    first.filter_map(|entry| {
        let second = games.iter().copied().find(|other| other.game == entry.game + 1)?;
        Some((entry, second))
    })
}

fn match_points(first: &Entry, second: &Entry) -> [f64; 2] {
    let (mut sums, mut failed) = ([0i64; 2], [0i64; 2]);
    for entry in [first, second] {
        for (seat, &score) in entry.record.result.iter().flat_map(|result| result.scores.iter().enumerate()) {
            sums[owner(entry, seat)] += i64::from(score);
        }
        for failure in &entry.failures {
            failed[owner(entry, failure.seat)] = 1;
        }
    }
    let ahead = if failed[0] == failed[1] { sums[0] - sums[1] } else { failed[1] - failed[0] };
    match ahead.signum() {
        1 => [1.0, 0.0],
        -1 => [0.0, 1.0],
        _ => [0.5, 0.5],
    }
}

#[cfg(test)]
mod tests {
    use table::{Ending, Record};

    use super::*;
    use crate::arbiter::Failure;
    use crate::{Fault, Lapse};

    /// A game by the scores of its seats; an odd number has the seats swapped.
    fn game(number: usize, scores: [i32; 2], failed: Option<usize>) -> Entry {
        let best = scores.iter().max().copied().unwrap_or(0);
        let winners = (1..=2).filter(|&seat| scores[seat - 1] == best).collect();
        let result = Ending { winners, scores: scores.to_vec(), ending: "played".into() };
        let lapse = Lapse::new(Fault::Timeout, "slow");
        Entry {
            meeting: 0,
            game: number,
            players: [0, 1],
            versions: Default::default(),
            failures: failed.map(|seat| Failure { seat, ply: 0, lapse }).into_iter().collect(),
            transcripts: Vec::new(),
            record: Record {
                game: String::new(),
                options: Default::default(),
                start: String::new(),
                players: Vec::new(),
                seed: 0,
                moves: Vec::new(),
                times_ms: Vec::new(),
                result: Some(result),
                remarks: Vec::new(),
                machine: None,
            },
        }
    }

    #[test]
    fn games_become_points() {
        let two = |a, b| vec![game(0, a, None), game(1, b, None)];
        for (games, scoring, expected) in [
            (two([9, 4], [5, 5]), Scoring::Games, [1.5, 0.5]),
            (two([9, 4], [5, 5]), Scoring::ThreeOne, [4.0, 1.0]),
            (two([9, 4], [9, 4]), Scoring::Match, [0.5, 0.5]),
            (two([9, 4], [8, 4]), Scoring::Match, [1.0, 0.0]),
            (two([4, 9], [4, 3]), Scoring::Match, [0.0, 1.0]),
            (vec![game(0, [9, 4], None)], Scoring::Match, [0.0, 0.0]),
            (vec![game(0, [1, 0], Some(1)), game(1, [30, 1], None)], Scoring::Match, [1.0, 0.0]),
        ] {
            let games: Vec<&Entry> = games.iter().collect();
            assert_eq!(scoring.points(&games), expected, "{scoring:?}");
        }
        assert_eq!([Scoring::Games, Scoring::ThreeOne, Scoring::Match].map(|s| s.most(2)), [4.0, 12.0, 2.0]);
    }
}

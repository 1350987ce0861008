//! What looking longer changes: the same positions judged with eight times the nodes, at depths such as are shown to people.

use serde::Serialize;

use super::sample::{self, Row};

/// Which share of the positions stays within the noise: that of a standard deviation, without being ruled by the few positions that tip over.
const WITHIN: f64 = 0.68;

/// Chances between these, by the second judgement, are open; beyond them hardly anything moves.
pub(super) const OPEN: std::ops::RangeInclusive<f64> = 0.1..=0.9;

/// The noise is that of open positions where there are so many.
const ENOUGH: usize = 10;

/// What looking longer changes.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Depth {
    /// Positions that were judged three times: in the game, longer, and eight times longer still.
    pub positions: usize,
    /// How many of them were open.
    pub open: usize,
    /// How far two of three chances move at most from the second to the third judgement, in open positions if there are enough.
    pub noise: f64,
    /// The log-loss of each of the three judgements.
    pub losses: [f64; 3],
}

impl Depth {
    /// Measures the chances that `chance` gives; `None` when no position was judged so often.
    pub(crate) fn of(rows: &[Row], chance: impl Fn(&Row) -> f64) -> Option<Depth> {
        let mut moved = Vec::new();
        let mut losses = [0.0; 3];
        for game in rows.chunk_by(|a, b| a.game == b.game) {
            for deepest in game.iter().filter(|row| row.again == sample::LONGER.len()) {
                let same = |again: usize| {
                    game.iter().find(|row| row.again == again && row.position == deepest.position)
                };
                let Some((first, longer)) = same(0).zip(same(1)) else { continue };
                let chances = [first, longer, deepest].map(&chance);
                moved.push(((chances[2] - chances[1]).abs(), OPEN.contains(&chances[1])));
                for (loss, chance) in losses.iter_mut().zip(chances) {
                    let result = deepest.result;
                    *loss -= result * chance.ln() + (1.0 - result) * (1.0 - chance).ln();
                }
            }
        }
        let (positions, open) = (moved.len(), moved.iter().filter(|(_, open)| *open).count());
        let counts = |open_one: bool| open < ENOUGH || open_one;
        let mut counted: Vec<f64> =
            moved.into_iter().filter(|(_, open)| counts(*open)).map(|(by, _)| by).collect();
        counted.sort_by(f64::total_cmp);
        let noise = *counted.get((WITHIN * counted.len() as f64) as usize)?;
        Some(Depth { positions, open, noise, losses: losses.map(|loss| loss / positions as f64) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calibration::sample::Begun;

    fn row(game: usize, again: usize, usual: f64) -> Row {
        Row {
            game,
            begun: Begun::Strongest,
            mover: 0,
            seats: 2,
            phase: 0.5,
            nodes: 1000,
            again,
            usual,
            result: 1.0,
            position: "p".to_string(),
        }
    }

    #[test]
    fn noise_is_what_two_of_three_stay_within() {
        let moves = |game: usize| if game == 0 { 0.4 } else { 0.01 * game as f64 };
        let rows: Vec<Row> =
            (0..10).flat_map(|n| [row(n, 0, 0.5), row(n, 1, 0.5), row(n, 2, 0.5 + moves(n))]).collect();
        let found = Depth::of(&rows, |row| row.usual).expect("judged again");
        assert_eq!((found.positions, found.open), (10, 10));
        assert!((found.noise - 0.07).abs() < 1e-9, "{found:?}");
        assert!(found.losses[2] < found.losses[1] && found.losses[0] == found.losses[1], "{found:?}");
        let decided = (10..40).flat_map(|n| [row(n, 0, 0.95), row(n, 1, 0.95), row(n, 2, 0.95)]);
        let all: Vec<Row> = rows.iter().cloned().chain(decided).collect();
        let among = Depth::of(&all, |row| row.usual).expect("judged again");
        assert_eq!((among.positions, among.open, among.noise), (40, 10, found.noise));
        assert_eq!(Depth::of(&rows[..2], |row| row.usual), None, "a proof is no third judgement");
    }
}

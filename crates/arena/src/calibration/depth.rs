//! What looking longer changes: the same positions judged with eight times the nodes, at depths such as are shown to people.

use serde::Serialize;

use super::sample::{self, Row};

/// What looking longer changes.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Depth {
    /// Positions that were judged three times: in the game, longer, and eight times longer still.
    pub positions: u32,
    /// The log-loss of each of the three judgements.
    pub losses: [f64; 3],
}

impl Depth {
    /// Measures the chances that `chance` gives; `None` when no position was judged so often.
    pub(crate) fn of(rows: &[Row], chance: impl Fn(&Row) -> f64) -> Option<Depth> {
        let (mut positions, mut losses) = (0, [0.0; 3]);
        for game in rows.chunk_by(|a, b| a.game == b.game) {
            for deepest in game.iter().filter(|row| row.again == sample::LONGER.len()) {
                let same = |again: usize| {
                    game.iter().find(|row| row.again == again && row.position == deepest.position)
                };
                let Some((first, longer)) = same(0).zip(same(1)) else { continue };
                let chances = [first, longer, deepest].map(&chance);
                positions += 1;
                for (loss, chance) in losses.iter_mut().zip(chances) {
                    let result = deepest.result;
                    *loss -= result * chance.ln() + (1.0 - result) * (1.0 - chance).ln();
                }
            }
        }
        (positions > 0).then(|| Depth { positions, losses: losses.map(|loss| loss / f64::from(positions)) })
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
    fn three_judgements_are_compared() {
        let rows: Vec<Row> = (0..10).flat_map(|n| [row(n, 0, 0.5), row(n, 1, 0.5), row(n, 2, 0.7)]).collect();
        let found = Depth::of(&rows, |row| row.usual).expect("judged again");
        assert_eq!(found.positions, 10);
        assert!(found.losses[2] < found.losses[1] && found.losses[0] == found.losses[1], "{found:?}");
        assert_eq!(Depth::of(&rows[..2], |row| row.usual), None, "a proof is no third judgement");
    }
}

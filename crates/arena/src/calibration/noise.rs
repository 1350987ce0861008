//! How fine judgements of moves are: what eight times the nodes do to the difference between two moves of one position.

use serde::Serialize;

use super::sample::{self, Twice};

/// Two moves may be told apart where fewer than this share of such pairs come out the other way round.
const WRONG: f64 = 0.1;

/// Chances between these are open; beyond them hardly anything moves.
pub(super) const OPEN: std::ops::RangeInclusive<f64> = 0.1..=0.9;

/// So few pairs say nothing.
const FEW: usize = 40;

/// How fine judgements of moves are.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Noise {
    /// Pairs of moves of one position.
    pub pairs: usize,
    /// Half the difference of chances from which on pairs hardly come out the other way round with eight times the nodes.
    pub noise: f64,
    /// Pairs that the noise tells apart.
    pub apart: usize,
    /// How many of these came out the other way round.
    pub turned: usize,
}

impl Noise {
    /// Measures moves that were judged twice; `told` says from which difference on a noise tells two moves apart. `None` when there are too few.
    pub(crate) fn of(moves: &[Twice], told: impl Fn(f64) -> f64) -> Option<Noise> {
        let mut pairs: Vec<[f64; 2]> = Vec::new();
        for position in moves.chunk_by(|a, b| a.of == b.of) {
            for (at, a) in position.iter().enumerate() {
                for b in &position[..at] {
                    if !a.proved[0] && !b.proved[0] {
                        pairs.push([a.chances[0] - b.chances[0], a.chances[1] - b.chances[1]]);
                    }
                }
            }
        }
        if pairs.len() < FEW {
            return None;
        }
        let noise = threshold(&mut pairs) / 2.0;
        let apart = || pairs.iter().filter(|[early, _]| early.abs() > told(noise));
        let turned = apart().filter(|[early, late]| early * late < 0.0).count();
        Some(Noise { pairs: pairs.len(), noise, apart: apart().count(), turned })
    }

    /// How it was found, in one line.
    pub fn sentence(&self) -> String {
        let Noise { pairs, apart, turned, .. } = self;
        let [few, many] = sample::LONGER;
        format!(
            "noise: from {few} to {many} nodes, in {pairs} pairs of moves; of {apart} that it tells apart {turned} came out the other way round"
        )
    }
}

/// The difference beyond which telling apart is worth it most, each pair that turns being as bad as nine are good: there the share of those that turn,
/// taken to fall as the difference grows, comes below [`WRONG`].
fn threshold(pairs: &mut [[f64; 2]]) -> f64 {
    pairs.sort_by(|a, b| b[0].abs().total_cmp(&a[0].abs()));
    let (mut cost, mut least) = (0.0, (0.0, pairs[0][0].abs()));
    for (at, [early, late]) in pairs.iter().enumerate() {
        cost += if early * late < 0.0 { 1.0 - WRONG } else { -WRONG };
        if cost < least.0 {
            least = (cost, pairs.get(at + 1).map_or(0.0, |next| next[0].abs()));
        }
    }
    least.1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_noise_ends_where_pairs_no_longer_turn() {
        let pair = |of: usize| {
            let apart = 0.004 * of as f64;
            let later = if of.is_multiple_of(2) && apart < 0.2 { -apart } else { apart };
            [[0.5 + apart, 0.5 + later], [0.5, 0.5]].map(|chances| Twice { of, chances, proved: [false; 2] })
        };
        let moves: Vec<Twice> = (0..100).flat_map(pair).collect();
        let found = Noise::of(&moves, |noise| 2.0 * noise).expect("enough pairs");
        assert!(
            (found.noise - 0.096).abs() < 1e-9,
            "the last that turns differs by 0.192 and is not told apart: {found:?}"
        );
        assert_eq!((found.pairs, found.apart, found.turned), (100, 51, 0));
        assert_eq!(Noise::of(&moves[..60], |noise| noise), None, "30 pairs");
    }
}

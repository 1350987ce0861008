//! How far chances are from what came of them.

use std::collections::HashMap;

use game::Rng;
use serde::Serialize;

use super::sample::Row;

/// How many bins chances are put into, all equally wide.
const BINS: usize = 10;

/// How often luck is tried.
const TRIALS: u64 = 200;

/// Chances are taken to be no surer than this, so that one certain mistake does not count for ever.
const SUREST: f64 = 1e-6;

/// What chances came to in games that were played to the end. Every game counts the same, however many of its positions are looked at.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Reliability {
    /// Games looked at.
    pub games: usize,
    /// Positions looked at.
    pub positions: usize,
    /// The mean distance between the chances of a bin and what came of them.
    pub error: f64,
    /// What [`Reliability::error`] would be on average by luck alone, in as many games, if all chances were exactly right.
    pub luck: f64,
    /// The mean of minus the logarithm of the chance that was given to what happened.
    pub loss: f64,
    /// The same for the best chances that put the positions in the same order, found with hindsight.
    pub best_loss: f64,
    /// The bins, from 0 to 1; empty ones are left out.
    pub bins: Vec<Bin>,
}

/// Chances that are about the same.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Bin {
    /// Which share of all positions.
    pub share: f64,
    /// What was said, on average.
    pub said: f64,
    /// What came of it, on average.
    pub came: f64,
}

/// A chance, what came of it, and how much it counts.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Case {
    chance: f64,
    result: f64,
    weight: f64,
}

impl Reliability {
    /// Measures the chances that `chance` gives to the positions.
    pub fn of(rows: &[Row], chance: impl Fn(&Row) -> f64) -> Reliability {
        let weights = weights(rows);
        let cases: Vec<Case> = rows
            .iter()
            .zip(&weights)
            .map(|(row, &weight)| Case { chance: chance(row), result: row.result, weight })
            .collect();
        let bins = bins(&cases);
        let games = rows.chunk_by(|a, b| a.game == b.game).count();
        Reliability {
            games,
            positions: rows.len(),
            error: error(&bins),
            luck: luck(rows, &cases),
            loss: loss(&cases),
            best_loss: loss(&best(&cases)),
            bins,
        }
    }
}

/// How much each position counts: a game counts 1.
pub(crate) fn weights(rows: &[Row]) -> Vec<f64> {
    let mut counts: HashMap<usize, usize> = HashMap::new();
    rows.iter().for_each(|row| *counts.entry(row.game).or_default() += 1);
    rows.iter().map(|row| 1.0 / counts[&row.game] as f64).collect()
}

fn bins(cases: &[Case]) -> Vec<Bin> {
    let mut sums = [(0.0, 0.0, 0.0); BINS];
    for case in cases {
        let (weight, said, came) = &mut sums[((case.chance * BINS as f64) as usize).min(BINS - 1)];
        *weight += case.weight;
        *said += case.weight * case.chance;
        *came += case.weight * case.result;
    }
    let total: f64 = sums.iter().map(|sum| sum.0).sum();
    let full = sums.iter().filter(|sum| sum.0 > 0.0);
    full.map(|&(weight, said, came)| Bin { share: weight / total, said: said / weight, came: came / weight })
        .collect()
}

fn error(bins: &[Bin]) -> f64 {
    bins.iter().map(|bin| bin.share * (bin.said - bin.came).abs()).sum()
}

/// The mean error when results are drawn by the chances themselves. All positions of a game share one lot, since they share one result.
fn luck(rows: &[Row], cases: &[Case]) -> f64 {
    let mut sum = 0.0;
    for trial in 0..TRIALS {
        let drawn = rows.iter().zip(cases).map(|(row, case)| {
            let two = row.seats == 2;
            let seat = if two { 0 } else { row.mover as u64 };
            let lot = Rng::derive(trial, row.game as u64 * 8 + seat).unit();
            let wins = if two && row.mover == 1 { lot >= 1.0 - case.chance } else { lot < case.chance };
            Case { result: f64::from(u8::from(wins)), ..*case }
        });
        sum += error(&bins(&drawn.collect::<Vec<_>>()));
    }
    sum / TRIALS as f64
}

fn loss(cases: &[Case]) -> f64 {
    let total: f64 = cases.iter().map(|case| case.weight).sum();
    let one = |case: &Case| {
        let chance = case.chance.clamp(SUREST, 1.0 - SUREST);
        -case.weight * (case.result * chance.ln() + (1.0 - case.result) * (1.0 - chance).ln())
    };
    cases.iter().map(one).sum::<f64>() / total
}

/// The best chances in hindsight that rise with those given: neighbours that would fall are put together until none do.
fn best(cases: &[Case]) -> Vec<Case> {
    let mut sorted = cases.to_vec();
    sorted.sort_by(|a, b| a.chance.total_cmp(&b.chance));
    let mut blocks: Vec<(f64, f64, usize)> = Vec::new();
    for case in &sorted {
        blocks.push((case.weight, case.weight * case.result, 1));
        while let [.., (w1, s1, n1), (w2, s2, n2)] = *blocks.as_slice() {
            if s1 / w1 <= s2 / w2 {
                break;
            }
            blocks.truncate(blocks.len() - 2);
            blocks.push((w1 + w2, s1 + s2, n1 + n2));
        }
    }
    let means = blocks.iter().flat_map(|&(weight, sum, count)| std::iter::repeat_n(sum / weight, count));
    sorted.iter().zip(means).map(|(case, chance)| Case { chance, ..*case }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calibration::sample::Begun;

    fn row(game: usize, usual: f64, result: f64) -> Row {
        let position = String::new();
        Row {
            game,
            begun: Begun::Strongest,
            mover: 0,
            seats: 2,
            phase: 0.5,
            nodes: 1000,
            again: 0,
            usual,
            result,
            position,
        }
    }

    #[test]
    fn right_chances_have_no_error() {
        let rows: Vec<Row> = (0..100).map(|n| row(n, 0.25, f64::from(u8::from(n % 4 == 0)))).collect();
        let found = Reliability::of(&rows, |row| row.usual);
        assert!(found.error < 1e-9 && (found.loss - found.best_loss).abs() < 1e-9, "{found:?}");
    }

    #[test]
    fn boasting_is_measured() {
        let rows: Vec<Row> = (0..100).map(|n| row(n, 0.95, f64::from(u8::from(n % 2 == 0)))).collect();
        let found = Reliability::of(&rows, |row| row.usual);
        assert!((found.error - 0.45).abs() < 1e-9, "{found:?}");
        assert!((found.best_loss - std::f64::consts::LN_2).abs() < 1e-9, "{found:?}");
    }

    #[test]
    fn the_best_fit_keeps_the_order_and_never_falls() {
        let results = [0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 1.0, 1.0];
        let cases: Vec<Case> = results
            .iter()
            .enumerate()
            .map(|(n, &result)| Case { chance: n as f64 / 10.0, result, weight: 1.0 })
            .collect();
        let fitted: Vec<f64> = best(&cases).iter().map(|case| case.chance).collect();
        let third = 1.0 / 3.0;
        assert_eq!(fitted, [0.0, third, third, third, 0.5, 0.5, 1.0, 1.0]);
    }

    #[test]
    fn games_count_the_same() {
        let rows = [row(0, 0.8, 1.0), row(0, 0.8, 1.0), row(0, 0.8, 1.0), row(1, 0.8, 0.0)];
        assert!((Reliability::of(&rows, |row| row.usual).error - 0.3).abs() < 1e-9);
    }
}

//! The link that fits how games ended best.
//!
//! With bend and effort given, the rest of a link is a logistic regression: convex, and found by Newton's method. Bend and effort are tried from short
//! lists. What changes from phase to phase is held together by a penalty, so that few positions at one end of the game do not say much.

use game::chances::{Knot, Link, bent, doublings, from_log_odds, log_odds, side};

use super::reliability::weights;
use super::sample::Row;

/// The bends that are tried; the last one bends nothing that is ever seen.
const BENDS: [f64; 7] = [0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 100.0];

/// What a doubling of the nodes may count.
const EFFORTS: [f64; 7] = [0.0, 0.03, 0.06, 0.1, 0.15, -0.03, -0.06];

/// An effort other than none must be better by so much a game: with less to gain, the simpler link is kept.
const WORTH_IT: f64 = 0.000_5;

/// Which shares of the positions lie before the phases that are told apart.
const QUANTILES: [f64; 5] = [0.05, 0.275, 0.5, 0.725, 0.95];

/// Phases closer to each other than this are not told apart.
const APART: f64 = 0.03;

/// How much it costs, in games, when a slope differs from the one before by as much as the mean slope, or an offset by 1.
const STIFFNESS: f64 = 4.0;

/// How much it costs, in games, when an offset is 1.
const MODESTY: f64 = 2.0;

/// The least slope: chances rise with judgements, however little.
const LEAST_SLOPE: f64 = 0.005;

/// Steps of Newton's method, which is there after far fewer.
const STEPS: usize = 30;

/// A row as the regression sees it: the numbers that the parameters are multiplied by.
struct Case {
    inputs: Vec<f64>,
    result: f64,
    weight: f64,
}

/// The link that fits the rows best. `None` when there are too few to say anything.
pub fn fit(rows: &[Row], board: &str, judge: &str) -> Option<Link> {
    let weights = weights(rows);
    if weights.iter().sum::<f64>() < 20.0 {
        return None;
    }
    let phases = phases(rows, &weights);
    let try_out = |bend: f64, effort: f64| {
        let blank = Link {
            board: board.to_string(),
            judge: judge.to_string(),
            bend,
            effort,
            knots: Vec::new(),
            card: Vec::new(),
        };
        regress(rows, &weights, &phases, blank)
    };
    let games: f64 = weights.iter().sum();
    let mut best: Option<(f64, Link)> = None;
    for effort in EFFORTS {
        for bend in BENDS {
            let (cost, link) = try_out(bend, effort);
            let cost = cost / games + if effort == 0.0 { 0.0 } else { WORTH_IT };
            if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                best = Some((cost, link));
            }
        }
    }
    best.map(|(_, link)| link)
}

/// The phases that are told apart, rounded as they are written.
fn phases(rows: &[Row], weights: &[f64]) -> Vec<f64> {
    let mut sorted: Vec<(f64, f64)> = rows.iter().map(|row| row.phase).zip(weights.iter().copied()).collect();
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
    let total: f64 = weights.iter().sum();
    let at = |share: f64| {
        let mut before = 0.0;
        let found = sorted.iter().find(|(_, weight)| {
            before += weight;
            before >= share * total
        });
        (found.map_or(0.0, |found| found.0) * 100.0).round() / 100.0
    };
    let mut phases: Vec<f64> = Vec::new();
    for phase in QUANTILES.map(at) {
        if phases.last().is_none_or(|last| phase >= last + APART) {
            phases.push(phase);
        }
    }
    phases
}

/// The best knots for a link of which bend and effort are known, and what it costs.
fn regress(rows: &[Row], weights: &[f64], phases: &[f64], mut link: Link) -> (f64, Link) {
    let judged = |row: &Row| {
        let effort = (1.0 + link.effort * doublings(row.nodes)).max(0.1);
        effort * bent(log_odds(row.usual), link.bend)
    };
    // Slopes are measured by their size at one, so that the penalty means the same in every game.
    let unit = {
        let cases = rows.iter().zip(weights).map(|(row, &weight)| Case {
            inputs: vec![judged(row), side(&row.occasion()), 1.0],
            result: row.result,
            weight,
        });
        newton(&cases.collect::<Vec<_>>(), &Penalty::new(1), &[1.0, 0.0, 0.0]).1[0].max(LEAST_SLOPE)
    };
    let count = phases.len();
    let cases = rows.iter().zip(weights).map(|(row, &weight)| {
        let shares = shares(phases, row.phase);
        let scaled = |by: f64| shares.iter().map(move |share| share * by).collect::<Vec<_>>();
        let inputs = [scaled(unit * judged(row)), scaled(side(&row.occasion())), scaled(1.0)].concat();
        Case { inputs, result: row.result, weight }
    });
    let start: Vec<f64> = (0..3 * count).map(|index| f64::from(u8::from(index < count))).collect();
    let (cost, found) = newton(&cases.collect::<Vec<_>>(), &Penalty::new(count), &start);
    link.knots = (0..count)
        .map(|knot| Knot {
            phase: phases[knot],
            slope: (unit * found[knot]).max(LEAST_SLOPE),
            first: found[count + knot],
            mover: found[2 * count + knot],
        })
        .collect();
    (cost, link)
}

/// How much of each knot there is at a phase.
fn shares(phases: &[f64], phase: f64) -> Vec<f64> {
    let mut shares = vec![0.0; phases.len()];
    match phases.iter().position(|&knot| knot >= phase) {
        Some(0) => shares[0] = 1.0,
        None => shares[phases.len() - 1] = 1.0,
        Some(after) => {
            let share = (phase - phases[after - 1]) / (phases[after] - phases[after - 1]);
            shares[after - 1] = 1.0 - share;
            shares[after] = share;
        }
    }
    shares
}

/// What parameters cost by themselves: a sum of squares.
struct Penalty {
    knots: usize,
}

impl Penalty {
    fn new(knots: usize) -> Penalty {
        Penalty { knots }
    }

    /// Pairs of parameters that should not differ, and parameters that should be small.
    fn terms(&self) -> Vec<(usize, Option<usize>, f64)> {
        let kinds = (0..3).flat_map(|kind| {
            let first = kind * self.knots;
            (first..first + self.knots - 1).map(|at| (at, Some(at + 1), STIFFNESS))
        });
        let offsets = (self.knots..3 * self.knots).map(|at| (at, None, MODESTY / self.knots as f64));
        kinds.chain(offsets).collect()
    }

    fn cost(&self, parameters: &[f64]) -> f64 {
        let term = |&(at, other, price): &(usize, Option<usize>, f64)| {
            price * (parameters[at] - other.map_or(0.0, |other| parameters[other])).powi(2)
        };
        self.terms().iter().map(term).sum()
    }

    /// Adds slope and curvature of the cost.
    fn add_to(&self, parameters: &[f64], gradient: &mut [f64], hessian: &mut [Vec<f64>]) {
        for (at, other, price) in self.terms() {
            let apart = parameters[at] - other.map_or(0.0, |other| parameters[other]);
            gradient[at] += 2.0 * price * apart;
            hessian[at][at] += 2.0 * price;
            if let Some(other) = other {
                gradient[other] -= 2.0 * price * apart;
                hessian[other][other] += 2.0 * price;
                hessian[at][other] -= 2.0 * price;
                hessian[other][at] -= 2.0 * price;
            }
        }
    }
}

/// The parameters of least cost, and that cost.
fn newton(cases: &[Case], penalty: &Penalty, start: &[f64]) -> (f64, Vec<f64>) {
    let mut parameters = start.to_vec();
    let mut cost = cost_of(cases, penalty, &parameters);
    for _ in 0..STEPS {
        let step = step(cases, penalty, &parameters);
        let mut length = 1.0;
        let (next_cost, next) = loop {
            let next: Vec<f64> = parameters.iter().zip(&step).map(|(p, s)| p - length * s).collect();
            let next_cost = cost_of(cases, penalty, &next);
            if next_cost <= cost || length < 1e-4 {
                break (next_cost, next);
            }
            length /= 2.0;
        };
        let gained = cost - next_cost;
        if gained <= 1e-9 {
            break;
        }
        (cost, parameters) = (next_cost, next);
    }
    (cost, parameters)
}

fn odds(case: &Case, parameters: &[f64]) -> f64 {
    case.inputs.iter().zip(parameters).map(|(input, parameter)| input * parameter).sum()
}

fn cost_of(cases: &[Case], penalty: &Penalty, parameters: &[f64]) -> f64 {
    let one = |case: &Case| {
        let odds = odds(case, parameters);
        // The logarithm of 1 + e^odds, without overflow.
        let both = odds.max(0.0) + (-odds.abs()).exp().ln_1p();
        case.weight * (both - case.result * odds)
    };
    cases.iter().map(one).sum::<f64>() + penalty.cost(parameters)
}

/// The step of Newton's method: slope over curvature.
fn step(cases: &[Case], penalty: &Penalty, parameters: &[f64]) -> Vec<f64> {
    let count = parameters.len();
    let mut gradient = vec![0.0; count];
    let mut hessian = vec![vec![0.0; count]; count];
    for case in cases {
        let chance = from_log_odds(odds(case, parameters));
        let (off, curve) = (case.weight * (chance - case.result), case.weight * chance * (1.0 - chance));
        for (a, &input) in case.inputs.iter().enumerate().filter(|(_, input)| **input != 0.0) {
            gradient[a] += off * input;
            for (b, &other) in case.inputs.iter().enumerate() {
                hessian[a][b] += curve * input * other;
            }
        }
    }
    penalty.add_to(parameters, &mut gradient, &mut hessian);
    (0..count).for_each(|at| hessian[at][at] += 1e-6);
    solve(hessian, gradient)
}

/// The solution of a system of linear equations, by elimination; the matrix is positive definite.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let count = right.len();
    for at in 0..count {
        let pivot = matrix[at].clone();
        for row in at + 1..count {
            let factor = matrix[row][at] / pivot[at];
            matrix[row].iter_mut().zip(&pivot).skip(at).for_each(|(cell, above)| *cell -= factor * above);
            right[row] -= factor * right[at];
        }
    }
    for at in (0..count).rev() {
        let known: f64 = (at + 1..count).map(|column| matrix[at][column] * right[column]).sum();
        right[at] = (right[at] - known) / matrix[at][at];
    }
    right
}

#[cfg(test)]
mod tests {
    use game::Rng;

    use super::*;
    use crate::calibration::Reliability;
    use crate::calibration::sample::Begun;

    /// Games whose results follow a link that is a third as sure as the usual one, and in favour of the first seat.
    fn rows(numbers: std::ops::Range<usize>) -> Vec<Row> {
        let make = |game: usize| {
            let mut rng = Rng::derive(7, game as u64);
            let (usual, mover) = (from_log_odds(8.0 * rng.unit() - 4.0), game % 2);
            let true_odds = 0.33 * log_odds(usual) + if mover == 0 { 0.4 } else { -0.4 };
            let result = f64::from(u8::from(rng.unit() < from_log_odds(true_odds)));
            let (phase, position) = (rng.unit(), String::new());
            Row {
                game,
                begun: Begun::Strongest,
                mover,
                seats: 2,
                phase,
                nodes: 8192,
                usual,
                result,
                position,
            }
        };
        numbers.map(make).collect()
    }

    #[test]
    fn what_made_the_results_is_found_again() {
        let link = fit(&rows(0..4_000), "-", "test").expect("enough games");
        for knot in &link.knots {
            assert!((knot.slope - 0.33).abs() < 0.1, "{link:?}");
            assert!((knot.first - 0.4).abs() < 0.2 && knot.mover.abs() < 0.15, "{link:?}");
        }
        let other = rows(10_000..12_000);
        let found = Reliability::of(&other, |row| link.chance(row.usual, &row.occasion()));
        assert!(found.error < 0.03 && found.loss < found.best_loss + 0.02, "{found:?}");
        assert!(Reliability::of(&other, |row| row.usual).error > 0.1);
    }

    #[test]
    fn too_few_games_say_nothing() {
        assert_eq!(fit(&rows(0..10), "-", "test"), None);
    }
}

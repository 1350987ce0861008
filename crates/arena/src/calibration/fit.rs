//! The link that fits how games ended best.
//!
//! With the effort given, slopes and offsets are a logistic regression: convex, and found by Newton's method. Efforts are tried from a short list. Then
//! the curve is another regression, on what is left. What changes from phase to phase, and along the curve, is held together by a penalty, so
//! that few positions at one end do not say much.

use game::chances::{CURVE_AT, Knot, LEAST_RISE, Link, between, from_log_odds, log_odds, side, weight};

use super::reliability::weights;
use super::sample::Row;

/// What a doubling of the nodes may count.
const EFFORTS: [f64; 9] = [0.0, 0.02, 0.04, 0.07, 0.1, 0.14, -0.02, -0.04, -0.07];

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

/// The same for the curve: when two of its neighbours differ by 1, and when one of them is 1.
const CURVE_STIFFNESS: f64 = 1.0;
const CURVE_MODESTY: f64 = 0.5;

/// The least slope: chances rise with judgements, however little.
const LEAST_SLOPE: f64 = 0.005;

/// Steps of Newton's method, which is there after far fewer.
const STEPS: usize = 30;

/// A row as the regression sees it: log-odds that are there already, and the numbers that the parameters are multiplied by.
struct Case {
    given: f64,
    inputs: Vec<f64>,
    result: f64,
    weight: f64,
}

/// A price of parameters by themselves, for their square: of one, or of the difference of two.
struct Price {
    at: usize,
    other: Option<usize>,
    price: f64,
}

/// The link that fits the rows best; its noise is for others to measure. `None` when there are too few to say anything.
pub fn fit(rows: &[Row], board: &str, judge: &str) -> Option<Link> {
    let weights = weights(rows);
    let games: f64 = weights.iter().sum();
    if games < 20.0 {
        return None;
    }
    let phases = phases(rows, &weights);
    let mut best: Option<(f64, f64, Vec<Knot>)> = None;
    for effort in EFFORTS {
        let (cost, knots) = regress(rows, &weights, &phases, effort);
        let cost = cost / games + if effort == 0.0 { 0.0 } else { WORTH_IT };
        if best.as_ref().is_none_or(|(least, ..)| cost < *least) {
            best = Some((cost, effort, knots));
        }
    }
    let (_, effort, knots) = best?;
    let curve = [0.0; CURVE_AT.len()];
    let (board, judge) = (board.to_string(), judge.to_string());
    let straight = Link { board, judge, effort, noise: 0.0, curve, knots, card: Vec::new() };
    Some(Link { curve: curve_of(rows, &weights, &straight), ..straight })
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

/// The best knots for an effort, and what they cost.
fn regress(rows: &[Row], weights: &[f64], phases: &[f64], effort: f64) -> (f64, Vec<Knot>) {
    let judged = |row: &Row| weight(effort, row.nodes) * log_odds(row.usual);
    let cases = |inputs: &dyn Fn(&Row) -> Vec<f64>| -> Vec<Case> {
        let one = |(row, &weight): (&Row, &f64)| Case {
            given: 0.0,
            inputs: inputs(row),
            result: row.result,
            weight,
        };
        rows.iter().zip(weights).map(one).collect()
    };
    // Slopes are measured by their size at one, so that the penalty means the same in every game.
    let plain = cases(&|row| vec![judged(row), side(&row.occasion()), 1.0]);
    let unit = newton(&plain, &prices(1), &[1.0, 0.0, 0.0]).1[0].max(LEAST_SLOPE);
    let count = phases.len();
    let phased = cases(&|row| {
        let shares = shares(phases, row.phase);
        let scaled = |by: f64| shares.iter().map(move |share| share * by).collect::<Vec<_>>();
        [scaled(unit * judged(row)), scaled(side(&row.occasion())), scaled(1.0)].concat()
    });
    let start: Vec<f64> = (0..3 * count).map(|index| f64::from(u8::from(index < count))).collect();
    let (cost, found) = newton(&phased, &prices(count), &start);
    let knot = |knot: usize| Knot {
        phase: phases[knot],
        slope: (unit * found[knot]).max(LEAST_SLOPE),
        first: found[count + knot],
        mover: found[2 * count + knot],
    };
    (cost, (0..count).map(knot).collect())
}

/// The best curve for a link that has none yet, kept from falling faster than levels rise.
fn curve_of(rows: &[Row], weights: &[f64], link: &Link) -> [f64; CURVE_AT.len()] {
    let one = |(row, &weight): (&Row, &f64)| {
        let given = link.level(row.usual, &row.occasion());
        Case { given, inputs: shares(&CURVE_AT, given), result: row.result, weight }
    };
    let cases: Vec<Case> = rows.iter().zip(weights).map(one).collect();
    let prices: Vec<Price> = neighbours(0, CURVE_AT.len(), CURVE_STIFFNESS)
        .chain((0..CURVE_AT.len()).map(|at| Price { at, other: None, price: CURVE_MODESTY }))
        .collect();
    let (_, found) = newton(&cases, &prices, &[0.0; CURVE_AT.len()]);
    let mut curve: [f64; CURVE_AT.len()] = found.try_into().expect("as many as there were at the start");
    let middle = CURVE_AT.len() / 2;
    let most = |a: usize, b: usize| (1.0 - LEAST_RISE) * (CURVE_AT[b] - CURVE_AT[a]);
    for at in middle + 1..CURVE_AT.len() {
        curve[at] = curve[at].max(curve[at - 1] - most(at - 1, at));
    }
    for at in (0..middle).rev() {
        curve[at] = curve[at].min(curve[at + 1] + most(at, at + 1));
    }
    curve
}

/// How much of each of the rising numbers there is at one.
fn shares(rising: &[f64], at: f64) -> Vec<f64> {
    let mut shares = vec![0.0; rising.len()];
    let (below, above, share) = between(rising, at);
    shares[below] += 1.0 - share;
    shares[above] += share;
    shares
}

/// Prices of parameters that should not differ from the next one.
fn neighbours(first: usize, count: usize, price: f64) -> impl Iterator<Item = Price> {
    (first..first + count - 1).map(move |at| Price { at, other: Some(at + 1), price })
}

/// The prices of slopes and offsets at so many phases.
fn prices(knots: usize) -> Vec<Price> {
    let kinds = (0..3).flat_map(|kind| neighbours(kind * knots, knots, STIFFNESS));
    let offsets = (knots..3 * knots).map(|at| Price { at, other: None, price: MODESTY / knots as f64 });
    kinds.chain(offsets).collect()
}

impl Price {
    /// What is paid for the square of.
    fn apart(&self, parameters: &[f64]) -> f64 {
        parameters[self.at] - self.other.map_or(0.0, |other| parameters[other])
    }

    /// Adds slope and curvature of the cost.
    fn add_to(&self, parameters: &[f64], gradient: &mut [f64], hessian: &mut [Vec<f64>]) {
        let (at, price) = (self.at, self.price);
        let apart = self.apart(parameters);
        gradient[at] += 2.0 * price * apart;
        hessian[at][at] += 2.0 * price;
        if let Some(other) = self.other {
            gradient[other] -= 2.0 * price * apart;
            hessian[other][other] += 2.0 * price;
            hessian[at][other] -= 2.0 * price;
            hessian[other][at] -= 2.0 * price;
        }
    }
}

/// The parameters of least cost, and that cost.
fn newton(cases: &[Case], prices: &[Price], start: &[f64]) -> (f64, Vec<f64>) {
    let mut parameters = start.to_vec();
    let mut cost = cost_of(cases, prices, &parameters);
    for _ in 0..STEPS {
        let step = step(cases, prices, &parameters);
        let mut length = 1.0;
        let (next_cost, next) = loop {
            let next: Vec<f64> = parameters.iter().zip(&step).map(|(p, s)| p - length * s).collect();
            let next_cost = cost_of(cases, prices, &next);
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
    case.given + case.inputs.iter().zip(parameters).map(|(input, parameter)| input * parameter).sum::<f64>()
}

fn cost_of(cases: &[Case], prices: &[Price], parameters: &[f64]) -> f64 {
    let one = |case: &Case| {
        let odds = odds(case, parameters);
        // The logarithm of 1 + e^odds, without overflow.
        let both = odds.max(0.0) + (-odds.abs()).exp().ln_1p();
        case.weight * (both - case.result * odds)
    };
    let paid = prices.iter().map(|price| price.price * price.apart(parameters).powi(2));
    cases.iter().map(one).sum::<f64>() + paid.sum::<f64>()
}

/// The step of Newton's method: slope over curvature.
fn step(cases: &[Case], prices: &[Price], parameters: &[f64]) -> Vec<f64> {
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
    prices.iter().for_each(|price| price.add_to(parameters, &mut gradient, &mut hessian));
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
                again: 0,
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
            assert!((knot.first - 0.4).abs() < 0.2 && knot.mover.abs() < 0.2, "{link:?}");
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

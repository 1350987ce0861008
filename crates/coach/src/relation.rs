//! When two moves may be told apart.

use serde::{Deserialize, Serialize};

use crate::Verdict;

/// How one move compares with another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Relation {
    /// It is better.
    Better,
    /// Both are proved to be worth the same.
    Equal,
    /// It is worse.
    Worse,
    /// Nobody can say.
    Unclear,
}

/// How fine verdicts are that are not proved: how far one strays from the same with eight times the nodes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Grain {
    /// In chances to win.
    pub win: f64,
    /// In points.
    pub points: f64,
}

/// The least loss of chances that is called an error.
const ERROR: f64 = 0.10;

/// Beyond this chance, and below its opposite, winning is decided.
const DECIDED: f64 = 0.97;

impl Default for Grain {
    fn default() -> Grain {
        Grain { win: 0.02, points: 1.0 }
    }
}

impl Grain {
    /// As fine as verdicts of this match's game were found to be, where that was measured.
    pub fn of(board: &dyn table::Match) -> Grain {
        let measured = board.standing().and_then(|standing| Some(standing.link(&standing.judge)?.noise));
        let usual = Grain::default();
        Grain { win: measured.unwrap_or(usual.win), ..usual }
    }

    /// The difference of chances from which two moves may be told apart.
    pub fn step(self) -> f64 {
        game::chances::step(self.win)
    }
}

/// How a move with the first verdict compares with one of the second. `points` says whether margins count in the game.
pub fn relation(a: &Verdict, b: &Verdict, grain: Grain, points: bool) -> Relation {
    if a.exact && b.exact {
        let order = a.win.total_cmp(&b.win).then(if points {
            a.value.total_cmp(&b.value)
        } else {
            std::cmp::Ordering::Equal
        });
        return match order {
            std::cmp::Ordering::Greater => Relation::Better,
            std::cmp::Ordering::Equal => Relation::Equal,
            std::cmp::Ordering::Less => Relation::Worse,
        };
    }
    let apart = |difference: f64, step: f64| match difference {
        difference if difference > step => Relation::Better,
        difference if difference < -step => Relation::Worse,
        _ => Relation::Unclear,
    };
    // A proof and a judgement differ only where the judgement sees an error.
    let step = if a.exact == b.exact { grain.step() } else { grain.step().max(ERROR) };
    match apart(a.win - b.win, step) {
        // Points that are proved and points that are judged say nothing about each other.
        Relation::Unclear if points && !a.exact && !b.exact && decided(a) && decided(b) => {
            apart(a.value - b.value, 2.0 * grain.points)
        }
        known => known,
    }
}

/// Whether nothing but points is left to play for.
pub(crate) fn decided(verdict: &Verdict) -> bool {
    verdict.win >= DECIDED || verdict.win <= 1.0 - DECIDED
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(exact: bool, win: f64, value: f64) -> Verdict {
        Verdict { exact, value, win, winner: None, pv: Vec::new() }
    }

    #[test]
    fn proofs_go_by_value_and_judgements_by_a_step() {
        let grain = Grain { win: 0.02, points: 1.0 };
        let cases = [
            ((true, 1.0, 3.0), (true, 1.0, 3.0), Relation::Equal),
            ((true, 1.0, 3.0), (true, 1.0, 5.0), Relation::Worse),
            ((true, 1.0, 0.0), (true, 0.0, 0.0), Relation::Better),
            ((false, 0.60, 1.0), (false, 0.57, 0.0), Relation::Unclear),
            ((false, 0.60, 1.0), (false, 0.55, 0.0), Relation::Better),
            ((false, 0.50, 0.0), (true, 1.0, 2.0), Relation::Worse),
            ((false, 0.91, 0.0), (true, 1.0, 2.0), Relation::Unclear),
            ((false, 0.05, 0.0), (true, 0.0, -2.0), Relation::Unclear),
            ((false, 0.99, 9.0), (false, 0.98, 4.0), Relation::Better),
            ((false, 0.99, 5.0), (true, 1.0, 4.0), Relation::Unclear),
        ];
        for (a, b, expected) in cases {
            let (a, b) = (verdict(a.0, a.1, a.2), verdict(b.0, b.1, b.2));
            assert_eq!(relation(&a, &b, grain, true), expected, "{a:?} {b:?}");
        }
        let (short, long) = (verdict(true, 1.0, 1.0), verdict(true, 1.0, 2.0));
        assert_eq!(relation(&short, &long, grain, false), Relation::Equal);
    }
}

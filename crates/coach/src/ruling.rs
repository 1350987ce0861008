//! What the rules say of a move, as far as it is so and the audit lets them speak.

use table::Match;
use table::expert::{ClaimQuestion, Claimed, Known, Lang, Status as Checked};

use crate::Judged;
use crate::budget::Purse;
use crate::reason::{Silence, Status};

/// What checking the claims of a move may cost.
const SHARE: f64 = 0.1;

/// Something that a rule says of a move.
#[derive(Clone, Debug)]
pub(crate) struct Ruling {
    /// The rule.
    pub(crate) rule: String,
    /// What it says, without a full stop; the move is the one who does it.
    pub(crate) text: String,
    /// What it claims, with its values.
    pub(crate) claim: Option<String>,
    pub(crate) status: Status,
    /// The line that shows or refutes it.
    pub(crate) line: Vec<String>,
    /// Whether it speaks for the move.
    pub(crate) favours: bool,
    /// Why it is not said.
    pub(crate) silence: Option<Silence>,
}

/// What the rules say of a move, weightiest first. Nothing where the game has no rules.
pub(crate) fn rulings(board: &dyn Match, mv: &str, all: &[Judged], lang: Lang, purse: &Purse) -> Vec<Ruling> {
    let known = known(all);
    let (nodes, deadline) = purse.for_claims(SHARE);
    let question =
        ClaimQuestion { mv: Some(mv), lang, nodes, known: &known, deadline, ..ClaimQuestion::default() };
    let claims = board.claims(&question).unwrap_or_default();
    claims.into_iter().flat_map(|of_move| of_move.claims).map(Ruling::of).collect()
}

impl Ruling {
    fn of(claimed: Claimed) -> Ruling {
        let status = match claimed.status {
            Checked::Confirmed => Status::Confirmed,
            Checked::Literal => Status::Literal,
            Checked::Refuted => Status::Refuted,
            Checked::Undecided | Checked::Unclaimed => Status::Open,
        };
        let silence = match status {
            _ if claimed.may_be_spoken() => None,
            Status::Refuted => Some(Silence::Refuted),
            Status::Open => Some(Silence::Open),
            _ if claimed.is_commonplace() => Some(Silence::Commonplace),
            _ => Some(Silence::Unproven),
        };
        Ruling {
            favours: !claimed.veto && claimed.points > 0,
            rule: claimed.rule,
            text: claimed.text,
            claim: claimed.claim,
            status,
            line: claimed.line,
            silence,
        }
    }
}

/// What the verdicts prove about each move.
fn known(all: &[Judged]) -> Vec<Known> {
    let exact = all.iter().all(|judged| judged.verdict.exact);
    let mut values: Vec<f64> = all.iter().map(|judged| judged.verdict.value).collect();
    values.sort_by(f64::total_cmp);
    let best = values.last().copied().filter(|_| exact);
    let median = values.get(values.len() / 2).copied().filter(|_| exact);
    let of_move = |judged: &Judged| {
        let verdict = &judged.verdict;
        Known {
            mv: judged.mv.clone(),
            wins: verdict.exact.then(|| verdict.wins()),
            loses: verdict.exact.then(|| verdict.loses()),
            keeps: best.map(|best| verdict.value >= best),
            gain: median.map(|median| verdict.value - median),
            line: verdict.pv.clone(),
        }
    };
    all.iter().map(of_move).collect()
}

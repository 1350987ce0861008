//! Whether what the rules say is so, and whether it says more than a lot would.
//!
//! [`audit()`] plays games of the strongest player against itself, stops at positions by lot, and asks the rules about every legal move there. Each claim is
//! checked and replayed by other code; and each rule is measured against a null rule, which fires on as many moves of the same position, drawn by
//! lot. A rule that speaks for moves should fire on good ones more often than its null does, a rule against moves on bad ones.

mod bars;
mod figures;
mod null;
mod replay;
mod report;
mod seen;
mod walk;

pub use bars::{Bars, Watch, strong, verdicts};
pub use figures::{Audit, RuleFigures};
pub use report::{in_named_section, in_section, in_spoken};
pub use seen::{Fired, Place, Seen};

use game::{Control, Limits, Rng};
use serde::{Deserialize, Serialize};
use table::expert::{ClaimQuestion, Known, Status};
use table::{Bot, Idea, Match, Thought, Wanted};

use replay::Replayer;
use walk::positions;

/// Two moves that differ by less than this in win chance cannot be told apart.
const NOISE: f64 = 0.03;

/// What an audit comes to, or why there is none.
pub type Audited<T> = Result<T, String>;

/// How large an audit is. Everything is counted in nodes, so that it comes out the same on every machine.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// How many games.
    pub games: usize,
    /// How many positions of each.
    pub positions: usize,
    /// What everything random follows from.
    pub seed: u64,
    /// Nodes for each move of the games.
    pub quick: u64,
    /// Nodes for the judgement of all moves of a position.
    pub deep: u64,
    /// Positions that may be looked at for each claim.
    pub claim: u64,
    /// Nodes for each answer of the coach.
    pub coach: u64,
    /// The pack; without a name, the game's default.
    pub pack: Option<String>,
}

impl Default for Plan {
    fn default() -> Plan {
        Plan {
            games: 200,
            positions: 5,
            seed: 1,
            quick: 500,
            deep: 20_000,
            claim: 500,
            coach: 400_000,
            pack: None,
        }
    }
}

impl Plan {
    /// The pack that is audited.
    pub fn pack(&self, board: &dyn Match) -> String {
        self.pack.clone().unwrap_or_else(|| board.info().name.to_string())
    }

    /// What makes the games of an audit come out as they do, in one line: games seen under another heading cannot be taken up.
    pub fn heading(&self, board: &dyn Match) -> String {
        let Plan { positions, seed, quick, deep, claim, .. } = self;
        let (game, options, pack) = (board.info().name, board.options(), self.pack(board));
        format!("{game} {options} {pack} seed={seed} positions={positions} nodes={quick},{deep},{claim}")
    }
}

/// Audits a pack of the game of `board`, whose position does not matter. Games that were `seen` before are not played again; `watch` is told of every
/// new one; false stops.
///
/// # Errors
/// When the game has no knowledge or no player that could judge its moves.
pub fn audit(
    board: &dyn Match,
    plan: &Plan,
    mut seen: Vec<Seen>,
    watch: &mut dyn FnMut(&Seen) -> bool,
) -> Audited<Audit> {
    seen.retain(|seen| seen.game < plan.games);
    for game in 0..plan.games {
        if seen.iter().any(|seen| seen.game == game) {
            continue;
        }
        let new = see(board, plan, game)?;
        let goes_on = watch(&new);
        seen.push(new);
        if !goes_on {
            break;
        }
    }
    seen.sort_by_key(|seen| seen.game);
    Ok(Audit::of(board, plan, &seen))
}

/// Plays one game of an audit and looks at its positions. What is seen follows from the plan and the number of the game.
///
/// # Errors
/// As [`audit()`].
pub fn see(board: &dyn Match, plan: &Plan, game: usize) -> Audited<Seen> {
    let mut rng = Rng::derive(plan.seed, game as u64);
    let mut bot = board.named_bot("master", rng.bits()).map_err(|e| e.to_string())?;
    let places = positions(board, &mut *bot, plan, &mut rng)?;
    let mut seen = Vec::new();
    for place in places {
        seen.push(look(place.as_ref(), &mut *bot, plan, &mut rng)?);
    }
    Ok(Seen { game, positions: seen })
}

/// Asks the rules about every move of one position.
fn look(board: &dyn Match, bot: &mut dyn Bot, plan: &Plan, rng: &mut Rng) -> Audited<Place> {
    let legal = board.legal();
    let thought = think(board, bot, plan.deep, legal.len())?;
    let known = known(&thought);
    let question = ClaimQuestion {
        pack: plan.pack.as_deref(),
        nodes: plan.claim,
        known: &known,
        replay: Some(rng.bits()),
        ..ClaimQuestion::default()
    };
    let mut claims = board.claims(&question).map_err(|e| e.to_string())?;
    let mut replayer = Replayer { bot, plain: plan.claim, deep: plan.deep, quick: plan.quick };
    for of_move in &mut claims {
        for claim in &mut of_move.claims {
            let so = matches!(claim.status, Status::Confirmed | Status::Literal);
            if let (None, true, Some(promise)) = (claim.replay, so, claim.promise) {
                claim.replay = Some(replayer.run(board, &of_move.mv, promise, rng));
            }
        }
    }
    Ok(Place::new(&board.position(), &claims, &good(&thought), rng))
}

/// A thought of so many nodes about so many moves.
fn think(board: &dyn Match, bot: &mut dyn Bot, nodes: u64, lines: usize) -> Audited<Thought> {
    let control = Control::new(Limits { nodes: Some(nodes), ..Limits::default() });
    bot.think(board, &control, Wanted { lines, report: None }).map_err(|e| e.to_string())
}

/// The moves that were judged, each with whether it is the best or cannot be told apart from it.
fn good(thought: &Thought) -> Vec<(String, bool)> {
    let Some(best) = thought.lines.first() else { return Vec::new() };
    let is_good = |idea: &Idea| match idea.exact && best.exact {
        true => idea.score >= best.score,
        false => idea.win > best.win - NOISE,
    };
    thought.lines.iter().map(|idea| (idea.mv.clone(), is_good(idea))).collect()
}

/// What the judgement of the moves proves about each.
fn known(thought: &Thought) -> Vec<Known> {
    let mut scores: Vec<f64> = thought.lines.iter().map(|idea| idea.score).collect();
    scores.sort_by(f64::total_cmp);
    let median = scores.get(scores.len() / 2).copied().unwrap_or_default();
    let best = thought.lines.first().filter(|best| best.exact).map(|best| best.score);
    // What a move gains is known only where every move is.
    let proved = thought.lines.iter().all(|idea| idea.exact);
    thought
        .lines
        .iter()
        .map(|idea| Known {
            mv: idea.mv.clone(),
            wins: idea.exact.then_some(idea.win > 0.99),
            loses: idea.exact.then_some(idea.win < 0.01),
            keeps: best.filter(|_| idea.exact).map(|best| idea.score >= best),
            gain: proved.then_some(idea.score - median),
            line: idea.pv.clone(),
        })
        .collect()
}

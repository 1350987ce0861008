//! What an audit counts, rule by rule.

use std::collections::{BTreeMap, HashMap};

use game::Rng;
use serde::Serialize;
use table::Match;
use table::expert::{COMMONPLACE, MoveClaims, Replay, Status};

use crate::Plan;
use crate::null::{Excess, expected};

/// A rule has to tell moves apart in so many games before it may speak.
const LEAST_GAMES: usize = 5;

/// An audit of one pack.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Audit {
    /// The game.
    pub game: String,
    /// Its options.
    pub options: String,
    /// The pack.
    pub pack: String,
    /// What everything random followed from.
    pub seed: u64,
    /// How many games were played.
    pub games: usize,
    /// How many positions were looked at.
    pub positions: usize,
    /// How many moves they had.
    pub moves: usize,
    /// How many sentences could be spoken by the rules that may speak.
    pub spoken: usize,
    /// How many of them an independent replay proved outright.
    pub proved: usize,
    /// How many of them it refuted: there must be none.
    pub overturned: usize,
    /// The rules that fired, in the order of their names.
    pub rules: Vec<RuleFigures>,
}

/// What was counted for one rule.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RuleFigures {
    /// The rule.
    pub rule: String,
    /// `for` or `against` the moves it fires on.
    pub side: &'static str,
    /// How many sentences it had to say.
    pub fired: usize,
    /// On what share of the moves it fires, in the positions where it fires.
    pub share: f64,
    /// In how many positions it is silent because it fires on most moves.
    pub commonplace: usize,
    /// Claims that were confirmed or literally so.
    pub confirmed: usize,
    /// Claims that were refuted.
    pub refuted: usize,
    /// Claims that stayed open.
    pub undecided: usize,
    /// Confirmed claims that the replay proved.
    pub proved: usize,
    /// Confirmed claims that the replay did not refute.
    pub unrefuted: usize,
    /// Confirmed claims that the replay refuted.
    pub overturned: usize,
    /// The share of its moves that are good (of a rule against moves: bad).
    pub agrees: f64,
    /// The same for its null.
    pub null: f64,
    /// The standard error of the difference.
    pub error: f64,
    /// Whether it may speak.
    pub speaks: bool,
}

/// Counts on the way.
#[derive(Default)]
pub(crate) struct Tally {
    positions: usize,
    moves: usize,
    rules: BTreeMap<String, Counts>,
}

#[derive(Default)]
struct Counts {
    fired: usize,
    points: i64,
    shares: f64,
    positions: usize,
    commonplace: usize,
    confirmed: usize,
    refuted: usize,
    undecided: usize,
    proved: usize,
    unrefuted: usize,
    overturned: usize,
    good: Excess,
    bad: Excess,
}

impl Tally {
    /// Counts one position: what the rules claimed of its moves, and which moves are good.
    pub(crate) fn position(
        &mut self,
        game: usize,
        claims: &[MoveClaims],
        good: &[(String, bool)],
        rng: &mut Rng,
    ) {
        self.positions += 1;
        self.moves += claims.len();
        let is_good: HashMap<&str, bool> = good.iter().map(|(mv, good)| (mv.as_str(), *good)).collect();
        let judged: Vec<bool> = good.iter().map(|(_, good)| *good).collect();
        let spoilt: Vec<bool> = judged.iter().map(|good| !good).collect();
        // The moves that each rule fires on, with its share there.
        let mut fired: BTreeMap<&str, (f64, Vec<bool>)> = BTreeMap::new();
        for of_move in claims {
            let mut last: Vec<&str> = Vec::new();
            for claim in &of_move.claims {
                self.sentence(claim);
                if last.contains(&claim.rule.as_str()) {
                    continue;
                }
                last.push(&claim.rule);
                let entry = fired.entry(&claim.rule).or_insert((claim.share, Vec::new()));
                entry.1.extend(is_good.get(of_move.mv.as_str()));
            }
        }
        for (rule, (share, hits)) in fired {
            let counts = self.rules.get_mut(rule).expect("its sentences were counted");
            counts.positions += 1;
            counts.shares += share;
            if share > COMMONPLACE {
                counts.commonplace += 1;
                continue;
            }
            let (all, good) = (hits.len(), hits.iter().filter(|good| **good).count());
            counts.good.add(game, all, good, expected(&judged, all, rng));
            counts.bad.add(game, all, all - good, expected(&spoilt, all, rng));
        }
    }

    fn sentence(&mut self, claim: &table::expert::Claimed) {
        let counts = self.rules.entry(claim.rule.clone()).or_default();
        counts.fired += 1;
        counts.points += if claim.veto { -1 } else { i64::from(claim.points) };
        match claim.status {
            Status::Confirmed | Status::Literal => counts.confirmed += 1,
            Status::Refuted => counts.refuted += 1,
            Status::Undecided | Status::Unclaimed => counts.undecided += 1,
        }
        match claim.replay {
            Some(Replay::Proved) => counts.proved += 1,
            Some(Replay::Unrefuted) => counts.unrefuted += 1,
            Some(Replay::Refuted) => counts.overturned += 1,
            None => {}
        }
    }

    pub(crate) fn audit(self, board: &dyn Match, plan: &Plan, games: usize) -> Audit {
        let rules: Vec<RuleFigures> = self.rules.into_iter().map(|(name, c)| c.figures(name)).collect();
        let speaking = || rules.iter().filter(|rule| rule.speaks);
        Audit {
            game: board.info().name.to_string(),
            options: board.options().to_string(),
            pack: plan.pack.clone().unwrap_or_else(|| board.info().name.to_string()),
            seed: plan.seed,
            games,
            positions: self.positions,
            moves: self.moves,
            spoken: speaking().map(|rule| rule.confirmed).sum(),
            proved: speaking().map(|rule| rule.proved).sum(),
            overturned: speaking().map(|rule| rule.overturned).sum(),
            rules,
        }
    }
}

impl Counts {
    fn figures(self, rule: String) -> RuleFigures {
        let against = self.points < 0;
        let excess = if against { &self.bad } else { &self.good };
        let (agrees, null, error) = excess.shares();
        let beats = agrees - null > 2.0 * error && excess.games() >= LEAST_GAMES;
        RuleFigures {
            rule,
            side: if against { "against" } else { "for" },
            fired: self.fired,
            share: self.shares / self.positions.max(1) as f64,
            commonplace: self.commonplace,
            confirmed: self.confirmed,
            refuted: self.refuted,
            undecided: self.undecided,
            proved: self.proved,
            unrefuted: self.unrefuted,
            overturned: self.overturned,
            agrees,
            null,
            error,
            speaks: beats && self.overturned == 0 && self.confirmed > 0,
        }
    }
}

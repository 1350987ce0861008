//! What an audit counts, rule by rule.

use std::collections::BTreeMap;

use serde::Serialize;
use table::Match;

use crate::null::Excess;
use crate::{Fired, Plan, Seen};

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
    /// Confirmed claims that it refuted, of whatever rule; their rules may not speak.
    pub overturned: Vec<String>,
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

/// What was counted for one rule on the way.
#[derive(Default)]
struct Counts {
    all: Fired,
    shares: f64,
    positions: usize,
    commonplace: usize,
    good: Excess,
    bad: Excess,
}

impl Audit {
    /// What the games come to that were seen.
    pub(crate) fn of(board: &dyn Match, plan: &Plan, seen: &[Seen]) -> Audit {
        let mut counts: BTreeMap<&str, Counts> = BTreeMap::new();
        let places =
            || seen.iter().flat_map(|seen| seen.positions.iter().map(move |place| (seen.game, place)));
        for (game, place) in places() {
            for (rule, fired) in &place.rules {
                counts.entry(rule).or_default().add(game, fired);
            }
        }
        let rules: Vec<RuleFigures> =
            counts.into_iter().map(|(name, counts)| counts.figures(name.to_string())).collect();
        let speaking = || rules.iter().filter(|rule| rule.speaks);
        Audit {
            game: board.info().name.to_string(),
            options: board.options().to_string(),
            pack: plan.pack(board),
            seed: plan.seed,
            games: seen.len(),
            positions: places().count(),
            moves: places().map(|(_, place)| place.moves).sum(),
            spoken: speaking().map(|rule| rule.confirmed).sum(),
            proved: speaking().map(|rule| rule.proved).sum(),
            overturned: places().flat_map(|(_, place)| place.overturned.clone()).collect(),
            rules,
        }
    }
}

impl Counts {
    fn add(&mut self, game: usize, fired: &Fired) {
        let all = &mut self.all;
        all.sentences += fired.sentences;
        all.points += fired.points;
        all.barred |= fired.barred;
        all.confirmed += fired.confirmed;
        all.refuted += fired.refuted;
        all.undecided += fired.undecided;
        all.proved += fired.proved;
        all.unrefuted += fired.unrefuted;
        all.overturned += fired.overturned;
        self.positions += 1;
        self.shares += fired.share;
        if fired.is_commonplace() {
            self.commonplace += 1;
            return;
        }
        self.good.add(game, fired.moves, fired.good, fired.null);
        self.bad.add(game, fired.moves, fired.moves - fired.good, fired.moves as f64 - fired.null);
    }

    fn figures(self, rule: String) -> RuleFigures {
        let all = &self.all;
        let against = all.points < 0;
        let excess = if against { &self.bad } else { &self.good };
        let (agrees, null, error) = excess.shares();
        let beats = agrees - null > 2.0 * error && excess.games() >= LEAST_GAMES;
        RuleFigures {
            rule,
            side: if against { "against" } else { "for" },
            fired: all.sentences,
            share: self.shares / self.positions.max(1) as f64,
            commonplace: self.commonplace,
            confirmed: all.confirmed,
            refuted: all.refuted,
            undecided: all.undecided,
            proved: all.proved,
            unrefuted: all.unrefuted,
            overturned: all.overturned,
            agrees,
            null,
            error,
            speaks: !all.barred && beats && all.overturned == 0 && all.confirmed > 0,
        }
    }
}

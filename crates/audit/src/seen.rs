//! What was seen in one game of an audit: plain data, so that an audit can be stopped and taken up again.

use std::collections::{BTreeMap, HashMap};

use game::Rng;
use serde::{Deserialize, Serialize};
use table::expert::{COMMONPLACE, Claimed, MoveClaims, Replay, Status};

use crate::null::expected;

/// What was seen in one game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Seen {
    /// The number of the game, from 0.
    pub game: usize,
    /// The positions that were looked at.
    pub positions: Vec<Place>,
}

/// What was seen in one position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Place {
    /// How many moves it has.
    pub moves: usize,
    /// What the rules that fired had to say.
    pub rules: BTreeMap<String, Fired>,
    /// Claims that were confirmed and that the replay refuted, each with its position.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub overturned: Vec<String>,
}

/// What one rule had to say in a position.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct Fired {
    /// How many sentences.
    pub sentences: usize,
    /// Their points together; a veto counts as -1.
    pub points: i64,
    /// Whether it is kept silent by hand.
    #[serde(default)]
    pub barred: bool,
    /// On what share of the moves it fires.
    pub share: f64,
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
    /// On how many moves it fires.
    pub moves: usize,
    /// How many of them are good.
    pub good: usize,
    /// How many would be if they were drawn by lot.
    pub null: f64,
}

impl Fired {
    /// Whether it says nothing here, because it fires on most moves.
    pub(crate) fn is_commonplace(&self) -> bool {
        self.share > COMMONPLACE
    }

    fn count(&mut self, claim: &Claimed) {
        self.sentences += 1;
        self.share = claim.share;
        self.barred = claim.barred;
        self.points += if claim.veto { -1 } else { i64::from(claim.points) };
        match claim.status {
            Status::Confirmed | Status::Literal => self.confirmed += 1,
            Status::Refuted => self.refuted += 1,
            Status::Undecided | Status::Unclaimed => self.undecided += 1,
        }
        match claim.replay {
            Some(Replay::Proved) => self.proved += 1,
            Some(Replay::Unrefuted) => self.unrefuted += 1,
            Some(Replay::Refuted) => self.overturned += 1,
            None => {}
        }
    }
}

impl Place {
    /// What the rules claimed of the moves of a position, which of these are good, and what a lot would have said.
    pub(crate) fn new(
        position: &str,
        claims: &[MoveClaims],
        good: &[(String, bool)],
        rng: &mut Rng,
    ) -> Place {
        let is_good: HashMap<&str, bool> = good.iter().map(|(mv, good)| (mv.as_str(), *good)).collect();
        let judged: Vec<bool> = good.iter().map(|(_, good)| *good).collect();
        let mut place = Place { moves: claims.len(), rules: BTreeMap::new(), overturned: Vec::new() };
        for of_move in claims {
            let mut before: Vec<&str> = Vec::new();
            for claim in &of_move.claims {
                let fired = place.rules.entry(claim.rule.clone()).or_default();
                fired.count(claim);
                if claim.replay == Some(Replay::Refuted) {
                    let promised = claim.claim.as_deref().unwrap_or_default();
                    place
                        .overturned
                        .push(format!("{}: {promised}, {} in {position}", claim.rule, of_move.mv));
                }
                let judged = is_good.get(of_move.mv.as_str());
                if let (Some(good), false) = (judged, before.contains(&claim.rule.as_str())) {
                    before.push(&claim.rule);
                    fired.moves += 1;
                    fired.good += usize::from(*good);
                }
            }
        }
        place.rules.values_mut().for_each(|fired| fired.null = expected(&judged, fired.moves, rng));
        place
    }
}

//! Better weights by self-play: two changed copies of a text play each other, and the weights follow the winner.
//!
//! The method is simultaneous perturbation: every round shifts all weights at once, each up or down by lot, and plays the shifted text
//! against the one shifted the other way. All weights then move a little towards the side that won more. What a rule says must stay true, so no weight
//! changes its sign or vanishes; and weights that decide games on the spot stay as they are.

use std::sync::Arc;

use game::Rng;
use game::facts::{Describe, Schema};
use infer::{Kb, Weight};
use serde::{Deserialize, Serialize};

use crate::contest::{Contest, Others, PlayPair, Players, contest, play_pair};
use crate::knowledge::{Source, sentence};
use crate::{ExpertError, Knowledge};

/// Weights from here on mark wins and losses and are left alone.
const DECISIVE: i32 = 500;

/// Weights are kept in thousandths, so that a tuning that was stopped goes on from exactly where it was.
const FINE: f64 = 1000.0;

/// How far weights are shifted in the first round, as a share of what they were at the beginning.
const SHIFT: f64 = 0.3;

/// How fast shifts shrink from round to round, as a power.
const SHRINK: f64 = 0.101;

/// How far weights follow a side that wins all its games in the first round, as a share of what they were at the beginning.
const STEP: f64 = 0.2;

/// After how many rounds steps become clearly smaller, and how fast, as a power.
const SLOW: (f64, f64) = (40.0, 0.602);

/// What is to be tuned, and how long.
#[derive(Clone, Copy, Debug)]
pub struct Plan<'a> {
    /// The pack to begin with; without a name, the game's default.
    pub pack: Option<&'a str>,
    /// How many rounds.
    pub rounds: usize,
    /// How many pairs of games a round has.
    pub pairs: usize,
    /// What everything random follows from.
    pub seed: u64,
    /// A tuning to go on with.
    pub resume: Option<&'a Tuning>,
    /// How many pairs of games measure the gain at the end.
    pub measure: usize,
    /// How many games are played at once; the result does not depend on it.
    pub threads: usize,
}

/// A tuning as it stands: all that is needed to go on with it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Tuning {
    /// The game.
    pub game: String,
    /// Its options.
    pub options: String,
    /// The pack it began with.
    pub pack: String,
    /// The text it began with.
    pub text: String,
    /// What everything random follows from.
    pub seed: u64,
    /// How many pairs of games a round has.
    pub pairs: usize,
    /// How many rounds are done.
    pub done: usize,
    /// The weights in thousandths, in the order of the text.
    pub weights: Vec<i64>,
}

/// What a tuning has come to.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Tuned {
    /// The text with the new weights.
    pub text: String,
    /// The weights that have changed: name, before, after.
    pub changes: Vec<(String, i32, i32)>,
    /// The new weights against the old ones, in games that were not tuned on.
    pub gain: Contest,
}

/// Looks at a tuning after every round, with the share that the side shifted up had in it; false stops.
pub type Watch<'a> = dyn FnMut(&Tuning, f64) -> bool + 'a;

/// Tunes a pack, with the pairs of games played by threads of this process or by `others`; `None` when the watch has stopped it. Stopping between rounds loses nothing: a plan that resumes what the watch has seen ends where an undisturbed one would have.
///
/// # Errors
/// When there is no such pack, nothing in it can be tuned, or the tuning to resume is not of this plan.
pub fn tune<G: Describe>(
    knowledge: &Knowledge,
    game: &G,
    plan: &Plan<'_>,
    others: Option<&Others<'_>>,
    watch: &mut Watch<'_>,
) -> Result<Option<Tuned>, ExpertError> {
    let players = others.map_or(Players::Threads(plan.threads), Players::Others);
    let source = Source::of(game);
    let play_pair = |sides: [&Arc<Kb>; 2], luck| play_pair(game, sides, luck);
    tune_pack(knowledge, &source, &play_pair, plan, players, watch)
}

/// What [`tune`] does, whatever the game.
fn tune_pack(
    knowledge: &Knowledge,
    source: &Source<'_>,
    play_pair: &PlayPair<'_>,
    plan: &Plan<'_>,
    players: Players<'_>,
    watch: &mut Watch<'_>,
) -> Result<Option<Tuned>, ExpertError> {
    let mut tuning = match plan.resume {
        Some(tuning) => tuning.clone(),
        None => Tuning::new(knowledge, source, plan)?,
    };
    tuning.check(source, plan)?;
    let schema: Schema = (source.schema)();
    let name = format!("{}.rules", tuning.pack);
    let kb = Kb::load(&name, &tuning.text, &schema).map_err(|d| ExpertError::Broken(sentence(&d)))?;
    let begun = kb.weights();
    if tuning.weights.len() != begun.len() || !begun.iter().any(is_tuned) {
        return Err(ExpertError::Untuned("the text has no weights of rules about moves".to_string()));
    }
    while tuning.done < plan.rounds {
        let share = tuning.round(play_pair, &kb, &begun, players)?;
        if !watch(&tuning, share) {
            return Ok(None);
        }
    }
    let tuned = kb.with_weights(&tuning.rounded(&begun, |_| 0.0));
    // Other games than those of any round.
    let seed = tuning.seed ^ 0x5ca1_ab1e_0000_0000;
    let gain = contest(play_pair, [&tuned, &kb], plan.measure, seed, players)?;
    let changes = begun.iter().zip(tuned.weights()).filter(|(old, new)| old.value != new.value);
    let changes = changes.map(|(old, new)| (new.name, old.value, new.value)).collect();
    Ok(Some(Tuned { text: tuned.text(), changes, gain }))
}

fn is_tuned(weight: &Weight) -> bool {
    weight.for_moves && weight.value != 0 && weight.value.abs() < DECISIVE
}

impl Tuning {
    fn new(knowledge: &Knowledge, source: &Source<'_>, plan: &Plan<'_>) -> Result<Tuning, ExpertError> {
        let pack = knowledge.pack_of(source, plan.pack)?;
        Ok(Tuning {
            game: source.game.to_string(),
            options: source.options.clone(),
            pack: pack.name,
            text: pack.kb.text(),
            seed: plan.seed,
            pairs: plan.pairs,
            done: 0,
            weights: pack.kb.weights().iter().map(|w| i64::from(w.value) * FINE as i64).collect(),
        })
    }

    /// Whether it is a tuning of this game and this plan.
    fn check(&self, source: &Source<'_>, plan: &Plan<'_>) -> Result<(), ExpertError> {
        let pack = plan.pack.unwrap_or(source.default());
        let wanted: [(&str, &str, &str); 5] = [
            ("game", &self.game, source.game),
            ("options", &self.options, &source.options),
            ("pack", &self.pack, pack),
            ("seed", &self.seed.to_string(), &plan.seed.to_string()),
            ("pairs", &self.pairs.to_string(), &plan.pairs.to_string()),
        ];
        match wanted.iter().find(|(_, is, wanted)| is != wanted) {
            None => Ok(()),
            Some((what, is, wanted)) => Err(ExpertError::Untuned(format!(
                "the tuning to resume has {what} '{is}', and '{wanted}' is asked for"
            ))),
        }
    }

    /// Plays one round and moves the weights; returns the share of the side that was shifted by the lot as drawn.
    fn round(
        &mut self,
        play_pair: &PlayPair<'_>,
        kb: &Arc<Kb>,
        begun: &[Weight],
        players: Players<'_>,
    ) -> Result<f64, ExpertError> {
        let k = self.done as f64;
        let mut rng = Rng::derive(self.seed, self.done as u64);
        let lots: Vec<f64> = begun.iter().map(|_| if rng.below(2) == 0 { 1.0 } else { -1.0 }).collect();
        let size = |i: usize| f64::from(begun[i].value.abs().max(2));
        let shift = SHIFT / (1.0 + k).powf(SHRINK);
        let shifted = |sign: f64| {
            let by = |i: usize| sign * lots[i] * (shift * size(i)).max(1.0);
            kb.with_weights(&self.rounded(begun, by))
        };
        let sides = [shifted(1.0), shifted(-1.0)];
        let found = contest(play_pair, [&sides[0], &sides[1]], self.pairs, rng.bits(), players)?;
        let step = STEP / (1.0 + k / SLOW.0).powf(SLOW.1) * (2.0 * found.share - 1.0);
        for (i, weight) in self.weights.iter_mut().enumerate().filter(|(i, _)| is_tuned(&begun[*i])) {
            let moved = *weight as f64 / FINE + step * size(i) * lots[i];
            *weight = (kept_sign(moved, begun[i].value) * FINE).round() as i64;
        }
        self.done += 1;
        Ok(found.share)
    }

    /// The weights, each moved by something, as whole numbers; those that are not tuned as they were.
    fn rounded(&self, begun: &[Weight], by: impl Fn(usize) -> f64) -> Vec<i32> {
        let at = |i: usize| self.weights[i] as f64 / FINE;
        let value = |(i, weight): (usize, &Weight)| match is_tuned(weight) {
            true => kept_sign(at(i) + by(i), weight.value).round() as i32,
            false => weight.value,
        };
        begun.iter().enumerate().map(value).collect()
    }
}

/// A number brought back to the side of zero where a weight began, at least one away from it and not among the decisive ones.
fn kept_sign(moved: f64, begun: i32) -> f64 {
    let most = f64::from(DECISIVE);
    if begun > 0 { moved.clamp(1.0, most) } else { moved.clamp(-most, -1.0) }
}

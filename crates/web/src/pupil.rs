//! How somebody stands who is taught: how sound their moves are, and which opponent suits them. Kept per visitor and game.

use coach::Class;
use serde::{Deserialize, Serialize};
use store::Store;

use crate::failure::Failure;

/// How much one move changes the figure.
const WEIGHT: f64 = 0.06;
/// Below this, mistakes are spoken of before they are made; below the next, blunders only; above, nothing is said any more.
const CAREFUL: f64 = 0.75;
const SOUND: f64 = 0.93;
/// The levels of opponents.
const LEVELS: (f64, f64) = (1.0, 10.0);
/// So many games find the level in whole steps, later ones in halves.
const FINDING: u32 = 5;

/// How somebody stands in a game.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Pupil {
    /// The share of sound moves, the latest counting most.
    pub soundness: f64,
    /// The level of an opponent that suits them.
    pub level: f64,
    /// Games against opponents that adapt.
    pub games: u32,
}

impl Default for Pupil {
    fn default() -> Pupil {
        Pupil { soundness: 0.6, level: 3.0, games: 0 }
    }
}

impl Pupil {
    /// How a visitor stands in a game.
    pub fn read(store: &Store, owner: &str, game: &str) -> Result<Pupil, Failure> {
        let kept = store.progress(owner, &topic(game))?;
        Ok(kept.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default())
    }

    /// Keeps how they stand.
    pub fn keep(&self, store: &Store, owner: &str, game: &str) -> Result<(), Failure> {
        Ok(store.put_progress(owner, &topic(game), &serde_json::to_string(self).expect("plain data"))?)
    }

    /// Whether anything is still said before a move.
    pub fn is_warned(&self) -> bool {
        self.soundness < SOUND
    }

    /// Whether a word is said before a move of this class.
    pub fn is_warned_of(&self, class: Class) -> bool {
        match class {
            Class::Blunder | Class::MissedWin => self.soundness < SOUND,
            Class::Mistake => self.soundness < CAREFUL,
            _ => false,
        }
    }

    /// They wanted to make a move of this class.
    pub fn moved(&mut self, class: Class) {
        let sound = match class {
            Class::Blunder | Class::MissedWin => 0.0,
            Class::Mistake => 0.4,
            Class::Inaccuracy => 0.8,
            _ => 1.0,
        };
        self.soundness = (self.soundness + WEIGHT * (sound - self.soundness)).clamp(0.0, 1.0);
    }

    /// A game is over that brought them this share of the point.
    pub fn finished(&mut self, points: f64) {
        let step = if self.games < FINDING { 1.0 } else { 0.5 };
        let won = match points {
            all if all > 0.5 => step,
            none if none < 0.5 => -step,
            _ => 0.0,
        };
        self.level = (self.level + won).clamp(LEVELS.0, LEVELS.1);
        self.games = self.games.saturating_add(1);
    }

    /// The player that suits them.
    pub fn opponent(&self) -> String {
        format!("level{}", self.level.clamp(LEVELS.0, LEVELS.1).round() as u8)
    }
}

fn topic(game: &str) -> String {
    format!("pupil/{game}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_fade_with_sound_moves_and_come_back_with_blunders() {
        let mut pupil = Pupil::default();
        assert!(pupil.is_warned_of(Class::Mistake) && !pupil.is_warned_of(Class::Inaccuracy));
        while pupil.is_warned_of(Class::Mistake) {
            pupil.moved(Class::Good);
        }
        assert!(pupil.is_warned_of(Class::Blunder));
        while pupil.is_warned() {
            pupil.moved(Class::Best);
        }
        assert!(!pupil.is_warned_of(Class::Blunder));
        for _ in 0..3 {
            pupil.moved(Class::Blunder);
        }
        assert!(pupil.is_warned_of(Class::Blunder));
    }

    #[test]
    fn the_opponent_follows_the_results_within_its_bounds() {
        let mut pupil = Pupil::default();
        for _ in 0..40 {
            pupil.finished(1.0);
        }
        assert_eq!(pupil.opponent(), "level10");
        for _ in 0..40 {
            pupil.finished(0.0);
        }
        assert_eq!(pupil.opponent(), "level1");
        let before = pupil;
        pupil.finished(0.5);
        assert_eq!(pupil.opponent(), before.opponent());
        let store = Store::in_memory().unwrap();
        pupil.keep(&store, "a", "nim").unwrap();
        assert_eq!(Pupil::read(&store, "a", "nim").unwrap(), pupil);
        assert_eq!(Pupil::read(&store, "b", "nim").unwrap(), Pupil::default());
    }
}

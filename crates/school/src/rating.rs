//! How strong a player is and how hard a puzzle, by Glicko-2: an attempt is a game between the two.

use serde::{Deserialize, Serialize};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};

/// A strength with how sure it is: a new player begins at 1500.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Rating {
    /// The strength.
    pub rating: f64,
    /// How far off it may well be.
    pub deviation: f64,
    /// How much it changes with time.
    pub volatility: f64,
}

impl Default for Rating {
    fn default() -> Rating {
        Rating { rating: 1500.0, deviation: 350.0, volatility: 0.06 }
    }
}

/// How sure the shipped rating of a puzzle is.
const SHIPPED: f64 = 120.0;

/// The least and the most that a rating can be, so that no kept file can carry nonsense on.
const RANGE: (f64, f64) = (100.0, 4000.0);

impl Rating {
    /// The rating of a puzzle that nobody has tried yet.
    pub fn of_puzzle(rating: f64) -> Rating {
        Rating { rating, deviation: SHIPPED, ..Rating::default() }
    }

    /// The player's and the puzzle's ratings after an attempt.
    pub fn after(player: Rating, puzzle: Rating, right: bool) -> (Rating, Rating) {
        let outcome = if right { Outcomes::WIN } else { Outcomes::LOSS };
        let (player, puzzle) = glicko2(&player.theirs(), &puzzle.theirs(), &outcome, &Glicko2Config::new());
        (Rating::ours(player), Rating::ours(puzzle))
    }

    fn theirs(self) -> Glicko2Rating {
        Glicko2Rating {
            rating: self.rating.clamp(RANGE.0, RANGE.1),
            deviation: self.deviation.clamp(30.0, 350.0),
            volatility: self.volatility.clamp(0.01, 0.2),
        }
    }

    fn ours(theirs: Glicko2Rating) -> Rating {
        Rating {
            rating: theirs.rating.clamp(RANGE.0, RANGE.1),
            deviation: theirs.deviation,
            volatility: theirs.volatility,
        }
    }
}

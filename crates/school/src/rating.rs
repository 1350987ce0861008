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

#[cfg(test)]
mod tests {
    use super::*;

    /// The worked example of Glickman's paper: 1500 +- 200 meets 1400 +- 30 (won), 1550 +- 100 and 1700 +- 300 (lost), and comes to 1464.06 +- 151.52. It is a
    /// check of the library that we rest on.
    #[test]
    fn the_published_example_comes_out() {
        use skillratings::glicko2::glicko2_rating_period;
        let rated = |rating, deviation| Glicko2Rating { rating, deviation, volatility: 0.06 };
        let results = [
            (rated(1400.0, 30.0), Outcomes::WIN),
            (rated(1550.0, 100.0), Outcomes::LOSS),
            (rated(1700.0, 300.0), Outcomes::LOSS),
        ];
        let after = glicko2_rating_period(&rated(1500.0, 200.0), &results, &Glicko2Config::new());
        assert!((after.rating - 1464.06).abs() < 0.01, "{}", after.rating);
        assert!((after.deviation - 151.52).abs() < 0.01, "{}", after.deviation);
        assert!((after.volatility - 0.05999).abs() < 1e-5, "{}", after.volatility);
    }

    #[test]
    fn who_solves_rises_and_the_puzzle_falls() {
        let (player, puzzle) = Rating::after(Rating::default(), Rating::of_puzzle(1500.0), true);
        assert!(player.rating > 1500.0 && puzzle.rating < 1500.0 && player.deviation < 350.0);
        // The sure rating of a puzzle moves less than the unsure one of a beginner.
        assert!(player.rating - 1500.0 > 1500.0 - puzzle.rating);
        let (player, puzzle) = Rating::after(player, puzzle, false);
        assert!(player.rating < 1700.0 && puzzle.rating.is_finite());
    }

    #[test]
    fn nonsense_in_a_kept_file_does_no_harm() {
        let wild = Rating { rating: f64::MAX, deviation: -5.0, volatility: 1e9 };
        let (player, puzzle) = Rating::after(wild, Rating::of_puzzle(-1e300), false);
        assert!(player.rating.is_finite() && puzzle.rating.is_finite());
    }
}

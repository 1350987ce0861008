//! Thinking time for a whole game, counted from the recorded times of the moves.

use serde::{Deserialize, Serialize};

/// How much time each player has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Clock {
    /// For the whole game, in seconds.
    pub start_s: u64,
    /// More after every move, in seconds.
    pub add_s: u64,
}

impl Clock {
    /// The choices of the menu.
    pub const CHOICES: [Clock; 4] = [
        Clock { start_s: 180, add_s: 2 },
        Clock { start_s: 300, add_s: 0 },
        Clock { start_s: 600, add_s: 5 },
        Clock { start_s: 1800, add_s: 0 },
    ];

    /// The name in forms: `600+5`.
    pub fn name(self) -> String {
        format!("{}+{}", self.start_s, self.add_s)
    }

    /// The clock of a name; at most a day each.
    pub fn of_name(name: &str) -> Option<Clock> {
        let (start, add) = name.split_once('+')?;
        let clock = Clock { start_s: start.parse().ok()?, add_s: add.parse().ok()? };
        Some(clock).filter(|clock| clock.is_sound())
    }

    /// Whether somebody could have chosen it.
    pub fn is_sound(self) -> bool {
        (1..=86_400).contains(&self.start_s) && self.add_s <= 3600
    }

    /// What is left to `seat` after moves by `movers` that took `times_ms`, in milliseconds; never below 0.
    pub fn left_ms(self, seat: usize, movers: &[Option<usize>], times_ms: &[u64]) -> u64 {
        let own = movers.iter().zip(times_ms).filter(|(mover, _)| **mover == Some(seat));
        let (moves, spent) = own.fold((0, 0u64), |(n, sum), (_, ms)| (n + 1, sum.saturating_add(*ms)));
        let given = self.start_s.saturating_add(self.add_s.saturating_mul(moves)).saturating_mul(1000);
        given.saturating_sub(spent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_runs_for_the_mover_only() {
        let clock = Clock { start_s: 10, add_s: 2 };
        let (movers, times) = ([Some(0), None, Some(1), Some(0)], [3_000, 0, 1_000, 20_000]);
        assert_eq!(clock.left_ms(0, &movers[..3], &times), 9_000);
        assert_eq!(clock.left_ms(1, &movers, &times), 11_000);
        assert_eq!(clock.left_ms(0, &movers, &times), 0);
        let endless = Clock { start_s: u64::MAX, add_s: u64::MAX };
        assert_eq!(endless.left_ms(0, &movers, &[u64::MAX; 4]), 0);
        assert!(!endless.is_sound());
    }

    #[test]
    fn names_are_read_back_and_nonsense_is_not() {
        for clock in Clock::CHOICES {
            assert_eq!(Clock::of_name(&clock.name()), Some(clock));
        }
        for text in ["", "5", "0+0", "x+1", "99999999999999999999+0", "86401+0", "60+3601"] {
            assert_eq!(Clock::of_name(text), None, "{text}");
        }
    }
}

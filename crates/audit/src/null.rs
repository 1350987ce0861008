//! The null rule: it fires on as many moves as a rule, drawn by lot.

use game::Rng;

/// How often the null rule is drawn for each position.
const DRAWS: usize = 200;

/// How many hits a rule would have that fires on `fired` of the moves by lot, on average.
pub(crate) fn expected(moves: &[bool], fired: usize, rng: &mut Rng) -> f64 {
    let mut pool: Vec<bool> = moves.to_vec();
    let mut hits = 0;
    for _ in 0..DRAWS {
        // The first so many of a shuffle; the rest need not be shuffled.
        for at in 0..fired.min(pool.len()) {
            let other = at + rng.below(pool.len() - at);
            pool.swap(at, other);
            hits += usize::from(pool[at]);
        }
    }
    hits as f64 / DRAWS as f64
}

/// A rule's hits beyond those of its null, game by game.
#[derive(Clone, Default, Debug)]
pub(crate) struct Excess {
    /// The game, moves fired on, hits, expected hits.
    games: Vec<(usize, f64, f64, f64)>,
}

impl Excess {
    pub(crate) fn add(&mut self, game: usize, fired: usize, hits: usize, expected: f64) {
        let (fired, hits) = (fired as f64, hits as f64);
        match self.games.last_mut().filter(|last| last.0 == game) {
            Some(last) => *last = (game, last.1 + fired, last.2 + hits, last.3 + expected),
            None => self.games.push((game, fired, hits, expected)),
        }
    }

    /// How many games it fired in where it tells moves apart.
    pub(crate) fn games(&self) -> usize {
        self.games.len()
    }

    fn sum(&self, of: impl Fn(&(usize, f64, f64, f64)) -> f64) -> f64 {
        self.games.iter().map(of).sum()
    }

    /// The share of hits of the rule, that of its null, and the standard error of the difference over games.
    pub(crate) fn shares(&self) -> (f64, f64, f64) {
        let fired = self.sum(|g| g.1);
        if fired == 0.0 {
            return (0.0, 0.0, 0.0);
        }
        let (rule, null) = (self.sum(|g| g.2) / fired, self.sum(|g| g.3) / fired);
        let spread = self.sum(|g| (g.2 - g.3 - (rule - null) * g.1).powi(2));
        let games = self.games.len() as f64;
        let error = (spread * games / (games - 1.0).max(1.0)).sqrt() / fired;
        (rule, null, error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_null_rule_hits_by_the_share_of_good_moves() {
        let moves: Vec<bool> = (0..20).map(|i| i < 5).collect();
        let hits = expected(&moves, 8, &mut Rng::new(1));
        assert!((hits - 2.0).abs() < 0.3, "{hits}");
        assert_eq!(expected(&[true, true], 2, &mut Rng::new(1)), 2.0);
    }

    #[test]
    fn a_rule_that_always_hits_beats_its_null_and_one_by_lot_does_not() {
        let (mut keen, mut blind) = (Excess::default(), Excess::default());
        for game in 0..40 {
            keen.add(game, 2, 2, 0.5);
            blind.add(game, 2, game % 2, 0.5);
        }
        let (rule, null, error) = keen.shares();
        assert!(rule - null > 2.0 * error && rule == 1.0);
        let (rule, null, error) = blind.shares();
        assert!(rule - null <= 2.0 * error, "{rule} {null} {error}");
    }
}

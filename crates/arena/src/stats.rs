//! How much stronger one player is than another, and how sure that is.
//!
//! Games are played in pairs: the same opening and the same luck, seats swapped. The two games of a pair are not independent, so everything
//! here counts pairs. The result of a pair for the first player is 0, 1/2, 1, 3/2 or 2 points: the five *pentanomial* counts.

use serde::Serialize;

/// How many pairs ended with 0, 1/2, 1, 3/2 and 2 points for the first player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Pentanomial(pub [u64; 5]);

/// A figure with the half-width of its 95 % confidence interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Estimate {
    /// The best guess.
    pub value: f64,
    /// The truth lies within this distance in 95 cases of 100.
    pub error: f64,
}

/// 95 % of a normal distribution lie within this many standard deviations.
const Z95: f64 = 1.959_963_984_540_054;

impl Pentanomial {
    /// Counts a pair in which the first player got `points` (0 to 2).
    pub fn add(&mut self, points: f64) {
        let class = (points * 2.0).round().clamp(0.0, 4.0) as usize;
        self.0[class] += 1;
    }

    /// How many pairs.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Mean points per game, 0 to 1; one half when nothing was played.
    pub fn score(&self) -> f64 {
        let pairs = self.pairs();
        if pairs == 0 {
            return 0.5;
        }
        let points: f64 = self.0.iter().enumerate().map(|(class, &n)| class as f64 / 4.0 * n as f64).sum();
        points / pairs as f64
    }

    /// Variance of a pair's mean points per game.
    pub fn variance(&self) -> f64 {
        let (pairs, mean) = (self.pairs(), self.score());
        if pairs == 0 {
            return 0.0;
        }
        let squares =
            self.0.iter().enumerate().map(|(class, &n)| (class as f64 / 4.0 - mean).powi(2) * n as f64);
        squares.sum::<f64>() / pairs as f64
    }

    fn standard_error(&self) -> f64 {
        (self.variance() / self.pairs().max(1) as f64).sqrt()
    }

    /// The Elo difference: the rating gap at which this score is expected. Infinite when one side won everything; without an error, that is with an
    /// infinite one, where all pairs ended alike, which says nothing of how much they vary.
    pub fn elo(&self) -> Estimate {
        if self.variance() < 1e-12 {
            return Estimate { value: elo_of(self.score()), error: f64::INFINITY };
        }
        let (score, error) = (self.score(), Z95 * self.standard_error());
        let width = elo_of(score + error) - elo_of(score - error);
        Estimate { value: elo_of(score), error: width / 2.0 }
    }

    /// Normalised Elo: the gap measured in standard deviations of a game's result, which does not depend on how drawish the game is.
    pub fn normalised_elo(&self) -> Estimate {
        let deviation = (2.0 * self.variance()).sqrt();
        let scale = 800.0 / std::f64::consts::LN_10;
        let value = |score: f64| if deviation == 0.0 { 0.0 } else { (score - 0.5) / deviation * scale };
        let error = Z95 * self.standard_error();
        Estimate { value: value(self.score()), error: (value(0.5 + error)).abs() }
    }

    /// Likelihood of superiority: the chance that the first player is the stronger one, given these results.
    pub fn los(&self) -> f64 {
        let error = self.standard_error();
        let lead = self.score() - 0.5;
        if error == 0.0 {
            return if lead > 0.0 {
                1.0
            } else if lead < 0.0 {
                0.0
            } else {
                0.5
            };
        }
        normal_cdf(lead / error)
    }
}

/// The Elo gap at which a score is expected; infinite at and beyond 0 and 1.
pub fn elo_of(score: f64) -> f64 {
    if score <= 0.0 {
        return f64::NEG_INFINITY;
    }
    if score >= 1.0 {
        return f64::INFINITY;
    }
    400.0 * (score / (1.0 - score)).log10()
}

/// The score expected at an Elo gap.
pub fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The chance that a normal variable stays below `z`.
pub fn normal_cdf(z: f64) -> f64 {
    0.5 * erfc(-z / std::f64::consts::SQRT_2)
}

/// The complementary error function, by its Chebyshev fit (relative error below 1.2e-7).
fn erfc(x: f64) -> f64 {
    const FIT: [f64; 10] = [
        -1.265_512_23,
        1.000_023_68,
        0.374_091_96,
        0.096_784_18,
        -0.186_288_06,
        0.278_868_07,
        -1.135_203_98,
        1.488_515_87,
        -0.822_152_23,
        0.170_872_77,
    ];
    let t = 1.0 / (1.0 + 0.5 * x.abs());
    let fit = FIT.iter().rev().fold(0.0, |sum, coefficient| sum * t + coefficient);
    let tail = t * (fit - x * x).exp();
    if x >= 0.0 { tail } else { 2.0 - tail }
}

/// A sequential test: is the first player stronger by `elo1` rather than by `elo0`?
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The gap that is not worth having.
    pub elo0: f64,
    /// The gap that is.
    pub elo1: f64,
    /// Chance to accept a player that is only `elo0` stronger.
    pub alpha: f64,
    /// Chance to reject a player that is `elo1` stronger.
    pub beta: f64,
}

/// What a sequential test says so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Play on.
    Continue,
    /// It is the stronger hypothesis.
    Accepted,
    /// It is the weaker hypothesis.
    Rejected,
}

impl Sprt {
    /// The logarithm of the likelihood ratio of the two hypotheses, by the normal approximation over pairs.
    pub fn llr(&self, results: &Pentanomial) -> f64 {
        let variance = results.variance();
        if variance == 0.0 {
            return 0.0;
        }
        let (s0, s1, score) = (score_of(self.elo0), score_of(self.elo1), results.score());
        results.pairs() as f64 * (s1 - s0) * (2.0 * score - s0 - s1) / (2.0 * variance)
    }

    /// Where the test ends: reject at or below the first, accept at or above the second.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The verdict on these results.
    pub fn verdict(&self, results: &Pentanomial) -> Verdict {
        let (llr, (low, high)) = (self.llr(results), self.bounds());
        if llr >= high {
            Verdict::Accepted
        } else if llr <= low {
            Verdict::Rejected
        } else {
            Verdict::Continue
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(actual: f64, expected: f64, tolerance: f64) {
        assert!((actual - expected).abs() <= tolerance, "{actual} is not {expected} +- {tolerance}");
    }

    /// Elo gap = -400 log10(1/s - 1), by hand.
    #[test]
    fn scores_and_gaps_agree() {
        for (score, elo) in [(0.5, 0.0), (0.64, 99.951_0), (0.75, 190.848_5), (0.909_090_909, 400.0)] {
            close(elo_of(score), elo, 1e-3);
            close(score_of(elo), score, 1e-6);
        }
    }

    /// Values of the normal distribution from printed tables.
    #[test]
    fn the_normal_distribution_is_right() {
        for (z, p) in
            [(0.0, 0.5), (1.0, 0.841_344_7), (-1.0, 0.158_655_3), (1.96, 0.975_002_1), (3.0, 0.998_650_1)]
        {
            close(normal_cdf(z), p, 1e-6);
        }
    }

    /// 10 pairs: 1 lost twice, 6 split, 3 won twice. Mean (0*1 + 0.5*6 + 1*3)/10 = 0.6; variance
    /// (0.36*1 + 0.01*6 + 0.16*3)/10 = 0.09; standard error 0.3/sqrt(10) = 0.0948683.
    #[test]
    fn a_small_match_by_hand() {
        let results = Pentanomial([1, 0, 6, 0, 3]);
        close(results.score(), 0.6, 1e-12);
        close(results.variance(), 0.09, 1e-12);
        close(results.elo().value, 70.436_5, 1e-3);
        close(results.los(), normal_cdf(0.1 / 0.094_868_33), 1e-6);
        close(results.normalised_elo().value, 0.1 / (0.18f64).sqrt() * 347.435_6, 1e-3);
    }

    /// LLR = n (s1 - s0)(2s - s0 - s1) / (2 var): 10 * (0.5719 - 0.5)(1.2 - 1.0719) / 0.18 with elo0 = 0, elo1 = 50.
    #[test]
    fn the_sequential_test_by_hand() {
        let sprt = Sprt { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05 };
        close(sprt.llr(&Pentanomial([1, 0, 6, 0, 3])), 0.511_8, 2e-3);
        let (low, high) = sprt.bounds();
        close(low, -2.944_4, 1e-4);
        close(high, 2.944_4, 1e-4);
        assert_eq!(sprt.verdict(&Pentanomial([0, 5, 20, 60, 40])), Verdict::Accepted);
        assert_eq!(sprt.verdict(&Pentanomial([40, 60, 20, 5, 0])), Verdict::Rejected);
        assert_eq!(sprt.verdict(&Pentanomial([1, 0, 6, 0, 3])), Verdict::Continue);
    }

    #[test]
    fn pairs_that_all_end_alike_do_not_say_how_sure_it_is() {
        for counts in [[0, 0, 10, 0, 0], [0, 0, 0, 0, 0], [0, 0, 0, 5, 0], [0, 0, 0, 0, 5]] {
            assert_eq!(Pentanomial(counts).elo().error, f64::INFINITY, "{counts:?}");
        }
        assert_eq!(format!("{:+.1}", Pentanomial([0, 0, 10, 0, 0]).elo().value), "+0.0");
    }

    /// Computed outside of this program from the definitions. With n pairs, c_i of them worth i/4 a game: m = sum c_i i/4 / n, v = sum c_i (i/4 - m)^2 / n,
    /// e = sqrt(v/n); Elo = -400 log10(1/m - 1), its error (Elo(m + 1.96 e) - Elo(m - 1.96 e)) / 2, LOS = Phi((m - 1/2) / e),
    /// nElo = (m - 1/2) / sqrt(2 v) * 800 / ln 10, LLR of 0 against 20 Elo = n (s1 - s0)(2m - s0 - s1) / (2v) with s = 1 / (1 + 10^(-Elo/400)).
    #[test]
    fn tables_computed_elsewhere_agree() {
        let sprt = Sprt { elo0: 0.0, elo1: 20.0, alpha: 0.05, beta: 0.05 };
        for (counts, elo, error, los, nelo, llr) in [
            ([1, 0, 6, 0, 3], 70.4365, 143.1274, 0.854_080, 81.8914, 0.273_53),
            ([5, 10, 40, 25, 20], 79.5338, 38.5998, 0.999_987, 103.2037, 3.933_62),
            ([20, 60, 150, 70, 30], 15.8034, 18.7221, 0.951_373, 22.4269, 1.278_42),
            ([0, 3, 5, 9, 2], 93.6333, 75.3123, 0.995_405, 146.8183, 1.320_72),
            ([100, 0, 0, 0, 120], 31.6725, 46.3817, 0.912_133, 22.4269, 0.792_87),
        ] {
            let results = Pentanomial(counts);
            close(results.elo().value, elo, 1e-3);
            close(results.elo().error, error, 1e-3);
            close(results.los(), los, 1e-5);
            close(results.normalised_elo().value, nelo, 1e-3);
            close(sprt.llr(&results), llr, 1e-4);
        }
    }
}

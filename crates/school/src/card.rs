//! When something is asked again: spaced repetition by the formulas of FSRS, version 5, with its published weights.
//!
//! A card has a *stability*, the days after which it is remembered with a chance of nine in ten, and a *difficulty* from 1 to 10. Each answer changes both; the
//! next question comes when the chance has fallen to nine in ten. Answers on the same day change the stability by the rule for short terms.

use serde::{Deserialize, Serialize};

/// The weights that the authors of FSRS-5 fitted to many people's reviews.
const WEIGHTS: [f64; 19] = [
    0.40255, 1.18385, 3.173, 15.69105, 7.1949, 0.5345, 1.4604, 0.0046, 1.54575, 0.1192, 1.01925, 1.9395,
    0.11, 0.29605, 2.2698, 0.2315, 2.9898, 0.51655, 0.6621,
];

/// The forgetting curve: the chance to remember is `(1 + FACTOR * days / stability) ^ DECAY`, nine in ten after `stability` days.
const DECAY: f64 = -0.5;
const FACTOR: f64 = 19.0 / 81.0;

/// The longest wait, in days.
const LONGEST: f64 = 365.0;

/// What was answered wrong is asked again after so many seconds.
const SOON: i64 = 10 * 60;

/// The seconds of a day.
const DAY: i64 = 86_400;

/// How well an answer was known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Grade {
    /// Not at all.
    Again = 1,
    /// Barely: after a wrong try or a hint.
    Hard = 2,
    /// Well.
    Good = 3,
    /// At once.
    Easy = 4,
}

/// What is remembered of one puzzle.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Card {
    /// Days after which it is remembered with a chance of nine in ten.
    pub stability: f64,
    /// How hard it is to this person, from 1 to 10.
    pub difficulty: f64,
    /// When it was asked last, in seconds since 1970.
    pub last: i64,
    /// When it is to be asked again, in seconds since 1970.
    pub due: i64,
    /// How often it was asked.
    pub times: u32,
    /// How often it had been known and then was not.
    pub lapses: u32,
}

impl Card {
    /// A card after its first answer, at this time in seconds since 1970.
    pub fn new(grade: Grade, now: i64) -> Card {
        let (stability, difficulty) = first(&WEIGHTS, grade);
        Card { stability, difficulty, last: now, due: 0, times: 1, lapses: 0 }.scheduled(grade)
    }

    /// The card after one more answer.
    #[must_use]
    pub fn answered(&self, grade: Grade, now: i64) -> Card {
        let now = now.max(self.last);
        let days = (now.saturating_sub(self.last) / DAY) as f64;
        let (stability, difficulty) = next(&WEIGHTS, self.stability, self.difficulty, days, grade);
        let lapses = self.lapses.saturating_add(u32::from(grade == Grade::Again));
        Card { stability, difficulty, last: now, due: 0, times: self.times.saturating_add(1), lapses }
            .scheduled(grade)
    }

    /// The chance that it is remembered at this time.
    pub fn remembered(&self, now: i64) -> f64 {
        let days = now.saturating_sub(self.last).max(0) as f64 / DAY as f64;
        recall(days, self.stability)
    }

    /// Whether it is to be asked again.
    pub fn is_due(&self, now: i64) -> bool {
        self.due <= now
    }

    fn scheduled(self, grade: Grade) -> Card {
        let wait = match grade {
            Grade::Again => SOON,
            _ => days(self.stability).min(LONGEST) as i64 * DAY,
        };
        Card { due: self.last.saturating_add(wait), ..self }
    }
}

/// The days until the chance to remember has fallen to nine in ten: by the choice of the curve, the stability itself.
fn days(stability: f64) -> f64 {
    stability.round().max(1.0)
}

fn recall(days: f64, stability: f64) -> f64 {
    (1.0 + FACTOR * days / stability).powf(DECAY)
}

fn first(w: &[f64; 19], grade: Grade) -> (f64, f64) {
    (w[grade as usize - 1].max(0.1), first_difficulty(w, grade).clamp(1.0, 10.0))
}

fn first_difficulty(w: &[f64; 19], grade: Grade) -> f64 {
    w[4] - (w[5] * (grade as usize as f64 - 1.0)).exp() + 1.0
}

/// Stability and difficulty after an answer, so many whole days after the last one.
fn next(w: &[f64; 19], stability: f64, difficulty: f64, days: f64, grade: Grade) -> (f64, f64) {
    let recalled = recall(days, stability);
    let steps = grade as usize as f64 - 3.0;
    let later = if days < 1.0 {
        stability * (w[17] * (steps + w[18])).exp()
    } else if grade == Grade::Again {
        let lower = w[11]
            * difficulty.powf(-w[12])
            * ((stability + 1.0).powf(w[13]) - 1.0)
            * ((1.0 - recalled) * w[14]).exp();
        lower.min(stability)
    } else {
        let bonus = match grade {
            Grade::Hard => w[15],
            Grade::Easy => w[16],
            _ => 1.0,
        };
        let growth = w[8].exp()
            * (11.0 - difficulty)
            * stability.powf(-w[9])
            * (((1.0 - recalled) * w[10]).exp() - 1.0);
        stability * (1.0 + growth * bonus)
    };
    // The harder it is already, the less harder it becomes; and it is drawn a little towards the easy.
    let damped = difficulty - w[6] * steps * (10.0 - difficulty) / 9.0;
    let reverted = w[7] * first_difficulty(w, Grade::Easy) + (1.0 - w[7]) * damped;
    (later.max(0.01), reverted.clamp(1.0, 10.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: i64 = 1_669_725_000;

    /// The intervals that the authors' own programs test for: six times good, twice forgotten, five times good, each asked when it is due.
    #[test]
    fn intervals_are_the_published_ones() {
        use Grade::{Again, Good};
        let grades = [Good, Good, Good, Good, Good, Good, Again, Again, Good, Good, Good, Good, Good];
        let expected = [0, 4, 14, 44, 125, 328, 0, 0, 7, 16, 34, 71, 142];
        let (mut stability, mut difficulty) = first(&WEIGHTS, Good);
        // Theirs asks a new or forgotten card once more on the same day.
        let mut wait = 0.0;
        let mut found = vec![0];
        for (at, &grade) in grades.iter().enumerate().skip(1) {
            (stability, difficulty) = next(&WEIGHTS, stability, difficulty, wait, grade);
            wait = if grade == Again { 0.0 } else { days(stability) };
            found.push(wait as i64);
            assert!((1.0..=10.0).contains(&difficulty), "answer {at}");
        }
        assert_eq!(found, expected);
    }

    #[test]
    fn nine_in_ten_remember_when_it_is_due() {
        let card = Card::new(Grade::Good, START);
        assert_eq!(card.due, START + 3 * DAY);
        assert!((card.remembered(START) - 1.0).abs() < 1e-9);
        let after = START + (card.stability * DAY as f64) as i64;
        assert!((card.remembered(after) - 0.9).abs() < 1e-4);
        assert!(!card.is_due(START) && card.is_due(card.due));
    }

    #[test]
    fn a_forgotten_card_comes_back_soon_and_a_known_one_later_each_time() {
        let mut card = Card::new(Grade::Good, START);
        for _ in 0..20 {
            let later = card.answered(Grade::Good, card.due);
            assert!(later.due - later.last >= card.due - card.last);
            assert!(later.due - later.last <= LONGEST as i64 * DAY);
            card = later;
        }
        let forgotten = card.answered(Grade::Again, card.due);
        assert_eq!((forgotten.due - forgotten.last, forgotten.lapses), (SOON, 1));
        assert!(forgotten.stability < card.stability && forgotten.difficulty > card.difficulty);
        // A clock that runs backwards does no harm.
        assert!(card.answered(Grade::Easy, 0).stability.is_finite());
    }

    #[test]
    fn nonsense_in_a_kept_file_does_no_harm() {
        for (last, stability) in [(i64::MIN, 1e308), (i64::MAX, -1e308), (0, 0.0)] {
            let wild = Card { last, stability, difficulty: 1e308, due: 0, times: u32::MAX, lapses: u32::MAX };
            for grade in [Grade::Again, Grade::Easy] {
                assert_eq!(wild.answered(grade, START).times, u32::MAX);
                let _ = wild.remembered(START);
            }
        }
    }
}

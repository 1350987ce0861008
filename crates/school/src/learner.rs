//! What is known of one person: cards, ratings, lessons done, puzzles of their own. Plain data.

use std::collections::BTreeMap;

use game::Rng;
use serde::{Deserialize, Serialize};

use crate::{Card, Grade, Puzzle, Rating, School, SchoolError};

/// How far from a player's rating a new puzzle may be before nearer ones are preferred.
const NEAR: f64 = 150.0;

/// The most puzzles of one's own that are kept for a game; the oldest give way.
const OWN: usize = 200;

/// What is known of one person. As JSON it is all that is kept; deleting it forgets the person.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Learner {
    /// When each puzzle is asked again, by the puzzle's id.
    pub cards: BTreeMap<String, Card>,
    /// The person's rating in each game.
    pub ratings: BTreeMap<String, Rating>,
    /// The ratings of puzzles that were tried, by id.
    pub puzzles: BTreeMap<String, Rating>,
    /// The steps done, by game, each as `LESSON/STEP` with the time in seconds since 1970.
    pub lessons: BTreeMap<String, BTreeMap<String, i64>>,
    /// Puzzles cut from the person's own games.
    pub own: Vec<Puzzle>,
}

/// Why a puzzle was chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Why {
    /// It is time to ask it again.
    Due,
    /// It is new, and from the person's own games.
    Own,
    /// It is new, and about as hard as the person is strong.
    New,
    /// Nothing is due or new: the one that is asked again soonest.
    Ahead,
}

/// What an attempt changed.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Practised {
    /// The person's rating in the game before.
    pub before: f64,
    /// And now.
    pub rating: f64,
    /// When the puzzle is asked again, in seconds since 1970.
    pub due: i64,
}

/// How far somebody is in a game.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Progress {
    /// Puzzles that have been tried.
    pub tried: usize,
    /// Puzzles that are due.
    pub due: usize,
    /// Puzzles there are.
    pub puzzles: usize,
    /// Steps done.
    pub done: usize,
    /// Steps there are.
    pub steps: usize,
}

impl Learner {
    /// Reads what [`Learner::write`] has written.
    ///
    /// # Errors
    /// When the text is not that.
    pub fn read(text: &str) -> Result<Learner, SchoolError> {
        let wrong = |error| SchoolError::Data(format!("this is no record of a learner: {error}"));
        // A list would be read as the fields in their order.
        let fields: serde_json::Map<String, serde_json::Value> = serde_json::from_str(text).map_err(wrong)?;
        serde_json::from_value(fields.into()).map_err(wrong)
    }

    /// All of it as JSON.
    pub fn write(&self) -> String {
        serde_json::to_string(self).expect("a learner is plain data")
    }

    /// The rating in a game.
    pub fn rating(&self, game: &str) -> Rating {
        self.ratings.get(game).copied().unwrap_or_default()
    }

    /// The next puzzle, and why this one: what is due first, the longest overdue before the others; then what is new, the person's own before the
    /// shipped, by lot among those near the rating. With a theme, only puzzles that have it. `now` is in seconds since 1970.
    pub fn next<'a>(
        &'a self,
        school: &'a School,
        theme: Option<&str>,
        now: i64,
        seed: u64,
    ) -> Option<(&'a Puzzle, Why)> {
        self.next_but(&[], school, theme, now, seed)
    }

    /// The same without those of these ids, which the person has passed over.
    pub fn next_but<'a>(
        &'a self,
        passed: &[String],
        school: &'a School,
        theme: Option<&str>,
        now: i64,
        seed: u64,
    ) -> Option<(&'a Puzzle, Why)> {
        let fits = |puzzle: &Puzzle| {
            theme.is_none_or(|theme| puzzle.themes.iter().any(|known| known == theme))
                && !passed.contains(&puzzle.id)
        };
        let all: Vec<(&Puzzle, bool)> = self.of(school).filter(|(puzzle, _)| fits(puzzle)).collect();
        let card = |puzzle: &Puzzle| self.cards.get(&puzzle.id);
        let due = all
            .iter()
            .filter_map(|(puzzle, _)| Some((*puzzle, card(puzzle).filter(|card| card.is_due(now))?.due)));
        if let Some((puzzle, _)) = due.min_by_key(|(_, due)| *due) {
            return Some((puzzle, Why::Due));
        }
        let fresh = || all.iter().filter(|(puzzle, _)| card(puzzle).is_none());
        if let Some((puzzle, _)) = fresh().find(|(_, own)| *own) {
            return Some((puzzle, Why::Own));
        }
        let rating = self.rating(school.game()).rating;
        let distance = |puzzle: &Puzzle| (puzzle.rating - rating).abs();
        let nearest = fresh().map(|(puzzle, _)| distance(puzzle)).min_by(f64::total_cmp);
        if let Some(nearest) = nearest {
            let near: Vec<&Puzzle> = fresh()
                .map(|(puzzle, _)| *puzzle)
                .filter(|puzzle| distance(puzzle) <= nearest.max(NEAR))
                .collect();
            return Rng::derive(seed, self.cards.len() as u64).pick(&near).map(|puzzle| (puzzle, Why::New));
        }
        let known = all.iter().filter_map(|(puzzle, _)| Some((*puzzle, card(puzzle)?.due)));
        known.min_by_key(|(_, due)| *due).map(|(puzzle, _)| (puzzle, Why::Ahead))
    }

    /// The puzzle of this id, shipped or one's own.
    pub fn find<'a>(&'a self, school: &'a School, id: &str) -> Option<&'a Puzzle> {
        self.of(school).map(|(puzzle, _)| puzzle).find(|puzzle| puzzle.id == id)
    }

    /// Every puzzle of the school's game, and whether it is the person's own.
    fn of<'a>(&'a self, school: &'a School) -> impl Iterator<Item = (&'a Puzzle, bool)> {
        let own = self.own.iter().filter(|puzzle| puzzle.game == school.game());
        let shipped =
            school.puzzles().iter().filter(|puzzle| !self.own.iter().any(|own| own.id == puzzle.id));
        own.map(|puzzle| (puzzle, true)).chain(shipped.map(|puzzle| (puzzle, false)))
    }

    /// Remembers the first answer to a puzzle. [`Grade::Again`] is a wrong answer, the others are right ones; later tries at the same sitting are not
    /// counted.
    pub fn practised(&mut self, puzzle: &Puzzle, grade: Grade, now: i64) -> Practised {
        let card = match self.cards.get(&puzzle.id) {
            Some(card) => card.answered(grade, now),
            None => Card::new(grade, now),
        };
        self.cards.insert(puzzle.id.clone(), card);
        let player = self.rating(&puzzle.game);
        let hardness =
            self.puzzles.get(&puzzle.id).copied().unwrap_or_else(|| Rating::of_puzzle(puzzle.rating));
        let (after, hardness) = Rating::after(player, hardness, grade != Grade::Again);
        self.ratings.insert(puzzle.game.clone(), after);
        self.puzzles.insert(puzzle.id.clone(), hardness);
        Practised { before: player.rating, rating: after.rating, due: card.due }
    }

    /// Keeps puzzles cut from the person's games, each once; how many are new.
    pub fn keep(&mut self, puzzles: impl IntoIterator<Item = Puzzle>) -> usize {
        let mut added = 0;
        for puzzle in puzzles {
            if !self.own.iter().any(|known| known.id == puzzle.id) {
                let own = self.own.iter().filter(|known| known.game == puzzle.game).count();
                if own >= OWN
                    && let Some(oldest) = self.own.iter().position(|known| known.game == puzzle.game)
                {
                    self.own.remove(oldest);
                }
                self.own.push(puzzle);
                added += 1;
            }
        }
        added
    }

    /// Remembers that a step of a lesson is done; the first time counts.
    pub fn learnt(&mut self, game: &str, step: &str, now: i64) {
        self.lessons.entry(game.to_string()).or_default().entry(step.to_string()).or_insert(now);
    }

    /// Whether a step, named as [`crate::Step::id`] has it, is done.
    pub fn has_learnt(&self, game: &str, step: &str) -> bool {
        self.lessons.get(game).is_some_and(|steps| steps.contains_key(step))
    }

    /// How far the person is in a game.
    pub fn progress(&self, school: &School, now: i64) -> Progress {
        let (mut progress, game) = (Progress::default(), school.game());
        for (puzzle, _) in self.of(school) {
            let card = self.cards.get(&puzzle.id);
            progress.puzzles += 1;
            progress.tried += usize::from(card.is_some());
            progress.due += usize::from(card.is_some_and(|card| card.is_due(now)));
        }
        for step in school.lessons().iter().flat_map(|lesson| &lesson.steps) {
            progress.steps += 1;
            progress.done += usize::from(self.has_learnt(game, &step.id));
        }
        progress
    }
}

//! What is taught of one game.

use table::Family;
use table::expert::Lang;

use crate::lesson::{Sayings, read};
use crate::{Lesson, Puzzle, SchoolError, Step};

/// What is taught of one game: its puzzles, its lessons, and what they are about. A game that brings none has an empty school.
#[derive(Clone, Debug)]
pub struct School {
    game: &'static str,
    puzzles: Vec<Puzzle>,
    lessons: Vec<Lesson>,
    themes: Vec<Theme>,
}

/// What puzzles can be about.
#[derive(Clone, PartialEq, Debug)]
pub struct Theme {
    /// The kind of the game's story that it stands for.
    pub kind: String,
    pub(crate) name: Sayings,
}

impl Theme {
    /// What people call it.
    pub fn name(&self, lang: Lang) -> &str {
        self.name.in_lang(lang)
    }
}

impl School {
    /// The school of a game.
    ///
    /// # Errors
    /// When the game's files are wrong; those that are shipped are checked by tests.
    pub fn of(family: &Family) -> Result<School, SchoolError> {
        School::read(family.info.name, family.puzzles(), family.lessons())
    }

    /// The school of a game whose puzzles and lessons are these texts.
    ///
    /// # Errors
    /// When a text is wrong; the line is named.
    pub fn read(game: &'static str, puzzles: &str, lessons: &str) -> Result<School, SchoolError> {
        let (themes, lessons) = read(lessons)?;
        Ok(School { game, puzzles: Puzzle::read_all(puzzles)?, lessons, themes })
    }

    /// The game's name.
    pub fn game(&self) -> &'static str {
        self.game
    }

    /// Whether there is nothing to learn.
    pub fn is_empty(&self) -> bool {
        self.puzzles.is_empty() && self.lessons.is_empty()
    }

    /// The shipped puzzles.
    pub fn puzzles(&self) -> &[Puzzle] {
        &self.puzzles
    }

    /// The lessons, in the order in which they are taught.
    pub fn lessons(&self) -> &[Lesson] {
        &self.lessons
    }

    /// The lesson of this id.
    pub fn lesson(&self, id: &str) -> Option<&Lesson> {
        self.lessons.iter().find(|lesson| lesson.id == id)
    }

    /// The step of this id, `LESSON/STEP`.
    pub fn step(&self, id: &str) -> Option<&Step> {
        self.lessons.iter().flat_map(|lesson| &lesson.steps).find(|step| step.id == id)
    }

    /// What puzzles of this game can be about, for those who want to choose.
    pub fn themes(&self) -> &[Theme] {
        &self.themes
    }

    /// What people call a theme; its kind where it has no name.
    pub fn theme<'a>(&'a self, kind: &'a str, lang: Lang) -> &'a str {
        self.themes.iter().find(|theme| theme.kind == kind).map_or(kind, |theme| theme.name(lang))
    }
}

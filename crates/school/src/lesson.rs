//! Lessons: steps from the rules to strategy, read from a game's file.

use game::Options;
use table::expert::Lang;
use table::{Family, Match};

use crate::{SchoolError, Theme};

/// A few steps about one thing.
#[derive(Clone, PartialEq, Debug)]
pub struct Lesson {
    /// Its name in files and addresses.
    pub id: String,
    pub(crate) title: Sayings,
    /// The steps, in order.
    pub steps: Vec<Step>,
}

impl Lesson {
    /// What it is about, for people.
    pub fn title(&self, lang: Lang) -> &str {
        self.title.in_lang(lang)
    }
}

/// One idea: a position with a move to be found, or a small match.
#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    /// Its name in files and addresses, `LESSON/STEP`.
    pub id: String,
    /// What is to be done.
    pub task: Task,
    pub(crate) aim: Sayings,
    pub(crate) good: Sayings,
    pub(crate) wrong: Sayings,
}

/// What is to be done in a step.
#[derive(Clone, PartialEq, Debug)]
pub enum Task {
    /// A right move is to be found.
    Move {
        /// Where.
        position: String,
        /// What makes a move right; everything listed must hold.
        right: Vec<Right>,
    },
    /// A small match is to be won.
    Match(MiniMatch),
}

/// A small match at the end of lessons.
#[derive(Clone, PartialEq, Debug)]
pub struct MiniMatch {
    /// The game's options.
    pub options: Options,
    /// The opponent in every other seat: `level2`.
    pub opponent: String,
    /// The learner's seat, from 0.
    pub seat: usize,
}

/// What makes a move right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Right {
    /// It is legal.
    Any,
    /// It is one of these.
    Moves(Vec<String>),
    /// It is proved to win.
    Wins,
    /// It is proved to be worth as much as the best.
    Keeps,
    /// An event of this kind happens to the mover by it, this often at least.
    Does(String, i32),
    /// No event of this kind happens by it.
    Avoids(String),
}

impl Step {
    /// What is to be done, in one sentence.
    pub fn aim(&self, lang: Lang) -> &str {
        self.aim.in_lang(lang)
    }

    /// What is said after a right move or a match that was won.
    pub fn good(&self, lang: Lang) -> &str {
        self.good.in_lang(lang)
    }

    /// What is said after a wrong move or a match that was not won.
    pub fn wrong(&self, lang: Lang) -> &str {
        self.wrong.in_lang(lang)
    }

    /// The board: the position of a move, the start of a match.
    ///
    /// # Errors
    /// When position or options are not those of this game.
    pub fn board(&self, family: &Family) -> Result<Box<dyn Match>, SchoolError> {
        Ok(match &self.task {
            Task::Move { position, .. } => family.open_at(&Options::none(), position)?,
            Task::Match(small) => family.open(&small.options)?,
        })
    }
}

/// A sentence in every language.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Sayings([String; Lang::ALL.len()]);

impl Sayings {
    pub(crate) fn in_lang(&self, lang: Lang) -> &str {
        &self.0[lang as usize]
    }

    fn set(&mut self, code: &str, text: &str) -> Option<()> {
        let at = Lang::ALL.iter().position(|lang| lang.code() == code)?;
        self.0[at] = text.trim().to_string();
        Some(())
    }

    fn whole(&self) -> bool {
        self.0.iter().all(|text| !text.is_empty())
    }
}

/// A part of the file: `theme NAME`, `lesson NAME`, `step NAME` or `match NAME`, and the indented lines below it.
struct Part<'a> {
    line: usize,
    kind: &'a str,
    name: &'a str,
    below: Vec<(usize, &'a str, &'a str)>,
}

/// Reads the lessons of a game, and the names of its themes.
pub(crate) fn read(text: &str) -> Result<(Vec<Theme>, Vec<Lesson>), SchoolError> {
    let (mut themes, mut lessons) = (Vec::new(), Vec::<Lesson>::new());
    for part in parts(text)? {
        let wrong = |what: &str| SchoolError::Data(format!("lessons, line {}: {what}", part.line));
        match part.kind {
            "theme" => themes.push(Theme { kind: part.name.to_string(), name: part.title()? }),
            "lesson" => {
                lessons.push(Lesson { id: part.name.to_string(), title: part.title()?, steps: Vec::new() });
            }
            "step" | "match" => {
                let lesson =
                    lessons.last_mut().ok_or_else(|| wrong("a step comes before the first lesson"))?;
                let id = format!("{}/{}", lesson.id, part.name);
                if lesson.steps.iter().any(|step| step.id == id) {
                    return Err(wrong("there are two steps of this name"));
                }
                lesson.steps.push(part.step(id)?);
            }
            _ => return Err(wrong("expected theme, lesson, step or match, and a name")),
        }
    }
    Ok((themes, lessons))
}

fn parts(text: &str) -> Result<Vec<Part<'_>>, SchoolError> {
    let mut parts: Vec<Part<'_>> = Vec::new();
    for (at, line) in text.lines().enumerate() {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        if !line.starts_with(' ') {
            parts.push(Part { line: at + 1, kind: word, name: rest.trim(), below: Vec::new() });
        } else if let Some(part) = parts.last_mut() {
            part.below.push((at + 1, word, rest.trim()));
        } else {
            return Err(SchoolError::Data(format!("lessons, line {}: it belongs to nothing", at + 1)));
        }
    }
    Ok(parts)
}

impl Part<'_> {
    fn error(&self, line: usize, what: &str) -> SchoolError {
        SchoolError::Data(format!("lessons, line {line}, {} {}: {what}", self.kind, self.name))
    }

    fn title(&self) -> Result<Sayings, SchoolError> {
        let mut title = Sayings::default();
        for &(line, code, text) in &self.below {
            title.set(code, text).ok_or_else(|| self.error(line, "expected a language"))?;
        }
        if title.whole() { Ok(title) } else { Err(self.error(self.line, "a language is missing")) }
    }

    fn step(&self, id: String) -> Result<Step, SchoolError> {
        let (mut aim, mut good, mut wrong) = (Sayings::default(), Sayings::default(), Sayings::default());
        let (mut position, mut right) = (None, Vec::new());
        let mut small = MiniMatch { options: Options::none(), opponent: String::new(), seat: 0 };
        for &(line, word, rest) in &self.below {
            let said = |sayings: &mut Sayings, text: &str| {
                let (code, text) = text.split_once(' ').unwrap_or((text, ""));
                sayings.set(code, text).ok_or_else(|| self.error(line, "expected a language and a sentence"))
            };
            match (self.kind, word) {
                (_, "good") => said(&mut good, rest)?,
                (_, "wrong") => said(&mut wrong, rest)?,
                ("step", "position") => position = Some(rest.to_string()),
                ("step", "right") => {
                    right.push(
                        Right::read(rest).ok_or_else(|| self.error(line, "this says not what is right"))?,
                    );
                }
                ("match", "options") => {
                    for option in rest.split_whitespace() {
                        let (name, value) = option
                            .split_once('=')
                            .ok_or_else(|| self.error(line, "expected options such as size=4x4"))?;
                        small.options = small.options.with(name, value);
                    }
                }
                ("match", "opponent") => small.opponent = rest.to_string(),
                ("match", "seat") => {
                    let seat: Option<usize> = rest.parse().ok();
                    small.seat = seat
                        .and_then(|seat| seat.checked_sub(1))
                        .ok_or_else(|| self.error(line, "expected a seat, from 1"))?;
                }
                _ => said(&mut aim, &format!("{word} {rest}"))?,
            }
        }
        let task = match (self.kind, position) {
            ("match", None) if !small.opponent.is_empty() => Task::Match(small),
            ("step", Some(position)) if !right.is_empty() => Task::Move { position, right },
            ("match", _) => return Err(self.error(self.line, "it has no opponent")),
            _ => return Err(self.error(self.line, "it needs a position and what is right")),
        };
        let silent = task.accepts_all();
        if !aim.whole() || !good.whole() || !(silent || wrong.whole()) {
            return Err(self.error(self.line, "a sentence is missing in one of the languages"));
        }
        Ok(Step { id, task, aim, good, wrong })
    }
}

impl Task {
    /// Whether no legal move is wrong.
    fn accepts_all(&self) -> bool {
        matches!(self, Task::Move { right, .. } if right.iter().all(|right| *right == Right::Any))
    }
}

impl Right {
    fn read(text: &str) -> Option<Right> {
        let words: Vec<&str> = text.split_whitespace().collect();
        Some(match words.as_slice() {
            ["any"] => Right::Any,
            ["wins"] => Right::Wins,
            ["keeps"] => Right::Keeps,
            ["moves", moves @ ..] if !moves.is_empty() => {
                Right::Moves(moves.iter().map(|mv| (*mv).to_string()).collect())
            }
            ["does", kind] => Right::Does((*kind).to_string(), 1),
            ["does", kind, times] => Right::Does((*kind).to_string(), times.parse().ok()?),
            ["avoids", kind] => Right::Avoids((*kind).to_string()),
            _ => return None,
        })
    }
}

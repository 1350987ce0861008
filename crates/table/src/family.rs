//! A registered game before its options are known.

use expert::Lang;
use game::{Info, Misfit, Options, Problems, Style};
use thiserror::Error;

use crate::kit::{School, Transcribe};
use crate::phrases::{Phrases, Speech};
use crate::seated::{Seated, Table};
use crate::{House, Match, position_text};

/// A game in all its widths, as [`seat!`](crate::seat) registers it.
pub struct Entry {
    info: &'static Info,
    widths: &'static [Width],
    abilities: &'static [&'static str],
    reputation: fn(&House) -> Reputation,
}

/// What a game is known for.
struct Reputation {
    styles: &'static [Style],
    events: &'static str,
    speech: Speech,
    school: School,
    notation: Option<Transcribe>,
}

/// A game that can be opened, in the house it belongs to.
#[derive(Clone)]
pub struct Family {
    /// What the game says about itself.
    pub info: &'static Info,
    entry: &'static Entry,
    house: House,
}

/// Opens a game with these options, at this position or at the start.
type Open = fn(&House, &Options, Option<&str>) -> Result<Box<dyn Match>, Misfit>;

/// One width of a game, as functions.
pub struct Width {
    open: Open,
    options_of: fn(&str) -> Result<Options, Problems>,
}

impl Width {
    /// The functions of this type.
    pub const fn of<G: Seated>() -> Width {
        Width { open: open::<G>, options_of: G::options_of }
    }
}

fn open<G: Seated>(
    house: &House,
    options: &Options,
    position: Option<&str>,
) -> Result<Box<dyn Match>, Misfit> {
    let game = G::new(options)?;
    let start = match position {
        Some(text) => game.read(text)?,
        None => game.start(),
    };
    Ok(Box::new(Table::<G>::new(house.clone(), game, start)))
}

/// Why a game could not be opened.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OpenError {
    /// No game has this name.
    #[error("unknown game '{name}'; expected one of {known}")]
    Unknown {
        /// What was given.
        name: String,
        /// The names there are.
        known: String,
    },
    /// The options or the position are wrong.
    #[error("{0}")]
    Wrong(Problems),
}

impl Entry {
    /// The game of which `G` is the narrowest of `widths`, with the names of what it can do beyond its rules.
    pub const fn of<G: Seated>(widths: &'static [Width], abilities: &'static [&'static str]) -> Entry {
        let reputation = |house: &House| {
            let kit = G::kit(house);
            let notation = kit.notation.map(|notation| notation.read);
            Reputation {
                styles: kit.styles,
                events: kit.events,
                speech: kit.speech,
                school: kit.school,
                notation,
            }
        };
        Entry { info: const { &G::INFO }, widths, abilities, reputation }
    }
}

impl Family {
    /// The game of an entry, in this house.
    pub(crate) fn new(entry: &'static Entry, house: House) -> Family {
        Family { info: entry.info, entry, house }
    }

    /// The same game in another house.
    pub(crate) fn moved(&self, house: House) -> Family {
        Family::new(self.entry, house)
    }

    /// The knowledge and nets that its players go by.
    pub fn house(&self) -> &House {
        &self.house
    }

    /// What the game can do beyond its rules, as its seat lists it: `draw`, `explain`.
    pub fn abilities(&self) -> &'static [&'static str] {
        self.entry.abilities
    }

    fn reputation(&self) -> Reputation {
        (self.entry.reputation)(&self.house)
    }

    /// The styles of play that have a name in this game, good wherever a player is accepted.
    pub fn styles(&self) -> &'static [Style] {
        self.reputation().styles
    }

    /// The events that are held in this game, as TOML; empty when there are none.
    pub fn events(&self) -> &'static str {
        self.reputation().events
    }

    /// What the game says, in a language.
    pub fn phrases(&self, lang: Lang) -> Phrases {
        Phrases::read(self.reputation().speech.words, lang)
    }

    /// The rules in a language; `None` when nobody has put them into it.
    pub fn rules(&self, lang: Lang) -> Option<&'static str> {
        let text = match lang.translation() {
            None => self.info.rules,
            Some(at) => self.reputation().speech.rules[at],
        };
        Some(text).filter(|text| !text.is_empty())
    }

    /// The game's puzzles, one a line of JSON; empty when there are none.
    pub fn puzzles(&self) -> &'static str {
        self.reputation().school.puzzles
    }

    /// The game's lessons; empty when there are none.
    pub fn lessons(&self) -> &'static str {
        self.reputation().school.lessons
    }

    /// A game from the start.
    pub fn open(&self, options: &Options) -> Result<Box<dyn Match>, OpenError> {
        self.open_width(options, None)
    }

    /// The position text behind what a user gave: the text itself, its JSON form, or the game's second notation.
    ///
    /// # Errors
    /// When it is JSON or the second notation, and not well-formed.
    pub fn position_text(&self, given: &str) -> Result<String, Problems> {
        let transcribed = self.reputation().notation.and_then(|read| read(given));
        transcribed.unwrap_or_else(|| position_text(self.info, given))
    }

    /// A game from a position, given as text, as JSON or in the game's second notation. Options may be given too if they agree with it.
    pub fn open_at(&self, options: &Options, position: &str) -> Result<Box<dyn Match>, OpenError> {
        let text = self.position_text(position).map_err(OpenError::Wrong)?;
        let implied = (self.entry.widths[0].options_of)(&text).map_err(OpenError::Wrong)?;
        let opened = self.open_width(&implied, Some(&text))?;
        self.check_names(options)?;
        let actual = opened.options();
        let mut wanted = actual.clone();
        for (name, value) in options.iter() {
            wanted = wanted.with(name, value);
        }
        let same = self.open_width(&wanted, None)?.options() == actual;
        if same {
            Ok(opened)
        } else {
            Err(OpenError::Wrong(Problems::one(format!(
                "the position has {actual}, but {options} was asked for"
            ))))
        }
    }

    /// The options that the text of a position implies, whether or not it is one.
    pub fn implied(&self, position: &str) -> Result<Options, Problems> {
        (self.entry.widths[0].options_of)(position)
    }

    fn open_width(&self, options: &Options, position: Option<&str>) -> Result<Box<dyn Match>, OpenError> {
        self.check_names(options)?;
        for width in self.entry.widths {
            match (width.open)(&self.house, options, position) {
                Ok(opened) => return Ok(opened),
                Err(Misfit::TooLarge) => {}
                Err(Misfit::Wrong(problems)) => return Err(OpenError::Wrong(problems)),
            }
        }
        Err(OpenError::Wrong(Problems::one(format!("{options} is larger than this game can be"))))
    }

    fn check_names(&self, options: &Options) -> Result<(), OpenError> {
        options.check_names(self.info.options).or(()).map_err(OpenError::Wrong)
    }
}

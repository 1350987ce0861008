//! A registered game before its options are known.

use expert::Lang;
use game::{Info, Misfit, Options, Problems, Style};
use thiserror::Error;

use crate::phrases::{Phrases, Speech};
use crate::registry::GAMES;
use crate::seated::{Seated, Table};
use crate::{Match, position_text};

/// A registered game in all its widths.
pub struct Family {
    /// What the game says about itself.
    pub info: &'static Info,
    widths: &'static [Width],
    styles: fn() -> &'static [Style],
    events: fn() -> &'static str,
    speech: fn() -> Speech,
}

/// Opens a game with these options, at this position or at the start.
type Open = fn(&Options, Option<&str>) -> Result<Box<dyn Match>, Misfit>;

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

fn open<G: Seated>(options: &Options, position: Option<&str>) -> Result<Box<dyn Match>, Misfit> {
    let game = G::new(options)?;
    let start = match position {
        Some(text) => game.read(text)?,
        None => game.start(),
    };
    Ok(Box::new(Table::<G>::new(game, start)))
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

impl Family {
    /// The game of which `G` is the narrowest of `widths`.
    pub const fn of<G: Seated>(widths: &'static [Width]) -> Family {
        Family {
            info: const { &G::INFO },
            widths,
            styles: || G::kit().styles,
            events: || G::kit().events,
            speech: || G::kit().speech,
        }
    }

    /// The styles of play that have a name in this game, good wherever a player is accepted.
    pub fn styles(&self) -> &'static [Style] {
        (self.styles)()
    }

    /// The events that are held in this game, as TOML; empty when there are none.
    pub fn events(&self) -> &'static str {
        (self.events)()
    }

    /// What the game says, in a language.
    pub fn phrases(&self, lang: Lang) -> Phrases {
        Phrases::read((self.speech)().words, lang)
    }

    /// The rules in a language; `None` when nobody has put them into it.
    pub fn rules(&self, lang: Lang) -> Option<&'static str> {
        let [serbian, portuguese] = (self.speech)().rules;
        let text = match lang {
            Lang::En => self.info.rules,
            Lang::Sr => serbian,
            Lang::Pt => portuguese,
        };
        Some(text).filter(|text| !text.is_empty())
    }

    /// A game from the start.
    pub fn open(&self, options: &Options) -> Result<Box<dyn Match>, OpenError> {
        self.open_width(options, None)
    }

    /// A game from a position, given as text or JSON. Options may be given too if they agree with it.
    pub fn open_at(&self, options: &Options, position: &str) -> Result<Box<dyn Match>, OpenError> {
        let text = position_text(self.info, position).map_err(OpenError::Wrong)?;
        let implied = (self.widths[0].options_of)(&text).map_err(OpenError::Wrong)?;
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

    fn open_width(&self, options: &Options, position: Option<&str>) -> Result<Box<dyn Match>, OpenError> {
        self.check_names(options)?;
        for width in self.widths {
            match (width.open)(options, position) {
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

/// Every registered game, in the order of the list.
pub fn families() -> &'static [Family] {
    GAMES
}

/// The game of this name, in any case.
pub fn family(name: &str) -> Result<&'static Family, OpenError> {
    let wanted = name.trim().to_ascii_lowercase();
    families().iter().find(|family| family.info.name == wanted).ok_or_else(|| OpenError::Unknown {
        name: name.to_string(),
        known: families().iter().map(|family| family.info.name).collect::<Vec<_>>().join(", "),
    })
}

//! What is kept, as plain data. An owner is the mark of a browser, or nothing for whoever is at this machine.

use serde::{Deserialize, Serialize};

/// A kept game.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct KeptGame {
    /// Its name in addresses.
    pub id: String,
    /// Which game it is of.
    pub game: String,
    /// The game so far, as a line of JSON.
    pub record: String,
    /// What the page keeps with it, as JSON: clock, names, switches.
    pub extra: String,
    /// Whether it has ended.
    pub over: bool,
    /// When it was last changed, in seconds since 1970.
    pub changed: i64,
    /// The browsers that have a seat in it; none for a game of this machine.
    #[serde(skip)]
    pub owners: Vec<String>,
}

/// A kept review of a game, in one language.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct KeptReview {
    /// Its name in addresses: that of the game, where that is kept too.
    pub id: String,
    /// The language that it speaks.
    pub lang: String,
    /// Whose it is.
    #[serde(skip)]
    pub owner: String,
    /// Which game it is of.
    pub game: String,
    /// The game that was reviewed, as a line of JSON.
    pub record: String,
    /// What is known so far, as JSON.
    pub notes: String,
    /// What the page keeps with it, as JSON.
    pub extra: String,
    /// Whether nothing is left to look at.
    pub complete: bool,
    /// When it was last changed, in seconds since 1970.
    pub changed: i64,
}

/// A kept card: something to be practised again.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct KeptCard {
    /// Which game it is of.
    pub game: String,
    /// What is practised.
    pub id: String,
    /// How well it is known, as JSON.
    pub text: String,
    /// When it is due, in seconds since 1970.
    pub due: i64,
}

/// A text kept under a kind and a name.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct KeptText {
    /// What kind of text.
    pub kind: String,
    /// Its name.
    pub name: String,
    /// The text.
    pub text: String,
}

/// How far somebody has come with something.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct KeptProgress {
    /// With what.
    pub topic: String,
    /// How far, as JSON.
    pub text: String,
}

/// Everything that is kept of somebody.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Belongings {
    /// Games in which they have a seat.
    pub games: Vec<KeptGame>,
    /// Analyses and other texts.
    pub texts: Vec<KeptText>,
    /// Reviews.
    pub reviews: Vec<KeptReview>,
    /// Cards.
    pub cards: Vec<KeptCard>,
    /// Progress.
    pub progress: Vec<KeptProgress>,
}

impl Belongings {
    /// How many bytes of text these are, names left out.
    pub fn weight(&self) -> usize {
        let games = self.games.iter().map(|game| game.record.len() + game.extra.len());
        let texts = self.texts.iter().map(|text| text.text.len());
        let reviews = self.reviews.iter().map(|it| it.record.len() + it.notes.len() + it.extra.len());
        let cards = self.cards.iter().map(|card| card.text.len());
        let progress = self.progress.iter().map(|progress| progress.text.len());
        games.chain(texts).chain(reviews).chain(cards).chain(progress).sum()
    }
}

/// How many things are kept of somebody.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Amounts {
    /// Games in which they have a seat.
    pub games: usize,
    /// Texts of a kind.
    pub texts: usize,
    /// Reviews.
    pub reviews: usize,
    /// Cards.
    pub cards: usize,
    /// Topics in which they have come somewhere.
    pub progress: usize,
}

//! What literally happened: the story of a move and the standing of a position, as facts that anybody can check on the board.
//!
//! A story never judges. It says that three boxes were closed, not that closing them was good; what a fact is worth in the end is for search and
//! solver to say. Whoever tells stories adds the events of a line up, compares two lines, and puts the difference into words.

use crate::{Game, Seat, Spot};

/// A game that can tell what happened.
pub trait Story: Game {
    /// How each kind of event is said, in every language: a line with the kind, then a line for each language, indented: its code and the
    /// sentence without a full stop. Sentences are patterns as in knowledge files: `{Who}` is the seat as the reader calls it ("you", "your
    /// opponent", a name) and chooses forms by `you` and `other`; `{Whom}`, in a game of two, is the other one, with the forms `you`,
    /// `opponent` (when `Who` is you) and `other`; `{N}` is [`Event::count`], `{Names}` the names joined by commas, and every
    /// detail has its own name. A line `rules` names the rules of the game's knowledge that say the same, so that nobody says it twice. A line `costs`
    /// says that it is never good for `{Who}`, even where it changes no score. Lines that begin with `#` are remarks.
    ///
    /// ```text
    /// takes
    ///   en {Who} {Who|you: take|other: takes} {N} {N|one: box|other: boxes} ({Names})
    ///   sr ...
    ///   pt ...
    /// ```
    const TELLINGS: &'static str;

    /// What happens when `mv` is played in `state`, in the order in which people would tell it. Chance events may have a story too.
    fn story(&self, state: &Self::State, mv: Self::Move) -> Vec<Event>;

    /// What can be counted in a position right now, whoever is to move: safe moves left, ways to the edge, the score if it ended here. Every kind comes
    /// once for each seat that it is about, also when it counts 0, so that two positions can be compared kind by kind.
    fn standing(&self, state: &Self::State) -> Vec<Event>;

    /// The same position with the other seat to move, for asking what a side threatens; `None` where that makes no sense.
    fn passed(&self, state: &Self::State) -> Option<Self::State>;
}

/// One fact. Events of one line that agree in kind, seat and details are one event to the reader: counts and worths are added, names and places joined.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// What kind of thing happened, lower case with hyphens; a key of [`Story::TELLINGS`].
    pub kind: &'static str,
    /// Who did it, or whom it is about.
    pub who: Seat,
    /// How many.
    pub count: i32,
    /// What it is worth to `who`, in hundredths of a point of the game; 0 when it changes no score. In a game where only winning counts, a rough
    /// measure by which the more important of two facts is told first.
    pub worth: i32,
    /// What the places or things are called, in the order of the story.
    pub names: Vec<String>,
    /// Where it is seen on the board.
    pub places: Vec<Spot>,
    /// Whatever else the sentence needs.
    pub details: Vec<(&'static str, Detail)>,
}

/// Something that a sentence needs besides count and names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Detail {
    /// A number, which chooses plural forms.
    Number(i32),
    /// An English word or phrase of the game, put into the reader's language by [`crate::Spoken::WORDS`].
    Word(&'static str),
    /// A name that is the same in every language: a cell, a move.
    Name(String),
}

impl Event {
    /// An event of this kind about `who`, without anything else.
    pub fn new(kind: &'static str, who: Seat) -> Event {
        Event { kind, who, count: 0, worth: 0, names: Vec::new(), places: Vec::new(), details: Vec::new() }
    }

    /// The same with a count.
    #[must_use]
    pub fn count(self, count: i32) -> Event {
        Event { count, ..self }
    }

    /// The same with a worth.
    #[must_use]
    pub fn worth(self, worth: i32) -> Event {
        Event { worth, ..self }
    }

    /// The same with one more name and the place it stands for.
    #[must_use]
    pub fn at(mut self, name: impl Into<String>, place: Spot) -> Event {
        self.names.push(name.into());
        self.places.push(place);
        self
    }

    /// The same with one more detail.
    #[must_use]
    pub fn with(mut self, name: &'static str, detail: Detail) -> Event {
        self.details.push((name, detail));
        self
    }

    /// Whether both are one event to the reader.
    pub fn joins(&self, other: &Event) -> bool {
        (self.kind, self.who, &self.details) == (other.kind, other.who, &other.details)
    }

    /// Takes in another event that [joins](Event::joins) this one.
    pub fn join(&mut self, other: Event) {
        self.count += other.count;
        self.worth += other.worth;
        self.names.extend(other.names);
        self.places.extend(other.places);
    }
}

//! Who sits in a seat: a person, a program, or a player of ours.

use std::fmt;
use std::str::FromStr;

use search::{Spec, SpecError};
use serde::{Deserialize, Serialize};

/// Who sits in a seat, read once where the text comes in: an argument, a plan, a form, a record. Its text reads back as the same.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Who {
    /// Somebody who is asked for moves: `human`.
    Person,
    /// A program that speaks the bot protocol: `exec:COMMAND`, the command to the letter.
    Program(String),
    /// A program that whoever runs a web app has given a name: `bot:NAME`.
    Own(String),
    /// A player of ours: `alphabeta:depth=6`, or the name of a style.
    Player(Spec),
}

/// The description of a person.
pub const PERSON: &str = "human";
/// How the description of a program begins.
const EXEC: &str = "exec:";
/// How the description of a named program begins.
const BOT: &str = "bot:";

impl Who {
    /// Whether a person sits there.
    pub fn is_person(&self) -> bool {
        *self == Who::Person
    }

    /// The description, where it is a player of ours.
    pub fn spec(&self) -> Option<&Spec> {
        match self {
            Who::Player(spec) => Some(spec),
            Who::Person | Who::Program(_) | Who::Own(_) => None,
        }
    }
}

/// The only seat of which it is said that a person sits there; `None` when there are several, or none.
pub fn only_person(people: impl IntoIterator<Item = bool>) -> Option<usize> {
    let mut seats = people.into_iter().enumerate().filter(|(_, person)| *person).map(|(seat, _)| seat);
    seats.next().filter(|_| seats.next().is_none())
}

impl FromStr for Who {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Who, SpecError> {
        let begun = text.trim_start();
        if let Some(command) = begun.strip_prefix(EXEC) {
            return Ok(Who::Program(command.to_string()));
        }
        if let Some(name) = begun.strip_prefix(BOT) {
            return Ok(Who::Own(name.to_string()));
        }
        if begun.trim_end().eq_ignore_ascii_case(PERSON) {
            return Ok(Who::Person);
        }
        begun.parse().map(Who::Player)
    }
}

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Who::Person => f.write_str(PERSON),
            Who::Program(command) => write!(f, "{EXEC}{command}"),
            Who::Own(name) => write!(f, "{BOT}{name}"),
            Who::Player(spec) => spec.fmt(f),
        }
    }
}

impl From<Spec> for Who {
    fn from(spec: Spec) -> Who {
        Who::Player(spec)
    }
}

impl From<Who> for String {
    fn from(who: Who) -> String {
        who.to_string()
    }
}

impl TryFrom<String> for Who {
    type Error = SpecError;

    fn try_from(text: String) -> Result<Who, SpecError> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_comes_back_from_their_text() {
        let player = |text: &str| Who::Player(text.parse().expect("a description"));
        for (text, who) in [
            ("human", Who::Person),
            ("exec:sh -c 'echo A, B:c=1'", Who::Program("sh -c 'echo A, B:c=1'".into())),
            ("exec: python3  Bot.py ", Who::Program(" python3  Bot.py ".into())),
            ("bot:My Bot", Who::Own("My Bot".into())),
            ("alphabeta:depth=6", player("alphabeta:depth=6")),
            ("meanmax:net", player("meanmax:net=yes")),
            ("humane", player("humane")),
        ] {
            assert_eq!(text.parse(), Ok(who.clone()));
            assert_eq!(who.to_string(), text);
        }
        assert_eq!(" Human ".parse(), Ok(Who::Person));
        assert!("".parse::<Who>().is_err() && "mcts:time=1,time=2".parse::<Who>().is_err());
    }
}

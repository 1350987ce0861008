//! What the coach says, in the reader's language.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use game::{Detail, Event, MoveError, Objective};
use infer::{Filling, Message};
use table::expert::Lang;
use table::{Match, Phrases};

use crate::names::list_names;
use crate::{Class, CoachError, Silence};

/// The coach's own sentences, written as stories are.
const OWN: &str = include_str!("words.txt");

/// Sentences by kind, in one language.
type Book = HashMap<String, Message>;

/// The coach's own sentences in all languages.
static BOOKS: LazyLock<Vec<Book>> = LazyLock::new(|| {
    let read = |lang: &Lang| read(OWN, *lang).expect("the coach's words are well formed");
    Lang::ALL.iter().map(read).collect()
});

/// Speaks about one game to one reader.
pub struct Speaker {
    lang: Lang,
    seats: Vec<String>,
    you: Option<usize>,
    unit: Option<&'static str>,
    tellings: Book,
    /// The rules that say what an event of a kind says.
    rules: HashMap<String, Vec<String>>,
    /// The kinds that are never good for whom they are about.
    costs: HashSet<String>,
    phrases: Phrases,
}

impl Speaker {
    /// Somebody who speaks about this game in this language, and says `you` to the player in this seat.
    ///
    /// # Errors
    /// When the game's own words cannot be read.
    pub fn new(board: &dyn Match, lang: Lang, you: Option<usize>) -> Result<Speaker, CoachError> {
        let phrases = board.phrases(lang);
        let seats = board.seat_names().into_iter().map(|name| phrases.say(name).into_owned()).collect();
        let text = board.told().map_or("", |told| told.tellings());
        let tellings = read(text, lang).map_err(CoachError::Tellings)?;
        let unit = match board.info().objective {
            Objective::Points(unit) => Some(unit),
            Objective::Win => None,
        };
        let (rules, costs) = remarks(text);
        Ok(Speaker { lang, seats, you, unit, tellings, rules, costs, phrases })
    }

    pub(crate) fn lang(&self) -> Lang {
        self.lang
    }

    /// How many play.
    pub(crate) fn seats(&self) -> usize {
        self.seats.len()
    }

    /// Whether an event of this kind says what a rule says.
    pub(crate) fn tells(&self, kind: &str, rule: &str) -> bool {
        self.rules.get(kind).is_some_and(|rules| rules.iter().any(|known| known == rule))
    }

    /// Whether an event may be told as something that this seat has done for itself or against the others.
    pub(crate) fn serves(&self, event: &Event, seat: usize) -> bool {
        let own = event.who.index() == seat;
        match event.worth {
            0 => own != self.costs.contains(event.kind),
            worth => own == (worth > 0),
        }
    }

    /// The seat as the reader calls it; chooses forms by `you` and `other`.
    pub(crate) fn who(&self, seat: usize) -> Filling {
        let key = if self.you == Some(seat) { "you" } else { "other" };
        let text = match (self.you, self.seats.len()) {
            (Some(you), _) if you == seat => self.say("you", &[]),
            (Some(_), 2) => self.say("opponent", &[]),
            _ => self.seats[seat].clone(),
        };
        Filling::Word { key: key.to_string(), text }
    }

    /// The text with a small letter at its start, unless it begins with a name.
    pub(crate) fn lower(&self, text: &str) -> String {
        let mut letters = text.chars();
        let named = self.seats.iter().any(|name| text.starts_with(name.as_str()));
        let word = text.chars().nth(1).is_some_and(char::is_lowercase);
        match letters.next() {
            Some(first) if word && !named => first.to_lowercase().collect::<String>() + letters.as_str(),
            _ => text.to_string(),
        }
    }

    /// The other one of two seats; chooses forms by `you`, `opponent` and `other`.
    fn whom(&self, seat: usize) -> Filling {
        match self.who(1 - seat.min(1)) {
            Filling::Word { text, .. } if self.you == Some(seat) => {
                Filling::Word { key: "opponent".to_string(), text }
            }
            other => other,
        }
    }

    /// An event in the game's own words, without a full stop; empty when the game has none for it.
    pub(crate) fn event(&self, event: &Event) -> String {
        self.told(event, &self.names(&event.names))
    }

    /// The same without saying where.
    pub(crate) fn event_hidden(&self, event: &Event) -> String {
        self.told(event, &self.say("hidden", &[]))
    }

    /// A phrase of the game in the reader's language.
    pub(crate) fn phrase(&self, english: &str) -> String {
        self.phrases.say(english).into_owned()
    }

    /// A list of places.
    pub(crate) fn names(&self, names: &[String]) -> String {
        list_names(names, &self.say("through", &[]))
    }

    fn told(&self, event: &Event, names: &str) -> String {
        let Some(message) = self.tellings.get(event.kind) else { return String::new() };
        message.say(self.lang.code(), |name| match name {
            "Who" => self.who(event.who.index()),
            "Whom" => self.whom(event.who.index()),
            "N" => Filling::Number(event.count),
            "Names" => Filling::word(names),
            _ => match event.details.iter().find(|(known, _)| *known == name) {
                Some((_, Detail::Number(number))) => Filling::Number(*number),
                Some((_, Detail::Word(word))) => {
                    Filling::Word { key: (*word).to_string(), text: self.phrases.say(word).into_owned() }
                }
                Some((_, Detail::Name(name))) => Filling::word(name.clone()),
                None => Filling::word(""),
            },
        })
    }

    /// One of the coach's own sentences, without a full stop.
    pub(crate) fn say(&self, key: &str, fillings: &[(&str, Filling)]) -> String {
        labelled(self.lang, key, fillings)
    }

    /// An amount of what the game counts: `3 boxes`; `None` where only winning counts.
    pub(crate) fn amount(&self, number: i32) -> Option<String> {
        let unit = self.unit?;
        let key = format!("amount-{unit}");
        let known = BOOKS[self.lang as usize].contains_key(&key);
        let key = if known { key.as_str() } else { "amount-points" };
        Some(self.say(key, &[("N", Filling::Number(number))]))
    }
}

/// That a position was before a deal, and how it was dealt.
pub fn dealt(lang: Lang, seed: u64) -> String {
    let message = &BOOKS[lang as usize]["dealt"];
    message.say(lang.code(), |_| Filling::word(seed.to_string()))
}

/// Why a move is refused, in the reader's language as far as the game knows it.
pub fn refusal(lang: Lang, phrases: &Phrases, error: &MoveError) -> String {
    let (key, mv, why) = match error {
        MoveError::Unreadable { text, expected } => ("unreadable", text, *expected),
        MoveError::Illegal { text, reason } => ("refused", text, reason.as_str()),
    };
    BOOKS[lang as usize][key].say(lang.code(), |name| match name {
        "M" => Filling::word(mv.clone()),
        _ => Filling::word(phrases.say(why)),
    })
}

/// What stands beside verdicts, lines and figures in a list, in a language.
pub struct Labels {
    /// Beside what is proved.
    pub proved: String,
    /// Before a line of play.
    pub line: String,
    lang: Lang,
}

impl Labels {
    /// The labels in this language.
    pub fn new(lang: Lang) -> Labels {
        let [proved, line] = ["label-proved", "label-line"].map(|key| labelled(lang, key, &[]));
        Labels { proved, line, lang }
    }

    /// What a class of moves is called.
    pub fn class(&self, class: Class) -> String {
        self.say(&format!("class-{}", class.name().replace(' ', "-")), &[])
    }

    /// So many moves of a class.
    pub fn some(&self, class: Class, count: usize) -> String {
        let number = ("N", Filling::Number(count as i32));
        self.say(&format!("some-{}", class.name().replace(' ', "-")), &[number])
    }

    /// A third of a game and its accuracy.
    pub fn phase(&self, name: &str, figure: &str) -> String {
        self.say(&format!("short-{name}"), &[("N", Filling::word(figure))])
    }

    /// Somebody's accuracy.
    pub fn accuracy(&self, figure: &str) -> String {
        self.say("label-accuracy", &[("N", Filling::word(figure))])
    }

    /// By how much the deals changed somebody's chance to win.
    pub fn deals(&self, change: &str) -> String {
        self.say("label-deals", &[("N", Filling::word(change))])
    }

    /// That a review was stopped before its end.
    pub fn stopped(&self) -> String {
        sentence(&self.say("label-stopped", &[]), &[])
    }

    fn say(&self, key: &str, fillings: &[(&str, Filling)]) -> String {
        labelled(self.lang, key, fillings)
    }
}

/// One of the coach's sentences that is about no game.
fn labelled(lang: Lang, key: &str, fillings: &[(&str, Filling)]) -> String {
    let message =
        BOOKS[lang as usize].get(key).unwrap_or_else(|| panic!("the coach has no words for '{key}'"));
    message.say(lang.code(), |name| {
        let found = fillings.iter().find(|(known, _)| *known == name);
        found.map_or_else(|| Filling::word(""), |(_, filling)| filling.clone())
    })
}

/// Why something is not said, in a language.
pub fn said(lang: Lang, silence: Silence) -> String {
    labelled(lang, silence.key(), &[])
}

/// The text as a sentence: a full stop at the end, and a capital at the start unless it begins with a move.
pub(crate) fn sentence(text: &str, moves: &[&str]) -> String {
    let text = text.trim();
    let mut letters = text.chars();
    let Some(first) = letters.next() else { return String::new() };
    let begins =
        |mv: &&str| text.strip_prefix(*mv).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric));
    let stop = if text.ends_with(['.', '!', '?', '…']) { "" } else { "." };
    if moves.iter().any(begins) {
        return format!("{text}{stop}");
    }
    format!("{}{}{stop}", first.to_uppercase(), letters.as_str())
}

/// The lines of a kind in a game's story that are no sentences.
const RULES: &str = "rules";
const COSTS: &str = "costs";

/// The rules that say what a kind says, and the kinds that are costs.
fn remarks(text: &str) -> (HashMap<String, Vec<String>>, HashSet<String>) {
    let (mut rules, mut costs) = (HashMap::new(), HashSet::new());
    let mut kind = "";
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let mut words = line.split_whitespace();
        match words.next() {
            Some(RULES) if line.starts_with(' ') => {
                rules.insert(kind.to_string(), words.map(str::to_string).collect());
            }
            Some(COSTS) if line.starts_with(' ') => {
                costs.insert(kind.to_string());
            }
            Some(word) if !line.starts_with(' ') => kind = word,
            _ => {}
        }
    }
    (rules, costs)
}

/// Reads sentences of one language.
fn read(text: &str, lang: Lang) -> Result<Book, String> {
    let mut book = Book::new();
    let mut kind = None;
    for line in text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
        if !line.starts_with(' ') {
            kind = Some(line.trim());
            continue;
        }
        let (code, sentence) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        if let (true, Some(kind)) = (code == lang.code(), kind) {
            let message = Message::parse(sentence).map_err(|error| format!("{kind} in {code}: {error}"))?;
            book.insert(kind.to_string(), message);
        }
    }
    Ok(book)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sentence_is_there_in_every_language() {
        let keys = |book: &Book| {
            let mut keys: Vec<String> = book.keys().cloned().collect();
            keys.sort();
            keys
        };
        let vars = |book: &Book, key: &str| {
            let mut vars: Vec<String> = book[key].vars().map(str::to_string).collect();
            vars.sort();
            vars.dedup();
            vars
        };
        let [english, serbian, portuguese] = [0, 1, 2].map(|at| &BOOKS[at]);
        assert_eq!(keys(english), keys(serbian));
        assert_eq!(keys(english), keys(portuguese));
        for key in keys(english) {
            assert_eq!(vars(english, &key), vars(serbian, &key), "{key}");
            assert_eq!(vars(english, &key), vars(portuguese, &key), "{key}");
        }
    }

    #[test]
    fn sentences_begin_with_a_capital_unless_with_a_move() {
        assert_eq!(sentence("you win", &[]), "You win.");
        assert_eq!(sentence("v2.1 wins", &["v2.1"]), "v2.1 wins.");
        assert_eq!(sentence("v2.10 wins.", &["v2.1"]), "V2.10 wins.");
    }
}

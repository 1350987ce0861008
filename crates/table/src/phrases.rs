//! What a game says, in the reader's language.

use std::borrow::Cow;
use std::collections::HashMap;

use expert::Lang;

/// What a game has in other languages than English; nothing by default.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Speech {
    /// Its words.
    pub(crate) words: &'static str,
    /// Its rules, in the order of the translations.
    pub(crate) rules: [&'static str; Lang::ALL.len() - 1],
}

/// What stands for a number in a phrase.
const NUMBER: &str = "{}";

/// The phrases of a game in one language. What is not known stays English.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Phrases {
    /// By the English phrase.
    known: HashMap<&'static str, &'static str>,
}

impl Phrases {
    /// Reads the words of a game, as [`game::Spoken::WORDS`] has them.
    pub fn read(words: &'static str, lang: Lang) -> Phrases {
        let Some(column) = lang.translation() else { return Phrases::default() };
        let line = |line: &'static str| {
            let (english, others) = line.split_once(" | ")?;
            Some((english.trim(), others.split(" | ").nth(column)?.trim()))
        };
        let lines = words.lines().filter(|line| !line.starts_with('#'));
        Phrases { known: lines.filter_map(line).collect() }
    }

    /// The text in the reader's language: the whole phrase, or else those of its parts between commas that are known.
    pub fn say<'a>(&self, english: &'a str) -> Cow<'a, str> {
        if self.known.is_empty() {
            return Cow::Borrowed(english);
        }
        let parts = || english.split(", ").map(|part| self.phrase(part).unwrap_or(part.into()));
        let whole = self.phrase(english);
        Cow::Owned(whole.map_or_else(|| parts().collect::<Vec<_>>().join(", "), Cow::into_owned))
    }

    /// Whether nothing in the text would stay English, single letters, coordinates and numbers apart.
    pub fn covers(&self, english: &str) -> bool {
        let plain =
            |part: &str| part.split(|c: char| !c.is_alphabetic()).all(|word| word.chars().count() < 2);
        self.phrase(english).is_some()
            || english.split(", ").all(|part| plain(part) || self.phrase(part).is_some())
    }

    fn phrase<'a>(&self, english: &'a str) -> Option<Cow<'a, str>> {
        let (pattern, numbers) = taken_apart(english);
        let mut text = (*self.known.get(pattern.as_str())?).to_string();
        for number in numbers {
            text = text.replacen(NUMBER, number, 1);
        }
        Some(Cow::Owned(text))
    }
}

/// A text with its numbers taken out, and what it quotes between single quotes.
fn taken_apart(text: &str) -> (String, Vec<&str>) {
    let (mut pattern, mut numbers, mut at) = (String::new(), Vec::new(), 0);
    while let Some((start, end)) = next_part(text, at) {
        pattern += &text[at..start];
        pattern += NUMBER;
        numbers.push(&text[start..end]);
        at = end;
    }
    (pattern + &text[at..], numbers)
}

/// Where the first number or quoted text from `at` on begins and ends; quotes themselves stay.
fn next_part(text: &str, at: usize) -> Option<(usize, usize)> {
    let number = text[at..].find(|c: char| c.is_ascii_digit()).map(|start| {
        let start = at + start;
        let end = text[start..].find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len() - start);
        (start, start + end)
    });
    let quotes = |from: usize| text[from..].match_indices('\'').map(move |(quote, _)| from + quote);
    // The quote after a letter or a number is an apostrophe, or the end of what was quoted.
    let opens = |quote: &usize| *quote == 0 || text[..*quote].ends_with([' ', '(']);
    let closes = |quote: &usize| {
        let after = &text[quote + 1..];
        after.is_empty() || after.starts_with([' ', ',', ';', ':', ')'])
    };
    let quoted = quotes(at).find(opens).and_then(|open| Some((open + 1, quotes(open + 1).find(closes)?)));
    [quoted, number].into_iter().flatten().min_by_key(|(start, _)| *start)
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORDS: &str = "# remark\nbag {} | kesa: {} | saco {}\nplace {} of {} | mesto {} od {} | lugar {} de {}\nempty | prazno | vazio\nbroken";

    #[test]
    fn phrases_are_found_whole_or_in_parts() {
        let serbian = Phrases::read(WORDS, Lang::Sr);
        for (english, expected) in [
            ("bag 12", "kesa: 12"),
            ("place 3 of 40", "mesto 3 od 40"),
            ("C4, empty", "C4, prazno"),
            ("bag 1, unheard of", "kesa: 1, unheard of"),
            ("broken", "broken"),
            ("", ""),
        ] {
            assert_eq!(serbian.say(english), expected);
        }
        let words =
            "player {}'s bag '{}' is not {} | igrač {}: kesa '{}' nije {} | jogador {}: o saco '{}' não é {}";
        let quoting = Phrases::read(words, Lang::Sr);
        for (english, expected) in [
            ("player 2's bag 'x' is not 7", "igrač 2: kesa 'x' nije 7"),
            ("player 2's bag '4.4 it's' is not 7", "igrač 2: kesa '4.4 it's' nije 7"),
            ("player 2's bag '' is not 7", "igrač 2: kesa '' nije 7"),
            ("player 2's bag", "player 2's bag"),
        ] {
            assert_eq!(quoting.say(english), expected);
        }
        assert_eq!(Phrases::read(WORDS, Lang::Pt).say("empty"), "vazio");
        assert_eq!(Phrases::read(WORDS, Lang::En).say("empty"), "empty");
        assert!(serbian.covers("C4, empty") && serbian.covers("bag 3") && !serbian.covers("C4, full"));
    }
}

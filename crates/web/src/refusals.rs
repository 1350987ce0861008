//! Why a request cannot be served, in the reader's language.

use std::collections::HashMap;
use std::sync::LazyLock;

use table::expert::Lang;

/// A line for each sentence: English, and its translations in the order of the languages.
const SENTENCES: &str = include_str!("refusals.txt");

/// What stands for a number, or for what is quoted.
const OPEN: &str = "{}";

static KNOWN: LazyLock<HashMap<&str, Vec<&str>>> = LazyLock::new(|| {
    let lines = SENTENCES.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let mut parts = line.split(" | ").map(str::trim);
            (parts.next().unwrap_or_default(), parts.collect())
        })
        .collect()
});

/// The sentence in a language; as it is where nobody has put it into that language.
pub fn say(lang: Lang, english: &str) -> String {
    let Some(column) = lang.translation() else { return english.to_string() };
    let (pattern, values) = taken_apart(english);
    let Some(found) = KNOWN.get(pattern.as_str()).and_then(|said| said.get(column)) else {
        return english.to_string();
    };
    values.into_iter().fold((*found).to_string(), |text, value| text.replacen(OPEN, value, 1))
}

/// The sentence with its numbers and what is quoted taken out.
fn taken_apart(text: &str) -> (String, Vec<&str>) {
    let (mut pattern, mut values, mut rest) = (String::new(), Vec::new(), text);
    while let Some(at) = rest.find(|letter: char| letter == '\'' || letter.is_ascii_digit()) {
        pattern += &rest[..at];
        let from = &rest[at..];
        let (value, after) = match from.strip_prefix('\'') {
            Some(quoted) => match quoted.split_once('\'') {
                Some((value, after)) => {
                    pattern += "'{}'";
                    (value, after)
                }
                None => return (pattern + from, values),
            },
            None => {
                pattern += OPEN;
                from.split_at(from.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(from.len()))
            }
        };
        values.push(value);
        rest = after;
    }
    (pattern + rest, values)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_are_said_in_every_language() {
        assert_eq!(say(Lang::Sr, "the game is over"), "partija je završena");
        assert_eq!(say(Lang::En, "the game is over"), "the game is over");
        assert_eq!(
            say(Lang::Pt, "seat '7 of 9' is not a number from 1 to 4"),
            "o lugar '7 of 9' não é um número de 1 a 4"
        );
        assert_eq!(say(Lang::Pt, "nobody's 5 words"), "nobody's 5 words", "nobody has translated it");
        for (english, said) in KNOWN.iter() {
            assert_eq!(said.len(), Lang::ALL.len() - 1, "{english}");
            for text in said {
                assert_eq!(text.matches(OPEN).count(), english.matches(OPEN).count(), "{english}: {text}");
            }
        }
    }
}

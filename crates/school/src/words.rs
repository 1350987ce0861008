//! What the school says by itself, in the reader's language.

use std::collections::HashMap;
use std::sync::LazyLock;

use infer::{Filling, Message};
use table::expert::Lang;

/// The sentences by key, for each language.
static BOOKS: LazyLock<Vec<HashMap<String, Message>>> = LazyLock::new(|| {
    let entries = entries(include_str!("words.txt"));
    let read = |lang: &Lang| {
        let own = entries.iter().filter(|(_, code, _)| *code == lang.code());
        let read = |text: &str| Message::parse(text).expect("the school's words are well formed");
        own.map(|(key, _, text)| ((*key).to_string(), read(text))).collect()
    };
    Lang::ALL.iter().map(read).collect()
});

/// Key, language code and text of every line.
fn entries(text: &str) -> Vec<(&str, &str, &str)> {
    let mut key = "";
    let mut entries = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
        match line.strip_prefix("  ").and_then(|line| line.split_once(' ')) {
            Some((code, text)) => entries.push((key, code, text.trim())),
            None => key = line.trim(),
        }
    }
    entries
}

/// One of the school's own sentences, by its key in `words.txt`, without a full stop.
pub fn say(lang: Lang, key: &str, fillings: &[(&str, Filling)]) -> String {
    let message =
        BOOKS[lang as usize].get(key).unwrap_or_else(|| panic!("the school has no words for '{key}'"));
    message.say(lang.code(), |name| {
        let found = fillings.iter().find(|(known, _)| *known == name);
        found.map_or_else(|| Filling::word(""), |(_, filling)| filling.clone())
    })
}

/// The text with a full stop.
pub(crate) fn sentence(text: &str) -> String {
    let text = text.trim();
    let stop = if text.is_empty() || text.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{text}{stop}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sentence_is_there_in_every_language() {
        let [english, serbian, portuguese] = [0, 1, 2].map(|at| &BOOKS[at]);
        assert_eq!((english.len(), english.len()), (serbian.len(), portuguese.len()));
        for (key, message) in english {
            let vars = |message: &Message| {
                let mut vars: Vec<String> = message.vars().map(str::to_string).collect();
                vars.sort();
                vars.dedup();
                vars
            };
            for other in [serbian, portuguese] {
                assert_eq!(vars(message), vars(&other[key]), "{key}");
            }
        }
    }
}

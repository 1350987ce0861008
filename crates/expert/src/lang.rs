//! The languages that are spoken here, English first.
//!
//! This is the one list of them. What belongs to a language is, by its code (`sr`):
//!
//! | where | what |
//! |---|---|
//! | here | a variant of [`Lang`] and its row in `ROWS` |
//! | `crates/web/src/words.rs` | a column of the interface's words |
//! | `crates/coach/src/words.txt` | the coach's sentences |
//! | `games/*/words.txt` | a column of the game's words, in the order of [`Lang::ALL`] |
//! | `games/*/rules.sr.md` | the game's rules in prose, listed in its `Spoken::RULES` in the same order |
//! | `games/*/story.txt`, `games/*/knowledge/*.rules` | the lines that say `sr` |

use std::str::FromStr;

use crate::ExpertError;

/// A language.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Lang {
    /// English, which everything speaks.
    #[default]
    En,
    /// Serbian in Latin script.
    Sr,
    /// Portuguese.
    Pt,
}

/// Code, tag with the script, and what its speakers call it, in the order of [`Lang::ALL`].
const ROWS: [(&str, &str, &str); Lang::ALL.len()] =
    [("en", "en", "English"), ("sr", "sr-Latn", "Srpski"), ("pt", "pt", "Português")];

impl Lang {
    /// All of them, in the order of menus and of every list of translations.
    pub const ALL: [Lang; 3] = [Lang::En, Lang::Sr, Lang::Pt];

    /// The code in knowledge files, addresses, cookies and on the command line.
    pub fn code(self) -> &'static str {
        ROWS[self as usize].0
    }

    /// The tag that names the script too.
    pub fn tag(self) -> &'static str {
        ROWS[self as usize].1
    }

    /// What its speakers call it.
    pub fn own_name(self) -> &'static str {
        ROWS[self as usize].2
    }

    /// Its place among the translations, from 0; `None` for English, from which they are made.
    pub fn translation(self) -> Option<usize> {
        (self as usize).checked_sub(1)
    }

    /// The language of a code such as `pt` or `pt-BR`.
    pub fn of_code(code: &str) -> Option<Lang> {
        let first = code.trim().split(['-', '_']).next()?.to_ascii_lowercase();
        Lang::ALL.into_iter().find(|lang| lang.code() == first)
    }
}

impl FromStr for Lang {
    type Err = ExpertError;

    fn from_str(text: &str) -> Result<Lang, ExpertError> {
        Lang::of_code(text).ok_or_else(|| ExpertError::UnknownLanguage(text.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_back() {
        for (at, lang) in Lang::ALL.into_iter().enumerate() {
            assert_eq!(lang as usize, at);
            assert_eq!(Lang::of_code(lang.tag()), Some(lang));
            assert_eq!(lang.code().parse(), Ok(lang));
            assert_eq!(lang.translation(), at.checked_sub(1));
        }
        assert_eq!(Lang::of_code("pt-BR"), Some(Lang::Pt));
        assert_eq!(Lang::of_code("xx"), None);
    }
}

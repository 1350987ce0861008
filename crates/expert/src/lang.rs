//! The languages in which reasons are given.

use std::str::FromStr;

use crate::ExpertError;

/// A language.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Lang {
    /// English, which every rule speaks.
    #[default]
    En,
    /// Serbian.
    Sr,
    /// Portuguese.
    Pt,
}

impl Lang {
    /// All of them.
    pub const ALL: [Lang; 3] = [Lang::En, Lang::Sr, Lang::Pt];

    /// The code used in knowledge files and on the command line.
    pub fn code(self) -> &'static str {
        ["en", "sr", "pt"][self as usize]
    }
}

impl FromStr for Lang {
    type Err = ExpertError;

    fn from_str(text: &str) -> Result<Lang, ExpertError> {
        let wanted = text.trim().to_ascii_lowercase();
        let found = Lang::ALL.into_iter().find(|lang| lang.code() == wanted);
        found.ok_or_else(|| ExpertError::UnknownLanguage(text.to_string()))
    }
}

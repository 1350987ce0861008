//! What is wrong, said in the reader's language: libraries complain in English, and what readers meet is translated by pattern.

use std::sync::LazyLock;

use table::expert::Lang;

/// One sentence in every language, each cut at its gaps.
type Row = Vec<Vec<&'static str>>;

static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| {
    let lines = include_str!("sentences.txt").lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split(" | ").map(|said| said.trim().split("{}").collect()).collect()).collect()
});

/// How deep one sentence may quote another.
const DEEPEST: usize = 3;

/// The sentence in the reader's language; `None` when it is in no list, or needs no translation.
pub fn say(lang: Lang, english: &str) -> Option<String> {
    say_within(lang, english, DEEPEST)
}

fn say_within(lang: Lang, english: &str, deeper: usize) -> Option<String> {
    let column = 1 + lang.translation()?;
    ROWS.iter().find_map(|row| {
        let gaps = gaps(&row[0], english)?;
        let said = row.get(column)?;
        let mut text = said[0].to_string();
        for (gap, rest) in gaps.iter().zip(&said[1..]) {
            let quoted = deeper.checked_sub(1).and_then(|deeper| say_within(lang, gap, deeper));
            text.push_str(&quoted.unwrap_or_else(|| gap.to_string()));
            text.push_str(rest);
        }
        Some(text)
    })
}

/// What stands in the gaps of a pattern; `None` when the text does not fit.
fn gaps<'a>(pattern: &[&str], text: &'a str) -> Option<Vec<&'a str>> {
    let mut rest = text.strip_prefix(pattern[0])?;
    let mut found = Vec::new();
    for (at, part) in pattern.iter().enumerate().skip(1) {
        let last = at + 1 == pattern.len();
        let end = match (last, part.is_empty()) {
            (true, true) => rest.len(),
            (true, false) => rest
                .len()
                .checked_sub(part.len())
                .filter(|&end| rest.is_char_boundary(end) && rest.ends_with(part))?,
            (false, _) => rest.find(part)?,
        };
        found.push(&rest[..end]);
        rest = &rest[end + part.len()..];
    }
    rest.is_empty().then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sentence_is_in_every_language_with_as_many_gaps() {
        for row in ROWS.iter() {
            assert_eq!(row.len(), 3, "{row:?}");
            assert!(row.iter().all(|said| said.len() == row[0].len()), "{row:?}");
        }
    }

    #[test]
    fn sentences_are_found_by_pattern() {
        let size = "size '9x' is not a board size: expected ROWSxCOLUMNS with 1 to 16 each";
        assert_eq!(
            say(Lang::Pt, size).as_deref(),
            Some("o tamanho '9x' não é um tamanho de tabuleiro: esperava-se LINHASxCOLUNAS, de 1 a 16 cada")
        );
        assert_eq!(say(Lang::Sr, "the game is over").as_deref(), Some("partija je završena"));
        assert_eq!(say(Lang::Sr, "the game is over and out"), None);
        assert_eq!(say(Lang::En, "the game is over"), None);
        let nested = "move 3 of the record is wrong: cannot read 'ž' as a move; expected C4";
        assert_eq!(
            say(Lang::Sr, nested).as_deref(),
            Some("potez 3 u zapisu ne valja: 'ž' nije potez; očekuje se C4")
        );
    }
}

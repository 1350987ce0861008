//! Prose in Markdown, for a terminal: lines broken between words, headings underlined, lists indented.

use std::fmt::Write as _;

/// How wide text is when nobody knows better.
const USUAL: usize = 80;

/// Lines are not longer than this on the widest screen, for nobody reads such lines gladly.
const WIDEST: usize = 100;

/// How wide text may be on this terminal.
pub fn width() -> usize {
    let known = ratatui::crossterm::terminal::size().ok().map(|(columns, _)| usize::from(columns));
    known.filter(|columns| *columns >= 20).unwrap_or(USUAL).min(WIDEST)
}

/// The text in lines of at most `width` letters, where its words allow it.
pub fn render(markdown: &str, width: usize) -> String {
    let mut out = String::new();
    let mut block = Block::default();
    for line in markdown.lines() {
        let text = line.trim_start();
        let indent = line.len() - text.len();
        if text.is_empty() {
            block.flush(width, &mut out);
            out.push('\n');
        } else if let Some(title) = heading(text) {
            block.flush(width, &mut out);
            let title = plain(title);
            let rule = if text.starts_with("# ") { "=" } else { "-" };
            let _ = writeln!(out, "{title}\n{}", rule.repeat(title.chars().count()));
        } else if text.starts_with('|') || text.starts_with("```") {
            block.flush(width, &mut out);
            if !text.starts_with("```") && !text.chars().all(|letter| "|-: ".contains(letter)) {
                let cells: Vec<String> =
                    text.trim_matches('|').split('|').map(|cell| plain(cell.trim())).collect();
                let _ = writeln!(out, "  {}", cells.join("   "));
            }
        } else if let Some((mark, rest)) = item(text) {
            block.flush(width, &mut out);
            block = Block { first: format!("{}{mark} ", " ".repeat(indent)), words: plain(rest) };
        } else {
            block.words.push(' ');
            block.words += &plain(text);
        }
    }
    block.flush(width, &mut out);
    out
}

/// A paragraph, or an item of a list with its mark.
#[derive(Default)]
struct Block {
    first: String,
    words: String,
}

impl Block {
    fn flush(&mut self, width: usize, out: &mut String) {
        let Block { first, words } = std::mem::take(self);
        let rest = " ".repeat(first.chars().count());
        let (mut line, mut empty) = (first, true);
        for word in words.split_whitespace() {
            if !empty && line.chars().count() + 1 + word.chars().count() > width {
                let _ = writeln!(out, "{}", line.trim_end());
                line.clone_from(&rest);
                empty = true;
            }
            if !empty {
                line.push(' ');
            }
            line += word;
            empty = false;
        }
        if !empty {
            let _ = writeln!(out, "{line}");
        }
    }
}

fn heading(text: &str) -> Option<&str> {
    let title = text.trim_start_matches('#');
    (title.len() < text.len()).then(|| title.strip_prefix(' ')).flatten()
}

/// The mark of a list's item, and what follows it.
fn item(text: &str) -> Option<(&str, &str)> {
    if let Some(rest) = text.strip_prefix("- ").or_else(|| text.strip_prefix("* ")) {
        return Some(("-", rest));
    }
    let (number, rest) = text.split_once(". ")?;
    (!number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
        .then(|| (&text[..number.len() + 1], rest))
}

/// The text without marks of emphasis and code, and links as their words. A star alone is a star.
fn plain(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['`', '*', '[']) {
        out += &rest[..at];
        let tail = &rest[at..];
        let (inner, after) = enclosed(tail).unwrap_or_else(|| {
            let first = tail.chars().next().map_or(0, char::len_utf8);
            (&tail[..first], &tail[first..])
        });
        out += inner;
        rest = after;
    }
    out + rest
}

/// What stands between marks at the beginning of a text, and what comes after them.
fn enclosed(text: &str) -> Option<(&str, &str)> {
    if let Some(tail) = text.strip_prefix('[') {
        let (words, tail) = tail.split_once("](")?;
        return Some((words, tail.split_once(')')?.1));
    }
    let mark = ["`", "**", "*"].into_iter().find(|mark| text.starts_with(mark))?;
    let (inner, after) = text[mark.len()..].split_once(mark)?;
    (!inner.is_empty() && (mark == "`" || !inner.starts_with(' '))).then_some((inner, after))
}

//! From text to tokens with spans.

use crate::diagnostic::{Diagnostics, Span};

/// A kind of token, with its text where that matters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Tok {
    /// A lower-case word: a predicate, a constant or a key word.
    Ident(String),
    /// An upper-case word or one that starts with `_`.
    Var(String),
    Int(i32),
    /// A message in double quotes.
    Str(String),
    /// An element's name in single quotes.
    Quoted(String),
    /// An operator or a bracket.
    Sym(&'static str),
    Eof,
}

#[derive(Clone, Debug)]
pub(crate) struct Token {
    pub(crate) tok: Tok,
    pub(crate) span: Span,
    /// Whether it is the first on its line without indentation; error recovery restarts there.
    pub(crate) at_margin: bool,
}

/// Longest first, so that the first match is the right one.
const SYMBOLS: [&str; 21] = [
    "..", "!=", "<=", ">=", "(", ")", "{", "}", "[", "]", ",", ".", ":", "=", "<", ">", "+", "-", "*", "/",
    "%",
];

/// So many characters without a meaning are complained of; a text with more is no text of rules.
const MOST_STRANGE: usize = 100;

/// Splits a text into tokens; always ends with [`Tok::Eof`].
pub(crate) fn lex(text: &str, diagnostics: &mut Diagnostics) -> Vec<Token> {
    let mut tokens = Vec::new();
    let (mut at, mut strange) = (0, 0);
    let bytes = text.as_bytes();
    while at < text.len() {
        let rest = &text[at..];
        let first = rest.chars().next().expect("at is inside the text");
        let at_margin = at == 0 || bytes[at - 1] == b'\n';
        let mut push = |tok, len: usize| tokens.push(Token { tok, span: Span::new(at, at + len), at_margin });
        if first.is_whitespace() {
            at += first.len_utf8();
        } else if first == '#' || rest.starts_with("//") {
            at += rest.find('\n').unwrap_or(rest.len());
        } else if first.is_alphabetic() || first == '_' {
            let len = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
            let word = rest[..len].to_string();
            push(if first == '_' || first.is_uppercase() { Tok::Var(word) } else { Tok::Ident(word) }, len);
            at += len;
        } else if first.is_ascii_digit() {
            let len = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            let value = rest[..len].parse::<i32>().unwrap_or_else(|_| {
                let message = format!("the number {} does not fit 32 bits", &rest[..len.min(24)]);
                diagnostics.error("number", Span::new(at, at + len), message);
                0
            });
            push(Tok::Int(value), len);
            at += len;
        } else if first == '"' || first == '\'' {
            let (value, len, closed) = quoted(rest, first);
            if !closed {
                let message = format!("this {first} is never closed on its line");
                diagnostics.error("open-quote", Span::new(at, at + 1), message);
            }
            push(if first == '"' { Tok::Str(value) } else { Tok::Quoted(value) }, len);
            at += len;
        } else if let Some(symbol) = SYMBOLS.iter().find(|s| rest.starts_with(**s)) {
            push(Tok::Sym(symbol), symbol.len());
            at += symbol.len();
        } else {
            let len = first.len_utf8();
            let message = format!("the character {first:?} has no meaning here");
            diagnostics.error("character", Span::new(at, at + len), message);
            at += len;
            strange += 1;
            if strange == MOST_STRANGE {
                diagnostics.error("character", Span::new(at, at), "the rest is not read".into());
                break;
            }
        }
    }
    tokens.push(Token { tok: Tok::Eof, span: Span::new(text.len(), text.len()), at_margin: true });
    tokens
}

/// The text between quotes, the bytes it takes with them, and whether the closing quote was found.
fn quoted(rest: &str, quote: char) -> (String, usize, bool) {
    let mut value = String::new();
    let mut escaped = false;
    for (i, c) in rest.char_indices().skip(1) {
        match c {
            '\n' => return (value, i, false),
            _ if escaped => {
                value.push(c);
                escaped = false;
            }
            '\\' => escaped = true,
            _ if c == quote => return (value, i + 1, true),
            _ => value.push(c),
        }
    }
    (value, rest.len(), false)
}

//! How large a text may be. What is larger is refused before anything is planned, so that loading ends soon whatever is written.

use crate::diagnostic::{Diagnostics, Span};
use crate::lexer::{Tok, Token};

/// Bytes of a text.
const TEXT: usize = 256 << 10;

/// Statements of a text.
const STATEMENTS: usize = 2000;

/// Words and signs of a statement.
const WORDS: usize = 1000;

/// Bytes of a message.
const MESSAGE: usize = 4000;

/// Bytes of a name.
const NAME: usize = 200;

/// Arguments of a predicate.
pub(crate) const ARGUMENTS: usize = 16;

/// Conditions of a body.
pub(crate) const CONDITIONS: usize = 64;

/// Rows of all templates together.
pub(crate) const ROWS: usize = 20_000;

/// Whether the text is short enough to be split into words; if not, that is said.
pub(crate) fn text_fits(text: &str, diagnostics: &mut Diagnostics) -> bool {
    if text.len() > TEXT {
        let message = format!("the text has {} bytes; expected at most {TEXT}", text.len());
        diagnostics.error("extent", Span::new(0, 0), message);
    }
    text.len() <= TEXT
}

/// Whether there are few enough statements, none too long; the first that is one too many is reported.
pub(crate) fn words_fit(tokens: &[Token], diagnostics: &mut Diagnostics) -> bool {
    let (mut statements, mut words) = (0, 0);
    for Token { tok, span, .. } in tokens {
        words += 1;
        let problem = match tok {
            Tok::Str(text) if text.len() > MESSAGE => {
                format!("a message of {} bytes; expected at most {MESSAGE}", text.len())
            }
            Tok::Ident(name) | Tok::Var(name) | Tok::Quoted(name) if name.len() > NAME => {
                format!("a name of {} bytes; expected at most {NAME}", name.len())
            }
            _ if words > WORDS => format!("a statement of more than {WORDS} words and signs"),
            Tok::Sym(".") => {
                (statements, words) = (statements + 1, 0);
                if statements <= STATEMENTS {
                    continue;
                }
                format!("more than {STATEMENTS} statements")
            }
            _ => continue,
        };
        diagnostics.error("extent", *span, problem);
        return false;
    }
    true
}

//! Messages: patterns with placeholders, plural forms by language, rendered with Fluent.
//!
//! `{Var}` stands for the value of a variable. `{Var|one: tile|other: tiles}` chooses a text by the value:
//! by its plural category in the language of the message (`zero`, `one`, `two`, `few`, `many`, `other`), by
//! an exact number, or by the name of an element; `other` is required. `{{` and `}}` are braces.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::{LazyLock, Mutex};

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use unic_langid::LanguageIdentifier;

/// A piece of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    Text(String),
    Value(String),
    Choice(String, Vec<(String, String)>),
}

/// A message as written, taken apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pattern {
    pieces: Vec<Piece>,
}

/// What may fill a placeholder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Filling {
    /// A number, which chooses plural forms.
    Number(i32),
    /// The element's name as rules write it, and as this language says it.
    Word {
        /// What chooses among forms.
        key: String,
        /// What is shown.
        text: String,
    },
}

impl Filling {
    /// A word that is the same as its key.
    pub fn word(text: impl Into<String>) -> Filling {
        let text = text.into();
        Filling::Word { key: text.clone(), text }
    }
}

/// A sentence with placeholders, for those who speak without a knowledge file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Message(Pattern);

impl Message {
    /// Takes a message apart; the error is one sentence.
    pub fn parse(text: &str) -> Result<Message, String> {
        Pattern::parse(text).map(Message)
    }

    /// The variables it needs.
    pub fn vars(&self) -> impl Iterator<Item = &str> {
        self.0.vars()
    }

    /// The message in the language of this code. `fill` gives the value of a variable.
    pub fn say(&self, lang: &str, fill: impl Fn(&str) -> Filling) -> String {
        static SHARED: LazyLock<Renderer> = LazyLock::new(Renderer::default);
        SHARED.render(lang, &self.0, fill)
    }
}

impl Pattern {
    /// Takes a message apart; the error is one sentence.
    pub(crate) fn parse(text: &str) -> Result<Pattern, String> {
        let mut pieces = Vec::new();
        let mut plain = String::new();
        let mut rest = text;
        while let Some(at) = rest.find(['{', '}']) {
            plain.push_str(&rest[..at]);
            let brace = &rest[at..at + 1];
            let after = &rest[at + 1..];
            if after.starts_with(brace) {
                plain.push_str(brace);
                rest = &after[1..];
                continue;
            }
            if brace == "}" {
                return Err("a `}` without its `{`; write `}}` for a brace".into());
            }
            let end = after.find('}').ok_or("a `{` without its `}`; write `{{` for a brace")?;
            if !plain.is_empty() {
                pieces.push(Piece::Text(std::mem::take(&mut plain)));
            }
            pieces.push(placeholder(&after[..end])?);
            rest = &after[end + 1..];
        }
        plain.push_str(rest);
        if !plain.is_empty() {
            pieces.push(Piece::Text(plain));
        }
        Ok(Pattern { pieces })
    }

    /// The variables it needs.
    pub(crate) fn vars(&self) -> impl Iterator<Item = &str> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Text(_) => None,
            Piece::Value(name) | Piece::Choice(name, _) => Some(name.as_str()),
        })
    }

    /// The same message in Fluent's syntax. Text goes into string literals, where nothing has a meaning.
    fn to_fluent(&self) -> String {
        let mut out = String::from("m =");
        for (i, piece) in self.pieces.iter().enumerate() {
            match piece {
                Piece::Text(text) => literal(&mut out, text),
                Piece::Value(_) => {
                    let _ = write!(out, "{{ $v{i} }}");
                }
                Piece::Choice(_, variants) => {
                    let _ = writeln!(out, "{{ $v{i} ->");
                    for (key, text) in variants {
                        let mark = if key == "other" { "*" } else { "" };
                        let _ = write!(out, "   {mark}[{key}] ");
                        literal(&mut out, text);
                        out.push('\n');
                    }
                    out.push_str("  }");
                }
            }
        }
        if self.pieces.is_empty() {
            literal(&mut out, "");
        }
        out.push('\n');
        out
    }
}

fn literal(out: &mut String, text: &str) {
    out.push_str("{\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out.push_str("\"}");
}

fn placeholder(text: &str) -> Result<Piece, String> {
    let mut parts = text.split('|');
    let name = parts.next().unwrap_or_default().trim();
    if name.is_empty() || !name.chars().all(|c| c.is_alphanumeric() || c == '_') {
        return Err(format!("`{{{name}}}` names no variable"));
    }
    let mut variants: Vec<(String, String)> = Vec::new();
    for part in parts {
        let (key, text) = part
            .split_once(':')
            .ok_or_else(|| format!("`{part}` should be `case: text`, such as `one: tile`"))?;
        let key = key.trim();
        let word = key.starts_with(|c: char| c.is_ascii_alphabetic())
            && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-');
        let number = !key.is_empty() && key.len() < 9 && key.chars().all(|c| c.is_ascii_digit());
        if !word && !number {
            return Err(format!("`{key}` is not a plural form, a number or an element"));
        }
        variants.push((key.into(), text.trim().into()));
    }
    if variants.is_empty() {
        return Ok(Piece::Value(name.into()));
    }
    if variants.iter().filter(|(key, _)| key == "other").count() != 1 {
        return Err(format!("the choice on `{name}` needs exactly one form `other`"));
    }
    Ok(Piece::Choice(name.into(), variants))
}

/// Renders patterns; bundles are made when first needed and kept.
#[derive(Default)]
pub(crate) struct Renderer {
    bundles: Mutex<HashMap<(String, String), FluentBundle<FluentResource>>>,
}

impl Renderer {
    /// The message in that language. `fill` gives the value of a variable.
    pub(crate) fn render(&self, lang: &str, pattern: &Pattern, fill: impl Fn(&str) -> Filling) -> String {
        let mut args = FluentArgs::new();
        for (i, piece) in pattern.pieces.iter().enumerate() {
            match piece {
                Piece::Text(_) => {}
                Piece::Value(name) => match fill(name) {
                    Filling::Number(n) => args.set(format!("v{i}"), n.to_string().replace('-', "−")),
                    Filling::Word { text, .. } => args.set(format!("v{i}"), text),
                },
                // The plural category of a negative number is that of its magnitude.
                Piece::Choice(name, _) => match fill(name) {
                    Filling::Number(n) => args.set(format!("v{i}"), FluentValue::from(n.unsigned_abs())),
                    Filling::Word { key, .. } => args.set(format!("v{i}"), key),
                },
            }
        }
        // Only now: what fills a message may be a message itself.
        let source = pattern.to_fluent();
        let mut bundles = self.bundles.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let bundle = bundles.entry((lang.into(), source.clone())).or_insert_with(|| bundle(lang, source));
        let mut errors = Vec::new();
        match bundle.get_message("m").and_then(|m| m.value()) {
            Some(value) => bundle.format_pattern(value, Some(&args), &mut errors).into_owned(),
            None => String::new(),
        }
    }
}

impl std::fmt::Debug for Renderer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Renderer")
    }
}

fn bundle(lang: &str, source: String) -> FluentBundle<FluentResource> {
    // Portuguese is European throughout: none of a thing is many, "0 linhas".
    let lang = if lang == "pt" { "pt-PT" } else { lang };
    let id: LanguageIdentifier = lang.parse().unwrap_or_default();
    let mut bundle = FluentBundle::new_concurrent(vec![id]);
    bundle.set_use_isolating(false);
    let resource = match FluentResource::try_new(source) {
        Ok(resource) | Err((resource, _)) => resource,
    };
    bundle.add_resource_overriding(resource);
    bundle
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plurals_follow_the_language() {
        let cases = [
            ("en", "{N} {N|one: tile|other: tiles}", vec![(1, "1 tile"), (2, "2 tiles"), (0, "0 tiles")]),
            (
                "sr",
                "{N} {N|one: pločica|few: pločice|other: pločica!}",
                vec![
                    (1, "1 pločica"),
                    (2, "2 pločice"),
                    (5, "5 pločica!"),
                    (11, "11 pločica!"),
                    (21, "21 pločica"),
                    (22, "22 pločice"),
                ],
            ),
            (
                "pt",
                "{N} {N|one: peça|other: peças}",
                vec![(1, "1 peça"), (2, "2 peças"), (0, "0 peças"), (-1, "−1 peça")],
            ),
            ("en", "{N|0: nothing|other: some} \"{{x}}\"", vec![(0, "nothing \"{x}\""), (3, "some \"{x}\"")]),
        ];
        let renderer = Renderer::default();
        for (lang, text, table) in cases {
            let pattern = Pattern::parse(text).unwrap();
            for (n, expected) in table {
                assert_eq!(renderer.render(lang, &pattern, |_| Filling::Number(n)), expected, "{lang} {n}");
            }
        }
    }

    #[test]
    fn elements_choose_forms_and_are_translated() {
        let pattern = Pattern::parse("uzmi {C|red: crvenu|other: drugu} ({C})").unwrap();
        let fill = |_: &str| Filling::Word { key: "red".into(), text: "crvena".into() };
        assert_eq!(Renderer::default().render("sr", &pattern, fill), "uzmi crvenu (crvena)");
    }

    #[test]
    fn broken_messages_are_refused() {
        for text in ["{", "}", "{}", "{N|one}", "{N|one: x}", "{N|?: x|other: y}", "{a b}"] {
            assert!(Pattern::parse(text).is_err(), "{text}");
        }
    }
}

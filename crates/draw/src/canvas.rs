//! SVG text being written, one element a line.

use std::fmt::Write as _;

use game::{Point, Rect};

/// How many units of the picture make one cell of the scene.
pub const CELL: f32 = 100.0;

/// SVG text being written. Lengths are given in units of the picture.
#[derive(Default)]
pub struct Canvas {
    text: String,
    open: Vec<&'static str>,
}

impl Canvas {
    /// Begins an element that holds others.
    pub fn open(&mut self, name: &'static str, attributes: &[(&str, &str)]) {
        self.begin(name, attributes);
        self.text.push_str(">\n");
        self.open.push(name);
    }

    /// Ends the element begun last.
    pub fn close(&mut self) {
        let name = self.open.pop().expect("as many ends as beginnings");
        self.indent();
        let _ = writeln!(self.text, "</{name}>");
    }

    /// An element that holds only text, which may be anything.
    pub fn text(&mut self, name: &'static str, attributes: &[(&str, &str)], text: &str) {
        self.begin(name, attributes);
        let _ = writeln!(self.text, ">{}</{name}>", escape(text));
    }

    /// A group of a class, in the middle of which its elements have their origin.
    pub fn group_at(&mut self, class: &str, at: Point) {
        let transform = format!("translate({} {})", number(at.x), number(at.y));
        self.open("g", &[("class", class), ("transform", &transform)]);
    }

    /// A rectangle with rounded corners.
    pub fn rect(&mut self, class: &str, at: Rect, radius: f32) {
        let [x, y, w, h, r] = [at.x, at.y, at.w, at.h, radius].map(number);
        self.leaf(
            "rect",
            &[("class", class), ("x", &x), ("y", &y), ("width", &w), ("height", &h), ("rx", &r)],
        );
    }

    /// A circle.
    pub fn circle(&mut self, class: &str, centre: Point, radius: f32) {
        let [x, y, r] = [centre.x, centre.y, radius].map(number);
        self.leaf("circle", &[("class", class), ("cx", &x), ("cy", &y), ("r", &r)]);
    }

    /// A path in units of the picture.
    pub fn path(&mut self, class: &str, d: &str) {
        self.leaf("path", &[("class", class), ("d", d)]);
    }

    /// A path that is scaled about the origin.
    pub fn scaled_path(&mut self, class: &str, d: &str, scale: f32) {
        let transform = format!("scale({})", fine_number(scale));
        self.leaf("path", &[("class", class), ("transform", &transform), ("d", d)]);
    }

    /// An element that holds nothing.
    pub fn leaf(&mut self, name: &'static str, attributes: &[(&str, &str)]) {
        self.begin(name, attributes);
        self.text.push_str("/>\n");
    }

    /// Text that is already SVG.
    pub fn raw(&mut self, svg: &str) {
        self.text.push_str(svg);
    }

    /// The finished text.
    pub fn finish(self) -> String {
        debug_assert!(self.open.is_empty(), "unclosed elements: {:?}", self.open);
        self.text
    }

    fn begin(&mut self, name: &str, attributes: &[(&str, &str)]) {
        self.indent();
        let _ = write!(self.text, "<{name}");
        for (key, value) in attributes {
            let _ = write!(self.text, " {key}=\"{}\"", escape(value));
        }
    }

    fn indent(&mut self) {
        self.text.extend(std::iter::repeat_n(' ', self.open.len()));
    }
}

/// A length with at most one decimal: finer than any eye at this scale.
pub fn number(value: f32) -> String {
    trim(format!("{value:.1}"))
}

/// A factor, with four decimals.
pub fn fine_number(value: f32) -> String {
    trim(format!("{value:.4}"))
}

fn trim(text: String) -> String {
    let short = text.trim_end_matches('0').trim_end_matches('.');
    if short == "-0" { "0".to_string() } else { short.to_string() }
}

/// Text as it may stand in XML, between tags and inside double quotes. Characters that XML forbids become U+FFFD.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\t' | '\n' | '\r' => out.push(' '),
            '\u{0}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            _ => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        for (value, text) in
            [(0.0, "0"), (-0.01, "0"), (12.0, "12"), (3.25, "3.2"), (-7.5, "-7.5"), (100.0, "100")]
        {
            assert_eq!(number(value), text);
        }
    }

    #[test]
    fn markup_is_escaped() {
        assert_eq!(escape("<a href=\"x\">&'\u{1}\n"), "&lt;a href=&quot;x&quot;&gt;&amp;&#39;\u{fffd} ");
    }
}

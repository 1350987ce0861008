//! The stylesheet: rules over named colours, for pages as it is and for files with the colours put in.

use std::fmt::Write as _;
use std::sync::LazyLock;

use crate::Theme;
use crate::palette;

/// The rules that no ink changes. Colours are written `var(--name)`, alone as a value.
const RULES: &str = include_str!("style.css");

/// The stylesheet of a page that shows pictures inline.
///
/// It defines the colours as custom properties of the root element: light ones, dark ones where the reader's system asks for
/// them, and either by force with `data-theme="light"` or `data-theme="dark"` on the root element. Every rule is confined to
/// `svg.ludus`. A page may use the same properties (`--page`, `--text`, `--muted`, `--accent`, ...) for itself.
pub static STYLE: LazyLock<String> = LazyLock::new(|| {
    let (light, dark) = (properties(Theme::Light), properties(Theme::Dark));
    format!(
        ":root{{color-scheme:light dark;{light}}}\n\
         @media (prefers-color-scheme:dark){{:root{{{dark}}}}}\n\
         :root[data-theme=light]{{color-scheme:light;{light}}}\n\
         :root[data-theme=dark]{{color-scheme:dark;{dark}}}\n{}{}",
        RULES,
        ink_rules(palette::ink_names())
    )
});

/// The stylesheet of a file that uses these inks, with the colours of `theme` in place of their names.
pub fn embedded(theme: Theme, inks: impl IntoIterator<Item = &'static str>) -> String {
    let mut rules = RULES.to_string() + &ink_rules(inks);
    for (name, colour) in palette::colours(theme) {
        rules = rules.replace(&format!("var(--{name})"), &colour.to_string());
    }
    rules
}

fn properties(theme: Theme) -> String {
    palette::colours(theme).iter().fold(String::new(), |mut css, (name, colour)| {
        let _ = write!(css, "--{name}:{colour};");
        css
    })
}

/// The same few rules for every ink.
fn ink_rules(inks: impl IntoIterator<Item = &'static str>) -> String {
    let mut css = String::new();
    for ink in inks {
        let _ = writeln!(
            css,
            ".ludus .{ink} .body{{fill:var(--{ink});stroke:var(--{ink}-edge)}}\n\
             .ludus .{ink} .mark{{fill:var(--{ink}-mark)}}\n\
             .ludus .{ink} .cut{{stroke:var(--{ink}-mark)}}\n\
             .ludus .{ink} .edge{{stroke:var(--{ink}-edge)}}\n\
             .ludus .waiting.{ink} .ground,.ludus .owned.{ink} .ground{{fill:var(--{ink}-tint)}}\n\
             .ludus .waiting.{ink} .mark,.ludus .owned.{ink} .mark{{fill:var(--{ink}-ghost)}}\n\
             .ludus .waiting.{ink} .cut,.ludus .owned.{ink} .cut{{stroke:var(--{ink}-ghost)}}\n\
             .ludus .line.{ink} .stroke{{stroke:var(--{ink})}}\n\
             .ludus text.{ink}{{fill:var(--{ink}-text)}}\n\
             .ludus .letters.{ink}{{stroke:var(--{ink}-text)}}\n\
             .ludus text.on-{ink}{{fill:var(--{ink}-on)}}\n\
             .ludus .letters.on-{ink}{{stroke:var(--{ink}-on)}}"
        );
    }
    css
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_colour_in_the_rules_is_defined() {
        for theme in [Theme::Light, Theme::Dark] {
            let css = embedded(theme, palette::ink_names());
            let left = css.find("var(").map(|at| &css[at..(at + 30).min(css.len())]);
            assert_eq!(left, None, "a rule names a colour that no theme has");
        }
    }

    #[test]
    fn the_rules_touch_pictures_only() {
        for rule in (RULES.to_string() + &ink_rules(palette::ink_names())).lines() {
            let selectors = rule.split('{').next().unwrap();
            assert!(selectors.split(',').all(|selector| selector.starts_with(".ludus ")), "{rule}");
        }
    }
}

//! The choices made before a game starts.

use std::collections::BTreeMap;
use std::fmt;

use crate::Problems;

/// One option of a game, as `ludus games` and the menus show it.
#[derive(Clone, Copy, Debug)]
pub struct OptionSpec {
    /// The name after `--` and before `=`: `size`.
    pub name: &'static str,
    /// What it chooses, in a few words: `rows x columns, 1 to 16 each`.
    pub help: &'static str,
    /// What holds when nothing is said.
    pub default: &'static str,
    /// Sensible values for a menu, the default among them.
    pub choices: &'static [&'static str],
}

/// Values of options by name. A name that is missing means its default.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Options(BTreeMap<String, String>);

impl Options {
    /// Everything at its default.
    pub fn none() -> Options {
        Options::default()
    }

    /// These options and `name` set to `value`.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl fmt::Display) -> Options {
        self.0.insert(name.to_string(), value.to_string());
        self
    }

    /// The value given for `name`, if any.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// Names and values in alphabetical order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Refuses names that are not in `specs`.
    pub fn check_names(&self, specs: &[OptionSpec]) -> Problems {
        let mut problems = Problems::none();
        let known: Vec<&str> = specs.iter().map(|spec| spec.name).collect();
        for (name, _) in self.iter().filter(|(name, _)| !known.contains(name)) {
            match known.as_slice() {
                [] => problems.add(format!("unknown option '{name}': this game has none")),
                _ => problems.add(format!("unknown option '{name}'; expected {}", known.join(" or "))),
            }
        }
        problems
    }

    /// The whole number given for `spec`, or its default; a problem when it is not in `range`.
    pub fn number(
        &self,
        spec: &OptionSpec,
        range: std::ops::RangeInclusive<usize>,
    ) -> Result<usize, Problems> {
        let text = self.get(spec.name).unwrap_or(spec.default);
        let refuse = || {
            let (low, high) = (range.start(), range.end());
            Problems::one(format!("{} '{text}' is not a whole number from {low} to {high}", spec.name))
        };
        text.parse().ok().filter(|n| range.contains(n)).ok_or_else(refuse)
    }

    /// The board size given for `spec`, or its default; a problem when a side is not in `range`.
    pub fn size(&self, spec: &OptionSpec, range: std::ops::RangeInclusive<usize>) -> Result<Size, Problems> {
        let text = self.get(spec.name).unwrap_or(spec.default);
        let refuse = || {
            let (low, high) = (range.start(), range.end());
            Problems::one(format!(
                "{} '{text}' is not a board size: expected ROWSxCOLUMNS with {low} to {high} each",
                spec.name
            ))
        };
        let size = Size::read(text).ok_or_else(refuse)?;
        if range.contains(&size.rows) && range.contains(&size.columns) { Ok(size) } else { Err(refuse()) }
    }
}

impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts: Vec<String> = self.iter().map(|(name, value)| format!("{name}={value}")).collect();
        f.write_str(&parts.join(" "))
    }
}

/// Rows and columns of a board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Size {
    /// How many rows.
    pub rows: usize,
    /// How many columns.
    pub columns: usize,
}

impl Size {
    /// Reads `8x8`; a single number stands for a square.
    pub fn read(text: &str) -> Option<Size> {
        let text = text.trim().to_ascii_lowercase();
        let (rows, columns) = text.split_once('x').unwrap_or((&text, &text));
        Some(Size { rows: rows.trim().parse().ok()?, columns: columns.trim().parse().ok()? })
    }

    /// How many cells.
    pub const fn cells(self) -> usize {
        self.rows * self.columns
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.columns)
    }
}

/// Why a game could not be made from options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Misfit {
    /// The options are fine, but this width of the game is too narrow for the board; the next wider one may do.
    TooLarge,
    /// The options are wrong.
    Wrong(Problems),
}

impl From<Problems> for Misfit {
    fn from(problems: Problems) -> Misfit {
        Misfit::Wrong(problems)
    }
}

//! Links as text: small, readable, and with a card that says how they were made.

use std::fmt;

use super::{Knot, Link, Links};

/// Why a text holds no links.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadLinks {
    line: usize,
    text: String,
    expected: &'static str,
}

impl fmt::Display for BadLinks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {} of the chances is '{}'; expected {}", self.line, self.text, self.expected)
    }
}

impl std::error::Error for BadLinks {}

const LINK: &str =
    "'link BOARD PLAYER' such as 'link size=8x8 alphabeta:eval=net', with '-' for a game without options";
const SHAPE: &str = "'bend B effort E' with B above 0 and E from -0.5 to 0.5, right after its link";
const KNOT: &str =
    "'phase P slope S first F mover M' with P from 0 to 1, rising, and S above 0, after its bend";

/// Opens every text that is written.
const HEADING: &str = "# What judgements say about the chance to win, fitted to how games ended: the form is told in crates/game/src/chances.rs.\n";

impl Links {
    /// Reads `link`, `bend` and `phase` lines; lines that begin with `#` are remarks, those below a `link` line its card.
    pub fn read(text: &str) -> Result<Links, BadLinks> {
        let mut links = Links::default();
        let mut last = (0, "");
        for (index, line) in text.lines().enumerate().map(|(index, line)| (index, line.trim())) {
            links.read_line(line).map_err(|expected| BadLinks::at(index, line, expected))?;
            last = if line.is_empty() { last } else { (index, line) };
        }
        links.check_last().map_err(|expected| BadLinks::at(last.0, last.1, expected))?;
        Ok(links)
    }

    fn read_line(&mut self, line: &str) -> Result<(), &'static str> {
        if line.is_empty() {
            return Ok(());
        }
        if let Some(remark) = line.strip_prefix('#') {
            if let Some(link) = self.all.last_mut() {
                link.card.push(remark.trim().to_string());
            }
            return Ok(());
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        if words[0] == "link" {
            self.check_last()?;
            self.all.push(Link::blank(&words).ok_or(LINK)?);
            return Ok(());
        }
        let link = self.all.last_mut().ok_or(LINK)?;
        match link.bend > 0.0 {
            false => link.read_shape(&words).ok_or(SHAPE),
            true => link.read_knot(&words).ok_or(KNOT),
        }
    }

    /// Refuses a last link that is not complete.
    fn check_last(&self) -> Result<(), &'static str> {
        match self.all.last() {
            Some(link) if link.bend <= 0.0 => Err(SHAPE),
            Some(link) if link.knots.is_empty() => Err(KNOT),
            _ => Ok(()),
        }
    }
}

impl BadLinks {
    fn at(index: usize, line: &str, expected: &'static str) -> BadLinks {
        BadLinks { line: index + 1, text: line.chars().take(80).collect(), expected }
    }
}

impl Link {
    /// A link that only its first line is known of.
    fn blank(words: &[&str]) -> Option<Link> {
        let &["link", board, judge] = words else { return None };
        let (board, judge) = (board.to_string(), judge.to_string());
        Some(Link { board, judge, bend: 0.0, effort: 0.0, knots: Vec::new(), card: Vec::new() })
    }

    fn read_shape(&mut self, words: &[&str]) -> Option<()> {
        let &["bend", bend, "effort", effort] = words else { return None };
        self.bend = number(bend).filter(|&bend| bend > 0.0)?;
        self.effort = number(effort).filter(|effort| effort.abs() <= 0.5)?;
        Some(())
    }

    fn read_knot(&mut self, words: &[&str]) -> Option<()> {
        let &["phase", phase, "slope", slope, "first", first, "mover", mover] = words else { return None };
        let phase = number(phase).filter(|phase| (0.0..=1.0).contains(phase))?;
        let slope = number(slope).filter(|&slope| slope > 0.0)?;
        let rises = self.knots.last().is_none_or(|last| last.phase < phase);
        let knot = Knot { phase, slope, first: number(first)?, mover: number(mover)? };
        rises.then(|| self.knots.push(knot))
    }
}

fn number(text: &str) -> Option<f64> {
    text.parse().ok().filter(|number: &f64| number.is_finite())
}

impl fmt::Display for Links {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(HEADING)?;
        for Link { board, judge, bend, effort, knots, card } in &self.all {
            writeln!(f, "\nlink {board} {judge}")?;
            card.iter().try_for_each(|sentence| writeln!(f, "# {sentence}"))?;
            writeln!(f, "bend {bend} effort {effort}")?;
            for Knot { phase, slope, first, mover } in knots {
                writeln!(f, "phase {phase:.2} slope {slope:.3} first {first:.2} mover {mover:.2}")?;
            }
        }
        Ok(())
    }
}

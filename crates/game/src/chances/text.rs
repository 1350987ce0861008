//! Links as text: small, readable, and with a card that says how they were made.

use std::fmt;

use super::{CURVE_AT, Knot, LEAST_RISE, Link, Links};

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

/// What may come next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    Link,
    Effort,
    Curve,
    Knot,
    KnotOrLink,
}

impl Next {
    /// What it looks like.
    fn told(self) -> &'static str {
        match self {
            Next::Link => {
                "'link BOARD PLAYER' such as 'link size=8x8 alphabeta:eval=net', with '-' for a game without options"
            }
            Next::Effort => {
                "'effort E noise N' with E from -0.5 to 0.5 and N from 0 to 0.5, right after its link"
            }
            Next::Curve => {
                "'curve' and seven numbers of which none is below the one before by nearly as much as the levels differ, right after its effort"
            }
            Next::Knot | Next::KnotOrLink => {
                "'phase P slope S first F mover M' with P from 0 to 1, rising, and S above 0, after its curve"
            }
        }
    }
}

/// Opens every text that is written.
const HEADING: &str = "# What judgements say about the chance to win, fitted to how games ended: the form is told in crates/game/src/chances.rs.\n";

impl Links {
    /// Reads `link`, `effort`, `curve` and `phase` lines; lines that begin with `#` are remarks, those below a `link` line its card.
    pub fn read(text: &str) -> Result<Links, BadLinks> {
        let mut links = Links::default();
        let mut next = Next::Link;
        let mut last = (0, "");
        for (index, line) in text.lines().map(str::trim).enumerate().filter(|(_, line)| !line.is_empty()) {
            last = (index, line);
            next = links.read_line(line, next).ok_or_else(|| BadLinks::at(last, next))?;
        }
        match next {
            Next::Link | Next::KnotOrLink => Ok(links),
            next => Err(BadLinks::at(last, next)),
        }
    }

    /// Reads a line and says what may come after it; `None` when something else should have come.
    fn read_line(&mut self, line: &str, next: Next) -> Option<Next> {
        if let Some(remark) = line.strip_prefix('#') {
            if let Some(link) = self.all.last_mut() {
                link.card.push(remark.trim().to_string());
            }
            return Some(next);
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        if matches!(next, Next::Link | Next::KnotOrLink) && words[0] == "link" {
            self.all.push(Link::blank(&words)?);
            return Some(Next::Effort);
        }
        let link = self.all.last_mut()?;
        match next {
            Next::Link => None,
            Next::Effort => link.read_effort(&words).map(|()| Next::Curve),
            Next::Curve => link.read_curve(&words).map(|()| Next::Knot),
            Next::Knot | Next::KnotOrLink => link.read_knot(&words).map(|()| Next::KnotOrLink),
        }
    }
}

impl BadLinks {
    fn at((index, line): (usize, &str), expected: Next) -> BadLinks {
        BadLinks { line: index + 1, text: line.chars().take(80).collect(), expected: expected.told() }
    }
}

impl Link {
    /// A link that only its first line is known of.
    fn blank(words: &[&str]) -> Option<Link> {
        let &["link", board, judge] = words else { return None };
        Some(Link {
            board: board.to_string(),
            judge: judge.to_string(),
            effort: 0.0,
            noise: 0.0,
            curve: [0.0; CURVE_AT.len()],
            knots: Vec::new(),
            card: Vec::new(),
        })
    }

    fn read_effort(&mut self, words: &[&str]) -> Option<()> {
        let &["effort", effort, "noise", noise] = words else { return None };
        self.effort = number(effort).filter(|effort| effort.abs() <= 0.5)?;
        self.noise = number(noise).filter(|noise| (0.0..=0.5).contains(noise))?;
        Some(())
    }

    fn read_curve(&mut self, words: &[&str]) -> Option<()> {
        let (&"curve", numbers) = words.split_first()? else { return None };
        let numbers: Vec<f64> = numbers.iter().map(|word| number(word)).collect::<Option<_>>()?;
        self.curve = numbers.try_into().ok()?;
        let points: Vec<(f64, f64)> = CURVE_AT.into_iter().zip(self.curve).collect();
        // Rounding to what is written may have taken a little.
        let rises = |pair: &[(f64, f64)]| {
            let (at, added) = (pair[1].0 - pair[0].0, pair[1].1 - pair[0].1);
            at + added >= 0.5 * LEAST_RISE * at
        };
        points.windows(2).all(rises).then_some(())
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
        for Link { board, judge, effort, noise, curve, knots, card } in &self.all {
            writeln!(f, "\nlink {board} {judge}")?;
            card.iter().try_for_each(|line| writeln!(f, "# {line}"))?;
            writeln!(f, "effort {effort} noise {}", rounded(*noise, 1_000.0))?;
            let curve: Vec<String> = curve.iter().map(|&added| rounded(added, 100.0).to_string()).collect();
            writeln!(f, "curve {}", curve.join(" "))?;
            for Knot { phase, slope, first, mover } in knots {
                let [first, mover] = [first, mover].map(|offset| rounded(*offset, 100.0));
                writeln!(f, "phase {phase:.2} slope {slope:.3} first {first:.2} mover {mover:.2}")?;
            }
        }
        Ok(())
    }
}

/// The number with as many digits as are kept; never a negative nothing.
fn rounded(number: f64, digits: f64) -> f64 {
    (number * digits).round() / digits + 0.0
}

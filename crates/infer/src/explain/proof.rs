//! Proofs: what holds, why it may be said, and what it rests on.

use std::fmt;

use crate::diagnostic::Place;

/// How a line of a proof is justified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// The game says so.
    Given,
    /// It follows by a clause from the lines below.
    Derived,
    /// A goal, proved by the lines below.
    Goal,
    /// It was supposed in order to prove a goal.
    Assumed,
    /// It happened: an entry of the log.
    Log,
    /// It is a row of a template's table.
    Table,
    /// It does not hold, as required.
    Absent,
    /// It was computed or compared.
    Computed,
}

impl Ground {
    /// The name used in reports.
    pub fn name(self) -> &'static str {
        ["given", "derived", "goal", "assumed", "log", "table", "absent", "computed"][self as usize]
    }
}

/// A proof tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// What holds.
    pub text: String,
    /// Why it may be said.
    pub ground: Ground,
    /// The clause that was used.
    pub place: Option<Place>,
    /// What it rests on.
    pub children: Vec<Proof>,
}

impl Proof {
    /// The facts at the leaves, each once.
    pub fn facts(&self) -> Vec<String> {
        let mut facts = Vec::new();
        self.leaves(&mut facts);
        facts
    }

    pub(super) fn leaves(&self, facts: &mut Vec<String>) {
        if matches!(self.ground, Ground::Given | Ground::Log | Ground::Assumed) && !facts.contains(&self.text)
        {
            facts.push(self.text.clone());
        }
        self.children.iter().for_each(|child| child.leaves(facts));
    }

    fn draw(&self, indent: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:indent$}{} [{}", "", self.text, self.ground.name())?;
        if let Some(place) = &self.place {
            write!(f, ", {place}")?;
        }
        writeln!(f, "]")?;
        self.children.iter().try_for_each(|child| child.draw(indent + 2, f))
    }
}

impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.draw(0, f)
    }
}

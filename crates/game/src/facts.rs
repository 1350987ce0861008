//! The vocabulary in which a game hands facts to the rule engine: sorts, predicates, fact sets and the log.
//!
//! Everything here is plain data. A game declares a [`Schema`] once per set of options, then fills a
//! [`Facts`] for a position, another for a move, and an [`EventLog`] for what has been played. The rule
//! engine reads them; it never sees the game.
//!
//! Every argument of every predicate is an `i32`. What the number means is said by the argument's
//! [`Sort`]: a number is itself; an element of a named sort (cells, colours) is an index into its names.

use std::ops::RangeInclusive;

use crate::{Game, Seat};

/// The largest number of elements a named sort may have.
pub const MAX_ELEMENTS: usize = 4096;

/// The largest number of arguments a predicate may have.
pub const MAX_ARITY: usize = 8;

/// Identifies a sort of one [`Schema`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SortId(pub u16);

impl SortId {
    /// Plain integers; every schema has them.
    pub const INT: SortId = SortId(0);
}

/// Identifies a predicate of one [`Schema`]; ids are given in order of declaration, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PredId(pub u16);

/// What the values of a sort look like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SortKind {
    /// Integers, optionally known to lie in a range. Integers of all number sorts may be mixed.
    Number(Option<RangeInclusive<i32>>),
    /// A finite list of named elements: the value is the index of its name.
    Named(Vec<String>),
}

/// A sort: what an argument may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sort {
    /// The name by which the rule language and its diagnostics call the sort.
    pub name: String,
    /// Its values.
    pub kind: SortKind,
}

/// When the facts of a predicate are given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Once, in the schema: the geometry of the board, tables of the rules.
    Static,
    /// With every position.
    Position,
    /// With every move that is judged.
    Move,
    /// In the log of what has been played.
    Event,
}

/// A predicate that the game fills.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Predicate {
    /// The name used in rules: lower case, digits and `_`.
    pub name: String,
    /// The sort of each argument.
    pub args: Vec<SortId>,
    /// When its facts are given.
    pub role: Role,
    /// One sentence that says what a fact means.
    pub doc: String,
}

/// Everything a game tells about its facts before any position is seen.
#[derive(Clone, Debug)]
pub struct Schema {
    sorts: Vec<Sort>,
    predicates: Vec<Predicate>,
    statics: Facts,
    constants: Vec<(String, i32)>,
}

impl Default for Schema {
    fn default() -> Self {
        Self::new()
    }
}

impl Schema {
    /// A schema that knows only the integers.
    pub fn new() -> Self {
        Schema {
            sorts: vec![Sort { name: "int".into(), kind: SortKind::Number(None) }],
            predicates: Vec::new(),
            statics: Facts { tables: Vec::new() },
            constants: Vec::new(),
        }
    }

    /// Declares a sort of named elements, such as the cells of a board or the colours of tiles.
    ///
    /// # Panics
    /// When there are more than [`MAX_ELEMENTS`] names.
    pub fn named<S: Into<String>>(&mut self, name: &str, elements: impl IntoIterator<Item = S>) -> SortId {
        let names: Vec<String> = elements.into_iter().map(Into::into).collect();
        assert!(names.len() <= MAX_ELEMENTS, "sort {name} has {} elements", names.len());
        self.sort(name, SortKind::Named(names))
    }

    /// Declares a sort of integers in a range; they mix freely with other integers.
    pub fn numbers(&mut self, name: &str, range: RangeInclusive<i32>) -> SortId {
        self.sort(name, SortKind::Number(Some(range)))
    }

    fn sort(&mut self, name: &str, kind: SortKind) -> SortId {
        self.sorts.push(Sort { name: name.into(), kind });
        SortId((self.sorts.len() - 1) as u16)
    }

    /// Declares a named number that rules may use, such as the number of players.
    pub fn constant(&mut self, name: &str, value: i32) {
        self.constants.push((name.into(), value));
    }

    /// Declares a predicate whose facts come with every position.
    pub fn position(&mut self, name: &str, args: &[SortId], doc: &str) -> PredId {
        self.predicate(name, args, Role::Position, doc)
    }

    /// Declares a predicate whose facts come with every move that is judged.
    pub fn movement(&mut self, name: &str, args: &[SortId], doc: &str) -> PredId {
        self.predicate(name, args, Role::Move, doc)
    }

    /// Declares a predicate whose facts are entries of the log.
    pub fn event(&mut self, name: &str, args: &[SortId], doc: &str) -> PredId {
        self.predicate(name, args, Role::Event, doc)
    }

    /// Declares a predicate whose facts never change, and gives them.
    pub fn relation<T: AsRef<[i32]>>(
        &mut self,
        name: &str,
        args: &[SortId],
        doc: &str,
        tuples: impl IntoIterator<Item = T>,
    ) -> PredId {
        let id = self.predicate(name, args, Role::Static, doc);
        for tuple in tuples {
            self.statics.add(id, tuple.as_ref());
        }
        id
    }

    fn predicate(&mut self, name: &str, args: &[SortId], role: Role, doc: &str) -> PredId {
        assert!(args.len() <= MAX_ARITY, "predicate {name} has {} arguments", args.len());
        let shape = match (args, role) {
            ([sort], Role::Static | Role::Position | Role::Move) => match &self.sorts[sort.0 as usize].kind {
                SortKind::Named(names) => Table::Set { words: vec![0; names.len().div_ceil(64).max(1)] },
                SortKind::Number(_) => Table::Tuples { arity: 1, rows: 0, data: Vec::new() },
            },
            _ => Table::Tuples { arity: args.len(), rows: 0, data: Vec::new() },
        };
        self.statics.tables.push(shape);
        self.predicates.push(Predicate { name: name.into(), args: args.to_vec(), role, doc: doc.into() });
        PredId((self.predicates.len() - 1) as u16)
    }

    /// All sorts, in order of declaration; the first is [`SortId::INT`].
    pub fn sorts(&self) -> &[Sort] {
        &self.sorts
    }

    /// All predicates, in order of declaration.
    pub fn predicates(&self) -> &[Predicate] {
        &self.predicates
    }

    /// The facts of the static predicates.
    pub fn statics(&self) -> &Facts {
        &self.statics
    }

    /// The named numbers.
    pub fn constants(&self) -> &[(String, i32)] {
        &self.constants
    }

    /// The predicate of that name.
    pub fn find(&self, name: &str) -> Option<PredId> {
        self.predicates.iter().position(|p| p.name == name).map(|i| PredId(i as u16))
    }

    /// How many elements a named sort has; `None` for numbers.
    pub fn size(&self, sort: SortId) -> Option<usize> {
        match &self.sorts.get(sort.0 as usize)?.kind {
            SortKind::Named(names) => Some(names.len()),
            SortKind::Number(_) => None,
        }
    }

    /// A value as the game writes it: the element's name, or the number.
    pub fn show(&self, sort: SortId, value: i32) -> String {
        match self.sorts.get(sort.0 as usize).map(|s| &s.kind) {
            Some(SortKind::Named(names)) => {
                names.get(value as usize).cloned().unwrap_or_else(|| format!("#{value}"))
            }
            _ => value.to_string(),
        }
    }

    /// An empty fact set of the right shape; fill it, and [`Facts::clear`] it to fill it again.
    pub fn facts(&self) -> Facts {
        let mut facts = self.statics.clone();
        facts.clear();
        facts
    }
}

/// The facts of one predicate.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Table {
    /// A set of elements of a named sort, one bit each.
    Set { words: Vec<u64> },
    /// Anything else: rows of `arity` numbers one after the other.
    Tuples { arity: usize, rows: usize, data: Vec<i32> },
}

/// A set of facts: one table per predicate of a schema.
///
/// Predicates of one argument over a named sort are bit sets; the others are rows in the order in which
/// they were added. Adding a fact twice does no harm. Clearing keeps the memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    tables: Vec<Table>,
}

impl Facts {
    /// Forgets every fact.
    pub fn clear(&mut self) {
        for table in &mut self.tables {
            match table {
                Table::Set { words } => words.fill(0),
                Table::Tuples { rows, data, .. } => {
                    *rows = 0;
                    data.clear();
                }
            }
        }
    }

    /// Adds one fact.
    ///
    /// # Panics
    /// When the number of arguments is wrong or an element is outside its sort.
    pub fn add(&mut self, predicate: PredId, args: &[i32]) {
        match &mut self.tables[predicate.0 as usize] {
            Table::Set { words } => {
                assert_eq!(args.len(), 1, "wrong number of arguments");
                words[args[0] as usize / 64] |= 1 << (args[0] as usize % 64);
            }
            Table::Tuples { arity, rows, data } => {
                assert_eq!(args.len(), *arity, "wrong number of arguments");
                *rows += 1;
                data.extend_from_slice(args);
            }
        }
    }

    /// Replaces a whole set at once, 64 elements a word, element 0 in the lowest bit of the first word.
    ///
    /// # Panics
    /// When the predicate is not a set or more words are given than it has.
    pub fn set(&mut self, predicate: PredId, bits: &[u64]) {
        match &mut self.tables[predicate.0 as usize] {
            Table::Set { words } => {
                words.fill(0);
                words[..bits.len()].copy_from_slice(bits);
            }
            Table::Tuples { .. } => panic!("predicate {} is not a set of named elements", predicate.0),
        }
    }

    /// The words of a set; `None` for a predicate that is not one.
    pub fn words(&self, predicate: PredId) -> Option<&[u64]> {
        match self.tables.get(predicate.0 as usize)? {
            Table::Set { words } => Some(words),
            Table::Tuples { .. } => None,
        }
    }

    /// How many facts the predicate has (repeated ones counted each time).
    pub fn len(&self, predicate: PredId) -> usize {
        match self.tables.get(predicate.0 as usize) {
            Some(Table::Set { words }) => words.iter().map(|w| w.count_ones() as usize).sum(),
            Some(Table::Tuples { rows, .. }) => *rows,
            None => 0,
        }
    }

    /// Whether there is no fact at all.
    pub fn is_empty(&self) -> bool {
        (0..self.tables.len()).all(|i| self.len(PredId(i as u16)) == 0)
    }

    /// Whether the fact was added.
    pub fn contains(&self, predicate: PredId, args: &[i32]) -> bool {
        let mut found = false;
        self.each(predicate, |fact| found |= fact == args);
        found
    }

    /// Calls `visit` with the arguments of each fact: sets in order of element, others as they were added.
    pub fn each(&self, predicate: PredId, mut visit: impl FnMut(&[i32])) {
        match self.tables.get(predicate.0 as usize) {
            Some(Table::Set { words }) => {
                for (i, &word) in words.iter().enumerate() {
                    let mut rest = word;
                    while rest != 0 {
                        visit(&[(i * 64) as i32 + rest.trailing_zeros() as i32]);
                        rest &= rest - 1;
                    }
                }
            }
            Some(Table::Tuples { arity, rows, data }) => {
                for row in 0..*rows {
                    visit(&data[row * arity..(row + 1) * arity]);
                }
            }
            None => {}
        }
    }
}

/// One entry of the log: a fact of an event predicate, with when it happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The predicate, of role [`Role::Event`].
    pub predicate: PredId,
    /// Its arguments.
    pub args: Vec<i32>,
    /// The number of the move it belongs to, from 1; one move may make several events.
    pub number: u32,
    /// The round of that move, from 1 (always 1 in games without rounds).
    pub round: u32,
}

/// What has been played so far, in order, and where the game stands now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EventLog {
    /// The events, by ascending move number.
    pub events: Vec<Event>,
    /// The round of the position that is judged.
    pub round: u32,
}

impl EventLog {
    /// Forgets everything, keeping the memory.
    pub fn clear(&mut self) {
        self.events.clear();
        self.round = 0;
    }

    /// Adds an event.
    pub fn push(&mut self, predicate: PredId, args: &[i32], number: u32, round: u32) {
        self.events.push(Event { predicate, args: args.to_vec(), number, round });
        self.round = self.round.max(round);
    }
}

/// A game that rules can speak about.
///
/// Facts are deterministic: the same position, seat and move give the same facts in the same order.
pub trait Describe: Game {
    /// The knowledge files shipped with the game: name of the pack and its text, the default pack first.
    const PACKS: &'static [(&'static str, &'static str)];

    /// Which rules may speak as reasons, as an audit found: lines `pack rule yes` or `pack rule no`, a hash sign before remarks; empty before the first audit.
    const SPOKEN: &'static str;

    /// The predicates, for these options.
    fn schema(&self) -> Schema;

    /// Fills the facts of a position as seen by a seat. `facts` is empty when it is called.
    fn position_facts(&self, state: &Self::State, seat: Seat, facts: &mut Facts);

    /// Fills the facts of a legal move of that position, made by that seat. `facts` is empty when it is called.
    fn move_facts(&self, state: &Self::State, seat: Seat, mv: Self::Move, facts: &mut Facts);

    /// Fills the log from the start position and the moves made since, chance included. `log` is empty when it is called.
    fn event_log(&self, start: &Self::State, moves: &[Self::Move], log: &mut EventLog);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_and_rows_hold_what_was_added() {
        let mut schema = Schema::new();
        let cell = schema.named("cell", (0..70).map(|i| format!("c{i}")));
        let free = schema.position("free", &[cell], "the cell is free");
        let count = schema.position("count", &[cell, SortId::INT], "a number on a cell");
        let flag = schema.position("flag", &[], "it is so");
        let mut facts = schema.facts();
        facts.add(free, &[69]);
        facts.add(count, &[3, -5]);
        facts.add(flag, &[]);
        assert!(facts.contains(free, &[69]) && !facts.contains(free, &[68]));
        assert!(facts.contains(count, &[3, -5]) && facts.contains(flag, &[]));
        assert_eq!(facts.words(free), Some(&[0, 1 << 5][..]));
        facts.clear();
        assert!(facts.is_empty());
        assert_eq!(schema.show(cell, 69), "c69");
        assert_eq!(schema.show(cell, 70), "#70");
    }
}

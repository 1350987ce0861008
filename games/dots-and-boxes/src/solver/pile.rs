//! Chains and loops that touch nothing else: only their lengths count.
//!
//! A pile is a multiset of such lengths, in which two equal chains of one or two boxes cancel: whoever is content without them answers the opening
//! of one by opening the other, and has lost nothing. Piles are numbered as they come up, so that a search can keep a pile as one number, step from one
//! to the next by table, and know the exact value of a position that consists of a pile alone.

use std::collections::HashMap;

use crate::solver::key::Key;

/// The number of a pile.
pub(crate) type PileId = u32;

/// No pile has this number.
const UNKNOWN: PileId = PileId::MAX;

/// The three kinds of things in a pile. Of each kind, only the shortest is ever worth opening: exchanging it for a longer one of its
/// kind changes the value of the rest by no more than the difference in length, which is what opening the longer one costs more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// Chains of one or two boxes: the opponent takes all of them and has to move.
    Short,
    /// Chains of three boxes or more: the opponent may hand two back.
    Long,
    /// Loops: the opponent may hand four back.
    Loop,
}

impl Kind {
    pub const ALL: [Kind; 3] = [Kind::Short, Kind::Long, Kind::Loop];

    /// The kind of a chain of this length.
    pub fn of_chain(length: usize) -> Kind {
        if length <= 2 { Kind::Short } else { Kind::Long }
    }

    /// What opening one of this length is worth, when the rest is worth `rest` to whoever moves there.
    pub fn open(self, length: i32, rest: i32) -> i32 {
        match self {
            Kind::Short => -(length + rest),
            Kind::Long => -(length - 2 + (rest + 2).abs()),
            Kind::Loop => -(length - 4 + (rest + 4).abs()),
        }
    }
}

/// Lengths by kind, each list ascending.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
struct Lengths([Vec<u8>; 3]);

#[derive(Clone, Debug)]
struct Entry {
    lengths: Lengths,
    key: Key,
    value: i32,
    /// What is left when the shortest of a kind is opened: its length and the other pile.
    less: [Option<(i32, PileId)>; 3],
    /// The piles with one more chain or loop, by kind and length; [`UNKNOWN`] until asked for.
    more: Box<[[PileId; 2]]>,
}

/// All piles that have come up.
#[derive(Clone, Debug)]
pub(crate) struct Piles {
    entries: Vec<Entry>,
    numbers: HashMap<Lengths, PileId>,
    longest: usize,
}

impl Piles {
    /// The pile with nothing in it.
    pub const EMPTY: PileId = 0;
    /// No more than this many piles are told apart; a search that needs more must give up.
    pub const MOST: usize = 1 << 18;

    /// Piles for a board of this many boxes.
    pub fn new(boxes: usize) -> Piles {
        let mut piles = Piles { entries: Vec::new(), numbers: HashMap::new(), longest: boxes };
        piles.number(Lengths::default());
        piles
    }

    /// How many piles are known.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// The exact value for the side to move when there is nothing but this pile.
    #[inline]
    pub fn value(&self, pile: PileId) -> i32 {
        self.entries[pile as usize].value
    }

    /// The key of the pile.
    #[inline]
    pub fn key(&self, pile: PileId) -> Key {
        self.entries[pile as usize].key
    }

    /// The length of the shortest of a kind and the pile without it.
    #[inline]
    pub fn open(&self, pile: PileId, kind: Kind) -> Option<(i32, PileId)> {
        self.entries[pile as usize].less[kind as usize]
    }

    /// The pile with a chain added.
    #[inline]
    pub fn with_chain(&mut self, pile: PileId, length: usize) -> PileId {
        match self.entries[pile as usize].more[length][0] {
            UNKNOWN => self.add(pile, Kind::of_chain(length), length),
            known => known,
        }
    }

    /// The pile with a loop added.
    #[inline]
    pub fn with_loop(&mut self, pile: PileId, length: usize) -> PileId {
        match self.entries[pile as usize].more[length][1] {
            UNKNOWN => self.add(pile, Kind::Loop, length),
            known => known,
        }
    }

    #[cold]
    fn add(&mut self, pile: PileId, kind: Kind, length: usize) -> PileId {
        let mut lengths = self.entries[pile as usize].lengths.clone();
        let list = &mut lengths.0[kind as usize];
        let at = list.partition_point(|&other| usize::from(other) < length);
        match list.get(at) {
            // The two cancel.
            Some(&other) if kind == Kind::Short && usize::from(other) == length => {
                list.remove(at);
            }
            _ => list.insert(at, length as u8),
        }
        let number = self.number(lengths);
        self.entries[pile as usize].more[length][usize::from(kind == Kind::Loop)] = number;
        number
    }

    /// The number of a pile, given now if it is new.
    fn number(&mut self, lengths: Lengths) -> PileId {
        if let Some(&number) = self.numbers.get(&lengths) {
            return number;
        }
        let key_of = |(kind, length): (usize, &u8)| Key::of((kind as u64 + 1) << 32 | u64::from(*length));
        let things = lengths
            .0
            .iter()
            .enumerate()
            .flat_map(|(kind, list)| list.iter().map(move |length| (kind, length)));
        let mut entry = Entry {
            key: things.map(key_of).fold(Key::default(), |sum, key| sum + key),
            value: i32::MIN,
            less: [None; 3],
            more: vec![[UNKNOWN; 2]; self.longest + 1].into_boxed_slice(),
            lengths: lengths.clone(),
        };
        for kind in Kind::ALL {
            let Some(&shortest) = lengths.0[kind as usize].first() else { continue };
            let mut rest = lengths.clone();
            rest.0[kind as usize].remove(0);
            let rest = self.number(rest);
            let length = i32::from(shortest);
            entry.less[kind as usize] = Some((length, rest));
            entry.value = entry.value.max(kind.open(length, self.value(rest)));
        }
        if lengths == Lengths::default() {
            entry.value = 0;
        }
        let number = self.entries.len() as PileId;
        self.entries.push(entry);
        self.numbers.insert(lengths, number);
        number
    }
}

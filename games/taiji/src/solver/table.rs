//! The transposition table: bounds on the values of positions met before.

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    /// The value for the mover is at least this.
    pub lower: i8,
    /// The value for the mover is at most this.
    pub upper: i8,
    /// The cell of the own half and the cell of the other half of the best move.
    pub best: (u8, u8),
    /// How many live cells the position has: how dear it was to find out. Never 0.
    pub weight: u8,
}

impl Entry {
    fn pack(self) -> u64 {
        let best = self.best;
        u64::from_le_bytes([self.weight, self.lower as u8, self.upper as u8, best.0, best.1, 0, 0, 0])
    }

    #[inline]
    fn unpack(word: u64) -> Entry {
        let [weight, lower, upper, own, other, ..] = word.to_le_bytes();
        Entry { lower: lower as i8, upper: upper as i8, best: (own, other), weight }
    }
}

/// A key and its packed entry; two zeros where there is none.
type Slot = [u64; 2];

/// A table of fixed size. Each key has two places; of the two, the cheaper entry gives way.
pub(super) struct Table {
    /// Plain words, because a table of zeros costs nothing until it is touched.
    pairs: Vec<[Slot; 2]>,
}

impl Table {
    /// A table of at most `memory` bytes, unless that is absurdly little.
    pub fn new(memory: usize) -> Table {
        let most = (memory / size_of::<[Slot; 2]>()).max(1 << 10);
        Table { pairs: vec![[[0; 2]; 2]; 1 << most.ilog2()] }
    }

    #[inline]
    fn index(&self, key: u64) -> usize {
        key as usize & (self.pairs.len() - 1)
    }

    /// What is known under this key.
    #[inline]
    pub fn get(&self, key: u64) -> Option<Entry> {
        let pair = &self.pairs[self.index(key)];
        pair.iter().find(|slot| slot[0] == key && slot[1] != 0).map(|slot| Entry::unpack(slot[1]))
    }

    /// Files what is known of a position.
    #[inline]
    pub fn put(&mut self, key: u64, entry: Entry) {
        let index = self.index(key);
        let [first, second] = &mut self.pairs[index];
        let new = [key, entry.pack()];
        if first[0] == key {
            *first = new;
        } else if second[0] == key || entry.weight < Entry::unpack(first[1]).weight {
            *second = new;
        } else {
            *second = *first;
            *first = new;
        }
    }
}

//! What has been proved: won and lost sums by their keys.

/// A table of fixed size: 63 bits of the key and the result in each slot, 0 where there is none. The rest of the key says where.
#[derive(Debug)]
pub(super) struct Table {
    slots: Vec<u64>,
}

impl Table {
    /// A table of at most `memory` bytes, unless that is absurdly little.
    pub(super) fn new(memory: usize) -> Table {
        let most = (memory / size_of::<u64>()).max(1 << 10);
        Table { slots: vec![0; 1 << most.ilog2()] }
    }

    fn place(&self, key: u128) -> usize {
        (key >> 64) as usize & (self.slots.len() - 1)
    }

    pub(super) fn get(&self, key: u128) -> Option<bool> {
        let slot = self.slots[self.place(key)];
        (slot >> 1 == key as u64 >> 1 && slot != 0).then_some(slot & 1 == 1)
    }

    pub(super) fn put(&mut self, key: u128, wins: bool) {
        let place = self.place(key);
        self.slots[place] = key as u64 & !1 | u64::from(wins);
    }
}

//! A relation: rows of numbers without repetition, with hash indexes that grow with it.

/// No row.
const NONE: u32 = u32::MAX;

/// Rows by the values of some columns: buckets of row numbers, chained.
#[derive(Clone, Debug)]
struct Index {
    columns: Vec<usize>,
    heads: Vec<u32>,
    next: Vec<u32>,
}

/// Mixes one more number into a hash.
pub(crate) fn step(hash: u64, value: i32) -> u64 {
    game::hash::fold(hash, u64::from(value as u32))
}

fn slot(hash: u64, len: usize) -> usize {
    (hash >> 32) as usize & (len - 1)
}

impl Index {
    fn new(columns: Vec<usize>) -> Self {
        Index { columns, heads: vec![NONE; 8], next: Vec::new() }
    }

    fn hash(&self, row: &[i32]) -> u64 {
        self.columns.iter().fold(0, |hash, &c| step(hash, row[c]))
    }

    fn push(&mut self, row: &[i32]) {
        let at = slot(self.hash(row), self.heads.len());
        self.next.push(self.heads[at]);
        self.heads[at] = (self.next.len() - 1) as u32;
    }

    fn clear(&mut self) {
        if !self.next.is_empty() {
            self.heads.fill(NONE);
            self.next.clear();
        }
    }
}

/// The facts of one predicate while rules run.
#[derive(Clone, Debug)]
pub(crate) struct Relation {
    arity: usize,
    data: Vec<i32>,
    /// When each row was derived; a proof of a row uses only earlier rows of its stratum.
    stamps: Vec<u32>,
    /// The first is on all columns.
    indexes: Vec<Index>,
}

impl Relation {
    /// An empty relation; `indexes` lists the columns of each index after the one on all columns.
    pub(crate) fn new(arity: usize, indexes: &[Vec<usize>]) -> Self {
        let all = (0..arity).collect();
        let indexes = std::iter::once(all).chain(indexes.iter().cloned()).map(Index::new).collect();
        Relation { arity, data: Vec::new(), stamps: Vec::new(), indexes }
    }

    pub(crate) fn len(&self) -> usize {
        self.stamps.len()
    }

    pub(crate) fn row(&self, row: u32) -> &[i32] {
        let start = row as usize * self.arity;
        &self.data[start..start + self.arity]
    }

    pub(crate) fn stamp(&self, row: u32) -> u32 {
        self.stamps[row as usize]
    }

    pub(crate) fn rows(&self) -> impl Iterator<Item = &[i32]> {
        (0..self.len() as u32).map(|row| self.row(row))
    }

    pub(crate) fn clear(&mut self) {
        if self.stamps.is_empty() {
            return;
        }
        self.data.clear();
        self.stamps.clear();
        self.indexes.iter_mut().for_each(Index::clear);
    }

    /// Adds a row; false when it is already there.
    pub(crate) fn insert(&mut self, tuple: &[i32], stamp: u32) -> bool {
        if self.find(tuple).is_some() {
            return false;
        }
        self.data.extend_from_slice(tuple);
        self.stamps.push(stamp);
        let rows = self.stamps.len();
        for index in &mut self.indexes {
            if rows > index.heads.len() {
                let wider = index.heads.len() * 4;
                index.heads.clear();
                index.heads.resize(wider, NONE);
                index.next.clear();
                let old = self.data.len() - self.arity;
                if self.arity == 0 {
                    continue;
                }
                for row in self.data[..old].chunks_exact(self.arity) {
                    index.push(row);
                }
            }
            index.push(tuple);
        }
        true
    }

    /// The row with exactly these values.
    pub(crate) fn find(&self, tuple: &[i32]) -> Option<u32> {
        let mut row = self.first(0, tuple.iter().copied());
        while row != NONE {
            if self.row(row) == tuple {
                return Some(row);
            }
            row = self.indexes[0].next[row as usize];
        }
        None
    }

    /// The first candidate for a key of an index; candidates still have to be compared.
    fn first(&self, index: usize, key: impl Iterator<Item = i32>) -> u32 {
        let index = &self.indexes[index];
        index.heads[slot(key.fold(0, step), index.heads.len())]
    }

    /// The candidates for a key of an index, newest first; each still has to be compared.
    pub(crate) fn candidates(&self, index: usize, key: impl Iterator<Item = i32>) -> Candidates<'_> {
        Candidates { next: &self.indexes[index].next, row: self.first(index, key) }
    }
}

/// Row numbers of one bucket.
pub(crate) struct Candidates<'a> {
    next: &'a [u32],
    row: u32,
}

impl Iterator for Candidates<'_> {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        if self.row == NONE {
            return None;
        }
        let row = self.row;
        self.row = self.next[row as usize];
        Some(row)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_found_by_every_index() {
        let mut relation = Relation::new(2, &[vec![1]]);
        for i in 0..200 {
            assert!(relation.insert(&[i, i % 7], 0));
            assert!(!relation.insert(&[i, i % 7], 0));
        }
        let threes = relation.candidates(1, [3].into_iter()).filter(|&r| relation.row(r)[1] == 3).count();
        assert_eq!(threes, (0..200).filter(|i| i % 7 == 3).count());
        relation.clear();
        assert_eq!(relation.find(&[3, 3]), None);
        let mut flag = Relation::new(0, &[]);
        assert!(flag.insert(&[], 0) && !flag.insert(&[], 0) && flag.len() == 1);
    }
}

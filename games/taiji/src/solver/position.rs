//! A position as far as the rest of the game can tell.
//!
//! What the stones look like no longer matters; what matters is where a taijitu still fits (the *live* cells), and for every
//! group its size and its liberties, the live cells next to it. A half placed on a cell joins exactly the groups that have it as a
//! liberty. So groups are merged without ever being flooded again, and positions that differ only in their history share
//! one entry of the table.

use crate::board::MOST_GROUPS;
use crate::{Board, Word};

/// A connected group that can still grow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Group<W> {
    pub liberties: W,
    pub size: u8,
}

/// The sizes of the largest groups that can no longer grow, largest first; as many as count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Largest {
    pub sizes: [u8; MOST_GROUPS],
    count: u8,
}

impl Largest {
    /// None yet, of `count` that matter.
    pub fn new(count: usize) -> Largest {
        Largest { sizes: [0; MOST_GROUPS], count: count.min(MOST_GROUPS) as u8 }
    }

    #[inline]
    pub fn add(&mut self, mut size: u8) {
        for place in &mut self.sizes[..usize::from(self.count)] {
            if size > *place {
                std::mem::swap(&mut size, place);
            }
        }
    }

    /// The smallest of the sizes that count.
    #[inline]
    pub fn last(&self) -> i32 {
        i32::from(self.sizes[usize::from(self.count) - 1])
    }

    /// A number that is different for different sizes.
    #[inline]
    pub fn digest(&self) -> u64 {
        self.sizes[..usize::from(self.count)]
            .iter()
            .fold(0, |all, &size| (all << 7).wrapping_add(size.into()))
    }

    #[inline]
    pub fn sum(&self) -> i32 {
        self.sizes[..usize::from(self.count)].iter().map(|&size| i32::from(size)).sum()
    }
}

/// A node of the search. Its live groups are stretches of a stack of groups that the search keeps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Position<W> {
    /// The taken cells, by colour.
    pub cells: [W; 2],
    /// The empty cells that have an empty neighbour.
    pub live: W,
    /// Where the live groups of each colour begin and end in the stack.
    pub groups: [(u32, u32); 2],
    /// The largest of the other groups.
    pub settled: [Largest; 2],
    /// The colour to move.
    pub side: usize,
}

/// The live groups of every position on the current line.
pub(super) type Stack<W> = Vec<Group<W>>;

impl<W: Word> Position<W> {
    /// The position with these cells; its groups go on top of the stack.
    pub fn new(
        board: &Board<W>,
        cells: [W; 2],
        side: usize,
        counted: usize,
        stack: &mut Stack<W>,
    ) -> Position<W> {
        let empty = board.all() & !(cells[0] | cells[1]);
        let live = empty & board.neighbours(empty);
        let mut position =
            Position { cells, live, groups: [(0, 0); 2], settled: [Largest::new(counted); 2], side };
        for (colour, set) in cells.into_iter().enumerate() {
            let begin = stack.len();
            board.each_group(set, |group| {
                let group = Group { liberties: board.neighbours(group) & live, size: group.count() as u8 };
                position.keep(colour, group, stack);
            });
            position.groups[colour] = (begin as u32, stack.len() as u32);
        }
        position
    }

    /// The position after the mover has placed its own half and the other one; its groups go on top of the stack.
    #[inline]
    pub fn after(&self, board: &Board<W>, own: usize, other: usize, stack: &mut Stack<W>) -> Position<W> {
        let placed = if self.side == 0 { [own, other] } else { [other, own] }.map(W::bit);
        let empty = self.live & !(placed[0] | placed[1]);
        let live = empty & board.neighbours(empty);
        let mut next = Position {
            cells: [self.cells[0] | placed[0], self.cells[1] | placed[1]],
            live,
            side: self.side ^ 1,
            ..*self
        };
        for (colour, half) in placed.into_iter().enumerate() {
            let (begin, end) = self.groups[colour];
            let start = stack.len();
            let mut joined = Group { liberties: board.neighbours(half), size: 1 };
            for index in begin as usize..end as usize {
                let group = stack[index];
                if (group.liberties & half).is_empty() {
                    next.keep(colour, Group { liberties: group.liberties & live, ..group }, stack);
                } else {
                    joined.liberties |= group.liberties;
                    joined.size += group.size;
                }
            }
            joined.liberties &= live;
            next.keep(colour, joined, stack);
            next.groups[colour] = (start as u32, stack.len() as u32);
        }
        next
    }

    #[inline]
    fn keep(&mut self, colour: usize, group: Group<W>, stack: &mut Stack<W>) {
        if group.liberties.is_empty() {
            self.settled[colour].add(group.size);
        } else {
            stack.push(group);
        }
    }

    /// The live groups of a colour.
    #[inline]
    pub fn groups<'s>(&self, colour: usize, stack: &'s Stack<W>) -> &'s [Group<W>] {
        let (begin, end) = self.groups[colour];
        &stack[begin as usize..end as usize]
    }
}

//! Places at the table.

/// The most seats any game has.
pub const MAX_SEATS: usize = 4;

/// A place at the table. Seats are numbered from 0 inside the program and from 1 towards people and scripts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Seat(u8);

impl Seat {
    /// The seat that moves first in a fresh game.
    pub const FIRST: Seat = Seat(0);
    /// The seat that moves second in a fresh game.
    pub const SECOND: Seat = Seat(1);

    /// The seat with this index, counted from 0.
    ///
    /// # Panics
    /// When `index` is not below [`MAX_SEATS`].
    pub const fn new(index: usize) -> Seat {
        assert!(index < MAX_SEATS);
        Seat(index as u8)
    }

    /// The index, counted from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The number people see, counted from 1.
    pub const fn number(self) -> usize {
        self.0 as usize + 1
    }

    /// The other one of two seats. Only meaningful in a game of two.
    pub const fn other(self) -> Seat {
        Seat(self.0 ^ 1)
    }

    /// The first `count` seats in order.
    pub fn all(count: usize) -> impl Iterator<Item = Seat> {
        (0..count).map(Seat::new)
    }
}

/// A set of seats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Seats(u8);

impl Seats {
    /// Nobody.
    pub const NONE: Seats = Seats(0);

    /// The first `count` seats.
    pub const fn first(count: usize) -> Seats {
        Seats((1 << count) - 1)
    }

    /// One seat alone.
    pub const fn only(seat: Seat) -> Seats {
        Seats(1 << seat.0)
    }

    /// This set with `seat` added.
    pub const fn with(self, seat: Seat) -> Seats {
        Seats(self.0 | 1 << seat.0)
    }

    /// Whether `seat` is in the set.
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 >> seat.0 & 1 == 1
    }

    /// How many seats are in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The seats of the set in order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        Seat::all(MAX_SEATS).filter(move |&seat| self.contains(seat))
    }
}

impl FromIterator<Seat> for Seats {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Seats {
        seats.into_iter().fold(Seats::NONE, Seats::with)
    }
}

//! Moves as numbers and positions as arrays, for programs that learn.

use crate::bits::Word;
use crate::{Game, Seat, Size};

/// A game whose moves have numbers and whose positions can be shown as arrays of small numbers.
///
/// Both are public: weights that people have trained go by them, so they are documented and never change. What a number means follows from the
/// game and its options alone, never from the position. Boards are laid out as position texts are: rows from the top, cells from the left.
pub trait Numbered: Game {
    /// How many numbers there are, of which most are legal in few positions.
    fn actions(&self) -> usize;

    /// The number of a legal move of a player, below [`Numbered::actions`]; moves of one position have different numbers, and moves with one
    /// number have one text, whatever the position. Chance events have none.
    fn action(&self, state: &Self::State, mv: Self::Move) -> usize;

    /// What the numbers of an observation say.
    fn view(&self) -> View;

    /// Writes the position as `viewer` sees it into as many `values` as [`View::len`] says; they come zeroed. Positions that look the same to the
    /// player to move have the same legal moves.
    fn observe(&self, state: &Self::State, viewer: Seat, values: &mut [u8]);

    /// How many moves the player to move has. `moves` is scratch space, as it is for the next two: they list the moves unless the game knows a shorter
    /// way.
    fn count(&self, state: &Self::State, moves: &mut Vec<Self::Move>) -> usize {
        list(self, state, moves).len()
    }

    /// The `index`-th of the moves of the player to move, counted from 0.
    fn nth(&self, state: &Self::State, index: usize, moves: &mut Vec<Self::Move>) -> Option<Self::Move> {
        list(self, state, moves).get(index).copied()
    }

    /// The legal move of the player to move with this number, if there is one.
    fn numbered(
        &self,
        state: &Self::State,
        number: usize,
        moves: &mut Vec<Self::Move>,
    ) -> Option<Self::Move> {
        list(self, state, moves).iter().copied().find(|&mv| self.action(state, mv) == number)
    }
}

/// How many moves most positions have at most: room for them is made at once.
const USUAL_MOVES: usize = 128;

fn list<'a, G: Game>(game: &G, state: &G::State, moves: &'a mut Vec<G::Move>) -> &'a [G::Move] {
    moves.clear();
    moves.reserve(USUAL_MOVES);
    game.moves(state, moves);
    moves
}

/// What the numbers of an observation say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    /// The lengths of the array's axes: planes, rows and columns for a board; one length where there is no board.
    pub shape: Vec<usize>,
    /// What each part along the first axis says.
    pub says: Vec<String>,
}

impl View {
    /// One plane of `size` for each of the things said.
    pub fn planes(size: Size, says: &[&str]) -> View {
        View {
            shape: vec![says.len(), size.rows, size.columns],
            says: says.iter().map(ToString::to_string).collect(),
        }
    }

    /// A list of numbers, one for each of the things said.
    pub fn list(says: Vec<String>) -> View {
        View { shape: vec![says.len()], says }
    }

    /// How many numbers there are.
    pub fn len(&self) -> usize {
        self.shape.iter().product()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl Size {
    /// The number of a cell counted along the rows from the top left, where `cell` counts along the rows from the bottom left; and back.
    #[inline]
    pub const fn from_top(self, cell: usize) -> usize {
        let row = cell / self.columns;
        cell + (self.rows - 1 - row) * self.columns - row * self.columns
    }

    /// The number of a move from a cell to one beside it, both counted from the bottom left: four planes of cells, one each for up, right, down
    /// and left, in which the move stands where it begins.
    #[inline]
    pub const fn step_action(self, from: usize, to: usize) -> usize {
        let direction = if to == from + self.columns {
            0
        } else if to == from + 1 {
            1
        } else if to + self.columns == from {
            2
        } else {
            3
        };
        direction * self.cells() + self.from_top(from)
    }

    /// Sets a plane of this size to 1 at the cells of each set, which are counted from the bottom left.
    #[inline]
    pub fn paint<W: Word, const PLANES: usize>(self, sets: [W; PLANES], values: &mut [u8]) {
        for (plane, set) in values.chunks_exact_mut(self.cells()).zip(sets) {
            set.each(|cell| plane[self.from_top(cell)] = 1);
        }
    }
}

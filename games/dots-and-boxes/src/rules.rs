//! The rules of the game.

use std::sync;

use game::{
    Field, Game, Info, MAX_SEATS, Misfit, MoveError, Objective, OptionSpec, Options, Outcome, Problems, Rng,
    Seat, Seats, Turn,
};

use crate::grid::Grid;
use crate::{Arc, Board, State, Word, text};

/// Dots and Boxes on a board of one size, with words of one width.
#[derive(Clone, Debug)]
pub struct DotsAndBoxes<W: Word = u64> {
    board: sync::Arc<Board<W>>,
    grid: sync::Arc<Grid<W>>,
}

const SIZE: OptionSpec = OptionSpec {
    name: "size",
    help: "rows x columns of boxes, 1 to 10 each",
    default: "5x6",
    choices: &["3x3", "4x4", "5x5", "5x6", "7x7", "10x10"],
};

impl<W: Word> DotsAndBoxes<W> {
    /// The geometry.
    #[inline]
    pub fn board(&self) -> &Board<W> {
        &self.board
    }

    /// The arcs that are not drawn.
    #[inline]
    pub(crate) fn open(&self, state: &State<W>) -> W {
        self.board.full() & !state.drawn()
    }

    /// Masks for working on the whole board at once.
    #[inline]
    pub(crate) fn grid(&self) -> &Grid<W> {
        &self.grid
    }
}

impl<W: Word> Game for DotsAndBoxes<W> {
    type State = State<W>;
    type Move = Arc;

    const INFO: Info = Info {
        name: "dots-and-boxes",
        title: "Dots and Boxes",
        tagline: "Draw arcs between dots; whoever draws the fourth side of a box owns it and moves again.",
        rules: include_str!("../rules.md"),
        move_form: text::MOVE_FORM,
        options: &[SIZE],
        fields: &[
            Field::List("horizontal"),
            Field::List("vertical"),
            Field::List("boxes"),
            Field::Number("side"),
        ],
        objective: Objective::Points("boxes"),
    };

    fn new(options: &Options) -> Result<Self, Misfit> {
        options.check_names(&[SIZE]).or(())?;
        let size = options.size(&SIZE, 1..=Board::<W>::LONGEST)?;
        let board = Board::new(size).ok_or(Misfit::TooLarge)?;
        let grid = Grid::new(&board);
        Ok(DotsAndBoxes { board: sync::Arc::new(board), grid: sync::Arc::new(grid) })
    }

    fn options(&self) -> Options {
        Options::none().with(SIZE.name, self.board.size())
    }

    fn options_of(position: &str) -> Result<Options, Problems> {
        let size = text::size_of(position)?;
        Ok(Options::none().with(SIZE.name, size))
    }

    fn seats(&self) -> usize {
        2
    }

    fn seat_name(&self, seat: Seat) -> &'static str {
        ["Player 1", "Player 2"][seat.index()]
    }

    fn longest(&self) -> Option<usize> {
        Some(self.board.arcs())
    }

    fn start(&self) -> State<W> {
        State::START
    }

    #[inline]
    fn turn(&self, state: &State<W>) -> Turn {
        if state.drawn() == self.board.full() { Turn::Over } else { Turn::Player(state.side()) }
    }

    #[inline]
    fn moves(&self, state: &State<W>, moves: &mut Vec<Arc>) {
        list(self.open(state), moves);
    }

    #[inline]
    fn play(&self, state: &mut State<W>, mv: Arc) {
        state.draw(&self.board, mv);
    }

    fn play_out(&self, state: &mut State<W>, rng: &mut Rng, moves: &mut Vec<Arc>, limit: usize) {
        self.moves(state, moves);
        rng.shuffle(moves);
        moves.iter().take(limit).for_each(|&mv| state.draw(&self.board, mv));
    }

    #[inline]
    fn key(&self, state: &State<W>) -> u64 {
        state.key()
    }

    fn key_from_scratch(&self, state: &State<W>) -> u64 {
        state.key_from_scratch()
    }

    fn outcome(&self, state: &State<W>) -> Outcome {
        let [first, second] = state.scores().map(i32::from);
        let mut scores = [0; MAX_SEATS];
        scores[..2].copy_from_slice(&[first, second]);
        let winners = match first.cmp(&second) {
            std::cmp::Ordering::Greater => Seats::only(Seat::FIRST),
            std::cmp::Ordering::Less => Seats::only(Seat::SECOND),
            std::cmp::Ordering::Equal => Seats::first(2),
        };
        Outcome { scores, winners, ending: "all arcs drawn" }
    }

    fn write(&self, state: &State<W>) -> String {
        text::write(&self.board, state)
    }

    fn read(&self, text: &str) -> Result<State<W>, Problems> {
        text::read(&self.board, text)
    }

    fn write_move(&self, _state: &State<W>, mv: Arc) -> String {
        text::write_arc(&self.board, mv)
    }

    fn read_move(&self, state: &State<W>, text: &str) -> Result<Arc, MoveError> {
        text::read_arc(&self.board, state, text)
    }
}

/// Replaces the contents of `arcs` by the elements of `set` in ascending order, eight bits of the set at a time.
#[inline]
fn list<W: Word>(set: W, arcs: &mut Vec<Arc>) {
    arcs.clear();
    arcs.reserve(W::BITS + 8);
    for index in 0..W::LIMBS {
        let chunk = set.limb(index);
        for byte in 0..8 {
            let bits = (chunk >> (8 * byte)) as u8;
            let first = (64 * index + 8 * byte) as u64 * 0x0101_0101_0101_0101;
            let length = arcs.len() + bits.count_ones() as usize;
            arcs.extend_from_slice(&(ELEMENTS[bits as usize] + first).to_le_bytes().map(Arc));
            arcs.truncate(length);
        }
    }
}

/// For each set of eight bits, its elements one byte each, the first in the lowest byte.
static ELEMENTS: [u64; 256] = {
    let mut table = [0; 256];
    let mut set = 0;
    while set < 256 {
        let (mut bit, mut place) = (0, 0);
        while bit < 8 {
            if set >> bit & 1 == 1 {
                table[set] |= bit << (8 * place);
                place += 1;
            }
            bit += 1;
        }
        set += 1;
    }
    table
};

//! The rules, as the contract asks for them.

use game::bits::Word;
use game::{
    Field, Game, Info, Misfit, MoveError, Objective, OptionSpec, Options, Outcome, Problems, Seat, Turn,
};

use crate::board::{Domineering, O, Placement, State, X};
use crate::text;

/// The one option.
pub(crate) const SIZE: OptionSpec = OptionSpec {
    name: "size",
    help: "rows x columns, 1 to 16 each",
    default: "8x8",
    choices: &["5x5", "6x6", "7x7", "8x8", "8x9", "9x8", "10x10", "12x12", "16x16"],
};

impl<W: Word> Game for Domineering<W> {
    type State = State<W>;
    type Move = Placement;

    const INFO: Info = Info {
        name: "domineering",
        title: "Domineering",
        tagline: "X places dominoes upright, O places them flat, and who cannot move loses.",
        rules: include_str!("../rules.md"),
        move_form: text::MOVE_FORM,
        options: &[SIZE],
        fields: &[Field::List("rows"), Field::Word("side")],
        objective: Objective::Win,
    };

    fn new(options: &Options) -> Result<Self, Misfit> {
        Domineering::empty(Self::wanted_size(options)?).ok_or(Misfit::TooLarge)
    }

    fn options(&self) -> Options {
        Options::none().with(SIZE.name, self.size)
    }

    fn options_of(position: &str) -> Result<Options, Problems> {
        text::size_of(position).map(|size| Options::none().with(SIZE.name, size))
    }

    fn seats(&self) -> usize {
        2
    }

    fn seat_name(&self, seat: Seat) -> &'static str {
        if seat == X { "X" } else { "O" }
    }

    fn longest(&self) -> Option<usize> {
        Some(self.size.cells() / 2)
    }

    fn start(&self) -> State<W> {
        self.position(W::EMPTY, W::EMPTY, X)
    }

    #[inline]
    fn turn(&self, state: &State<W>) -> Turn {
        if self.placements(state, state.side).is_empty() { Turn::Over } else { Turn::Player(state.side) }
    }

    #[inline]
    fn moves(&self, state: &State<W>, moves: &mut Vec<Placement>) {
        moves.clear();
        moves.extend(self.placements(state, state.side).elements().map(|cell| Placement(cell as u8)));
    }

    #[inline]
    fn play(&self, state: &mut State<W>, mv: Placement) {
        if mv.cell() < W::BITS {
            self.put(state, mv.cell());
        }
    }

    #[inline]
    fn key(&self, state: &State<W>) -> u64 {
        state.key
    }

    fn key_from_scratch(&self, state: &State<W>) -> u64 {
        self.fresh_key(state)
    }

    fn outcome(&self, state: &State<W>) -> Outcome {
        let ending = if state.side == O { "O cannot move" } else { "X cannot move" };
        Outcome::win(state.side.other(), ending)
    }

    fn write(&self, state: &State<W>) -> String {
        text::write(self, state)
    }

    fn read(&self, text: &str) -> Result<State<W>, Problems> {
        text::read(self, text)
    }

    fn write_move(&self, _state: &State<W>, mv: Placement) -> String {
        text::cell_name(self.size, mv.cell())
    }

    fn read_move(&self, state: &State<W>, text: &str) -> Result<Placement, MoveError> {
        text::read_move(self, state, text)
    }
}

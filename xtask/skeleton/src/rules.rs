//! The rules, as the contract asks for them.

use game::bits::Word;
use game::{Field, Game, Info, Misfit, MoveError, Objective, Options, Outcome, Problems, Seat, Turn};

use crate::board::{Cell, O, SIDE, Skeleton, State, X};
use crate::text;

impl Game for Skeleton {
    type State = State;
    type Move = Cell;

    const INFO: Info = Info {
        name: "skeleton",
        title: "Skeleton",
        tagline: "Take cells in turn; who cannot move loses.",
        rules: include_str!("../rules.md"),
        move_form: text::MOVE_FORM,
        options: &[],
        fields: &[Field::List("rows"), Field::Word("side")],
        objective: Objective::Win,
    };

    fn new(options: &Options) -> Result<Skeleton, Misfit> {
        Ok(options.check_names(Self::INFO.options).or(Skeleton)?)
    }

    fn options(&self) -> Options {
        Options::none()
    }

    fn options_of(_position: &str) -> Result<Options, Problems> {
        Ok(Options::none())
    }

    fn seats(&self) -> usize {
        2
    }

    fn seat_name(&self, seat: Seat) -> &'static str {
        if seat == X { "X" } else { "O" }
    }

    fn longest(&self) -> Option<usize> {
        Some(SIDE * SIDE)
    }

    fn start(&self) -> State {
        self.position([0; 2], X)
    }

    fn turn(&self, state: &State) -> Turn {
        if state.free() == 0 { Turn::Over } else { Turn::Player(state.side) }
    }

    fn moves(&self, state: &State, moves: &mut Vec<Cell>) {
        moves.clear();
        moves.extend(state.free().elements().map(|cell| Cell(cell as u8)));
    }

    fn play(&self, state: &mut State, mv: Cell) {
        self.take(state, mv);
    }

    fn key(&self, state: &State) -> u64 {
        state.key
    }

    fn key_from_scratch(&self, state: &State) -> u64 {
        self.fresh_key(state)
    }

    fn outcome(&self, state: &State) -> Outcome {
        let ending = if state.side == O { "O cannot move" } else { "X cannot move" };
        Outcome::win(state.side.other(), ending)
    }

    fn write(&self, state: &State) -> String {
        text::write(state)
    }

    fn read(&self, text: &str) -> Result<State, Problems> {
        text::read(self, text)
    }

    fn write_move(&self, _state: &State, mv: Cell) -> String {
        text::cell_name(mv.0.into())
    }

    fn read_move(&self, state: &State, text: &str) -> Result<Cell, MoveError> {
        text::read_move(state, text)
    }
}

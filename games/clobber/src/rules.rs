//! The rules, as the contract asks for them.

use game::bits::Word;
use game::{
    Field, Game, Info, Misfit, MoveError, Objective, OptionSpec, Options, Outcome, Problems, Seat, Turn,
};

use crate::board::{Clobber, Hop, LONGEST_SIDE, O, SHORTEST_SIDE, State, X};
use crate::text;

/// The one option.
const SIZE: OptionSpec = OptionSpec {
    name: "size",
    help: "rows x columns, 2 to 10 each",
    default: "5x6",
    choices: &["4x4", "4x5", "5x6", "6x6", "8x8", "10x10"],
};

impl Game for Clobber {
    type State = State;
    type Move = Hop;

    const INFO: Info = Info {
        name: "clobber",
        title: "Clobber",
        tagline: "Take a neighbouring stone with one of yours; who cannot move loses.",
        rules: include_str!("../rules.md"),
        move_form: text::MOVE_FORM,
        options: &[SIZE],
        fields: &[Field::List("rows"), Field::Word("side")],
        objective: Objective::Win,
    };

    fn new(options: &Options) -> Result<Clobber, Misfit> {
        let mut problems = options.check_names(&[SIZE]);
        match options.size(&SIZE, SHORTEST_SIDE..=LONGEST_SIDE) {
            Ok(size) => Ok(problems.or(Clobber::of(size))?),
            Err(more) => {
                more.iter().for_each(|problem| problems.add(problem));
                Err(problems.into())
            }
        }
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
        Some(self.size.cells() - 1)
    }

    /// Every cell has a stone, in turns of X and O along rows and columns, X in the corner A1.
    fn start(&self) -> State {
        let even = |cell: &usize| (cell / self.size.columns + cell % self.size.columns).is_multiple_of(2);
        let x = (0..self.size.cells()).filter(even).fold(0, |set, cell| set | 1 << cell);
        self.position([x, self.all & !x], X)
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        if self.movable(state, state.side) == 0 { Turn::Over } else { Turn::Player(state.side) }
    }

    #[inline]
    fn moves(&self, state: &State, moves: &mut Vec<Hop>) {
        moves.clear();
        let theirs = state.stones(state.side.other());
        for from in self.movable(state, state.side).elements() {
            let targets = (self.around(1 << from) & theirs).elements();
            moves.extend(targets.map(|to| Hop { from: from as u8, to: to as u8 }));
        }
    }

    #[inline]
    fn play(&self, state: &mut State, mv: Hop) {
        self.hop(state, mv);
    }

    #[inline]
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
        text::write(self, state)
    }

    fn read(&self, text: &str) -> Result<State, Problems> {
        text::read(self, text)
    }

    fn write_move(&self, _state: &State, mv: Hop) -> String {
        mv.ends().map(|cell| text::cell_name(self.size, cell)).concat()
    }

    fn read_move(&self, state: &State, text: &str) -> Result<Hop, MoveError> {
        text::read_move(self, state, text)
    }
}

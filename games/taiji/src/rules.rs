//! The rules of Taiji.

use game::{
    Field, Game, Info, MAX_SEATS, Misfit, MoveError, Objective, OptionSpec, Options, Outcome, Problems, Seat,
    Seats, Turn,
};

use crate::board::MOST_GROUPS;
use crate::{Axis, Board, State, Taijitu, Word, text};

/// Who begins.
pub(crate) const WHITE: Seat = Seat::FIRST;
/// Who wins ties.
pub(crate) const BLACK: Seat = Seat::SECOND;

const SIZE: OptionSpec = OptionSpec {
    name: "size",
    help: "rows x columns, 2 to 11 each; one number for a square",
    default: "7x7",
    choices: &["7x7", "9x9", "11x11"],
};

const GROUPS: OptionSpec = OptionSpec {
    name: "groups",
    help: "how many of a player's largest groups count, 1 to 9",
    default: "1",
    choices: &["1", "2", "3"],
};

/// Taiji on a board of at most as many cells as `W` has bits.
#[derive(Clone, Debug)]
pub struct Taiji<W> {
    board: Board<W>,
    groups: usize,
}

/// Taiji on up to 64 cells.
pub type Taiji64 = Taiji<u64>;

/// Taiji on up to 128 cells, which is every board on offer.
pub type Taiji128 = Taiji<u128>;

impl<W: Word> Taiji<W> {
    /// The board.
    pub fn board(&self) -> &Board<W> {
        &self.board
    }

    /// How many groups count.
    pub fn groups(&self) -> usize {
        self.groups
    }

    /// The empty cells.
    #[inline]
    pub fn empty(&self, state: &State<W>) -> W {
        self.board.all() & !state.taken()
    }

    /// What a seat's groups are worth as they stand.
    pub fn score(&self, state: &State<W>, seat: Seat) -> i32 {
        self.board.score(state.of(seat), self.groups) as i32
    }

    /// The cell of the mover's own half and the cell of the other half.
    #[inline]
    pub fn cells(&self, mv: Taijitu) -> (usize, usize) {
        mv.cells(self.board.size().columns)
    }
}

impl<W: Word> Game for Taiji<W> {
    type State = State<W>;
    type Move = Taijitu;

    const INFO: Info = Info {
        name: "taiji",
        title: "Taiji",
        tagline: "Every domino you place is half yours and half your opponent's; the largest group wins.",
        rules: include_str!("../rules.md"),
        move_form: text::MOVE_FORM,
        options: &[SIZE, GROUPS],
        fields: &[Field::List("rows"), Field::Word("side"), Field::Number("groups")],
        objective: Objective::Points("cells"),
    };

    fn new(options: &Options) -> Result<Taiji<W>, Misfit> {
        let mut problems = options.check_names(Self::INFO.options);
        let mut note = |found: Problems| found.iter().for_each(|problem| problems.add(problem));
        let size = options.size(&SIZE, 2..=11).map_err(&mut note).ok();
        let groups = options.number(&GROUPS, 1..=MOST_GROUPS).map_err(&mut note).ok();
        problems.or(())?;
        let (size, groups) = size.zip(groups).expect("without problems both options were read");
        Ok(Taiji { board: Board::new(size).ok_or(Misfit::TooLarge)?, groups })
    }

    fn options(&self) -> Options {
        Options::none().with(SIZE.name, self.board.size()).with(GROUPS.name, self.groups)
    }

    fn options_of(position: &str) -> Result<Options, Problems> {
        let (size, groups) = text::options_of(position)?;
        Ok(Options::none().with(SIZE.name, size).with(GROUPS.name, groups))
    }

    fn seats(&self) -> usize {
        2
    }

    fn seat_name(&self, seat: Seat) -> &'static str {
        if seat == WHITE { "White" } else { "Black" }
    }

    fn longest(&self) -> Option<usize> {
        Some(self.board.size().cells() / 2)
    }

    fn start(&self) -> State<W> {
        State::new(W::EMPTY, W::EMPTY, WHITE)
    }

    #[inline]
    fn turn(&self, state: &State<W>) -> Turn {
        let empty = self.empty(state);
        if (self.board.across(empty) | self.board.upright(empty)).is_empty() {
            return Turn::Over;
        }
        Turn::Player(state.side())
    }

    #[inline]
    fn moves(&self, state: &State<W>, moves: &mut Vec<Taijitu>) {
        let empty = self.empty(state);
        let pairs = [(Axis::Across, self.board.across(empty)), (Axis::Upright, self.board.upright(empty))];
        // Sized beforehand, so that the loops write without asking for room.
        moves.resize(2 * pairs.iter().map(|(_, lower)| lower.count()).sum::<usize>(), Taijitu::default());
        let (slots, _) = moves.as_chunks_mut::<2>();
        let mut slots = slots.iter_mut();
        for (axis, lower) in pairs {
            lower.each(|cell| {
                if let Some(slot) = slots.next() {
                    *slot = Taijitu::both(axis, cell);
                }
            });
        }
    }

    #[inline]
    fn play(&self, state: &mut State<W>, mv: Taijitu) {
        let (own, other) = self.cells(mv);
        state.place(own, other);
    }

    #[inline]
    fn key(&self, state: &State<W>) -> u64 {
        state.key()
    }

    fn key_from_scratch(&self, state: &State<W>) -> u64 {
        state.key_from_scratch()
    }

    fn outcome(&self, state: &State<W>) -> Outcome {
        let mut scores = [0; MAX_SEATS];
        for seat in [WHITE, BLACK] {
            scores[seat.index()] = self.score(state, seat);
        }
        let winner = if scores[WHITE.index()] > scores[BLACK.index()] { WHITE } else { BLACK };
        Outcome { scores, winners: Seats::only(winner), ending: "no taijitu fits" }
    }

    fn write(&self, state: &State<W>) -> String {
        text::write(self, state)
    }

    fn read(&self, text: &str) -> Result<State<W>, Problems> {
        text::read(self, text)
    }

    fn write_move(&self, _state: &State<W>, mv: Taijitu) -> String {
        let (own, other) = self.cells(mv);
        let columns = self.board.size().columns;
        text::cell_name(own, columns) + &text::cell_name(other, columns)
    }

    fn read_move(&self, state: &State<W>, text: &str) -> Result<Taijitu, MoveError> {
        text::read_move(self, state, text)
    }
}

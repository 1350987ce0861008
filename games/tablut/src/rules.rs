//! The rules: the contract's view of the game.

use game::{Field, Game, Info, Misfit, MoveError, Objective, Options, Outcome, Problems, Seat, Turn};

use crate::board::{EDGE, Square};
use crate::capture::{captures, king_taken, pawns_taken};
use crate::judgement::{pawn, pawns};
use crate::moves::{self, Move};
use crate::state::{BLACK, BLACK_TO_MOVE, Ending, KEYS, KING, Side, State, WHITE, turned};
use crate::text;

/// The game. There is nothing to choose.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tablut;

impl Game for Tablut {
    type State = State;
    type Move = Move;

    const INFO: Info = Info {
        name: "tablut",
        title: "Tablut",
        tagline: "The white king tries to reach the rim of the board; twice as many black pawns hunt him.",
        rules: include_str!("../rules.md"),
        move_form: text::MOVE_FORM,
        options: &[],
        fields: &[Field::List("rows"), Field::Word("side")],
        objective: Objective::Win,
    };

    fn new(options: &Options) -> Result<Tablut, Misfit> {
        Ok(options.check_names(Self::INFO.options).or(Tablut)?)
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
        if seat == Side::White.seat() { "White" } else { "Black" }
    }

    fn longest(&self) -> Option<usize> {
        None
    }

    fn start(&self) -> State {
        State::start()
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        if state.ending.is_some() { Turn::Over } else { Turn::Player(state.side.seat()) }
    }

    #[inline]
    fn moves(&self, state: &State, moves: &mut Vec<Move>) {
        if state.ending.is_some() {
            moves.clear();
            return;
        }
        moves::list(state, moves);
    }

    #[inline]
    fn play(&self, state: &mut State, mv: Move) {
        let (from, to) = (mv.from(), mv.to());
        let mut taken = pawns_taken(state, mv);
        state.turned ^= turned(from) ^ turned(to);
        let side = state.side;
        // The king is where he was, unless he moves, and then everything is counted anew.
        let own = pawn(side, state.king);
        let other = pawn(side.other(), state.king);
        let kind = match side {
            Side::White if from == state.king => {
                state.king = to;
                KING
            }
            Side::White => {
                state.white ^= from.bit() ^ to.bit();
                WHITE
            }
            Side::Black => {
                state.black ^= from.bit() ^ to.bit();
                BLACK
            }
        };
        state.key ^= KEYS[kind][from.index()] ^ KEYS[kind][to.index()] ^ BLACK_TO_MOVE;
        state.worth += own[to.index()] - own[from.index()];
        state.side = side.other();
        let (pawns_there, kind_there) = match side {
            Side::White => (&mut state.black, BLACK),
            Side::Black => (&mut state.white, WHITE),
        };
        *pawns_there &= !taken;
        // Whether a pawn is taken is as good as random, so one always is, if only from nowhere; a second one seldom.
        loop {
            let square = Square::first_or_nowhere(taken);
            state.turned ^= turned(square);
            state.key ^= KEYS[kind_there][square.index()];
            state.worth -= other[square.index()];
            taken &= taken.wrapping_sub(1);
            if taken == 0 {
                break;
            }
        }
        if kind == KING {
            state.worth = pawns(state.white, state.black, to);
        }
        let won = match side {
            Side::White => (kind == KING && to.is_in(EDGE)).then_some(Ending::Escaped),
            Side::Black => king_taken(state.king, state.black, to).then_some(Ending::Captured),
        };
        if won == Some(Ending::Captured) {
            state.turned ^= turned(state.king);
            state.key ^= KEYS[KING][state.king.index()];
            state.king = Square::NOWHERE;
            state.worth = 0;
        }
        state.ending = won.or_else(|| state.stuck().then_some(Ending::Stuck));
    }

    #[inline]
    fn key(&self, state: &State) -> u64 {
        state.key
    }

    fn key_from_scratch(&self, state: &State) -> u64 {
        state.key_from_scratch()
    }

    fn outcome(&self, state: &State) -> Outcome {
        let winner = state.winner().unwrap_or(state.side.other());
        let ending = match state.ending {
            Some(Ending::Escaped) => "king escaped",
            Some(Ending::Captured) => "king captured",
            Some(Ending::Stuck) | None => "no move left",
        };
        Outcome::win(winner.seat(), ending)
    }

    fn write(&self, state: &State) -> String {
        text::write(state)
    }

    fn read(&self, text: &str) -> Result<State, Problems> {
        text::read(text)
    }

    fn write_move(&self, _state: &State, mv: Move) -> String {
        text::write_move(mv)
    }

    fn read_move(&self, state: &State, text: &str) -> Result<Move, MoveError> {
        text::read_move(state, text)
    }

    fn repetition(&self) -> Option<Outcome> {
        const { Some(Outcome::draw(2, "position repeated")) }
    }

    #[inline]
    fn irreversible(&self, before: &State, mv: Move) -> bool {
        captures(before, mv)
    }
}

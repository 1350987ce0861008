//! The rules of a game: the trait that every game implements.

use std::fmt::Debug;
use std::hash::Hash;

use crate::{Info, Misfit, MoveError, Options, Outcome, Problems, Rng, Seat};

/// Who acts next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Turn {
    /// The player in this seat chooses.
    Player(Seat),
    /// Chance chooses among the moves, by their [`Game::odds`].
    Chance,
    /// Nobody: the game is over by the state alone.
    Over,
}

impl Turn {
    /// The seat to move, if a player is to move.
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Turn::Player(seat) => Some(seat),
            Turn::Chance | Turn::Over => None,
        }
    }
}

/// The rules of a game with its options fixed.
///
/// Methods take a state of *this* game value; handing over a state of a game with other options is a bug of the
/// caller. No method allocates, except those that return text.
pub trait Game: Clone + Debug + Send + Sync + 'static {
    /// A position. Copied at every node of a search, so it should be tens of bytes. Two states are equal exactly when
    /// the same moves lead to the same results from both. It holds what the rules need and the key, and nothing for an evaluation, unless the game is
    /// [`crate::Accumulate`].
    type State: Copy + Eq + Hash + Debug + Send + Sync + 'static;

    /// A move or chance event. The order is the order in which [`Game::moves`] lists them.
    type Move: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static;

    /// What the game says about itself.
    const INFO: Info;

    /// The game with these options.
    ///
    /// A crate may offer one game in several widths (one machine word for small boards, more for large ones); a width
    /// that is too narrow answers [`Misfit::TooLarge`].
    fn new(options: &Options) -> Result<Self, Misfit>;

    /// Every option with the value that holds, so that `new(&options())` gives the same game.
    fn options(&self) -> Options;

    /// The options that a position text implies (its board size, for instance). Looks no further than it has to;
    /// [`Game::read`] does the checking.
    fn options_of(position: &str) -> Result<Options, Problems>;

    /// How many seats play: 2 to [`crate::MAX_SEATS`].
    fn seats(&self) -> usize;

    /// What the game calls a seat: `White`, `X`.
    fn seat_name(&self, seat: Seat) -> &'static str;

    /// The most plies, chance included, that a game can last, or `None` when the rules set no such bound
    /// (a rule against repetition does not count as one).
    fn longest(&self) -> Option<usize>;

    /// The position before the first move.
    fn start(&self) -> Self::State;

    /// Who acts in this state.
    fn turn(&self, state: &Self::State) -> Turn;

    /// Replaces the contents of `moves` by every legal move, or at a chance node by every outcome that can happen: each
    /// once, in ascending order. Empty exactly when the game is over.
    fn moves(&self, state: &Self::State, moves: &mut Vec<Self::Move>);

    /// Plays a move that [`Game::moves`] lists for this state. Any other move leaves the state meaningless, though never
    /// memory-unsafe; callers with moves from outside use [`crate::Line::play`].
    fn play(&self, state: &mut Self::State, mv: Self::Move);

    /// A hash of the state, equal for equal states. [`Game::play`] keeps it up to date, so asking costs nothing.
    fn key(&self, state: &Self::State) -> u64;

    /// The same hash computed from nothing but the position, for checking the incremental one.
    fn key_from_scratch(&self, state: &Self::State) -> u64;

    /// The result. Called only when [`Game::turn`] says [`Turn::Over`].
    fn outcome(&self, state: &Self::State) -> Outcome;

    /// The position as one line of ASCII, options included.
    fn write(&self, state: &Self::State) -> String;

    /// Reads what [`Game::write`] writes. Refuses every text that is not a position of this game with these options,
    /// naming every problem. `read(write(s)) == s` for every state that play can reach.
    fn read(&self, text: &str) -> Result<Self::State, Problems>;

    /// The move as text, unique among the legal moves of the state.
    fn write_move(&self, state: &Self::State, mv: Self::Move) -> String;

    /// Reads a move in any form that people type and returns it if it is legal here; otherwise says why not.
    fn read_move(&self, state: &Self::State, text: &str) -> Result<Self::Move, MoveError>;

    /// The chance that `mv` happens at a chance node; the odds of a state's moves add up to 1. Never called in a game
    /// without chance.
    fn odds(&self, _state: &Self::State, _mv: Self::Move) -> f64 {
        1.0
    }

    /// A random event of a chance node, drawn by [`Game::odds`]. The default lists all of them; a game with many
    /// events draws directly.
    fn sample(&self, state: &Self::State, rng: &mut Rng, moves: &mut Vec<Self::Move>) -> Self::Move {
        self.moves(state, moves);
        let mut left = rng.unit();
        for &mv in moves.iter() {
            left -= self.odds(state, mv);
            if left < 0.0 {
                return mv;
            }
        }
        *moves.last().expect("a chance node has an event")
    }

    /// Plays random moves as [`crate::random_move`] draws them, to the end or for `limit` plies; `moves` is scratch space. The default lists the moves
    /// before each; a game in which a move takes nothing but itself off the list puts one list in random order.
    fn play_out(&self, state: &mut Self::State, rng: &mut Rng, moves: &mut Vec<Self::Move>, limit: usize) {
        for _ in 0..limit {
            let Some(mv) = crate::random_move(self, state, rng, moves) else { return };
            self.play(state, mv);
        }
    }

    /// What ends the game when a position occurs for the second time, or `None` when repetition means nothing (because it
    /// cannot happen, say). The history belongs to the match and to the search, never to the state.
    fn repetition(&self) -> Option<Outcome> {
        None
    }

    /// Whether no position from before this move can occur again after it, so that the history may be forgotten. Asked only of
    /// games with a [`Game::repetition`] rule, where "again" means what the rule says: a game that clears its list of
    /// positions at some moves answers `true` for exactly these.
    fn irreversible(&self, _before: &Self::State, _mv: Self::Move) -> bool {
        false
    }
}

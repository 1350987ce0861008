//! Made-up games, each with one thing that searches must get right.

mod coins;
mod dice;
mod lines;
mod nim;
mod shuttle;

pub use coins::Coins;
pub use dice::Dice;
pub use lines::{Cells, Lines};
pub use nim::Nim;
pub use shuttle::{Push, Shuttle};

use std::time::Duration;

use game::{Control, Evaluator, Game, Limits, Seat, Turn};

/// The parts of [`Game`] that are about texts and options, which no search asks for.
macro_rules! wordless {
    () => {
        fn new(_: &game::Options) -> Result<Self, game::Misfit> {
            Err(game::Problems::one("made in tests only").into())
        }
        fn options(&self) -> game::Options {
            game::Options::none()
        }
        fn options_of(_: &str) -> Result<game::Options, game::Problems> {
            Ok(game::Options::none())
        }
        fn seat_name(&self, seat: game::Seat) -> &'static str {
            ["one", "two", "three", "four"][seat.index()]
        }
        fn key(&self, state: &Self::State) -> u64 {
            self.key_from_scratch(state)
        }
        fn key_from_scratch(&self, state: &Self::State) -> u64 {
            use std::hash::{DefaultHasher, Hash, Hasher};
            let mut hasher = DefaultHasher::new();
            state.hash(&mut hasher);
            hasher.finish()
        }
        fn write(&self, state: &Self::State) -> String {
            format!("{state:?}")
        }
        fn read(&self, _: &str) -> Result<Self::State, game::Problems> {
            Err(game::Problems::one("texts are not read in tests"))
        }
        fn write_move(&self, _: &Self::State, mv: Self::Move) -> String {
            format!("{mv:?}")
        }
        fn read_move(&self, _: &Self::State, text: &str) -> Result<Self::Move, game::MoveError> {
            Err(game::MoveError::unreadable(text, "nothing"))
        }
    };
}
pub(crate) use wordless;

/// What a made-up game says about itself.
pub const fn info(name: &'static str, objective: game::Objective) -> game::Info {
    game::Info {
        name,
        title: name,
        tagline: "a toy",
        rules: "",
        move_form: "",
        options: &[],
        fields: &[],
        objective,
    }
}

/// Judges by the hash of the position: nonsense, but the same nonsense every time, and without any pattern that a faulty search could hide behind.
#[derive(Clone, Copy, Debug)]
pub struct Noise;

impl<G: Game> Evaluator<G> for Noise {
    fn value(&self, game: &G, state: &G::State) -> i32 {
        (game.key(state) % 401) as i32 - 200
    }
}

/// Plain minimax to a depth, for the side to move at the root of the call: no pruning, no memory. Results are worth 4,000,000, as in the search.
pub fn minimax<G: Game, E: Evaluator<G>>(game: &G, eval: &E, state: &G::State, depth: u32, ply: i32) -> i32 {
    let Turn::Player(seat) = game.turn(state) else { panic!("a player is to move") };
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let worth = |mv: &G::Move| {
        let mut next = *state;
        game.play(&mut next, *mv);
        match game.turn(&next) {
            Turn::Over => finished(game, &next, seat, ply + 1),
            Turn::Player(mover) => {
                let value = if depth <= 1 {
                    eval.value(game, &next) * if mover == Seat::FIRST { 1 } else { -1 }
                } else {
                    minimax(game, eval, &next, depth - 1, ply + 1)
                };
                if mover == seat { value } else { -value }
            }
            Turn::Chance => panic!("no chance in minimax"),
        }
    };
    moves.iter().map(worth).max().unwrap()
}

fn finished<G: Game>(game: &G, state: &G::State, seat: Seat, ply: i32) -> i32 {
    let outcome = game.outcome(state);
    let sign = outcome.value(seat) as i32;
    match G::INFO.objective {
        game::Objective::Win => sign * (4_000_000 - ply),
        game::Objective::Points(_) => sign * 4_000_000 + 100 * outcome.margin(seat, 2),
    }
}

/// Ends a piece of thinking that would never end by itself. How soon it ends is measured by `cargo bench --bench lateness`.
pub fn short_time() -> Control {
    Control::new(Limits { time: Some(Duration::from_millis(30)), ..Limits::default() })
}

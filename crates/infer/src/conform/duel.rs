//! The rules alone, without any search, against simple players.

use game::facts::Describe;
use game::{Game, Greedy, Line, Rng, Seat, Turn};

use super::Reader;
use super::reader::pick;

/// A game that is still going on after so many moves is a draw.
const LONGEST: usize = 400;

/// What the rules reached from one seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Score {
    /// Games won alone.
    pub wins: u32,
    /// Games shared.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

impl Score {
    /// Two points for a win, one for a draw.
    pub fn points(self) -> u32 {
        2 * self.wins + self.draws
    }
}

impl std::ops::Add for Score {
    type Output = Score;

    fn add(self, other: Score) -> Score {
        Score {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
        }
    }
}

/// Plays so many games from each seat of a game for two against a player that gives moves points. Equally good moves are drawn by lot, by a
/// seed that follows from the number of the game.
pub fn duel<G: Describe>(
    reader: &mut Reader<G>,
    games: u64,
    mut other: impl FnMut(&G, &G::State, G::Move) -> i32,
) -> [Score; 2] {
    [Seat::FIRST, Seat::SECOND].map(|seat| {
        (0..games).map(|seed| play(reader, seat, seed, &mut other)).fold(Score::default(), |a, b| a + b)
    })
}

/// For [`duel`]: all moves are equal.
pub fn random<G: Game>(_: &G, _: &G::State, _: G::Move) -> i32 {
    0
}

/// For [`duel`]: the simplest sensible player.
pub fn greedy<G: Greedy>(game: &G, state: &G::State, mv: G::Move) -> i32 {
    game.gain(state, mv)
}

fn play<G: Describe>(
    reader: &mut Reader<G>,
    seat: Seat,
    seed: u64,
    other: &mut impl FnMut(&G, &G::State, G::Move) -> i32,
) -> Score {
    let game = reader.game().clone();
    let (mut line, mut rng) = (Line::new(game.clone(), game.start()), Rng::new(seed));
    while line.moves().len() < LONGEST {
        let state = line.state();
        let mv = match line.turn() {
            Turn::Over => break,
            Turn::Chance => game.sample(state, &mut rng, &mut Vec::new()),
            Turn::Player(mover) if mover == seat => {
                let log = reader.log(&line.states()[0], line.moves());
                reader.choose(state, &log, &mut rng)
            }
            Turn::Player(_) => pick(&line.legal(), &mut rng, |mv| other(&game, state, mv)),
        };
        line.play(mv).expect("the move is one of the legal ones");
    }
    let winners = line.outcome().map(|outcome| outcome.winners);
    let has_won = |seat: Seat| winners.is_none_or(|winners| winners.contains(seat));
    match (has_won(seat), has_won(seat.other())) {
        (true, false) => Score { wins: 1, ..Score::default() },
        (false, true) => Score { losses: 1, ..Score::default() },
        _ => Score { draws: 1, ..Score::default() },
    }
}

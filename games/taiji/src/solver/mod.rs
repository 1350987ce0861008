//! The exact solver: for small boards, and for the ends of games on large ones.
//!
//! A zero-window search proves the final margin from below and above. Four things keep it small: a position is filed under what the
//! rest of the game can see of it ([`position`]); what a colour has and what it can reach bound the margin ([`prospect`]); the
//! mirror theorem settles positions that are their own image ([`maps`]); and where every region takes one more taijitu, the rest
//! is a sum of switches ([`switches`]).

mod maps;
mod position;
mod prospect;
mod search;
mod switches;
mod table;

use game::{Control, Game, Seat, Seats, Solve, Solved, Solver, Turn, ranking};

use crate::{State, Taiji, Taijitu, Word};
use search::Search;

/// The exact solver of one game of Taiji.
pub struct Exact<W> {
    search: Search<W>,
}

impl<W: Word> Solve for Taiji<W> {
    type Solver = Exact<W>;

    fn solver(&self, memory: usize) -> Exact<W> {
        Exact { search: Search::new(self.board().clone(), self.groups(), memory) }
    }

    /// A tie is Black's.
    fn winners(&self, state: &State<W>, value: i32) -> Seats {
        let margin = if self.turn(state) == Turn::Player(Seat::FIRST) { value } else { -value };
        Seats::only(if margin > 0 { Seat::FIRST } else { Seat::SECOND })
    }
}

impl<W: Word> Solver<Taiji<W>> for Exact<W> {
    fn remember(&mut self, _past: &[State<W>]) {}

    fn set_threads(&mut self, _threads: usize) {}

    fn in_range(&self, game: &Taiji<W>, state: &State<W>, nodes: u64) -> bool {
        let empty = game.empty(state);
        let pairs = game.board().across(empty).count() + game.board().upright(empty).count();
        // Measured on endings of 7x7: two more pairs cost about e times as much.
        pairs as f64 <= 2.0 * (nodes.max(1) as f64).ln()
    }

    fn solve(&mut self, game: &Taiji<W>, state: &State<W>, control: &Control) -> Option<Solved<Taijitu>> {
        let (value, best) = self.search.solve(state, control)?;
        let mut line = vec![best];
        let (mut state, mut left) = (*state, value);
        game.play(&mut state, best);
        // The proof is in the table, so that the rest of the line costs little; what was overwritten is not worth proving again.
        while let Turn::Player(_) = game.turn(&state) {
            left = -left;
            let Some(next) = self.search.reach(&state, left, control, 20_000) else { break };
            game.play(&mut state, next);
            line.push(next);
        }
        Some(Solved { value, best, line })
    }

    fn candidates(&mut self, game: &Taiji<W>, state: &State<W>) -> Option<Vec<Taijitu>> {
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        let promise = |mv: Taijitu| {
            let mut after = *state;
            game.play(&mut after, mv);
            (self.search.look(&after).0, mv)
        };
        let mut looks: Vec<(i32, Taijitu)> = moves.into_iter().map(promise).collect();
        ranking::by_key(&mut looks, |&(promise, _)| -i64::from(promise));
        Some(looks.into_iter().map(|(_, mv)| mv).collect())
    }

    fn likeness(&mut self, _game: &Taiji<W>, state: &State<W>) -> Option<u64> {
        Some(self.search.look(state).1)
    }

    fn reaches(
        &mut self,
        _game: &Taiji<W>,
        state: &State<W>,
        goal: i32,
        control: &Control,
    ) -> Option<(i32, i32)> {
        self.search.compare(state, goal, control)
    }
}

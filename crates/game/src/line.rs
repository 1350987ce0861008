//! A line of play: a start, the moves made, and every position on the way.

use crate::{Game, Outcome, Turn};

/// A game in progress, with its history. Everything here is checked; nothing is lost when a move is refused.
#[derive(Clone, Debug)]
pub struct Line<G: Game> {
    game: G,
    states: Vec<G::State>,
    moves: Vec<G::Move>,
}

/// A move that is not among the legal ones, or any move after the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Illegal;

impl<G: Game> Line<G> {
    /// A line that begins at `start`.
    pub fn new(game: G, start: G::State) -> Line<G> {
        Line { game, states: vec![start], moves: Vec::new() }
    }

    /// The game being played.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The current position.
    pub fn state(&self) -> &G::State {
        self.states.last().expect("a line has at least its start")
    }

    /// Every position from the start to now; one more than there are moves.
    pub fn states(&self) -> &[G::State] {
        &self.states
    }

    /// The moves made so far.
    pub fn moves(&self) -> &[G::Move] {
        &self.moves
    }

    /// Who acts now, repetition considered.
    pub fn turn(&self) -> Turn {
        match self.game.turn(self.state()) {
            Turn::Over => Turn::Over,
            _ if self.repeated() => Turn::Over,
            turn => turn,
        }
    }

    /// The result once the game is over, by the state or by repetition.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.game.turn(self.state()) {
            Turn::Over => Some(self.game.outcome(self.state())),
            _ if self.repeated() => self.game.repetition(),
            _ => None,
        }
    }

    /// Every legal move now; none once the game is over.
    pub fn legal(&self) -> Vec<G::Move> {
        let mut moves = Vec::new();
        if self.turn() != Turn::Over {
            self.game.moves(self.state(), &mut moves);
        }
        moves
    }

    /// Plays a legal move; any other is refused and changes nothing.
    pub fn play(&mut self, mv: G::Move) -> Result<(), Illegal> {
        if !self.legal().contains(&mv) {
            return Err(Illegal);
        }
        let mut next = *self.state();
        self.game.play(&mut next, mv);
        self.states.push(next);
        self.moves.push(mv);
        Ok(())
    }

    /// Takes the last move back and returns it.
    pub fn undo(&mut self) -> Option<G::Move> {
        let mv = self.moves.pop()?;
        self.states.pop();
        Some(mv)
    }

    /// The positions that the current one may not repeat: those since the last irreversible move, the current one excluded.
    /// Empty in a game where repetition means nothing.
    pub fn recent(&self) -> &[G::State] {
        if self.game.repetition().is_none() {
            return &[];
        }
        let last = self.states.len() - 1;
        let begin = (0..last).rev().find(|&i| self.game.irreversible(&self.states[i], self.moves[i]));
        &self.states[begin.map_or(0, |i| i + 1)..last]
    }

    fn repeated(&self) -> bool {
        self.recent().contains(self.state())
    }
}

//! Positions that share what led to them, for programs that try many moves from many positions.

use std::sync::Arc;

use game::{Game, Line, Numbered, Turn};

use crate::seated::Table;
use crate::{House, Match, Seated};

/// A position and what led to it, which it shares with the positions before it: to play a move copies no history. Moves go by their numbers.
pub trait Branch: Send + Sync {
    /// Who acts now, repetition considered.
    fn turn(&self) -> Turn;

    /// Replaces `numbers` by those of the legal moves, in the order of [`Match::legal`]; none when chance is to act.
    fn legal(&self, numbers: &mut Vec<usize>);

    /// How many moves the player to move has; 0 when no player is.
    fn count(&self) -> usize;

    /// The number of the `index`-th of them.
    fn nth(&self, index: usize) -> Option<usize>;

    /// The text of the legal move with this number.
    fn text(&self, number: usize) -> Option<String>;

    /// The position after the legal move with this number; `None` when there is none.
    fn after(self: Arc<Self>, number: usize) -> Option<Arc<dyn Branch>>;

    /// The same position as a match.
    fn open(&self) -> Box<dyn Match>;
}

/// What all branches of a game share.
struct Root<G: Game> {
    house: House,
    game: G,
}

/// The position at the end of a branch.
struct Twig<G: Game> {
    root: Arc<Root<G>>,
    state: G::State,
    /// The last move, and where it was made.
    last: Option<(G::Move, Arc<Twig<G>>)>,
}

/// The branch that ends where a line does.
pub(crate) fn branch<G: Seated + Numbered>(house: &House, line: &Line<G>) -> Arc<dyn Branch> {
    let root = Arc::new(Root { house: house.clone(), game: line.game().clone() });
    let mut twig = Arc::new(Twig { root: root.clone(), state: line.states()[0], last: None });
    for (&state, &mv) in line.states()[1..].iter().zip(line.moves()) {
        twig = Arc::new(Twig { root: root.clone(), state, last: Some((mv, twig)) });
    }
    twig
}

impl<G: Numbered> Twig<G> {
    /// Whether the position has come back, in a game where it must not.
    fn repeated(&self) -> bool {
        let game = &self.root.game;
        if game.repetition().is_none() {
            return false;
        }
        let mut twig = self;
        while let Some((mv, before)) = &twig.last {
            if game.irreversible(&before.state, *mv) {
                return false;
            }
            if before.state == self.state {
                return true;
            }
            twig = before;
        }
        false
    }

    /// Whether a player is to move.
    fn players_turn(&self) -> bool {
        matches!(self.root.game.turn(&self.state), Turn::Player(_)) && !self.repeated()
    }

    /// The legal move with this number.
    fn numbered(&self, number: usize) -> Option<G::Move> {
        if self.players_turn() { self.root.game.numbered(&self.state, number, &mut Vec::new()) } else { None }
    }
}

impl<G: Seated + Numbered> Branch for Twig<G> {
    fn turn(&self) -> Turn {
        match self.root.game.turn(&self.state) {
            Turn::Over => Turn::Over,
            _ if self.repeated() => Turn::Over,
            turn => turn,
        }
    }

    fn legal(&self, numbers: &mut Vec<usize>) {
        numbers.clear();
        if self.players_turn() {
            let mut moves = Vec::new();
            self.root.game.moves(&self.state, &mut moves);
            numbers.extend(moves.into_iter().map(|mv| self.root.game.action(&self.state, mv)));
        }
    }

    fn count(&self) -> usize {
        if self.players_turn() { self.root.game.count(&self.state, &mut Vec::new()) } else { 0 }
    }

    fn nth(&self, index: usize) -> Option<usize> {
        let mv = self.root.game.nth(&self.state, index, &mut Vec::new()).filter(|_| self.players_turn())?;
        Some(self.root.game.action(&self.state, mv))
    }

    fn text(&self, number: usize) -> Option<String> {
        self.numbered(number).map(|mv| self.root.game.write_move(&self.state, mv))
    }

    fn after(self: Arc<Self>, number: usize) -> Option<Arc<dyn Branch>> {
        let mv = self.numbered(number)?;
        let mut state = self.state;
        self.root.game.play(&mut state, mv);
        Some(Arc::new(Twig { root: self.root.clone(), state, last: Some((mv, self)) }))
    }

    fn open(&self) -> Box<dyn Match> {
        let (mut moves, mut twig) = (Vec::new(), self);
        while let Some((mv, before)) = &twig.last {
            moves.push(*mv);
            twig = before;
        }
        let mut line = Line::new(self.root.game.clone(), twig.state);
        moves.into_iter().rev().for_each(|mv| line.play(mv).expect("it was played before"));
        Box::new(Table::of(self.root.house.clone(), line))
    }
}

/// A long branch must not be let go of recursively: that would take as much stack as it is long.
impl<G: Game> Drop for Twig<G> {
    fn drop(&mut self) {
        let mut last = self.last.take();
        while let Some((_, before)) = last {
            last = Arc::into_inner(before).and_then(|mut twig| twig.last.take());
        }
    }
}

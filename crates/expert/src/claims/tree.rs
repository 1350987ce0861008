//! The game tree below a position, without the type of the game.

use game::facts::{Describe, EventLog, Facts};
use game::{Line, Outcome, Seat, Turn};

/// A position of a game tree, moved to and fro. Everything that is checked walks on one of these, so that it is compiled once for all games.
pub(crate) trait Tree {
    /// Who acts here, repetition considered.
    fn turn(&self) -> Turn;

    /// How many moves there are here.
    fn width(&mut self) -> usize;

    /// Plays the move of this number.
    fn step(&mut self, index: usize);

    /// Takes the last step back.
    fn back(&mut self);

    /// A hash of the position.
    fn key(&self) -> u64;

    /// Whether equal positions have equal futures; not so where repetition ends the game.
    fn merges(&self) -> bool;

    /// The facts of the position as a seat sees it.
    fn facts(&self, seat: Seat, facts: &mut Facts);

    /// The same, from a position that has been written and read again.
    fn facts_anew(&self, seat: Seat, facts: &mut Facts);

    /// The facts of the move of this number, from a position that has been written and read again.
    fn movement(&mut self, index: usize, seat: Seat, facts: &mut Facts);

    /// What has been played up to here.
    fn log(&self, log: &mut EventLog);

    /// The result, once the game is over.
    fn outcome(&self) -> Option<Outcome>;

    /// The odds of an event, where chance acts.
    fn odds(&mut self, index: usize) -> f64;

    /// What the move of this number is called.
    fn name(&mut self, index: usize) -> String;
}

/// A line of play as a tree.
pub(crate) struct Branch<G: Describe> {
    line: Line<G>,
    /// The moves of the current position, once they have been asked for, and those of the positions before it.
    lists: Vec<Option<Vec<G::Move>>>,
}

impl<G: Describe> Branch<G> {
    pub(crate) fn new(line: &Line<G>) -> Branch<G> {
        Branch { line: line.clone(), lists: vec![None] }
    }

    /// The position, written and read again.
    fn anew(&self) -> G::State {
        let game = self.line.game();
        game.read(&game.write(self.line.state())).unwrap_or(*self.line.state())
    }

    fn list(&mut self) -> &[G::Move] {
        let line = &self.line;
        self.lists.last_mut().expect("there is a current position").get_or_insert_with(|| line.legal())
    }
}

impl<G: Describe> Tree for Branch<G> {
    fn turn(&self) -> Turn {
        self.line.turn()
    }

    fn width(&mut self) -> usize {
        self.list().len()
    }

    fn step(&mut self, index: usize) {
        let mv = self.list()[index];
        self.line.play(mv).expect("it is among the legal moves");
        self.lists.push(None);
    }

    fn back(&mut self) {
        self.line.undo();
        self.lists.pop();
    }

    fn key(&self) -> u64 {
        self.line.game().key(self.line.state())
    }

    fn merges(&self) -> bool {
        self.line.game().repetition().is_none()
    }

    fn facts(&self, seat: Seat, facts: &mut Facts) {
        facts.clear();
        self.line.game().position_facts(self.line.state(), seat, facts);
    }

    fn facts_anew(&self, seat: Seat, facts: &mut Facts) {
        facts.clear();
        self.line.game().position_facts(&self.anew(), seat, facts);
    }

    fn movement(&mut self, index: usize, seat: Seat, facts: &mut Facts) {
        let mv = self.list()[index];
        facts.clear();
        self.line.game().move_facts(&self.anew(), seat, mv, facts);
    }

    fn log(&self, log: &mut EventLog) {
        log.clear();
        self.line.game().event_log(&self.line.states()[0], self.line.moves(), log);
    }

    fn outcome(&self) -> Option<Outcome> {
        self.line.outcome()
    }

    fn odds(&mut self, index: usize) -> f64 {
        let mv = self.list()[index];
        self.line.game().odds(self.line.state(), mv)
    }

    fn name(&mut self, index: usize) -> String {
        let mv = self.list()[index];
        self.line.game().write_move(self.line.state(), mv)
    }
}

//! Lost positions: a plan against a plain opponent.
//!
//! Where every move loses against best play, moves differ in how easily they are answered wrongly. Of a plain opponent it is assumed that it takes the
//! largest gain at once, by lot among equals. Against replies that are known beforehand, play is planning: a tree that branches at our own moves, grown
//! where it promises most, with playouts at its leaves. A solver tells which of its places are won already. A place is worth what its best choice is
//! worth, and a choice the mean over the replies to it, so that trying other choices costs nothing but time.

mod tree;

use game::{Control, Greedy, Limits, Line, Outcome, Rng, Seat, Solver, Turn};

use crate::mcts::{Keen, Policy};
use crate::meter::Meter;
use crate::ranking;
pub(crate) use tree::Tree;
use tree::{Next, Worth};

/// How much to try choices that look worse.
const EXPLORE: f32 = 1.0;

/// How many playouts begin at a place before our choices there are told apart.
const RIPE: u32 = 3;

/// How often we play any move in a playout.
const SLIP: f64 = 0.05;

/// How often a place is visited before a solver judges it; each further attempt comes after so many times as many visits as [`PAUSE`] says.
const JUDGED_AT: u32 = 256;

/// How many times as many visits the next attempt to judge a place needs.
const PAUSE: u32 = 4;

/// Positions that a solver may look at to judge a place, for each visit of the place.
const JUDGING: u64 = 4;

/// How many of our own moves ahead are planned at most, and how many plies a playout has.
const DEEPEST: usize = 200;

/// A choice is trusted as if it had been tried so many times more in vain.
const CAUTION: f32 = 10.0;

/// What is expected of the opponent.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Opponent {
    /// Takes the largest gain.
    Plain,
    /// Takes anything.
    Careless,
}

/// The move after which the opponent goes wrong most easily, in a position in which every move of the side to move loses. `None` if even a careless
/// opponent cannot go wrong, as far as that was found out. Goes on with the tree of an earlier call.
pub(crate) fn best<G: Greedy>(
    solver: &mut dyn Solver<G>,
    tree: &mut Tree<G>,
    line: &Line<G>,
    control: &Control,
) -> Option<G::Move> {
    // What was found out holds for good only where the past does not count.
    if line.game().repetition().is_some() || !tree.has_room() {
        *tree = Tree::default();
    }
    let plain = Plan::new(solver, tree, line, Opponent::Plain)?.best(line.state(), control);
    plain.or_else(|| {
        Plan::new(solver, &mut Tree::default(), line, Opponent::Careless)?.best(line.state(), control)
    })
}

/// A plan that is being made.
struct Plan<'a, G: Greedy> {
    solver: &'a mut dyn Solver<G>,
    game: &'a G,
    seat: Seat,
    opponent: Opponent,
    rng: Rng,
    tree: &'a mut Tree<G>,
    /// The places that the simulation at hand came through, and what was chosen there.
    path: Vec<(u32, usize)>,
    /// Scratch space.
    moves: Vec<G::Move>,
}

/// Where a simulation stands.
enum Step {
    /// At the place of this number.
    At(u32),
    /// At its end, with this result.
    Done(f32),
}

impl<'a, G: Greedy> Plan<'a, G> {
    fn new(
        solver: &'a mut dyn Solver<G>,
        tree: &'a mut Tree<G>,
        line: &'a Line<G>,
        opponent: Opponent,
    ) -> Option<Plan<'a, G>> {
        let (game, seat) = (line.game(), line.turn().seat()?);
        let rng = Rng::new(game.key(line.state()));
        Some(Plan { solver, game, seat, opponent, rng, tree, path: Vec::new(), moves: Vec::new() })
    }

    /// The best move as far as `control` lets us see; `None` if none promises anything.
    fn best(mut self, start: &G::State, control: &Control) -> Option<G::Move> {
        let root = self.tree.number(self.game.key(start), u32::MAX);
        // It is lost, so that there is nothing to judge.
        self.tree.place(root).judged_at = u32::MAX;
        let mut meter = Meter::new(control);
        while !self.tree.place(root).worth.settled && !meter.tick() {
            self.simulate(root, *start, control);
        }
        meter.settle();
        let careful = |worth: Worth| match worth.settled {
            true => worth.value,
            false => worth.value * worth.visits as f32 / (worth.visits as f32 + CAUTION),
        };
        let choices = self.tree.choices(root).iter().map(|choice| (careful(choice.worth), choice.mv));
        choices.filter(|choice| choice.0 > 0.0).reduce(|a, b| if b.0 > a.0 { b } else { a }).map(|(_, mv)| mv)
    }

    /// Goes through the tree once and counts what comes of it.
    fn simulate(&mut self, root: u32, mut state: G::State, control: &Control) {
        self.path.clear();
        let mut step = Step::At(root);
        let result = loop {
            match step {
                Step::At(number) => step = self.step(number, &mut state, control),
                Step::Done(result) => break result,
            }
        };
        while let Some((number, at)) = self.path.pop() {
            self.tree.count(number, at, result);
        }
    }

    /// From one of our places to the next.
    fn step(&mut self, number: u32, state: &mut G::State, control: &Control) -> Step {
        self.judge(number, state, control);
        let worth = self.tree.place(number).worth;
        if worth.settled {
            return Step::Done(worth.value);
        }
        // A game may go in circles.
        if self.path.len() >= DEEPEST {
            return Step::Done(self.playout(*state));
        }
        if self.tree.choices_of(number).is_empty() {
            let ripe = worth.visits >= RIPE || self.path.is_empty();
            if !ripe || self.tree.is_full() {
                let result = self.playout(*state);
                self.tree.place(number).worth.count(result);
                return Step::Done(result);
            }
            self.expand(number, state);
        }
        let at = self.pick(number);
        self.path.push((number, at));
        self.game.play(state, self.tree.choice(at).mv);
        match self.game.turn(state) {
            Turn::Player(seat) if seat != self.seat => self.answer(at, state),
            Turn::Over => {
                let result = self.result(&self.game.outcome(state));
                self.tree.choice(at).worth.settle(result);
                Step::Done(result)
            }
            _ => Step::Done(self.playout(*state)),
        }
    }

    /// Lets the opponent answer a choice that has been made.
    fn answer(&mut self, at: usize, state: &mut G::State) -> Step {
        if self.tree.replies_to(at).is_empty() {
            if self.tree.is_full() {
                return Step::Done(self.playout(*state));
            }
            self.list_replies(state);
            self.tree.add_replies(at, self.moves.iter().copied());
        }
        let lot = self.rng.bits() as usize;
        let drawn = self.tree.open_reply(at, lot);
        self.game.play(state, self.tree.reply(drawn).mv);
        if let Next::Unseen = self.tree.reply(drawn).next {
            let next = match self.game.turn(state) {
                Turn::Over => Next::End(self.result(&self.game.outcome(state))),
                Turn::Player(seat) if seat == self.seat => {
                    Next::Place(self.tree.number(self.game.key(state), JUDGED_AT))
                }
                _ => Next::Elsewhere,
            };
            self.tree.reply(drawn).next = next;
        }
        match self.tree.reply(drawn).next {
            Next::Place(number) => Step::At(number),
            Next::End(result) => Step::Done(result),
            _ => Step::Done(self.playout(*state)),
        }
    }

    /// Asks the solver about a place that has been visited often.
    fn judge(&mut self, number: u32, state: &G::State, control: &Control) {
        let place = self.tree.place(number);
        if place.worth.settled || place.worth.visits < place.judged_at {
            return;
        }
        let nodes = JUDGING * u64::from(place.worth.visits);
        let judging = control.part(Limits { nodes: Some(nodes), ..Limits::default() });
        match self.solver.value(self.game, state, &judging) {
            Some(value) if value > 0 => place.worth.settle(1.0),
            Some(_) => place.judged_at = u32::MAX,
            None => place.judged_at = place.judged_at.saturating_mul(PAUSE),
        }
    }

    /// Adds our choices at a place, those with the largest gain first.
    fn expand(&mut self, number: u32, state: &G::State) {
        self.game.moves(state, &mut self.moves);
        ranking::by_key(&mut self.moves, |&mv| -i64::from(self.game.gain(state, mv)));
        self.tree.add_choices(number, self.moves.iter().copied());
    }

    /// Lists the replies that are expected.
    fn list_replies(&mut self, state: &G::State) {
        self.game.moves(state, &mut self.moves);
        if self.opponent == Opponent::Plain {
            let gain = |mv: G::Move| self.game.gain(state, mv);
            let most = self.moves.iter().map(|&mv| gain(mv)).max();
            self.moves.retain(|&mv| Some(gain(mv)) == most);
        }
    }

    /// The choice that promises most, considering how little it has been tried, of those that are not settled.
    fn pick(&mut self, number: u32) -> usize {
        let visits = self.tree.place(number).worth.visits;
        let log = (visits as f32 + 1.0).ln();
        let promise = |worth: Worth| match worth.visits {
            _ if worth.settled => f32::NEG_INFINITY,
            0 => f32::INFINITY,
            visits => worth.value + EXPLORE * (log / visits as f32).sqrt(),
        };
        let (mut best, mut most) = (0, f32::NEG_INFINITY);
        for (at, choice) in self.tree.choices(number).iter().enumerate() {
            let promise = promise(choice.worth);
            if promise > most {
                (best, most) = (at, promise);
            }
        }
        self.tree.choices_of(number).start + best
    }

    /// Plays on to the end of the game.
    fn playout(&mut self, mut state: G::State) -> f32 {
        let theirs = if self.opponent == Opponent::Plain { Keen { slip: 0.0 } } else { Keen::UNIFORM };
        for _ in 0..DEEPEST {
            let ours = self.game.turn(&state).seat() == Some(self.seat);
            let policy = if ours { Keen { slip: SLIP } } else { theirs };
            match policy.choose(self.game, &state, &mut self.rng, &mut self.moves) {
                Some(mv) => self.game.play(&mut state, mv),
                None => return self.result(&self.game.outcome(&state)),
            }
        }
        0.0
    }

    /// What an outcome is worth to us, from 0 to 1.
    fn result(&self, outcome: &Outcome) -> f32 {
        (outcome.value(self.seat) as f32 + 1.0) / 2.0
    }
}

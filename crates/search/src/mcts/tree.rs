//! The tree of one thread: nodes in one array, grown a simulation at a time.

use game::{Game, Line, Outcome, Rng, Seat, Seats, Turn};

use super::leaf::{Estimate, Leaf};

/// No node: the root has the first place, so it is nobody's child.
const NONE: u32 = 0;

/// A position, known by the move that leads to it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node<M> {
    pub(crate) mv: M,
    pub(crate) visits: u32,
    /// The mean of the values of all visits, for the seat that moved here.
    mean: f32,
    /// How little it is known, from 1 down to 0: what there is to explore is to be multiplied by it. Kept up to date, since it is asked for much more
    /// often than it changes.
    unknown: f32,
    prior: f32,
    first: u32,
    /// A player's moves lie side by side from `first` on; this many.
    count: u32,
    /// Chance events are a chain, since only those that happened are kept.
    next: u32,
    /// Who wins for certain.
    pub(crate) proof: Seats,
}

impl<M> Node<M> {
    fn new(mv: M, prior: f32) -> Node<M> {
        let (mean, unknown) = (0.0, if prior < 0.0 { 1.0 } else { prior });
        Node { mv, visits: 0, mean, unknown, prior, first: NONE, count: 0, next: NONE, proof: Seats::NONE }
    }

    /// What it is worth to the seat that moved here, on average.
    pub(crate) fn mean(&self) -> f64 {
        f64::from(self.mean)
    }

    /// One more visit.
    #[inline]
    fn count(&mut self, value: f32) {
        self.visits = self.visits.saturating_add(1);
        let visits = f64::from(self.visits);
        self.mean += ((f64::from(value) - self.mean()) / visits) as f32;
        self.unknown =
            if self.prior < 0.0 { (1.0 / visits.sqrt()) as f32 } else { self.prior / (1.0 + visits as f32) };
    }
}

/// What a move of the root has led to.
#[derive(Clone, Debug)]
pub(crate) struct Tally<M> {
    pub(crate) mv: M,
    pub(crate) visits: u64,
    pub(crate) sum: f64,
    /// Sum of the final margins for the seat to move, and of how many.
    pub(crate) margin: f64,
    pub(crate) margins: u64,
    pub(crate) proof: Seats,
    pub(crate) pv: Vec<M>,
}

/// A tree.
pub(crate) struct Tree<G: Game> {
    game: G,
    root: G::State,
    /// How many moves the match had when this was the current position.
    pub(crate) base: usize,
    nodes: Vec<Node<G::Move>>,
    most: usize,
    margins: Vec<(f64, u64)>,
    history: Vec<u64>,
    pub(crate) deepest: usize,
    path: Vec<(u32, Option<Seat>)>,
    moves: Vec<G::Move>,
    priors: Vec<f32>,
}

/// What a finished game is worth to `seat` when these seats have won.
fn value(winners: Seats, seat: Seat) -> f64 {
    Outcome { scores: [0; game::MAX_SEATS], winners, ending: "" }.value(seat)
}

impl<G: Game> Tree<G> {
    /// A tree of the current position of `line`, of at most about `memory` bytes.
    pub(crate) fn new(line: &Line<G>, memory: usize) -> Tree<G> {
        let game = line.game().clone();
        let mut moves = Vec::new();
        game.moves(line.state(), &mut moves);
        let mut tree = Tree {
            root: *line.state(),
            base: line.moves().len(),
            nodes: vec![Node::new(moves[0], 1.0)],
            most: (memory / size_of::<Node<G::Move>>()).clamp(2 * moves.len() + 2, u32::MAX as usize),
            margins: Vec::new(),
            history: Vec::new(),
            deepest: 0,
            path: Vec::new(),
            moves,
            priors: Vec::new(),
            game,
        };
        tree.remember(line);
        tree
    }

    /// The same tree for a later position of the same match, without what can no longer happen; `None` when the match has left it.
    pub(crate) fn advance(mut self, line: &Line<G>) -> Option<Tree<G>> {
        if line.states().get(self.base) != Some(&self.root) {
            return None;
        }
        let mut here = 0;
        for mv in &line.moves()[self.base..] {
            here = self.child(here, mv)?;
        }
        if self.nodes[here as usize].first == NONE {
            return None;
        }
        self.nodes = self.subtree(here);
        self.root = *line.state();
        self.base = line.moves().len();
        self.margins.clear();
        self.deepest = 0;
        self.remember(line);
        Some(self)
    }

    fn remember(&mut self, line: &Line<G>) {
        self.history.clear();
        self.history.extend(line.recent().iter().map(|state| self.game.key(state)));
        self.history.push(self.game.key(&self.root));
    }

    /// The nodes from `root` on, moved together.
    fn subtree(&self, root: u32) -> Vec<Node<G::Move>> {
        let mut kept = vec![Node { next: NONE, ..self.nodes[root as usize] }];
        let mut done = 0;
        while done < kept.len() {
            let Node { first, count, .. } = kept[done];
            if first != NONE && count > 0 {
                kept[done].first = kept.len() as u32;
                let block = first as usize..(first + count) as usize;
                kept.extend_from_slice(&self.nodes[block]);
            } else if first != NONE {
                kept[done].first = kept.len() as u32;
                let mut event = first;
                while event != NONE {
                    let node = self.nodes[event as usize];
                    let next = if node.next == NONE { NONE } else { kept.len() as u32 + 1 };
                    kept.push(Node { next, ..node });
                    event = node.next;
                }
            }
            done += 1;
        }
        kept
    }

    fn children(&self, parent: u32) -> std::ops::Range<u32> {
        let Node { first, count, .. } = self.nodes[parent as usize];
        first..first + count
    }

    fn child(&self, parent: u32, mv: &G::Move) -> Option<u32> {
        if self.nodes[parent as usize].count > 0 {
            return self.children(parent).find(|&child| self.nodes[child as usize].mv == *mv);
        }
        self.event(parent, mv)
    }

    fn event(&self, parent: u32, mv: &G::Move) -> Option<u32> {
        let mut event = self.nodes[parent as usize].first;
        while event != NONE && self.nodes[event as usize].mv != *mv {
            event = self.nodes[event as usize].next;
        }
        (event != NONE).then_some(event)
    }

    /// Whether the result of the position is certain.
    pub(crate) fn proved(&self) -> bool {
        !self.nodes[0].proof.is_empty()
    }

    /// Walks down the tree, judges where it ends, and lets every node on the way know.
    pub(crate) fn simulate<L: Leaf<G>>(&mut self, leaf: &mut L, rng: &mut Rng, explore: f64) {
        let asker = self.game.turn(&self.root).seat().unwrap_or(Seat::FIRST);
        let mut state = self.root;
        let repetition = self.game.repetition();
        let mut history = std::mem::take(&mut self.history);
        let (known, mut since) = (history.len(), 0);
        self.path.clear();
        self.path.push((0, None));
        let mut here = 0;
        let estimate = loop {
            if !self.nodes[here as usize].proof.is_empty() {
                break self.certain(here, asker);
            }
            let turn = self.game.turn(&state);
            if turn == Turn::Over {
                let outcome = self.game.outcome(&state);
                self.nodes[here as usize].proof = outcome.winners;
                break Estimate::of(&self.game, &outcome, asker);
            }
            let Some(next) = self.step(here, &state, turn, leaf, rng, explore) else {
                break leaf.estimate(&self.game, &mut state, asker, rng, &mut self.moves);
            };
            let mv = self.nodes[next as usize].mv;
            self.path.push((next, turn.seat()));
            if repetition.is_some() && self.game.irreversible(&state, mv) {
                since = history.len();
            }
            self.game.play(&mut state, mv);
            here = next;
            if let Some(outcome) = &repetition {
                let key = self.game.key(&state);
                if self.game.turn(&state) != Turn::Over && history[since..].contains(&key) {
                    self.nodes[here as usize].proof = outcome.winners;
                    break Estimate::of(&self.game, outcome, asker);
                }
                history.push(key);
            }
        };
        history.truncate(known);
        self.history = history;
        self.record(&estimate);
    }

    /// A certain result that has been found before.
    fn certain(&self, node: u32, asker: Seat) -> Estimate {
        let winners = self.nodes[node as usize].proof;
        let outcome = Outcome { scores: [0; game::MAX_SEATS], winners, ending: "" };
        Estimate { margin: f32::NAN, ..Estimate::of(&self.game, &outcome, asker) }
    }

    /// The next node on the way down, or `None` where the tree ends.
    fn step<L: Leaf<G>>(
        &mut self,
        here: u32,
        state: &G::State,
        turn: Turn,
        leaf: &mut L,
        rng: &mut Rng,
        explore: f64,
    ) -> Option<u32> {
        let Turn::Player(seat) = turn else {
            return self.happen(here, state, rng);
        };
        if self.nodes[here as usize].first == NONE {
            let ripe = here == 0 || self.nodes[here as usize].visits >= leaf.patience();
            if !ripe || !self.expand(here, state, leaf) {
                return None;
            }
        }
        Some(self.select(here, seat, explore))
    }

    /// Lets chance choose; a new event gets a node, and the walk ends there because that node is a leaf.
    fn happen(&mut self, here: u32, state: &G::State, rng: &mut Rng) -> Option<u32> {
        let mv = self.game.sample(state, rng, &mut self.moves);
        if let Some(event) = self.event(here, &mv) {
            return Some(event);
        }
        if self.nodes.len() >= self.most {
            return None;
        }
        let fresh = self.nodes.len() as u32;
        self.nodes.push(Node { next: self.nodes[here as usize].first, ..Node::new(mv, 1.0) });
        self.nodes[here as usize].first = fresh;
        Some(fresh)
    }

    /// Gives a player's node its children; `false` when there is no room.
    fn expand<L: Leaf<G>>(&mut self, here: u32, state: &G::State, leaf: &mut L) -> bool {
        self.game.moves(state, &mut self.moves);
        if self.nodes.len() + self.moves.len() > self.most {
            return false;
        }
        self.priors.clear();
        leaf.priors(&self.game, state, &self.moves, &mut self.priors);
        let first = self.nodes.len() as u32;
        let priors = self.priors.iter().copied().chain(std::iter::repeat(-1.0));
        self.nodes.extend(self.moves.iter().zip(priors).map(|(&mv, prior)| Node::new(mv, prior)));
        let node = &mut self.nodes[here as usize];
        (node.first, node.count) = (first, self.moves.len() as u32);
        true
    }

    /// The child that deserves the next visit: the best average, with a bonus for being little known. A child never visited is taken to be as good as
    /// its parent; one that certainly loses is left alone while there are others.
    fn select(&self, here: u32, seat: Seat, explore: f64) -> u32 {
        let children = self.children(here);
        let siblings = &self.nodes[children.start as usize..children.end as usize];
        let (mut visits, mut total) = (0u32, 0.0);
        for node in siblings {
            visits += node.visits;
            total += node.mean * node.visits as f32;
        }
        let usual = if visits == 0 { 0.0 } else { total / visits as f32 };
        // With priors, what there is to explore grows faster.
        let advised = siblings.first().is_some_and(|node| node.prior >= 0.0);
        let many = f64::from(visits) + 1.0;
        let spread = (explore * if advised { many.sqrt() } else { many.ln().sqrt() }) as f32;
        let (mut best, mut most) = (children.start, f32::NEG_INFINITY);
        for (child, node) in children.zip(siblings) {
            let mean = if node.visits == 0 { usual } else { node.mean };
            let mut worth = mean + spread * node.unknown;
            if !node.proof.is_empty() {
                let certain = value(node.proof, seat) as f32;
                worth = if certain <= -1.0 { -1e9 } else { certain };
            }
            if worth > most {
                (best, most) = (child, worth);
            }
        }
        best
    }

    /// Adds an estimate to every node on the path, and carries certainty up as far as it goes.
    fn record(&mut self, estimate: &Estimate) {
        self.deepest = self.deepest.max(self.path.len() - 1);
        for &(node, mover) in &self.path {
            self.nodes[node as usize].count(estimate.values[mover.unwrap_or(Seat::FIRST).index()]);
        }
        if let Some(&(child, _)) = self.path.get(1)
            && !estimate.margin.is_nan()
        {
            let children = self.children(0);
            self.margins.resize(children.len(), (0.0, 0));
            let (sum, count) = &mut self.margins[(child - children.start) as usize];
            *sum += f64::from(estimate.margin);
            *count += 1;
        }
        for at in (1..self.path.len()).rev() {
            let (child, mover) = self.path[at];
            let (parent, _) = self.path[at - 1];
            let proof = self.nodes[child as usize].proof;
            let Some(seat) = mover else { break };
            if proof.is_empty() || !self.nodes[parent as usize].proof.is_empty() {
                break;
            }
            match self.proof_of(parent, seat, proof) {
                Some(proof) => self.nodes[parent as usize].proof = proof,
                None => break,
            }
        }
    }

    /// What is certain about a node where `seat` moves, now that one of its children is certain.
    fn proof_of(&self, parent: u32, seat: Seat, news: Seats) -> Option<Seats> {
        if value(news, seat) >= 1.0 {
            return Some(news);
        }
        let proofs = self.children(parent).map(|child| self.nodes[child as usize].proof);
        let mut best = news;
        for proof in proofs {
            if proof.is_empty() {
                return None;
            }
            if value(proof, seat) > value(best, seat) {
                best = proof;
            }
        }
        Some(best)
    }

    /// What every move of the root has led to.
    pub(crate) fn tallies(&self) -> Vec<Tally<G::Move>> {
        let margins = self.margins.iter().copied().chain(std::iter::repeat((0.0, 0)));
        let children = self.children(0).zip(margins);
        let tally = |(child, (margin, margins)): (u32, (f64, u64))| {
            let node = &self.nodes[child as usize];
            Tally {
                mv: node.mv,
                visits: u64::from(node.visits),
                sum: node.mean() * f64::from(node.visits),
                margin,
                margins,
                proof: node.proof,
                pv: self.line_from(child),
            }
        };
        children.map(tally).collect()
    }

    /// The most visited line from a node on, up to the next chance event.
    fn line_from(&self, node: u32) -> Vec<G::Move> {
        let mut here = node;
        let mut line = vec![self.nodes[here as usize].mv];
        while self.nodes[here as usize].count > 0 {
            let next = self.children(here).max_by_key(|&child| self.nodes[child as usize].visits);
            let Some(next) = next.filter(|&child| self.nodes[child as usize].visits > 0) else { break };
            line.push(self.nodes[next as usize].mv);
            here = next;
        }
        line
    }
}

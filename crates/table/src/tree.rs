//! A tree search whose leaves somebody else judges, many at a time: a net in another language, asked in batches.
//!
//! Descents follow PUCT: what a move has been worth so far, plus what it promises beforehand, the less the more often it was tried. A descent that
//! waits for a judgement counts as lost until it comes, so that the next ones of the same batch go elsewhere.

use game::{Game, Line, MAX_SEATS, Numbered, Outcome, Rng, Seat, Turn};

/// A search whose leaves are judged by whoever holds it: [`Tree::gather`], then [`Tree::observe`], then [`Tree::learn`], again and again. Values are
/// from -1 (lost) to 1 (won), those of the player to move first, then of the other seats in turn order.
pub trait Tree: Send {
    /// Descends until `most` positions wait to be judged, or the tree has no more to ask for now; says how many wait. Descents that end in a finished
    /// game need no judge and count as simulations at once.
    fn gather(&mut self, most: usize) -> usize;

    /// The positions that wait, as the player to move sees them: as many numbers for each as [`game::View::len`] says.
    fn observe(&self, values: &mut [u8]);

    /// For each of them and each number 1 where the move is legal, 0 elsewhere.
    fn legal(&self, mask: &mut [u8]);

    /// Takes the judgements of all positions that wait: as many values as seats for each, and, where they are known, as many chances of moves as there
    /// are numbers.
    fn learn(&mut self, values: &[f32], policies: Option<&[f32]>);

    /// How many simulations there have been.
    fn simulations(&self) -> u64;

    /// What has become of each legal move, the most tried first.
    fn tallies(&self) -> Vec<TreeTally>;
}

/// What a search found out about a move.
#[derive(Clone, PartialEq, Debug)]
pub struct TreeTally {
    /// The move.
    pub mv: String,
    /// Its number.
    pub number: usize,
    /// How often it was tried.
    pub visits: u64,
    /// What that was worth to the mover, from -1 to 1; 0 when it never was.
    pub value: f64,
    /// What it promised beforehand: the promises of all moves add up to 1.
    pub prior: f32,
    /// The move and what is tried most after it.
    pub pv: Vec<String>,
}

/// The tree of one game.
pub(crate) struct Growing<G: Numbered> {
    game: G,
    explore: f64,
    rng: Rng,
    nodes: Vec<Node<G>>,
    /// Positions of the game so far that must not come back.
    recent: Vec<G::State>,
    waiting: Vec<Waiting>,
    simulations: u64,
    /// Scratch space.
    moves: Vec<G::Move>,
}

struct Node<G: Game> {
    state: G::State,
    /// The node before it, and the move that led here.
    before: Option<(usize, G::Move)>,
    outcome: Option<Outcome>,
    /// What whoever judged it said, for the seat to move.
    judged: f64,
    standing: Standing,
    edges: Vec<Edge<G>>,
}

/// How far a node has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Standing {
    Fresh,
    Waiting,
    Open,
}

struct Edge<G: Game> {
    mv: G::Move,
    prior: f32,
    visits: u32,
    /// Descents that have not come back.
    away: u32,
    /// What the visits were worth to the mover.
    sum: f64,
    after: Option<usize>,
}

impl<G: Game> Edge<G> {
    fn new(mv: G::Move, prior: f32) -> Edge<G> {
        Edge { mv, prior, visits: 0, away: 0, sum: 0.0, after: None }
    }
}

/// A position that waits for its judgement.
struct Waiting {
    node: usize,
    /// The edges that led there: node and place among its edges.
    path: Vec<(usize, usize)>,
}

impl<G: Numbered> Growing<G> {
    pub(crate) fn new(line: &Line<G>, explore: f64, seed: u64) -> Growing<G> {
        let mut tree = Growing {
            game: line.game().clone(),
            explore,
            rng: Rng::new(seed),
            nodes: Vec::new(),
            recent: line.recent().to_vec(),
            waiting: Vec::new(),
            simulations: 0,
            moves: Vec::new(),
        };
        tree.add(*line.state(), None);
        tree
    }

    /// A node for a state; says where it is.
    fn add(&mut self, state: G::State, before: Option<(usize, G::Move)>) -> usize {
        let outcome = match self.game.turn(&state) {
            Turn::Over => Some(self.game.outcome(&state)),
            _ if self.repeated(&state, before) => self.game.repetition(),
            _ => None,
        };
        let (judged, standing) = (0.0, Standing::Fresh);
        self.nodes.push(Node { state, before, outcome, judged, standing, edges: Vec::new() });
        self.nodes.len() - 1
    }

    /// Whether a state has come back, in a game where it must not.
    fn repeated(&self, state: &G::State, mut before: Option<(usize, G::Move)>) -> bool {
        if self.game.repetition().is_none() {
            return false;
        }
        while let Some((node, mv)) = before {
            let node = &self.nodes[node];
            if self.game.irreversible(&node.state, mv) {
                return false;
            }
            if node.state == *state {
                return true;
            }
            before = node.before;
        }
        self.recent.contains(state)
    }

    /// One descent: a position that waits, or `None` when it came to an end of the game or to a position that waits already.
    fn descend(&mut self) -> Descent {
        let (mut at, mut path) = (0, Vec::new());
        loop {
            if let Some(outcome) = self.nodes[at].outcome {
                let mut values = [0.0; MAX_SEATS];
                Seat::all(self.game.seats())
                    .for_each(|seat| values[seat.index()] = outcome.value(seat) as f32);
                self.credit(&path, &values);
                return Descent::Ended;
            }
            let place = match self.game.turn(&self.nodes[at].state) {
                Turn::Chance => self.happen(at),
                _ => match self.nodes[at].standing {
                    Standing::Open => self.choose(at),
                    Standing::Waiting => {
                        path.iter().for_each(|&(node, place)| self.nodes[node].edges[place].away -= 1);
                        return Descent::Met;
                    }
                    Standing::Fresh => {
                        self.nodes[at].standing = Standing::Waiting;
                        self.waiting.push(Waiting { node: at, path });
                        return Descent::Waits;
                    }
                },
            };
            path.push((at, place));
            let edge = &mut self.nodes[at].edges[place];
            edge.away += 1;
            at = match edge.after {
                Some(after) => after,
                None => {
                    let mv = edge.mv;
                    let mut state = self.nodes[at].state;
                    self.game.play(&mut state, mv);
                    let after = self.add(state, Some((at, mv)));
                    self.nodes[at].edges[place].after = Some(after);
                    after
                }
            };
        }
    }

    /// The place of the edge that chance takes, which is made when it is new.
    fn happen(&mut self, at: usize) -> usize {
        let event = self.game.sample(&self.nodes[at].state, &mut self.rng, &mut self.moves);
        let edges = &mut self.nodes[at].edges;
        edges.iter().position(|edge| edge.mv == event).unwrap_or_else(|| {
            edges.push(Edge::new(event, 1.0));
            edges.len() - 1
        })
    }

    /// The place of the edge that is to be tried next.
    fn choose(&self, at: usize) -> usize {
        let node = &self.nodes[at];
        let tried: u32 = node.edges.iter().map(|edge| edge.visits + edge.away).sum();
        let reach = self.explore * f64::from(tried + 1).sqrt();
        let worth = |edge: &Edge<G>| {
            let tried = f64::from(edge.visits + edge.away);
            let value = if tried > 0.0 { (edge.sum - f64::from(edge.away)) / tried } else { node.judged };
            value + reach * f64::from(edge.prior) / (1.0 + tried)
        };
        let worths = node.edges.iter().map(worth).enumerate();
        worths.reduce(|best, next| if next.1 > best.1 { next } else { best }).map_or(0, |(place, _)| place)
    }

    /// Credits the edges of a path with values by seat.
    fn credit(&mut self, path: &[(usize, usize)], values: &[f32; MAX_SEATS]) {
        self.simulations += 1;
        for &(node, place) in path {
            let seat = self.game.turn(&self.nodes[node].state).seat();
            let edge = &mut self.nodes[node].edges[place];
            edge.away -= 1;
            edge.visits += 1;
            edge.sum += seat.map_or(0.0, |seat| f64::from(values[seat.index()]));
        }
    }

    fn seat(&self, node: usize) -> Seat {
        self.game.turn(&self.nodes[node].state).seat().unwrap_or(Seat::FIRST)
    }

    /// What is tried most from a node on.
    fn favourite(&self, mut node: usize) -> Vec<String> {
        let mut moves = Vec::new();
        while let Some(edge) = self.nodes[node].edges.iter().max_by_key(|edge| edge.visits) {
            let Some(after) = edge.after.filter(|_| edge.visits > 0) else { break };
            moves.push(self.game.write_move(&self.nodes[node].state, edge.mv));
            node = after;
        }
        moves
    }
}

/// How a descent ended.
enum Descent {
    /// At the end of a game.
    Ended,
    /// At a position that waits for its judgement from now on.
    Waits,
    /// At one that waits already.
    Met,
}

impl<G: Numbered> Tree for Growing<G> {
    fn gather(&mut self, most: usize) -> usize {
        // Ends of games ask for nothing, and a tree may have nothing else.
        let mut left = 2 * most;
        while self.waiting.len() < most && left > 0 {
            match self.descend() {
                Descent::Met => break,
                Descent::Ended | Descent::Waits => left -= 1,
            }
        }
        self.waiting.len()
    }

    fn observe(&self, values: &mut [u8]) {
        values.fill(0);
        let each = values.len() / self.waiting.len().max(1);
        for (waiting, values) in self.waiting.iter().zip(values.chunks_exact_mut(each.max(1))) {
            self.game.observe(&self.nodes[waiting.node].state, self.seat(waiting.node), values);
        }
    }

    fn legal(&self, mask: &mut [u8]) {
        mask.fill(0);
        let mut moves = Vec::new();
        for (waiting, mask) in self.waiting.iter().zip(mask.chunks_exact_mut(self.game.actions())) {
            let state = &self.nodes[waiting.node].state;
            self.game.moves(state, &mut moves);
            moves.iter().for_each(|&mv| mask[self.game.action(state, mv)] = 1);
        }
    }

    fn learn(&mut self, values: &[f32], policies: Option<&[f32]>) {
        let (seats, actions) = (self.game.seats(), self.game.actions());
        for (index, Waiting { node, path }) in std::mem::take(&mut self.waiting).into_iter().enumerate() {
            let judged = &values[index * seats..][..seats];
            let policy = policies.map(|policies| &policies[index * actions..][..actions]);
            let state = self.nodes[node].state;
            let mover = self.seat(node).index();
            let mut by_seat = [0.0; MAX_SEATS];
            judged.iter().enumerate().for_each(|(turn, &value)| by_seat[(mover + turn) % seats] = value);
            self.game.moves(&state, &mut self.moves);
            let weight = |mv: &G::Move| policy.map_or(1.0, |policy| policy[self.game.action(&state, *mv)]);
            let total: f32 = self.moves.iter().map(weight).sum();
            let even = 1.0 / self.moves.len().max(1) as f32;
            let prior = |mv: &G::Move| if total > 0.0 { weight(mv) / total } else { even };
            let edges = self.moves.iter().map(|mv| Edge::new(*mv, prior(mv))).collect();
            let open = &mut self.nodes[node];
            (open.edges, open.judged, open.standing) = (edges, f64::from(judged[0]), Standing::Open);
            self.credit(&path, &by_seat);
        }
    }

    fn simulations(&self) -> u64 {
        self.simulations
    }

    fn tallies(&self) -> Vec<TreeTally> {
        let root = &self.nodes[0];
        let tally = |edge: &Edge<G>| {
            let mv = self.game.write_move(&root.state, edge.mv);
            let after = edge.after.map(|node| self.favourite(node)).unwrap_or_default();
            TreeTally {
                number: self.game.action(&root.state, edge.mv),
                visits: u64::from(edge.visits),
                value: if edge.visits > 0 { edge.sum / f64::from(edge.visits) } else { 0.0 },
                prior: edge.prior,
                pv: [mv.clone()].into_iter().chain(after).collect(),
                mv,
            }
        };
        let mut tallies: Vec<TreeTally> = root.edges.iter().map(tally).collect();
        most_visited_first(&mut tallies);
        tallies
    }
}

fn most_visited_first(tallies: &mut [TreeTally]) {
    tallies.sort_by(|a, b| b.visits.cmp(&a.visits).then(b.value.total_cmp(&a.value)));
}

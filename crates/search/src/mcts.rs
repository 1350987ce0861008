//! Monte Carlo tree search for any number of seats, with chance.
//!
//! Every node remembers its worth to the seat that moved into it, so with three or four seats each maximises its own prospects (max^n). Chance events
//! are drawn by their odds. Certain wins and losses are carried up the tree and end the search when they reach the root.
//!
//! Threads grow a tree each and add up what they found at the root. Sharing one tree would let threads see each other's work sooner, at the price of
//! contention at every node near the root and of results that cannot be repeated; with the few threads of a desk machine separate trees cost little
//! strength, scale fully, and keep the tree free of atomics.

mod leaf;
mod tree;

use std::thread;

use game::{Control, Game, Limits, Line, Rng, Seats};

pub use leaf::{AnyLeaf, Copied, Estimate, Judged, Keen, Leaf, Playouts, Policy, Uniform};
use tree::{Tally, Tree};

use crate::meter::Meter;
use crate::score::counts_points;
use crate::{Ask, Player, Spec, SpecError, Thought, Variation, limits, ranking};

/// How a Monte Carlo player searches.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// Limits of its own, besides those of the moment. Nodes are simulations; there is no limit on depth.
    pub limits: Limits,
    /// How much to try moves that look worse.
    pub explore: f64,
    /// Threads that search at once.
    pub threads: usize,
    /// Bytes for the trees.
    pub memory: usize,
    /// What its random choices follow from.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { limits: Limits::default(), explore: EXPLORE, threads: 1, memory: 64 << 20, seed: 0 }
    }
}

const EXPLORE: f64 = 0.7;

impl Settings {
    /// The settings that the parameters of a spec ask for.
    pub fn read(spec: &Spec, seed: u64) -> Result<Settings, SpecError> {
        Ok(Settings {
            limits: limits::read(spec)?,
            explore: spec.real("explore", 0.0..=100.0, EXPLORE)?,
            threads: spec.number("threads", 1..=256, 1)? as usize,
            memory: crate::roster::memory(spec)?,
            seed,
        })
    }
}

/// The player. Keeps its trees from move to move.
pub struct Mcts<G: Game, L> {
    leaf: L,
    settings: Settings,
    rng: Rng,
    trees: Vec<Tree<G>>,
}

impl<G: Game, L> Mcts<G, L> {
    /// A player that judges leaves by `leaf`.
    pub fn new(leaf: L, settings: Settings) -> Mcts<G, L> {
        Mcts { leaf, settings, rng: Rng::new(settings.seed), trees: Vec::new() }
    }

    /// The trees for this position: those of the last move as far as they apply.
    fn take_trees(&mut self, line: &Line<G>) -> Vec<Tree<G>> {
        let share = self.settings.memory / self.settings.threads;
        let mut old = std::mem::take(&mut self.trees).into_iter();
        let tree =
            |_| old.next().and_then(|tree| tree.advance(line)).unwrap_or_else(|| Tree::new(line, share));
        (0..self.settings.threads).map(tree).collect()
    }
}

impl<G: Game, L: Leaf<G> + Clone> Player<G> for Mcts<G, L> {
    fn think(&mut self, line: &Line<G>, control: &Control, mut ask: Ask<'_, G::Move>) -> Thought<G::Move> {
        let part = limits::narrow(control, self.settings.limits);
        let mut trees = self.take_trees(line);
        let explore = self.settings.explore;
        let seed = self.rng.bits();
        let leaf = &self.leaf;
        thread::scope(|scope| {
            let (main, helpers) = trees.split_first_mut().expect("at least one thread");
            for (index, tree) in helpers.iter_mut().enumerate() {
                let (part, leaf, rng) = (&part, leaf.clone(), Rng::derive(seed, index as u64 + 1));
                scope.spawn(move || grow(tree, leaf, rng, explore, part, |_| {}));
            }
            let mut shown = 0;
            grow(main, leaf.clone(), Rng::derive(seed, 0), explore, &part, |tree| {
                let now = part.elapsed().as_millis() / 200;
                if ask.report.is_some() && now > shown {
                    shown = now;
                    let thought = report(line, std::slice::from_ref(tree), ask.lines);
                    ask.tell(&Thought { nodes: part.nodes(), time: part.elapsed(), ..thought });
                }
            });
            part.stop();
        });
        let thought = report(line, &trees, ask.lines);
        self.trees = trees;
        Thought { nodes: part.nodes(), time: part.elapsed(), ..thought }
    }
}

/// Simulates until the time is up or the result is certain.
fn grow<G: Game, L: Leaf<G>>(
    tree: &mut Tree<G>,
    mut leaf: L,
    mut rng: Rng,
    explore: f64,
    control: &Control,
    mut done: impl FnMut(&Tree<G>),
) {
    let mut meter = Meter::new(control);
    // The root must have children before anything can be said about it.
    tree.simulate(&mut leaf, &mut rng, explore);
    let mut count = 0u32;
    while !meter.tick() && !tree.proved() {
        tree.simulate(&mut leaf, &mut rng, explore);
        count += 1;
        if count & 1023 == 0 {
            done(tree);
        }
    }
    meter.settle();
}

/// What the trees amount to.
fn report<G: Game>(line: &Line<G>, trees: &[Tree<G>], lines: usize) -> Thought<G::Move> {
    let mut tallies = trees[0].tallies();
    for tree in &trees[1..] {
        for (sum, more) in tallies.iter_mut().zip(tree.tallies()) {
            sum.visits += more.visits;
            sum.sum += more.sum;
            sum.margin += more.margin;
            sum.margins += more.margins;
            if sum.proof.is_empty() {
                sum.proof = more.proof;
            }
        }
    }
    let seat = line.turn().seat().expect("a player is to move");
    let rank = |tally: &Tally<G::Move>| {
        let certain = if tally.proof.is_empty() { None } else { Some(tree_value(tally.proof, seat)) };
        // A certain win leads, a certain loss comes last; anything else goes by visits.
        let class = certain.map_or(1, |value| if value >= 1.0 { 2 } else { i64::from(value > -1.0) });
        class << 40 | tally.visits as i64
    };
    ranking::by_key(&mut tallies, |tally| -rank(tally));
    let all_certain = tallies.iter().all(|tally| !tally.proof.is_empty());
    let variations: Vec<_> =
        tallies.into_iter().take(lines.max(1)).map(|tally| variation::<G>(tally, seat)).collect();
    let deepest = trees.iter().map(|tree| tree.deepest).max().unwrap_or(0) as u32;
    let mut thought = Thought::from_lines(variations);
    // A move of certain value is only known to be best when it wins or when all others are certain too.
    thought.exact &= thought.win >= 1.0 || all_certain;
    Thought { depth: thought.pv.len() as u32, seldepth: deepest, ..thought }
}

fn tree_value(winners: Seats, seat: game::Seat) -> f64 {
    if winners.contains(seat) { 2.0 / winners.len() as f64 - 1.0 } else { -1.0 }
}

fn variation<G: Game>(tally: Tally<G::Move>, seat: game::Seat) -> Variation<G::Move> {
    let certain = !tally.proof.is_empty();
    let mean = (tally.sum / tally.visits.max(1) as f64).clamp(-1.0, 1.0);
    let value = if certain { tree_value(tally.proof, seat) } else { mean };
    let score = match (counts_points::<G>(), certain) {
        (true, _) => tally.margin / tally.margins.max(1) as f64,
        (false, true) => value,
        (false, false) => 4.0 * value.clamp(-0.9999, 0.9999).atanh(),
    };
    let exact = certain && !counts_points::<G>();
    Variation { mv: tally.mv, score, win: (value + 1.0) / 2.0, exact, pv: tally.pv }
}

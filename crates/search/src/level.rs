//! Players of ten strengths that err as people do: by not seeing far, and by not always preferring the best of what they see.

use game::{Control, Game, Level, Limits, Line, Rng};

use crate::roster::AnyPlayer;
use crate::{Ask, Player, Thought, Variation};

/// What a won or lost game is worth, in the unit of temperatures: more than any judgement.
const CERTAIN: f64 = 1e7;

/// Moves that look worse than the best by more than so many temperatures are not even considered.
const PLAUSIBLE: f64 = 4.0;

/// The levels below this one may overlook a win in one.
const SEES_WINS: usize = 3;

/// How many temperatures a winning move looks better than the best other one to a level that may overlook it.
const LIKES_WINS: f64 = 2.0;

/// A simulation takes the time of about so many positions of alpha-beta.
const POSITIONS_A_SIMULATION: u64 = 50;

/// The player.
pub struct Leveled<G: Game> {
    number: usize,
    level: Level,
    rng: Rng,
    search: Search<G>,
}

/// What judges the moves.
pub enum Search<G: Game> {
    /// Alpha-beta, between two.
    Two(AnyPlayer<G>),
    /// Simulations, among more.
    More(AnyPlayer<G>),
}

impl<G: Game> Leveled<G> {
    /// The player of level `number`, 1 to 10, which plays as well as `level` says.
    pub fn new(number: usize, level: Level, search: Search<G>, seed: u64) -> Leveled<G> {
        Leveled { number, level, rng: Rng::new(seed), search }
    }

    /// How a move looks to this level, in the unit of temperatures.
    fn worth(&self, line: &Variation<G::Move>) -> f64 {
        match (line.win, &self.search) {
            (win, _) if win >= 1.0 => CERTAIN + line.score,
            (win, _) if win <= 0.0 => line.score - CERTAIN,
            (_, Search::Two(_)) => line.score * 100.0,
            (win, Search::More(_)) => 200.0 * (win / (1.0 - win)).ln(),
        }
    }

    /// Draws one of the plausible moves, the better ones more often.
    fn choose(&mut self, lines: &[Variation<G::Move>]) -> usize {
        let mut worths: Vec<f64> = lines.iter().map(|line| self.worth(line)).collect();
        let heat = self.level.temperature.max(1e-6);
        if self.number < SEES_WINS {
            // A beginner likes a winning move better than any other, but not so much as to be sure of it.
            let open = worths.iter().copied().filter(|&worth| worth < CERTAIN / 2.0);
            let liked = open.fold(-CERTAIN, f64::max) + LIKES_WINS * heat;
            worths.iter_mut().for_each(|worth| *worth = worth.min(liked));
        }
        let best = worths.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let weight = |worth: f64| {
            let below = (best - worth) / heat;
            if below > PLAUSIBLE { 0.0 } else { (-below).exp() }
        };
        let weights: Vec<f64> = worths.into_iter().map(weight).collect();
        let mut left = self.rng.unit() * weights.iter().sum::<f64>();
        for (index, weight) in weights.iter().enumerate() {
            left -= weight;
            if left < 0.0 {
                return index;
            }
        }
        0
    }
}

impl<G: Game> Player<G> for Leveled<G> {
    fn think(&mut self, line: &Line<G>, control: &Control, ask: Ask<'_, G::Move>) -> Thought<G::Move> {
        let Level { depth, nodes, .. } = self.level;
        let limits = control.limits();
        let nodes = match &self.search {
            Search::Two(_) => nodes,
            Search::More(_) => nodes / POSITIONS_A_SIMULATION + 50,
        };
        let part = control.part(Limits {
            depth: Some(limits.depth.map_or(depth, |most| most.min(depth))),
            nodes: Some(limits.nodes.map_or(nodes, |most| most.min(nodes))),
            time: control.remaining(),
        });
        // Every move is weighed at every level: were only the best ones, a level that sees further would also err among fewer.
        let wide = Ask::lines(usize::MAX);
        let (Search::Two(search) | Search::More(search)) = &mut self.search;
        let thought = search.think(line, &part, wide);
        let mut lines = thought.lines.clone();
        let chosen = self.choose(&lines);
        lines[..=chosen].rotate_right(1);
        lines.truncate(ask.lines.max(1));
        let first = &lines[0];
        Thought {
            best: first.mv,
            score: first.score,
            win: first.win,
            exact: first.exact,
            pv: first.pv.clone(),
            lines,
            ..thought
        }
    }
}

//! The strongest player: exact where a solver reaches, the game's best search elsewhere.

use std::time::Duration;

use game::{Control, Game, Greedy, Limits, Line, Objective, Solved, Turn};

use crate::roster::{AnyPlayer, AnySolver};
use crate::{Ask, Player, Thought, Variation, limits, ranking, sounding, trap};

/// Positions that a solver is trusted to look at in a millisecond, until it is seen to be slower.
const PACE: f64 = 500.0;

/// The least that it is taken to be able to.
const SLOWEST: f64 = 5.0;

/// From how much time on, in milliseconds, a pace is measured.
const MEASURED: f64 = 5.0;

/// Positions that a solver may look at when no clock is running.
const UNCLOCKED: u64 = 5_000_000;

/// How many times as many positions as there is time for a solver may be expected to need when only the winner is asked for: that takes a part of
/// them, what was found out for earlier moves helps, and the estimates are careful.
const STRETCH: u64 = 64;

/// Positions that the search may look at in a lost position: at most a tenth of all.
const RESISTANCE: u64 = 50_000;

/// Playouts for traps, and positions that the solver looks at between them, when no clock is running.
const TRAPPING: u64 = 1_000_000;

/// The chance that is shown of a win that is proved where the margin is not.
const SURE: f64 = 0.999;

/// The player.
pub struct Master<G: Game> {
    solver: AnySolver<G>,
    search: AnyPlayer<G>,
    limits: Limits,
    /// Whether a move is chosen only by what is known of the position at hand.
    modest: bool,
    /// Positions that the solver looks at in a millisecond, as far as seen: a busy machine gives it less of every one.
    pace: f64,
    /// What is planned in lost positions.
    plan: trap::Tree<G>,
}

impl<G: Game> Master<G> {
    /// A player that trusts `solver` where it reaches and `search` elsewhere.
    pub fn new(solver: AnySolver<G>, search: AnyPlayer<G>, limits: Limits) -> Master<G> {
        Master { solver, search, limits, modest: false, pace: PACE, plan: trap::Tree::default() }
    }

    /// The same, asking the solver only where it is expected to find the exact value.
    #[must_use]
    pub fn modest(self) -> Master<G> {
        Master { modest: true, ..self }
    }

    /// Positions that the solver may look at, so many in a millisecond.
    fn budget(control: &Control, pace: f64) -> u64 {
        let pace = |time: Duration| (time.as_secs_f64() * 1_000.0 * pace) as u64;
        control.remaining().map_or(UNCLOCKED, pace).min(control.limits().nodes.unwrap_or(u64::MAX))
    }

    /// Sees how fast the solver was while it worked within `part`.
    fn watch(&mut self, part: &Control) {
        let time = part.elapsed().as_secs_f64() * 1_000.0;
        if time >= MEASURED {
            let seen = part.nodes() as f64 / time;
            self.pace = ((self.pace + seen) / 2.0).clamp(SLOWEST, PACE);
        }
    }

    /// Who wins a position whose exact value is out of reach: a move that does for certain, or none if every move loses.
    fn winner(&mut self, line: &Line<G>, control: &Control) -> Option<Option<Variation<G::Move>>> {
        let budget = Master::<G>::budget(control, self.pace);
        let reach = budget.saturating_mul(STRETCH);
        if self.modest || !self.solver.in_range(line.game(), line.state(), reach) {
            return None;
        }
        let part = control.part(Limits {
            time: control.remaining().map(|time| time * 8 / 10),
            nodes: Some(budget / 10 * 8),
            depth: None,
        });
        let wins = self.solver.wins(line.game(), line.state(), &part);
        self.watch(&part);
        // Where points count, how many is still open.
        let exact = G::INFO.objective == Objective::Win;
        let win = if exact { 1.0 } else { SURE };
        Some(wins?.map(|mv| Variation { mv, score: 1.0, win, exact, pv: vec![mv] }))
    }

    /// The exact values of the best `count` moves, best first; `None` when the solver does not reach.
    fn solve(&mut self, line: &Line<G>, control: &Control, count: usize) -> Option<Vec<Variation<G::Move>>> {
        let left = control.remaining();
        let budget = Master::<G>::budget(control, PACE);
        self.solver.remember(line.recent());
        if !self.solver.in_range(line.game(), line.state(), budget) {
            return None;
        }
        let part = control.part(Limits { time: left.map(|time| time * 6 / 10), ..Limits::default() });
        let solved = self.solver.solve(line.game(), line.state(), &part);
        self.watch(&part);
        let best = variation(line, solved?);
        if count <= 1 {
            return Some(vec![best]);
        }
        let mut all = vec![best];
        for mv in line.legal().into_iter().filter(|&mv| mv != all[0].mv).collect::<Vec<_>>() {
            all.push(self.solve_move(line, mv, &part)?);
        }
        ranking::by_key(&mut all[1..], |other| !ranking::word(other.score + 0.0));
        ranking::by_key(&mut all[1..], |other| !ranking::word(other.win + 0.0));
        all.truncate(count);
        Some(all)
    }

    fn solve_move(&mut self, line: &Line<G>, mv: G::Move, control: &Control) -> Option<Variation<G::Move>> {
        let seat = line.turn().seat();
        let mut ahead = line.clone();
        ahead.play(mv).ok()?;
        let Turn::Player(mover) = ahead.turn() else {
            let outcome = ahead.outcome()?;
            let value = margin(line, outcome.margin(seat?, 2), outcome.value(seat?));
            let win = (outcome.value(seat?) + 1.0) / 2.0;
            return Some(Variation { mv, score: value, win, exact: true, pv: vec![mv] });
        };
        self.solver.remember(ahead.recent());
        let solved = self.solver.solve(line.game(), ahead.state(), control)?;
        let after = variation(&ahead, solved);
        let same = Some(mover) == seat;
        let pv = [mv].into_iter().chain(after.pv).collect();
        let score = if same { after.score } else { -after.score };
        Some(Variation { mv, score, win: if same { after.win } else { 1.0 - after.win }, exact: true, pv })
    }
}

/// A result in points, or as 1, 0, -1 where only winning counts.
fn margin<G: Game>(_line: &Line<G>, margin: i32, value: f64) -> f64 {
    match G::INFO.objective {
        Objective::Points(_) => f64::from(margin),
        Objective::Win => value,
    }
}

/// What a solver found out. Who wins a game of equal points is seen by playing the line to its end.
fn variation<G: Game>(line: &Line<G>, solved: Solved<G::Move>) -> Variation<G::Move> {
    let seat = line.turn().seat();
    let mut ahead = line.clone();
    let played = solved.line.iter().take_while(|&&mv| ahead.play(mv).is_ok()).count();
    let outcome = if played == solved.line.len() { ahead.outcome() } else { None };
    let win = match (outcome, seat) {
        (Some(outcome), Some(seat)) => (outcome.value(seat) + 1.0) / 2.0,
        _ => (f64::from(solved.value.signum()) + 1.0) / 2.0,
    };
    let pv = if solved.line.is_empty() { vec![solved.best] } else { solved.line };
    Variation { mv: solved.best, score: f64::from(solved.value), win, exact: true, pv }
}

impl<G: Greedy> Master<G> {
    /// The best trap in a lost position. Where there is no trap, the search decides.
    fn resist(&mut self, line: &Line<G>, control: &Control) -> Thought<G::Move> {
        let time = control.remaining().map(|time| time / 10);
        let nodes = control.limits().nodes.map_or(RESISTANCE, |most| RESISTANCE.min(most / 10));
        let effort = control.part(Limits { time, nodes: Some(nodes), depth: control.limits().depth });
        let thought = self.search.think(line, &effort, Ask::best());
        let time = control.remaining().map(|time| time * 97 / 100);
        let nodes = time.is_none().then_some(TRAPPING);
        let trapping = control.part(Limits { time, nodes, depth: None });
        let mv = trap::best(self.solver.as_mut(), &mut self.plan, line, &trapping).unwrap_or(thought.best);
        let pv = if mv == thought.best { thought.pv.clone() } else { vec![mv] };
        let lines = vec![Variation { mv, score: -1.0, win: 0.0, exact: true, pv }];
        Thought { depth: thought.depth, seldepth: thought.seldepth, ..Thought::from_lines(lines) }
    }

    /// What the solver says of positions that are out of its reach: who wins, or who wins further on.
    fn look_ahead(&mut self, line: &Line<G>, control: &Control) -> Option<Thought<G::Move>> {
        let budget = Master::<G>::budget(control, self.pace);
        let chosen = match self.winner(line, control) {
            Some(None) if G::INFO.objective == Objective::Win => return Some(self.resist(line, control)),
            Some(Some(won)) => Some(won),
            _ => self.sound(line, budget, control),
        };
        chosen.map(|seen| Thought { depth: 1, ..Thought::from_lines(vec![seen]) })
    }

    /// The best move by soundings, in a game where they say more than a search: where the solver has found nothing, and somebody asks for a move
    /// only, within nodes or time.
    fn sound(&mut self, line: &Line<G>, budget: u64, control: &Control) -> Option<Variation<G::Move>> {
        if self.modest || !self.solver.sounds() || control.limits().depth.is_some() {
            return None;
        }
        let time = control.remaining().map(|time| time * 97 / 100);
        let nodes = match control.limits().nodes {
            Some(most) => Some(most.saturating_sub(control.nodes())),
            None => time.is_none().then_some(UNCLOCKED),
        };
        let part = control.part(Limits { time, nodes, depth: None });
        // How many come out well depends on who is to move where they end, and is no chance to be shown.
        let best = sounding::best(self.solver.as_mut(), line, budget, &part);
        self.watch(&part);
        best.map(Variation::unjudged)
    }
}

impl<G: Greedy> Player<G> for Master<G> {
    fn think(&mut self, line: &Line<G>, control: &Control, ask: Ask<'_, G::Move>) -> Thought<G::Move> {
        let part = limits::narrow(control, self.limits);
        let solved = self.solve(line, &part, ask.lines);
        let lost = |lines: &[Variation<G::Move>]| {
            ask.lines <= 1 && G::INFO.objective == Objective::Win && lines[0].win <= 0.0
        };
        let thought = match solved {
            // In a lost position any move is best; what counts is how hard it is to answer.
            Some(lines) if lost(&lines) => self.resist(line, &part),
            Some(lines) => {
                let depth = lines[0].pv.len() as u32;
                Thought { depth, seldepth: depth, ..Thought::from_lines(lines) }
            }
            None => match if ask.lines <= 1 { self.look_ahead(line, &part) } else { None } {
                Some(thought) => thought,
                None => self.search.think(line, &part, ask),
            },
        };
        Thought { nodes: part.nodes(), time: part.elapsed(), ..thought }
    }
}

//! Lost positions: the move that is answered wrongly most easily.
//!
//! Where every move loses against best play, moves differ in what they ask of the opponent. A reply is *wrong* if it gives the win away, which a solver
//! tells. Of a plain opponent it is assumed that in most cases it takes the largest gain at once, sometimes the next largest, and so on: the best
//! trap is the move whose likely replies are wrong. Where the likely replies are right, it counts what traps are left after them.

use std::collections::HashMap;

use game::{Control, Greedy, Limits, Line, Solver, Turn};

use crate::ranking;

/// How much of the likelihood goes to the replies with the largest gain, then of what is left to the next largest, and so on.
const KEEN: f64 = 0.9;

/// How much of the likelihood is spread over all replies, whatever they gain.
const EVEN: f64 = 0.05;

/// What a trap that comes later is worth, compared with one that comes at once.
const LATER: f64 = 0.95;

/// How many of our own moves ahead traps are looked for at most.
const DEEPEST: usize = 8;

/// A trap this good is set without looking for a better one.
const GOOD: f64 = 0.85;

/// At first only replies are looked at that are at least this part as likely as the likeliest: seeing further ahead is worth more than seeing all.
const LIKELY: f64 = 0.3;

/// How much better than the solid move another trap must be, divided by the square of the number of moves that are looked ahead: the less is
/// seen, the more it counts that the solid move leaves most to answer later.
const SOLID: f64 = 0.2;

/// Positions that may be looked at to judge one reply, times the square of the number of moves that are looked ahead.
const JUDGING: u64 = 10_000;

/// How a position is looked at.
#[derive(Clone, Copy)]
struct Look<M> {
    /// How many of our own moves ahead.
    depth: usize,
    /// Which replies count: those that are at least this part as likely as the likeliest.
    least: f64,
    /// The move that others must be much better than.
    solid: Option<M>,
}

/// A reply and how likely it is.
type Reply<M> = (f64, M);

/// One of the moves of a lost position, seen as a trap.
struct Trap<G: Greedy> {
    mv: G::Move,
    /// The line with the move made.
    ahead: Line<G>,
    /// Replies that have not been judged, the likeliest last.
    unknown: Vec<Reply<G::Move>>,
    /// Likely replies that were found to be right, but not followed yet, the likeliest last.
    right: Vec<Reply<G::Move>>,
    /// How likely the opponent is to go wrong, as far as that is known.
    known: f64,
}

impl<G: Greedy> Trap<G> {
    fn new(line: &Line<G>, mv: G::Move, least: f64) -> Option<Trap<G>> {
        let mut ahead = line.clone();
        ahead.play(mv).ok()?;
        let answers = ahead.turn().seat().is_some_and(|seat| line.turn().seat() != Some(seat));
        let unknown = if answers { replies(&ahead, least) } else { Vec::new() };
        Some(Trap { mv, ahead, unknown, right: Vec::new(), known: 0.0 })
    }

    /// How likely the opponent is to go wrong, at best.
    fn hope(&self) -> f64 {
        let sum = |replies: &[Reply<G::Move>]| replies.iter().map(|reply| reply.0).sum::<f64>();
        self.known + sum(&self.unknown) + LATER * sum(&self.right)
    }
}

/// A move and how likely the opponent is to go wrong after it, at least.
pub(crate) type Best<M> = (M, f64);

/// The best trap in a position in which every move of the side to move loses. Looks further and further ahead while time is left. The first of
/// `moves` is the solid one, chosen where no other is a much better trap for likely replies. Where no likely reply is wrong, all replies count.
/// `None` if there are no moves.
pub(crate) fn best<G: Greedy>(
    solver: &mut impl Solver<G>,
    line: &Line<G>,
    moves: Vec<G::Move>,
    control: &Control,
) -> Option<Best<G::Move>> {
    let mut hunt = Hunt { solver, control, judged: HashMap::new(), later: HashMap::new() };
    let look = Look { depth: DEEPEST, least: LIKELY, solid: moves.first().copied() };
    let likely = hunt.deepen(line, moves.clone(), look)?;
    if likely.1 > 0.0 || control.stopped() {
        return Some(likely);
    }
    hunt.later.clear();
    hunt.deepen(line, moves, Look { least: 0.0, solid: None, ..look })
}

/// Looking for traps.
struct Hunt<'a, S> {
    solver: &'a mut S,
    control: &'a Control,
    /// Whether the reply that led to a position was wrong.
    judged: HashMap<u64, bool>,
    /// How good the best trap is in positions ahead, by how far was looked from there: many orders of moves lead to the same position.
    later: HashMap<(u64, usize), f64>,
}

impl<S> Hunt<'_, S> {
    /// Looks further and further ahead, at most as far as `look` says.
    fn deepen<G: Greedy>(
        &mut self,
        line: &Line<G>,
        mut moves: Vec<G::Move>,
        look: Look<G::Move>,
    ) -> Option<Best<G::Move>>
    where
        S: Solver<G>,
    {
        let mut best = None;
        for depth in 1..=look.depth {
            let found = self.best_within(line, &moves, Look { depth, ..look })?;
            let cut_short = self.control.stopped();
            if !cut_short || best.is_none_or(|(_, known)| found.1 > known) {
                best = Some(found);
            }
            if cut_short || found.1 >= GOOD {
                break;
            }
            ranking::bring_forward(&mut moves, |&mv| mv == found.0);
        }
        best
    }

    /// Always works on the trap that promises most, so that only those are looked at closely which may turn out to be the best.
    fn best_within<G: Greedy>(
        &mut self,
        line: &Line<G>,
        moves: &[G::Move],
        look: Look<G::Move>,
    ) -> Option<Best<G::Move>>
    where
        S: Solver<G>,
    {
        let Look { depth, least, solid } = look;
        let nodes = JUDGING * (depth * depth) as u64;
        let lead = SOLID / (depth * depth) as f64;
        let bonus = |trap: &Trap<G>| if Some(trap.mv) == solid { lead } else { 0.0 };
        let mut traps: Vec<Trap<G>> = moves.iter().filter_map(|&mv| Trap::new(line, mv, least)).collect();
        while !self.control.stopped() {
            let top = first_largest(&traps, |trap| trap.hope() + bonus(trap))?;
            let trap = &mut traps[top];
            if let Some((likely, reply)) = trap.unknown.pop() {
                match self.is_wrong(&mut trap.ahead, reply, nodes) {
                    Some(true) => trap.known += likely,
                    Some(false) if depth > 1 => trap.right.push((likely, reply)),
                    Some(false) => {}
                    // Not known to be right.
                    None => trap.known += likely / 2.0,
                }
            } else if let Some((likely, reply)) = trap.right.pop() {
                trap.ahead.play(reply).ok()?;
                let later = self.after(&trap.ahead, Look { depth: depth - 1, least, solid: None });
                trap.ahead.undo();
                trap.known += likely * LATER * later;
            } else {
                break;
            }
        }
        let top = first_largest(&traps, |trap| trap.known + bonus(trap))?;
        Some((traps[top].mv, traps[top].known))
    }

    /// How good the best trap is after a reply that was right.
    fn after<G: Greedy>(&mut self, line: &Line<G>, look: Look<G::Move>) -> f64
    where
        S: Solver<G>,
    {
        let place = (line.game().key(line.state()), look.depth);
        if let Some(&known) = self.later.get(&place) {
            return known;
        }
        let moves: Vec<G::Move> = by_gain(line).into_iter().map(|(_, mv)| mv).collect();
        let known = self.best_within(line, &moves, look).map_or(0.0, |(_, likely)| likely);
        if !self.control.stopped() {
            self.later.insert(place, known);
        }
        known
    }

    /// Whether a reply gives the win away; `None` when that was not found out.
    fn is_wrong<G: Greedy>(&mut self, ahead: &mut Line<G>, reply: G::Move, nodes: u64) -> Option<bool>
    where
        S: Solver<G>,
    {
        let seat = ahead.turn().seat()?;
        ahead.play(reply).ok()?;
        let key = ahead.game().key(ahead.state());
        let wrong = match (ahead.outcome(), ahead.turn()) {
            (Some(outcome), _) => Some(outcome.value(seat) < 1.0),
            _ if self.judged.contains_key(&key) => self.judged.get(&key).copied(),
            (None, Turn::Player(mover)) => {
                let judging = self.control.part(Limits { nodes: Some(nodes), ..Limits::default() });
                self.solver.remember(ahead.recent());
                let value = self.solver.value(ahead.game(), ahead.state(), &judging);
                value.map(|value| (value > 0) != (mover == seat) || value == 0)
            }
            (None, _) => None,
        };
        if let Some(wrong) = wrong {
            self.judged.insert(key, wrong);
        }
        ahead.undo();
        wrong
    }
}

/// The place of the first item of the largest worth.
fn first_largest<T>(items: &[T], worth: impl Fn(&T) -> f64) -> Option<usize> {
    let worths = items.iter().map(worth).enumerate();
    worths.reduce(|best, other| if other.1 > best.1 { other } else { best }).map(|(place, _)| place)
}

/// The legal moves with what they gain at once, the largest gain first.
fn by_gain<G: Greedy>(line: &Line<G>) -> Vec<(i32, G::Move)> {
    let mut moves: Vec<(i32, G::Move)> =
        line.legal().into_iter().map(|mv| (line.game().gain(line.state(), mv), mv)).collect();
    ranking::by_key(&mut moves, |&(gain, _)| -i64::from(gain));
    moves
}

/// The replies of a plain opponent that are at least so much as likely as the likeliest, which is the last.
fn replies<G: Greedy>(line: &Line<G>, least: f64) -> Vec<Reply<G::Move>> {
    let moves = by_gain(line);
    let even = EVEN / moves.len().max(1) as f64;
    let mut left = 1.0 - EVEN;
    let mut replies = Vec::with_capacity(moves.len());
    for equals in moves.chunk_by(|a, b| a.0 == b.0) {
        let last = replies.len() + equals.len() == moves.len();
        let share = if last { left } else { KEEN * left };
        left -= share;
        replies.extend(equals.iter().map(|&(_, mv)| (share / equals.len() as f64 + even, mv)));
    }
    let likeliest = replies.first().map_or(0.0, |reply| reply.0);
    replies.retain(|reply| reply.0 >= least * likeliest);
    replies.reverse();
    replies
}

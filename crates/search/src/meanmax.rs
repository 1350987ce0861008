//! Mean-Max: our nodes take the best of their children, the opponent's nodes the mean, as if the opponent moved at random.
//!
//! A win is worth 1, a loss -`risk`, anything else nothing; a win at the first ply counts five times. Only finished games are told apart, so
//! among moves that are worth the same, which is all of them while no end is in sight, the player takes the one after which its evaluator likes the
//! position best. A move that can be answered by a win is therefore never played while another cannot, and one that repeats a position, which
//! throws the chances of a game against a random opponent away, only when there is nothing better.
//!
//! Three short cuts leave the choice as it is and save most of the work: at our own nodes the first winning move ends the search of its siblings; at the
//! last ply only moves that can win are tried; and these are tried first everywhere.

use std::sync::Arc;

use game::{Control, Evaluator, Game, Limits, Line, Rng, Seat, Threaten, Turn};

use crate::meter::Meter;
use crate::score::{chance, points};
use crate::{Ask, Player, Spec, SpecError, Thought, Variation, limits, ranking};

/// How often a win at the first ply counts.
const AT_ONCE: f64 = 5.0;

/// How a Mean-Max player searches.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// Limits of its own, besides those of the moment; the depth is the one searched to, 3 when not set.
    pub limits: Limits,
    /// What a loss costs when a win is worth 1.
    pub risk: f64,
    /// Whether the short cuts are taken.
    pub plain: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { limits: Limits::default(), risk: 100.0, plain: false }
    }
}

impl Settings {
    /// The settings that the parameters of a spec ask for.
    pub fn read(spec: &Spec) -> Result<Settings, SpecError> {
        spec.number("depth", 1..=5, 3)?;
        Ok(Settings {
            limits: limits::read(spec)?,
            risk: spec.real("risk", 0.0..=1e6, 100.0)?,
            plain: spec.flag("plain")?,
        })
    }
}

/// Tells which moves could win at once.
pub trait Suspect<G: Game>: Send + 'static {
    /// Whether `mv` could win at once; may be wrong only by answering `true`.
    fn may_win(&self, game: &G, state: &G::State, mv: G::Move) -> bool;
}

/// Suspects every move: for games that cannot tell.
#[derive(Clone, Copy, Debug, Default)]
pub struct Anything;

impl<G: Game> Suspect<G> for Anything {
    fn may_win(&self, _game: &G, _state: &G::State, _mv: G::Move) -> bool {
        true
    }
}

/// Asks the game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Threats;

impl<G: Threaten> Suspect<G> for Threats {
    #[inline]
    fn may_win(&self, game: &G, state: &G::State, mv: G::Move) -> bool {
        game.may_win(state, mv)
    }
}

impl<G: Game> Suspect<G> for Box<dyn Suspect<G>> {
    fn may_win(&self, game: &G, state: &G::State, mv: G::Move) -> bool {
        (**self).may_win(game, state, mv)
    }
}

/// A judge behind a pointer. This player asks its evaluator about the moves at the root only, so nothing is lost by that, and the player is compiled
/// once for a game, whoever judges.
pub struct Adviser<G: Game>(Arc<Judge<G>>);

/// What an adviser is made of.
type Judge<G> = dyn Fn(&G, &<G as Game>::State) -> i32 + Send + Sync;

impl<G: Game> Adviser<G> {
    /// An evaluator that asks `judge`, who answers as [`Evaluator::value`] does.
    pub fn new(judge: impl Fn(&G, &G::State) -> i32 + Send + Sync + 'static) -> Adviser<G> {
        Adviser(Arc::new(judge))
    }
}

impl<G: Game> Clone for Adviser<G> {
    fn clone(&self) -> Adviser<G> {
        Adviser(self.0.clone())
    }
}

impl<G: Game> Evaluator<G> for Adviser<G> {
    fn value(&self, game: &G, state: &G::State) -> i32 {
        (self.0)(game, state)
    }
}

/// The player.
pub struct MeanMax<E, T> {
    evaluator: E,
    suspect: T,
    settings: Settings,
    rng: Rng,
}

impl<E, T> MeanMax<E, T> {
    /// A player that asks `evaluator` about moves that the tree cannot tell apart.
    pub fn new(evaluator: E, suspect: T, settings: Settings, seed: u64) -> MeanMax<E, T> {
        MeanMax { evaluator, suspect, settings, rng: Rng::new(seed) }
    }
}

/// A tree of one move.
struct Tree<'a, G: Game, T> {
    game: &'a G,
    suspect: &'a T,
    seat: Seat,
    risk: f64,
    plain: bool,
    meter: Meter<'a>,
    buffers: Vec<Vec<G::Move>>,
    cuts: u64,
}

impl<G: Game, E: Evaluator<G>, T: Suspect<G>> Player<G> for MeanMax<E, T> {
    fn think(&mut self, line: &Line<G>, control: &Control, ask: Ask<'_, G::Move>) -> Thought<G::Move> {
        let part = limits::narrow(control, self.settings.limits);
        let depth = part.limits().depth.unwrap_or(3).clamp(1, 5) as usize;
        let (game, state) = (line.game(), line.state());
        let seat = line.turn().seat().expect("a player is to move");
        let mut tree = Tree {
            game,
            suspect: &self.suspect,
            seat,
            risk: self.settings.risk,
            plain: self.settings.plain,
            meter: Meter::new(&part),
            buffers: vec![Vec::new(); depth + 1],
            cuts: 0,
        };
        let mut moves = line.legal();
        self.rng.shuffle(&mut moves);
        let wins = |mv: &G::Move| tree.suspect.may_win(game, state, *mv);
        if !tree.plain {
            ranking::bring_forward(&mut moves, wins);
        }
        let recent = line.recent();
        let mut judged: Vec<Judged<G::Move>> = Vec::new();
        for mv in moves {
            let mut next = *state;
            game.play(&mut next, mv);
            let repeats = recent.contains(&next) && !game.irreversible(state, mv);
            let worth = if repeats { 0.0 } else { tree.root_worth(&next, depth) };
            let favour = if repeats { 0 } else { self.favour(game, &next, seat) };
            judged.push(Judged { worth, repeats, favour, mv });
            if worth >= AT_ONCE && !tree.plain && ask.lines == 1 {
                break;
            }
        }
        // Sorted by the least criterion first: equals keep their order.
        ranking::by_key(&mut judged, |judged| -i64::from(judged.favour));
        ranking::by_key(&mut judged, |judged| i64::from(judged.repeats));
        ranking::by_key(&mut judged, |judged| !ranking::word(judged.worth + 0.0));
        tree.meter.settle();
        let lines = judged.iter().take(ask.lines.max(1)).map(variation::<G>);
        Thought {
            depth: depth as u32,
            seldepth: depth as u32,
            nodes: part.nodes(),
            beta_cuts: tree.cuts,
            time: part.elapsed(),
            ..Thought::from_lines(lines.collect())
        }
    }
}

impl<E, T> MeanMax<E, T> {
    /// How much the evaluator likes the position that a player has moved to.
    fn favour<G: Game>(&self, game: &G, next: &G::State, seat: Seat) -> i32
    where
        E: Evaluator<G>,
    {
        if game.turn(next) == Turn::Over {
            return crate::score::finished::<G>(&game.outcome(next), seat, 1);
        }
        let value = self.evaluator.value(game, next);
        if seat == Seat::FIRST { value } else { -value }
    }
}

/// A move at the root.
struct Judged<M> {
    /// What the tree says.
    worth: f64,
    /// Whether it leads to a position that was there before, which ends the game.
    repeats: bool,
    /// What the evaluator says.
    favour: i32,
    mv: M,
}

fn variation<G: Game>(judged: &Judged<G::Move>) -> Variation<G::Move> {
    let &Judged { worth, favour, mv, .. } = judged;
    let at_once = worth >= AT_ONCE;
    let win = if at_once { 1.0 } else { chance(favour) };
    let score = if at_once { points::<G>(favour) } else { f64::from(favour) / 100.0 };
    Variation { mv, score, win, exact: at_once, pv: vec![mv] }
}

impl<G: Game, T: Suspect<G>> Tree<'_, G, T> {
    /// What the position after one of our moves is worth.
    fn root_worth(&mut self, next: &G::State, depth: usize) -> f64 {
        let worth = self.worth(next, depth - 1);
        if self.game.turn(next) == Turn::Over && worth > 0.0 { AT_ONCE * worth } else { worth }
    }

    /// What a position is worth to us with `depth` plies to go.
    fn worth(&mut self, state: &G::State, depth: usize) -> f64 {
        if self.meter.tick() {
            return 0.0;
        }
        match self.game.turn(state) {
            Turn::Over => self.result(state),
            _ if depth == 0 => 0.0,
            Turn::Player(seat) if seat == self.seat => self.best(state, depth),
            Turn::Player(_) | Turn::Chance => self.mean(state, depth),
        }
    }

    fn result(&self, state: &G::State) -> f64 {
        let value = self.game.outcome(state).value(self.seat);
        if value < 0.0 { value * self.risk } else { value }
    }

    fn best(&mut self, state: &G::State, depth: usize) -> f64 {
        let mut moves = std::mem::take(&mut self.buffers[depth]);
        self.game.moves(state, &mut moves);
        let mut skipped = false;
        if !self.plain {
            if depth == 1 {
                let all = moves.len();
                moves.retain(|&mv| self.suspect.may_win(self.game, state, mv));
                skipped = moves.len() < all;
            } else {
                ranking::bring_forward(&mut moves, |&mv| self.suspect.may_win(self.game, state, mv));
            }
        }
        // A move left out at the last ply cannot win; it is taken to leave the game open.
        let mut best = if skipped { 0.0 } else { f64::NEG_INFINITY };
        for &mv in &moves {
            let mut next = *state;
            self.game.play(&mut next, mv);
            best = best.max(self.worth(&next, depth - 1));
            if self.meter.stopped() {
                break;
            }
            if !self.plain && best >= 1.0 {
                self.cuts += 1;
                break;
            }
        }
        self.buffers[depth] = moves;
        best
    }

    fn mean(&mut self, state: &G::State, depth: usize) -> f64 {
        let mut moves = std::mem::take(&mut self.buffers[depth]);
        self.game.moves(state, &mut moves);
        let mut sum = 0.0;
        for &mv in &moves {
            let mut next = *state;
            self.game.play(&mut next, mv);
            sum += self.worth(&next, depth - 1);
            if self.meter.stopped() {
                break;
            }
        }
        let mean = sum / moves.len().max(1) as f64;
        self.buffers[depth] = moves;
        mean
    }
}

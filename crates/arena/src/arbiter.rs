//! The arbiter: plays one game to its end, holds everybody to the terms, and writes down who broke them.

use std::time::{Duration, Instant};

use game::{Control, Limits, Objective, Rng};
use serde::{Deserialize, Serialize};
use table::{Best, Ending, Match, Means, Session, Thought};

use crate::clock::{Clock, Clocks};
use crate::{Caps, Contestant, Fault, Lapse};

/// What happens to a player that fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OnFail {
    /// The game is lost.
    #[default]
    Lose,
    /// A random move is played instead. After three failures in one game the player is not asked again.
    Random,
}

/// Failures in one game after which a player that gets random moves is not asked again.
const PATIENCE: usize = 3;

/// The terms of a game.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Terms {
    /// What a player may spend on a move.
    #[serde(with = "Spending")]
    pub limits: Limits,
    /// Time for the whole game.
    pub clock: Option<Clock>,
    /// What a clock forgives, for the way to the player and back.
    pub margin: Duration,
    /// What happens to a player that fails.
    pub onfail: OnFail,
    /// When a proof ends a game.
    pub adjudicate: Option<Adjudicate>,
}

/// Limits as they are written down.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Limits")]
struct Spending {
    time: Option<Duration>,
    nodes: Option<u64>,
    depth: Option<u32>,
}

impl Terms {
    /// Whether time counts, so that a game depends on the machine it is played on.
    pub fn timed(&self) -> bool {
        self.limits.time.is_some() || self.clock.is_some()
    }

    /// The same with so many times the time, for a machine on which everything takes as much longer.
    pub(crate) fn longer(mut self, times: f64) -> Terms {
        self.limits.time = self.limits.time.map(|time| time.mul_f64(times));
        if let Some(Clock { total, increment }) = &mut self.clock {
            (*total, *increment) = (total.mul_f64(times), increment.mul_f64(times));
        }
        self
    }
}

impl Default for Terms {
    /// No limits, and the usual margin.
    fn default() -> Terms {
        Terms {
            limits: Limits::default(),
            clock: None,
            margin: Caps::default().margin,
            onfail: OnFail::default(),
            adjudicate: None,
        }
    }
}

/// When a proof ends a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Adjudicate {
    /// Not before so many moves: players must have a chance to go wrong.
    pub after: usize,
    /// A position that the solver proves within so many nodes ends the game with the proved result.
    pub nodes: u64,
}

/// Memory for a solver that adjudicates.
const TABLES: usize = 16 << 20;

/// What games that were ended by a proof are counted under.
pub const ADJUDICATED: &str = "adjudicated";

/// A failure in a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Failure {
    /// Who, by seat from 0.
    pub seat: usize,
    /// Before which move, chance included, counted from 0.
    pub ply: usize,
    /// What.
    pub lapse: Lapse,
}

/// Plays the session to its end, one player a seat, and returns who failed on the way. When `whole` is stopped the game is left as it is.
pub fn arbitrate(
    session: &mut Session,
    bots: &mut [Contestant],
    terms: &Terms,
    whole: &Control,
) -> Vec<Failure> {
    arbitrate_and_tell(session, bots, terms, whole, &mut |_, _| {})
}

/// The same; `tell` hears of every move that was chosen, before it is played.
pub fn arbitrate_and_tell(
    session: &mut Session,
    bots: &mut [Contestant],
    terms: &Terms,
    whole: &Control,
    tell: &mut dyn FnMut(&dyn Match, &Thought),
) -> Vec<Failure> {
    let mut clocks = terms.clock.map(|clock| Clocks::start(clock, bots.len()));
    let mut failures: Vec<Failure> = Vec::new();
    loop {
        session.settle();
        let Some(seat) = session.to_move() else { return failures };
        let ply = session.board().moves().len();
        let due = terms.adjudicate.filter(|adjudicate| ply >= adjudicate.after);
        if let Some(ending) = due.and_then(|due| proved(session.board(), due.nodes, whole)) {
            session.decide(ending);
            return failures;
        }
        if failures.iter().filter(|failure| failure.seat == seat).count() >= PATIENCE {
            play_anything(session, ply);
            continue;
        }
        let done = one_move(session, &mut bots[seat], terms, clocks.as_mut(), whole, tell);
        if whole.stopped() {
            return failures;
        }
        if let Err(lapse) = done {
            let fault = lapse.fault;
            failures.push(Failure { seat, ply, lapse });
            match terms.onfail {
                OnFail::Lose => {
                    session.forfeit(seat, fault.name());
                    return failures;
                }
                OnFail::Random => play_anything(session, ply),
            }
        }
    }
}

fn one_move(
    session: &mut Session,
    bot: &mut Contestant,
    terms: &Terms,
    clocks: Option<&mut Clocks>,
    whole: &Control,
    tell: &mut dyn FnMut(&dyn Match, &Thought),
) -> Result<(), Lapse> {
    // Starting is on nobody's clock: it has a limit of its own.
    bot.ready()?;
    let started = Instant::now();
    let thought = bot.think_on_clock(session.board(), terms.limits, clocks.as_deref(), whole)?;
    let spent = started.elapsed();
    if let (Some(clocks), Some(seat)) = (clocks, session.to_move()) {
        clocks.spend(seat, spent, terms.margin)?;
    }
    tell(session.board(), &thought);
    let illegal = |error: game::MoveError| Lapse::new(Fault::IllegalMove, error.to_string());
    session.play(&thought.mv, spent.as_millis() as u64).map(|_| ()).map_err(illegal)
}

/// A random move that follows from the game's seed and the number of the move.
fn play_anything(session: &mut Session, ply: usize) {
    let legal = session.board().legal();
    let mut rng = Rng::derive(session.seed(), (1 << 40) + ply as u64);
    let chosen = &legal[rng.below(legal.len())];
    session.play(chosen, 0).expect("a listed move is legal");
}

/// The result of the position if it can be proved within so many nodes.
fn proved(board: &dyn Match, nodes: u64, whole: &Control) -> Option<Ending> {
    let limits = Limits { nodes: Some(nodes), time: Some(Duration::from_secs(60)), depth: None };
    let solution = board.solve(Means::memory(TABLES), &whole.part(limits), Best::Any)?;
    let (seats, mover) = (board.seat_names().len(), board.to_move()?);
    let winners: Vec<usize> = solution.winner.map_or_else(|| (1..=seats).collect(), |seat| vec![seat]);
    let score = |seat: usize| match board.info().objective {
        Objective::Win => i32::from(winners.contains(&(seat + 1))),
        Objective::Points(_) if seat == mover => solution.value.max(0),
        Objective::Points(_) => (-solution.value).max(0),
    };
    let scores = (0..seats).map(score).collect();
    Some(Ending { winners, scores, ending: ADJUDICATED.to_string() })
}

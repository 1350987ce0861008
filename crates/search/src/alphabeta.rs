//! Alpha-beta for two seats: iterative deepening over a principal variation search.
//!
//! The sign of a value follows the mover and not the depth, so a player may move several times in a row. A chance event ends the sight: the position
//! before it is judged, not searched. `worker` searches, `order` decides what to try first, and this file deepens, widens windows, runs the
//! threads and collects what they found.

mod order;
mod worker;

use std::thread;

use game::{Control, Evaluate, Evaluator, Game, Limits, Line, Seat};

use crate::meter::Meter;
use crate::score::{INFINITE, chance, counts_points, is_result, points};
use crate::table::Table;
use crate::{Ask, Player, Spec, SpecError, Thought, Variation, limits};
use worker::{Horizon, MAX_PLY, Manner, RootMove, Statistics, Worker};

/// How wide the first window around the last value is, in hundredths of a point.
const ASPIRATION: i32 = 30;

/// How an alpha-beta player searches.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// Limits of its own, besides those of the moment.
    pub limits: Limits,
    /// Threads that search at once.
    pub threads: usize,
    /// Bytes for the table.
    pub memory: usize,
    /// What may be left out.
    pub pruning: Pruning,
    /// How much worse than it is a draw by repetition is taken to be when a move is chosen, in hundredths of a point.
    pub contempt: i32,
}

/// How far a search may deviate from plain minimax to the given depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pruning {
    /// The value is that of plain minimax with judgements at exactly that depth.
    Faithful,
    /// Unlikely moves are searched less deeply, noisy ones more deeply, and deeper knowledge is used where there is some.
    Selective,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            limits: Limits::default(),
            threads: 1,
            memory: 64 << 20,
            pruning: Pruning::Selective,
            contempt: 0,
        }
    }
}

impl Settings {
    /// The settings that the parameters of a spec ask for.
    pub fn read(spec: &Spec) -> Result<Settings, SpecError> {
        Ok(Settings {
            limits: limits::read(spec)?,
            threads: spec.number("threads", 1..=256, 1)? as usize,
            memory: crate::roster::memory(spec)?,
            pruning: Pruning::Selective,
            contempt: (100.0 * spec.real("contempt", 0.0..=1000.0, 0.0)?) as i32,
        })
    }
}

/// The player. Keeps its table from move to move.
pub struct AlphaBeta<E> {
    evaluator: E,
    settings: Settings,
    table: Table,
    standing: Option<Standing>,
}

/// How a game has gone so far in the eyes of the one who plays it.
#[derive(Clone, Copy, Debug)]
struct Standing {
    seat: Seat,
    plies: usize,
    /// What its position was worth when it sat down, and what it was worth last.
    first: i32,
    last: i32,
}

/// An opponent who has let the position become better by so much is weaker, and a draw is worth so much less than the position.
const RISE: i32 = 100;

/// Whoever stands worse than this is glad of a draw with anybody.
const LOST: i32 = 800;

impl<E> AlphaBeta<E> {
    /// A player that judges by `evaluator`.
    pub fn new(evaluator: E, settings: Settings) -> AlphaBeta<E> {
        AlphaBeta { evaluator, settings, table: Table::new(settings.memory), standing: None }
    }

    /// How much worse than it is a draw by repetition is taken to be now. Where a weaker opponent lets the position become better, a draw is worth less
    /// than the position, in whole points so that the table stays good for several moves.
    fn contempt<G: Game>(&mut self, line: &Line<G>) -> i32 {
        let (seat, plies) = (line.turn().seat(), line.moves().len());
        self.standing = self.standing.filter(|then| Some(then.seat) == seat && then.plies < plies);
        let weaker = self.standing.filter(|then| then.last - then.first >= RISE && then.last > -LOST);
        let least = weaker.map_or(0, |then| (RISE - then.last).div_euclid(RISE) * RISE + RISE);
        self.settings.contempt.max(if self.settings.contempt > 0 { least } else { 0 })
    }

    /// Remembers what the position was worth.
    fn stand<G: Game>(&mut self, line: &Line<G>, value: i32) {
        let (Some(seat), plies) = (line.turn().seat(), line.moves().len()) else { return };
        let first = self.standing.map_or(value, |then| then.first);
        self.standing = Some(Standing { seat, plies, first, last: value });
    }
}

impl<G: Evaluate, E: Evaluator<G> + Clone> Player<G> for AlphaBeta<E> {
    fn think(&mut self, line: &Line<G>, control: &Control, mut ask: Ask<'_, G::Move>) -> Thought<G::Move> {
        let part = limits::narrow(control, self.settings.limits);
        // Who compares moves wants to know what they are worth; who plays wants to win.
        let plays = ask.lines == 1 && line.game().repetition().is_some();
        let contempt = if plays { self.contempt(line) } else { 0 };
        self.table.begin(&part);
        let (table, evaluator) = (&self.table, &self.evaluator);
        // Whoever is told how deep to look looks as deep as that.
        let rests = self.settings.pruning == Pruning::Selective && part.limits().depth.is_none();
        let manner = Manner { pruning: self.settings.pruning, contempt, rests };
        let worker = || Worker::new(line, evaluator.clone(), table, Meter::new(&part), manner);
        let mut main = worker();
        let deepest = deepest(line, &part, ask.lines);
        let mut statistics = Statistics::default();
        let mut depth = 0;
        thread::scope(|scope| {
            let helpers: Vec<_> = (1..self.settings.threads)
                .map(|index| {
                    let mut helper = worker();
                    scope.spawn(move || {
                        deepen(&mut helper, 1 + index as u32 % 2, deepest, 1, |_, _| {});
                        helper.finish()
                    })
                })
                .collect();
            deepen(&mut main, 1, deepest, ask.lines, |worker, reached| {
                depth = reached;
                if ask.report.is_some() {
                    let thought = report(line, worker, table, ask.lines, &worker.statistics, reached);
                    ask.tell(&Thought { nodes: part.nodes(), time: part.elapsed(), ..thought });
                }
            });
            statistics.add(&main.finish());
            part.stop();
            for helper in helpers {
                statistics.add(&helper.join().expect("a searching thread does not fail"));
            }
        });
        let thought = report(line, &main, table, ask.lines, &statistics, depth);
        let value = main.shown(main.roots[0].value);
        drop(main);
        if plays && value > -INFINITE {
            self.stand(line, value);
        }
        Thought { nodes: part.nodes(), time: part.elapsed(), ..thought }
    }
}

/// How deep to go: as far as the limits allow, but not far for a move that is forced anyway.
fn deepest<G: Game>(line: &Line<G>, control: &Control, lines: usize) -> u32 {
    let most = control.limits().depth.unwrap_or(u32::MAX).clamp(1, MAX_PLY as u32 - 1);
    let clocked = control.limits().depth.is_none() && control.remaining().is_some();
    if clocked && lines == 1 && line.legal().len() == 1 { most.min(4) } else { most }
}

/// Searches deeper and deeper until nothing is left to find out, calling `done` with every depth that was completed.
fn deepen<G: Evaluate, E: Evaluator<G> + Clone>(
    worker: &mut Worker<'_, G, E>,
    first: u32,
    deepest: u32,
    lines: usize,
    mut done: impl FnMut(&Worker<'_, G, E>, u32),
) {
    let mut seen_out = 0;
    for depth in first..=deepest {
        let lines = lines.clamp(1, worker.roots.len());
        let finished = (depth > first).then(|| worker.roots.clone());
        worker.horizon = Horizon::default();
        if seen_out >= SEEN_OUT && !worker.look_past_chance(seen_out - SEEN_OUT) {
            return;
        }
        if lines > 1 && lines == worker.roots.len() {
            worker.search_each(depth as i32);
        } else {
            for from in 0..lines {
                search_line(worker, depth, from);
                if worker.stopped() {
                    break;
                }
            }
        }
        if worker.stopped() {
            // Where moves are compared, what an unfinished depth found is not mixed with what is known of other moves.
            if let Some(finished) = finished.filter(|_| lines > 1) {
                worker.roots = finished;
            }
            return;
        }
        done(worker, depth);
        if worker.roots[..lines].iter().all(settled::<G>) {
            return;
        }
        // Where every line ends with chance, looking deeper finds nothing; what chance may bring is all there is to find out.
        // Whoever is told how deep to look does no more than that.
        let unbounded = deepest == MAX_PLY as u32 - 1;
        let ends_with_chance = unbounded && worker.horizon.chance > 0 && worker.horizon.depth == 0;
        seen_out = if seen_out >= SEEN_OUT || ends_with_chance { seen_out + 1 } else { 0 };
    }
}

/// Depths in a row that must have ended with chance everywhere: a line that is cut short may hide in the table once.
const SEEN_OUT: usize = 2;

/// Whether deepening cannot change what is known of a move.
fn settled<G: Game>(root: &RootMove<G::Move>) -> bool {
    root.proved || !counts_points::<G>() && is_result(root.value)
}

/// Finds the best of the root moves from place `from` on and puts it there, starting with a narrow window around its last value.
fn search_line<G: Evaluate, E: Evaluator<G> + Clone>(worker: &mut Worker<'_, G, E>, depth: u32, from: usize) {
    let guess = worker.roots[from].value;
    let (mut low, mut high) = (-INFINITE, INFINITE);
    let mut width = ASPIRATION;
    if depth >= 4 && !is_result(guess) {
        (low, high) = (guess - width, guess + width);
    }
    loop {
        let value = worker.search_root(from, low, high, depth as i32);
        if worker.stopped() {
            return;
        }
        width *= 4;
        if value <= low && low > -INFINITE {
            low = if is_result(value) { -INFINITE } else { value - width };
        } else if value >= high && high < INFINITE {
            high = if is_result(value) { INFINITE } else { value + width };
        } else {
            return;
        }
    }
}

/// What the root moves amount to so far.
fn report<G: Evaluate, E: Evaluator<G> + Clone>(
    line: &Line<G>,
    worker: &Worker<'_, G, E>,
    table: &Table,
    lines: usize,
    statistics: &Statistics,
    depth: u32,
) -> Thought<G::Move> {
    let roots = &worker.roots[..lines.clamp(1, worker.roots.len())];
    // A move that nothing is known of yet must not look like a lost one.
    let variation = |root: &RootMove<G::Move>| Variation {
        mv: root.mv,
        score: points::<G>(worker.shown(root.value)),
        win: chance(worker.shown(root.value)),
        exact: settled::<G>(root),
        pv: lengthen(line, root, |state| table.probe(worker.key(state)).and_then(|entry| entry.best), depth),
    };
    let variations = roots.iter().map(|root| match root.value > -INFINITE {
        true => variation(root),
        false => Variation::unjudged(root.mv),
    });
    let thought = Thought::from_lines(variations.collect());
    // A move whose value is proved is the best only if nothing is left to find out about the others.
    let best = worker.roots[0].value;
    let doubtful = |root: &RootMove<G::Move>| !settled::<G>(root) && root.value > -INFINITE;
    let all = lines >= worker.roots.len();
    let sure =
        !all || is_result(best) && !counts_points::<G>() && best > 0 || !worker.roots.iter().any(doubtful);
    Thought {
        exact: thought.exact && sure,
        depth,
        seldepth: statistics.seldepth as u32,
        alpha_cuts: statistics.alpha_cuts,
        beta_cuts: statistics.beta_cuts,
        hash_hits: statistics.hash_hits,
        ..thought
    }
}

/// The line of play after a root move: what the search kept, and from there on what the table says.
fn lengthen<G: Game>(
    line: &Line<G>,
    root: &RootMove<G::Move>,
    known: impl Fn(&G::State) -> Option<u16>,
    depth: u32,
) -> Vec<G::Move> {
    let mut ahead = line.clone();
    let mut pv = Vec::new();
    for &mv in [root.mv].iter().chain(&root.pv) {
        if ahead.play(mv).is_err() {
            return pv;
        }
        pv.push(mv);
    }
    while pv.len() < depth as usize {
        let moves = if ahead.turn().seat().is_some() { ahead.legal() } else { Vec::new() };
        let Some(&mv) = known(ahead.state()).and_then(|index| moves.get(usize::from(index))) else { break };
        ahead.play(mv).expect("a listed move is legal");
        pv.push(mv);
    }
    pv
}

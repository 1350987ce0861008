//! Analyses that people have open: trees with what the adviser thinks of their positions, deepening while somebody looks.

use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use game::{Control, Limits, Objective, Turn};
use serde::Serialize;
use store::Store;
use table::{Games, Match, Record, Thought, Wanted};
use tokio::sync::watch;

use crate::analysis::Tree;
use crate::failure::Failure;
use crate::lobby::{Lobby, is_name, new_name};
use crate::opponents;
use crate::thinkers::{Bots, Haste, Length, Stop};
use crate::wire::path_of;

/// Kind of text in the store.
pub const KIND: &str = "analysis";
/// How long the position in view is thought about, time after time; other games get their turn in between.
const ROUNDS: [Duration; 5] = [
    Duration::from_millis(250),
    Duration::from_millis(1_000),
    Duration::from_millis(3_000),
    Duration::from_millis(8_000),
    Duration::from_millis(20_000),
];
/// How long each other position of the line is thought about, for the graph.
const GLANCE: Duration = Duration::from_millis(120);
/// An analysis that nobody has looked at for so long is left to the store.
const IDLE: Duration = Duration::from_secs(300);

/// What is known of a position.
#[derive(Clone)]
struct Judged {
    /// Rounds done.
    rounds: usize,
    /// The seat to move, from 0.
    seat: usize,
    thought: Thought,
}

/// An analysis that somebody has open.
pub struct Study {
    /// Its name in addresses.
    pub id: String,
    games: Games,
    inner: Mutex<Inner>,
    news: watch::Sender<u64>,
}

struct Inner {
    tree: Tree,
    judged: HashMap<usize, Judged>,
    /// The position in view.
    focus: usize,
    working: Option<Stop>,
    seen: Instant,
}

/// A point of the graph.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Point {
    /// Which position.
    pub node: usize,
    /// Whose chance it is, counted from 1: the first seat's between two, otherwise that of whoever was to move.
    pub seat: usize,
    /// The chance to win.
    pub win: Option<f64>,
    /// The expected margin of the first seat between two, where points count.
    pub score: Option<f64>,
}

/// What the page is told of the thinking.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Opinion {
    /// About which position.
    pub node: usize,
    /// Plies.
    pub depth: u32,
    /// Positions looked at.
    pub nodes: u64,
    /// Whether it will not change any more.
    pub done: bool,
    /// Whether the best move is proved, so that depth says nothing.
    pub solved: bool,
    /// What the computer thinks of each move, best first.
    pub lines: Vec<LineView>,
    /// The course of the line in view.
    pub graph: Vec<Point>,
}

/// A move with what it is worth.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LineView {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its hotspots.
    pub path: Vec<u16>,
    /// Its worth in a few letters.
    pub label: String,
    /// `best`, `plain` or `poor`.
    pub tone: &'static str,
    /// Chance to win.
    pub win: f64,
    /// Points.
    pub score: f64,
    /// Whether it is proved.
    pub exact: bool,
    /// The line of play.
    pub pv: Vec<String>,
}

impl Study {
    fn new(games: Games, id: String, tree: Tree) -> Study {
        let inner = Inner { tree, judged: HashMap::new(), focus: 0, working: None, seen: Instant::now() };
        Study { id, games, inner: Mutex::new(inner), news: watch::Sender::new(0) }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn tell(&self) {
        self.news.send_modify(|version| *version += 1);
    }

    /// A copy of the tree.
    pub fn tree(&self) -> Tree {
        self.lock().tree.clone()
    }

    /// The board at a node.
    pub fn board(&self, node: usize) -> Result<Box<dyn Match>, Failure> {
        self.tree().board(&self.games, node)
    }

    /// The moves from the start to a node as a record.
    pub fn record(&self, node: usize) -> Result<Record, Failure> {
        self.tree().record(&self.games, node)
    }

    /// A seat among the watchers.
    pub fn watch(&self) -> watch::Receiver<u64> {
        self.news.subscribe()
    }

    /// What is thought of a position so far.
    pub fn opinion(&self, node: usize) -> Result<Opinion, Failure> {
        let inner = self.lock();
        if node >= inner.tree.nodes.len() {
            return Err(Failure::NotFound);
        }
        let (judged, tree) = (inner.judged.get(&node).cloned(), inner.tree.clone());
        let board = tree.board(&self.games, node)?;
        let table = (board.seat_names().len(), matches!(board.info().objective, Objective::Points(_)));
        let graph = tree.line(node).into_iter().map(|at| point(at, inner.judged.get(&at), table)).collect();
        drop(inner);
        let ended = board.over() || board.turn() == Turn::Chance;
        let done = ended || judged.as_ref().is_some_and(|judged| judged.rounds >= ROUNDS.len());
        let (depth, nodes) =
            judged.as_ref().map_or((0, 0), |judged| (judged.thought.depth, judged.thought.nodes));
        let first = judged.as_ref().and_then(|judged| judged.thought.lines.first());
        let solved = first.is_some_and(|line| line.exact);
        let lines = judged.map(|judged| lines(board.as_ref(), &judged.thought)).unwrap_or_default();
        Ok(Opinion { node, depth, nodes, done, solved, lines, graph })
    }
}

/// A point of the graph of a game with so many seats, in which points count or do not. Among more than two a player's loss is nobody's gain in particular, so
/// everybody has a line of their own.
fn point(node: usize, judged: Option<&Judged>, (seats, points): (usize, bool)) -> Point {
    let Some(Judged { seat, thought, .. }) = judged else {
        return Point { node, seat: 1, win: None, score: None };
    };
    if seats > 2 {
        return Point { node, seat: seat + 1, win: Some(thought.win), score: None };
    }
    let (win, score) = match seat {
        0 => (thought.win, thought.score),
        _ => (1.0 - thought.win, -thought.score),
    };
    Point { node, seat: 1, win: Some(win), score: points.then_some(score) }
}

fn lines(board: &dyn Match, thought: &Thought) -> Vec<LineView> {
    let Some(picture) = board.picture() else { return Vec::new() };
    let points = matches!(board.info().objective, Objective::Points(_));
    let best = thought.lines.first().map_or(0.0, |line| line.win);
    let view = |(index, line): (usize, &table::Idea)| LineView {
        path: path_of(&picture, &line.mv),
        label: label(line, points),
        tone: match (index, best - line.win) {
            (0, _) => "best",
            (_, behind) if behind > 0.15 => "poor",
            _ => "plain",
        },
        win: line.win,
        score: line.score,
        exact: line.exact,
        pv: line.pv.clone(),
        mv: line.mv.clone(),
    };
    thought.lines.iter().enumerate().map(view).collect()
}

/// The worth of a move in a few letters: points where points count, with an equals sign when they are proved; otherwise per cent, or a sign when it is
/// proved who wins.
fn label(line: &table::Idea, points: bool) -> String {
    let proved = if line.exact { "=" } else { "" };
    if !points {
        return match (line.exact, line.win) {
            (true, 1.0) => "✓".to_string(),
            (true, 0.0) => "✗".to_string(),
            (_, win) => format!("{proved}{:.0}", win * 100.0),
        };
    }
    let rounded = if line.exact || line.score.abs() >= 10.0 {
        format!("{:+.0}", line.score)
    } else {
        format!("{:+.1}", line.score)
    };
    let plain = rounded.trim_start_matches(['+', '-']).trim_matches(['0', '.']).is_empty();
    format!("{proved}{}", if plain { "0".to_string() } else { rounded.replace('-', "−") })
}

/// Every open analysis.
pub struct Studies {
    store: Arc<Store>,
    lobby: Arc<Lobby>,
    open: Mutex<HashMap<String, Arc<Study>>>,
}

impl Studies {
    /// Analyses over a store, which think on the threads of the lobby.
    pub fn new(store: Arc<Store>, lobby: Arc<Lobby>) -> Arc<Studies> {
        Arc::new(Studies { store, lobby, open: Mutex::default() })
    }

    fn open(&self) -> MutexGuard<'_, HashMap<String, Arc<Study>>> {
        self.open.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn keep(&self, id: &str, tree: &Tree) -> Result<(), Failure> {
        Ok(self.store.put(KIND, id, &serde_json::to_string(tree).expect("plain data"))?)
    }

    /// Begins an analysis of somebody, written down before this returns.
    pub fn create(&self, owner: &str, tree: Tree) -> Result<Arc<Study>, Failure> {
        let study = Arc::new(Study::new(self.lobby.games.clone(), new_name(), tree));
        let text = serde_json::to_string(&study.lock().tree).expect("plain data");
        self.store.put_owned(owner, KIND, &study.id, &text)?;
        self.open().insert(study.id.clone(), study.clone());
        Ok(study)
    }

    /// Lets go of analyses that the store has no longer, or otherwise.
    pub fn let_go(&self, ids: &[String]) {
        self.open().retain(|id, _| !ids.contains(id));
    }

    /// The analysis of this name, from memory or from the store.
    pub fn study(&self, id: &str) -> Result<Arc<Study>, Failure> {
        if !is_name(id) {
            return Err(Failure::NotFound);
        }
        let open = self.open().get(id).cloned();
        let study = match open {
            Some(study) => study,
            None => {
                let text = self.store.get(KIND, id)?.ok_or(Failure::NotFound)?;
                let tree = serde_json::from_str(&text).ok().filter(Tree::is_sound);
                let tree =
                    tree.ok_or_else(|| Failure::Broken(format!("the analysis '{id}' cannot be read back")))?;
                let restored = Arc::new(Study::new(self.lobby.games.clone(), id.to_string(), tree));
                self.open().entry(id.to_string()).or_insert(restored).clone()
            }
        };
        study.lock().seen = Instant::now();
        Ok(study)
    }

    /// Plays a move at a node; gives the node reached.
    pub fn play(&self, study: &Study, node: usize, text: &str) -> Result<usize, Failure> {
        let mut inner = study.lock();
        if node >= inner.tree.nodes.len() {
            return Err(Failure::NotFound);
        }
        let mut tree = inner.tree.clone();
        let reached = tree.play(&self.lobby.games, node, text)?;
        if tree != inner.tree {
            self.keep(&study.id, &tree)?;
            inner.tree = tree;
        }
        Ok(reached)
    }

    /// Changes the tree of an analysis, written down before this returns.
    pub fn change<T>(
        &self,
        study: &Study,
        change: impl FnOnce(&mut Tree) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let mut inner = study.lock();
        let mut tree = inner.tree.clone();
        let done = change(&mut tree)?;
        self.keep(&study.id, &tree)?;
        inner.tree = tree;
        Ok(done)
    }

    /// Turns the thinking to a position that somebody looks at.
    pub fn look_at(self: &Arc<Studies>, study: &Arc<Study>, node: usize) {
        let mut inner = study.lock();
        if inner.focus != node {
            inner.focus = node;
            if let Some(stop) = &inner.working {
                stop.store(true, Ordering::Relaxed);
            }
        }
        drop(inner);
        self.work_on(study);
    }

    /// Queues the next piece of thinking, unless there is one, or nothing is left, or nobody looks.
    fn work_on(self: &Arc<Studies>, study: &Arc<Study>) {
        let mut inner = study.lock();
        if inner.working.is_some() || study.news.receiver_count() == 0 {
            return;
        }
        let Some(task) = next_task(&study.games, &inner) else { return };
        let (studies, own) = (self.clone(), study.clone());
        inner.working =
            self.lobby.thinkers.submit((Haste::Study, Length::Long), &study.id, move |bots, stop| {
                let done = task.think(&own, bots, stop);
                {
                    let mut inner = own.lock();
                    inner.working = None;
                    if let Some(judged) = done {
                        inner.judged.insert(task.node, judged);
                    }
                }
                own.tell();
                studies.work_on(&own);
            });
    }

    /// Stops thinking for nobody, and leaves idle analyses to the store.
    pub fn sweep(&self) {
        let studies: Vec<Arc<Study>> = self.open().values().cloned().collect();
        for study in studies {
            let mut inner = study.lock();
            if study.news.receiver_count() > 0 {
                inner.seen = Instant::now();
            } else if let Some(stop) = &inner.working {
                stop.store(true, Ordering::Relaxed);
            }
            if inner.seen.elapsed() > IDLE {
                drop(inner);
                self.open().remove(&study.id);
            }
        }
    }
}

/// A piece of thinking.
struct Task {
    node: usize,
    tree: Tree,
    rounds: usize,
    time: Duration,
    all: bool,
}

/// First a glance at the position in view, then at the rest of its line, then deeper and deeper.
fn next_task(games: &Games, inner: &Inner) -> Option<Task> {
    let done = |node: usize| inner.judged.get(&node).map_or(0, |judged| judged.rounds);
    let task =
        |node: usize, rounds: usize, time, all| Task { node, tree: inner.tree.clone(), rounds, time, all };
    let can = |node: usize| inner.tree.board(games, node).is_ok_and(|board| board.to_move().is_some());
    let focus = inner.focus;
    if done(focus) == 0 && can(focus) {
        return Some(task(focus, 1, ROUNDS[0], true));
    }
    let unseen =
        inner.tree.line(focus).into_iter().find(|node| !inner.judged.contains_key(node) && can(*node));
    if let Some(node) = unseen {
        return Some(task(node, 0, GLANCE, false));
    }
    let round = done(focus);
    let time = *ROUNDS.get(round)?;
    (can(focus) && !inner.judged.get(&focus).is_some_and(|judged| all_proved(&judged.thought)))
        .then(|| task(focus, round + 1, time, true))
}

fn all_proved(thought: &Thought) -> bool {
    thought.lines.iter().all(|line| line.exact)
}

impl Task {
    /// Thinks; `None` when it was stopped before anything came of it.
    fn think(&self, study: &Study, bots: &mut Bots, stop: &Stop) -> Option<Judged> {
        let board = self.tree.board(&study.games, self.node).ok()?;
        let seat = board.to_move()?;
        let player = opponents::adviser(board.as_ref())?;
        let limits = Limits { time: Some(self.time), ..Limits::default() };
        let control = Control::stoppable(limits, stop.clone());
        let before = study.lock().judged.get(&self.node).map_or(0, |judged| judged.rounds);
        let mut report = |thought: &Thought| {
            if self.all && !thought.lines.is_empty() {
                let judged = Judged { rounds: before, seat, thought: thought.clone() };
                study.lock().judged.insert(self.node, judged);
                study.tell();
            }
        };
        let lines = if self.all { board.legal().len().max(1) } else { 1 };
        let wanted = Wanted { lines, report: Some(&mut report) };
        let bot = bots.get(&format!("study {}", study.id), board.as_ref(), &player, 1).ok()?;
        let thought = bot.think(board.as_ref(), &control, wanted).ok()?;
        let interrupted = stop.load(Ordering::Relaxed) && control.elapsed() < self.time;
        let rounds = if interrupted { before } else { self.rounds };
        (!interrupted || before == 0).then_some(Judged { rounds, seat, thought })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_say_points_or_per_cent_and_what_is_proved() {
        let idea = |score, win, exact| table::Idea { mv: "a".into(), score, win, exact, pv: vec![] };
        for (line, points, expected) in [
            (idea(2.34, 0.7, false), true, "+2.3"),
            (idea(-2.0, 0.2, true), true, "=−2"),
            (idea(0.02, 0.5, false), true, "0"),
            (idea(-17.8, 0.0, false), true, "−18"),
            (idea(0.3, 0.634, false), false, "63"),
            (idea(1.0, 1.0, true), false, "✓"),
            (idea(-1.0, 0.0, true), false, "✗"),
            (idea(0.0, 0.5, true), false, "=50"),
        ] {
            assert_eq!(label(&line, points), expected);
        }
    }
}

//! A position proved by many hands: the tree above it grows best first, and what is too large to answer at once is split into the positions after it.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use fleet::{Craft, Crew, Next, Outcome, Source, Work};
use game::{Control, Limits, Objective, Options};
use serde::{Deserialize, Serialize};
use table::{Best, Family, Games, Match, Means, Solution, Wanted};

use crate::journal::Journal;

/// How a position is to be proved.
pub struct Proving {
    /// The game.
    pub family: Family,
    /// Its options.
    pub options: Options,
    /// A position that takes more nodes than this is split.
    pub nodes: u64,
    /// About how many bytes for the tables of each job.
    pub memory: usize,
}

/// What another machine must know to answer questions.
#[derive(Serialize, Deserialize)]
struct Brief {
    game: String,
    options: BTreeMap<String, String>,
    nodes: u64,
    memory: usize,
}

/// What came of asking about a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Answer {
    /// The margin for the side to move, and a best move; `None` when it takes too many nodes.
    solved: Option<(i32, String)>,
    /// Who wins by that margin: 1 if the side to move does, -1 if the other does. It tells equal points that somebody wins from a draw.
    #[serde(default)]
    won: i32,
    /// The move that looks best where nothing is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    hint: Option<String>,
    nodes: u64,
}

/// How far a proof is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Extent {
    /// What part of the tree is proved, each position divided evenly among those after it.
    pub proved: f64,
    /// Positions in the tree.
    pub positions: usize,
    /// Questions answered.
    pub answered: usize,
    /// Questions under way.
    pub asked: usize,
    /// Nodes that the answers took.
    pub nodes: u64,
}

/// The kind of work that questions are.
const PROOF: &str = "solve";

/// The most questions under way: more would be guesses about what is needed.
const ASKED: usize = 256;

/// Questions under way for each that can be answered at once: nobody waits for the next one, and few are guesses.
const AHEAD: usize = 2;

/// A hint takes this part of the nodes of a question.
const HINT: u64 = 20;

/// How often it is asked how many can be answered at once: machines come and go.
const LOOK: Duration = Duration::from_secs(2);

impl Proving {
    /// The craft of answering questions.
    pub fn craft(games: &Games) -> Craft {
        let games = games.clone();
        Craft::new(PROOF, move |brief, _| {
            let brief: Brief = serde_json::from_str(brief).map_err(|error| error.to_string())?;
            let named = |options: Options, (name, value): (&String, &String)| options.with(name, value);
            Ok(Proving {
                family: games.find(&brief.game).map_err(|error| error.to_string())?.clone(),
                options: brief.options.iter().fold(Options::none(), named),
                nodes: brief.nodes,
                memory: brief.memory,
            })
        })
    }

    /// Lets the crew prove a position, telling `progress` now and then how far it is. With a file, answers are kept there and not asked for again. `None` when `stop` was
    /// set before the end.
    ///
    /// # Errors
    /// When the position cannot be split, the file cannot be used, or the crew fails.
    pub fn run(
        &self,
        board: &dyn Match,
        crew: &Crew,
        file: Option<&Path>,
        stop: &AtomicBool,
        progress: &(dyn Fn(&Extent) + Sync),
    ) -> Result<Option<Solution>, String> {
        if board.seat_names().len() != 2 || board.to_move().is_none() {
            return Err(
                "only positions of two players, with one of them to move, can be split into jobs".into()
            );
        }
        if board.has_repetition() {
            return Err("what a position of this game is worth depends on those before it, so it cannot be split into jobs".into());
        }
        let began = Instant::now();
        let only_wins = matches!(board.info().objective, Objective::Win);
        let hands = AtomicUsize::new(crew.at_once(PROOF));
        let mut tree = Tree::new(self, board, only_wins, (stop, &hands), progress);
        if let Some(path) = file {
            // Answers hold whatever a job may use.
            let about = format!("{} {} {}", self.family.info.name, self.options, board.position());
            let stamp = fleet::fingerprint(about.as_bytes());
            let read = |line: &[u8]| {
                serde_json::from_slice::<(String, Answer)>(line).map_err(|error| error.to_string())
            };
            let (journal, lines) = Journal::of(path, "proof", &stamp, read)?;
            // In the order in which they came, so that the tree is what it was.
            for (position, answer) in lines {
                tree.recall(position, answer)?;
            }
            tree.journal = Some(journal);
        }
        let title = format!("solve {} {}", self.family.info.name, board.position());
        std::thread::scope(|scope| {
            let (working, ended) = mpsc::channel::<()>();
            let hands = &hands;
            scope.spawn(move || {
                while ended.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
                    hands.store(crew.at_once(PROOF), Ordering::Relaxed);
                }
            });
            let outcome = crew.run(&title, self, &mut tree);
            drop(working);
            outcome
        })
        .map_err(|trouble| trouble.to_string())?;
        Ok(tree.solution(began))
    }
}

impl Proving {
    /// The move that looks best to a short search, so that the tree above grows where the proof may be.
    fn hint(&self, board: &dyn Match, stop: &Arc<AtomicBool>) -> Option<String> {
        let limits = Limits { nodes: Some(self.nodes / HINT), ..Limits::default() };
        let control = Control::stoppable(Limits::default(), stop.clone()).part(limits);
        let player = "alphabeta".parse().ok()?;
        Some(board.bot(&player, 0).ok()?.think(board, &control, Wanted::best()).ok()?.mv)
    }
}

impl Work for Proving {
    type Input = String;
    type Output = Answer;
    type Bench = ();

    fn kind(&self) -> &'static str {
        PROOF
    }

    fn brief(&self) -> String {
        let brief = Brief {
            game: self.family.info.name.to_string(),
            options: self.options.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect(),
            nodes: self.nodes,
            memory: self.memory,
        };
        serde_json::to_string(&brief).expect("plain data")
    }

    fn carry_out(&self, position: &String, (): &mut (), stop: &Arc<AtomicBool>) -> Result<Answer, String> {
        let board = self.family.open_at(&self.options, position).map_err(|error| error.to_string())?;
        let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
        // A part, because thinking that comes to its limit sets the flag that stops it, and this one says that nobody waits.
        let control = Control::stoppable(Limits::default(), stop.clone()).part(limits);
        let solved = board.solve(Means::memory(self.memory), &control, Best::Any);
        let mover = board.to_move().map(|seat| seat + 1);
        let winner = solved.as_ref().and_then(|solution| solution.winner);
        let won = winner.map_or(0, |winner| if Some(winner) == mover { 1 } else { -1 });
        let solved = solved.map(|solution| (solution.value, solution.mv));
        let hint = if solved.is_some() { None } else { self.hint(board.as_ref(), stop) };
        Ok(Answer { solved, won, hint, nodes: control.nodes() })
    }
}

/// A position of the tree.
struct Node {
    position: String,
    /// Who moves: 0 or 1.
    mover: usize,
    state: State,
    parents: Vec<usize>,
    /// The margin for who moves at the root, as [`graded`], is not below the first and not above the second of these.
    bounds: (i32, i32),
    /// How many positions must at least be answered to prove that this margin is more than the tree's aim, and that it is not.
    proof: u32,
    disproof: u32,
    /// Everything below it that is of use is asked about.
    busy: bool,
}

enum State {
    /// Nobody was asked yet.
    Open,
    /// Somebody is asked.
    Asked,
    /// Too large to answer at once: the moves, what they lead to, and the place of the one that looks best.
    Split(Vec<(String, usize)>, Option<usize>),
    /// Answered, with a best move, or over.
    Known(Option<String>),
}

/// What cannot be.
const NEVER: u32 = u32::MAX / 2;
/// No margin is larger.
const MOST: i32 = 1 << 20;
/// Other moves than the one that looks best count as so many times the work for whoever chooses among them, so that the proof goes on where it began.
const DOUBT: u32 = 1000;

/// The tree above the questions.
struct Tree<'a> {
    proving: &'a Proving,
    nodes: Vec<Node>,
    places: HashMap<String, usize>,
    /// Whether only winning counts.
    only_wins: bool,
    /// Who moves at the root.
    first: usize,
    /// The question at hand: is the margin at the root more than this?
    aim: i32,
    asked: HashSet<usize>,
    /// How many questions can be answered at once.
    hands: &'a AtomicUsize,
    useless: Vec<String>,
    known: HashMap<String, Answer>,
    journal: Option<Journal>,
    answered: usize,
    spent: u64,
    trouble: Option<String>,
    told: Instant,
    stop: &'a AtomicBool,
    progress: &'a (dyn Fn(&Extent) + Sync),
}

impl<'a> Tree<'a> {
    fn new(
        proving: &'a Proving,
        board: &dyn Match,
        only_wins: bool,
        (stop, hands): (&'a AtomicBool, &'a AtomicUsize),
        progress: &'a (dyn Fn(&Extent) + Sync),
    ) -> Tree<'a> {
        let mut tree = Tree {
            proving,
            nodes: Vec::new(),
            places: HashMap::new(),
            only_wins,
            first: board.to_move().unwrap_or(0),
            aim: 0,
            asked: HashSet::new(),
            hands,
            useless: Vec::new(),
            known: HashMap::new(),
            journal: None,
            answered: 0,
            spent: 0,
            trouble: None,
            told: Instant::now(),
            stop,
            progress,
        };
        tree.place(board, None);
        tree
    }

    /// The node of this position, new or not, below this parent.
    fn place(&mut self, board: &dyn Match, parent: Option<usize>) -> usize {
        let position = board.position();
        let place = *self.places.entry(position.clone()).or_insert_with(|| {
            let most = if self.only_wins { graded(1, 1) } else { MOST };
            let (state, bounds) = match board.ending() {
                Some(ending) => {
                    let margin = margin(&ending, self.only_wins);
                    let ours = if self.first == 0 { margin } else { -margin };
                    (State::Known(None), (ours, ours))
                }
                None => (State::Open, (-most, most)),
            };
            let mover = board.to_move().unwrap_or(0);
            let (parents, busy) = (Vec::new(), false);
            self.nodes.push(Node { position, mover, state, parents, bounds, proof: 1, disproof: 1, busy });
            self.nodes.len() - 1
        });
        self.nodes[place].parents.extend(parent);
        self.weigh(place);
        place
    }

    /// Splits a position into those after it.
    fn split(&mut self, place: usize, hint: Option<&String>) -> Result<(), String> {
        let position = self.nodes[place].position.clone();
        let opened = self.proving.family.open_at(&self.proving.options, &position);
        let board = opened.map_err(|error| error.to_string())?;
        let (mut children, mut best) = (Vec::new(), None);
        for (number, mv) in board.legal().into_iter().enumerate() {
            let mut after = board.fork();
            after.play_nth(number).ok_or("a listed move is refused")?;
            if after.ending().is_none() && after.to_move().is_none() {
                return Err("chance acts in this game, so its positions cannot be split into jobs".into());
            }
            let child = self.place(after.as_ref(), Some(place));
            if hint == Some(&mv) {
                best = Some(child);
            }
            if children.iter().all(|(_, known)| *known != child) {
                children.push((mv, child));
            }
        }
        self.nodes[place].state = State::Split(children, best);
        Ok(())
    }

    /// Whether the node answers the question at hand.
    fn settled(&self, place: usize) -> bool {
        let (least, most) = self.nodes[place].bounds;
        least > self.aim || most <= self.aim
    }

    /// The work for a choice among moves if this one is chosen: what it takes, by how good it looks.
    fn doubted(work: u32, child: usize, best: Option<usize>) -> u32 {
        let doubt = if best.is_none_or(|best| best == child) { 1 } else { DOUBT };
        work.saturating_mul(doubt).min(NEVER)
    }

    /// What the node is worth by those after it; whether anything has changed.
    fn weigh(&mut self, place: usize) -> bool {
        let node = &self.nodes[place];
        let old = (node.bounds, node.proof, node.disproof, node.busy);
        let ours = node.mover == self.first;
        if let State::Split(children, _) = &node.state {
            let bounds = || children.iter().map(|(_, child)| self.nodes[*child].bounds);
            let choose = if ours { i32::max } else { i32::min };
            let least = bounds().map(|bounds| bounds.0).reduce(choose);
            let most = bounds().map(|bounds| bounds.1).reduce(choose);
            let known = self.nodes[place].bounds;
            self.nodes[place].bounds = least.zip(most).unwrap_or(known);
        }
        let node = &self.nodes[place];
        let (proof, disproof, busy) = match &node.state {
            _ if node.bounds.0 > self.aim => (0, NEVER, false),
            _ if node.bounds.1 <= self.aim => (NEVER, 0, false),
            State::Asked => (1, 1, true),
            State::Open | State::Known(..) => (1, 1, false),
            State::Split(children, best) => {
                let all = || children.iter().map(|(_, child)| (*child, &self.nodes[*child]));
                let sum = |work: fn(&Node) -> u32| {
                    all().fold(0u32, |sum, (_, node)| sum.saturating_add(work(node)).min(NEVER))
                };
                let least = |work: fn(&Node) -> u32| {
                    let doubted = all().map(|(child, node)| Tree::doubted(work(node), child, *best));
                    doubted.min().unwrap_or(NEVER)
                };
                let busy = all().all(|(child, node)| node.busy || self.settled(child));
                let (proof, disproof) = (|node: &Node| node.proof, |node: &Node| node.disproof);
                if ours { (least(proof), sum(disproof), busy) } else { (sum(proof), least(disproof), busy) }
            }
        };
        let node = &mut self.nodes[place];
        (node.proof, node.disproof, node.busy) = (proof, disproof, busy);
        old != (node.bounds, proof, disproof, busy)
    }

    /// Carries what has become known of a node upwards, and asks the next question when one is answered.
    fn carry(&mut self, place: usize) {
        let settled = self.weigh_upwards(place);
        let (least, most) = self.nodes[0].bounds;
        if least < most && self.settled(0) {
            self.aim = if least > self.aim { least } else { most - 1 };
            self.weigh_all(0, &mut HashSet::new());
        }
        if settled {
            self.drop_useless();
        }
    }

    /// Weighs a node and what it changes above; whether any of them is settled.
    fn weigh_upwards(&mut self, place: usize) -> bool {
        let (mut waiting, mut settled) = (vec![place], false);
        while let Some(place) = waiting.pop() {
            if self.weigh(place) {
                settled |= self.settled(place);
                waiting.extend(&self.nodes[place].parents);
            }
        }
        settled
    }

    /// Weighs everything below a node anew, and then the node.
    fn weigh_all(&mut self, place: usize, seen: &mut HashSet<usize>) {
        if !seen.insert(place) {
            return;
        }
        let children: Vec<usize> = match &self.nodes[place].state {
            State::Split(children, _) => children.iter().map(|(_, child)| *child).collect(),
            _ => Vec::new(),
        };
        for child in children {
            self.weigh_all(child, seen);
        }
        self.weigh(place);
    }

    /// Questions on which nothing depends any more are taken back.
    fn drop_useless(&mut self) {
        let mut needed = HashSet::new();
        let mut waiting = vec![0];
        while let Some(place) = waiting.pop() {
            if needed.insert(place)
                && let State::Split(children, _) = &self.nodes[place].state
            {
                waiting
                    .extend(children.iter().map(|(_, child)| *child).filter(|&child| !self.settled(child)));
            }
        }
        let dropped: Vec<usize> =
            self.asked.iter().copied().filter(|place| !needed.contains(place)).collect();
        for place in dropped {
            self.asked.remove(&place);
            self.nodes[place].state = State::Open;
            self.useless.push(self.nodes[place].position.clone());
            self.weigh_upwards(place);
        }
    }

    /// The open node that promises most; `None` when every promising one is asked about.
    fn promising(&self) -> Option<usize> {
        let mut place = 0;
        loop {
            let node = &self.nodes[place];
            match &node.state {
                State::Open => return Some(place),
                State::Asked | State::Known(..) => return None,
                State::Split(children, best) => {
                    let ours = node.mover == self.first;
                    let free = children
                        .iter()
                        .map(|(_, child)| *child)
                        .filter(|&child| !self.settled(child) && !self.nodes[child].busy);
                    place = free.min_by_key(|&child| {
                        let Node { proof, disproof, .. } = self.nodes[child];
                        let (chosen, other) = if ours { (proof, disproof) } else { (disproof, proof) };
                        (Tree::doubted(chosen, child, *best), other)
                    })?;
                }
            }
        }
    }

    /// Takes an answer about a node.
    fn answer(&mut self, place: usize, answer: &Answer) -> Result<(), String> {
        self.answered += 1;
        self.spent += answer.nodes;
        match &answer.solved {
            Some((value, mv)) => {
                let value = if self.only_wins { value.signum() } else { *value };
                let margin = graded(value, answer.won);
                let ours = if self.nodes[place].mover == self.first { margin } else { -margin };
                self.nodes[place].bounds = (ours, ours);
                self.nodes[place].state = State::Known(Some(mv.clone()));
            }
            None => self.split(place, answer.hint.as_ref())?,
        }
        self.carry(place);
        Ok(())
    }

    /// Takes an answer that was kept; one about a position that is not in the tree yet waits until it is.
    fn recall(&mut self, position: String, answer: Answer) -> Result<(), String> {
        match self.places.get(&position) {
            Some(&place) if matches!(self.nodes[place].state, State::Open) => self.answer(place, &answer),
            _ => {
                self.known.insert(position, answer);
                Ok(())
            }
        }
    }

    /// What part of the tree below a node is proved.
    fn proved(&self, place: usize, shares: &mut HashMap<usize, f64>) -> f64 {
        if let Some(share) = shares.get(&place) {
            return *share;
        }
        let share = match &self.nodes[place].state {
            _ if self.settled(place) => 1.0,
            State::Known(..) => 1.0,
            State::Open | State::Asked => 0.0,
            State::Split(children, _) => {
                let sum: f64 = children.iter().map(|(_, child)| self.proved(*child, shares)).sum();
                sum / children.len().max(1) as f64
            }
        };
        shares.insert(place, share);
        share
    }

    fn tell(&mut self) {
        if self.told.elapsed().as_secs() < 2 {
            return;
        }
        self.told = Instant::now();
        (self.progress)(&Extent {
            proved: self.proved(0, &mut HashMap::new()),
            positions: self.nodes.len(),
            answered: self.answered,
            asked: self.asked.len(),
            nodes: self.spent,
        });
    }

    /// Whether it is known what the root is worth.
    fn is_over(&self) -> bool {
        let (least, most) = self.nodes[0].bounds;
        least == most
    }

    /// What the root is worth, with a line of best moves as far as the tree knows them.
    fn solution(&self, began: Instant) -> Option<Solution> {
        if !self.is_over() {
            return None;
        }
        let margin = self.nodes[0].bounds.0;
        let mv = match &self.nodes[0].state {
            State::Known(mv) => mv.as_ref()?,
            State::Split(children, _) => {
                &children.iter().find(|(_, child)| self.nodes[*child].bounds.0 >= margin)?.0
            }
            State::Open | State::Asked => return None,
        };
        let winner = match margin {
            0 => None,
            margin => Some(if (margin > 0) == (self.first == 0) { 1 } else { 2 }),
        };
        Some(Solution {
            exact: true,
            winner,
            value: margin / 2,
            mv: mv.clone(),
            best: None,
            values: None,
            pv: vec![mv.clone()],
            nodes: self.spent,
            time_ms: began.elapsed().as_millis() as u64,
        })
    }
}

impl Source<Proving> for Tree<'_> {
    fn next(&mut self) -> Next<String> {
        loop {
            if self.is_over() || self.stop.load(Ordering::Relaxed) || self.trouble.is_some() {
                return Next::End;
            }
            let most = (AHEAD * self.hands.load(Ordering::Relaxed)).min(ASKED);
            let Some(place) = self.promising().filter(|_| self.asked.len() < most) else {
                return Next::Wait;
            };
            let position = self.nodes[place].position.clone();
            if let Some(answer) = self.known.remove(&position) {
                self.trouble = self.answer(place, &answer).err();
                continue;
            }
            self.nodes[place].state = State::Asked;
            self.asked.insert(place);
            self.carry(place);
            return Next::Job(position);
        }
    }

    fn take(&mut self, position: String, outcome: Outcome<Answer>) -> Result<(), String> {
        let answer = match outcome {
            Outcome::Done { output, .. } => output,
            Outcome::Failed(sentence) => return Err(sentence),
            // Perhaps it was too large for the machines; smaller ones may not be.
            Outcome::GivenUp(_) => Answer { solved: None, won: 0, hint: None, nodes: 0 },
        };
        if let Some(journal) = &mut self.journal {
            journal.add(&(&position, &answer)).map_err(|error| format!("cannot keep an answer: {error}"))?;
        }
        let place = self.places[&position];
        self.asked.remove(&place);
        self.answer(place, &answer)?;
        self.tell();
        self.trouble.take().map_or(Ok(()), Err)
    }

    fn useless(&mut self) -> Vec<String> {
        std::mem::take(&mut self.useless)
    }

    fn waits(&self) -> bool {
        !self.is_over() && !self.stop.load(Ordering::Relaxed)
    }
}

/// The margin for seat 1 of a finished game, graded.
fn margin(ending: &table::Ending, only_wins: bool) -> i32 {
    let has = |seat: usize| i32::from(ending.winners.contains(&seat));
    let won = has(1) - has(2);
    match ending.scores.as_slice() {
        [first, second] if !only_wins => graded(first - second, won),
        _ => graded(won, won),
    }
}

/// Twice a margin, so that equal points which somebody wins lie between a draw and one point.
fn graded(margin: i32, won: i32) -> i32 {
    if margin == 0 { won } else { 2 * margin }
}

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
use table::{Best, Family, Games, Match, Means, Solution};

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
        Ok(Answer { solved: solved.map(|solution| (solution.value, solution.mv)), nodes: control.nodes() })
    }
}

/// A position of the tree.
struct Node {
    position: String,
    /// Who moves: 0 or 1.
    mover: usize,
    state: State,
    parents: Vec<usize>,
    /// How many positions must at least be answered to prove that the first player of the root wins, and that it does not.
    proof: u32,
    disproof: u32,
}

enum State {
    /// Nobody was asked yet.
    Open,
    /// Somebody is asked.
    Asked,
    /// Too large to answer at once: the moves and what they lead to.
    Split(Vec<(String, usize)>),
    /// The margin for seat 1, and a best move unless the game is over.
    Known(i32, Option<String>),
}

/// What cannot be.
const NEVER: u32 = u32::MAX / 2;
/// A question under way counts as this much work, so that the next goes elsewhere.
const BUSY: u32 = 1000;

/// The tree above the questions.
struct Tree<'a> {
    proving: &'a Proving,
    nodes: Vec<Node>,
    places: HashMap<String, usize>,
    /// Whether only winning counts, so that one winning move is enough.
    only_wins: bool,
    /// Who moves at the root.
    first: usize,
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
            let state = match board.ending() {
                Some(ending) => State::Known(margin(&ending, self.only_wins), None),
                None => State::Open,
            };
            let mover = board.to_move().unwrap_or(0);
            self.nodes.push(Node { position, mover, state, parents: Vec::new(), proof: 1, disproof: 1 });
            self.nodes.len() - 1
        });
        self.nodes[place].parents.extend(parent);
        self.weigh(place);
        place
    }

    /// Splits a position into those after it.
    fn split(&mut self, place: usize) -> Result<(), String> {
        let position = self.nodes[place].position.clone();
        let opened = self.proving.family.open_at(&self.proving.options, &position);
        let board = opened.map_err(|error| error.to_string())?;
        let mut children = Vec::new();
        for (number, mv) in board.legal().into_iter().enumerate() {
            let mut after = board.fork();
            after.play_nth(number).ok_or("a listed move is refused")?;
            if after.ending().is_none() && after.to_move().is_none() {
                return Err("chance acts in this game, so its positions cannot be split into jobs".into());
            }
            let child = self.place(after.as_ref(), Some(place));
            if children.iter().all(|(_, known)| *known != child) {
                children.push((mv, child));
            }
        }
        self.nodes[place].state = State::Split(children);
        Ok(())
    }

    /// What the node is worth by those after it; whether anything has changed.
    fn weigh(&mut self, place: usize) -> bool {
        let node = &self.nodes[place];
        let old = (node.proof, node.disproof);
        let fresh = match &node.state {
            State::Known(margin, _) => {
                let won = if self.first == 0 { *margin > 0 } else { *margin < 0 };
                if won { (0, NEVER) } else { (NEVER, 0) }
            }
            State::Open => (1, 1),
            State::Asked => (BUSY, BUSY),
            State::Split(children) => {
                let numbers = || {
                    children.iter().map(|(_, child)| (self.nodes[*child].proof, self.nodes[*child].disproof))
                };
                let sum = |all: &mut dyn Iterator<Item = u32>| {
                    all.fold(0u32, |sum, one| sum.saturating_add(one).min(NEVER))
                };
                if node.mover == self.first {
                    (numbers().map(|n| n.0).min().unwrap_or(NEVER), sum(&mut numbers().map(|n| n.1)))
                } else {
                    (sum(&mut numbers().map(|n| n.0)), numbers().map(|n| n.1).min().unwrap_or(NEVER))
                }
            }
        };
        (self.nodes[place].proof, self.nodes[place].disproof) = fresh;
        old != fresh
    }

    /// The worth of a split node, once those after it decide it.
    fn decide(&self, place: usize) -> Option<(i32, Option<String>)> {
        let node = &self.nodes[place];
        let State::Split(children) = &node.state else { return None };
        let sign = if node.mover == 0 { 1 } else { -1 };
        let mut best: Option<(i32, &String)> = None;
        let mut complete = true;
        for (mv, child) in children {
            match self.nodes[*child].state {
                State::Known(margin, _) if best.is_none_or(|(most, _)| sign * margin > most) => {
                    best = Some((sign * margin, mv));
                }
                State::Known(..) => {}
                _ => complete = false,
            }
        }
        let (value, mv) = best?;
        (complete || self.only_wins && value > 0).then(|| (sign * value, Some(mv.clone())))
    }

    /// Carries what has become known of a node upwards.
    fn carry(&mut self, place: usize) {
        let (mut waiting, mut decided) = (vec![place], false);
        while let Some(place) = waiting.pop() {
            let now_known = self.decide(place);
            let settled = now_known.is_some() || matches!(self.nodes[place].state, State::Known(..));
            if let Some((margin, mv)) = now_known {
                self.nodes[place].state = State::Known(margin, mv);
                decided = true;
            }
            if self.weigh(place) || settled {
                waiting.extend(
                    self.nodes[place]
                        .parents
                        .iter()
                        .filter(|&&parent| !matches!(self.nodes[parent].state, State::Known(..))),
                );
            }
        }
        if decided {
            self.drop_useless();
        }
    }

    /// Questions on which nothing depends any more are taken back.
    fn drop_useless(&mut self) {
        let mut needed = HashSet::new();
        let mut waiting = vec![0];
        while let Some(place) = waiting.pop() {
            if needed.insert(place)
                && let State::Split(children) = &self.nodes[place].state
            {
                waiting.extend(children.iter().map(|(_, child)| *child));
            }
        }
        let dropped: Vec<usize> =
            self.asked.iter().copied().filter(|place| !needed.contains(place)).collect();
        for place in dropped {
            self.asked.remove(&place);
            self.nodes[place].state = State::Open;
            self.useless.push(self.nodes[place].position.clone());
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
                State::Split(children) => {
                    let mine = node.mover == self.first;
                    let unknown = children
                        .iter()
                        .map(|(_, child)| *child)
                        .filter(|&child| !matches!(self.nodes[child].state, State::Known(..)));
                    place = unknown.min_by_key(|&child| {
                        let node = &self.nodes[child];
                        if mine { (node.proof, node.disproof) } else { (node.disproof, node.proof) }
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
                let margin = if self.nodes[place].mover == 0 { *value } else { -value };
                self.nodes[place].state = State::Known(margin, Some(mv.clone()));
            }
            None => self.split(place)?,
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
            State::Known(..) => 1.0,
            State::Open | State::Asked => 0.0,
            State::Split(children) => {
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

    /// What the root is worth, with a line of best moves as far as the tree knows them.
    fn solution(&self, began: Instant) -> Option<Solution> {
        let State::Known(margin, Some(mv)) = &self.nodes[0].state else { return None };
        let value = if self.first == 0 { *margin } else { -margin };
        let winner = match margin {
            0 => None,
            margin => Some(if *margin > 0 { 1 } else { 2 }),
        };
        Some(Solution {
            exact: true,
            winner,
            value,
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
            let over = matches!(self.nodes[0].state, State::Known(..)) || self.stop.load(Ordering::Relaxed);
            if over || self.trouble.is_some() {
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
            Outcome::GivenUp(_) => Answer { solved: None, nodes: 0 },
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
        !matches!(self.nodes[0].state, State::Known(..)) && !self.stop.load(Ordering::Relaxed)
    }
}

/// The margin for seat 1 of a finished game.
fn margin(ending: &table::Ending, only_wins: bool) -> i32 {
    let won = |seat: usize| i32::from(ending.winners.contains(&seat));
    match ending.scores.as_slice() {
        [first, second] if !only_wins => first - second,
        _ => won(1) - won(2),
    }
}

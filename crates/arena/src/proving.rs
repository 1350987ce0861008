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
use table::{Best, Family, Findings, Games, Match, Means, Prover, Solution, Tried, Wanted, graded};

use crate::journal::Journal;

/// How a position is to be proved.
pub struct Proving {
    /// The game.
    pub family: Family,
    /// Its options.
    pub options: Options,
    /// A position that takes more nodes than this, and more than a part of all that were spent before, is split.
    pub nodes: u64,
    /// About how many bytes for the tables of each job.
    pub memory: usize,
}

/// What another machine must know to answer questions.
#[derive(Serialize, Deserialize)]
struct Brief {
    game: String,
    options: BTreeMap<String, String>,
    memory: usize,
}

/// Whether the side to move gets more than `aim` from a position, and the nodes that the answer may take.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Question {
    position: String,
    /// As [`graded`].
    aim: i32,
    nodes: u64,
}

/// What came of a question.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Answer {
    /// Bounds on the margin of the side to move, graded; `None` when it takes too many nodes to know whether it is more than the aim.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    bounds: Option<(i32, i32)>,
    /// With bounds a move that keeps the lower, if it was seen. Without, all moves that matter, the most promising first; none where nobody knows.
    moves: Vec<Tried>,
    nodes: u64,
}

/// An answer that is kept: the name of its position in the tree, the question, the answer.
type Kept = (String, Question, Answer);

/// How far a proof is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Extent {
    /// What part of the likely proof is found: of the side that looks like having its way the move that is furthest, of the other side all moves, evenly.
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

/// A question may take this part of the nodes that each who answers has spent before: the larger the proof, the larger its parts, and the less is spent on those that are too large.
const PART: u64 = 8;

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
                nodes: 0,
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
        let hands = AtomicUsize::new(crew.at_once(PROOF));
        let mut tree = Tree::new(self, board, (stop, &hands), progress);
        if let Some(path) = file {
            // Answers hold whatever a job may use.
            let about = format!("questions {} {} {}", self.family.info.name, self.options, board.position());
            let stamp = fleet::fingerprint(about.as_bytes());
            let read = |line: &[u8]| serde_json::from_slice::<Kept>(line).map_err(|error| error.to_string());
            let (journal, lines) = Journal::of(path, "proof", &stamp, read)?;
            // In the order in which they came, so that the tree is what it was.
            for kept in lines {
                tree.recall(kept)?;
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
        Ok(tree.solution(board, began))
    }

    /// The move that looks best to a short search, for solvers without an opinion: the tree above grows where the proof may be.
    fn hint(board: &dyn Match, nodes: u64, control: &Control) -> Option<String> {
        let control = control.part(Limits { nodes: Some(nodes / HINT), ..Limits::default() });
        let player = "alphabeta".parse().ok()?;
        Some(board.bot(&player, 0).ok()?.think(board, &control, Wanted::best()).ok()?.mv)
    }
}

impl Work for Proving {
    type Input = Question;
    type Output = Answer;
    /// The solver: what it has found holds for later positions too. So how many questions are answered in time depends on who answers them, but no answer is ever another.
    type Bench = Option<Box<dyn Prover>>;

    fn kind(&self) -> &'static str {
        PROOF
    }

    fn brief(&self) -> String {
        let brief = Brief {
            game: self.family.info.name.to_string(),
            options: self.options.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect(),
            memory: self.memory,
        };
        serde_json::to_string(&brief).expect("plain data")
    }

    fn carry_out(
        &self,
        question: &Question,
        bench: &mut Self::Bench,
        stop: &Arc<AtomicBool>,
    ) -> Result<Answer, String> {
        let opened = self.family.open_at(&self.options, &question.position);
        let board = opened.map_err(|error| error.to_string())?;
        let control = Control::stoppable(Limits::default(), stop.clone());
        let prover = bench.get_or_insert_with(|| board.prover(Means::memory(self.memory)));
        let Some(findings) = prover.ask(board.as_ref(), question.aim, question.nodes, &control) else {
            return Ok(Answer { nodes: control.nodes(), ..Answer::default() });
        };
        let Findings { bounds, mut moves, ordered } = findings;
        if bounds.is_none()
            && !ordered
            && let Some(hint) = Proving::hint(board.as_ref(), question.nodes, &control)
            && let Some(place) = moves.iter().position(|tried| tried.mv == hint)
        {
            moves[..=place].rotate_right(1);
        }
        Ok(Answer { bounds, moves, nodes: control.nodes() })
    }
}

/// A position of the tree.
struct Node {
    /// What it has in common with those that are worth the same.
    name: String,
    /// One of these.
    position: String,
    /// Who moves: 0 or 1.
    mover: usize,
    state: State,
    parents: Vec<usize>,
    /// The margin for who moves at the root, graded, is not below the first and not above the second of these.
    bounds: (i32, i32),
    /// How many positions must at least be answered to prove that this margin is more than the tree's aim, and that it is not.
    proof: u32,
    disproof: u32,
    /// Everything below it that is of use is asked about.
    busy: bool,
    /// A move that keeps the lower bound of who moves, if an answer named it.
    best: Option<String>,
}

enum State {
    /// Nobody is asked.
    Open,
    /// Somebody is.
    Asked(Question),
    /// Too large to answer at once: the moves, the most promising first, and what they lead to.
    Split(Vec<(String, usize)>),
}

/// What cannot be.
const NEVER: u32 = u32::MAX / 2;
/// No margin is larger.
const MOST: i32 = 1 << 20;
/// A move is left for a less promising one when that takes so many times less work: mostly the proof goes on where it began.
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
    useless: Vec<Question>,
    /// Kept answers to questions that were not asked yet, by the name of the position and the aim.
    known: HashMap<(String, i32), (Question, Answer)>,
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
        (stop, hands): (&'a AtomicBool, &'a AtomicUsize),
        progress: &'a (dyn Fn(&Extent) + Sync),
    ) -> Tree<'a> {
        let mut tree = Tree {
            proving,
            nodes: Vec::new(),
            places: HashMap::new(),
            only_wins: matches!(board.info().objective, Objective::Win),
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
        tree.place(board, None, None);
        tree
    }

    /// The node of this position, new or not, below this parent.
    fn place(&mut self, board: &dyn Match, likeness: Option<u64>, parent: Option<usize>) -> usize {
        let position = board.position();
        let mover = board.to_move().unwrap_or(0);
        let name = likeness.map_or_else(|| position.clone(), |likeness| format!("{mover} {likeness:x}"));
        let place = *self.places.entry(name.clone()).or_insert_with(|| {
            let most = if self.only_wins { graded(1, 1) } else { MOST };
            let bounds = board.ending().map_or((-most, most), |ending| {
                let margin = margin(&ending, self.only_wins);
                let ours = if self.first == 0 { margin } else { -margin };
                (ours, ours)
            });
            let (state, parents, busy, best) = (State::Open, Vec::new(), false, None);
            self.nodes.push(Node {
                name,
                position,
                mover,
                state,
                parents,
                bounds,
                proof: 1,
                disproof: 1,
                busy,
                best,
            });
            self.nodes.len() - 1
        });
        self.nodes[place].parents.extend(parent);
        self.weigh(place);
        place
    }

    /// Splits a position into those after it.
    fn split(&mut self, place: usize, moves: &[Tried]) -> Result<(), String> {
        let opened = self.proving.family.open_at(&self.proving.options, &self.nodes[place].position);
        let board = opened.map_err(|error| error.to_string())?;
        let all: Vec<Tried>;
        let moves = if moves.is_empty() {
            let legal = board.legal().into_iter();
            all = legal.map(|mv| Tried { mv, bounds: None, likeness: None }).collect();
            &all
        } else {
            moves
        };
        let mover = self.nodes[place].mover;
        let mut children: Vec<(String, usize)> = Vec::new();
        for tried in moves {
            let mut after = board.fork();
            after.play(&tried.mv).map_err(|error| error.to_string())?;
            if after.ending().is_none() && after.to_move().is_none() {
                return Err("chance acts in this game, so its positions cannot be split into jobs".into());
            }
            let child = self.place(after.as_ref(), tried.likeness, Some(place));
            if let Some(bounds) = tried.bounds {
                self.narrow(child, mover, bounds);
                self.weigh_upwards(child);
            }
            if children.iter().all(|(_, known)| *known != child) {
                children.push((tried.mv.clone(), child));
            }
        }
        self.nodes[place].state = State::Split(children);
        Ok(())
    }

    /// Takes bounds on the margin of `seat` at a node.
    fn narrow(&mut self, place: usize, seat: usize, (least, most): (i32, i32)) {
        let (least, most) = if seat == self.first { (least, most) } else { (-most, -least) };
        let bounds = &mut self.nodes[place].bounds;
        *bounds = (bounds.0.max(least), bounds.1.min(most));
    }

    /// Whether the node answers the question at hand.
    fn settled(&self, place: usize) -> bool {
        let (least, most) = self.nodes[place].bounds;
        least > self.aim || most <= self.aim
    }

    /// The work for whoever chooses at a node, if this child is chosen.
    fn work(&self, place: usize, child: usize) -> u32 {
        let Node { proof, disproof, .. } = self.nodes[child];
        if self.nodes[place].mover == self.first { proof } else { disproof }
    }

    /// The children of a node that may be asked about: the most promising one that is not settled, or another that takes far less work; when the first of all is settled, those
    /// behind it as well, for then all of them may have to be.
    fn next_children<'b>(
        &'b self,
        place: usize,
        children: &'b [(String, usize)],
    ) -> impl Iterator<Item = usize> + 'b {
        let open = || children.iter().map(|(_, child)| *child).filter(|&child| !self.settled(child));
        let first = open().next();
        let easiest = open().min_by_key(|&child| self.work(place, child));
        let chosen = match (first, easiest) {
            (Some(first), Some(easiest)) if self.work(place, first) / DOUBT > self.work(place, easiest) => {
                Some(easiest)
            }
            _ => first,
        };
        let eldest = children.first().is_some_and(|(_, child)| !self.settled(*child));
        chosen.into_iter().chain(open().filter(move |&child| !eldest && Some(child) != chosen))
    }

    /// What the node is worth by those after it; whether anything has changed.
    fn weigh(&mut self, place: usize) -> bool {
        let node = &self.nodes[place];
        let old = (node.bounds, node.proof, node.disproof, node.busy);
        let ours = node.mover == self.first;
        if let State::Split(children) = &node.state {
            let bounds = || children.iter().map(|(_, child)| self.nodes[*child].bounds);
            let choose = if ours { i32::max } else { i32::min };
            let least = bounds().map(|bounds| bounds.0).reduce(choose);
            let most = bounds().map(|bounds| bounds.1).reduce(choose);
            if let Some((least, most)) = least.zip(most) {
                self.narrow(place, self.first, (least, most));
            }
        }
        let node = &self.nodes[place];
        let (proof, disproof, busy) = match &node.state {
            _ if node.bounds.0 > self.aim => (0, NEVER, false),
            _ if node.bounds.1 <= self.aim => (NEVER, 0, false),
            State::Asked(_) => (1, 1, true),
            State::Open => (1, 1, false),
            State::Split(children) => {
                let open = || children.iter().map(|(_, child)| *child).filter(|&child| !self.settled(child));
                let chosen = self.next_children(place, children).next();
                let choice = chosen.map_or(NEVER, |child| self.work(place, child));
                let all = open().fold(0u32, |sum, child| {
                    let Node { proof, disproof, .. } = self.nodes[child];
                    sum.saturating_add(if ours { disproof } else { proof }).min(NEVER)
                });
                let busy = self.next_children(place, children).all(|child| self.nodes[child].busy);
                if ours { (choice, all, busy) } else { (all, choice, busy) }
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
        for child in self.children(place) {
            self.weigh_all(child, seen);
        }
        self.weigh(place);
    }

    fn children(&self, place: usize) -> Vec<usize> {
        match &self.nodes[place].state {
            State::Split(children) => children.iter().map(|(_, child)| *child).collect(),
            State::Open | State::Asked(_) => Vec::new(),
        }
    }

    /// Questions on which nothing depends any more are taken back.
    fn drop_useless(&mut self) {
        let mut needed = HashSet::new();
        let mut waiting = vec![0];
        while let Some(place) = waiting.pop() {
            if !self.settled(place) && needed.insert(place) {
                waiting.extend(self.children(place));
            }
        }
        let dropped: Vec<usize> =
            self.asked.iter().copied().filter(|place| !needed.contains(place)).collect();
        for place in dropped {
            self.asked.remove(&place);
            if let State::Asked(question) = std::mem::replace(&mut self.nodes[place].state, State::Open) {
                self.useless.push(question);
            }
            self.weigh_upwards(place);
        }
    }

    /// The open node that promises most; `None` when every promising one is asked about.
    fn promising(&self) -> Option<usize> {
        let mut place = 0;
        loop {
            match &self.nodes[place].state {
                State::Open => return Some(place),
                State::Asked(_) => return None,
                State::Split(children) => {
                    place = self.next_children(place, children).find(|&child| !self.nodes[child].busy)?;
                }
            }
        }
    }

    /// What to ask about an open node.
    fn question(&self, place: usize) -> Question {
        let node = &self.nodes[place];
        let hands = self.hands.load(Ordering::Relaxed) as u64;
        Question {
            position: node.position.clone(),
            aim: if node.mover == self.first { self.aim } else { -self.aim - 1 },
            nodes: self.proving.nodes.max(self.spent / PART / hands.max(1)),
        }
    }

    /// Takes an answer about a node.
    fn answer(&mut self, place: usize, position: String, answer: &Answer) -> Result<(), String> {
        self.answered += 1;
        self.spent += answer.nodes;
        let node = &mut self.nodes[place];
        (node.state, node.position) = (State::Open, position);
        let (old, mover) = (node.bounds, node.mover);
        match answer.bounds {
            Some(bounds) => {
                self.narrow(place, mover, bounds);
                let node = &mut self.nodes[place];
                let better = if mover == self.first { node.bounds.0 > old.0 } else { node.bounds.1 < old.1 };
                if better || node.best.is_none() {
                    node.best = answer.moves.first().map(|tried| tried.mv.clone());
                }
            }
            None => self.split(place, &answer.moves)?,
        }
        self.carry(place);
        Ok(())
    }

    /// Takes an answer that was kept; one about a position that is not in the tree yet waits until it is asked for.
    fn recall(&mut self, (name, question, answer): Kept) -> Result<(), String> {
        match self.places.get(&name) {
            Some(&place)
                if matches!(self.nodes[place].state, State::Open)
                    && !self.settled(place)
                    && self.question(place).aim == question.aim =>
            {
                self.answer(place, question.position, &answer)
            }
            _ => {
                self.known.insert((name, question.aim), (question, answer));
                Ok(())
            }
        }
    }

    /// What part of the proof that `leader` has its way is found below a node.
    fn proved(&self, place: usize, leader: usize, shares: &mut HashMap<usize, f64>) -> f64 {
        if let Some(share) = shares.get(&place) {
            return *share;
        }
        let share = match &self.nodes[place].state {
            _ if self.settled(place) => {
                let won = self.nodes[place].bounds.0 > self.aim;
                if won == (leader == self.first) { 1.0 } else { 0.0 }
            }
            State::Split(children) => {
                let shares = children.iter().map(|(_, child)| self.proved(*child, leader, shares));
                if self.nodes[place].mover == leader {
                    shares.fold(0.0, f64::max)
                } else {
                    shares.sum::<f64>() / children.len().max(1) as f64
                }
            }
            State::Open | State::Asked(_) => 0.0,
        };
        shares.insert(place, share);
        share
    }

    fn tell(&mut self) {
        if self.told.elapsed().as_secs() < 2 {
            return;
        }
        self.told = Instant::now();
        let Node { proof, disproof, .. } = self.nodes[0];
        let leader = if proof <= disproof { self.first } else { 1 - self.first };
        (self.progress)(&Extent {
            proved: self.proved(0, leader, &mut HashMap::new()),
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
    fn solution(&self, board: &dyn Match, began: Instant) -> Option<Solution> {
        if !self.is_over() {
            return None;
        }
        let margin = self.nodes[0].bounds.0;
        let mv = match &self.nodes[0].state {
            State::Split(children) => {
                children.iter().find(|(_, child)| self.nodes[*child].bounds.0 >= margin)?.0.clone()
            }
            State::Open | State::Asked(_) => match &self.nodes[0].best {
                Some(mv) => mv.clone(),
                // The tables have lost it, but all of it was answered at once.
                None => {
                    let control = Control::new(Limits::default());
                    board.solve(Means::memory(self.proving.memory), &control, Best::Any)?.mv
                }
            },
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
    fn next(&mut self) -> Next<Question> {
        loop {
            if self.is_over() || self.stop.load(Ordering::Relaxed) || self.trouble.is_some() {
                return Next::End;
            }
            let most = (AHEAD * self.hands.load(Ordering::Relaxed)).min(ASKED);
            let Some(place) = self.promising().filter(|_| self.asked.len() < most) else {
                return Next::Wait;
            };
            let question = self.question(place);
            let kept = self.known.remove(&(self.nodes[place].name.clone(), question.aim));
            if let Some((question, answer)) = kept {
                self.trouble = self.answer(place, question.position, &answer).err();
                continue;
            }
            self.nodes[place].state = State::Asked(question.clone());
            self.asked.insert(place);
            self.weigh_upwards(place);
            return Next::Job(question);
        }
    }

    fn take(&mut self, question: Question, outcome: Outcome<Answer>) -> Result<(), String> {
        let answer = match outcome {
            Outcome::Done { output, .. } => output,
            Outcome::Failed(sentence) => return Err(sentence),
            // Perhaps it was too large for the machines; smaller ones may not be.
            Outcome::GivenUp(_) => Answer::default(),
        };
        let asked =
            |place: &usize| matches!(&self.nodes[*place].state, State::Asked(known) if *known == question);
        let Some(place) = self.asked.iter().copied().find(asked) else { return Ok(()) };
        if let Some(journal) = &mut self.journal {
            let kept = (&self.nodes[place].name, &question, &answer);
            journal.add(&kept).map_err(|error| format!("cannot keep an answer: {error}"))?;
        }
        self.asked.remove(&place);
        self.answer(place, question.position, &answer)?;
        self.tell();
        self.trouble.take().map_or(Ok(()), Err)
    }

    fn useless(&mut self) -> Vec<Question> {
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

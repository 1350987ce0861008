//! Learning from games that were played: every position of a game is labelled by how far the game had come, towards the winner.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use game::{Game, Line, Planes, Rng, Seat, Symmetric};
use search::SuspectMaker;

use crate::agent::{adviser, play};
use crate::dense::{Dense, DenseAdam, Trace};
use crate::trainer::Progress;

/// What is to be learned and how. Together with the game and the games given it determines every bit of the result, whatever the number of threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lessons {
    /// Passes through everything that there is to learn from.
    pub rounds: u64,
    /// Games that the agent plays itself before a pass.
    pub games: usize,
    /// What everything random follows from.
    pub seed: u64,
}

impl Default for Lessons {
    fn default() -> Lessons {
        Lessons { rounds: 48, games: 48, seed: 1 }
    }
}

/// The first of so many parts of the passes goes through the games given alone: a net that knows nothing plays games from which there is little to
/// learn.
const ALONE: u64 = 6;

/// One of so many games given is held out: it is never learned from and tells how well the net judges what it has not seen.
const HELD_OUT: usize = 10;

/// Positions per step.
const BATCH: usize = 128;

/// The size of steps at the beginning and at the end.
const RATES: (f32, f32) = (1e-3, 1e-4);

/// A game as it was written down.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Transcript {
    /// The position before the first move; that of the game when it is missing.
    pub start: Option<String>,
    /// The moves, as texts.
    pub moves: Vec<String>,
}

impl Transcript {
    /// Plays the game again. `None` when a move cannot be played.
    fn replay<G: Game>(&self, game: &G) -> Option<Line<G>> {
        let start = self.start.as_ref().map_or_else(|| Ok(game.start()), |text| game.read(text)).ok()?;
        let mut line = Line::new(game.clone(), start);
        for text in &self.moves {
            let mv = game.read_move(line.state(), text).ok()?;
            line.play(mv).ok()?;
        }
        Some(line)
    }

    fn of<G: Game>(line: &Line<G>) -> Transcript {
        let pairs = line.states().iter().zip(line.moves());
        let moves = pairs.map(|(state, &mv)| line.game().write_move(state, mv)).collect();
        Transcript { start: None, moves }
    }
}

/// A finished game to learn from.
#[derive(Clone, Debug)]
struct Lesson<S> {
    states: Vec<S>,
    /// 1 when the first seat won, -1 when the second did.
    winner: f32,
}

impl<S: Copy> Lesson<S> {
    /// What the game teaches; `None` when nobody won it on the board.
    fn of<G: Game<State = S>>(line: &Line<G>) -> Option<Lesson<S>> {
        let winner = line.outcome()?.value(Seat::FIRST) as f32;
        let decided = winner != 0.0 && line.states().len() > 1;
        decided.then(|| Lesson { states: line.states().to_vec(), winner })
    }

    /// The label of a position: nothing at the start, the whole result at the end, and in between as far as the game had come.
    fn label(&self, at: usize) -> f32 {
        self.winner * at as f32 / (self.states.len() - 1) as f32
    }
}

/// A net of full layers in training.
pub struct Imitation<G: Game> {
    game: G,
    suspect: SuspectMaker<G>,
    pub(crate) lessons: Lessons,
    /// A checksum of the games given.
    pub(crate) digest: [u8; 32],
    given: Vec<Lesson<G::State>>,
    held_out: Vec<Lesson<G::State>>,
    /// Games that the agent played, decided or not.
    pub(crate) own: Vec<Transcript>,
    /// How many games it played that are not here: they are where its sheet came from.
    pub(crate) elsewhere: usize,
    taught: Vec<Lesson<G::State>>,
    pub(crate) net: Dense,
    pub(crate) adam: DenseAdam,
    pub(crate) round: u64,
}

impl<G: Planes + Symmetric> Imitation<G> {
    /// A fresh net, to learn from these games and from its own. Games that cannot be replayed, and those that nobody won on the board, are left
    /// out.
    pub fn new(game: &G, suspect: SuspectMaker<G>, lessons: Lessons, given: &[Transcript]) -> Imitation<G> {
        let planes = game.planes();
        let net = Dense::new(planes.inputs, planes.constant, lessons.seed);
        let decided = given.iter().filter_map(|transcript| Lesson::of(&transcript.replay(game)?));
        let (mut learned, mut held_out) = (Vec::new(), Vec::new());
        for (at, lesson) in decided.enumerate() {
            let part = if at % HELD_OUT == HELD_OUT - 1 { &mut held_out } else { &mut learned };
            part.push(lesson);
        }
        Imitation {
            game: game.clone(),
            suspect,
            lessons,
            digest: crate::imitation_checkpoint::digest(given),
            given: learned,
            held_out,
            own: Vec::new(),
            elsewhere: 0,
            taught: Vec::new(),
            adam: DenseAdam::new(&net),
            net,
            round: 0,
        }
    }

    /// What is to be done.
    pub fn lessons(&self) -> &Lessons {
        &self.lessons
    }

    /// Passes done.
    pub fn round(&self) -> u64 {
        self.round
    }

    /// Changes how many passes there will be; the sizes of the steps to come follow.
    pub fn set_rounds(&mut self, rounds: u64) {
        self.lessons.rounds = rounds.max(self.round + 1);
    }

    /// How many games the agent has played.
    pub fn played(&self) -> usize {
        self.elsewhere + self.own.len()
    }

    /// How many of the games given are used, those that are held out included.
    pub fn used(&self) -> usize {
        self.given.len() + self.held_out.len()
    }

    /// The game that is learned.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The net as it stands.
    pub fn net(&self) -> &Dense {
        &self.net
    }

    /// The weights as a file.
    pub fn weights(&self) -> Vec<u8> {
        self.net.to_bytes(&self.game.planes().layout)
    }

    /// Games that the next round plays: none as long as there are games given that have not been gone through often enough.
    pub fn due(&self) -> usize {
        let alone = self.lessons.rounds / ALONE;
        let needed = self.given.is_empty() || self.round >= alone;
        if needed { self.lessons.games } else { 0 }
    }

    /// Ends the round with its games, in their order, and a pass through all there is.
    pub fn learn(&mut self, played: Vec<Transcript>) -> Progress {
        self.add(played);
        let (positions, loss) = self.pass();
        self.round += 1;
        Progress { round: self.round, positions, loss }
    }

    /// The mean squared error on the games that are held out; `None` when there are none.
    pub fn error(&self) -> Option<f32> {
        let (mut trace, mut ones) = (Trace::default(), Vec::new());
        let (mut total, mut count) = (0.0, 0);
        for lesson in &self.held_out {
            for (at, state) in lesson.states.iter().enumerate() {
                self.game.show(state, &mut ones);
                total += f64::from(self.net.sum(&ones, &mut trace).tanh() - lesson.label(at)).powi(2);
                count += 1;
            }
        }
        (count > 0).then(|| (total / f64::from(count)) as f32)
    }

    /// Adds games that the agent played.
    pub(crate) fn add(&mut self, own: Vec<Transcript>) {
        let replayed = own.iter().filter_map(|transcript| Lesson::of(&transcript.replay(&self.game)?));
        self.taught.extend(replayed);
        self.own.extend(own);
    }

    /// Plays these games of the next round, numbered from 0: the net as it stands against a random player, in turns from both seats. Each follows
    /// from the net and its number alone, so it does not matter who plays it. `None` if `stop` was set before the end.
    pub fn play(&self, numbers: Range<usize>, stop: &AtomicBool) -> Option<Vec<Transcript>> {
        let adviser = adviser::<G>(Arc::new(self.net.clone()));
        let one = |number: usize| {
            let number = (self.played() + number) as u64;
            let seat = if number.is_multiple_of(2) { Seat::FIRST } else { Seat::SECOND };
            let mut rng = Rng::derive(self.lessons.seed, number);
            let go_on = !stop.load(Ordering::Relaxed);
            go_on.then(|| Transcript::of(&play(&self.game, &adviser, self.suspect, seat, &mut rng)))
        };
        numbers.map(one).collect()
    }

    /// Steps through every position once, each turned or mirrored at random. Gives how many there were and their mean loss.
    fn pass(&mut self) -> (usize, f32) {
        let mut rng = Rng::derive(self.lessons.seed ^ 0x5eed, self.round);
        let lessons: Vec<&Lesson<G::State>> = self.given.iter().chain(&self.taught).collect();
        let mut places: Vec<(u32, u32)> = (0..)
            .zip(&lessons)
            .flat_map(|(number, lesson)| (0..lesson.states.len() as u32).map(move |at| (number, at)))
            .collect();
        rng.shuffle(&mut places);
        let done = self.round as f32 / self.lessons.rounds.max(1) as f32;
        let rate = RATES.0 * (RATES.1 / RATES.0).powf(done);
        let mut gradient = Dense::zero(self.net.inputs(), self.net.constant);
        let (mut trace, mut ones) = (Trace::default(), Vec::new());
        let mut total = 0.0;
        for batch in places.chunks(BATCH) {
            for &(number, at) in batch {
                let lesson = lessons[number as usize];
                let map = rng.below(self.game.order());
                let image = self.game.image(map, &lesson.states[at as usize]);
                let exchanged = self.game.image_seat(map, Seat::FIRST) != Seat::FIRST;
                let label = lesson.label(at as usize);
                self.game.show(&image, &mut ones);
                let target = if exchanged { -label } else { label };
                total += f64::from(self.net.learn(&ones, target, &mut trace, &mut gradient));
            }
            self.adam.step(&mut self.net, &mut gradient, batch.len(), rate);
        }
        (places.len(), (total / places.len().max(1) as f64) as f32)
    }
}

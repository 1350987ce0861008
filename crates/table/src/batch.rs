//! Many games of one kind side by side, for programs that learn.

use game::{Numbered, Outcome, Rng, Seat, Turn};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::bits::{Tellers, viewer};

/// The most games of a batch.
pub const MOST_GAMES: usize = 1 << 20;

/// Many games of one kind side by side. Players move by the numbers of their moves; chance acts by itself, at once. A game that is over stays as
/// it is until [`Batch::restart`]. Results are written into the caller's slices, which must be as long as said.
pub trait Batch: Send {
    /// How many games.
    fn games(&self) -> usize;

    /// How many seats each has.
    fn seats(&self) -> usize;

    /// How many numbers moves have.
    fn actions(&self) -> usize;

    /// How many numbers an observation has.
    fn observed(&self) -> usize;

    /// The index of the seat to move in each game; -1 in those that are over.
    fn turns(&self, seats: &mut [i8]);

    /// For each game and each number 1 where the move is legal, 0 elsewhere.
    fn legal(&mut self, mask: &mut [u8]);

    /// Each position as the player to move sees it; one that ends the game as the first seat does.
    fn observe(&self, values: &mut [u8]);

    /// How many features a net that corrects the evaluation is told of a position; `None` in a game that has no such nets.
    fn features(&self) -> Option<usize>;

    /// What such nets are told, see [`crate::Bits`]: the features of each game, and for each its base and its head. Through the eyes of the first seat
    /// in games of two, else of the player to move. Games that are over are left out: their features and base are 0.
    fn tell(&self, bits: &mut [u8], bases: &mut [f32], heads: &mut [u8]);

    /// A legal move for each game, drawn evenly; -1 for those that are over.
    fn draw(&mut self, actions: &mut [i64]);

    /// Plays a move in each game that is not over; the numbers for the others are ignored.
    ///
    /// # Errors
    /// When there is not one number for each game, or one is not legal; then nothing is played.
    fn step(&mut self, actions: &[i64]) -> Result<(), BatchError>;

    /// Plays a legal move, drawn evenly, in each game that is not over, and says how many those were.
    fn step_randomly(&mut self) -> usize;

    /// Begins every game anew that is over, and says how many those were.
    fn restart(&mut self) -> usize;

    /// What the result is worth to each seat of each game, see [`Outcome::value`]; 0 while a game goes on.
    fn values(&self, values: &mut [f32]);

    /// The points of each seat of each game that is over; 0 while it goes on.
    fn scores(&self, scores: &mut [i32]);

    /// How many moves have been made in each game, chance not counted.
    fn plies(&self, plies: &mut [u32]);

    /// Every position as text.
    fn positions(&self) -> Vec<String>;

    /// All games as they stand, and all luck to come, as a line of JSON for [`Batch::resume`].
    fn keep(&self) -> String;

    /// Goes on with games that were kept, of the same game and as many as these.
    ///
    /// # Errors
    /// When the line is not that of such games; then nothing changes.
    fn resume(&mut self, kept: &str) -> Result<(), BatchError>;
}

/// Why a batch refused what it was asked.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BatchError {
    /// That many games do not fit.
    #[error("{0} games were asked for; expected 1 to {MOST_GAMES}")]
    Games(usize),
    /// The numbers are not one for each game.
    #[error("{given} actions were given for {games} games")]
    Count {
        /// How many numbers.
        given: usize,
        /// How many games.
        games: usize,
    },
    /// A number is not that of a legal move.
    #[error("action {action} is not legal in game {game}: {position}")]
    Illegal {
        /// The number.
        action: i64,
        /// The index of the game.
        game: usize,
        /// Its position.
        position: String,
    },
    /// What was kept is not that of such games.
    #[error("the kept games cannot be read: {0}")]
    Kept(String),
}

/// The games.
pub(crate) struct Side<G: Numbered> {
    game: G,
    start: G::State,
    lanes: Vec<Lane<G>>,
    observed: usize,
    tellers: Option<Tellers<G>>,
    /// Scratch space.
    moves: Vec<G::Move>,
    chosen: Vec<Option<G::Move>>,
}

/// One of them.
struct Lane<G: Numbered> {
    state: G::State,
    rng: Rng,
    outcome: Option<Outcome>,
    plies: u32,
    /// The positions that may not come back, in a game where that matters.
    recent: Vec<G::State>,
}

/// A game as it is kept.
#[derive(Serialize, Deserialize)]
struct Kept {
    position: String,
    rng: [u64; 4],
    plies: u32,
    recent: Vec<String>,
    /// Whether it ended because a position came back.
    repeated: bool,
}

impl<G: Numbered> Lane<G> {
    fn keep(&self, game: &G) -> Kept {
        Kept {
            position: game.write(&self.state),
            rng: self.rng.state(),
            plies: self.plies,
            recent: self.recent.iter().map(|state| game.write(state)).collect(),
            repeated: self.outcome.is_some() && game.turn(&self.state) != Turn::Over,
        }
    }

    fn resume(game: &G, kept: Kept) -> Result<Lane<G>, BatchError> {
        let read = |text: &String| game.read(text).map_err(|problems| BatchError::Kept(problems.to_string()));
        let state = read(&kept.position)?;
        let outcome = match game.turn(&state) {
            Turn::Over => Some(game.outcome(&state)),
            Turn::Player(_) => game.repetition().filter(|_| kept.repeated),
            Turn::Chance => return Err(BatchError::Kept(format!("chance is to act in {}", kept.position))),
        };
        let recent = kept.recent.iter().map(read).collect::<Result<_, _>>()?;
        Ok(Lane { state, rng: Rng::resume(kept.rng), outcome, plies: kept.plies, recent })
    }

    /// Plays a legal move, lets chance act, and notes the result if that was the end.
    #[inline]
    fn play(&mut self, game: &G, mv: G::Move, moves: &mut Vec<G::Move>) {
        let repetition = game.repetition();
        if repetition.is_some() {
            if game.irreversible(&self.state, mv) {
                self.recent.clear();
            } else {
                self.recent.push(self.state);
            }
        }
        game.play(&mut self.state, mv);
        self.plies += 1;
        self.settle(game, moves);
        if self.outcome.is_none() && self.recent.contains(&self.state) {
            self.outcome = repetition;
        }
    }

    /// Lets chance act until a player is to move or the game is over.
    #[inline]
    fn settle(&mut self, game: &G, moves: &mut Vec<G::Move>) {
        loop {
            match game.turn(&self.state) {
                Turn::Player(_) => return,
                Turn::Over => {
                    self.outcome = Some(game.outcome(&self.state));
                    return;
                }
                Turn::Chance => {
                    let event = game.sample(&self.state, &mut self.rng, moves);
                    game.play(&mut self.state, event);
                }
            }
        }
    }

    fn seat(&self, game: &G) -> Option<Seat> {
        if self.outcome.is_some() { None } else { game.turn(&self.state).seat() }
    }
}

impl<G: Numbered> Side<G> {
    pub(crate) fn new(
        game: G,
        start: G::State,
        tellers: Option<Tellers<G>>,
        games: usize,
        seed: u64,
    ) -> Result<Side<G>, BatchError> {
        if !(1..=MOST_GAMES).contains(&games) {
            return Err(BatchError::Games(games));
        }
        let mut moves = Vec::new();
        let lane = |index: usize| {
            let rng = Rng::derive(seed, index as u64);
            let mut lane = Lane { state: start, rng, outcome: None, plies: 0, recent: Vec::new() };
            lane.settle(&game, &mut moves);
            lane
        };
        let lanes = (0..games).map(lane).collect();
        let observed = game.view().len();
        Ok(Side { game, start, lanes, observed, tellers, moves, chosen: Vec::new() })
    }

    /// The result of each game that is over, beside its seats' slots.
    fn results<'a, T>(&'a self, slots: &'a mut [T]) -> impl Iterator<Item = (&'a Outcome, &'a mut [T])> {
        let lanes = self.lanes.iter().zip(slots.chunks_exact_mut(self.game.seats()));
        lanes.filter_map(|(lane, slots)| Some((lane.outcome.as_ref()?, slots)))
    }
}

impl<G: Numbered> Batch for Side<G> {
    fn games(&self) -> usize {
        self.lanes.len()
    }

    fn seats(&self) -> usize {
        self.game.seats()
    }

    fn actions(&self) -> usize {
        self.game.actions()
    }

    fn observed(&self) -> usize {
        self.observed
    }

    fn turns(&self, seats: &mut [i8]) {
        for (lane, slot) in self.lanes.iter().zip(seats) {
            *slot = lane.seat(&self.game).map_or(-1, |seat| seat.index() as i8);
        }
    }

    fn legal(&mut self, mask: &mut [u8]) {
        mask.fill(0);
        for (lane, mask) in self.lanes.iter().zip(mask.chunks_exact_mut(self.game.actions())) {
            if lane.outcome.is_none() {
                self.game.moves(&lane.state, &mut self.moves);
                self.moves.iter().for_each(|&mv| mask[self.game.action(&lane.state, mv)] = 1);
            }
        }
    }

    fn observe(&self, values: &mut [u8]) {
        values.fill(0);
        for (lane, values) in self.lanes.iter().zip(values.chunks_exact_mut(self.observed)) {
            self.game.observe(&lane.state, lane.seat(&self.game).unwrap_or(Seat::FIRST), values);
        }
    }

    fn features(&self) -> Option<usize> {
        self.tellers.map(|tellers| (tellers.teller)(&self.game).count())
    }

    fn tell(&self, bits: &mut [u8], bases: &mut [f32], heads: &mut [u8]) {
        let Some(tellers) = self.tellers else { return };
        let teller = (tellers.teller)(&self.game);
        let slots = bits.chunks_exact_mut(teller.count()).zip(bases.iter_mut().zip(heads));
        for (lane, (bits, (base, head))) in self.lanes.iter().zip(slots) {
            if lane.outcome.is_some() {
                bits.fill(0);
                (*base, *head) = (0.0, 0);
                continue;
            }
            let told = teller.tell(&lane.state, viewer(&self.game, &lane.state), bits);
            (*base, *head) = (told.0, told.1 as u8);
        }
    }

    fn draw(&mut self, actions: &mut [i64]) {
        for (lane, slot) in self.lanes.iter_mut().zip(actions) {
            *slot = -1;
            if lane.outcome.is_none() {
                self.game.moves(&lane.state, &mut self.moves);
                let drawn = lane.rng.pick(&self.moves);
                *slot = drawn.map_or(-1, |mv| self.game.action(&lane.state, mv) as i64);
            }
        }
    }

    fn step(&mut self, actions: &[i64]) -> Result<(), BatchError> {
        if actions.len() != self.lanes.len() {
            return Err(BatchError::Count { given: actions.len(), games: self.lanes.len() });
        }
        self.chosen.clear();
        for (index, (lane, &action)) in self.lanes.iter().zip(actions).enumerate() {
            if lane.outcome.is_some() {
                self.chosen.push(None);
                continue;
            }
            let number = usize::try_from(action).ok();
            match number.and_then(|number| self.game.numbered(&lane.state, number, &mut self.moves)) {
                Some(mv) => self.chosen.push(Some(mv)),
                None => {
                    let position = self.game.write(&lane.state);
                    return Err(BatchError::Illegal { action, game: index, position });
                }
            }
        }
        for (lane, chosen) in self.lanes.iter_mut().zip(&self.chosen) {
            if let Some(mv) = *chosen {
                lane.play(&self.game, mv, &mut self.moves);
            }
        }
        Ok(())
    }

    fn step_randomly(&mut self) -> usize {
        let mut played = 0;
        for lane in self.lanes.iter_mut().filter(|lane| lane.outcome.is_none()) {
            self.game.moves(&lane.state, &mut self.moves);
            if let Some(mv) = lane.rng.pick(&self.moves) {
                lane.play(&self.game, mv, &mut self.moves);
                played += 1;
            }
        }
        played
    }

    fn restart(&mut self) -> usize {
        let mut restarted = 0;
        for lane in self.lanes.iter_mut().filter(|lane| lane.outcome.is_some()) {
            lane.state = self.start;
            lane.outcome = None;
            lane.plies = 0;
            lane.recent.clear();
            lane.settle(&self.game, &mut self.moves);
            restarted += 1;
        }
        restarted
    }

    fn values(&self, values: &mut [f32]) {
        values.fill(0.0);
        for (outcome, slots) in self.results(values) {
            for (seat, slot) in Seat::all(self.game.seats()).zip(slots) {
                *slot = outcome.value(seat) as f32;
            }
        }
    }

    fn scores(&self, scores: &mut [i32]) {
        scores.fill(0);
        for (outcome, slots) in self.results(scores) {
            slots.copy_from_slice(&outcome.scores[..slots.len()]);
        }
    }

    fn plies(&self, plies: &mut [u32]) {
        for (lane, slot) in self.lanes.iter().zip(plies) {
            *slot = lane.plies;
        }
    }

    fn positions(&self) -> Vec<String> {
        self.lanes.iter().map(|lane| self.game.write(&lane.state)).collect()
    }

    fn keep(&self) -> String {
        let lanes: Vec<Kept> = self.lanes.iter().map(|lane| lane.keep(&self.game)).collect();
        serde_json::to_string(&lanes).expect("plain data")
    }

    fn resume(&mut self, kept: &str) -> Result<(), BatchError> {
        let kept: Vec<Kept> =
            serde_json::from_str(kept).map_err(|error| BatchError::Kept(error.to_string()))?;
        if kept.len() != self.lanes.len() {
            let (given, games) = (kept.len(), self.lanes.len());
            return Err(BatchError::Kept(format!("there are {given} of them; expected {games}")));
        }
        self.lanes = kept.into_iter().map(|kept| Lane::resume(&self.game, kept)).collect::<Result<_, _>>()?;
        Ok(())
    }
}

//! Many games side by side.

use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;
use table::{Batch, MOST_GAMES};

use crate::arrays::{self, bytes, numbers};
use crate::position::Position;
use crate::refusal::{failed, wrong};
use crate::whole;

/// Features, bases and heads.
type Told<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>, Bound<'py, PyAny>);

fn side_by_side(given: &Bound<'_, PyAny>) -> PyResult<usize> {
    let refused = |text: &str| format!("{text} games were asked for; expected 1 to {MOST_GAMES}");
    whole::among(given, MOST_GAMES, refused)
}

/// Many games of one kind side by side, for training: BatchedGames(position, games, seed=0).
///
/// All begin at `position`. Players move by the numbers of their moves; chance acts by itself. A game that is over stays as it is until
/// `restart()`. Seats are counted from 0 here, so that they index the arrays. Batches can be copied and pickled: what they would draw goes along.
#[pyclass(frozen, module = "ludus")]
pub struct BatchedGames {
    batch: Mutex<Box<dyn Batch>>,
    start: Py<Position>,
    games: usize,
    seats: usize,
    actions: usize,
    shape: Vec<usize>,
}

impl BatchedGames {
    /// Does something with the games without the interpreter's lock, which nobody may wait for while holding them.
    fn with<T: Send>(&self, py: Python<'_>, work: impl FnOnce(&mut dyn Batch) -> T + Send) -> T {
        py.detach(|| work(self.batch.lock().unwrap_or_else(PoisonError::into_inner).as_mut()))
    }

    /// Does something that writes one byte array.
    fn filled<'py>(
        &self,
        py: Python<'py>,
        shape: &[usize],
        fill: impl FnOnce(&mut dyn Batch, &mut [u8]) + Send,
    ) -> PyResult<Bound<'py, PyAny>> {
        let batch = &self.batch;
        bytes(py, shape, |values| fill(batch.lock().unwrap_or_else(PoisonError::into_inner).as_mut(), values))
    }
}

#[pymethods]
impl BatchedGames {
    #[new]
    #[pyo3(signature = (position, games, seed = 0))]
    fn new(
        position: Bound<'_, Position>,
        #[pyo3(from_py_with = side_by_side)] games: usize,
        #[pyo3(from_py_with = whole::seed)] seed: u64,
    ) -> PyResult<BatchedGames> {
        let numbers = position.get().numbers()?;
        let batch = numbers.batch(games, seed).map_err(wrong)?;
        let mut shape = vec![games];
        shape.extend(numbers.view().shape);
        Ok(BatchedGames {
            games,
            seats: batch.seats(),
            actions: batch.actions(),
            shape,
            batch: Mutex::new(batch),
            start: position.clone().unbind(),
        })
    }

    fn __len__(&self) -> usize {
        self.games
    }

    /// How many seats each game has.
    #[getter]
    fn seats(&self) -> usize {
        self.seats
    }

    /// How many numbers moves have.
    #[getter]
    fn action_count(&self) -> usize {
        self.actions
    }

    /// The seat to move in each game, counted from 0; -1 in those that are over (int8, one for each game).
    fn turns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut seats = vec![0; self.games];
        self.with(py, |batch| batch.turns(&mut seats));
        numbers(py, "int8", &[self.games], &seats, i8::to_ne_bytes)
    }

    /// 1 where a move is legal, 0 elsewhere (uint8, games by actions).
    fn legal_mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.filled(py, &[self.games, self.actions], |batch, mask| batch.legal(mask))
    }

    /// Every position as the player to move sees it (uint8, games by the shape of an observation).
    fn observe<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.filled(py, &self.shape, |batch, values| batch.observe(values))
    }

    /// What nets that correct the game's evaluation are told of every position, through the eyes of the first seat in games of two, else of the player
    /// to move: features (uint8, games by features), what the evaluation says of winning, as log-odds (float32), and which output of a net counts
    /// (uint8). All 0 for games that are over.
    fn features<'py>(&self, py: Python<'py>) -> PyResult<Told<'py>> {
        let count = self.with(py, |batch| batch.features());
        let count = count.ok_or_else(|| failed("this game has nothing to tell a net"))?;
        let (mut bases, mut heads) = (vec![0.0; self.games], vec![0; self.games]);
        let bits =
            self.filled(py, &[self.games, count], |batch, bits| batch.tell(bits, &mut bases, &mut heads))?;
        let bases = numbers(py, "float32", &[self.games], &bases, f32::to_ne_bytes)?;
        Ok((bits, bases, numbers(py, "uint8", &[self.games], &heads, u8::to_ne_bytes)?))
    }

    /// A legal action for each game, drawn evenly; -1 for those that are over (int64).
    fn sample<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut actions = vec![0; self.games];
        self.with(py, |batch| batch.draw(&mut actions));
        numbers(py, "int64", &[self.games], &actions, i64::to_ne_bytes)
    }

    /// Plays one action in each game that is not over. An action that is not legal is refused with a ValueError, and nothing is played.
    fn step(&self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let actions = arrays::read(actions)?;
        self.with(py, |batch| batch.step(&actions)).map_err(wrong)
    }

    /// Plays a legal move, drawn evenly, in each game that is not over; returns how many those were.
    fn step_randomly(&self, py: Python<'_>) -> usize {
        self.with(py, |batch| batch.step_randomly())
    }

    /// Begins every game anew that is over; returns how many those were.
    fn restart(&self, py: Python<'_>) -> usize {
        self.with(py, |batch| batch.restart())
    }

    /// What the results are worth to each seat, from -1 (lost) to 1 (won alone); 0 while a game goes on (float32, games by seats).
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut values = vec![0.0; self.games * self.seats];
        self.with(py, |batch| batch.values(&mut values));
        numbers(py, "float32", &[self.games, self.seats], &values, f32::to_ne_bytes)
    }

    /// The points of each seat in games that are over (int32, games by seats).
    fn scores<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut scores = vec![0; self.games * self.seats];
        self.with(py, |batch| batch.scores(&mut scores));
        numbers(py, "int32", &[self.games, self.seats], &scores, i32::to_ne_bytes)
    }

    /// How many moves have been made in each game, deals not counted (uint32).
    fn plies<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut plies = vec![0; self.games];
        self.with(py, |batch| batch.plies(&mut plies));
        numbers(py, "uint32", &[self.games], &plies, u32::to_ne_bytes)
    }

    /// Every position as text.
    fn positions(&self, py: Python<'_>) -> Vec<String> {
        self.with(py, |batch| batch.positions())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Parts)> {
        let kept = self.with(py, |batch| batch.keep());
        Ok((py.import("ludus._ludus")?.getattr("resume")?, (self.start.clone_ref(py), self.games, kept)))
    }
}

/// What [`resume`] wants.
type Parts = (Py<Position>, usize, String);

/// Games that were kept; pickles are made of them.
#[pyfunction]
pub fn resume(
    py: Python<'_>,
    position: Bound<'_, Position>,
    games: usize,
    kept: &str,
) -> PyResult<BatchedGames> {
    let batch = BatchedGames::new(position, games, 0)?;
    batch.with(py, |batch| batch.resume(kept)).map_err(wrong)?;
    Ok(batch)
}

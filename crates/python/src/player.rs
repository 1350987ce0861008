//! Players made from their descriptions.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use game::{Control, Limits, Options};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use table::{Bot, BotError, Match, Thought, Wanted, Who};

use crate::json::python;
use crate::patience::{Time, patiently};
use crate::position::Position;
use crate::refusal::{failed, wrong};
use crate::whole;

/// How long a player thinks when nothing is said.
const USUAL: Duration = Duration::from_secs(2);

/// A player from its description, such as "master", "level3", "alphabeta:depth=6" or "exec:python3 bot.py":
/// Player(description, *, time=None, nodes=None, depth=None, seed=1).
///
/// Called with a position, it chooses a move. It thinks for two seconds unless time, nodes or depth say otherwise. Players can be pickled: the other
/// is made of the same description and remembers nothing.
#[pyclass(frozen, module = "ludus")]
pub struct Player {
    who: Who,
    limits: Limits,
    seed: u64,
    /// The player at work, and the game that it was made for.
    seated: Mutex<Option<Seated>>,
}

struct Seated {
    game: &'static str,
    options: Options,
    bot: Box<dyn Bot>,
}

impl Player {
    pub(crate) fn make(who: Who, limits: Limits, seed: u64) -> Player {
        let bounded = limits != Limits::default();
        let limits = Limits { time: if bounded { limits.time } else { Some(USUAL) }, ..limits };
        Player { who, limits, seed, seated: Mutex::new(None) }
    }

    pub(crate) fn ask(&self, py: Python<'_>, board: &dyn Match, lines: usize) -> PyResult<Thought> {
        if board.to_move().is_none() {
            return Err(failed("nobody is to move in this position"));
        }
        let stop = Arc::new(AtomicBool::new(false));
        let control = Control::stoppable(self.limits, stop.clone());
        let thought = patiently(py, &stop, || {
            let mut seated = self.seated.lock().unwrap_or_else(PoisonError::into_inner);
            let bot = self.sit(&mut seated, board)?;
            bot.think(board, &control, Wanted { lines: lines.max(1), report: None })
        })?;
        thought.map_err(|error| match error {
            BotError::Failed(_) => failed(error),
            _ => wrong(error),
        })
    }

    /// The player, made for the game if it was made for another before.
    fn sit<'a>(
        &self,
        seated: &'a mut Option<Seated>,
        board: &dyn Match,
    ) -> Result<&'a mut dyn Bot, BotError> {
        let (game, options) = (board.info().name, board.options());
        let stays = seated.take().filter(|seated| seated.game == game && seated.options == options);
        let next = match stays {
            Some(seated) => seated,
            None => Seated { game, options, bot: arena::player(board, &self.who, self.seed)? },
        };
        Ok(seated.insert(next).bot.as_mut())
    }
}

/// Reads limits.
pub(crate) fn limits(time: Option<Time>, nodes: Option<u64>, depth: Option<u32>) -> PyResult<Limits> {
    Ok(Limits { time: time.map(|time| time.read()).transpose()?, nodes, depth })
}

#[pymethods]
impl Player {
    #[new]
    #[pyo3(signature = (description, *, time = None, nodes = None, depth = None, seed = 1))]
    fn new(
        description: &str,
        time: Option<Time>,
        #[pyo3(from_py_with = whole::nodes)] nodes: Option<u64>,
        #[pyo3(from_py_with = whole::depth)] depth: Option<u32>,
        #[pyo3(from_py_with = whole::seed)] seed: u64,
    ) -> PyResult<Player> {
        Ok(Player::make(description.parse().map_err(wrong)?, limits(time, nodes, depth)?, seed))
    }

    /// Chooses a move.
    fn __call__(&self, py: Python<'_>, position: &Position) -> PyResult<String> {
        Ok(self.ask(py, position.board(), 1)?.mv)
    }

    /// Chooses a move and says what it is worth: the dictionary that `ludus think --json` prints.
    #[pyo3(signature = (position, *, lines = 1))]
    fn think<'py>(
        &self,
        py: Python<'py>,
        position: &Position,
        #[pyo3(from_py_with = whole::lines)] lines: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        python(py, &self.ask(py, position.board(), lines)?)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let terms = PyDict::new(py);
        terms.set_item("time", self.limits.time.map(|time| time.as_secs_f64()))?;
        terms.set_item("nodes", self.limits.nodes)?;
        terms.set_item("depth", self.limits.depth)?;
        terms.set_item("seed", self.seed)?;
        let make =
            py.import("functools")?.getattr("partial")?.call((py.get_type::<Player>(),), Some(&terms))?;
        Ok((make, (self.who.to_string(),)))
    }

    fn __str__(&self) -> String {
        self.who.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Player({:?})", self.who.to_string())
    }
}

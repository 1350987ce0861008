//! Positions.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use coach::{Budget, Notes};
use game::{Control, Limits, Options, Rng, Turn};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};
use table::expert::Lang;
use table::{Best, Branch, Match, Means, Numbers, Record, Who};

use crate::arrays::bytes;
use crate::games;
use crate::json::python;
use crate::moves::Moves;
use crate::patience::{Time, patiently};
use crate::player::{Player, limits};
use crate::refusal::{failed, wrong};
use crate::whole::{self, Whole};
use crate::words::Words;

/// How long an explanation takes, and a review, when nothing is said.
const EXPLAINING: Duration = Duration::from_secs(2);
const REVIEWING: Duration = Duration::from_secs(50);

/// A position, with the moves that led to it since the game began or was set up. It never changes: `play` returns another.
///
/// Positions are equal when game, options, board and turn are, however they came about. They can be pickled.
#[pyclass(frozen, freelist = 64, module = "ludus")]
pub struct Position {
    /// The end of a branch, from which moves are played by their numbers; `None` in a game without numbers.
    branch: Option<Arc<dyn Branch>>,
    /// The same as a match, made when it is asked for where there is a branch.
    board: OnceLock<Box<dyn Match>>,
    words: &'static Words,
}

thread_local! {
    /// Room for the numbers of moves, so that none is made for every list.
    static NUMBERS: Cell<Vec<usize>> = const { Cell::new(Vec::new()) };
}

impl Position {
    pub(crate) fn of(board: Box<dyn Match>) -> Position {
        let (words, branch) = (Words::of(board.as_ref()), board.numbers().map(|numbers| numbers.branch()));
        Position { branch, board: board.into(), words }
    }

    /// The position as a match, with all that can be asked of one.
    pub(crate) fn board(&self) -> &dyn Match {
        let open = || match &self.branch {
            Some(branch) => branch.open(),
            None => unreachable!("a position without a branch was made of a match"),
        };
        self.board.get_or_init(open).as_ref()
    }

    #[inline]
    fn branch(&self) -> Option<&Arc<dyn Branch>> {
        self.branch.as_ref()
    }

    /// Who acts now.
    fn now(&self) -> Turn {
        match &self.branch {
            Some(branch) => branch.turn(),
            None => self.board().turn(),
        }
    }

    /// Does something with the numbers of the legal moves of a player.
    fn with_legal<T>(&self, work: impl FnOnce(&[usize], &dyn Branch) -> T) -> Option<T> {
        let branch = self.branch()?;
        // Taken, not borrowed: a list that is made may wake the collector of garbage, which may call whatever it likes.
        let mut numbers = NUMBERS.take();
        branch.legal(&mut numbers);
        let done = work(&numbers, branch.as_ref());
        NUMBERS.set(numbers);
        Some(done)
    }

    /// How many moves the player to move has; `None` when chance is to act, and in a game without numbers.
    #[inline]
    pub(crate) fn count(&self) -> Option<usize> {
        let count = self.branch()?.count();
        (count > 0 || self.now() != Turn::Chance).then_some(count)
    }

    /// The text of the `index`-th of them.
    #[inline]
    pub(crate) fn nth_text<'py>(&self, py: Python<'py>, index: usize) -> Option<Bound<'py, PyString>> {
        let branch = self.branch()?.as_ref();
        Some(self.words.text(py, branch, branch.nth(index)?))
    }

    /// The texts of all of them.
    pub(crate) fn texts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let texts = |numbers: &[usize], branch: &dyn Branch| {
            PyList::new(py, numbers.iter().map(|&number| self.words.text(py, branch, number)))
        };
        self.with_legal(texts).unwrap_or_else(|| Err(self.numberless()))
    }

    /// The position after the legal move with this number.
    #[inline]
    fn after(&self, number: usize) -> Option<Position> {
        let branch = self.branch()?.clone().after(number)?;
        Some(Position { branch: Some(branch), board: OnceLock::new(), words: self.words })
    }

    /// The numbers of the game's moves.
    pub(crate) fn numbers(&self) -> PyResult<Box<dyn Numbers + '_>> {
        self.board().numbers().ok_or_else(|| self.numberless())
    }

    /// A seat that is given, counted from 0.
    fn seat(&self, given: Option<Whole<'_>>) -> PyResult<Option<usize>> {
        let Some(given) = given else { return Ok(None) };
        let seats = self.board().seat_names().len();
        match given.size.filter(|seat| (1..=seats).contains(seat)) {
            Some(seat) => Ok(Some(seat - 1)),
            None => Err(wrong(format!("there is no seat {given}; expected 1 to {seats}"))),
        }
    }

    fn numberless(&self) -> PyErr {
        failed(format!("{} has no numbers for its moves", self.board().info().title))
    }

    fn illegal(&self, action: &Whole<'_>) -> PyErr {
        wrong(format!("action {action} is not legal here: {}", self.board().position()))
    }

    fn option_map(&self) -> BTreeMap<String, String> {
        self.board().options().iter().map(|(name, value)| (name.to_string(), value.to_string())).collect()
    }

    /// What the position is compared by.
    fn identity(&self) -> (&'static str, Options, String, Turn) {
        (self.board().info().name, self.board().options(), self.board().position(), self.board().turn())
    }
}

/// Options as Python gives them: numbers are as good as texts.
fn read_options(given: Option<&Bound<'_, PyDict>>) -> PyResult<Options> {
    let Some(given) = given else { return Ok(Options::none()) };
    given.iter().try_fold(Options::none(), |all, (name, value)| {
        Ok(all.with(&name.extract::<String>()?, value.str()?.to_string()))
    })
}

fn budget(time: Option<Time>, nodes: Option<u64>, usual: Duration) -> PyResult<Budget> {
    Ok(match (time, nodes) {
        (None, Some(nodes)) => Budget::Nodes(nodes),
        (Some(time), _) => Budget::Time(time.read()?),
        (None, None) => Budget::Time(usual),
    })
}

/// The names of the games.
#[pyfunction]
#[pyo3(name = "games")]
pub fn names() -> Vec<&'static str> {
    games().names()
}

/// The position that a game written down leads to; every move and the result are checked.
#[pyfunction]
pub fn replay(line: &str) -> PyResult<Position> {
    let record = Record::read(line).map_err(wrong)?;
    Ok(Position::of(record.replay(games()).map_err(wrong)?))
}

/// A position from its parts; pickles are made of it.
#[pyfunction]
pub fn restore(
    game: &str,
    options: BTreeMap<String, String>,
    start: &str,
    moves: Vec<String>,
) -> PyResult<Position> {
    let options = options.iter().fold(Options::none(), |all, (name, value)| all.with(name, value));
    let mut board = games().find(game).map_err(wrong)?.open_at(&options, start).map_err(wrong)?;
    for text in moves {
        board.play(&text).map_err(wrong)?;
    }
    Ok(Position::of(board))
}

/// Nets are looked for in this folder first from now on.
#[pyfunction]
pub fn use_nets(folder: PathBuf) {
    games().house().shelf.use_folder(&folder);
}

/// Knowledge files are looked for in this folder first from now on.
#[pyfunction]
pub fn use_knowledge(folder: PathBuf) {
    games().house().knowledge.use_folder(&folder);
}

#[pymethods]
impl Position {
    /// The start of a game: Position(game, **options).
    #[new]
    #[pyo3(signature = (game, **options))]
    fn new(game: &str, options: Option<&Bound<'_, PyDict>>) -> PyResult<Position> {
        let family = games().find(game).map_err(wrong)?;
        Ok(Position::of(family.open(&read_options(options)?).map_err(wrong)?))
    }

    /// A position from its text or JSON. Options may be given too, if they agree with it.
    #[staticmethod]
    #[pyo3(signature = (game, text, **options))]
    fn from_text(game: &str, text: &str, options: Option<&Bound<'_, PyDict>>) -> PyResult<Position> {
        let family = games().find(game).map_err(wrong)?;
        Ok(Position::of(family.open_at(&read_options(options)?, text).map_err(wrong)?))
    }

    /// The name of the game.
    #[getter]
    fn game(&self) -> &'static str {
        self.board().info().name
    }

    /// The title of the game.
    #[getter]
    fn title(&self) -> &'static str {
        self.board().info().title
    }

    /// Every option with its value.
    #[getter]
    fn options(&self) -> BTreeMap<String, String> {
        self.option_map()
    }

    /// What the game calls its seats, in turn order.
    #[getter]
    fn seats(&self) -> Vec<&'static str> {
        self.board().seat_names()
    }

    /// The position as one line of text.
    #[getter]
    fn position(&self) -> String {
        self.board().position()
    }

    /// The seat to move, counted from 1; None when chance is to act or the game is over.
    #[getter]
    fn turn(&self) -> Option<usize> {
        self.now().seat().map(|seat| seat.number())
    }

    /// Whether chance is to act: `deal` then goes on.
    #[getter]
    fn chance(&self) -> bool {
        self.now() == Turn::Chance
    }

    /// Whether the game is over.
    #[getter]
    fn over(&self) -> bool {
        self.now() == Turn::Over
    }

    /// How the game ended: `winners` (seats), `scores` (by seat) and `ending`; None while it goes on.
    #[getter]
    fn result<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.board().ending().map(|ending| python(py, &ending)).transpose()
    }

    /// The moves that led here, deals included.
    #[getter]
    fn history(&self) -> Vec<String> {
        self.board().moves()
    }

    /// The position before the first of them.
    #[getter]
    fn start(&self) -> String {
        self.board().start_position()
    }

    /// Every legal move, in the game's order; every deal when chance is to act.
    fn moves(slf: &Bound<'_, Position>) -> PyResult<Moves> {
        Moves::of(slf)
    }

    /// The chance of each deal of `moves`, when chance is to act; nothing otherwise.
    fn odds(&self) -> Vec<f64> {
        self.board().odds()
    }

    /// The position after a move, given in any form that people type.
    #[pyo3(signature = (r#move, /))]
    fn play(&self, r#move: &Bound<'_, PyString>) -> PyResult<Position> {
        if let Some(after) = self.words.number(r#move).and_then(|number| self.after(number)) {
            return Ok(after);
        }
        let mut board = self.board().fork();
        board.play(&r#move.to_cow()?).map_err(wrong)?;
        Ok(Position::of(board))
    }

    /// The position after chance has acted, as often as it has to before a player can move; the same seed deals the same.
    #[pyo3(signature = (seed = 1))]
    fn deal(&self, #[pyo3(from_py_with = whole::seed)] seed: u64) -> Position {
        let mut board = self.board().fork();
        for number in 0.. {
            if board.deal(&mut Rng::derive(seed, number)).is_none() {
                break;
            }
        }
        Position::of(board)
    }

    /// The position before the last move or deal.
    fn undo(&self) -> PyResult<Position> {
        let mut board = self.board().fork();
        board.undo().ok_or_else(|| wrong("there is no move to take back"))?;
        Ok(Position::of(board))
    }

    /// The board as text.
    fn text(&self) -> String {
        self.board().picture().map(|picture| picture.text.to_string()).unwrap_or_default()
    }

    /// The board as an SVG picture.
    #[pyo3(signature = (*, dark = false))]
    fn svg(&self, dark: bool) -> PyResult<String> {
        let picture = self.board().picture().ok_or_else(|| failed("this game cannot be drawn"))?;
        let theme = if dark { draw::Theme::Dark } else { draw::Theme::Light };
        Ok(draw::svg(&picture.scene, &draw::Look { last: picture.last, ..draw::Look::file(theme) }))
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg(false)
    }

    /// The board as the bytes of a PNG picture.
    #[pyo3(signature = (*, width = 600, dark = false))]
    fn png(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = whole::width)] width: u32,
        dark: bool,
    ) -> PyResult<Vec<u8>> {
        let picture = self.board().picture().ok_or_else(|| failed("this game cannot be drawn"))?;
        let theme = if dark { draw::Theme::Dark } else { draw::Theme::Light };
        let look = draw::Look { last: picture.last, ..draw::Look::file(theme) };
        py.detach(|| draw::png(&picture.scene, &look, width)).map_err(failed)
    }

    /// The best move and what it is worth: the dictionary that `ludus think --json` prints.
    #[pyo3(signature = (player = "master", *, time = None, nodes = None, depth = None, lines = 1, threads = None, memory = None, seed = 1))]
    #[allow(clippy::too_many_arguments, reason = "Python names them")]
    fn think<'py>(
        &self,
        py: Python<'py>,
        player: &str,
        time: Option<Time>,
        #[pyo3(from_py_with = whole::nodes)] nodes: Option<u64>,
        #[pyo3(from_py_with = whole::depth)] depth: Option<u32>,
        #[pyo3(from_py_with = whole::lines)] lines: usize,
        #[pyo3(from_py_with = whole::some_threads)] threads: Option<usize>,
        #[pyo3(from_py_with = whole::some_memory)] memory: Option<usize>,
        #[pyo3(from_py_with = whole::seed)] seed: u64,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut who: Who = player.parse().map_err(wrong)?;
        for (name, value) in [("threads", threads), ("memory", memory)] {
            let Some(value) = value else { continue };
            who = match who {
                Who::Player(spec) => spec.with(name, value).into(),
                other => return Err(wrong(format!("{name} is for players of ours; '{other}' is none"))),
            };
        }
        let player = Player::make(who, limits(time, nodes, depth)?, seed);
        python(py, &player.ask(py, self.board(), lines)?)
    }

    /// The proved result: the dictionary that `ludus solve --json` prints. A RuntimeError when `time` ends first.
    #[pyo3(signature = (*, time = None, all = false, memory = 1024, threads = 1))]
    fn solve<'py>(
        &self,
        py: Python<'py>,
        time: Option<Time>,
        all: bool,
        #[pyo3(from_py_with = whole::memory)] memory: usize,
        #[pyo3(from_py_with = whole::threads)] threads: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        if self.board().to_move().is_none() {
            return Err(failed("nobody is to move in this position, so there is nothing to solve"));
        }
        let stop = Arc::new(AtomicBool::new(false));
        let limits = Limits { time: time.map(|time| time.read()).transpose()?, ..Limits::default() };
        let control = Control::stoppable(limits, stop.clone());
        let wanted = if all { Best::All } else { Best::Any };
        let means = Means { memory: memory << 20, threads };
        let solution = patiently(py, &stop, || self.board().solve(means, &control, wanted))?;
        let nodes = control.nodes();
        let unsolved = || failed(format!("not solved: stopped after {nodes} nodes without a proof"));
        python(py, &solution.ok_or_else(unsolved)?)
    }

    /// Why a move (by default the best) is good or bad, and why not the others: the dictionary that `ludus explain --json` prints.
    #[pyo3(signature = (r#move = None, *, time = None, nodes = None, lang = "en", seed = 1))]
    fn explain<'py>(
        &self,
        py: Python<'py>,
        r#move: Option<&str>,
        time: Option<Time>,
        #[pyo3(from_py_with = whole::nodes)] nodes: Option<u64>,
        lang: &str,
        #[pyo3(from_py_with = whole::seed)] seed: u64,
    ) -> PyResult<Bound<'py, PyAny>> {
        let lang: Lang = lang.parse().map_err(wrong)?;
        let stop = Arc::new(AtomicBool::new(false));
        let budget = budget(time, nodes, EXPLAINING)?;
        let question =
            coach::Question { lang, seed, stop: stop.clone(), ..coach::Question::new(r#move, budget) };
        let told = patiently(py, &stop, || coach::explain(self.board(), &question))?.map_err(wrong)?;
        python(py, &coach::Explanation { dropped: None, ..told })
    }

    /// How the game went that led here: the dictionary that `ludus review --json` prints.
    #[pyo3(signature = (*, time = None, nodes = None, seat = None, lang = "en", threads = 1, seed = 1))]
    #[allow(clippy::too_many_arguments, reason = "Python names them")]
    fn review<'py>(
        &self,
        py: Python<'py>,
        time: Option<Time>,
        #[pyo3(from_py_with = whole::nodes)] nodes: Option<u64>,
        #[pyo3(from_py_with = whole::some)] seat: Option<Whole<'py>>,
        lang: &str,
        #[pyo3(from_py_with = whole::threads)] threads: usize,
        #[pyo3(from_py_with = whole::seed)] seed: u64,
    ) -> PyResult<Bound<'py, PyAny>> {
        if self.board().movers().iter().all(Option::is_none) {
            return Err(failed("the record has no move to review"));
        }
        let you = self.seat(seat)?;
        let lang: Lang = lang.parse().map_err(wrong)?;
        let stop = Arc::new(AtomicBool::new(false));
        let plan = coach::Plan {
            lang,
            you,
            seed,
            threads,
            stop: stop.clone(),
            ..coach::Plan::new(budget(time, nodes, REVIEWING)?)
        };
        let review =
            patiently(py, &stop, || coach::review(self.board(), &plan, &mut Notes::default(), &mut |_| {}))?;
        python(py, &review.map_err(failed)?)
    }

    /// The game that led here as one line, which `replay` and the command line read.
    #[pyo3(signature = (players = None, *, seed = 0))]
    fn record(
        &self,
        players: Option<Vec<String>>,
        #[pyo3(from_py_with = whole::seed)] seed: u64,
    ) -> PyResult<String> {
        let seats = self.board().seat_names().len();
        let players = players.unwrap_or_else(|| vec!["python".to_string(); seats]);
        if players.len() != seats {
            return Err(wrong(format!("the record names {} players for {seats} seats", players.len())));
        }
        let moves = self.board().moves();
        let record = Record {
            game: self.board().info().name.to_string(),
            options: self.option_map(),
            start: self.board().start_position(),
            players,
            seed,
            times_ms: vec![0; moves.len()],
            moves,
            result: self.board().ending(),
            remarks: Vec::new(),
            machine: None,
        };
        Ok(record.write())
    }

    /// How many numbers moves have in this game.
    #[getter]
    fn action_count(&self) -> PyResult<usize> {
        Ok(self.numbers()?.actions())
    }

    /// The numbers of the legal moves, in the order of `moves`; none when chance is to act.
    fn actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.with_legal(|numbers, _| PyList::new(py, numbers)).unwrap_or_else(|| Err(self.numberless()))
    }

    /// The number of a legal move.
    #[pyo3(signature = (r#move, /))]
    fn action(&self, r#move: &str) -> PyResult<usize> {
        let text = self.board().fork().play(r#move).map_err(wrong)?;
        let numbers = self.numbers()?.legal();
        let found =
            self.board().legal().iter().position(|legal| *legal == text).and_then(|at| numbers.get(at));
        found.copied().ok_or_else(|| wrong(format!("'{text}' has no number: it is chance's")))
    }

    /// The text of the legal move with this number.
    #[pyo3(signature = (action, /))]
    fn move_text(&self, #[pyo3(from_py_with = whole::any)] action: Whole<'_>) -> PyResult<String> {
        let text = action.size.and_then(|number| self.branch()?.text(number));
        text.ok_or_else(|| self.illegal(&action))
    }

    /// The position after the legal move with this number.
    #[pyo3(signature = (action, /))]
    fn play_action(&self, #[pyo3(from_py_with = whole::any)] action: Whole<'_>) -> PyResult<Position> {
        action.size.and_then(|number| self.after(number)).ok_or_else(|| self.illegal(&action))
    }

    /// 1 where a move is legal, 0 elsewhere, by the numbers of moves (uint8).
    fn legal_mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let numbers = self.numbers()?;
        let legal = numbers.legal();
        bytes(py, &[numbers.actions()], |mask| legal.iter().for_each(|&action| mask[action] = 1))
    }

    /// The position as a seat (by default the one to move, else the first) sees it (uint8).
    #[pyo3(signature = (seat = None))]
    fn observe<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = whole::some)] seat: Option<Whole<'py>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let viewer = self.seat(seat)?.or(self.board().to_move()).unwrap_or(0);
        let shape = self.numbers()?.view().shape;
        let board = self.board();
        bytes(py, &shape, |values| {
            if let Some(numbers) = board.numbers() {
                numbers.observe(viewer, values);
            }
        })
    }

    /// What a net that corrects the game's evaluation is told of the position, through the eyes of a seat (by default the first in games of two, else
    /// the one to move): its features (uint8), what the evaluation says of winning, as log-odds, and which output of the net counts.
    #[pyo3(signature = (seat = None))]
    fn features<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = whole::some)] seat: Option<Whole<'py>>,
    ) -> PyResult<(Bound<'py, PyAny>, f32, usize)> {
        let usual = if self.board().seat_names().len() == 2 { None } else { self.board().to_move() };
        let viewer = self.seat(seat)?.or(usual).unwrap_or(0);
        if self.now() == Turn::Over {
            return Err(failed("the game is over, so there is nothing to tell a net"));
        }
        let title = self.board().info().title;
        let told = self.numbers()?.bits(viewer);
        let told = told.ok_or_else(|| failed(format!("{title} has nothing to tell a net")))?;
        let array = bytes(py, &[told.values.len()], |values| values.copy_from_slice(&told.values))?;
        Ok((array, told.base, told.head))
    }

    /// The shape of an observation.
    #[getter]
    fn observation_shape(&self) -> PyResult<Vec<usize>> {
        Ok(self.numbers()?.view().shape)
    }

    /// What each part of an observation says, along its first axis.
    #[getter]
    fn observation_says(&self) -> PyResult<Vec<String>> {
        Ok(self.numbers()?.view().says)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Position>().is_ok_and(|other| self.identity() == other.get().identity())
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.board().info().name, self.board().position()).hash(&mut hasher);
        hasher.finish()
    }

    /// What never changes need not be copied.
    fn __copy__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __deepcopy__<'py>(slf: PyRef<'py, Self>, _memo: &Bound<'py, PyAny>) -> PyRef<'py, Self> {
        slf
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__(&self) -> String {
        format!("Position.from_text({:?}, {:?})", self.board().info().name, self.board().position())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Parts)> {
        let parts = (
            self.board().info().name.to_string(),
            self.option_map(),
            self.board().start_position(),
            self.board().moves(),
        );
        Ok((py.import("ludus._ludus")?.getattr("restore")?, parts))
    }
}

/// What [`restore`] wants.
type Parts = (String, BTreeMap<String, String>, String, Vec<String>);

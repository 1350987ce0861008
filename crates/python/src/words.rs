//! The texts of moves, made once for a game and its options: a move that is told is a reference.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{LazyLock, Mutex, PoisonError};

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyString};
use table::{Branch, Match};

/// The texts of a game's moves by their numbers, and the other way round. A number has one text, whatever the position.
pub(crate) struct Words {
    texts: Box<[PyOnceLock<Py<PyString>>]>,
    numbers: PyOnceLock<Py<PyDict>>,
    /// The number of the text that lies at an address, by some of its bits: what is played is nearly always one of our texts. A guess, no more.
    guesses: Box<[AtomicU32]>,
}

impl Words {
    /// Those of a match, shared with all others of its game and options for as long as the interpreter runs.
    pub(crate) fn of(board: &dyn Match) -> &'static Words {
        type Known = HashMap<(&'static str, Vec<(String, String)>), &'static Words>;
        static KNOWN: LazyLock<Mutex<Known>> = LazyLock::new(Mutex::default);
        let make = || -> &'static Words {
            let count = board.numbers().map_or(0, |numbers| numbers.actions());
            let texts = (0..count).map(|_| PyOnceLock::new()).collect();
            let guesses = (0..(4 * count).next_power_of_two()).map(|_| AtomicU32::new(0)).collect();
            Box::leak(Box::new(Words { texts, numbers: PyOnceLock::new(), guesses }))
        };
        let options = board.options();
        let options = options.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        known.entry((board.info().name, options)).or_insert_with(make)
    }

    /// The text of a legal move.
    #[inline]
    pub(crate) fn text<'py>(
        &self,
        py: Python<'py>,
        branch: &dyn Branch,
        number: usize,
    ) -> Bound<'py, PyString> {
        match self.texts[number].get(py) {
            Some(text) => text.bind(py).clone(),
            None => self.write(py, branch, number),
        }
    }

    #[cold]
    fn write<'py>(&self, py: Python<'py>, branch: &dyn Branch, number: usize) -> Bound<'py, PyString> {
        let text = PyString::new(py, &branch.text(number).unwrap_or_default());
        let numbers = self.numbers.get_or_init(py, || PyDict::new(py).unbind());
        // A text that is not kept is read as any other is.
        let _ = numbers.bind(py).set_item(&text, number);
        let kept = self.texts[number].get_or_init(py, || text.unbind()).bind(py).clone();
        self.guess(&kept).store(number as u32, Ordering::Relaxed);
        kept
    }

    /// Where the number of the text at this address is noted.
    #[inline]
    fn guess(&self, text: &Bound<'_, PyString>) -> &AtomicU32 {
        // Objects begin at multiples of sixteen bytes.
        &self.guesses[(text.as_ptr().addr() / 16) & (self.guesses.len() - 1)]
    }

    /// The number of a move whose text has been told before, given in just that form.
    #[inline]
    pub(crate) fn number(&self, text: &Bound<'_, PyString>) -> Option<usize> {
        let py = text.py();
        let guess = self.guess(text).load(Ordering::Relaxed) as usize;
        match self.texts.get(guess)?.get(py) {
            Some(guessed) if guessed.is(text) => Some(guess),
            _ => self.numbers.get(py)?.bind(py).get_item(text).ok()??.extract().ok(),
        }
    }
}

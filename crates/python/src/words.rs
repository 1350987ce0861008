//! The texts of moves, made once for a game and its options: a list of moves is then a list of references.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyString};
use table::{Branch, Match};

/// The texts of a game's moves by their numbers, and the other way round. A number has one text, whatever the position.
pub(crate) struct Words {
    texts: Box<[PyOnceLock<Py<PyString>>]>,
    numbers: PyOnceLock<Py<PyDict>>,
}

impl Words {
    /// Those of a match, shared with all others of its game and options.
    pub(crate) fn of(board: &dyn Match) -> Arc<Words> {
        type Known = HashMap<(&'static str, Vec<(String, String)>), Arc<Words>>;
        static KNOWN: LazyLock<Mutex<Known>> = LazyLock::new(Mutex::default);
        let make = || {
            let count = board.numbers().map_or(0, |numbers| numbers.actions());
            let texts = (0..count).map(|_| PyOnceLock::new()).collect();
            Arc::new(Words { texts, numbers: PyOnceLock::new() })
        };
        let options = board.options();
        let options = options.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        known.entry((board.info().name, options)).or_insert_with(make).clone()
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
        self.texts[number].get_or_init(py, || text.unbind()).bind(py).clone()
    }

    /// The number of a move whose text has been told before, given in just that form.
    #[inline]
    pub(crate) fn number(&self, text: &Bound<'_, PyString>) -> Option<usize> {
        let numbers = self.numbers.get(text.py())?;
        numbers.bind(text.py()).get_item(text).ok()??.extract().ok()
    }
}

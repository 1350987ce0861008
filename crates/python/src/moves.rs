//! The legal moves of a position, read when they are looked at.

use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyList, PyString, PyTuple};

use crate::position::Position;

/// The legal moves of a position in the game's order, as texts: a sequence that never changes, equal to a list or tuple of the same texts.
///
/// To ask how many there are and to take one costs no more than that; `list(moves)` is a list.
#[pyclass(frozen, freelist = 64, module = "ludus")]
pub struct Moves {
    from: From,
    count: usize,
}

enum From {
    /// Those of the player to move.
    Position(Py<Position>),
    /// Those of chance, or of a game whose moves have no numbers.
    List(Py<PyList>),
}

impl Moves {
    #[inline]
    pub(crate) fn of(position: &Bound<'_, Position>) -> PyResult<Moves> {
        let py = position.py();
        match position.get().count() {
            Some(count) => Ok(Moves { from: From::Position(position.clone().unbind()), count }),
            None => {
                let list = PyList::new(py, position.get().board().legal())?;
                Ok(Moves { count: list.len(), from: From::List(list.unbind()) })
            }
        }
    }

    fn list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        match &self.from {
            From::Position(position) => position.get().texts(py),
            From::List(list) => Ok(list.bind(py).clone()),
        }
    }
}

#[pymethods]
impl Moves {
    fn __len__(&self) -> usize {
        self.count
    }

    fn __getitem__<'py>(&self, py: Python<'py>, key: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        if let (From::Position(position), Ok(index)) = (&self.from, key.extract::<isize>()) {
            let index = if index < 0 { index.wrapping_add_unsigned(self.count) } else { index };
            let text = usize::try_from(index).ok().and_then(|index| position.get().nth_text(py, index));
            return text.map(Bound::into_any).ok_or_else(|| PyIndexError::new_err("there is no such move"));
        }
        self.list(py)?.into_any().get_item(key)
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.list(py)?.try_iter()
    }

    fn __contains__(&self, py: Python<'_>, text: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.list(py)?.contains(text)
    }

    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let listed = other.cast::<Moves>().is_ok() || other.is_instance_of::<PyList>();
        if !listed && !other.is_instance_of::<PyTuple>() {
            return Ok(false);
        }
        self.list(py)?.eq(other.try_iter()?.collect::<PyResult<Vec<_>>>()?)
    }

    fn __add__<'py>(&self, py: Python<'py>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.list(py)?.into_any().add(other)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<Py<PyString>> {
        Ok(self.list(py)?.repr()?.unbind())
    }

    /// Where a move stands; what is not among them is refused with a ValueError.
    #[pyo3(signature = (text, /))]
    fn index(&self, py: Python<'_>, text: &Bound<'_, PyAny>) -> PyResult<usize> {
        self.list(py)?.index(text)
    }

    /// How often a move is among them: once or not at all.
    #[pyo3(signature = (text, /))]
    fn count(&self, py: Python<'_>, text: &Bound<'_, PyAny>) -> PyResult<usize> {
        Ok(usize::from(self.list(py)?.contains(text)?))
    }

    /// As a list, where they are handed to other processes.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyList>,))> {
        Ok((py.get_type::<PyList>().into_any(), (self.list(py)?,)))
    }
}

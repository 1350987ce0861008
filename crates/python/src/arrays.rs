//! Numbers as NumPy arrays, which view the bytes that were written here: nothing is copied.
//!
//! The stable interface of Python 3.10 lets nobody look into other people's buffers, so arrays are made over byte arrays of ours.

use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyTuple};

use crate::refusal::wrong;

/// An array of bytes of this shape that `fill` writes; the bytes come zeroed.
pub(crate) fn bytes<'py>(
    py: Python<'py>,
    shape: &[usize],
    fill: impl FnOnce(&mut [u8]) + Send,
) -> PyResult<Bound<'py, PyAny>> {
    let buffer = PyByteArray::new_with(py, shape.iter().product(), |values| {
        py.detach(|| fill(values));
        Ok(())
    })?;
    view(py, &buffer, "uint8", shape)
}

/// An array of numbers of this shape.
pub(crate) fn numbers<'py, const WIDTH: usize, T: Copy>(
    py: Python<'py>,
    kind: &str,
    shape: &[usize],
    values: &[T],
    bytes: impl Fn(T) -> [u8; WIDTH],
) -> PyResult<Bound<'py, PyAny>> {
    let buffer = PyByteArray::new_with(py, values.len() * WIDTH, |slots| {
        slots
            .chunks_exact_mut(WIDTH)
            .zip(values)
            .for_each(|(slot, &value)| slot.copy_from_slice(&bytes(value)));
        Ok(())
    })?;
    view(py, &buffer, kind, shape)
}

fn view<'py>(
    py: Python<'py>,
    buffer: &Bound<'py, PyByteArray>,
    kind: &str,
    shape: &[usize],
) -> PyResult<Bound<'py, PyAny>> {
    let array = py.import("numpy")?.call_method1("frombuffer", (buffer, kind))?;
    if shape.len() == 1 { Ok(array) } else { array.call_method1("reshape", PyTuple::new(py, shape)?) }
}

/// The actions of an array or a list, one for each game.
pub(crate) fn read(values: &Bound<'_, PyAny>) -> PyResult<Vec<i64>> {
    let array = values.py().import("numpy")?.call_method1("asarray", (values,))?;
    let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
    if !matches!(kind.as_str(), "i" | "u") {
        let kind = array.getattr("dtype")?;
        return Err(wrong(format!("actions are whole numbers; these are of type {kind}")));
    }
    let wide = if kind == "u" { "uint64" } else { "int64" };
    let whole = array.call_method1("astype", (wide,))?.call_method0("tobytes")?;
    let (words, _) = whole.cast::<PyBytes>()?.as_bytes().as_chunks();
    if kind == "i" {
        return Ok(words.iter().map(|&word| i64::from_ne_bytes(word)).collect());
    }
    let action = |(game, &word)| {
        let action = u64::from_ne_bytes(word);
        i64::try_from(action).map_err(|_| wrong(format!("action {action} is not legal in game {game}")))
    };
    words.iter().enumerate().map(action).collect()
}

/// The shape and the numbers of an array, a list, or a tensor.
pub(crate) fn floats(values: &Bound<'_, PyAny>) -> PyResult<(Vec<usize>, Vec<f32>)> {
    let held = match values.hasattr("detach")? {
        true => values.call_method0("detach")?.call_method0("cpu")?,
        false => values.clone(),
    };
    let array = values.py().import("numpy")?.call_method1("asarray", (held, "float32"))?;
    let shape = array.getattr("shape")?.extract()?;
    let whole = array.call_method0("tobytes")?;
    let (words, _) = whole.cast::<PyBytes>()?.as_bytes().as_chunks();
    Ok((shape, words.iter().map(|&word| f32::from_ne_bytes(word)).collect()))
}

//! Nets made in Python, written as the program reads them.

use std::fs;
use std::path::PathBuf;

use pyo3::prelude::*;
use table::learn::{HEADS, Net, Place, Quantised, Shelf};

use crate::arrays::floats;
use crate::position::Position;
use crate::refusal::{failed, wrong};

/// The most units of a net.
const MOST_UNITS: usize = 4096;

/// Sums of units are told in integers up to this, and output weights as log-odds up to the other.
const LARGEST_SUM: f32 = 124.0;
const LARGEST_WEIGHT: f32 = 9.9;

/// Games that are played at random to see how large sums become.
const SAMPLED: usize = 64;

/// Writes a net for the game of this position into a folder, where `eval=net` finds it, and returns the file; people call `ludus.nets.save`.
#[pyfunction]
#[pyo3(signature = (position, folder, first, bias, second, offset, trust))]
#[allow(clippy::too_many_arguments, reason = "the parts of a net")]
pub fn save_net(
    py: Python<'_>,
    position: &Position,
    folder: PathBuf,
    first: &Bound<'_, PyAny>,
    bias: &Bound<'_, PyAny>,
    second: &Bound<'_, PyAny>,
    offset: &Bound<'_, PyAny>,
    trust: f32,
) -> PyResult<PathBuf> {
    let title = position.board().info().title;
    let unfit = || failed(format!("{title} has nothing to tell a net"));
    let layout = position.numbers()?.layout().ok_or_else(unfit)?;
    let start = position.board().fresh();
    let numbers = start.numbers().ok_or_else(unfit)?;
    let mut batch = numbers.batch(SAMPLED, 1).map_err(failed)?;
    let inputs = batch.features().ok_or_else(unfit)?;

    let (shape, first) = floats(first)?;
    let hidden = match shape.as_slice() {
        [hidden, given] if *given == inputs && (1..=MOST_UNITS).contains(hidden) => *hidden,
        _ => {
            let expected = format!("(units, {inputs}), 1 to {MOST_UNITS} units");
            return Err(wrong(format!(
                "the weights of the hidden layer have shape {shape:?}; expected {expected}"
            )));
        }
    };
    let bias = shaped("biases of the hidden layer", bias, &[hidden])?;
    let second = shaped("weights of the output", second, &[HEADS, hidden])?;
    let offset = shaped("biases of the output", offset, &[HEADS])?;
    if !(trust > 0.0 && trust.is_finite()) {
        return Err(wrong(format!("the evaluation cannot be trusted by {trust}; expected more than 0")));
    }
    let parts = [&first, &bias, &second, &offset];
    if let Some(number) = parts.into_iter().flatten().find(|number| !number.is_finite()) {
        return Err(wrong(format!("a weight is {number}")));
    }
    if let Some(weight) = second.iter().find(|weight| weight.abs() > LARGEST_WEIGHT * trust) {
        let most = LARGEST_WEIGHT * trust;
        return Err(wrong(format!(
            "a weight of the output is {weight}; at most {most} can be told in integers"
        )));
    }
    // A row for each input, where PyTorch has one for each unit.
    let turned = (0..inputs * hidden).map(|index| first[index % hidden * inputs + index / hidden]).collect();
    let net = Net { inputs, hidden, first: turned, bias, second, offset, trust: vec![trust] };

    let mut bits = vec![0; SAMPLED * inputs];
    let (mut bases, mut heads) = (vec![0.0; SAMPLED], vec![0; SAMPLED]);
    let largest = py.detach(|| {
        let mut largest = 0.0f32;
        loop {
            batch.tell(&mut bits, &mut bases, &mut heads);
            for told in bits.chunks_exact(inputs) {
                largest = largest.max(largest_sum(&net, told));
            }
            if batch.step_randomly() == 0 {
                return largest;
            }
        }
    });
    if largest > LARGEST_SUM {
        return Err(wrong(format!(
            "a unit of the net sums up to {largest} in games played at random; at most {LARGEST_SUM} can be told in integers"
        )));
    }
    let path = Shelf::file(&folder, &layout, Place::Net);
    let written =
        fs::create_dir_all(&folder).and_then(|()| fs::write(&path, Quantised::new(&net, layout).to_bytes()));
    written.map_err(|error| failed(format!("cannot write '{}': {error}", path.display())))?;
    Ok(path)
}

/// The largest sum of a unit, by its size, for a position told to the net.
fn largest_sum(net: &Net, told: &[u8]) -> f32 {
    let mut sums = net.bias.clone();
    for input in (0..net.inputs).filter(|&input| told[input] == 1) {
        let row = &net.first[input * net.hidden..][..net.hidden];
        sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
    }
    sums.iter().fold(0.0, |largest, sum| largest.max(sum.abs()))
}

fn shaped(what: &str, values: &Bound<'_, PyAny>, expected: &[usize]) -> PyResult<Vec<f32>> {
    match floats(values)? {
        (shape, values) if shape == expected => Ok(values),
        (shape, _) => Err(wrong(format!("the {what} have shape {shape:?}; expected {expected:?}"))),
    }
}

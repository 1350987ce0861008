//! Fits the weights of the strong evaluation to the results of games and prints them.
//!
//! `cargo run --release -p ludus-tablut --example fit -- FILE...`, where each line of a file is a JSON object with `end` (`WW`, `BW` or `D`; others are
//! left out) and `moves`. Logistic regression by Adam: a position's sum of weights is to be White's log-odds. The further off the end of the game
//! was, the less its result counts.

use game::{Game, Line, Rng};
use ludus_tablut::{Judgement, Tablut};
use serde_json::Value;

/// A position: the weights it adds up, and the result to predict, from 0 (Black won) to 1.
struct Sample {
    terms: Vec<u16>,
    result: f32,
}

/// The first plies say little about the result.
const OPENING: usize = 3;

/// How much a result fades with every ply.
const FADE: f32 = 0.985;

/// Weights are in hundredths, and 200 of them are one unit of log-odds.
const SCALE: f32 = 200.0;

const EPOCHS: usize = 30;
const BATCH: usize = 256;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut samples = Vec::new();
    for path in std::env::args().skip(1) {
        for game in std::fs::read_to_string(path)?.lines() {
            let game: Value = serde_json::from_str(game)?;
            let result = match game["end"].as_str() {
                Some("WW") => 1.0,
                Some("BW") => 0.0,
                Some("D") => 0.5,
                _ => continue,
            };
            sample(game["moves"].as_str().unwrap_or_default(), result, &mut samples)?;
        }
    }
    eprintln!("{} positions", samples.len());
    let weights: Vec<String> = fit(samples).iter().map(|w| format!("{}", (w * SCALE).round())).collect();
    println!("{}", weights.join(", "));
    Ok(())
}

/// Adds the positions of a game.
fn sample(moves: &str, result: f32, samples: &mut Vec<Sample>) -> Result<(), game::MoveError> {
    let mut line = Line::new(Tablut, Tablut.start());
    let texts: Vec<&str> = moves.split_whitespace().collect();
    for (ply, text) in texts.iter().enumerate() {
        if ply >= OPENING {
            let mut terms = Vec::new();
            Judgement.terms(line.state(), |weight| terms.push(weight as u16));
            let fade = FADE.powi((texts.len() - ply) as i32);
            samples.push(Sample { terms, result: 0.5 + (result - 0.5) * fade });
        }
        let mv = Tablut.read_move(line.state(), text)?;
        if line.play(mv).is_err() {
            break;
        }
    }
    Ok(())
}

fn predict(weights: &[f32], terms: &[u16]) -> f32 {
    let sum: f32 = terms.iter().map(|&term| weights[usize::from(term)]).sum();
    1.0 / (1.0 + (-sum).exp())
}

fn fit(mut samples: Vec<Sample>) -> Vec<f32> {
    let count = Judgement::WEIGHTS;
    let (mut weights, mut mean, mut square) = (vec![0.0; count], vec![0.0; count], vec![0.0; count]);
    let mut rng = Rng::new(7);
    let mut steps = 0;
    for epoch in 0..EPOCHS {
        rng.shuffle(&mut samples);
        let rate = 0.02 * (1.0 - epoch as f32 / (EPOCHS + 1) as f32);
        let mut loss = 0.0;
        for batch in samples.chunks(BATCH) {
            let mut gradient: Vec<f32> = weights.iter().map(|weight: &f32| 1e-5 * weight).collect();
            for Sample { terms, result } in batch {
                let error = predict(&weights, terms) - result;
                loss += f64::from(error * error);
                for &term in terms {
                    gradient[usize::from(term)] += error / BATCH as f32;
                }
            }
            steps += 1;
            for i in 0..count {
                mean[i] = 0.9 * mean[i] + 0.1 * gradient[i];
                square[i] = 0.999 * square[i] + 0.001 * gradient[i] * gradient[i];
                let unbiased = mean[i] / (1.0 - 0.9f32.powi(steps));
                let spread: f32 = square[i] / (1.0 - 0.999f32.powi(steps));
                weights[i] -= rate * unbiased / (spread.sqrt() + 1e-8);
            }
        }
        eprintln!("epoch {epoch}: mean square error {:.5}", loss / samples.len().max(1) as f64);
    }
    weights
}

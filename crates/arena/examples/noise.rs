//! Spoils everything that comes from outside for as long as it is told, one thing after the other, and says how much it has tried and what it took.
//!
//! `cargo run --release -p ludus-arena --example noise [MINUTES] [SEED]`. A panic is the end of it, with the seed of the case that did it.

#[path = "../tests/noise.rs"]
mod noise;

use std::time::{Duration, Instant};

use game::Rng;

/// Cases of one kind before the next has its turn.
const IN_TURN: usize = 50;

/// What the process has in memory, in megabytes.
fn memory() -> u64 {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    text.split(' ').nth(1).and_then(|pages| pages.parse::<u64>().ok()).unwrap_or(0) >> 8
}

fn main() {
    let mut numbers = std::env::args().skip(1).filter_map(|word| word.parse::<u64>().ok());
    let (minutes, seed) = (numbers.next().unwrap_or(30), numbers.next().unwrap_or(1));
    let (games, began) = (registry::games(), Instant::now());
    let (mut tried, mut slowest) = ([0u64; noise::CASES.len()], [Duration::ZERO; noise::CASES.len()]);
    let (mut told, mut first) = (Duration::ZERO, 0);
    while began.elapsed() < Duration::from_secs(60 * minutes) {
        for (kind, (name, case)) in noise::CASES.iter().enumerate() {
            for _ in 0..IN_TURN {
                let number = tried[kind];
                let family = &games.all()[number as usize % games.all().len()];
                let mut rng = Rng::derive(seed ^ (kind as u64) << 32, number);
                let start = Instant::now();
                let tried_one =
                    std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| case(family, &mut rng)));
                assert!(tried_one.is_ok(), "{name} number {number} of seed {seed} with {}", family.info.name);
                slowest[kind] = slowest[kind].max(start.elapsed());
                tried[kind] += 1;
            }
        }
        if first == 0 {
            first = memory();
        }
        if began.elapsed() >= told {
            told += Duration::from_secs(60);
            let seconds = began.elapsed().as_secs();
            println!("after {seconds} s, {} MB (at first {first} MB):", memory());
            for (kind, (name, _)) in noise::CASES.iter().enumerate() {
                println!("  {:>9} {name}, the slowest {} ms", tried[kind], slowest[kind].as_millis());
            }
        }
    }
}

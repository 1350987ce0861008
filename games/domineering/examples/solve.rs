//! Solves empty boards and prints the nodes and the processor time next to what is asked for.
//!
//! `cargo run --release -p ludus-domineering --example solve -- [MEGABYTES] [BOARD ...]`

use std::time::{Duration, Instant};

use game::{Control, Game, Limits, Options, Solve, Solver};
use ludus_domineering::{Domineering, Wide, Word};

/// Boards, with the most nodes and seconds they may take.
const BARS: &[(&str, Option<u64>, f64)] =
    &[("7x7", None, 0.1), ("8x8", Some(1_000_000), 0.6), ("8x9", None, 3.0), ("9x8", None, 60.0)];

fn main() {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let memory = arguments.first().and_then(|first| first.parse::<usize>().ok());
    arguments.drain(..usize::from(memory.is_some()));
    if arguments.is_empty() {
        arguments = BARS.iter().map(|bar| bar.0.to_string()).collect();
    }
    println!("board    first player      nodes  CPU seconds  ns/node    bars");
    for size in &arguments {
        let sides: Vec<usize> = size.split('x').filter_map(|side| side.parse().ok()).collect();
        let megabytes = memory.unwrap_or(256);
        match sides.iter().product::<usize>() {
            ..=64 => run::<u64>(size, megabytes),
            65..=128 => run::<u128>(size, megabytes),
            _ => run::<Wide>(size, megabytes),
        }
    }
}

fn run<W: Word>(size: &str, megabytes: usize) {
    let Ok(game) = Domineering::<W>::new(&Options::none().with("size", size)) else {
        eprintln!("'{size}' is not a board; a board is ROWSxCOLUMNS, like 8x8");
        return;
    };
    let (started, spent) = (Instant::now(), cpu_seconds());
    let mut solver = game.solver(megabytes << 20);
    let control = Control::new(Limits::default());
    let watch = control.clone();
    let board = size.to_string();
    std::thread::spawn(move || {
        loop {
            std::thread::sleep(Duration::from_secs(60));
            let (nodes, wall) = (watch.nodes(), started.elapsed().as_secs());
            eprintln!("{board}: {nodes} nodes, {:.0} CPU seconds, {wall} seconds so far", cpu_seconds());
        }
    });
    let Some(solved) = solver.solve(&game, &game.start(), &control) else { return };
    let (seconds, nodes) = (cpu_seconds() - spent, solver.nodes());
    let winner = if solved.value > 0 { "wins" } else { "loses" };
    let bar = BARS.iter().find(|bar| bar.0 == size).map_or(String::new(), |(_, most, limit)| {
        let most = most.map_or(String::new(), |most| format!("{most} nodes, "));
        format!("{most}{limit} s")
    });
    let each = seconds * 1e9 / nodes.max(1) as f64;
    println!("{size:<8} {winner:<12} {nodes:>10} {seconds:>12.3} {each:>8.0}    {bar}");
}

/// Processor time of this process so far, where the system tells; else 0.
fn cpu_seconds() -> f64 {
    let Ok(stat) = std::fs::read_to_string("/proc/self/stat") else { return 0.0 };
    // After the name, which may contain anything, the 12th and 13th fields count hundredths of seconds.
    let fields = stat.rsplit(')').next().unwrap_or("").split_whitespace();
    fields.skip(11).take(2).filter_map(|field| field.parse::<f64>().ok()).sum::<f64>() / 100.0
}

//! Measures the exact solver: `cargo run --release -p ludus-dots-and-boxes --example solve -- [--threads N] [--memory MB] [BOARD...]`.
//!
//! A board is `4x4` (empty) or `5x5:36` (the median of positions with 36 undrawn arcs that come up when both sides draw safe arcs at random). Without
//! boards, all those that have a bar are measured, except the largest.

use std::process::ExitCode;
use std::time::Instant;

use game::{Control, Game, Greedy, Limits, Options, Rng, Solve, Solver};
use ludus_dots_and_boxes::{Small, State};

/// Boards with the most seconds they should take.
const BARS: [(&str, f64); 5] = [("3x3", 0.3), ("3x4", 4.0), ("5x5:36", 0.1), ("5x5:38", 0.7), ("4x4", 600.0)];

/// How many positions a median is taken of.
const SAMPLE: u64 = 21;

fn main() -> ExitCode {
    let (mut threads, mut memory, mut boards) = (1, 1024, Vec::new());
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let number = match argument.as_str() {
            "--threads" => &mut threads,
            "--memory" => &mut memory,
            _ => {
                boards.push(argument);
                continue;
            }
        };
        match arguments.next().and_then(|text| text.parse().ok()) {
            Some(given) => *number = given,
            None => {
                eprintln!("{argument} needs a number");
                return ExitCode::FAILURE;
            }
        }
    }
    if boards.is_empty() {
        boards.extend(BARS[..4].iter().map(|(board, _)| board.to_string()));
    }
    println!("board      value        nodes    CPU s   wall s    bar s");
    for board in &boards {
        let Some(positions) = positions(board) else {
            eprintln!("no such board: {board}");
            return ExitCode::FAILURE;
        };
        let (game, states) = positions;
        let mut results: Vec<Measured> =
            states.iter().map(|state| measure(&game, state, memory << 20, threads)).collect();
        results.sort_by(|a, b| a.cpu.total_cmp(&b.cpu));
        let Measured { value, nodes, cpu, wall } = results[results.len() / 2];
        let bar =
            BARS.iter().find(|(name, _)| name == board).map_or(String::new(), |(_, bar)| bar.to_string());
        println!("{board:10} {value:5} {nodes:12} {cpu:8.2} {wall:8.2} {bar:>8}");
        if results.len() > 1 {
            let total: u64 = results.iter().map(|result| result.nodes).sum();
            println!(
                "           all of {}: {total} nodes, {:.2} s",
                results.len(),
                results.iter().map(|result| result.cpu).sum::<f64>()
            );
        }
    }
    ExitCode::SUCCESS
}

struct Measured {
    value: i32,
    nodes: u64,
    cpu: f64,
    wall: f64,
}

fn measure(game: &Small, state: &State<u64>, memory: usize, threads: usize) -> Measured {
    let mut solver = game.solver(memory);
    solver.set_threads(threads);
    let (start, cpu) = (Instant::now(), cpu_seconds());
    let solved = solver.solve(game, state, &Control::new(Limits::default())).expect("nothing stops it");
    let wall = start.elapsed().as_secs_f64();
    Measured { value: solved.value, nodes: solver.nodes(), cpu: cpu_seconds() - cpu, wall }
}

/// The board and the positions on it that a text names.
fn positions(text: &str) -> Option<(Small, Vec<State<u64>>)> {
    let (size, undrawn) = text.split_once(':').map_or((text, None), |(size, undrawn)| (size, Some(undrawn)));
    let game = Small::new(&Options::none().with("size", size)).ok()?;
    let states = match undrawn {
        None => vec![game.start()],
        Some(undrawn) => {
            let undrawn = undrawn.parse().ok()?;
            (0..).filter_map(|seed| safe_play(&game, undrawn, seed)).take(SAMPLE as usize).collect()
        }
    };
    Some((game, states))
}

/// A position after random safe moves; none if they run out first.
fn safe_play(game: &Small, undrawn: usize, seed: u64) -> Option<State<u64>> {
    let (mut state, mut rng, mut moves) = (game.start(), Rng::new(seed), Vec::new());
    while game.board().arcs() - state.drawn().count_ones() as usize > undrawn {
        game.moves(&state, &mut moves);
        moves.retain(|&mv| game.gain(&state, mv) >= 0);
        game.play(&mut state, rng.pick(&moves)?);
    }
    Some(state)
}

/// The processor time of all threads so far.
fn cpu_seconds() -> f64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the call writes to the structure it is given and to nothing else.
    unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &mut time) };
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

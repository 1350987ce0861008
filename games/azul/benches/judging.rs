//! How long the shipped knowledge takes to judge all moves of a position, next to the bar: `cargo bench -p ludus-azul`.

use std::time::{Duration, Instant};

use game::facts::{Describe, EventLog};
use game::{Game, Rng};
use infer::conform::{Reader, unfinished};
use ludus_azul::{Azul, State};

/// The longest that a choice may take.
const BAR: Duration = Duration::from_millis(20);

/// Five factories of four colours each, and lines that take any colour: 120 moves.
const FULL: &str = "c 3 1 1 BYRK/BYRK/BYRK/BYRK/BYRK * 15.15.15.15.20 0.0.0.0.0 0:5/5/5/5/5:-/-/-/-/-:- 0:5/5/5/5/5:-/-/-/-/-:-";

fn main() {
    let game = Azul::<2>;
    let full = game.read(FULL).expect("a position");
    let mut rng = Rng::new(1);
    let positions: Vec<State<2>> = std::iter::repeat_with(|| unfinished(&game, 80, &mut rng))
        .filter(|state| game.turn(state).seat().is_some())
        .take(200)
        .collect();
    println!("{:<8} {:>12} {:>12} {:>8}", "pack", "120 moves", "mean", "bar");
    for (pack, _) in Azul::<2>::PACKS {
        let mut reader = Reader::new(&game, pack);
        let mut choose = |state: &State<2>| {
            let started = Instant::now();
            reader.choose(state, &EventLog::default(), &mut Rng::new(0));
            started.elapsed()
        };
        let best = (0..10).map(|_| choose(&full)).min().expect("some tries");
        let mean = positions.iter().map(&mut choose).sum::<Duration>() / positions.len() as u32;
        let verdict = if best.max(mean) < BAR { "met" } else { "missed" };
        println!("{pack:<8} {best:>12.2?} {mean:>12.2?} {BAR:>8.0?} {verdict}");
    }
}

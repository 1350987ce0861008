//! Random games a second through the generic code, one thread, next to the bars in `games/*/speed.txt`.
//!
//! Each line of such a file is a bar, then options: `200000 size=8x8`.

use std::path::Path;
use std::time::Duration;

use game::Options;

fn main() {
    println!("{:<32} {:>14} {:>14} {:>8}", "game", "playouts/s", "bar", "ratio");
    for family in &registry::games() {
        let path =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("games").join(family.info.name).join("speed.txt");
        let bars = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        for line in bars.lines() {
            let mut words = line.split_whitespace();
            let bar: f64 = words.next().and_then(|word| word.parse().ok()).expect("a bar is a number");
            let options =
                words.filter_map(|word| word.split_once('=')).fold(Options::none(), |o, (n, v)| o.with(n, v));
            let board = family.open(&options).unwrap_or_else(|e| panic!("{line}: {e}"));
            let speed = board.playouts_per_second(Duration::from_secs(2), 1);
            let name = format!("{} {}", family.info.name, board.options());
            println!("{name:<32} {speed:>14.0} {bar:>14.0} {:>7.1}x", speed / bar);
        }
    }
}

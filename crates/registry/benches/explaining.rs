//! How long an explanation and the reloading of a knowledge file take, in every game, next to the bars.
//!
//! Options of games may follow: `cargo bench -p ludus-table --bench explaining -- players=4 size=9x9`; games that do not know them are left out.

use std::time::{Duration, Instant};

use game::{Options, Rng};
use table::expert::{Asked, Finding, Inquiry, Lang, Question};
use table::{Family, Match};

/// Without search, an explanation takes no longer.
const EXPLAIN: Duration = Duration::from_millis(20);

/// A changed file is in force no later.
const RELOAD: Duration = Duration::from_millis(10);

/// Random games whose positions are explained.
const GAMES: u64 = 4;

/// Every how manieth position of them.
const STRIDE: usize = 5;

/// How often each position is explained, and each file reloaded; the fastest time counts, since it is the least disturbed.
const REPEATS: usize = 5;

fn main() {
    let given = std::env::args().skip(1).filter_map(|arg| {
        let (name, value) = arg.split_once('=')?;
        Some((name.to_string(), value.to_string()))
    });
    let options = given.fold(Options::none(), |options, (name, value)| options.with(&name, &value));
    let folder = std::env::temp_dir().join(format!("ludus-explaining-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for changed files");
    let games = ludus_registry::games();
    games.house().knowledge.use_folder(&folder);
    println!(
        "{:<28} {:>9} {:>14} {:>14} {:>12}   (bars {} ms, {} ms)",
        "game and pack",
        "positions",
        "explain mean",
        "explain worst",
        "reload",
        EXPLAIN.as_millis(),
        RELOAD.as_millis()
    );
    for family in &games {
        let Ok(board) = family.open(&options) else { continue };
        for pack in packs(board.as_ref()) {
            let times = explanations(family, &options, &pack);
            let mean = times.iter().sum::<Duration>() / times.len() as u32;
            let worst = times.iter().copied().max().unwrap_or_default();
            let reload = reload(board.as_ref(), family.info.name, &pack, &folder);
            let verdict = if worst < EXPLAIN && reload < RELOAD { "met" } else { "MISSED" };
            println!(
                "{:<28} {:>9} {:>11.2} ms {:>11.2} ms {:>9.2} ms   {verdict}",
                format!("{}, {pack}", family.info.name),
                times.len(),
                milliseconds(mean),
                milliseconds(worst),
                milliseconds(reload)
            );
        }
    }
    std::fs::remove_dir_all(&folder).expect("the folder made above");
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

fn packs(board: &dyn Match) -> Vec<String> {
    let inquiry = Inquiry { pack: None, mv: None, lang: Lang::En, asked: Asked::Packs };
    match board.inquire(&inquiry) {
        Ok(Finding::Packs(names)) => names,
        _ => Vec::new(),
    }
}

/// The fastest of some runs.
fn fastest(mut work: impl FnMut() -> Duration) -> Duration {
    (0..REPEATS).map(|_| work()).min().unwrap_or_default()
}

/// The times of explanations at positions of random games, their logs included.
fn explanations(family: &Family, options: &Options, pack: &str) -> Vec<Duration> {
    let question = Question { pack: Some(pack), ..Question::default() };
    let mut times = Vec::new();
    for seed in 0..GAMES {
        let mut rng = Rng::new(seed);
        let mut board = family.open(options).expect("it has been opened before");
        for ply in 0.. {
            while board.deal(&mut rng).is_some() {}
            if board.over() {
                break;
            }
            if ply % STRIDE == 0 {
                times.push(fastest(|| {
                    let begun = Instant::now();
                    board.explain(&question).expect("somebody is to move");
                    begun.elapsed()
                }));
            }
            let legal = board.legal();
            board.play(&legal[rng.below(legal.len())]).expect("a legal move");
        }
    }
    times
}

/// The time from a changed file to its answer.
fn reload(board: &dyn Match, game: &str, pack: &str, folder: &std::path::Path) -> Duration {
    let shipped = format!("{}/../../games/{game}/knowledge/{pack}.rules", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&shipped).unwrap_or_else(|e| panic!("{shipped}: {e}"));
    let file = folder.join(format!("{game}-{pack}.rules"));
    let mut changes = 0;
    let time = fastest(|| {
        changes += 1;
        std::fs::write(&file, format!("{text}# changed{}\n", "!".repeat(changes))).expect("a file of ours");
        let inquiry = Inquiry { pack: Some(pack), mv: None, lang: Lang::En, asked: Asked::Check };
        let begun = Instant::now();
        board.inquire(&inquiry).expect("the shipped text with a remark");
        begun.elapsed()
    });
    std::fs::remove_file(&file).expect("the file written above");
    time
}

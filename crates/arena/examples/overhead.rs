//! What the arbiter itself costs, next to the bars it is held to: time a move with a bot that answers at once, and memory over many games.
//!
//! `cargo run --release -p ludus-arena --example overhead [GAMES]`

use std::path::Path;
use std::time::{Duration, Instant};

use game::{Control, Limits, Options};
use ludus_arena::arbiter::{Terms, arbitrate};
use ludus_arena::starter::Starter;
use ludus_arena::{BotCommand, Caps, Contestant, Isolation};
use table::{Family, Session};

static GAMES: std::sync::LazyLock<table::Games> = std::sync::LazyLock::new(registry::games);

fn main() {
    let games: usize = std::env::args().nth(1).and_then(|word| word.parse().ok()).unwrap_or(10_000);
    let folder = std::env::temp_dir().join(format!("ludus-overhead-{}", std::process::id()));
    let starter = Starter::find("c").expect("there is a starter in C");
    starter.write(&folder).and_then(|_| starter.build(&folder)).expect("a C compiler");
    println!("bots are {}", Isolation::best().sentence());
    moves(&command(starter, &folder));
    whole_games(&command(starter, &folder), games);
    let _ = std::fs::remove_dir_all(&folder);
}

fn command(starter: &Starter, folder: &Path) -> BotCommand {
    let words: Vec<String> = starter.run.iter().map(|word| word.to_string()).collect();
    BotCommand::new(&words, Some(folder)).expect("the bot has been built")
}

/// The smallest game in which nobody deals.
fn small() -> (&'static Family, Options) {
    let options = Options::none().with("size", "3x3");
    let found = GAMES.all().iter().find(|family| family.open(&options).is_ok());
    (found.expect("a game with sizes"), options)
}

fn moves(command: &BotCommand) {
    const MOVES: usize = 20_000;
    let (family, _) = small();
    let board = family.open(&Options::none()).expect("the game opens");
    let mut bot = Contestant::process(command.clone(), Caps::default());
    let limits = Limits { time: Some(Duration::from_secs(5)), ..Limits::default() };
    let mut times: Vec<Duration> = (0..MOVES)
        .map(|_| {
            let started = Instant::now();
            bot.think(board.as_ref(), &Control::new(limits)).expect("a move");
            started.elapsed()
        })
        .collect();
    times.sort();
    let at = |share: usize| times[times.len() * share / 100].as_secs_f64() * 1e3;
    println!(
        "a move, {} legal, median of {MOVES}: {:.3} ms (bar 0.3 ms); 90 %: {:.3} ms",
        board.legal().len(),
        at(50),
        at(90)
    );
}

fn whole_games(command: &BotCommand, games: usize) {
    let (family, options) = small();
    let mut bots: Vec<Contestant> =
        (0..2).map(|_| Contestant::process(command.clone(), Caps::default())).collect();
    let started = Instant::now();
    let mut first = (0, 0);
    let whole = Control::new(Limits::default());
    for game in 0..games {
        let board = family.open(&options).expect("the game opens");
        for bot in &mut bots {
            bot.new_game(board.as_ref(), 0).expect("a process lives on");
        }
        let mut session = Session::new(board, vec![String::new(); 2], game as u64);
        let failures = arbitrate(&mut session, &mut bots, &Terms::default(), &whole);
        assert!(failures.is_empty(), "{failures:?}");
        bots.swap(0, 1);
        if game + 1 == games / 10 {
            first = held();
        }
        if (game + 1) % (games / 10).max(1) == 0 {
            let (memory, files) = held();
            println!("{:>6} games: {memory} KB of memory, {files} open files", game + 1);
        }
    }
    let (memory, files) = held();
    println!(
        "{games} games in {:.1} s: memory {:+} KB since the first tenth (bar: flat, under 1024 KB), files {:+} (bar 0)",
        started.elapsed().as_secs_f64(),
        memory as i64 - first.0 as i64,
        files as i64 - first.1 as i64
    );
}

/// Kilobytes of memory and open files of this process.
fn held() -> (usize, usize) {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let memory = line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or(0);
    (memory, std::fs::read_dir("/proc/self/fd").map_or(0, |files| files.count()))
}

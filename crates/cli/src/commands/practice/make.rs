//! `ludus practice make`: puzzles from games between players that err.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use game::Options;
use school::{Budget, Maker, Puzzle};
use serde_json::json;
use table::Games;

use crate::commands::Format;
use crate::failure::Failure;
use crate::{interrupt, output};

#[derive(clap::Args, Debug)]
pub struct MakeArgs {
    /// The game
    #[arg(value_name = "GAME")]
    pub game: String,
    /// How many puzzles the file is to hold
    #[arg(long, value_name = "N", default_value_t = 80)]
    pub count: usize,
    /// What everything random follows from
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Positions to look at for the proof of one position, and ten times as many for the second look where there is no proof
    #[arg(long, value_name = "N", default_value_t = 300_000)]
    pub nodes: u64,
    /// Only puzzles whose answers are proved
    #[arg(long)]
    pub proved: bool,
    /// Stop after so many games
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub games: u64,
    /// The file; what it holds already is kept, and games already played on this board are not played again [default: GAME.jsonl]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// What a file of puzzles says of how it was made.
const REMARK: &str = "# made with";

pub fn run(games: &Games, args: &MakeArgs, options: &Options, format: Format) -> Result<(), Failure> {
    let family = games.find(&args.game)?;
    let board = family.open(options)?;
    let path = args.out.clone().unwrap_or_else(|| PathBuf::from(format!("{}.jsonl", family.info.name)));
    let text = std::fs::read_to_string(&path).unwrap_or_default();
    let mut puzzles = Puzzle::read_all(&text).map_err(Failure::failed)?;
    let mut remarks: Vec<String> =
        text.lines().filter(|line| line.starts_with('#')).map(str::to_string).collect();
    let (options, proved) = (board.options(), if args.proved { " proved" } else { "" });
    let head = format!("{REMARK} {options} seed {} nodes {}{proved}: games ", args.seed, args.nodes);
    let known = remarks.iter().position(|line| line.starts_with(&head));
    let at = known.unwrap_or_else(|| {
        remarks.push(head.clone() + "0");
        remarks.len() - 1
    });
    let begun: u64 = remarks[at][head.len()..].trim().parse().unwrap_or(0);
    let stop = Arc::new(AtomicBool::new(false));
    interrupt::sets(&stop);
    let maker = Maker::new(board, args.seed, Budget::Nodes(args.nodes));
    let maker = if args.proved { maker.proved() } else { maker };
    for number in begun..args.games {
        if puzzles.len() >= args.count || stop.load(Ordering::Relaxed) {
            break;
        }
        let known = |id: &str| puzzles.iter().any(|puzzle| puzzle.id == id);
        let made = maker.game(number, &known).map_err(Failure::failed)?;
        puzzles.extend(made.puzzles);
        note!("game {}: {} positions, {} puzzles in all", number + 1, made.positions, puzzles.len());
        remarks[at] = format!("{head}{}", number + 1);
        write(&path, &remarks, &puzzles)?;
    }
    if format == Format::Json {
        output::json(&json!({ "file": path, "puzzles": puzzles.len() }));
    }
    Ok(())
}

/// Writes the whole file anew, so that stopping leaves the old or the new.
fn write(path: &Path, remarks: &[String], puzzles: &[Puzzle]) -> Result<(), Failure> {
    let lines = remarks.iter().cloned().chain(puzzles.iter().map(Puzzle::write));
    let text: String = lines.map(|line| line + "\n").collect();
    let fresh = path.with_extension("new");
    std::fs::write(&fresh, text)
        .and_then(|()| std::fs::rename(&fresh, path))
        .map_err(|error| Failure::failed(format!("cannot write '{}': {error}", path.display())))
}

//! `ludus calibrate`: whether the chances of a game mean what they say, measured in games, and the data that make them do so.

use std::io::{BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use arena::calibration::sample::{self, Row};
use arena::calibration::{Findings, examine, plot};
use game::{Links, Options};
use table::{Family, Games, Match};

use super::Format;
use crate::args::threads;
use crate::failure::Failure;
use crate::{interrupt, output};

/// How many positions a sample has, and after how many nodes they are judged.
const SAMPLED: usize = 60;
const SAMPLE_NODES: u64 = 2_000;

/// Arguments of `ludus calibrate`.
#[derive(clap::Args, Debug)]
pub struct CalibrateArgs {
    /// The game
    #[arg(value_name = "GAME")]
    game: String,
    /// Games that a link is fitted to; 0 to check the one that comes with the game
    #[arg(long, value_name = "N", default_value_t = 0)]
    fit: usize,
    /// Other games, in which it is checked
    #[arg(long, value_name = "N", default_value_t = 200)]
    check: usize,
    /// Nodes a move, least and most: each game has its own number, by lot
    #[arg(long, value_name = "A-B", default_value = "1000-16000", value_parser = nodes)]
    nodes: (u64, u64),
    /// Positions of a game that are looked at, by lot
    #[arg(long, value_name = "N", default_value_t = 8)]
    positions: usize,
    /// What everything random follows from
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Games at once; the result does not depend on it
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads)]
    threads: usize,
    /// Keep the positions in this file, one JSON object a line; if it is there already, they are read instead of played
    #[arg(long, value_name = "FILE")]
    rows: Option<PathBuf>,
    /// Put the link that was fitted into this file
    #[arg(long, value_name = "FILE")]
    data: Option<PathBuf>,
    /// Keep some of the checked positions, judged anew, in this file, for a test that notices when judgements change
    #[arg(long, value_name = "FILE")]
    sample: Option<PathBuf>,
    /// Write a picture of what was said and what came of it to this SVG file
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
}

/// Reads a range of nodes such as `1000-16000`.
fn nodes(text: &str) -> Result<(u64, u64), &'static str> {
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    let range = least.trim().parse().ok().zip(most.trim().parse().ok());
    range
        .filter(|&(least, most)| 1 <= least && least <= most)
        .ok_or("expected two numbers such as 1000-16000")
}

pub fn run(games: &Games, args: &CalibrateArgs, options: &Options, format: Format) -> Result<(), Failure> {
    let board = games.find(&args.game)?.open(options)?;
    let rows = rows(args, board.as_ref())?;
    if rows.iter().all(|row| row.game < args.fit) {
        return Err(Failure::failed("there are no games to check chances in; ask for some with --check"));
    }
    let findings = examine(board.as_ref(), &rows, args.fit).map_err(Failure::failed)?;
    if let Some(path) = &args.data {
        keep(path, &findings, args, board.as_ref())?;
    }
    if let Some(path) = &args.sample {
        keep_sample(path, games.find(&args.game)?, &rows, args.fit)?;
    }
    if let Some(path) = &args.plot {
        let title = format!("{} {}", board.info().title, board.options());
        let squares = [(title.trim().to_string(), &findings.measured, &findings.usual)];
        std::fs::write(path, plot(&squares)).map_err(|error| cannot("write", path, &error))?;
    }
    match format {
        Format::Json => output::json(&findings),
        Format::Text => output::print(&as_text(&findings)),
    }
    Ok(())
}

/// The positions, from the file or from games.
fn rows(args: &CalibrateArgs, board: &dyn Match) -> Result<Vec<Row>, Failure> {
    if let Some(path) = args.rows.as_deref().filter(|path| path.exists()) {
        return read_rows(path);
    }
    let stop = Arc::new(AtomicBool::new(false));
    interrupt::sets(&stop);
    let total = args.fit + args.check;
    let plan = sample::Games {
        numbers: 0..total,
        nodes: args.nodes.0..=args.nodes.1,
        positions: args.positions.max(1),
        seed: args.seed,
        threads: args.threads,
    };
    let shown = std::io::stderr().is_terminal();
    let told = |done: usize| {
        if shown {
            eprint!("\r{done} of {total} games");
        }
    };
    let rows = sample::play(board, &plan, &stop, &told).map_err(Failure::failed)?;
    if shown {
        eprintln!();
    }
    if stop.load(Ordering::Relaxed) {
        return Err(Failure::failed("stopped before the games were over; nothing was measured"));
    }
    if let Some(path) = &args.rows {
        write_rows(path, &rows).map_err(|error| cannot("write", path, &error))?;
    }
    Ok(rows)
}

fn read_rows(path: &Path) -> Result<Vec<Row>, Failure> {
    let file = std::fs::File::open(path).map_err(|error| cannot("read", path, &error))?;
    let mut rows: Vec<Row> = Vec::new();
    for (index, line) in std::io::BufReader::new(file).lines().enumerate() {
        let line = line.map_err(|error| cannot("read", path, &error))?;
        let row = serde_json::from_str(&line).ok().filter(Row::is_sound);
        let wrong = || format!("line {} of '{}' is not a judged position", index + 1, path.display());
        rows.push(row.ok_or_else(|| Failure::failed(wrong()))?);
    }
    rows.sort_by_key(|row| row.game);
    Ok(rows)
}

fn write_rows(path: &Path, rows: &[Row]) -> std::io::Result<()> {
    let mut file = std::io::BufWriter::new(std::fs::File::create(path)?);
    for row in rows {
        writeln!(file, "{}", serde_json::to_string(row)?)?;
    }
    file.flush()
}

/// Puts the link into the file, beside those for other boards.
fn keep(path: &Path, findings: &Findings, args: &CalibrateArgs, board: &dyn Match) -> Result<(), Failure> {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(cannot("read", path, &error)),
    };
    let mut links = Links::read(&text)
        .map_err(|problem| Failure::failed(format!("'{}' holds no chances: {problem}", path.display())))?;
    let link = findings.carded(&command(args, board), &today());
    links
        .put(link.ok_or_else(|| Failure::failed("too few games to fit a link to; ask for more with --fit"))?);
    std::fs::write(path, links.to_string()).map_err(|error| cannot("write", path, &error))
}

/// Keeps positions of different games in the file.
fn keep_sample(path: &Path, family: &Family, rows: &[Row], fitted: usize) -> Result<(), Failure> {
    let checked = rows.chunk_by(|a, b| a.game == b.game).filter(|game| game[0].game >= fitted);
    let mut sample = Vec::new();
    for row in checked.map(|game| &game[0]) {
        let board = family.open_at(&Options::none(), &row.position)?;
        let anew = sample::judge_anew(board.as_ref(), row, SAMPLE_NODES).map_err(Failure::failed)?;
        sample.extend(anew);
        if sample.len() == SAMPLED {
            break;
        }
    }
    write_rows(path, &sample).map_err(|error| cannot("write", path, &error))
}

/// The command that makes the same link again.
fn command(args: &CalibrateArgs, board: &dyn Match) -> String {
    let options = board.options();
    let options: String = options.iter().map(|(name, value)| format!(" --{name} {value}")).collect();
    let CalibrateArgs { fit, check, nodes: (least, most), positions, seed, .. } = args;
    format!(
        "`ludus calibrate {}{options} --fit {fit} --check {check} --nodes {least}-{most} --positions {positions} --seed {seed}`",
        board.info().name
    )
}

fn cannot(what: &str, path: &Path, error: &std::io::Error) -> Failure {
    Failure::failed(format!("cannot {what} '{}': {error}", path.display()))
}

fn as_text(findings: &Findings) -> String {
    let mut text = format!("{} by {}\n{}\n", findings.board, findings.judge, findings.sentence());
    text += "   share    said     won\n";
    for bin in &findings.measured.bins {
        let [share, said, came] = [bin.share, bin.said, bin.came].map(|share| 100.0 * share);
        text += &format!("{share:6.1} % {said:5.1} % {came:5.1} %\n");
    }
    text
}

/// The day, as `2026-11-17`.
fn today() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    // Days are counted from 1 March of year 0, in eras of 400 years, so that the leap day comes last.
    let days = since / 86_400 + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let (day, month) = (day - (153 * month + 2) / 5 + 1, if month < 10 { month + 3 } else { month - 9 });
    format!("{:04}-{month:02}-{day:02}", era * 400 + year + u64::from(month <= 2))
}

//! `ludus calibrate`: whether the chances of a game mean what they say, measured in games, and the data that make them do so.

use std::io::{BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use arena::calibration::sample::{self, Row};
use arena::calibration::{Findings, examine, markdown, plot, together};
use game::{Link, Links, Options};
use serde_json::json;
use table::{Family, Games, Match};

use super::Format;
use crate::args::threads;
use crate::failure::Failure;
use crate::{interrupt, output};

/// How many positions a sample has, and after how many nodes they are judged.
const SAMPLED: usize = 60;
const SAMPLE_NODES: u64 = 2_000;

/// The noise of a link for which none was ever measured.
const UNMEASURED: f64 = 0.02;

/// So many games are played and kept at a time.
const LOT: usize = 50;

/// Arguments of `ludus calibrate`.
#[derive(clap::Args, Debug)]
pub struct CalibrateArgs {
    /// The game
    #[arg(value_name = "GAME")]
    game: String,
    /// A board such as size=8x8, or players=3; may be given several times [default: the one that the game's options say]
    #[arg(long = "board", value_name = "BOARD", value_parser = board)]
    boards: Vec<Options>,
    /// Who judges the positions, a search and its evaluation such as alphabeta:eval=net [default: the strongest player]
    #[arg(long, value_name = "PLAYER")]
    judge: Option<String>,
    /// Games that a link is fitted to; 0 to check the one that comes with the game
    #[arg(long, value_name = "N", default_value_t = 0)]
    fit: usize,
    /// Other games, in which it is checked
    #[arg(long, value_name = "N", default_value_t = 200)]
    check: usize,
    /// Judge moves of one open position of each of so many games, and again eight times longer, to see from which difference on moves can be told apart;
    /// with --fit 0, --data keeps that noise with the link that is there
    #[arg(long, value_name = "N", default_value_t = 0)]
    longer: usize,
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
    /// Keep the positions in this folder, a file a board; what is there already is not played again
    #[arg(long, value_name = "DIR")]
    rows: Option<PathBuf>,
    /// Put the links that were fitted into this file
    #[arg(long, value_name = "FILE")]
    data: Option<PathBuf>,
    /// Keep some of the checked positions, judged anew, in this folder, for a test that notices when judgements change
    #[arg(long, value_name = "DIR")]
    sample: Option<PathBuf>,
    /// Write a picture of what was said and what came of it to this SVG file
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// Put the table into its section of this page
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
}

/// Reads a range of nodes such as `1000-16000`.
fn nodes(text: &str) -> Result<(u64, u64), &'static str> {
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    let range = least.trim().parse().ok().zip(most.trim().parse().ok());
    range
        .filter(|&(least, most)| 1 <= least && least <= most)
        .ok_or("expected two numbers such as 1000-16000")
}

/// Reads a board such as `groups=1,size=7x7`.
fn board(text: &str) -> Result<Options, &'static str> {
    text.split(',').try_fold(Options::none(), |options, part| {
        let (name, value) = part.split_once('=').ok_or("expected a board such as size=8x8")?;
        Ok(options.with(name.trim(), value.trim()))
    })
}

pub fn run(games: &Games, args: &CalibrateArgs, options: &Options, format: Format) -> Result<(), Failure> {
    let family = games.find(&args.game)?;
    let boards = if args.boards.is_empty() { std::slice::from_ref(options) } else { args.boards.as_slice() };
    let stop = Arc::new(AtomicBool::new(false));
    interrupt::sets(&stop);
    let mut all = Vec::new();
    for options in boards {
        let board = family.open(options)?;
        let rows = rows(args, family, board.as_ref(), &stop)?;
        if rows.iter().all(|row| row.game < args.fit) {
            return Err(Failure::failed("there are no games to check chances in; ask for some with --check"));
        }
        let judge = judge(args, board.as_ref())?;
        let mut findings = examine(board.as_ref(), &judge, &rows, args.fit).map_err(Failure::failed)?;
        if args.longer > 0 {
            findings.measure(family, &rows, args.longer).map_err(Failure::failed)?;
        }
        if let Some(path) = &args.data {
            keep(path, &findings, args, family.info.name)?;
        }
        if let Some(folder) = &args.sample {
            keep_sample(&folder.join(file_name(&findings.board)), family, &findings.checked)?;
        }
        all.push(findings);
    }
    if let Some(path) = &args.plot {
        let title = |found: &Findings| match found.board.as_str() {
            "-" => family.info.title.to_string(),
            board => board.replace('=', " ").replace(',', ", "),
        };
        let squares: Vec<_> = all.iter().map(|found| (title(found), &found.measured, &found.usual)).collect();
        std::fs::write(path, plot(&squares)).map_err(|error| cannot("write", path, &error))?;
    }
    if let Some(path) = &args.markdown {
        let page = std::fs::read_to_string(path).unwrap_or_default();
        let text = format!("{}\n{}\n", markdown(&all), made_by(args, family.info.name, &all));
        let page = audit::in_named_section(&page, &format!("chances of {}", family.info.name), &text);
        std::fs::write(path, page).map_err(|error| cannot("write", path, &error))?;
    }
    match format {
        Format::Json => output::json(&json!({ "boards": all, "together": together(&all)[0] })),
        Format::Text => output::print(&all.iter().map(as_text).collect::<Vec<_>>().join("\n")),
    }
    Ok(())
}

/// Who judges, as links name it.
fn judge(args: &CalibrateArgs, board: &dyn Match) -> Result<String, Failure> {
    let strongest = || board.standing().map(|standing| standing.judge);
    args.judge.clone().or_else(strongest).ok_or_else(|| Failure::failed(sample::unmeasured()))
}

/// A file for a board: `size-8x8.jsonl`.
fn file_name(board: &str) -> String {
    let name: String = board.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    format!("{}.jsonl", if board == "-" { "board" } else { name.as_str() })
}

/// The positions of a board, from the folder as far as they are there, the others from games.
fn rows(
    args: &CalibrateArgs,
    family: &Family,
    board: &dyn Match,
    stop: &Arc<AtomicBool>,
) -> Result<Vec<Row>, Failure> {
    let total = args.fit + args.check;
    let name = [Some(args.game.clone()), args.judge.clone(), Some(game::chances::board(&board.options()))];
    let name = file_name(&name.into_iter().flatten().collect::<Vec<_>>().join("-"));
    let path = args.rows.as_ref().map(|folder| folder.join(name));
    let mut rows = match path.as_deref().filter(|path| path.exists()) {
        Some(path) => read_rows(path)?,
        None => Vec::new(),
    };
    // Lots are kept whole, so the last one that is there is complete.
    let first = rows.last().map_or(0, |row| row.game / LOT + 1);
    for lot in first..total.div_ceil(LOT) {
        let plan = sample::Games {
            numbers: lot * LOT..if path.is_some() { (lot + 1) * LOT } else { ((lot + 1) * LOT).min(total) },
            nodes: args.nodes.0..=args.nodes.1,
            positions: args.positions.max(1),
            judge: args.judge.clone(),
            seed: args.seed,
            threads: args.threads,
        };
        let played = sample::play(family, board, &plan, stop).map_err(Failure::failed)?;
        if stop.load(Ordering::Relaxed) {
            return Err(Failure::failed("stopped before the games were over; nothing was measured"));
        }
        if let Some(path) = &path {
            append_rows(path, &played).map_err(|error| cannot("write", path, &error))?;
        }
        rows.extend(played);
        if std::io::stderr().is_terminal() {
            progress!("\r{} of {total} games", ((lot + 1) * LOT).min(total));
        }
    }
    rows.retain(|row| row.game < total);
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

/// Adds positions to a file, all at once.
fn append_rows(path: &Path, rows: &[Row]) -> std::io::Result<()> {
    let lines = rows.iter().map(|row| serde_json::to_string(row).map(|line| line + "\n"));
    let text: String = lines.collect::<Result<_, _>>()?;
    std::fs::create_dir_all(path.parent().unwrap_or(Path::new(".")))?;
    std::fs::OpenOptions::new().create(true).append(true).open(path)?.write_all(text.as_bytes())
}

/// Puts the link into the file, beside those for other boards.
fn keep(path: &Path, findings: &Findings, args: &CalibrateArgs, game: &str) -> Result<(), Failure> {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(cannot("read", path, &error)),
    };
    let mut links = Links::read(&text)
        .map_err(|problem| Failure::failed(format!("'{}' holds no chances: {problem}", path.display())))?;
    let link = match (findings.fitted.0, args.longer) {
        (0, 0) => {
            return Err(Failure::failed(
                "nothing was fitted that could be kept; ask for games to fit with --fit",
            ));
        }
        (0, _) => findings.link.clone(),
        _ => findings.carded(&format!("`{}`", command(args, game, &[&findings.board])), &today()),
    };
    let mut link =
        link.ok_or_else(|| Failure::failed("too few games to fit a link to; ask for more with --fit"))?;
    // Noise that was not measured anew stays what it was.
    if findings.noise.is_none() {
        let known = links.all.iter().find(|old| old.board == link.board && old.judge == link.judge);
        let noise = known.map_or(UNMEASURED, |old| old.noise);
        link = Link { noise, ..link };
    }
    links.put(link);
    std::fs::write(path, links.to_string()).map_err(|error| cannot("write", path, &error))
}

/// Keeps positions of different games in the file.
fn keep_sample(path: &Path, family: &Family, checked: &[Row]) -> Result<(), Failure> {
    let mut sample = Vec::new();
    for game in checked.chunk_by(|a, b| a.game == b.game).take(2 * SAMPLED) {
        sample.extend(sample::judge_by_strongest(family, &game[0], SAMPLE_NODES).map_err(Failure::failed)?);
    }
    sample.truncate(SAMPLED);
    let _ = std::fs::remove_file(path);
    append_rows(path, &sample).map_err(|error| cannot("write", path, &error))
}

/// A sentence with the command that makes the same table again.
fn made_by(args: &CalibrateArgs, game: &str, all: &[Findings]) -> String {
    let boards: Vec<&str> = all.iter().map(|found| found.board.as_str()).collect();
    let path = |name: &str, path: &Option<PathBuf>| {
        path.as_ref().map_or(String::new(), |path| format!(" --{name} {}", path.display()))
    };
    let files =
        [("data", &args.data), ("sample", &args.sample), ("plot", &args.plot), ("markdown", &args.markdown)];
    let files: String = files.iter().map(|(name, file)| path(name, file)).collect();
    format!("Made by `{}{files}`.", command(args, game, &boards))
}

/// The command that makes the same links again.
fn command(args: &CalibrateArgs, game: &str, boards: &[&str]) -> String {
    let named = boards.iter().filter(|&&board| board != "-");
    let options: String = named.map(|board| format!(" --board {board}")).collect();
    let judge = args.judge.as_ref().map_or(String::new(), |judge| format!(" --judge {judge}"));
    let CalibrateArgs { fit, check, nodes: (least, most), positions, seed, .. } = args;
    format!(
        "ludus calibrate {game}{options}{judge} --fit {fit} --check {check} --nodes {least}-{most} --positions {positions} --seed {seed}"
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
    if let Some((found, link)) = findings.noise.as_ref().zip(findings.link.as_ref()) {
        text += &format!("{}: {:.1} %\n", found.sentence(), 100.0 * link.noise);
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

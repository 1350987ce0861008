//! `ludus review`: how a recorded game went.

use std::io::IsTerminal;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use arena::reviewing::Reviewing;
use coach::{Budget, Labels, Notes, Plan, PlayerReview, Progress, Review};
use table::{Games, Record};

use super::Format;
use crate::args::{ReviewArgs, time};
use crate::failure::Failure;
use crate::interrupt;
use crate::output;

/// The time for a move, and the most for a game, when nothing is said.
const A_MOVE: Duration = Duration::from_secs(1);
const A_GAME: Duration = Duration::from_secs(50);

/// How often what is known is kept.
const BETWEEN: Duration = Duration::from_secs(1);

pub fn run(games: &Games, args: &ReviewArgs, format: Format) -> Result<(), Failure> {
    let record = table::files::record(&args.file, args.number).map_err(Failure::failed)?;
    let board = record.replay(games).map_err(Failure::failed)?;
    if board.movers().iter().all(Option::is_none) {
        return Err(Failure::failed("the record has no move to review"));
    }
    let stop = Arc::new(AtomicBool::new(false));
    interrupt::sets(&stop);
    let crew = args.crew.open(games, args.threads)?;
    let plan = plan(args, &record, board.moves().len(), Reviewing::at_once(&crew), stop)?;
    let mut notes = args.notes.as_deref().map(read_notes).transpose()?.unwrap_or_default();
    let shown = std::io::stderr().is_terminal();
    let mut kept = Instant::now();
    let mut report = |progress: &Progress<'_>| {
        if shown {
            let Progress { done, of, last, .. } = progress;
            progress!("\r{done}/{of}  {} {}   ", last.mv, last.class);
        }
        // What is known is kept on the way too, so that a kill costs little; whether it can be is found out at the end.
        if let Some(path) = args.notes.as_deref().filter(|_| kept.elapsed() >= BETWEEN) {
            let _ = write_notes(path, progress.notes);
            kept = Instant::now();
        }
    };
    let reviewing = Reviewing::new(games, &record, &plan).map_err(Failure::failed)?;
    let review = coach::review_by(&reviewing.by(&crew), board.as_ref(), &plan, &mut notes, &mut report);
    let review = review.map_err(Failure::failed)?;
    if shown {
        note!("");
    }
    if let Some(path) = &args.notes {
        write_notes(path, &notes)?;
    }
    match format {
        Format::Json => output::json(&review),
        Format::Text => {
            let phrases = board.phrases(plan.lang);
            let names: Vec<String> =
                board.seat_names().into_iter().map(|name| phrases.say(name).into_owned()).collect();
            output::print(&as_text(&review, &names, &Labels::new(plan.lang)));
        }
    }
    Ok(())
}

fn plan(
    args: &ReviewArgs,
    record: &Record,
    plies: usize,
    threads: usize,
    stop: Arc<AtomicBool>,
) -> Result<Plan, Failure> {
    let budget = match (&args.time, args.nodes) {
        (None, Some(nodes)) => Budget::Nodes(nodes),
        (Some(text), _) => Budget::Time(time(text)?),
        (None, None) => Budget::Time(A_GAME.min(A_MOVE.saturating_mul(plies as u32))),
    };
    let seats = record.players.len();
    let you = match args.seat {
        Some(seat) if (1..=seats).contains(&seat) => Some(seat - 1),
        Some(seat) => return Err(Failure::usage(format!("there is no seat {seat}; expected 1 to {seats}"))),
        None => record.person(),
    };
    let lang = args.lang.parse().map_err(Failure::usage)?;
    Ok(Plan { lang, you, seed: args.seed, threads, stop, ..Plan::new(budget) })
}

/// Writes beside the file first, so that it is whole at every moment.
fn write_notes(path: &Path, notes: &Notes) -> Result<(), Failure> {
    let text = serde_json::to_string(notes).expect("notes are plain data");
    let beside = path.with_extension("new");
    std::fs::write(&beside, text)
        .and_then(|()| std::fs::rename(&beside, path))
        .map_err(|error| Failure::failed(format!("cannot write '{}': {error}", path.display())))
}

/// What is known from before; nothing when there is no such file yet.
fn read_notes(path: &Path) -> Result<Notes, Failure> {
    match std::fs::read_to_string(path) {
        Ok(text) => serde_json::from_str(&text).map_err(|error| {
            Failure::failed(format!("'{}' holds no notes of a review: {error}", path.display()))
        }),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Notes::default()),
        Err(error) => Err(Failure::failed(format!("cannot read '{}': {error}", path.display()))),
    }
}

fn as_text(review: &Review, names: &[String], labels: &Labels) -> String {
    let mut text = String::new();
    for player in &review.players {
        text += &about(player, &names[player.seat - 1], labels);
    }
    for luck in review.luck.iter().flatten() {
        let change = format!("{:+.0}", 100.0 * luck.win).replace('-', "−");
        text += &format!("{}: {}\n", names[luck.seat - 1], labels.deals(&change));
    }
    text += "\n";
    let width =
        |texts: &mut dyn Iterator<Item = String>| texts.map(|text| text.chars().count()).max().unwrap_or(0);
    let name_width = width(&mut names.iter().cloned()).max(8);
    let class_width = width(&mut review.moves.iter().map(|reviewed| labels.class(reviewed.class))).max(10);
    for reviewed in &review.moves {
        let mark = if review.moments.contains(&reviewed.ply) { "*" } else { " " };
        let name = &names[reviewed.seat - 1];
        // What has no name as an error is within what judgements stray by.
        let loss = match reviewed.loss.win {
            loss if loss >= 0.005 && reviewed.class.is_error() => format!("−{:.0} %", 100.0 * loss),
            _ => String::new(),
        };
        let line = format!(
            "{mark}{:>4}  {name:<name_width$} {:<8} {:<class_width$} {loss:>6}",
            reviewed.ply,
            reviewed.mv,
            labels.class(reviewed.class)
        );
        text += &format!("{}\n", line.trim_end());
        if reviewed.class.is_error() || mark == "*" {
            text += &format!("      {}\n", reviewed.text);
            text += &format!("      {} {}\n", labels.line, reviewed.line.join(" "));
        }
    }
    if !review.complete {
        text += &format!("{}\n", labels.stopped());
    }
    text
}

fn about(player: &PlayerReview, name: &str, labels: &Labels) -> String {
    let figure = |accuracy: Option<f64>| accuracy.map_or("-".to_string(), |figure| format!("{figure:.0}"));
    let phases: Vec<String> =
        player.phases.iter().map(|phase| labels.phase(&phase.name, &figure(phase.accuracy))).collect();
    let classes: Vec<String> =
        player.classes.iter().map(|(class, count)| labels.some(*class, *count)).collect();
    let mut text = format!(
        "{name}: {} ({})   {}\n",
        labels.accuracy(&figure(player.accuracy)),
        phases.join(", "),
        classes.join(", ")
    );
    for remark in player.strength.iter().chain(&player.practise) {
        text += &format!("  {}\n", remark.text);
    }
    text
}

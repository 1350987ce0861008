//! `ludus solve`: the exact result, or nothing.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use arena::proving::{Extent, Proving};
use game::memory::affordable;
use game::{Control, Limits, Options};
use serde_json::json;
use table::{Best, Ending, Games, Match, Means, Solution};

use super::{Format, open};
use crate::args::{SolveArgs, time};
use crate::failure::Failure;
use crate::interrupt;
use crate::output;

pub fn run(games: &Games, args: &SolveArgs, options: &Options, format: Format) -> Result<(), Failure> {
    let board = open(games, &args.game, options)?;
    if let Some(ending) = board.ending() {
        return over(board.as_ref(), ending, format);
    }
    if board.to_move().is_none() {
        return Err(Failure::failed("chance is to act in this position, so there is nothing to solve yet"));
    }
    let limits = Limits { time: args.time.as_deref().map(time).transpose()?, ..Limits::default() };
    let stop = Arc::new(AtomicBool::new(false));
    interrupt::sets(&stop);
    if args.split.is_some() || args.keep.is_some() || args.crew.on.is_some() {
        let solution = together(games, args, options, board.as_ref(), &stop)?;
        return tell(board.as_ref(), &solution, format);
    }
    let control = Control::stoppable(limits, stop);
    let watcher = watch(control.clone());
    let wanted = if args.all { Best::All } else { Best::Any };
    let means = Means { memory: affordable(args.memory), threads: args.threads };
    let solution = board.solve(means, &control, wanted);
    drop(watcher);
    let solution = solution.ok_or_else(|| {
        let refuted = control.done().map(|(done, all)| format!(", with {done} of {all} first moves refuted"));
        let refuted = refuted.unwrap_or_default();
        Failure::failed(format!(
            "not solved: stopped after {} nodes without a proof{refuted}",
            control.nodes()
        ))
    })?;
    tell(board.as_ref(), &solution, format)
}

fn tell(board: &dyn Match, solution: &Solution, format: Format) -> Result<(), Failure> {
    match format {
        Format::Json => output::json(solution),
        Format::Text => output::print(&as_text(board, solution)),
    }
    Ok(())
}

/// A position is a job when nothing is said.
const SPLIT: u64 = 5_000_000;

/// The result by positions as jobs, for threads or machines.
fn together(
    games: &Games,
    args: &SolveArgs,
    options: &Options,
    board: &dyn Match,
    stop: &Arc<AtomicBool>,
) -> Result<Solution, Failure> {
    if args.all || args.time.is_some() {
        return Err(Failure::usage(
            "--all and --time do not go with --split, --keep and --on; Ctrl-C stops, and --keep goes on",
        ));
    }
    let crew = args.crew.open(games, Some(args.threads))?;
    let nodes = args.split.unwrap_or(SPLIT).max(1);
    // Of this process the whole, divided; of other machines, which have several threads too, a part that most can spare.
    let memory = if args.crew.on.is_some() {
        affordable(args.memory.min(256))
    } else {
        affordable(args.memory) / args.threads
    };
    let proving =
        Proving { family: games.find(&args.game.game)?.clone(), options: options.clone(), nodes, memory };
    let progress = |extent: &Extent| {
        note!(
            "{:.1} % of the likely proof found; {} positions, {} answered, {} asked; {} nodes",
            100.0 * extent.proved,
            extent.positions,
            extent.answered,
            extent.asked,
            extent.nodes
        );
    };
    let solution =
        proving.run(board, &crew, args.keep.as_deref(), stop, &progress).map_err(Failure::failed)?;
    solution.ok_or_else(|| match &args.keep {
        Some(path) => {
            Failure::failed(format!("not solved yet; the same command goes on from '{}'", path.display()))
        }
        None => Failure::failed("not solved: stopped without a proof; --keep FILE would keep what is known"),
    })
}

/// What there is to say of a finished game: who has won.
fn over(board: &dyn Match, ending: Ending, format: Format) -> Result<(), Failure> {
    let winner = match ending.winners.as_slice() {
        [seat] => Some(*seat),
        _ => None,
    };
    match format {
        Format::Json => output::json(&json!({
            "exact": true, "winner": winner, "value": null, "move": null, "pv": [], "nodes": 0, "time_ms": 0, "result": ending,
        })),
        Format::Text => output::line(format!("over: {}", ending.sentence(&board.seat_names()))),
    }
    Ok(())
}

/// Prints progress every two seconds until the returned sender is dropped.
fn watch(control: Control) -> std::sync::mpsc::Sender<()> {
    let (send, done) = std::sync::mpsc::channel::<()>();
    std::thread::spawn(move || {
        while done.recv_timeout(Duration::from_secs(2)) == Err(std::sync::mpsc::RecvTimeoutError::Timeout) {
            note!("{}", progress(&control));
        }
    });
    send
}

/// How far it is: what is refuted so far, an estimate of the rest, and what it took.
fn progress(control: &Control) -> String {
    let (nodes, seconds) = (control.nodes(), control.elapsed().as_secs_f64());
    let cost = format!("{nodes} nodes, {seconds:.0} s");
    match control.done() {
        None => cost,
        Some((0, all)) => format!("none of {all} first moves refuted yet; {cost}"),
        Some((done, all)) => {
            let left = seconds / f64::from(done) * f64::from(all - done);
            let share = 100 * done / all;
            format!(
                "{done} of {all} first moves refuted ({share} %), about {left:.0} s more if none wins; {cost}"
            )
        }
    }
}

fn as_text(board: &dyn Match, solution: &Solution) -> String {
    let names = board.seat_names();
    let mut text = match solution.winner {
        Some(seat) => format!("{} wins", names[seat - 1]),
        None => "a draw".to_string(),
    };
    text += &format!(" (value {:+} for the side to move)\nbest   {}\n", solution.value, solution.mv);
    if let Some(best) = &solution.best {
        text += &format!("all    {}\n", best.join(" "));
    }
    text += &format!("line   {}\n", solution.pv.join(" "));
    text += &format!("{} nodes, {} ms\n", solution.nodes, solution.time_ms);
    text
}

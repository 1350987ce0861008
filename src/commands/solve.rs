//! `ludus solve`: the exact result, or nothing.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

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
    let control = Control::stoppable(limits, stop);
    let watcher = watch(control.clone());
    let wanted = if args.all { Best::All } else { Best::Any };
    let means = Means { memory: args.memory << 20, threads: args.threads };
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
    match format {
        Format::Json => output::json(&solution),
        Format::Text => output::print(&as_text(board.as_ref(), &solution)),
    }
    Ok(())
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
            eprintln!("{}", progress(&control));
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

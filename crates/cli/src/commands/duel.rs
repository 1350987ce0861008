//! `ludus match`: two players compared over many games.

use std::io::{IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use arena::arbiter::Adjudicate;
use arena::duel::Report;
use arena::stats::Sprt;
use arena::{Clock, Duel, Openings, Terms};
use game::{Limits, Options};
use serde_json::json;

use table::{Games, MoveLog};

use super::Format;
use crate::args::{MatchArgs, time};
use crate::failure::Failure;
use crate::interrupt;
use crate::output;

pub fn run(games: &Games, args: &MatchArgs, options: &Options, format: Format) -> Result<(), Failure> {
    super::tell_isolation([&args.a, &args.b])?;
    let duel = Duel {
        family: games.find(&args.game)?.clone(),
        options: options.clone(),
        players: [args.a.clone(), args.b.clone()],
        pairs: args.games.div_ceil(2),
        openings: openings(args)?,
        sprt: sprt(args)?,
        terms: terms(args)?,
        seed: args.seed,
        log: args.log.as_deref().map(MoveLog::open).transpose().map_err(Failure::failed)?,
    };
    let crew = args.crew.open(games, args.threads)?;
    if args.crew.on.is_some() {
        super::crew::refuse_programs([&args.a, &args.b])?;
    }
    let watched = std::io::stderr().is_terminal();
    let progress = |done: usize| {
        if watched {
            progress!("\r{done} of {} pairs", duel.pairs);
        }
    };
    let stop = Arc::new(AtomicBool::new(false));
    interrupt::sets(&stop);
    let report = duel.run(&crew, args.journal.as_deref(), &stop, &progress).map_err(Failure::failed)?;
    if watched {
        note!("");
    }
    if let Some(path) = args.journal.as_ref().filter(|_| stop.load(Ordering::Relaxed)) {
        note!("ludus: stopped; the same command goes on from '{}'", path.display());
    }
    match format {
        Format::Json => {
            let mut document = report.json(args.seed);
            if let Some(sprt) = &duel.sprt {
                document["sprt"] = json!({ "llr": sprt.llr(&report.pentanomial), "bounds": sprt.bounds(), "verdict": duel.verdict(&report) });
            }
            output::json(&document);
        }
        Format::Text => {
            output::print(&as_text(args, &report));
            if let Some(sprt) = &duel.sprt {
                let (low, high) = sprt.bounds();
                let (llr, verdict) = (sprt.llr(&report.pentanomial), duel.verdict(&report));
                output::line(format!(
                    "SPRT [{}, {}]: LLR {llr:.2} in [{low:.2}, {high:.2}], {verdict:?}",
                    sprt.elo0, sprt.elo1
                ));
            }
        }
    }
    let _ = std::io::stderr().flush();
    // The result is told first: a full disk must not cost it.
    if let Some(path) = &args.record {
        let lines: String = report.records.iter().map(|record| record.write() + "\n").collect();
        std::fs::write(path, lines)
            .map_err(|e| Failure::failed(format!("cannot write '{}': {e}", path.display())))?;
    }
    duel.log.as_ref().and_then(MoveLog::problem).map_or(Ok(()), |problem| Err(Failure::failed(problem)))
}

/// What the players are held to.
fn terms(args: &MatchArgs) -> Result<Terms, Failure> {
    let clock = match &args.clock {
        Some(total) => Some(Clock { total: time(total)?, increment: time(&args.increment)? }),
        None => None,
    };
    let time = args.time.as_deref().map(time).transpose()?;
    Ok(Terms {
        limits: Limits { time, nodes: args.nodes, depth: None },
        clock,
        adjudicate: args.adjudicate.map(|nodes| Adjudicate { after: 10, nodes }),
        ..Terms::default()
    })
}

/// How games begin.
fn openings(args: &MatchArgs) -> Result<Openings, Failure> {
    match &args.openings {
        Some(path) => {
            let text = std::fs::read_to_string(path);
            let text = text.map_err(|e| Failure::failed(format!("cannot read '{}': {e}", path.display())))?;
            Ok(Openings::list(&text))
        }
        None if args.balanced => Ok(Openings::Balanced(args.opening)),
        None => Ok(Openings::Random(args.opening)),
    }
}

/// The sequential test, with 5 % for either error.
fn sprt(args: &MatchArgs) -> Result<Option<Sprt>, Failure> {
    let Some(text) = &args.sprt else { return Ok(None) };
    let gaps: Option<Vec<f64>> = text.split(',').map(|gap| gap.trim().parse().ok()).collect();
    match gaps.as_deref() {
        Some(&[elo0, elo1]) if elo0 < elo1 => Ok(Some(Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 })),
        _ => Err(Failure::usage(format!(
            "cannot read '{text}'; expected two Elo gaps, the smaller first, such as 0,20"
        ))),
    }
}

/// Failures that are shown.
const SHOWN: usize = 3;

fn as_text(args: &MatchArgs, report: &Report) -> String {
    let elo = report.pentanomial.elo();
    let row = |name: &str, t: &arena::duel::Tally| {
        format!("{name:<24} {:>6} {:>6} {:>6} {:>8.1}\n", t.wins, t.draws, t.losses, t.points)
    };
    let mut text = format!("{:<24} {:>6} {:>6} {:>6} {:>8}\n", "player", "won", "drawn", "lost", "points");
    text += &row(&args.a.to_string(), &report.a);
    text += &row(&args.b.to_string(), &report.b);
    text += &format!(
        "\n{} games, seed {}: Elo {:+.1} +- {}, LOS {:.1} %, pairs {:?}\n",
        report.games(),
        args.seed,
        elo.value,
        if elo.error.is_finite() {
            format!("{:.1}", elo.error)
        } else {
            "unknown (too few games, or too much alike)".into()
        },
        100.0 * report.pentanomial.los(),
        report.pentanomial.0
    );
    for (ending, count) in &report.endings {
        text += &format!("  {count:>6}  {ending}\n");
    }
    let failures = report.remarks().count();
    for (game, remark) in report.remarks().take(SHOWN) {
        text += &format!("\ngame {game}: {remark}\n");
    }
    if failures > SHOWN {
        text += &format!("\nand {} more failures; --record keeps them all\n", failures - SHOWN);
    }
    text
}

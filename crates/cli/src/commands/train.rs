//! `ludus train`: a net that corrects a game's evaluation, made by self-play and kept only if it wins.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use arena::Crew;
use arena::stats::Estimate;
use arena::training::{Conduct, Gauge, LearningError, News, QUICK, Trial, Unfinished};
use game::Options;
use serde::Serialize;
use table::learn::{Course, Place, Shelf};
use table::{Family, Games};

use super::{Format, imitate};
use crate::args::{threads, time};
use crate::failure::Failure;
use crate::{interrupt, output};

/// Arguments of `ludus train`.
#[derive(clap::Args, Debug)]
pub struct TrainArgs {
    /// The game
    #[arg(value_name = "GAME")]
    game: String,
    /// How the net learns
    #[arg(long, value_name = "METHOD", value_enum, default_value_t = Method::Td)]
    method: Method,
    /// For the method seed: also learn from the games in this file, one JSON object with its moves a line
    #[arg(long, value_name = "FILE")]
    pub(super) records: Option<PathBuf>,
    /// For the method seed: games that the net plays itself before each round [default: 48]
    #[arg(long, value_name = "N")]
    pub(super) selfplay: Option<usize>,
    /// How long to train [default: 10]; in games of two a quarter of it by quick games, the rest by deep ones
    #[arg(long, value_name = "N", conflicts_with = "rounds")]
    pub(super) minutes: Option<f64>,
    /// Exactly so many rounds of quick games instead, which look one ply ahead
    #[arg(long, value_name = "N")]
    pub(super) rounds: Option<u64>,
    /// Then exactly so many rounds of deep games, which are played by searching [default with --rounds: 0]
    #[arg(long, value_name = "N")]
    pub(super) deep: Option<u64>,
    /// What everything random follows from
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(super) seed: u64,
    /// Hidden units of the net
    #[arg(long, value_name = "N", default_value_t = 32, value_parser = clap::value_parser!(u16).range(1..=512))]
    hidden: u16,
    /// How many threads play [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<usize>,
    #[command(flatten)]
    crew: super::CrewArgs,
    /// Where nets and the unfinished training are kept
    #[arg(long, value_name = "DIR", default_value = "nets")]
    pub(super) out: PathBuf,
    /// Time a move in the match that decides whether the net is kept
    #[arg(long, value_name = "TIME", default_value = "200ms")]
    time: String,
    /// At most so many games in that match; 0 for none, also on the way [default: 1000, 100 for the method seed]
    #[arg(long, value_name = "N")]
    pub(super) games: Option<usize>,
    /// Add the games that the net plays to this file, one JSON object a line
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

/// How a net learns.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Method {
    /// From its own games, by temporal differences; it corrects the game's evaluation (eval=net)
    Td,
    /// From the results of games, given ones and its own; it judges by itself (meanmax:net)
    Seed,
}

pub fn run(games: &Games, args: &TrainArgs, options: &Options, format: Format) -> Result<(), Failure> {
    let family = games.find(&args.game)?;
    let limit = time(&args.time)?;
    let stop = Arc::new(AtomicBool::new(false));
    interrupt::sets(&stop);
    if args.method == Method::Seed {
        let crew = args.crew.open(games, args.threads)?;
        return imitate::run(&games.house().shelf, args, (family, options), &crew, &stop, format);
    }
    if args.records.is_some() || args.selfplay.is_some() {
        return Err(Failure::usage("--records and --selfplay are for the method seed"));
    }
    let unfinished = begin(args, family, options)?;
    let crew = args.crew.open(games, args.threads)?;
    tell_resumed(&unfinished);
    let (layout, kept) = (unfinished.training.layout(), unfinished.file.clone());
    let untried = Ending { layout: &layout, ..Ending::default() };
    games.house().shelf.use_folder(&args.out);
    let gauge = Gauge { family, options, seed: args.seed, crew: &crew };
    let gain = || if args.games == Some(0) { None } else { gauge.elo(&stop) };
    if !learn(args, unfinished, (family, options), &crew, &stop, &gain)? {
        let sentence = format!("stopped; the same command goes on from '{}'", kept.display());
        output::either(format, &Ending { stopped: true, ..untried }, &sentence);
        return Ok(());
    }
    let candidate = Shelf::file(&args.out, &layout, Place::Candidate);
    if args.games == Some(0) {
        let _ = std::fs::remove_file(&kept);
        let sentence = format!("the net is in '{}', untried", candidate.display());
        output::either(format, &Ending { net: Some(&candidate), ..untried }, &sentence);
        return Ok(());
    }
    let net = Shelf::file(&args.out, &layout, Place::Net);
    let pairs = args.games.unwrap_or(1_000).div_ceil(2);
    let watched = std::io::stderr().is_terminal();
    let progress = |done: usize| {
        if watched {
            progress!("\r{done} of at most {pairs} pairs ");
        }
    };
    let unfinished_file = kept;
    let Trial { report, better: kept, rival } = gauge.trial(pairs, limit, &stop, &progress)?;
    if watched {
        note!("");
    }
    if stop.load(Ordering::Relaxed) {
        let sentence = "stopped in the match that decides; the same command begins that match again";
        let ending = Ending { stopped: true, net: Some(&candidate), ..untried };
        output::either(format, &ending, sentence);
        return Ok(());
    }
    let _ = std::fs::remove_file(&unfinished_file);
    if kept {
        std::fs::rename(&candidate, &net).map_err(LearningError::file("write", &net))?;
    }
    let elo = report.pentanomial.elo();
    let (file, verdict) = match kept {
        true => (&net, "kept as"),
        false => (&candidate, "not proved better; it stays in"),
    };
    let gain = format!("Elo {:+.1} +- {:.1} over {rival} in {} games", elo.value, elo.error, report.games());
    let ending = Ending {
        net: Some(file),
        kept,
        rival: Some(rival.to_string()),
        games: report.games(),
        elo: Some(elo.value).filter(|value| value.is_finite()),
        elo_error: Some(elo.error).filter(|error| error.is_finite()),
        ..untried
    };
    output::either(format, &ending, &format!("{gain}: {verdict} '{}'", file.display()));
    Ok(())
}

/// How a training came to its end.
#[derive(Serialize, Default)]
struct Ending<'a> {
    layout: &'a str,
    /// It was asked to stop, and goes on when it is asked for again.
    stopped: bool,
    net: Option<&'a Path>,
    /// The net has won the match that decides.
    kept: bool,
    rival: Option<String>,
    games: u64,
    elo: Option<f64>,
    elo_error: Option<f64>,
}

/// A fresh training, or the one that was interrupted here.
fn begin(args: &TrainArgs, family: &Family, options: &Options) -> Result<Unfinished, Failure> {
    let deep = args.deep.unwrap_or(if args.rounds.is_some() { 0 } else { u64::MAX });
    let course = Course {
        hidden: usize::from(args.hidden),
        seed: args.seed,
        ..Course::new(args.rounds.unwrap_or(u64::MAX), deep)
    };
    let board = family.open(options)?;
    if args.deep.is_some_and(|rounds| rounds > 0) && board.seat_names().len() > 2 {
        return Err(Failure::usage("deep games are for two; --deep asks for them"));
    }
    Ok(Unfinished::find(&args.out, args.seed, &|checkpoint| board.train(course, checkpoint))?)
}

/// Says where an interrupted training goes on.
pub(super) fn tell_resumed(unfinished: &Unfinished) {
    if unfinished.resumed {
        note!("ludus: going on from round {}", unfinished.training.round());
    }
}

/// How far it is: by rounds once their number is settled, before that by the minutes it is to take.
fn how_far(round: u64, rounds: u64, (spent, minutes): (Duration, f64)) -> String {
    if rounds < UNSETTLED {
        return format!("round {round} of {rounds}");
    }
    format!("round {round}, {:.1} of {minutes} min", spent.as_secs_f64() / 60.0)
}

/// Nobody asks for so many rounds: their number is not settled yet.
const UNSETTLED: u64 = 1 << 60;

/// Trains to the end and shows how it goes. `false` when it was stopped before.
pub(super) fn learn(
    args: &TrainArgs,
    unfinished: Unfinished,
    game: (&Family, &Options),
    crew: &Crew,
    stop: &AtomicBool,
    gauge: &dyn Fn() -> Option<Estimate>,
) -> Result<bool, Failure> {
    std::fs::create_dir_all(&args.out).map_err(LearningError::file("make the folder", &args.out))?;
    let conduct = Conduct {
        folder: &args.out,
        minutes: args.minutes.unwrap_or(10.0),
        // Deep rounds that are counted take none of the time.
        quick: if args.deep.is_some() { 1.0 } else { QUICK },
        crew,
        game,
        record: args.record.as_deref().map(|path| (path, args.game.as_str())),
    };
    let (watched, started) = (std::io::stderr().is_terminal(), Instant::now());
    let finished = conduct.run(unfinished, stop, gauge, &mut |news| match news {
        News::Round { round, rounds, pace, loss, remark } if watched => {
            let far = how_far(round, rounds, (started.elapsed(), conduct.minutes));
            progress!("\r{far}, {pace:.0} games/s, loss {loss:.4} {remark} ");
        }
        News::Round { .. } => {}
        News::Strength { round, elo } => {
            note!("\nround {round}: Elo {:+.0} +- {:.0}", elo.value, elo.error);
        }
    });
    if watched {
        note!("");
    }
    Ok(finished?)
}

impl From<LearningError> for Failure {
    fn from(error: LearningError) -> Failure {
        match error {
            LearningError::Open(error) => error.into(),
            error => Failure::failed(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn minutes_are_shown_until_rounds_are_settled() {
        let spent = Duration::from_secs(90);
        assert_eq!(how_far(51, u64::MAX, (spent, 10.0)), "round 51, 1.5 of 10 min");
        assert_eq!(how_far(51, 300, (spent, 10.0)), "round 51 of 300");
    }
}

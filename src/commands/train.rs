//! `ludus train`: a net that corrects a game's evaluation, made by self-play and kept only if it wins.

use std::fs::File;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use arena::duel::Report;
use arena::stats::{Estimate, Sprt, Verdict};
use arena::{Duel, Openings, Terms};
use game::{Limits, Options};
use serde_json::json;
use table::learn::{Course, Place, Shelf, curve};
use table::{Family, Games, Leg, Spec, Training, Who};

use super::{Format, imitate};
use crate::args::{threads, time};
use crate::failure::Failure;
use crate::{interrupt, output};

/// Rounds that are timed before the number of rounds of a stage is settled.
const TIMED: [u64; 2] = [10, 3];

/// The part of the time that goes to quick games where deep ones follow.
const QUICK: f64 = 0.25;

/// How often the strength is measured, in how many pairs of games, with how many nodes a move.
const MEASURED: Duration = Duration::from_secs(60);
const MEASURING_PAIRS: usize = 20;
const MEASURING_NODES: u64 = 1_000;

/// How much work at most is lost when the program is killed, besides the round that it was at. Keeping it takes a few milliseconds.
const KEPT: Duration = Duration::from_secs(1);

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
    let threads = args.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    let stop = Arc::new(AtomicBool::new(false));
    interrupt::sets(&stop);
    if args.method == Method::Seed {
        return imitate::run(&games.house().shelf, args, family, options, threads, &stop, format);
    }
    if args.records.is_some() || args.selfplay.is_some() {
        return Err(Failure::usage("--records and --selfplay are for the method seed"));
    }
    let (training, kept) = begin(args, family, options)?;
    let layout = training.layout();
    std::fs::create_dir_all(&args.out).map_err(|e| cannot("make the folder", &args.out, &e))?;
    games.house().shelf.use_folder(&args.out);
    let gauge = Gauge { args, family, options, threads };
    let gain = || if args.games == Some(0) { None } else { gauge.elo(&stop) };
    if !learn(args, training, &kept, threads, &stop, &gain)? {
        output::line(format!("stopped; the same command goes on from '{}'", kept.display()));
        return Ok(());
    }
    let candidate = Shelf::file(&args.out, &layout, Place::Candidate);
    let _ = std::fs::remove_file(&kept);
    if args.games == Some(0) {
        output::line(format!("the net is in '{}', untried", candidate.display()));
        return Ok(());
    }
    let net = Shelf::file(&args.out, &layout, Place::Net);
    let (report, verdict, rival) = gauge.trial(limit, &stop)?;
    let kept = verdict == Verdict::Accepted;
    if kept {
        std::fs::rename(&candidate, &net).map_err(|e| cannot("write", &net, &e))?;
    }
    let elo = report.pentanomial.elo();
    match format {
        Format::Json => output::json(&json!({
            "layout": layout, "kept": kept, "rival": rival, "games": report.games(),
            "elo": elo.value.is_finite().then_some(elo.value), "elo_error": elo.error.is_finite().then_some(elo.error),
        })),
        Format::Text => {
            let file = if kept { &net } else { &candidate };
            let verdict = if kept { "kept as" } else { "not proved better; it stays in" };
            let gain =
                format!("Elo {:+.1} +- {:.1} over {rival} in {} games", elo.value, elo.error, report.games());
            output::line(format!("{gain}: {verdict} '{}'", file.display()));
        }
    }
    Ok(())
}

/// A fresh training, or the one that was interrupted here; and the file that it is kept in.
fn begin(
    args: &TrainArgs,
    family: &Family,
    options: &Options,
) -> Result<(Box<dyn Training>, PathBuf), Failure> {
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
    resume(args, &|checkpoint| board.train(course, checkpoint))
}

/// Begins a training, afresh or from a checkpoint.
type Begin<'a> = dyn Fn(Option<&[u8]>) -> Result<Box<dyn Training>, String> + 'a;

/// The training that `begin` begins, or the one that was interrupted here; and the file that it is kept in.
pub(super) fn resume(args: &TrainArgs, begin: &Begin<'_>) -> Result<(Box<dyn Training>, PathBuf), Failure> {
    let fresh = begin(None).map_err(Failure::failed)?;
    let kept = args.out.join(format!("{}-{}.training", fresh.layout().replace(' ', "-"), args.seed));
    let Ok(bytes) = std::fs::read(&kept) else { return Ok((fresh, kept)) };
    let resumed = begin(Some(&bytes))
        .map_err(|e| Failure::failed(format!("cannot go on from '{}': {e}", kept.display())))?;
    eprintln!("ludus: going on from round {}", resumed.round());
    Ok((resumed, kept))
}

/// Trains to the end, asking `gauge` now and then how strong the candidate is. `false` when it was stopped before.
pub(super) fn learn(
    args: &TrainArgs,
    mut training: Box<dyn Training>,
    kept: &Path,
    threads: usize,
    stop: &AtomicBool,
    gauge: &dyn Fn() -> Option<Estimate>,
) -> Result<bool, Failure> {
    let candidate = Shelf::file(&args.out, &training.layout(), Place::Candidate);
    let mut book = match &args.record {
        Some(path) => {
            let file = File::options().create(true).append(true).open(path);
            Some(file.map_err(|e| cannot("write", path, &e))?)
        }
        None => None,
    };
    let mut measured = Instant::now();
    let mut gains = Vec::new();
    let watched = std::io::stderr().is_terminal();
    let (started, first) = (Instant::now(), training.round());
    let (mut stage, mut entered) = (training.stage(), (started, first));
    let (mut saved, mut games) = (None::<Instant>, 0);
    let (mut losses, mut loss) = (Vec::new(), 0.0);
    while training.round() < training.rounds() {
        if training.stage().place != stage.place {
            entered = (Instant::now(), training.round());
        }
        stage = training.stage();
        let mut lines = String::new();
        let progress = training.step(threads, stop, &mut |moves| {
            if args.record.is_some() {
                lines += &format!("{}\n", json!({ "game": args.game, "moves": moves }));
            }
        });
        let Some(progress) = progress else {
            keep(kept, &training.checkpoint())?;
            return Ok(false);
        };
        if let (Some(book), Some(path)) = (&mut book, &args.record) {
            book.write_all(lines.as_bytes()).map_err(|e| cannot("write", path, &e))?;
        }
        games += training.games();
        loss = if loss == 0.0 { progress.loss } else { 0.98 * loss + 0.02 * progress.loss };
        losses.push(loss);
        if stage.rounds == u64::MAX && progress.round >= entered.1 + TIMED[stage.place] {
            // From here on only rounds count, so that the rest can be repeated exactly.
            let pace = entered.0.elapsed().as_secs_f64() / TIMED[stage.place] as f64;
            training.set_rounds((minutes(args, stage) * 60.0 / pace) as u64);
        }
        if saved.is_none_or(|saved| saved.elapsed() > KEPT) {
            keep(kept, &training.checkpoint())?;
            saved = Some(Instant::now());
        }
        if watched {
            let pace = games as f64 / started.elapsed().as_secs_f64();
            let (rounds, remark) = (training.rounds(), training.remark());
            eprint!("\rround {} of {rounds}, {pace:.0} games/s, loss {loss:.4} {remark} ", progress.round);
        }
        if measured.elapsed() > MEASURED {
            keep(&candidate, &training.weights())?;
            if let Some(elo) = gauge() {
                eprintln!("\nround {}: Elo {:+.0} +- {:.0}", progress.round, elo.value, elo.error);
                gains.push((progress.round, elo.value));
            }
            measured = Instant::now();
        }
    }
    if watched {
        eprintln!();
    }
    keep(&candidate, &training.weights())?;
    keep(&candidate.with_extension("svg"), curve(first, &losses, &gains).as_bytes())?;
    Ok(true)
}

/// How many minutes a stage is to take whose rounds are not settled.
fn minutes(args: &TrainArgs, stage: Leg) -> f64 {
    let share = match (stage.place, stage.last || args.deep.is_some()) {
        (0, true) => 1.0,
        (0, false) => QUICK,
        _ => 1.0 - QUICK,
    };
    share * args.minutes.unwrap_or(10.0)
}

/// Matches of the candidate.
struct Gauge<'a> {
    args: &'a TrainArgs,
    family: &'a Family,
    options: &'a Options,
    threads: usize,
}

impl Gauge<'_> {
    /// How much stronger the candidate is than the game's own evaluation in a short match of equally many nodes. `None` when there is no telling.
    fn elo(&self, stop: &AtomicBool) -> Option<Estimate> {
        let (searcher, unaided) = searchers(self.family, self.options).ok()?;
        let players = [searcher.with("eval", "candidate"), unaided];
        let limits = Limits { nodes: Some(MEASURING_NODES), ..Limits::default() };
        let duel = self.duel(players, MEASURING_PAIRS, None, limits);
        let elo = duel.run(stop, &|_| {}).ok()?.pentanomial.elo();
        elo.value.is_finite().then_some(elo)
    }

    /// The candidate against the net that plays now, or against the evaluation where there is none.
    fn trial(&self, limit: Duration, stop: &AtomicBool) -> Result<(Report, Verdict, String), Failure> {
        let (searcher, unaided) = searchers(self.family, self.options)?;
        let net = searcher.clone().with("eval", "net");
        let board = self.family.open(self.options)?;
        let rival = if board.bot(&net, 1).is_ok() { net } else { unaided };
        let players = [searcher.with("eval", "candidate"), rival.clone()];
        let sprt = Sprt { elo0: 0.0, elo1: 30.0, alpha: 0.05, beta: 0.05 };
        let limits = Limits { time: Some(limit), ..Limits::default() };
        let duel = self.duel(players, self.args.games.unwrap_or(1_000).div_ceil(2), Some(sprt), limits);
        let watched = std::io::stderr().is_terminal();
        let progress = |done: usize| {
            if watched {
                eprint!("\r{done} of at most {} pairs ", duel.pairs);
            }
        };
        let report = duel.run(stop, &progress).map_err(Failure::failed)?;
        if watched {
            eprintln!();
        }
        let verdict = duel.verdict(&report);
        Ok((report, verdict, rival.to_string()))
    }

    fn duel(&self, players: [Spec; 2], pairs: usize, sprt: Option<Sprt>, limits: Limits) -> Duel<'_> {
        Duel {
            family: self.family,
            options: self.options.clone(),
            players: players.map(Who::Player),
            pairs,
            openings: Openings::Balanced(4),
            sprt,
            terms: Terms { limits, ..Terms::default() },
            seed: self.args.seed,
            threads: self.threads,
        }
    }
}

/// The search that suits the number of players, and the player that searches in the same way by the game's own evaluation.
fn searchers(family: &Family, options: &Options) -> Result<(Spec, Spec), Failure> {
    let (searcher, unaided) = match family.open(options)?.seat_names().len() {
        2 => ("alphabeta", "alphabeta"),
        _ => ("mcts", "master"),
    };
    Ok((Spec::of(searcher), Spec::of(unaided)))
}

/// Writes a file whole or not at all.
pub(super) fn keep(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let fresh = path.with_extension("new");
    std::fs::write(&fresh, bytes)
        .and_then(|()| std::fs::rename(&fresh, path))
        .map_err(|e| cannot("write", path, &e))
}

pub(super) fn cannot(what: &str, path: &Path, error: &std::io::Error) -> Failure {
    Failure::failed(format!("cannot {what} '{}': {error}", path.display()))
}

//! `ludus work`: this machine helps others, until Ctrl-C.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use fleet::{Craft, Watched, Worker};
use game::Options;
use table::Games;

use super::crew::{KeyArgs, cores};
use crate::args::threads;
use crate::failure::Failure;
use crate::{interrupt, output};

/// How long a machine has worked before it measures itself.
const SETTLED: Duration = Duration::from_secs(5);

#[derive(clap::Args, Debug)]
pub struct WorkArgs {
    /// The NATS server where machines meet
    #[arg(long, value_name = "nats://HOST:PORT")]
    pub on: String,
    #[command(flatten)]
    pub key: KeyArgs,
    /// Jobs at once [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub threads: Option<usize>,
    /// Take only work of this kind; may be given several times
    #[arg(long, value_name = "KIND")]
    pub only: Vec<String>,
    /// What this machine is called in lists [default: its name, and the number of the process]
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    /// How long a machine may be silent before its jobs go to others; the first that comes decides for all
    #[arg(long, value_name = "TIME", default_value = "30s")]
    pub patience: String,
    /// Work under the eyes of the process that started this one
    #[arg(long, hide = true)]
    pub watched: bool,
    /// Print a systemd unit that does this at every start, and stop
    #[arg(long)]
    pub print_unit: bool,
}

pub fn run(games: &Games, args: &WorkArgs) -> Result<(), Failure> {
    let crafts = crafts(games, &args.only)?;
    if args.print_unit {
        output::print(&unit());
        return Ok(());
    }
    let stop = Arc::new(AtomicBool::new(false));
    let watched = args.watched.then(|| Watched::begin(&stop));
    if watched.is_none() {
        return watch_over(&stop);
    }
    let server = args.key.connect(games, &args.on, &args.patience)?;
    let threads = args.threads.unwrap_or_else(cores);
    let host = rustix::system::uname().nodename().to_string_lossy().into_owned();
    let watcher = std::os::unix::process::parent_id();
    let name = args.name.clone().unwrap_or_else(|| format!("{host}-{watcher}"));
    let kinds: Vec<&str> = crafts.iter().map(Craft::kind).collect();
    note!(
        "ludus: {name} helps at {} with {threads} threads: {}; Ctrl-C gives its jobs back",
        args.on,
        kinds.join(", ")
    );
    let version = env!("CARGO_PKG_VERSION").to_string();
    let mut worker = Worker { name, version, threads, crafts, pace: measured(games), watched };
    let tally =
        worker.run(&server, &stop, &|sentence| note!("ludus: {sentence}")).map_err(Failure::failed)?;
    let _ = std::fs::remove_dir_all(arena::baggage::luggage());
    note!("ludus: {} jobs done, {} failed, {} given back", tally.done, tally.failed, tally.back);
    Ok(())
}

/// The pace of this machine as soon as it is known: nodes a second of a thread, in the first game that can be measured. Jobs do not wait for it.
fn measured(games: &Games) -> Arc<AtomicU64> {
    let pace = Arc::new(AtomicU64::new(0));
    let (known, games) = (pace.clone(), games.clone());
    std::thread::spawn(move || {
        std::thread::sleep(SETTLED);
        let mut boards = games.all().iter().filter_map(|family| family.open(&Options::none()).ok());
        let figures = boards.find_map(|board| board.bench(arena::pace::CLOCK));
        known.store(figures.map_or(0, |figures| figures.nps), Ordering::Relaxed);
    });
    pace
}

/// Has another process do the work, so that somebody sees it when a job ends that.
fn watch_over(stop: &Arc<AtomicBool>) -> Result<(), Failure> {
    let told = |error: std::io::Error| Failure::failed(format!("cannot start to work: {error}"));
    let program = std::env::current_exe().map_err(told)?;
    interrupt::sets(stop);
    let make = || {
        let mut command = std::process::Command::new(&program);
        command.args(std::env::args_os().skip(1)).arg("--watched");
        command
    };
    let status = fleet::watch(&make, stop, &|sentence| note!("ludus: {sentence}")).map_err(told)?;
    // What went wrong has been told by whom it befell.
    if status.success() { Ok(()) } else { std::process::exit(status.code().unwrap_or(1)) }
}

/// What this machine can do, of the kinds that are asked for.
fn crafts(games: &Games, only: &[String]) -> Result<Vec<Craft>, Failure> {
    let mut crafts = arena::Tournament::crafts(games);
    crafts.push(arena::Duel::craft(games));
    crafts.push(super::audit::Auditing::craft(games));
    crafts.push(super::tune::Contest::craft(games));
    crafts.push(arena::proving::Proving::craft(games));
    crafts.push(arena::round::craft(games));
    crafts.push(arena::reviewing::Reviewing::craft(games));
    let kinds: Vec<&str> = crafts.iter().map(Craft::kind).collect();
    if let Some(unknown) = only.iter().find(|kind| !kinds.contains(&kind.as_str())) {
        return Err(Failure::usage(format!(
            "there is no work called '{unknown}'; expected one of {}",
            kinds.join(", ")
        )));
    }
    crafts.retain(|craft| only.is_empty() || only.iter().any(|kind| kind == craft.kind()));
    Ok(crafts)
}

/// The unit: this command as it was given, but for the wish to see the unit.
fn unit() -> String {
    let program = std::env::current_exe().map_or("ludus".to_string(), |path| path.display().to_string());
    let words = std::env::args().skip(1).filter(|word| word != "--print-unit");
    let quoted =
        |word: String| format!("\"{}\"", word.replace('\\', "\\\\").replace('"', "\\\"").replace('%', "%%"));
    let command: Vec<String> = std::iter::once(program).chain(words).map(quoted).collect();
    format!(
        "[Unit]\nDescription=Ludus helps other machines\nAfter=network-online.target\nWants=network-online.target\n\n\
         [Service]\nExecStart={}\nKillSignal=SIGINT\nRestart=on-failure\nRestartSec=10\nNice=10\n\n\
         [Install]\nWantedBy=multi-user.target\n",
        command.join(" ")
    )
}

//! `ludus audit`: whether what the rules of a game say is so, and more than a lot would say.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use arena::baggage::Baggage;
use audit::{Audit, Bars, Plan, Seen, Watch, audit, in_section, in_spoken, strong, verdicts};
use fleet::{Craft, Next, Outcome, Source, Work};
use game::Options;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use table::{Family, Games, Match};

use super::{CrewArgs, Format};
use crate::args::threads;
use crate::failure::Failure;
use crate::interrupt;
use crate::output;

#[derive(clap::Args, Debug)]
pub struct AuditArgs {
    /// The game
    pub game: String,
    /// How many games the strongest player plays against itself
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub games: usize,
    /// How many positions of each are looked at
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub positions: usize,
    /// What everything random follows from
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Nodes for the judgement of all moves of a position
    #[arg(long, value_name = "N", default_value_t = Plan::default().deep)]
    pub nodes: u64,
    /// Positions that may be looked at for each claim
    #[arg(long, value_name = "N", default_value_t = Plan::default().claim)]
    pub claim_nodes: u64,
    /// The pack [default: the game's first]
    #[arg(long, value_name = "NAME")]
    pub pack: Option<String>,
    /// Compare what the coach says with the solver, in so many positions in which everything is known
    #[arg(long, value_name = "N", conflicts_with = "games")]
    pub verdicts: Option<usize>,
    /// Count what the coach says in so many positions of strong play
    #[arg(long, value_name = "N", conflicts_with_all = ["games", "verdicts"])]
    pub bars: Option<usize>,
    /// Nodes for each answer of the coach
    #[arg(long, value_name = "N", default_value_t = Plan::default().coach)]
    pub coach_nodes: u64,
    /// Nodes for each move of the games
    #[arg(long, value_name = "N", default_value_t = Plan::default().quick)]
    pub move_nodes: u64,
    /// Keep what was seen of each game in this file, and take up the games that are there
    #[arg(long, value_name = "FILE")]
    pub keep: Option<PathBuf>,
    /// Put the table into its section of this page
    #[arg(long, value_name = "FILE")]
    pub markdown: Option<PathBuf>,
    /// Put the rules that may speak into this list
    #[arg(long, value_name = "FILE")]
    pub spoken: Option<PathBuf>,
    /// How many games are looked at at once; the result does not depend on it
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads)]
    pub threads: usize,
    #[command(flatten)]
    pub crew: CrewArgs,
}

pub fn run(games: &Games, args: &AuditArgs, options: &Options, format: Format) -> Result<(), Failure> {
    let family = games.find(&args.game)?;
    let board = family.open(options)?;
    let plan = Plan {
        games: args.games,
        positions: args.positions,
        seed: args.seed,
        quick: args.move_nodes,
        deep: args.nodes,
        claim: args.claim_nodes,
        coach: args.coach_nodes,
        pack: args.pack.clone(),
    };
    match (args.verdicts, args.bars) {
        (Some(positions), _) => {
            let plan = Plan { positions, ..plan };
            return count("verdicts", verdicts, board.as_ref(), &plan, args, format);
        }
        (_, Some(positions)) => {
            let plan = Plan { positions, ..plan };
            return count("bars", strong, board.as_ref(), &plan, args, format);
        }
        _ => {}
    }
    let (keeper, seen) = keep(args.keep.as_deref(), &plan.heading(board.as_ref()))?;
    let stop = Arc::new(AtomicBool::new(false));
    interrupt::sets(&stop);
    let work = Auditing { family: family.clone(), options: options.clone(), plan: plan.clone() };
    let mut looks =
        Looks { games: plan.games, next: 0, seen, keeper, stop: &stop, tells: format == Format::Text };
    let crew = args.crew.open(games, Some(args.threads))?;
    crew.run(&format!("audit {}", args.game), &work, &mut looks).map_err(Failure::failed)?;
    let seen = looks.seen;
    let done = seen.len();
    if done < plan.games {
        return Err(stopped(done, plan.games, "games"));
    }
    let found = audit(board.as_ref(), &plan, seen, &mut |_| true).map_err(Failure::failed)?;
    if let Some(path) = &args.markdown {
        rewrite(path, &found, in_section)?;
    }
    if let Some(path) = &args.spoken {
        rewrite(path, &found, in_spoken)?;
    }
    match format {
        Format::Json => output::json(&found),
        Format::Text => output::print(&found.text()),
    }
    Ok(())
}

/// An audit as work: each job is a game.
pub struct Auditing {
    family: Family,
    options: Options,
    plan: Plan,
}

/// What another machine must know to look at games of an audit.
#[derive(Serialize, Deserialize)]
struct Brief {
    game: String,
    options: BTreeMap<String, String>,
    plan: Plan,
    house: Baggage,
}

/// The kind of work that an audit is.
const AUDIT: &str = "audit";

impl Auditing {
    /// The craft of looking at games.
    pub fn craft(games: &Games) -> Craft {
        let games = games.clone();
        Craft::new(AUDIT, move |brief, files| {
            let brief: Brief = serde_json::from_str(brief).map_err(|error| error.to_string())?;
            let games = brief.house.unpack(&games, files)?;
            let named = |options: Options, (name, value): (&String, &String)| options.with(name, value);
            Ok(Auditing {
                family: games.find(&brief.game).map_err(|error| error.to_string())?.clone(),
                options: brief.options.iter().fold(Options::none(), named),
                plan: brief.plan,
            })
        })
    }
}

impl Work for Auditing {
    type Input = usize;
    type Output = Seen;
    type Bench = ();

    fn kind(&self) -> &'static str {
        AUDIT
    }

    fn brief(&self) -> String {
        let brief = Brief {
            game: self.family.info.name.to_string(),
            options: self.options.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect(),
            plan: self.plan.clone(),
            house: Baggage::of(&self.family),
        };
        serde_json::to_string(&brief).expect("plain data")
    }

    fn files(&self) -> Vec<Vec<u8>> {
        Baggage::contents(&self.family)
    }

    fn carry_out(&self, game: &usize, (): &mut (), _: &Arc<AtomicBool>) -> Result<Seen, String> {
        let board = self.family.open(&self.options).map_err(|error| error.to_string())?;
        audit::see(board.as_ref(), &self.plan, *game)
    }
}

/// The games of an audit that have not been looked at.
struct Looks<'a> {
    games: usize,
    next: usize,
    seen: Vec<Seen>,
    keeper: Option<File>,
    stop: &'a AtomicBool,
    tells: bool,
}

impl Source<Auditing> for Looks<'_> {
    fn next(&mut self) -> Next<usize> {
        while self.seen.iter().any(|seen| seen.game == self.next) {
            self.next += 1;
        }
        if self.next >= self.games || self.stop.load(Ordering::Relaxed) {
            return Next::End;
        }
        self.next += 1;
        Next::Job(self.next - 1)
    }

    fn take(&mut self, _: usize, outcome: Outcome<Seen>) -> Result<(), String> {
        let seen = match outcome {
            Outcome::Done { output, .. } => output,
            Outcome::Failed(sentence) | Outcome::GivenUp(sentence) => return Err(sentence),
        };
        if let Some(file) = &mut self.keeper {
            add_line(file, &seen)?;
        }
        self.seen.push(seen);
        if self.tells && self.seen.len().is_multiple_of(10) {
            note!("{} of {} games", self.seen.len(), self.games);
        }
        Ok(())
    }

    fn waits(&self) -> bool {
        !self.stop.load(Ordering::Relaxed)
    }
}

/// One of the counts of what the coach says.
type Count = fn(&dyn Match, &Plan, &[Bars], &mut Watch<'_>) -> Result<Bars, String>;

/// Counts what the coach says; a fault is a failure.
fn count(
    name: &str,
    count: Count,
    board: &dyn Match,
    plan: &Plan,
    args: &AuditArgs,
    format: Format,
) -> Result<(), Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    interrupt::sets(&stop);
    let heading = format!("{name} {} coach={}", plan.heading(board), plan.coach);
    let (mut keeper, known) = keep::<Bars>(args.keep.as_deref(), &heading)?;
    let mut trouble = None;
    let mut watch = |of_game: &Bars, done: usize| {
        if let Some(file) = &mut keeper {
            trouble = add_line(file, of_game).err();
        }
        let before = done - of_game.positions;
        if format == Format::Text && done / 50 > before / 50 {
            note!("{done} of {} positions", plan.positions);
        }
        trouble.is_none() && !stop.load(Ordering::Relaxed)
    };
    let found = count(board, plan, &known, &mut watch).map_err(Failure::failed)?;
    if let Some(trouble) = trouble {
        return Err(Failure::failed(trouble));
    }
    if stop.load(Ordering::Relaxed) {
        return Err(stopped(found.positions, plan.positions, "positions"));
    }
    match format {
        Format::Json => output::json(&found),
        Format::Text => output::print(&found.text()),
    }
    match found.failed {
        0 => Ok(()),
        failed => Err(Failure::failed(format!("the coach failed {failed} times"))),
    }
}

/// That not everything was looked at.
fn stopped(done: usize, all: usize, what: &str) -> Failure {
    Failure::failed(format!(
        "stopped after {done} of {all} {what}; the same command with --keep goes on from there"
    ))
}

/// Keeps what was seen of a game.
fn add_line<T: Serialize>(file: &mut File, seen: &T) -> Result<(), String> {
    let line = serde_json::to_string(seen).expect("what was seen is plain data");
    writeln!(file, "{line}").map_err(|error| format!("cannot keep what was seen: {error}"))
}

/// Opens the file in which games are kept, if there is to be one, and the games that are there; a line that was cut short is left out.
fn keep<T: Serialize + DeserializeOwned>(
    path: Option<&Path>,
    heading: &str,
) -> Result<(Option<File>, Vec<T>), Failure> {
    let Some(path) = path else { return Ok((None, Vec::new())) };
    let trouble = |error: std::io::Error| {
        Failure::failed(format!("cannot keep what was seen in '{}': {error}", path.display()))
    };
    let text = std::fs::read_to_string(path).or_else(|error| match error.kind() {
        std::io::ErrorKind::NotFound => Ok(String::new()),
        _ => Err(trouble(error)),
    })?;
    let mut lines = text.lines();
    let known = lines.next();
    if known.is_some_and(|known| known != heading) {
        return Err(Failure::failed(format!(
            "'{}' keeps another audit; expected one that begins with '{heading}'",
            path.display()
        )));
    }
    let seen: Vec<T> = lines.filter_map(|line| serde_json::from_str(line).ok()).collect();
    let kept: String =
        seen.iter().filter_map(|seen| Some(serde_json::to_string(seen).ok()? + "\n")).collect();
    std::fs::write(path, format!("{heading}\n{kept}")).map_err(trouble)?;
    let file = File::options().append(true).open(path).map_err(trouble)?;
    Ok((Some(file), seen))
}

/// Puts an audit into a file, which need not exist yet.
fn rewrite(path: &Path, found: &Audit, change: fn(&str, &Audit) -> String) -> Result<(), Failure> {
    let before = std::fs::read_to_string(path).unwrap_or_default();
    std::fs::write(path, change(&before, found))
        .map_err(|e| Failure::failed(format!("cannot write '{}': {e}", path.display())))
}

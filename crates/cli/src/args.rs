//! The command line's grammar. Options of games are added from the registry, so that this file names none.

use std::ffi::OsString;
use std::time::Duration;

use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand};
use game::Options;
use table::{Games, Who};

use crate::failure::Failure;

/// A board-game school: plays, says why, and teaches.
#[derive(Parser, Debug)]
#[command(
    name = "ludus",
    version,
    about = "Plays five board games, says why, and teaches",
    max_term_width = 100
)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Option<Command>,
    /// Print one JSON document instead of text
    #[arg(long, global = true)]
    pub json: bool,
    /// Take knowledge files GAME.rules and GAME-PACK.rules from this folder first
    #[arg(long, value_name = "DIR", global = true)]
    pub knowledge: Option<std::path::PathBuf>,
    /// Take nets made by ludus train from this folder first
    #[arg(long, value_name = "DIR", global = true)]
    pub nets: Option<std::path::PathBuf>,
    #[command(flatten)]
    pub serve: ServeArgs,
}

/// How the web app is started, which is what happens without a command.
#[derive(clap::Args, Debug)]
pub struct ServeArgs {
    /// The web app's port; 0 for any that is free [default: 7070]
    #[arg(long, value_name = "PORT")]
    pub port: Option<u16>,
    /// Where the web app keeps games [default: the user's data folder]
    #[arg(long, value_name = "DIR")]
    pub data: Option<std::path::PathBuf>,
    /// Show the web app in the browser
    #[arg(long)]
    pub open: bool,
    /// Let other machines reach the web app at this address of ours; they need the key in the link that is printed
    #[arg(long, value_name = "ADDRESS")]
    pub listen: Option<String>,
    /// A program to play against in the web app, isolated as in a tournament; the data folder's bots.toml lists more
    #[arg(long = "bot", value_name = "NAME=COMMAND")]
    pub bots: Vec<String>,
    #[command(flatten)]
    pub crew: crate::commands::CrewArgs,
}

#[derive(Subcommand, Debug)]
pub enum Command {
    /// List the games, their options and the players available
    Games,
    /// Draw a position
    Show(ShowArgs),
    /// List the legal moves
    Moves(MovesArgs),
    /// Count move sequences
    Perft(PerftArgs),
    /// Play in the terminal; with no arguments, menus ask
    Play(PlayArgs),
    /// Let two players play many games and compare them
    Match(MatchArgs),
    /// Find the best move and say what it is worth
    Think(ThinkArgs),
    /// Prove the result of a position
    Solve(SolveArgs),
    /// Say why a move is good or bad, and why not the others
    Explain(ExplainArgs),
    /// A hint in steps: the idea, where to look, the move, the line
    Hint(HintArgs),
    /// Go through a game: every move's class, accuracy, key moments, what to practise
    Review(ReviewArgs),
    /// Solve puzzles that come again when it is time
    Practice(crate::commands::PracticeArgs),
    /// Learn a game in steps, from its rules to strategy
    Learn(crate::commands::LearnArgs),
    /// Check the knowledge files and ask them
    #[command(subcommand)]
    Rules(RulesCommand),
    /// Let many players meet, as a file describes it; stop and resume at will
    Tournament(crate::commands::TournamentArgs),
    /// Offer a game's wire protocol to clients on the network
    Host(crate::commands::HostArgs),
    /// Play on a server that speaks a game's wire protocol
    Join(crate::commands::JoinArgs),
    /// Speak the bot protocol
    Engine(crate::commands::EngineArgs),
    /// Write bots and check them
    #[command(subcommand)]
    Bot(crate::commands::BotTask),
    /// Make a net that corrects a game's evaluation, by self-play, and keep it if it wins
    Train(crate::commands::TrainArgs),
    /// Measure in games whether chances mean what they say, and fit the data that make them do so
    Calibrate(crate::commands::CalibrateArgs),
    /// Measure whether what the rules say is so, and better than by lot
    Audit(crate::commands::AuditArgs),
    /// Help: take jobs from a server where machines meet, until Ctrl-C
    Work(crate::commands::WorkArgs),
    /// Say what goes on at a server where machines meet, cancel work, make keys
    Fleet(crate::commands::FleetArgs),
    /// Measure speed on fixed work, with a node-count signature per game
    Bench(BenchArgs),
    /// Print what a shell needs to complete commands of ours
    Completions(crate::commands::CompletionsArgs),
    /// Print the manual page, or write those of all commands into a folder
    Man(crate::commands::ManArgs),
}

/// Which game, and where in it.
#[derive(clap::Args, Debug, Clone)]
pub struct GameArgs {
    /// The game
    #[arg(value_name = "GAME")]
    pub game: String,
    /// Start from this position (text or JSON) instead of the start
    #[arg(long, value_name = "P")]
    pub position: Option<String>,
    /// Play these moves first, separated by spaces
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true)]
    pub moves: String,
}

/// How positions are written.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notation {
    /// One line, the same form in every game.
    Text,
    /// As the program wrote them that the game goes back to.
    Seed,
}

#[derive(clap::Args, Debug)]
pub struct ShowArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// Which notation the position is printed in
    #[arg(long, value_name = "NOTATION", default_value = "text")]
    pub notation: Notation,
    /// Deal with this seed when the position waits for a deal
    #[arg(long, value_name = "S")]
    pub seed: Option<u64>,
    /// Also write the picture to this SVG file
    #[arg(long, value_name = "FILE")]
    pub svg: Option<std::path::PathBuf>,
    /// Also write the picture to this PNG file
    #[arg(long, value_name = "FILE")]
    pub png: Option<std::path::PathBuf>,
}

#[derive(clap::Args, Debug)]
pub struct MovesArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// Also print the position after each
    #[arg(long)]
    pub states: bool,
}

#[derive(clap::Args, Debug)]
pub struct PerftArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// Length of the sequences
    #[arg(long, value_name = "N", value_parser = plies)]
    pub depth: usize,
    /// Give up after this time
    #[arg(long, value_name = "TIME")]
    pub time: Option<String>,
}

#[derive(clap::Args, Debug)]
pub struct PlayArgs {
    /// The game; menus ask when it is missing
    #[arg(value_name = "GAME")]
    pub game: Option<String>,
    /// Start from this position (text or JSON) instead of the start
    #[arg(long, value_name = "P")]
    pub position: Option<String>,
    /// Who plays seat 1
    #[arg(long, value_name = "PLAYER")]
    pub p1: Option<Who>,
    /// Who plays seat 2
    #[arg(long, value_name = "PLAYER")]
    pub p2: Option<Who>,
    /// Who plays seat 3
    #[arg(long, value_name = "PLAYER")]
    pub p3: Option<Who>,
    /// Who plays seat 4
    #[arg(long, value_name = "PLAYER")]
    pub p4: Option<Who>,
    /// What everything random follows from
    #[arg(long, value_name = "S")]
    pub seed: Option<u64>,
    /// Write the game to this file as a line of JSON
    #[arg(long, value_name = "FILE")]
    pub record: Option<std::path::PathBuf>,
    /// Append a line about every move of a computer (new state, nodes, cuts, time) to this file
    #[arg(long, value_name = "FILE")]
    pub log: Option<std::path::PathBuf>,
    /// Go on with the last game in this file, or step through it when it is over
    #[arg(long, value_name = "FILE")]
    pub load: Option<std::path::PathBuf>,
    /// Time a move for computer players
    #[arg(long, value_name = "TIME", default_value = "1s")]
    pub time: String,
    /// Language of hints and reasons: en, sr or pt
    #[arg(long, value_name = "LANG", default_value = "en")]
    pub lang: String,
    /// Use the whole screen, with a cursor
    #[arg(long, conflicts_with = "lines")]
    pub screen: bool,
    /// Use plain lines, also for pipes
    #[arg(long)]
    pub lines: bool,
}

#[derive(clap::Args, Debug)]
pub struct MatchArgs {
    /// The game
    #[arg(value_name = "GAME")]
    pub game: String,
    /// One player
    #[arg(long, value_name = "PLAYER")]
    pub a: Who,
    /// The other player
    #[arg(long, value_name = "PLAYER")]
    pub b: Who,
    /// How many games; rounded up to whole pairs
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub games: usize,
    /// Time a move
    #[arg(long, value_name = "TIME")]
    pub time: Option<String>,
    /// Time for all moves of a game
    #[arg(long, value_name = "TIME")]
    pub clock: Option<String>,
    /// Time added to the clock after every move
    #[arg(long, value_name = "TIME", default_value = "0s", requires = "clock")]
    pub increment: String,
    /// Most nodes a move, for players that count them
    #[arg(long, value_name = "N")]
    pub nodes: Option<u64>,
    /// End a game, not before its tenth move, when the solver proves its result within so many nodes
    #[arg(long, value_name = "NODES")]
    pub adjudicate: Option<u64>,
    /// What everything random follows from
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Random plies before the players take over, the same in both games of a pair
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub opening: usize,
    /// Choose openings after which neither side is clearly lost
    #[arg(long)]
    pub balanced: bool,
    /// Take the openings from this file, one a line
    #[arg(long, value_name = "FILE", conflicts_with = "balanced")]
    pub openings: Option<std::path::PathBuf>,
    /// Stop when a sequential test decides between these two Elo gaps
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    pub sprt: Option<String>,
    /// How many games run at once [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub threads: Option<usize>,
    /// Write every game to this file, one line of JSON each
    #[arg(long, value_name = "FILE")]
    pub record: Option<std::path::PathBuf>,
    /// Append a line about every move (new state, nodes, cuts, time) to this file
    #[arg(long, value_name = "FILE", conflicts_with = "on")]
    pub log: Option<std::path::PathBuf>,
    /// Keep finished pairs in this file, and go on from it
    #[arg(long, value_name = "FILE")]
    pub journal: Option<std::path::PathBuf>,
    #[command(flatten)]
    pub crew: crate::commands::CrewArgs,
}

#[derive(clap::Args, Debug)]
pub struct ThinkArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// Who thinks
    #[arg(long, value_name = "PLAYER", default_value = "master")]
    pub player: Who,
    /// Most time, such as 2s or 500ms [default: 2s unless depth or nodes are given]
    #[arg(long, value_name = "TIME")]
    pub time: Option<String>,
    /// Most plies
    #[arg(long, value_name = "N")]
    pub depth: Option<u32>,
    /// Most nodes
    #[arg(long, value_name = "N")]
    pub nodes: Option<u64>,
    /// How many threads think
    #[arg(long, value_name = "N")]
    pub threads: Option<u64>,
    /// Megabytes for tables
    #[arg(long, value_name = "MB")]
    pub memory: Option<u64>,
    /// How many of the best moves to judge
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub lines: usize,
    /// What everything random follows from; a position before a deal is dealt with it
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Append a line about the move (new state, nodes, cuts, time) to this file
    #[arg(long, value_name = "FILE")]
    pub log: Option<std::path::PathBuf>,
}

#[derive(clap::Args, Debug)]
pub struct SolveArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// Find all best moves
    #[arg(long)]
    pub all: bool,
    /// Give up after this time
    #[arg(long, value_name = "TIME")]
    pub time: Option<String>,
    /// Megabytes for tables
    #[arg(long, value_name = "MB", default_value_t = 1024)]
    pub memory: u64,
    /// How many threads work at it; not every game's solver can use more than one
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads)]
    pub threads: usize,
    /// Split positions that take more nodes than this into those after them, each a job of its own [default: 5000000 with --on or --keep]
    #[arg(long, value_name = "NODES", conflicts_with = "all")]
    pub split: Option<u64>,
    /// Keep answers about positions in this file, and go on from it
    #[arg(long, value_name = "FILE", conflicts_with = "all")]
    pub keep: Option<std::path::PathBuf>,
    #[command(flatten)]
    pub crew: crate::commands::CrewArgs,
}

/// Who says why.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum By {
    /// Verdicts of search and solver, and what literally happens.
    Coach,
    /// A pack of rules.
    Rules,
}

#[derive(clap::Args, Debug)]
pub struct ExplainArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// The move [default: the one that the player chooses]
    #[arg(long = "move", value_name = "M")]
    pub mv: Option<String>,
    /// Whose choice; expert:pack=NAME also says which knowledge gives the reasons
    #[arg(long, value_name = "PLAYER", default_value = "master")]
    pub player: Who,
    /// Who speaks: the coach, or the rules of a pack with their points [default: coach, but rules for players that go by rules alone]
    #[arg(long, value_name = "WHO")]
    pub by: Option<By>,
    /// Most time for the whole answer [default: 2s unless nodes are given]
    #[arg(long, value_name = "TIME")]
    pub time: Option<String>,
    /// Most nodes, for answers that are the same on every machine
    #[arg(long, value_name = "N")]
    pub nodes: Option<u64>,
    /// Also list what was found and is not said
    #[arg(long)]
    pub all: bool,
    /// What everything random follows from; a position before a deal is dealt with it
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Language of the reasons: en, sr or pt
    #[arg(long, value_name = "LANG", default_value = "en")]
    pub lang: String,
    /// Also write what a net saw, as a map of the board, to this SVG file
    #[arg(long, value_name = "FILE")]
    pub svg: Option<std::path::PathBuf>,
    /// Also write what a net saw, as a map of the board, to this PNG file
    #[arg(long, value_name = "FILE")]
    pub png: Option<std::path::PathBuf>,
}

#[derive(clap::Args, Debug)]
pub struct HintArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// How many steps are told: the idea, where to look, the move, the line
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=4))]
    pub steps: u8,
    /// Most time for the whole answer [default: 1s unless nodes are given]
    #[arg(long, value_name = "TIME")]
    pub time: Option<String>,
    /// Most nodes, for answers that are the same on every machine
    #[arg(long, value_name = "N")]
    pub nodes: Option<u64>,
    /// What everything random follows from; a position before a deal is dealt with it
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Language: en, sr or pt
    #[arg(long, value_name = "LANG", default_value = "en")]
    pub lang: String,
}

#[derive(clap::Args, Debug)]
pub struct ReviewArgs {
    /// A file of recorded games, one a line
    #[arg(value_name = "FILE")]
    pub file: std::path::PathBuf,
    /// Which game of the file, from 1 [default: the last]
    #[arg(long = "game", value_name = "N")]
    pub number: Option<usize>,
    /// Most time for the whole review [default: a second a move, at most 50s]
    #[arg(long, value_name = "TIME")]
    pub time: Option<String>,
    /// Most nodes, for reviews that are the same on every machine
    #[arg(long, value_name = "N")]
    pub nodes: Option<u64>,
    /// The seat, from 1, that is spoken to as you [default: the only person at the board]
    #[arg(long, value_name = "SEAT")]
    pub seat: Option<usize>,
    /// Language: en, sr or pt
    #[arg(long, value_name = "LANG", default_value = "en")]
    pub lang: String,
    /// What everything random follows from
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// How many moves are looked at at once [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub threads: Option<usize>,
    /// Keep what is found in this file, and go on from it
    #[arg(long, value_name = "FILE")]
    pub notes: Option<std::path::PathBuf>,
    #[command(flatten)]
    pub crew: crate::commands::CrewArgs,
}

#[derive(Subcommand, Debug)]
pub enum RulesCommand {
    /// Check a file, or every pack of a game: errors, warnings, the back end of each rule
    Check(CheckArgs),
    /// Why a fact holds
    Why(FactArgs),
    /// Why a fact does not hold, or a rule does not fire
    Whynot(FactArgs),
    /// Everything that follows from a position
    Trace(AskArgs),
    /// Find better weights by self-play; stop and resume at will
    Tune(crate::commands::TuneArgs),
}

#[derive(clap::Args, Debug)]
pub struct CheckArgs {
    /// A file, or a game
    #[arg(value_name = "FILE|GAME")]
    pub target: String,
    /// The game that the file is about [default: the one that the file's name begins with]
    #[arg(long = "for", value_name = "GAME")]
    pub about: Option<String>,
    /// Also compare both back ends on this many random positions
    #[arg(long, value_name = "N")]
    pub compare: Option<usize>,
    /// What everything random follows from
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
}

#[derive(clap::Args, Debug)]
pub struct AskArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// Consider this move as well
    #[arg(long = "move", value_name = "M")]
    pub mv: Option<String>,
    /// The knowledge, by name [default: the game's own]
    #[arg(long, value_name = "NAME")]
    pub pack: Option<String>,
    /// Language of the reasons: en, sr or pt
    #[arg(long, value_name = "LANG", default_value = "en")]
    pub lang: String,
}

#[derive(clap::Args, Debug)]
pub struct FactArgs {
    #[command(flatten)]
    pub ask: AskArgs,
    /// A fact such as free(a1), with variables where anything will do; for whynot also the name of a rule
    #[arg(value_name = "FACT")]
    pub fact: String,
}

#[derive(clap::Args, Debug)]
pub struct BenchArgs {
    /// Only this game
    #[arg(value_name = "GAME")]
    pub game: Option<String>,
}

/// A number of threads.
pub fn threads(text: &str) -> Result<usize, &'static str> {
    let number = text.parse().ok().filter(|number| (1..=256).contains(number));
    number.ok_or("expected a number from 1 to 256")
}

/// Reads a number of plies.
pub fn plies(text: &str) -> Result<usize, &'static str> {
    text.parse().ok().filter(|number| *number <= 1000).ok_or("expected a number from 0 to 1000")
}

/// Reads a time such as `2s`, `500ms` or `1m`.
pub fn time(text: &str) -> Result<Duration, Failure> {
    let wrong =
        || Failure::usage(format!("cannot read the time '{text}'; expected something like 2s or 500ms"));
    game::read_time(text).ok_or_else(wrong)
}

/// A parsed command line: the fixed part and the game's options.
pub struct Parsed {
    pub cli: Cli,
    pub options: Options,
}

/// The whole grammar, with the options of these games.
pub fn grammar(games: &Games) -> clap::Command {
    let mut command = Cli::command();
    let names: Vec<String> = command.get_subcommands().map(|sub| sub.get_name().to_string()).collect();
    for name in names {
        command = command.mut_subcommand(name, |sub| with_game_options(games, sub));
    }
    command
}

/// Parses the command line.
pub fn parse(games: &Games, args: impl IntoIterator<Item = OsString>) -> Result<Parsed, clap::Error> {
    let matches = grammar(games).try_get_matches_from(args)?;
    let mut innermost = &matches;
    while let Some((_, sub)) = innermost.subcommand() {
        innermost = sub;
    }
    let options = given_options(games, innermost);
    Ok(Parsed { cli: Cli::from_arg_matches(&matches)?, options })
}

/// The command, and those below it, with the options of all games where a game is asked for.
fn with_game_options(games: &Games, command: clap::Command) -> clap::Command {
    let below: Vec<String> = command.get_subcommands().map(|sub| sub.get_name().to_string()).collect();
    let command = below
        .into_iter()
        .fold(command, |command, name| command.mut_subcommand(name, |sub| with_game_options(games, sub)));
    if command.get_arguments().any(|arg| arg.get_id() == "game") {
        option_names(games).fold(command, |command, (name, help)| command.arg(option_arg(name, help)))
    } else {
        command
    }
}

/// What is wrong with the command line, in one sentence with a hint.
pub fn one_sentence(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let body = text.strip_prefix("error: ").unwrap_or(&text);
    let told = body.split("\n\nUsage:").next().unwrap_or(body).split("\n\nFor more").next().unwrap_or(body);
    let words: Vec<&str> = told.split_whitespace().collect();
    format!("{}; see `ludus --help`", words.join(" "))
}

/// Every option name of every game once, with the games' own help.
fn option_names(games: &Games) -> impl Iterator<Item = (&'static str, String)> {
    let mut names: Vec<(&'static str, Vec<String>)> = Vec::new();
    for family in games {
        for spec in family.info.options {
            let help = format!("{} [{}, default {}]", spec.help, family.info.name, spec.default);
            match names.iter_mut().find(|(name, _)| *name == spec.name) {
                Some((_, helps)) => helps.push(help),
                None => names.push((spec.name, vec![help])),
            }
        }
    }
    names.into_iter().map(|(name, helps)| (name, helps.join("; ")))
}

fn option_arg(name: &'static str, help: String) -> clap::Arg {
    clap::Arg::new(name).long(name).help(help).help_heading("Options of the games")
}

fn given_options(games: &Games, matches: &ArgMatches) -> Options {
    let mut options = Options::none();
    for (name, _) in option_names(games) {
        if let Ok(Some(value)) = matches.try_get_one::<String>(name) {
            options = options.with(name, value);
        }
    }
    options
}

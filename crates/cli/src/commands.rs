//! The commands, each in a file of its own.

mod audit;
mod bench;
mod bot;
mod calibrate;
mod completions;
mod crew;
mod duel;
mod engine;
mod explain;
mod fleet;
mod games;
mod hint;
mod host;
mod imitate;
mod insight;
mod join;
mod learn;
mod man;
mod moves;
mod perft;
mod play;
mod practice;
mod review;
mod rules;
mod serve;
mod show;
mod solve;
mod think;
mod tournament;
mod train;
mod tune;
mod work;

pub use audit::AuditArgs;
pub use bot::BotTask;
pub use calibrate::CalibrateArgs;
pub use completions::CompletionsArgs;
pub use crew::CrewArgs;
pub use engine::EngineArgs;
pub use fleet::FleetArgs;
use game::{Options, Rng, Turn};
pub use host::HostArgs;
pub use join::JoinArgs;
pub use learn::LearnArgs;
pub use man::ManArgs;
pub use practice::PracticeArgs;
use table::expert::Lang;
use table::{Games, Match, OpenError, Who};
pub use tournament::TournamentArgs;
pub use train::TrainArgs;
pub use tune::TuneArgs;
pub use work::WorkArgs;

use crate::args::{Command, GameArgs, Parsed};
use crate::failure::Failure;

/// How a command's result is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// For people.
    Text,
    /// For scripts.
    Json,
}

/// Runs the command.
pub fn run(games: &Games, parsed: Parsed) -> Result<(), Failure> {
    let Parsed { cli, options } = parsed;
    let format = if cli.json { Format::Json } else { Format::Text };
    if let Some(folder) = &cli.knowledge {
        if !folder.is_dir() {
            return Err(Failure::usage(format!("'{}' is not a folder of knowledge files", folder.display())));
        }
        games.house().knowledge.use_folder(folder);
    }
    if let Some(folder) = &cli.nets {
        games.house().shelf.use_folder(folder);
    }
    match cli.command {
        None => serve::run(games, &cli.serve),
        Some(Command::Games) => games::run(games, format),
        Some(Command::Show(args)) => show::run(games, &args, &options, format),
        Some(Command::Moves(args)) => moves::run(games, &args, &options, format),
        Some(Command::Perft(args)) => perft::run(games, &args, &options, format),
        Some(Command::Play(args)) => play::run(games, &args, &options, format),
        Some(Command::Match(args)) => duel::run(games, &args, &options, format),
        Some(Command::Think(args)) => think::run(games, &args, &options, format),
        Some(Command::Solve(args)) => solve::run(games, &args, &options, format),
        Some(Command::Explain(args)) => explain::run(games, &args, &options, format),
        Some(Command::Hint(args)) => hint::run(games, &args, &options, format),
        Some(Command::Review(args)) => review::run(games, &args, format),
        Some(Command::Practice(args)) => practice::run(games, &args, &options, format),
        Some(Command::Learn(args)) => learn::run(games, &args, format),
        Some(Command::Rules(command)) => rules::run(games, &command, &options, format),
        Some(Command::Tournament(args)) => tournament::run(games, &args, format),
        Some(Command::Host(args)) => host::run(games, &args, &options, format),
        Some(Command::Join(args)) => join::run(games, &args, format),
        Some(Command::Engine(args)) => engine::run(games, &args, &options),
        Some(Command::Bot(task)) => bot::run(games, &task, &options, format),
        Some(Command::Train(args)) => train::run(games, &args, &options, format),
        Some(Command::Calibrate(args)) => calibrate::run(games, &args, &options, format),
        Some(Command::Audit(args)) => audit::run(games, &args, &options, format),
        Some(Command::Work(args)) => work::run(games, &args),
        Some(Command::Fleet(args)) => fleet::run(games, &args, format),
        Some(Command::Bench(args)) => bench::run(games, &args, &options, format),
        Some(Command::Completions(args)) => completions::run(games, &args),
        Some(Command::Man(args)) => man::run(games, &args),
    }
}

/// Says how bots are kept apart when one of these players is a process.
fn tell_isolation<'a>(players: impl IntoIterator<Item = &'a Who>) -> Result<(), Failure> {
    if players.into_iter().any(|who| matches!(who, Who::Program(_))) {
        note!("bots are {}", arena::Isolation::chosen().map_err(Failure::usage)?.sentence());
    }
    Ok(())
}

/// Opens the game at its position and plays the given moves.
pub fn open(games: &Games, args: &GameArgs, options: &Options) -> Result<Box<dyn Match>, Failure> {
    let family = games.find(&args.game).map_err(Failure::usage)?;
    let opened = match &args.position {
        Some(position) => family.open_at(options, position).map_err(Failure::failed),
        None => family.open(options).map_err(Failure::usage),
    };
    let mut board = opened?;
    if let Some(given) = &args.position {
        let given = family.position_text(given).unwrap_or_default();
        tell_assumed(&table::assumed(board.info(), &given, &board.position()));
    }
    for text in args.moves.split_whitespace() {
        board.play(text).map_err(Failure::failed)?;
    }
    Ok(board)
}

/// Says what stands where a position was left open.
fn tell_assumed(fields: &[(&str, &str)]) {
    let taken: Vec<String> = fields.iter().map(|(name, word)| format!("{name} ? as {word}")).collect();
    if !taken.is_empty() {
        note!("ludus: taking {}", taken.join(", "));
    }
}

/// Lets chance act until a player is to move, and says so to whoever reads along.
fn deal(board: &mut dyn Match, seed: u64, lang: Lang, format: Format) {
    let mut dealt = false;
    for number in 0.. {
        if board.turn() != Turn::Chance || board.deal(&mut Rng::derive(seed, number)).is_none() {
            break;
        }
        dealt = true;
    }
    if dealt && format == Format::Text {
        note!("ludus: {}", coach::dealt(lang, seed));
    }
}

impl From<OpenError> for Failure {
    fn from(error: OpenError) -> Failure {
        Failure::usage(error)
    }
}

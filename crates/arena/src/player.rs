//! Players of every kind from their descriptions: the built-in ones and processes.

use game::{Control, Limits};
use table::{Bot, BotError, Match, Thought, Wanted};

use crate::clock::Clocks;
use crate::command::Bot as Command;
use crate::exec_bot::Transcript;
use crate::{Caps, ExecBot, Fault, Isolation, Lapse};

/// How the description of a process begins.
pub const EXEC: &str = "exec:";

/// Whether a description is that of a process.
pub fn is_process(text: &str) -> bool {
    text.trim().starts_with(EXEC)
}

/// A player for the game of `board`: `exec:COMMAND` is a process in the best isolation of this machine, anything else is the game's own.
pub fn player(board: &dyn Match, text: &str, seed: u64) -> Result<Box<dyn Bot>, BotError> {
    match Contestant::new(board, text, seed, Caps::default())? {
        Contestant::Inside(bot) => Ok(bot),
        Contestant::Process(bot) => Ok(bot),
        Contestant::Absent(lapse) => Err(BotError::Failed(lapse.to_string())),
    }
}

/// A player whose failures have names.
pub enum Contestant {
    /// In this process.
    Inside(Box<dyn Bot>),
    /// In a process of its own.
    Process(Box<ExecBot>),
    /// Not there. It loses whenever it is asked to move.
    Absent(Lapse),
}

impl Contestant {
    /// Makes the player; a process is not started yet.
    pub fn new(board: &dyn Match, text: &str, seed: u64, caps: Caps) -> Result<Contestant, BotError> {
        let Some(command) = text.trim().strip_prefix(EXEC) else {
            return Ok(Contestant::Inside(board.bot(text, seed)?));
        };
        let told = |error: &dyn std::fmt::Display| BotError::Failed(error.to_string());
        let command = Command::parse(command).map_err(|error| told(&error))?;
        Isolation::chosen().map_err(|error| told(&error))?;
        Ok(Contestant::process(command, caps))
    }

    /// The player that is this command.
    pub fn process(command: Command, caps: Caps) -> Contestant {
        Contestant::Process(Box::new(ExecBot::new(command, Isolation::best(), caps)))
    }

    /// Gets ready for another game. A process lives on.
    pub fn new_game(&mut self, board: &dyn Match, text: &str, seed: u64) -> Result<(), BotError> {
        match self {
            Contestant::Inside(bot) => *bot = board.bot(text, seed)?,
            Contestant::Process(bot) => bot.new_game(),
            Contestant::Absent(_) => {}
        }
        Ok(())
    }

    /// Thinks, as [`Bot::think`].
    pub fn think(&mut self, board: &dyn Match, control: &Control) -> Result<Thought, Lapse> {
        match self {
            Contestant::Inside(bot) => bot
                .think(board, control, Wanted::best())
                .map_err(|error| Lapse::new(Fault::Crash, error.to_string())),
            Contestant::Process(bot) => bot.answer(board, control, None, Wanted::best()),
            Contestant::Absent(lapse) => Err(lapse.clone()),
        }
    }

    /// Thinks within the limits and, if there are clocks, by them: a process is told of the clocks, a player in this process gets a share.
    pub fn think_on_clock(
        &mut self,
        board: &dyn Match,
        limits: Limits,
        clocks: Option<&Clocks>,
    ) -> Result<Thought, Lapse> {
        let (Some(clocks), Some(seat)) = (clocks, board.to_move()) else {
            return self.think(board, &Control::new(limits));
        };
        let within =
            |time| Control::new(Limits { time: limits.time.into_iter().chain([time]).min(), ..limits });
        match self {
            Contestant::Inside(_) | Contestant::Absent(_) => self.think(board, &within(clocks.share(seat))),
            Contestant::Process(bot) => {
                bot.answer(board, &within(clocks.left(seat)), Some(clocks), Wanted::best())
            }
        }
    }

    /// What a process said lately.
    pub fn transcript(&self) -> Option<Transcript> {
        match self {
            Contestant::Inside(_) | Contestant::Absent(_) => None,
            Contestant::Process(bot) => Some(bot.transcript()),
        }
    }
}

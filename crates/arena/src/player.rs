//! Players of every kind from their descriptions: the built-in ones and processes.

use game::{Control, Limits};
use table::{Bot, BotError, Match, Spec, Thought, Wanted, Who};

use crate::clock::Clocks;
use crate::command::Bot as Command;
use crate::exec_bot::Transcript;
use crate::{Caps, ExecBot, Fault, Isolation, Lapse};

/// A player for the game of `board`: a program is a process in the best isolation of this machine, anything else is the game's own.
pub fn player(board: &dyn Match, who: &Who, seed: u64) -> Result<Box<dyn Bot>, BotError> {
    match Contestant::new(board, who, seed, Caps::default())? {
        Contestant::Inside(_, bot) | Contestant::Guest(bot) => Ok(bot),
        Contestant::Process(bot) => Ok(bot),
        Contestant::Absent(lapse) => Err(BotError::Failed(lapse.to_string())),
    }
}

/// A player whose failures have names.
pub enum Contestant {
    /// In this process, made anew for every game.
    Inside(Spec, Box<dyn Bot>),
    /// In a process of its own.
    Process(Box<ExecBot>),
    /// Whoever the caller brought, for one game.
    Guest(Box<dyn Bot>),
    /// Not there. It loses whenever it is asked to move.
    Absent(Lapse),
}

impl Contestant {
    /// Makes the player; a process is not started yet.
    ///
    /// # Errors
    /// When there is no such player or program, and for everybody who is neither.
    pub fn new(board: &dyn Match, who: &Who, seed: u64, caps: Caps) -> Result<Contestant, BotError> {
        let command = match who {
            Who::Player(spec) => return Ok(Contestant::Inside(spec.clone(), board.bot(spec, seed)?)),
            Who::Program(command) => command,
            Who::Person | Who::Own(_) => return Err(BotError::Elsewhere(who.clone())),
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
    pub fn new_game(&mut self, board: &dyn Match, seed: u64) -> Result<(), BotError> {
        match self {
            Contestant::Inside(spec, bot) => *bot = board.bot(spec, seed)?,
            Contestant::Process(bot) => bot.new_game(),
            Contestant::Guest(_) | Contestant::Absent(_) => {}
        }
        Ok(())
    }

    /// Starts a process that does not run yet, and waits until it says that it is ready.
    pub fn ready(&mut self) -> Result<(), Lapse> {
        match self {
            Contestant::Process(bot) => bot.ready(),
            Contestant::Inside(..) | Contestant::Guest(_) | Contestant::Absent(_) => Ok(()),
        }
    }

    /// Thinks, as [`Bot::think`].
    pub fn think(&mut self, board: &dyn Match, control: &Control) -> Result<Thought, Lapse> {
        match self {
            Contestant::Inside(_, bot) => bot
                .think(board, control, Wanted::best())
                .map_err(|error| Lapse::new(Fault::Crash, error.to_string())),
            Contestant::Process(bot) => bot.answer(board, control, None, Wanted::best()),
            Contestant::Guest(bot) => bot
                .think(board, control, Wanted::best())
                .map_err(|error| Lapse::new(Fault::Disconnect, error.to_string())),
            Contestant::Absent(lapse) => Err(lapse.clone()),
        }
    }

    /// Thinks within the limits, as a part of `whole`, and, if there are clocks, by them: a process is told of the clocks, a player in this process
    /// gets a share.
    pub fn think_on_clock(
        &mut self,
        board: &dyn Match,
        limits: Limits,
        clocks: Option<&Clocks>,
        whole: &Control,
    ) -> Result<Thought, Lapse> {
        let (Some(clocks), Some(seat)) = (clocks, board.to_move()) else {
            return self.think(board, &whole.part(limits));
        };
        let within =
            |time| whole.part(Limits { time: limits.time.into_iter().chain([time]).min(), ..limits });
        match self {
            Contestant::Inside(..) | Contestant::Guest(_) | Contestant::Absent(_) => {
                self.think(board, &within(clocks.share(seat)))
            }
            Contestant::Process(bot) => {
                bot.answer(board, &within(clocks.left(seat)), Some(clocks), Wanted::best())
            }
        }
    }

    /// What a process said lately.
    pub fn transcript(&self) -> Option<Transcript> {
        match self {
            Contestant::Inside(..) | Contestant::Guest(_) | Contestant::Absent(_) => None,
            Contestant::Process(bot) => Some(bot.transcript()),
        }
    }
}

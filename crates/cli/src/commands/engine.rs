//! `ludus engine`: a game's players for any arbiter that speaks the bot protocol.

use game::Options;

use table::{Games, Who};

use super::open;
use crate::args::GameArgs;
use crate::failure::Failure;

#[derive(clap::Args, Debug)]
pub struct EngineArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// Who thinks
    #[arg(long, value_name = "PLAYER", default_value = "master")]
    pub player: Who,
    /// What everything random follows from
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
}

pub fn run(games: &Games, args: &EngineArgs, options: &Options) -> Result<(), Failure> {
    let family = games.find(&args.game.game)?.clone();
    let board = open(games, &args.game, options)?;
    let input = std::io::BufReader::new(std::io::stdin());
    arena::engine::serve(family, board, &args.player, args.seed, input, std::io::stdout())
        .map_err(Failure::usage)
}

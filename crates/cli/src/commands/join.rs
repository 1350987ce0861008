//! `ludus join`: one of our players on a server that speaks a game's wire protocol.

use std::path::PathBuf;

use arena::net::Join;
use game::Options;

use table::{Games, Who};

use super::{Format, host};
use crate::args::time;
use crate::failure::Failure;

#[derive(clap::Args, Debug)]
pub struct JoinArgs {
    /// The game
    #[arg(value_name = "GAME")]
    pub game: String,
    /// The side to play, by its name or number
    #[arg(long = "as", value_name = "SIDE")]
    pub side: String,
    /// The server
    #[arg(long, value_name = "HOST", default_value = "127.0.0.1")]
    pub host: String,
    /// Its port for this side [default: the protocol's]
    #[arg(long, value_name = "PORT")]
    pub port: Option<u16>,
    /// The name to play under
    #[arg(long, value_name = "NAME", default_value = "Ludus")]
    pub name: String,
    /// Time to think about a move
    #[arg(long, value_name = "TIME", default_value = "55s")]
    pub time: String,
    /// Time that the server gives for a move [default: the protocol's]
    #[arg(long, value_name = "TIME")]
    pub clock: Option<String>,
    /// Think on the opponent's time too
    #[arg(long)]
    pub ponder: bool,
    /// Give up when the server says nothing for so long
    #[arg(long, value_name = "TIME", default_value = "10m")]
    pub wait: String,
    /// Who plays; human is whoever sits at this terminal
    #[arg(long, value_name = "PLAYER", default_value = "master")]
    pub player: Who,
    /// Append the game to this file as a line of JSON
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// What everything random follows from
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
}

pub fn run(games: &Games, args: &JoinArgs, format: Format) -> Result<(), Failure> {
    let family = games.find(&args.game)?;
    let board = family.open(&Options::none())?;
    let names = board.seat_names();
    let is_meant = |(at, name): (usize, &&str)| {
        name.eq_ignore_ascii_case(&args.side) || args.side == (at + 1).to_string()
    };
    let seat = names.iter().enumerate().position(is_meant).ok_or_else(|| {
        Failure::usage(format!("there is no side '{}'; expected one of {}", args.side, names.join(", ")))
    })?;
    super::tell_isolation([&args.player])?;
    let protocol = board.wire().map(|wire| wire.protocol());
    let no_wire = || Failure::usage(format!("the game '{}' has no wire protocol", family.info.name));
    let join = Join {
        family,
        seat,
        host: args.host.clone(),
        port: args.port.unwrap_or(protocol.ok_or_else(no_wire)?.ports[seat]),
        name: args.name.clone(),
        player: args.player.clone(),
        person: Some(host::person),
        time: time(&args.time)?,
        clock: args.clock.as_deref().map(time).transpose()?,
        ponder: args.ponder,
        wait: time(&args.wait)?,
        seed: args.seed,
    };
    let played = join.play(&mut |text| note!("{text}")).map_err(Failure::failed)?;
    host::finish(games, &played, args.record.as_ref(), format)
}

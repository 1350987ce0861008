//! `ludus host`: a server for clients that speak a game's wire protocol.

use std::net::IpAddr;
use std::path::PathBuf;

use arena::net::{Host, Played};
use game::Options;
use serde_json::json;

use table::{Bot, Games, Who};
use term::Person;

use super::Format;
use crate::args::time;
use crate::failure::Failure;
use crate::output;

#[derive(clap::Args, Debug)]
pub struct HostArgs {
    /// The game
    #[arg(value_name = "GAME")]
    pub game: String,
    /// Port of the first seat, the next one for the second, and so on; 0 for any [default: the protocol's]
    #[arg(long, value_name = "PORT")]
    pub port: Option<u16>,
    /// Let other machines reach it at this address of ours
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub listen: IpAddr,
    /// Time for a move [default: the protocol's]
    #[arg(long, value_name = "TIME")]
    pub time: Option<String>,
    /// Time that a player of ours thinks about a move [default: the time for a move]
    #[arg(long, value_name = "TIME")]
    pub think: Option<String>,
    /// Time for a client to come
    #[arg(long, value_name = "TIME", default_value = "5m")]
    pub wait: String,
    /// Illegal moves that are forgiven each seat
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub errors: usize,
    /// Let this player of ours have seat 1; human is whoever sits at this terminal
    #[arg(long, value_name = "PLAYER")]
    pub p1: Option<Who>,
    /// Let this player of ours have seat 2
    #[arg(long, value_name = "PLAYER")]
    pub p2: Option<Who>,
    /// Append the game to this file as a line of JSON
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// What everything random follows from
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
}

pub fn run(games: &Games, args: &HostArgs, options: &Options, format: Format) -> Result<(), Failure> {
    let family = games.find(&args.game)?;
    if family.open(options)?.wire().is_none() {
        return Err(Failure::usage(format!("the game '{}' has no wire protocol", family.info.name)));
    }
    super::tell_isolation([&args.p1, &args.p2].into_iter().flatten())?;
    let mut host = Host::open(family, options.clone(), args.listen, args.port).map_err(Failure::failed)?;
    if let Some(text) = &args.time {
        host.time = time(text)?;
    }
    host.think = args.think.as_deref().map(time).transpose()?;
    host.person = Some(person);
    host.wait = time(&args.wait)?;
    host.errors = args.errors;
    host.seed = args.seed;
    for (seat, player) in host.ours.iter_mut().zip([&args.p1, &args.p2]) {
        *seat = player.clone();
    }
    let names = family.open(options)?.seat_names();
    for ((address, name), ours) in host.addresses().iter().zip(&names).zip(&host.ours) {
        if ours.is_none() {
            note!("waiting for {name} at {address}");
        }
    }
    let played = host.play(&mut |text| note!("{text}")).map_err(Failure::failed)?;
    finish(games, &played, args.record.as_ref(), format)
}

/// The person at this terminal.
pub fn person() -> Box<dyn Bot> {
    let input = std::io::BufReader::new(std::io::stdin());
    // What is printed besides is the result, which scripts read.
    Box::new(Person { input, out: std::io::stderr(), colours: super::play::colours() })
}

/// Writes the game down and prints how it ended.
pub fn finish(
    games: &Games,
    played: &Played,
    record: Option<&PathBuf>,
    format: Format,
) -> Result<(), Failure> {
    if let Some(path) = record {
        let line = played.record.write() + "\n";
        let file = std::fs::OpenOptions::new().append(true).create(true).open(path);
        file.and_then(|mut file| std::io::Write::write_all(&mut file, line.as_bytes()))
            .map_err(|e| Failure::failed(format!("cannot write '{}': {e}", path.display())))?;
    }
    let names = games.find(&played.record.game)?.open(&Options::none())?.seat_names();
    let result = played.record.result.as_ref();
    match format {
        Format::Json => output::json(&json!({
            "result": result,
            "failed": played.lapse.as_ref().map(|(seat, lapse)| json!({ "seat": seat + 1, "lapse": lapse })),
            "players": played.record.players,
            "moves": played.record.moves,
            "times_ms": played.record.times_ms,
            "remarks": played.record.remarks,
        })),
        Format::Text => {
            if let Some((seat, lapse)) = &played.lapse {
                output::line(format!("{} lost by {lapse}", names[*seat]));
            }
            for remark in played.record.remarks.iter().filter(|_| played.broken.is_none()) {
                note!("{remark}");
            }
            output::line(result.map_or("unfinished".to_string(), |result| result.sentence(&names)));
        }
    }
    played.broken.as_ref().map_or(Ok(()), |broken| Err(Failure::failed(broken)))
}

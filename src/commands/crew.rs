//! Who carries work out: threads of this process, or with `--on` the machines that meet at a server.

use std::path::PathBuf;

use fleet::{Access, Crew, Server, fingerprint};
use game::{Control, Limits};
use table::{Games, Session, Wanted, Who};

use crate::args::time;
use crate::failure::Failure;

/// Where other machines are met.
#[derive(clap::Args, Debug, Clone)]
pub struct CrewArgs {
    /// Let the machines that meet at this NATS server do the work
    #[arg(long, value_name = "nats://HOST:PORT")]
    pub on: Option<String>,
    #[command(flatten)]
    pub key: KeyArgs,
}

/// How a server is told who we are, and we which server it is.
#[derive(clap::Args, Debug, Clone)]
pub struct KeyArgs {
    /// The credentials or key that the server knows
    #[arg(long, value_name = "FILE")]
    pub creds: Option<PathBuf>,
    /// Speak to the server in secret, and only if its certificate follows from these
    #[arg(long, value_name = "FILE")]
    pub tls_ca: Option<PathBuf>,
}

impl CrewArgs {
    /// The crew: so many threads (as many as there are cores when nothing is said), or the machines at the server.
    pub fn open(&self, games: &Games, threads: Option<usize>) -> Result<Crew, Failure> {
        let Some(address) = &self.on else { return Ok(Crew::threads(threads.unwrap_or_else(cores))) };
        Ok(Crew::Nats(Box::new(self.key.connect(games, address, "30s")?)))
    }
}

impl KeyArgs {
    /// Connects to the server. The patience counts for workers alone.
    pub fn connect(&self, games: &Games, address: &str, patience: &str) -> Result<Server, Failure> {
        let address = if address.contains("://") { address.to_string() } else { format!("nats://{address}") };
        let access = Access {
            address,
            creds: self.creds.clone(),
            tls_ca: self.tls_ca.clone(),
            patience: time(patience)?,
        };
        Server::connect(&access, &stamp(games)).map_err(Failure::failed)
    }
}

/// How many cores there are.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Programs are on this machine and not on others.
pub fn refuse_programs<'a>(players: impl IntoIterator<Item = &'a Who>) -> Result<(), Failure> {
    match players.into_iter().find(|who| matches!(who, Who::Program(_))) {
        Some(who) => Err(Failure::usage(format!(
            "'{who}' is a program of this machine; with --on a bot plays in a tournament, as a folder that travels"
        ))),
        None => Ok(()),
    }
}

/// What must agree for machines to share work: the version, and what players of every game do in a short game that is the same everywhere.
pub fn stamp(games: &Games) -> String {
    let apart = games.apart();
    let mut played = String::new();
    for family in &apart {
        let Ok(board) = family.open(&game::Options::none()) else { continue };
        let mut session = Session::of_people(board, 1);
        for _ in 0..PLIES {
            session.settle();
            let Ok(mut player) = session.board().named_bot("master", 1) else { break };
            let control = Control::new(Limits { nodes: Some(NODES), ..Limits::default() });
            let Ok(thought) = player.think(session.board(), &control, Wanted::best()) else { break };
            played += &format!("{} {} {} ", thought.mv, thought.nodes, session.board().legal().len());
            if session.play(&thought.mv, 0).is_err() {
                break;
            }
        }
        played += &session.board().position();
    }
    let version = env!("CARGO_PKG_VERSION").replace('.', "_");
    format!("{version}-{}", &fingerprint(played.as_bytes())[..8])
}

/// How long the games are that versions are told apart by, and how many nodes a move may take.
const PLIES: usize = 4;
const NODES: u64 = 300;

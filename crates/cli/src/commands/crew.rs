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

    /// Where to meet the machines, for somebody who will go there later.
    pub fn meeting(&self, games: &Games) -> Result<Option<web::Meeting>, Failure> {
        let Some(address) = &self.on else { return Ok(None) };
        Ok(Some(web::Meeting { access: self.key.access(address, "30s")?, stamp: stamp(games) }))
    }
}

impl KeyArgs {
    /// How the server is reached. The patience counts for workers alone.
    fn access(&self, address: &str, patience: &str) -> Result<Access, Failure> {
        let address = if address.contains("://") { address.to_string() } else { format!("nats://{address}") };
        let (creds, tls_ca) = (self.creds.clone(), self.tls_ca.clone());
        Ok(Access { address, creds, tls_ca, patience: time(patience)? })
    }

    /// Connects to the server.
    pub fn connect(&self, games: &Games, address: &str, patience: &str) -> Result<Server, Failure> {
        Server::connect(&self.access(address, patience)?, &stamp(games)).map_err(Failure::failed)
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

/// What must agree for machines to share work: the version, what players of every game do in a short game that is the same everywhere, and how
/// numbers are rounded.
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
    played += &arithmetic();
    let version = env!("CARGO_PKG_VERSION").replace('.', "_");
    format!("{version}-{}", &fingerprint(played.as_bytes())[..8])
}

/// What functions that systems bring along make of some numbers. Where they differ in the last digit, so would nets that are trained together.
fn arithmetic() -> String {
    let bits = |x: f64| {
        let y = x as f32;
        let singles = [y.exp(), y.tanh(), y.abs().ln_1p(), y.abs().powf(0.7)].map(f32::to_bits);
        let doubles = [x.exp(), x.tanh(), x.abs().ln_1p(), x.abs().powf(0.7)].map(f64::to_bits);
        format!("{singles:x?}{doubles:x?}")
    };
    let all: String = (-500..500).map(|step| bits(f64::from(step) * 0.019)).collect();
    fingerprint(all.as_bytes())
}

/// How long the games are that versions are told apart by, and how many nodes a move may take.
const PLIES: usize = 4;
const NODES: u64 = 300;

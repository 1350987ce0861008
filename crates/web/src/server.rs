//! Starting and stopping the server.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use arena::Isolation;
use store::{Store, StoreError};
use table::Games;
use thiserror::Error;

use crate::app::{App, Settings, router};
use crate::claim::Claim;
use crate::connections;
use crate::lobby::new_name;
use crate::logs;
use crate::machines::Meeting;
use crate::own_bots::OwnBots;

/// Where the app is to be found, and where it keeps its things.
#[derive(Clone, Debug, Default)]
pub struct Where {
    /// The port; 0 for any that is free.
    pub port: u16,
    /// The folder of the store; `None` for the platform's data folder.
    pub data: Option<PathBuf>,
    /// The program whose command `tournament` runs tournaments; `None` when none are started from the page.
    pub program: Option<PathBuf>,
    /// An address of this machine to be reached from others, who then need a key; `None` for this machine only.
    pub listen: Option<IpAddr>,
    /// Where machines meet that tournaments are played on; `None` to play them here.
    pub meeting: Option<Meeting>,
    /// Programs to play against, each as `NAME=COMMAND`, besides those that the data folder lists.
    pub bots: Vec<String>,
}

/// Why the server could not start.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The store cannot be opened.
    #[error("{0}")]
    Store(#[from] StoreError),
    /// The address is taken, or not ours.
    #[error("cannot listen on {address}: {error}; choose another port with --port")]
    Address {
        /// Where.
        address: SocketAddr,
        /// What the system said.
        error: std::io::Error,
    },
    /// The system refuses threads or sockets.
    #[error("cannot start the server: {0}")]
    System(#[from] std::io::Error),
    /// A bot cannot be used.
    #[error("{0}")]
    Bots(String),
    /// Another server has the data folder.
    #[error("{0}")]
    Taken(String),
    /// There is no obvious place for the store.
    #[error("there is no data folder for this user; name one with --data")]
    NoFolder,
}

/// Runs the app until Ctrl-C or a request to end; `ready` is told its address once it can be visited.
pub fn serve(games: Games, place: &Where, ready: impl FnOnce(&str)) -> Result<(), ServeError> {
    let folder = place.data.clone().or_else(data_folder).ok_or(ServeError::NoFolder)?;
    logs::start();
    admit_many();
    let bots = OwnBots::read(&games, &folder, &place.bots).map_err(ServeError::Bots)?;
    if !bots.is_empty() {
        match Isolation::best() {
            Isolation::None => tracing::warn!("{}", Isolation::None.sentence()),
            isolation => tracing::info!("own bots are {}", isolation.sentence()),
        }
    }
    let claim = Claim::take(&folder).map_err(ServeError::Taken)?;
    let store = Store::open(&folder)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let settings = Settings {
        folder: Some(folder),
        program: place.program.clone(),
        meeting: place.meeting.clone(),
        bots,
        ..Settings::new(games, store)
    };
    runtime.block_on(run(place, settings, &claim, ready))?;
    runtime.shutdown_timeout(Duration::from_secs(2));
    Ok(())
}

async fn run(
    place: &Where,
    settings: Settings,
    claim: &Claim,
    ready: impl FnOnce(&str),
) -> Result<(), ServeError> {
    let address = SocketAddr::new(place.listen.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST)), place.port);
    let refused = |error| ServeError::Address { address, error };
    let listener = tokio::net::TcpListener::bind(address).await.map_err(refused)?;
    let key = place.listen.filter(|ip| !ip.is_loopback()).map(|_| new_name() + &new_name());
    let reached = listener.local_addr()?;
    let origin = format!("http://{}", visible(reached));
    let link = match &key {
        Some(key) => format!("{origin}/?key={key}"),
        None => format!("{origin}/"),
    };
    claim.found_at(&origin);
    let app = App::new(Settings { key, origin, ..settings });
    tracing::info!(address = %reached, "serving");
    ready(&link);
    let closing = app.clone();
    connections::serve(listener, router(app), async move {
        asked_to_end().await;
        tracing::info!("ending");
        closing.close();
    })
    .await;
    Ok(())
}

/// Asks the system for as many open connections as it grants: every page that watches a game holds one.
fn admit_many() {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
        let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
    }
}

/// The address under which others find a server that listens on all addresses of this machine: that of the way out, without sending anything.
fn visible(reached: SocketAddr) -> SocketAddr {
    if !reached.ip().is_unspecified() {
        return reached;
    }
    let way_out = || {
        let socket = std::net::UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
        socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
        socket.local_addr().ok()
    };
    way_out().map_or(reached, |own| SocketAddr::new(own.ip(), reached.port()))
}

/// Waits for Ctrl-C, or for the system's request to end.
async fn asked_to_end() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}

/// The platform's folder for data of programs.
pub fn data_folder() -> Option<PathBuf> {
    let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let home = || variable("HOME");
    let base = if cfg!(windows) {
        variable("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        home().map(|home| home.join("Library/Application Support"))
    } else {
        variable("XDG_DATA_HOME").or_else(|| home().map(|home| home.join(".local/share")))
    };
    base.map(|base| base.join("ludus"))
}

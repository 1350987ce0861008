//! The machines that tournaments are played on, when the app was told where they meet.

use std::process::Command;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use fleet::{Access, Server, Status};

/// Where machines meet, and as which version we come.
#[derive(Clone, Debug)]
pub struct Meeting {
    /// How the server is reached.
    pub access: Access,
    /// What must agree for machines to share work with us.
    pub stamp: String,
}

/// How long what the server said holds: many may look at once.
const HOLDS: Duration = Duration::from_millis(900);

/// The machines at a server.
pub struct Machines {
    meeting: Meeting,
    seen: Mutex<Seen>,
}

#[derive(Default)]
struct Seen {
    server: Option<Server>,
    last: Option<(Instant, Result<Arc<Status>, String>)>,
}

impl Machines {
    /// The machines there. Nobody is asked before somebody looks.
    pub fn new(meeting: Meeting) -> Machines {
        Machines { meeting, seen: Mutex::default() }
    }

    /// The address of the server.
    pub fn address(&self) -> &str {
        &self.meeting.access.address
    }

    /// Has a command of ours use the machines.
    pub fn instruct(&self, command: &mut Command) {
        let Access { address, creds, tls_ca, .. } = &self.meeting.access;
        command.arg("--on").arg(address);
        for (option, file) in [("--creds", creds), ("--tls-ca", tls_ca)] {
            if let Some(file) = file {
                command.arg(option).arg(file);
            }
        }
    }

    /// What goes on there; a sentence when the server does not say.
    pub fn status(&self) -> Result<Arc<Status>, String> {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, status)) = seen.last.as_ref().filter(|(when, _)| when.elapsed() < HOLDS) {
            return status.clone();
        }
        let asked = self.ask(&mut seen.server);
        seen.last = Some((Instant::now(), asked.clone()));
        asked
    }

    fn ask(&self, server: &mut Option<Server>) -> Result<Arc<Status>, String> {
        let connected = match server.take() {
            Some(server) => server,
            None => Server::connect(&self.meeting.access, &self.meeting.stamp)
                .map_err(|trouble| trouble.to_string())?,
        };
        let status = server.insert(connected).status();
        status.map(Arc::new).map_err(|trouble| trouble.to_string())
    }
}

impl Drop for Machines {
    fn drop(&mut self) {
        // The connection has threads of its own, which must not be waited for where requests are served.
        let server = self.seen.get_mut().unwrap_or_else(PoisonError::into_inner).server.take();
        std::thread::spawn(move || drop(server));
    }
}

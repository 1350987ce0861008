//! Who carries work out.

use crate::{Local, Server, Source, Trouble, Work};

/// Who carries work out. Callers do not look inside.
pub enum Crew {
    /// Threads of this process.
    Local(Local),
    /// The machines that meet at a server.
    Nats(Box<Server>),
}

impl Crew {
    /// So many threads of this process.
    pub fn threads(threads: usize) -> Crew {
        Crew::Local(Local { threads })
    }

    /// How many jobs of this kind are done at once as things are; at least 1.
    pub fn at_once(&self, kind: &str) -> usize {
        let threads = match self {
            Crew::Local(local) => local.threads,
            Crew::Nats(server) => server.status().map_or(1, |status| status.threads(kind)),
        };
        threads.max(1)
    }

    /// Does the jobs of the source until it has no more. `title` is how the work is called in lists.
    ///
    /// # Errors
    /// When the source says so, and when the machines cannot be reached at the beginning or the work is cancelled.
    pub fn run<W: Work>(&self, title: &str, work: &W, source: &mut dyn Source<W>) -> Result<(), Trouble> {
        match self {
            Crew::Local(local) => local.run(work, source),
            Crew::Nats(server) => server.run(title, work, source),
        }
    }
}

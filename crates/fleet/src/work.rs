//! What work is: a brief, jobs, what comes of them.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::fingerprint;

/// A kind of work with all that its jobs have in common.
pub trait Work: Sync {
    /// What tells one job from another.
    type Input: Serialize + DeserializeOwned + Clone + PartialEq + Send;
    /// What comes of a job.
    type Output: Serialize + DeserializeOwned + Send;
    /// What a thread keeps from one job to the next, such as players that are warm.
    type Bench: Default + 'static;

    /// The name of the kind: small letters.
    fn kind(&self) -> &'static str;

    /// All that the jobs have in common, as another machine must read it to do the same work.
    fn brief(&self) -> String;

    /// The contents that the brief names by their fingerprints, such as nets; they travel with it.
    fn files(&self) -> Vec<Vec<u8>> {
        Vec::new()
    }

    /// Whether nobody needs the brief and its contents any more when the work is done, as where every round of something is a work of its own.
    fn passes(&self) -> bool {
        false
    }

    /// About how many seconds the job takes; 0 where nobody knows.
    fn cost(&self, _input: &Self::Input) -> f64 {
        0.0
    }

    /// What names the job: the same for the same job of the same work, and for no other.
    fn key(&self, input: &Self::Input) -> String {
        fingerprint(serde_json::to_string(input).expect("inputs are plain data").as_bytes())
    }

    /// Does the job. The output follows from the brief and the input alone. When `stop` is set nobody waits for it any more, and what is returned does not count.
    ///
    /// # Errors
    /// A sentence when the job cannot be done, on any machine.
    fn carry_out(
        &self,
        input: &Self::Input,
        bench: &mut Self::Bench,
        stop: &Arc<AtomicBool>,
    ) -> Result<Self::Output, String>;
}

/// What a source has to say when it is asked for a job.
pub enum Next<I> {
    /// Do this.
    Job(I),
    /// Nothing until more is known of the jobs under way.
    Wait,
    /// There are no more jobs, and nobody waits for those under way unless they were asked for with [`Source::waits`].
    End,
}

/// What became of a job.
pub enum Outcome<O> {
    /// It is done.
    Done {
        /// What came of it.
        output: O,
        /// The machine that did it; `None` for this process.
        machine: Option<String>,
    },
    /// It cannot be done, and this is why.
    Failed(String),
    /// It was given up: it ended every worker that took it.
    GivenUp(String),
}

/// Hands out the jobs of a work and takes what comes of them.
pub trait Source<W: Work>: Send {
    /// The next job.
    fn next(&mut self) -> Next<W::Input>;

    /// Takes what became of a job.
    ///
    /// # Errors
    /// A sentence that ends the work.
    fn take(&mut self, input: W::Input, outcome: Outcome<W::Output>) -> Result<(), String>;

    /// The jobs under way that have become useless since the last time; what comes of them is not taken.
    fn useless(&mut self) -> Vec<W::Input> {
        Vec::new()
    }

    /// Whether jobs under way are still waited for. Not when the user has asked to stop, for they may need long; those jobs are stopped, and
    /// [`Source::next`] says [`Next::End`].
    fn waits(&self) -> bool {
        true
    }
}

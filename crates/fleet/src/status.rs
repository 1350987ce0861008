//! What goes on at a server: its machines, and the work under way.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::server::{ANSWER, Hall, JOBS, MOST, NOTES, RESULTS};
use crate::trouble::plain;
use crate::{Server, Trouble};

/// A helping machine, as it describes itself.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Machine {
    /// What it is called.
    pub name: String,
    /// Its version, for people.
    pub version: String,
    /// What must agree for machines to share work.
    pub stamp: String,
    /// What it can do.
    pub kinds: Vec<String>,
    /// Jobs at once.
    pub threads: usize,
    /// Jobs under way.
    pub running: usize,
    /// Jobs done since it began.
    pub done: u64,
    /// Jobs that could not be done.
    pub failed: u64,
    /// Jobs a second lately.
    pub rate: f64,
    /// Seconds since it was last heard of, by the server's clock.
    #[serde(default)]
    pub silent_for: f64,
    /// It has said goodbye.
    #[serde(default)]
    pub gone: bool,
}

/// A work under way.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Run {
    /// `STAMP.KIND.NAME`.
    pub path: String,
    /// What its owner calls it.
    pub title: String,
    /// Jobs done for its owner.
    pub done: usize,
    /// Jobs that it still waits for.
    pub waiting: usize,
    /// About how many seconds of work these are; 0 when nobody knows.
    pub seconds: f64,
    /// It has come to its end.
    #[serde(default)]
    pub over: bool,
}

impl Machine {
    /// As it may be shown.
    fn told(self) -> Machine {
        let kinds = self.kinds.iter().map(|kind| plain(kind)).take(KINDS).collect();
        let [name, version, stamp] = [self.name, self.version, self.stamp].map(|text| plain(&text));
        Machine { name, version, stamp, kinds, ..self }
    }
}

impl Run {
    /// As it may be shown.
    fn told(self) -> Run {
        Run { path: plain(&self.path), title: plain(&self.title), ..self }
    }
}

/// What goes on at a server.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Status {
    /// The machines that were heard of lately.
    pub machines: Vec<Machine>,
    /// The works under way.
    pub runs: Vec<Run>,
    /// Jobs that wait for a machine, by path of their work.
    pub waiting: BTreeMap<String, u64>,
    /// Jobs in the hands of a machine.
    pub running: u64,
    /// Which version asks.
    pub stamp: String,
}

impl Status {
    /// The threads of all machines that can do work of this kind with us.
    pub fn threads(&self, kind: &str) -> usize {
        let able = |machine: &&Machine| {
            machine.stamp == self.stamp && machine.kinds.iter().any(|known| known == kind)
        };
        self.machines.iter().filter(able).fold(0, |sum, machine| machine.threads.saturating_add(sum))
    }
}

/// How long the server may take to tell all that goes on.
const LISTED: std::time::Duration = std::time::Duration::from_secs(60);

/// The most kinds of work that a machine is shown with.
const KINDS: usize = 50;

/// Seconds of silence after which a machine is not listed any more.
const SILENT: f64 = 60.0;

pub(crate) async fn note_machine(hall: &Hall, machine: &Machine) {
    let text = serde_json::to_vec(machine).expect("plain data");
    let _ = hall.client.publish(format!("{}.machine.{}", NOTES.1, token(&machine.name)), text.into()).await;
}

pub(crate) async fn note_run(hall: &Hall, run: &Run) {
    let text = serde_json::to_vec(run).expect("plain data");
    let _ = hall.client.publish(format!("{}.run.{}", NOTES.1, run.path), text.into()).await;
}

pub(crate) async fn forget_run(hall: &Hall, path: &str) {
    let _ = hall.notes.purge().filter(format!("{}.run.{path}", NOTES.1)).await;
}

/// A name as a part of a subject.
fn token(name: &str) -> String {
    name.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '-' }).collect()
}

/// A sentence when jobs wait that machines of our version may not do.
pub(crate) async fn others(hall: &Hall) -> Option<String> {
    let waiting = waiting(hall).await.ok()?;
    let foreign: u64 = waiting.iter().filter(|(path, _)| !ours(hall, path)).map(|(_, count)| count).sum();
    let example = waiting.keys().find(|path| !ours(hall, path))?.split('.').next()?.to_string();
    Some(format!(
        "{foreign} jobs wait for machines of another version ({example}); this one is {} and gets none of them: versions and rules must agree",
        hall.stamp
    ))
}

fn ours(hall: &Hall, path: &str) -> bool {
    path.split('.').next() == Some(&hall.stamp)
}

/// Jobs that no one has done yet, by the path of their work.
async fn waiting(hall: &Hall) -> Result<BTreeMap<String, u64>, String> {
    let mut subjects = hall
        .jobs
        .info_with_subjects(format!("{}.>", JOBS.1))
        .await
        .map_err(|error| format!("cannot read from the server: {error}"))?;
    let mut counts = BTreeMap::new();
    let mut seen = 0;
    while let Some(found) = next(&mut subjects).await? {
        let (subject, count) = found.map_err(|error| format!("cannot read from the server: {error}"))?;
        let path = subject.strip_prefix(JOBS.1).unwrap_or(&subject).trim_start_matches('.');
        let path = plain(path.rsplit_once('.').map_or(path, |(path, _)| path));
        seen += 1;
        if seen > MOST {
            return Err("the server has more jobs than anybody left there".into());
        }
        *counts.entry(path).or_default() += count as u64;
    }
    Ok(counts)
}

/// The next of a list that the server tells part by part.
async fn next<S: tokio_stream::Stream + Unpin>(list: &mut S) -> Result<Option<S::Item>, String> {
    let next = tokio::time::timeout(ANSWER, tokio_stream::StreamExt::next(list)).await;
    next.map_err(|_| "the server falls silent".to_string())
}

impl Server {
    /// What goes on.
    ///
    /// # Errors
    /// When the server does not say.
    pub fn status(&self) -> Result<Status, Trouble> {
        let asked = async { tokio::time::timeout(LISTED, status(&self.hall)).await };
        let told = self.runtime.block_on(asked);
        told.unwrap_or_else(|_| Err("the server does not come to the end of its list".into()))
            .map_err(Trouble::Server)
    }

    /// Takes the jobs of every work whose path or title contains `which` out of the queue, stops those under way, and returns how many works that were.
    ///
    /// # Errors
    /// When the server does not let us.
    pub fn cancel(&self, which: &str) -> Result<usize, Trouble> {
        self.runtime.block_on(cancel(&self.hall, which)).map_err(Trouble::Server)
    }
}

async fn status(hall: &Hall) -> Result<Status, String> {
    // A note of our own has the server's time, by which the others are told old or new.
    hall.post(format!("{}.asked", NOTES.1), Vec::new()).await?;
    let notes = hall.last(&hall.notes, format!("{}.>", NOTES.1)).await?;
    let published = |message: &async_nats::jetstream::Message| message.info().ok().map(|info| info.published);
    let now = notes.iter().filter(|note| note.subject.ends_with(".asked")).find_map(published);
    let (mut machines, mut runs) = (Vec::new(), Vec::new());
    for note in &notes {
        let kind =
            note.subject.strip_prefix(NOTES.1).and_then(|rest| rest.split('.').nth(1)).unwrap_or_default();
        let age = now.zip(published(note)).map_or(0.0, |(now, then)| (now - then).as_seconds_f64());
        match kind {
            "machine" => machines.extend(
                serde_json::from_slice(&note.payload)
                    .ok()
                    .map(|machine: Machine| Machine { silent_for: age.max(0.0), ..machine.told() }),
            ),
            "run" => runs.extend(serde_json::from_slice(&note.payload).ok().map(Run::told)),
            _ => {}
        }
    }
    machines.retain(|machine| !machine.gone && machine.silent_for < SILENT);
    machines.sort_by(|a, b| a.name.cmp(&b.name));
    let mut waiting = waiting(hall).await?;
    runs.retain(|run| !run.over || waiting.contains_key(&run.path));
    let mut running = 0;
    let mut queues = hall.jobs.consumers();
    for _ in 0..MOST {
        let Some(queue) = next(&mut queues).await? else { break };
        let queue = queue.map_err(|error| format!("cannot read from the server: {error}"))?;
        running += queue.num_ack_pending as u64;
    }
    waiting.retain(|_, count| *count > 0);
    Ok(Status { machines, runs, waiting, running, stamp: hall.stamp.clone() })
}

async fn cancel(hall: &Hall, which: &str) -> Result<usize, String> {
    let Status { runs, waiting, .. } = status(hall).await?;
    let mut paths: Vec<String> = waiting.into_keys().collect();
    paths.extend(runs.iter().map(|run| run.path.clone()));
    paths.sort();
    paths.dedup();
    let called = |path: &str| runs.iter().any(|run| run.path == path && run.title.contains(which));
    paths.retain(|path| path.contains(which) || called(path));
    for path in &paths {
        let purged = hall.jobs.purge().filter(format!("{}.{path}.>", JOBS.1)).await;
        purged.map_err(|error| format!("the server does not cancel: {error}{}", hall.complaint()))?;
        let told = hall.client.publish(format!("ludus.cancel.{path}"), "".into()).await;
        told.map_err(|error| format!("the server does not cancel: {error}"))?;
        let _ = hall.results.purge().filter(format!("{}.{path}.>", RESULTS.1)).await;
        forget_run(hall, path).await;
    }
    let _ = hall.client.flush().await;
    Ok(paths.len())
}

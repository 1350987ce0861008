//! Work handed to other machines: jobs are queued, what comes of them is followed.

use std::collections::HashMap;
use std::future::pending;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio_stream::StreamExt;

use crate::server::{Hall, JOBS, MOST, RESULTS};
use crate::status::{self, Run};
use crate::{Next, Outcome, Server, Source, Trouble, Work, files, fingerprint};

/// What a worker says of a job, as it travels.
#[derive(Serialize, Deserialize, Debug, Default)]
pub(crate) struct Reply {
    /// The machine.
    pub(crate) machine: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) output: Option<Value>,
    /// The content that holds the output when it is too large.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) file: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) failed: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) given_up: Option<String>,
}

/// A source whose jobs are text, so that what follows is compiled once.
trait Feed {
    fn next(&mut self) -> Next<(String, String, f64)>;
    fn take(&mut self, key: &str, reply: Reply) -> Result<(), String>;
    fn under_way(&self, key: &str) -> bool;
    fn useless(&mut self) -> Vec<String>;
    fn waits(&self) -> bool;
}

struct Typed<'a, W: Work> {
    work: &'a W,
    source: &'a mut dyn Source<W>,
    under_way: HashMap<String, W::Input>,
}

impl<W: Work> Feed for Typed<'_, W> {
    fn next(&mut self) -> Next<(String, String, f64)> {
        loop {
            let input = match self.source.next() {
                Next::Job(input) => input,
                Next::Wait => return Next::Wait,
                Next::End => return Next::End,
            };
            let (key, cost) = (self.work.key(&input), self.work.cost(&input));
            let text = serde_json::to_string(&input).expect("inputs are plain data");
            // Equal jobs are asked for once; a source that hands one out twice while it is under way gets one answer.
            if self.under_way.insert(key.clone(), input).is_none() {
                return Next::Job((key, text, cost));
            }
        }
    }

    fn take(&mut self, key: &str, reply: Reply) -> Result<(), String> {
        let Some(input) = self.under_way.remove(key) else { return Ok(()) };
        let outcome = match reply {
            Reply { failed: Some(sentence), .. } => Outcome::Failed(sentence),
            Reply { given_up: Some(sentence), .. } => Outcome::GivenUp(sentence),
            Reply { output, machine, .. } => {
                let read = serde_json::from_value(output.unwrap_or(Value::Null));
                let told = |error| format!("the machine {machine} answered what cannot be read: {error}");
                Outcome::Done { output: read.map_err(told)?, machine: Some(machine) }
            }
        };
        self.source.take(input, outcome)
    }

    fn under_way(&self, key: &str) -> bool {
        self.under_way.contains_key(key)
    }

    fn useless(&mut self) -> Vec<String> {
        let keys: Vec<String> = self.source.useless().iter().map(|input| self.work.key(input)).collect();
        keys.into_iter().filter(|key| self.under_way.remove(key).is_some()).collect()
    }

    fn waits(&self) -> bool {
        self.source.waits()
    }
}

/// The most jobs that wait in the queue for one work.
const QUEUED: usize = 20_000;
/// How many messages are handed in at once.
const AT_ONCE: usize = 256;
/// How often the source is asked again, which may have been told to stop.
const ASK: Duration = Duration::from_millis(50);
/// After so long without any news everything under way is handed in again; the server refuses what it has.
const SILENCE: Duration = Duration::from_secs(30);
/// How often others are told how far the work is.
const NOTED: Duration = Duration::from_secs(2);

impl Server {
    pub(crate) fn run<W: Work>(
        &self,
        title: &str,
        work: &W,
        source: &mut dyn Source<W>,
    ) -> Result<(), Trouble> {
        let (brief, files) = (work.brief(), work.files());
        let mut feed = Typed { work, source, under_way: HashMap::new() };
        self.runtime.block_on(async {
            for bytes in &files {
                files::put(&self.hall.files, bytes).await.map_err(Trouble::Server)?;
            }
            files::put(&self.hall.files, brief.as_bytes()).await.map_err(Trouble::Server)?;
            let path = format!("{}.{}.{}", self.hall.stamp, work.kind(), fingerprint(brief.as_bytes()));
            let outcome = Submission {
                hall: &self.hall,
                path,
                title,
                feed: &mut feed,
                waiting: HashMap::new(),
                done: 0,
                ended: false,
            }
            .run()
            .await;
            if work.passes() && outcome.is_ok() {
                for bytes in files.iter().map(Vec::as_slice).chain([brief.as_bytes()]) {
                    let _ = self.hall.files.objects.delete(fingerprint(bytes)).await;
                }
            }
            outcome
        })
    }
}

/// A work under way.
struct Submission<'a> {
    hall: &'a Hall,
    /// What the subjects of its jobs and results have in common.
    path: String,
    title: &'a str,
    feed: &'a mut dyn Feed,
    /// Text and cost of what is under way.
    waiting: HashMap<String, (String, f64)>,
    done: usize,
    ended: bool,
}

impl Submission<'_> {
    async fn run(mut self) -> Result<(), Trouble> {
        let (tell, mut told) = mpsc::channel(1000);
        let following = tokio::spawn(follow(self.hall.clone(), self.path.clone(), tell));
        let cancels = self.hall.client.subscribe(format!("ludus.cancel.{}", self.path)).await;
        let mut cancels = cancels.map_err(|error| Trouble::Server(error.to_string()))?;
        let outcome = tokio::select! {
            outcome = self.carry_on(&mut told) => outcome,
            _ = cancels.next() => Err(Trouble::Cancelled),
        };
        following.abort();
        // Nobody waits any more: what is queued would be done for nothing. What is done is kept for those who go on after a stop.
        if self.hall.forbidden(JOBS.1).is_some() {
            return outcome;
        }
        if !self.waiting.is_empty() {
            let _ = self.hall.jobs.purge().filter(format!("{}.{}.>", JOBS.1, self.path)).await;
            let _ = self.hall.client.publish(format!("ludus.cancel.{}", self.path), "".into()).await;
        } else if outcome.is_ok() {
            let _ = self.hall.results.purge().filter(format!("{}.{}.>", RESULTS.1, self.path)).await;
        }
        match outcome {
            // Nothing is left to be told of it.
            Ok(()) if self.waiting.is_empty() => status::forget_run(self.hall, &self.path).await,
            _ => self.note(true).await,
        }
        let _ = self.hall.client.flush().await;
        outcome
    }

    async fn carry_on(&mut self, told: &mut mpsc::Receiver<Told>) -> Result<(), Trouble> {
        // What a run before this one left is known before anything is handed in.
        let mut early: HashMap<String, Reply> = HashMap::new();
        loop {
            match told.recv().await {
                Some(Told::Result(..)) if early.len() >= MOST => {
                    return Err(Trouble::Server("the server has more results than anybody handed in".into()));
                }
                Some(Told::Result(key, reply)) => _ = early.insert(key, *reply),
                Some(Told::Caught) => break,
                Some(Told::Trouble(sentence)) => return Err(Trouble::Server(sentence)),
                None => return pending().await,
            }
        }
        let (mut news, mut noted) = (Instant::now(), Instant::now());
        self.note(false).await;
        loop {
            self.hand_in(&mut early).await?;
            if self.ended && (self.waiting.is_empty() || !self.feed.waits()) {
                return Ok(());
            }
            if let Ok(Some(message)) = tokio::time::timeout(ASK, told.recv()).await {
                let mut next = Some(message);
                while let Some(message) = next {
                    if let Told::Result(key, reply) = message {
                        news = Instant::now();
                        self.take(&key, *reply).await?;
                    }
                    next = told.try_recv().ok();
                }
            }
            if news.elapsed() > SILENCE {
                news = Instant::now();
                let again = self.waiting.iter().map(|(key, (text, _))| (key.clone(), text.clone())).collect();
                self.post(again).await;
            }
            if let Some(sentence) = self.hall.end() {
                return Err(Trouble::Server(sentence));
            }
            if let Some(sentence) = self.hall.forbidden(JOBS.1) {
                return Err(Trouble::Server(format!(
                    "the server does not let us submit work: {sentence}; expected the key of somebody who may"
                )));
            }
            if noted.elapsed() > NOTED {
                noted = Instant::now();
                self.note(false).await;
            }
        }
    }

    /// Asks the source for jobs and queues them.
    async fn hand_in(&mut self, early: &mut HashMap<String, Reply>) -> Result<(), Trouble> {
        let mut fresh = Vec::new();
        while self.waiting.len() < QUEUED {
            match self.feed.next() {
                Next::Job((key, text, cost)) => {
                    self.waiting.insert(key.clone(), (text.clone(), cost));
                    match early.remove(&key) {
                        // What was given up is tried again by whoever asks again.
                        Some(reply) if reply.given_up.is_none() && reply.failed.is_none() => {
                            self.take(&key, reply).await?
                        }
                        Some(_) => {
                            let subject = format!("{}.{}.{key}", RESULTS.1, self.path);
                            let _ = self.hall.results.purge().filter(subject).await;
                            fresh.push((key, text));
                        }
                        None => fresh.push((key, text)),
                    }
                }
                Next::Wait if !self.waiting.is_empty() => break,
                Next::Wait | Next::End => {
                    self.ended = true;
                    break;
                }
            }
        }
        self.post(fresh).await;
        Ok(())
    }

    /// Queues jobs. What the server does not take now is handed in again after a silence.
    async fn post(&self, jobs: Vec<(String, String)>) {
        let mut posting = JoinSet::new();
        for (key, text) in jobs {
            if posting.len() >= AT_ONCE {
                posting.join_next().await;
            }
            let (hall, subject) = (self.hall.clone(), format!("{}.{}.{key}", JOBS.1, self.path));
            posting.spawn(async move {
                for pause in [1, 4, 16] {
                    if hall.post(subject.clone(), text.clone().into_bytes()).await.is_ok() {
                        return;
                    }
                    tokio::time::sleep(Duration::from_millis(100 * pause)).await;
                }
            });
        }
        loop {
            match tokio::time::timeout(ASK, posting.join_next()).await {
                Ok(Some(_)) => {}
                Ok(None) => return,
                // Whom the server forbids it, it does not answer.
                Err(_) if self.hall.forbidden(JOBS.1).is_some() => return posting.abort_all(),
                Err(_) => {}
            }
        }
    }

    async fn take(&mut self, key: &str, mut reply: Reply) -> Result<(), Trouble> {
        if !self.feed.under_way(key) {
            return Ok(());
        }
        if let Some(name) = reply.file.take() {
            let bytes = files::get(&self.hall.files, &name).await.map_err(Trouble::Server)?;
            reply.output = serde_json::from_slice(&bytes).ok();
        }
        self.waiting.remove(key);
        self.done += 1;
        self.feed.take(key, reply).map_err(Trouble::Work)?;
        for key in self.feed.useless() {
            self.waiting.remove(&key);
            let _ = self.hall.jobs.purge().filter(format!("{}.{}.{key}", JOBS.1, self.path)).await;
            let _ = self.hall.client.publish(format!("ludus.cancel.{}.{key}", self.path), "".into()).await;
        }
        Ok(())
    }

    /// Tells others how far the work is.
    async fn note(&self, over: bool) {
        let run = Run {
            path: self.path.clone(),
            title: self.title.to_string(),
            done: self.done,
            waiting: self.waiting.len(),
            seconds: self.waiting.values().map(|(_, cost)| cost).sum(),
            over,
        };
        status::note_run(self.hall, &run).await;
    }
}

/// What is heard of the results of a work.
enum Told {
    Result(String, Box<Reply>),
    /// All that was known at the beginning has been told.
    Caught,
    Trouble(String),
}

/// Tells of every result, those of earlier runs first. Begins anew whenever the connection was lost, so that none is missed; some are then told twice.
async fn follow(hall: Hall, path: String, tell: mpsc::Sender<Told>) {
    let mut connection = hall.connection.clone();
    let mut caught = false;
    loop {
        connection.borrow_and_update();
        match hall.follow(&hall.results, format!("{}.{path}.>", RESULTS.1)).await {
            Ok(followed) => {
                let mut known = followed.known;
                loop {
                    if known == 0 && !caught {
                        caught = true;
                        if tell.send(Told::Caught).await.is_err() {
                            return;
                        }
                    }
                    let reading = async {
                        let wait = Duration::from_secs(20);
                        let mut batch = followed
                            .consumer
                            .batch()
                            .max_messages(200)
                            .expires(wait)
                            .messages()
                            .await
                            .ok()?;
                        let mut any = false;
                        while let Some(message) = batch.next().await {
                            let message = message.ok()?;
                            known = known.saturating_sub(1);
                            any = true;
                            let key = message.subject.rsplit('.').next().unwrap_or_default().to_string();
                            if let Ok(reply) = serde_json::from_slice::<Reply>(&message.payload) {
                                tell.send(Told::Result(key, Box::new(reply))).await.ok()?;
                            }
                            if known == 0 && !caught {
                                caught = true;
                                tell.send(Told::Caught).await.ok()?;
                            }
                        }
                        // Whatever the server said of how many there are, there are no more.
                        if !any {
                            known = 0;
                        }
                        Some(any)
                    };
                    let read = tokio::select! {
                        read = tokio::time::timeout(Duration::from_secs(30), reading) => read.ok().flatten(),
                        _ = connection.changed() => None,
                    };
                    if tell.is_closed() {
                        return;
                    }
                    if read.is_none() {
                        break;
                    }
                }
            }
            Err(sentence) if !caught => {
                let _ = tell.send(Told::Trouble(sentence + &hall.complaint())).await;
                return;
            }
            Err(_) => tokio::time::sleep(Duration::from_millis(200)).await,
        }
    }
}

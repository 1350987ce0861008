//! A helping machine: takes jobs, does them, hands in what comes of them, and gives back what it cannot finish.

use std::any::Any;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, mpsc as plain};
use std::time::{Duration, Instant};

use async_nats::jetstream::consumer::{AckPolicy, pull};
use async_nats::jetstream::{AckKind, Message};
use serde::{Deserialize, Serialize};
use tokio::sync::{Semaphore, mpsc};
use tokio::task::JoinSet;
use tokio_stream::StreamExt;

use crate::server::{Hall, JOBS, NOTES, RESULTS};
use crate::status::{self, Machine};
use crate::submit::Reply;
use crate::{Files, Server, Trouble, Watched, Work, files};

/// A work whose types are hidden: jobs and outputs are text.
pub trait Hidden: Send + Sync {
    /// What a thread begins with.
    fn bench(&self) -> Box<dyn Any>;
    /// Does a job, as [`Work::carry_out`].
    ///
    /// # Errors
    /// A sentence when it cannot be done.
    fn carry_out(
        &self,
        input: &[u8],
        bench: &mut dyn Any,
        stop: &Arc<AtomicBool>,
    ) -> Result<serde_json::Value, String>;
}

impl<W: Work + Send> Hidden for W {
    fn bench(&self) -> Box<dyn Any> {
        Box::new(W::Bench::default())
    }

    fn carry_out(
        &self,
        input: &[u8],
        bench: &mut dyn Any,
        stop: &Arc<AtomicBool>,
    ) -> Result<serde_json::Value, String> {
        let input =
            serde_json::from_slice(input).map_err(|error| format!("the job cannot be read: {error}"))?;
        let bench = bench.downcast_mut().expect("the bench of this work");
        let output = Work::carry_out(self, &input, bench, stop)?;
        Ok(serde_json::to_value(output).expect("outputs are plain data"))
    }
}

/// Reads a brief and makes the work of it.
type Learn = dyn Fn(&str, &Files) -> Result<Arc<dyn Hidden>, String> + Send + Sync;

/// A kind of work that a worker can do.
#[derive(Clone)]
pub struct Craft {
    kind: &'static str,
    learn: Arc<Learn>,
}

impl Craft {
    /// The craft of this kind: `learn` makes the work of a brief.
    pub fn new<W: Work + Send + 'static>(
        kind: &'static str,
        learn: impl Fn(&str, &Files) -> Result<W, String> + Send + Sync + 'static,
    ) -> Craft {
        Craft {
            kind,
            learn: Arc::new(move |brief, files| Ok(Arc::new(learn(brief, files)?) as Arc<dyn Hidden>)),
        }
    }

    /// The name of the kind.
    pub fn kind(&self) -> &'static str {
        self.kind
    }
}

/// What a worker has done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Jobs done.
    pub done: u64,
    /// Jobs that could not be done.
    pub failed: u64,
    /// Jobs given back at the end.
    pub back: usize,
}

/// How a machine helps.
pub struct Worker {
    /// What it is called in lists.
    pub name: String,
    /// Its version, for people.
    pub version: String,
    /// Jobs at once.
    pub threads: usize,
    /// What it can do.
    pub crafts: Vec<Craft>,
    /// Who sees it when a job ends this process; without, nobody does.
    pub watched: Option<Watched>,
}

/// Workers that a job must have ended, alone in their hands and seen by somebody, to be given up.
const TRIES: u64 = 3;
/// Workers that must have died with a job and others in their hands for it to be tried alone.
const SUSPECT: u64 = 2;
/// Workers that were never heard of again, for whatever reason, after which a job is given up too.
const LOST: i64 = 20;
/// How long a worker asks for a job before it asks again.
const POLL: Duration = Duration::from_secs(30);
/// How often a worker tells others of itself.
const NOTED: Duration = Duration::from_secs(5);
/// Outputs beyond this travel as contents.
const LARGE: usize = 256 << 10;
/// Works that a worker keeps ready.
const READY: usize = 8;

/// A job in a worker's hands.
struct Held {
    message: Message,
    stop: Arc<AtomicBool>,
    /// How many threads it keeps, its own and those that stand by.
    threads: u32,
    /// Its output is on its way.
    finished: bool,
}

/// A job for a thread.
struct Task {
    number: u64,
    /// `KIND.RUN.KEY`, as in its subject.
    path: String,
    input: Vec<u8>,
    stop: Arc<AtomicBool>,
}

/// What a thread says of its job.
enum Said {
    Done(serde_json::Value),
    Failed(String),
    /// It panicked.
    Broke,
}

/// Whom a job has ended.
#[derive(Clone, Copy, Default, Serialize, Deserialize)]
struct Blame {
    /// Workers that had nothing else in their hands.
    alone: u64,
    /// Workers that had other jobs too.
    together: u64,
}

/// What a worker's tasks share.
struct Bench {
    hall: Hall,
    name: String,
    threads: u32,
    free: Semaphore,
    held: Mutex<HashMap<u64, Held>>,
    numbers: AtomicU64,
    done: AtomicU64,
    failed: AtomicU64,
    /// When the rate was last asked for, and how many jobs were done then.
    rated: Mutex<(Instant, u64)>,
    closing: AtomicBool,
    watched: Option<Watched>,
}

impl Worker {
    /// Works until `stop` is set, then gives back what it has not finished. `tell` hears a sentence now and then.
    ///
    /// # Errors
    /// When the server does not let us take jobs.
    pub fn run(
        &mut self,
        server: &Server,
        stop: &AtomicBool,
        tell: &(dyn Fn(&str) + Sync),
    ) -> Result<Tally, Trouble> {
        let (hand_over, tasks) = plain::channel::<Task>();
        let (report, mut reports) = mpsc::unbounded_channel::<(u64, Said)>();
        let (tasks, learnt) = (Arc::new(Mutex::new(tasks)), Learnt::default());
        for _ in 0..self.threads.max(1) {
            let (crafts, learnt) = (self.crafts.clone(), learnt.clone());
            let files = Files { store: server.hall.files.clone(), runtime: server.runtime.handle().clone() };
            let (tasks, report) = (tasks.clone(), report.clone());
            std::thread::spawn(move || Hands { crafts, files, learnt, bench: None }.work(&tasks, &report));
        }
        let bench = Arc::new(Bench {
            hall: server.hall.clone(),
            name: self.name.clone(),
            threads: self.threads.max(1) as u32,
            free: Semaphore::new(self.threads.max(1)),
            held: Mutex::default(),
            numbers: AtomicU64::new(0),
            done: AtomicU64::new(0),
            failed: AtomicU64::new(0),
            rated: Mutex::new((Instant::now(), 0)),
            closing: AtomicBool::new(false),
            watched: self.watched.take(),
        });
        server.runtime.block_on(async {
            bench.accuse_the_dead().await;
            let mut tasks = JoinSet::new();
            for craft in &self.crafts {
                let consumer = bench.queue(craft.kind).await.map_err(Trouble::Server)?;
                tasks.spawn(bench.clone().fetch(consumer, hand_over.clone()));
            }
            tasks.spawn(bench.clone().keep_alive());
            tasks.spawn(bench.clone().hear_cancels());
            self.note(&bench, false).await;
            if let Some(sentence) = status::others(&bench.hall).await {
                tell(&sentence);
            }
            let (mut finishing, mut noted) = (JoinSet::new(), Instant::now());
            while !stop.load(Ordering::Relaxed) {
                if let Some(sentence) = bench.hall.end() {
                    return Err(Trouble::Server(sentence));
                }
                if let Some(sentence) = bench.hall.forbidden(RESULTS.1) {
                    return Err(Trouble::Server(format!(
                        "the server does not let us help: {sentence}; expected the key of a machine that helps"
                    )));
                }
                let wait = tokio::time::timeout(Duration::from_millis(50), reports.recv());
                if let Ok(Some((number, said))) = wait.await {
                    finishing.spawn(bench.clone().finish(number, said));
                }
                while finishing.try_join_next().is_some() {}
                if noted.elapsed() > NOTED {
                    noted = Instant::now();
                    self.note(&bench, false).await;
                }
            }
            bench.closing.store(true, Ordering::Relaxed);
            tasks.shutdown().await;
            let back = bench.give_back().await;
            let finish = async { while finishing.join_next().await.is_some() {} };
            let _ = tokio::time::timeout(Duration::from_secs(10), finish).await;
            self.note(&bench, true).await;
            let _ = bench.hall.client.flush().await;
            Ok(Tally {
                done: bench.done.load(Ordering::Relaxed),
                failed: bench.failed.load(Ordering::Relaxed),
                back,
            })
        })
    }

    /// Tells others of this machine.
    async fn note(&self, bench: &Bench, gone: bool) {
        let machine = Machine {
            name: self.name.clone(),
            version: self.version.clone(),
            stamp: bench.hall.stamp.clone(),
            kinds: self.crafts.iter().map(|craft| craft.kind.to_string()).collect(),
            threads: self.threads,
            running: self.threads.saturating_sub(bench.free.available_permits()),
            done: bench.done.load(Ordering::Relaxed),
            failed: bench.failed.load(Ordering::Relaxed),
            rate: bench.rate(),
            silent_for: 0.0,
            gone,
        };
        status::note_machine(&bench.hall, &machine).await;
    }
}

type Queue = async_nats::jetstream::consumer::Consumer<pull::Config>;

impl Bench {
    /// Jobs a second since this was last asked.
    fn rate(&self) -> f64 {
        let mut rated = self.rated.lock().expect("nobody panics with the rate");
        let (since, before) = *rated;
        let done = self.done.load(Ordering::Relaxed);
        *rated = (Instant::now(), done);
        (done - before) as f64 / since.elapsed().as_secs_f64().max(0.001)
    }

    /// The queue of this kind for machines of our version.
    async fn queue(&self, kind: &str) -> Result<Queue, String> {
        let name = format!("{}-{kind}", self.hall.stamp);
        let config = pull::Config {
            durable_name: Some(name.clone()),
            ack_policy: AckPolicy::Explicit,
            ack_wait: self.hall.patience,
            filter_subject: format!("{}.{}.{kind}.>", JOBS.1, self.hall.stamp),
            max_ack_pending: 1_000_000,
            max_waiting: 100_000,
            inactive_threshold: Duration::from_secs(30 * 24 * 60 * 60),
            ..pull::Config::default()
        };
        let made = self.hall.jobs.get_or_create_consumer(&name, config).await;
        made.map_err(|error| {
            format!("the server does not let us take jobs: {error}{}", self.hall.complaint())
        })
    }

    /// Asks for jobs of one kind as long as a thread is free, one at a time: what a busy machine holds, an idle one cannot have.
    async fn fetch(self: Arc<Bench>, consumer: Queue, hand_over: plain::Sender<Task>) {
        let mut connection = self.hall.connection.clone();
        loop {
            drop(self.free.acquire().await);
            connection.borrow_and_update();
            let asking = async {
                let mut batch = consumer.batch().max_messages(1).expires(POLL).messages().await.ok()?;
                batch.next().await?.ok()
            };
            let message = tokio::select! {
                message = asking => message,
                // The question was lost with the connection.
                _ = connection.changed() => None,
            };
            let Some(message) = message else {
                // Also an error, such as a server that is not there; a little later it may be.
                tokio::time::sleep(Duration::from_millis(20)).await;
                continue;
            };
            let (number, stop) =
                (self.numbers.fetch_add(1, Ordering::Relaxed), Arc::new(AtomicBool::new(false)));
            let path = message
                .subject
                .strip_prefix(&format!("{}.{}.", JOBS.1, self.hall.stamp))
                .unwrap_or_default()
                .to_string();
            let input = message.payload.to_vec();
            let delivered = message.info().map_or(1, |info| info.delivered);
            let held = Held { message, stop: stop.clone(), threads: 1, finished: false };
            self.held.lock().expect("nobody panics with the jobs").insert(number, held);
            let threads = match delivered > 1 {
                true => match self.again(number, &path, &input, delivered).await {
                    Some(threads) => threads,
                    None => continue,
                },
                false => 1,
            };
            let Ok(permits) = self.free.acquire_many(threads).await else { return };
            permits.forget();
            if let Some(held) = self.held.lock().expect("nobody panics with the jobs").get_mut(&number) {
                held.threads = threads;
            }
            if let Some(watched) = &self.watched {
                watched.takes(&path);
            }
            if hand_over.send(Task { number, path, input, stop }).is_err() {
                return;
            }
        }
    }

    /// How many threads a job that comes again is to have, its own and those that stand by; `None` when it needs no more doing: it is done, or given
    /// up now.
    async fn again(self: &Arc<Bench>, number: u64, path: &str, input: &[u8], delivered: i64) -> Option<u32> {
        let subject = format!("{}.{}.{path}", RESULTS.1, self.hall.stamp);
        if self.hall.results.direct_get_last_for_subject(subject).await.is_ok() {
            self.acknowledge(number).await;
            return None;
        }
        let blame = self.blame(path).await;
        let why = if blame.alone >= TRIES {
            format!("it ended {} workers that had nothing else to do", blame.alone)
        } else if delivered > LOST && delivered - 1 - self.times_back(path).await >= LOST {
            format!("{LOST} workers that took it were not heard of again")
        } else {
            return Some(if blame.together >= SUSPECT { self.threads } else { 1 });
        };
        let shown: String = String::from_utf8_lossy(input).chars().take(200).collect();
        let kind = path.split('.').next().unwrap_or_default();
        let given_up = format!("the job {shown} of kind {kind} was given up: {why}");
        self.failed.fetch_add(1, Ordering::Relaxed);
        let reply = Reply { machine: self.name.clone(), given_up: Some(given_up), ..Reply::default() };
        self.hand_in(number, path, &reply).await;
        None
    }

    /// Whom the job has ended so far.
    async fn blame(&self, path: &str) -> Blame {
        let note = self.hall.notes.direct_get_last_for_subject(blamed(path)).await;
        note.ok().and_then(|note| serde_json::from_slice(&note.payload).ok()).unwrap_or_default()
    }

    /// Notes that a worker was ended which had this job, and others or none, in its hands.
    async fn accuse(&self, path: &str, others: bool) {
        let mut blame = self.blame(path).await;
        *(if others { &mut blame.together } else { &mut blame.alone }) += 1;
        let _ = self.hall.post(blamed(path), serde_json::to_vec(&blame).expect("plain data")).await;
    }

    /// The same for all that were in the hands of the worker whose place we took.
    async fn accuse_the_dead(&self) {
        let died = self.watched.as_ref().map(Watched::died).unwrap_or_default();
        for path in &died {
            self.accuse(path, died.len() > 1).await;
        }
    }

    /// How often the job was given back by workers that were asked to stop, which does not count against it.
    async fn times_back(&self, path: &str) -> i64 {
        let note = self.hall.notes.direct_get_last_for_subject(back(path)).await;
        note.ok().and_then(|note| std::str::from_utf8(&note.payload).ok()?.parse().ok()).unwrap_or(0)
    }

    /// Does what a thread's answer asks for.
    async fn finish(self: Arc<Bench>, number: u64, said: Said) {
        let found = {
            let mut held = self.held.lock().expect("nobody panics with the jobs");
            held.get_mut(&number).map(|held| {
                held.finished = true;
                (held.message.subject.to_string(), held.stop.load(Ordering::Relaxed), held.threads)
            })
        };
        let Some((subject, stopped, threads)) = found else { return };
        let path = subject.strip_prefix(&format!("{}.{}.", JOBS.1, self.hall.stamp)).unwrap_or_default();
        if let Some(watched) = &self.watched {
            watched.leaves(path);
        }
        self.free.add_permits(threads as usize);
        if stopped {
            // Cancelled: nobody waits for it.
            return self.acknowledge(number).await;
        }
        let machine = self.name.clone();
        let reply = match said {
            Said::Done(output) => {
                self.done.fetch_add(1, Ordering::Relaxed);
                Reply { machine, output: Some(output), ..Reply::default() }
            }
            Said::Failed(sentence) => {
                self.failed.fetch_add(1, Ordering::Relaxed);
                Reply { machine, failed: Some(sentence), ..Reply::default() }
            }
            Said::Broke => {
                // As if it had ended the machine: another tries, and who gets it the fourth time gives it up.
                self.failed.fetch_add(1, Ordering::Relaxed);
                self.accuse(path, false).await;
                let held = self.held.lock().expect("nobody panics with the jobs").remove(&number);
                if let Some(held) = held {
                    let _ = held.message.ack_with(AckKind::Nak(None)).await;
                }
                return;
            }
        };
        self.hand_in(number, path, &reply).await;
    }

    /// Hands in what came of a job, again and again until the server has it, and only then lets go of the job.
    async fn hand_in(&self, number: u64, path: &str, reply: &Reply) {
        let mut text = serde_json::to_vec(reply).expect("plain data");
        let mut pause = Duration::from_millis(50);
        let large = (text.len() > LARGE).then(|| serde_json::to_vec(&reply.output).expect("plain data"));
        loop {
            if let Some(output) = &large
                && let Ok(name) = files::put(&self.hall.files, output).await
            {
                let short = Reply { machine: reply.machine.clone(), file: Some(name), ..Reply::default() };
                text = serde_json::to_vec(&short).expect("plain data");
            }
            let subject = format!("{}.{}.{path}", RESULTS.1, self.hall.stamp);
            match self.hall.post(subject, text.clone()).await {
                Ok(_) => return self.acknowledge(number).await,
                Err(_) if self.closing.load(Ordering::Relaxed) => return,
                Err(_) => tokio::time::sleep(pause).await,
            }
            pause = (2 * pause).min(Duration::from_secs(5));
        }
    }

    async fn acknowledge(&self, number: u64) {
        let held = self.held.lock().expect("nobody panics with the jobs").remove(&number);
        if let Some(held) = held {
            let _ = held.message.ack().await;
        }
    }

    /// Says of every job in our hands that it is being done, so that only the dead lose theirs.
    async fn keep_alive(self: Arc<Bench>) {
        loop {
            tokio::time::sleep(self.hall.patience / 4).await;
            let held: Vec<Message> = self
                .held
                .lock()
                .expect("nobody panics with the jobs")
                .values()
                .map(|held| held.message.clone())
                .collect();
            for message in held {
                let _ = message.ack_with(AckKind::Progress).await;
            }
        }
    }

    /// Stops jobs that nobody waits for any more.
    async fn hear_cancels(self: Arc<Bench>) {
        let subject = format!("ludus.cancel.{}.>", self.hall.stamp);
        let Ok(mut heard) = self.hall.client.subscribe(subject).await else { return };
        while let Some(message) = heard.next().await {
            let path = message.subject.strip_prefix("ludus.cancel.").unwrap_or_default();
            let (whole, below) = (format!("{}.{path}", JOBS.1), format!("{}.{path}.", JOBS.1));
            for held in self.held.lock().expect("nobody panics with the jobs").values() {
                if held.message.subject.as_str() == whole || held.message.subject.starts_with(&below) {
                    held.stop.store(true, Ordering::Relaxed);
                }
            }
        }
    }

    /// Gives back what is not finished, and returns how many jobs that were.
    async fn give_back(&self) -> usize {
        let unfinished: Vec<Held> = {
            let mut held = self.held.lock().expect("nobody panics with the jobs");
            let numbers: Vec<u64> =
                held.iter().filter(|(_, held)| !held.finished).map(|(number, _)| *number).collect();
            numbers.iter().filter_map(|number| held.remove(number)).collect()
        };
        for held in &unfinished {
            held.stop.store(true, Ordering::Relaxed);
            let path = held
                .message
                .subject
                .strip_prefix(&format!("{}.{}.", JOBS.1, self.hall.stamp))
                .unwrap_or_default();
            let times = self.times_back(path).await + 1;
            let _ = self.hall.post(back(path), times.to_string().into_bytes()).await;
            let _ = held.message.ack_with(AckKind::Nak(None)).await;
        }
        unfinished.len()
    }
}

/// The subject of the note that says how often a job was given back.
fn back(path: &str) -> String {
    format!("{}.back.{path}", NOTES.1)
}

/// The subject of the note that says whom a job has ended.
fn blamed(path: &str) -> String {
    format!("{}.blame.{path}", NOTES.1)
}

/// A thread that does jobs.
struct Hands {
    crafts: Vec<Craft>,
    files: Files,
    learnt: Learnt,
    /// The work at hand, by its path, with what is kept from job to job.
    bench: Option<AtHand>,
}

/// A work by its path, and what a thread keeps for it.
type AtHand = (String, Arc<dyn Hidden>, Box<dyn Any>);

/// Works that threads have learnt, by path, the latest last.
type Learnt = Arc<Mutex<Vec<(String, Arc<dyn Hidden>)>>>;

impl Hands {
    fn work(mut self, tasks: &Mutex<plain::Receiver<Task>>, report: &mpsc::UnboundedSender<(u64, Said)>) {
        loop {
            let task = tasks.lock().expect("nobody panics with the tasks").recv();
            let Ok(Task { number, path, input, stop }) = task else { return };
            let said = match catch_unwind(AssertUnwindSafe(|| self.carry_out(&path, &input, &stop))) {
                Ok(Ok(output)) => Said::Done(output),
                Ok(Err(sentence)) => Said::Failed(sentence),
                Err(_) => {
                    self.bench = None;
                    Said::Broke
                }
            };
            if report.send((number, said)).is_err() {
                return;
            }
        }
    }

    fn carry_out(
        &mut self,
        path: &str,
        input: &[u8],
        stop: &Arc<AtomicBool>,
    ) -> Result<serde_json::Value, String> {
        let work = path.rsplit_once('.').map_or(path, |(work, _)| work);
        if self.bench.as_ref().is_none_or(|(known, ..)| known != work) {
            self.bench = None;
            let hidden = self.learn(work)?;
            let bench = hidden.bench();
            self.bench = Some((work.to_string(), hidden, bench));
        }
        let (_, hidden, bench) = self.bench.as_mut().expect("it was made just now");
        hidden.carry_out(input, bench.as_mut(), stop)
    }

    /// The work of a path `KIND.RUN`, learnt once by all threads together.
    fn learn(&self, work: &str) -> Result<Arc<dyn Hidden>, String> {
        let mut learnt = self.learnt.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some((_, known)) = learnt.iter().find(|(path, _)| path == work) {
            return Ok(known.clone());
        }
        let (kind, run) = work.split_once('.').unwrap_or((work, ""));
        let craft = self.crafts.iter().find(|craft| craft.kind == kind);
        let craft = craft.ok_or_else(|| format!("there is no work called '{kind}'"))?;
        let brief =
            String::from_utf8(self.files.get(run)?).map_err(|_| "the brief is not text".to_string())?;
        let fresh = (craft.learn)(&brief, &self.files)?;
        if learnt.len() >= READY {
            learnt.remove(0);
        }
        learnt.push((work.to_string(), fresh.clone()));
        Ok(fresh)
    }
}

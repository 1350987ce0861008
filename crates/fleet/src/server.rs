//! The server where machines meet: how it is reached, and what is kept there.

use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_nats::jetstream::consumer::{AckPolicy, DeliverPolicy, pull};
use async_nats::jetstream::object_store;
use async_nats::jetstream::stream::{self, DiscardPolicy, RetentionPolicy, Stream};
use async_nats::jetstream::{self, Context};
use async_nats::{Client, ConnectErrorKind, ConnectOptions, Event};
use serde::Deserialize;
use tokio::runtime::Runtime;
use tokio::sync::watch;
use tokio_stream::StreamExt;

use crate::files::Store;
use crate::trouble::plain;
use crate::{Trouble, greeting};

/// How a server is reached.
#[derive(Clone, Debug)]
pub struct Access {
    /// Its address, such as `nats://teacher:4222`.
    pub address: String,
    /// A file with credentials or with the secret part of a key.
    pub creds: Option<PathBuf>,
    /// A file with the certificates that the server's own must follow from.
    pub tls_ca: Option<PathBuf>,
    /// How long a worker may be silent before its jobs go elsewhere.
    pub patience: Duration,
}

/// A connection to a server.
pub struct Server {
    pub(crate) runtime: Arc<Runtime>,
    pub(crate) hall: Hall,
}

/// What tasks on the connection share.
#[derive(Clone)]
pub(crate) struct Hall {
    pub(crate) client: Client,
    pub(crate) jobs: Stream,
    pub(crate) results: Stream,
    pub(crate) notes: Stream,
    pub(crate) files: Store,
    /// Changes whenever the connection is lost or made again.
    pub(crate) connection: watch::Receiver<u64>,
    /// What the server complained of last.
    complaint: Arc<Mutex<Option<String>>>,
    /// Why the connection is at its end, once it is.
    end: watch::Receiver<Option<String>>,
    /// Which version works here.
    pub(crate) stamp: String,
    pub(crate) patience: Duration,
}

/// The streams, by name and by the subjects they keep.
pub(crate) const JOBS: (&str, &str) = ("LUDUS_JOBS", "ludus.jobs");
pub(crate) const RESULTS: (&str, &str) = ("LUDUS_RESULTS", "ludus.results");
pub(crate) const NOTES: (&str, &str) = ("LUDUS_NOTES", "ludus.notes");
const FILES: &str = "ludus";

/// Jobs and results that nobody has asked for go after a week, contents after a month, notes of machines after a day. How much fits is for the server to say: a limit of ours
/// would be taken off its disk at once.
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// How often we ask whether the server is there; a network that was cut is given up after two questions, and looked for anew.
const PING: Duration = Duration::from_secs(10);

/// How long an answer of the server may take.
pub(crate) const ANSWER: Duration = Duration::from_secs(10);

impl Server {
    /// Connects, and sees to it that everything needed is there. Machines whose `stamp` differs do not share work.
    ///
    /// # Errors
    /// A sentence when the server cannot be reached, refuses us, is too old or has no JetStream.
    pub fn connect(access: &Access, stamp: &str) -> Result<Server, Trouble> {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
        let runtime = runtime.map_err(|error| Trouble::Server(format!("cannot start threads: {error}")))?;
        let hall = runtime.block_on(async {
            // Each question has its own limit; this is for a server that answers each of them with another.
            let entered = tokio::time::timeout(ENTRANCE, Hall::enter(access, stamp)).await;
            entered.unwrap_or_else(|_| {
                Err(format!(
                    "the server {} does not come to the point; expected NATS with JetStream",
                    access.address
                ))
            })
        });
        let hall = hall.map_err(Trouble::Server)?;
        Ok(Server { runtime: Arc::new(runtime), hall })
    }

    /// Which version works here.
    pub fn stamp(&self) -> &str {
        &self.hall.stamp
    }
}

impl Hall {
    async fn enter(access: &Access, stamp: &str) -> Result<Hall, String> {
        let (changes, connection) = watch::channel(0u64);
        let complaint: Arc<Mutex<Option<String>>> = Arc::default();
        let noted = complaint.clone();
        let options = options(access)?.event_callback(move |event| {
            match &event {
                Event::Connected | Event::Disconnected => changes.send_modify(|count| *count += 1),
                Event::ServerError(error) => {
                    *noted.lock().expect("nobody panics with a complaint") = Some(plain(&error.to_string()));
                }
                _ => {}
            }
            async {}
        });
        let address = &access.address;
        greeting::heard(address).await?;
        let untrusted = |error: &dyn std::fmt::Display| error.to_string().contains("certificate");
        let client = options.connect(address).await.map_err(|error| match error.kind() {
            ConnectErrorKind::AuthorizationViolation | ConnectErrorKind::Authentication => {
                format!("the server {address} does not let us in; expected a key or credentials that it knows, given with --creds FILE")
            }
            ConnectErrorKind::Tls => format!("no secure connection to {address}: {error}; --tls-ca FILE names the certificate to trust"),
            ConnectErrorKind::ServerParse => format!("cannot read the address '{address}'; expected something like nats://HOST:4222"),
            _ if untrusted(&error) => {
                format!("no secure connection to {address}: {error}; --tls-ca FILE names the certificate to trust")
            }
            _ => format!("cannot reach a server at {address}: {}", plain(&error.to_string())),
        })?;
        let (over, end) = watch::channel(None);
        tokio::spawn(guard(client.clone(), complaint.clone(), over));
        let version = plain(&client.server_info().version);
        if !recent(&version) {
            return Err(format!("the server {address} is NATS {version}; expected 2.10 or later"));
        }
        let mut context = jetstream::new(client.clone());
        context.set_timeout(ANSWER);
        let jobs =
            keep(&context, JOBS, stream::Config { retention: RetentionPolicy::WorkQueue, ..once() }).await?;
        let results = keep(&context, RESULTS, once()).await?;
        let latest = stream::Config {
            max_messages_per_subject: 1,
            discard: DiscardPolicy::Old,
            max_age: DAY,
            ..stream::Config::default()
        };
        let notes = keep(&context, NOTES, latest).await?;
        let files = match context.get_object_store(FILES).await {
            Ok(store) => store,
            Err(_) => {
                let config = object_store::Config {
                    bucket: FILES.to_string(),
                    max_age: 30 * DAY,
                    ..object_store::Config::default()
                };
                context.create_object_store(config).await.map_err(|error| unkept("contents", &error))?
            }
        };
        let pieces = context.get_stream(format!("OBJ_{FILES}")).await;
        let pieces = pieces.map_err(|error| unkept("contents", &error))?;
        let files = Store { objects: files, pieces };
        let stamp = stamp.to_string();
        Ok(Hall {
            client,
            jobs,
            results,
            notes,
            files,
            connection,
            complaint,
            end,
            stamp,
            patience: access.patience,
        })
    }

    /// Why nothing more can be said to the server; nothing as long as it can, or may be there again.
    pub(crate) fn end(&self) -> Option<String> {
        self.end.borrow().clone()
    }

    /// What the server complained of since it was last asked, as the end of a sentence.
    pub(crate) fn complaint(&self) -> String {
        let mut complaint = self.complaint.lock().expect("nobody panics with a complaint");
        // What is forbidden stays so.
        let told = if complaint.as_ref().is_some_and(|told| forbids(told)) {
            complaint.clone()
        } else {
            complaint.take()
        };
        told.map(|text| format!(" (the server says: {text})")).unwrap_or_default()
    }

    /// What the server said when it forbade us messages of such subjects; nothing when it has not.
    pub(crate) fn forbidden(&self, subjects: &str) -> Option<String> {
        let complaint = self.complaint.lock().expect("nobody panics with a complaint");
        let fits = |text: &&String| forbids(text) && text.contains(subjects);
        complaint.as_ref().filter(fits).cloned()
    }

    /// Hands in a message to be kept. `Ok(false)` when one of that subject is there already and only one may be.
    pub(crate) async fn post(&self, subject: String, payload: Vec<u8>) -> Result<bool, String> {
        let told = |error: &dyn std::fmt::Display| {
            format!("the server does not take '{subject}': {}{}", plain(&error.to_string()), self.complaint())
        };
        let answer =
            self.client.request(subject.clone(), payload.into()).await.map_err(|error| told(&error))?;
        let receipt: Receipt = serde_json::from_slice(&answer.payload).map_err(|error| told(&error))?;
        match receipt.error {
            None => Ok(true),
            Some(error) if error.description.contains("per subject") => Ok(false),
            Some(error) => Err(told(&error.description)),
        }
    }

    /// The last message of every subject that fits, with what follows on request.
    pub(crate) async fn follow(&self, stream: &Stream, subjects: String) -> Result<Followed, String> {
        let config = pull::Config {
            ack_policy: AckPolicy::None,
            deliver_policy: DeliverPolicy::LastPerSubject,
            filter_subject: subjects,
            memory_storage: true,
            inactive_threshold: Duration::from_secs(120),
            ..pull::Config::default()
        };
        let consumer = stream
            .create_consumer(config)
            .await
            .map_err(|error| format!("cannot read from the server: {error}"))?;
        let known = consumer.cached_info().num_pending.min(MOST as u64) as usize;
        Ok(Followed { consumer, known })
    }

    /// The last message of every subject that fits.
    pub(crate) async fn last(
        &self,
        stream: &Stream,
        subjects: String,
    ) -> Result<Vec<jetstream::Message>, String> {
        let Followed { consumer, mut known } = self.follow(stream, subjects).await?;
        let (mut all, mut bytes) = (Vec::new(), 0);
        while known > 0 {
            let asked = known.min(1000);
            let batch = consumer.batch().max_messages(asked).expires(ANSWER).messages().await;
            let mut batch = batch.map_err(|error| format!("cannot read from the server: {error}"))?;
            let before = all.len();
            while let Some(message) = batch.next().await {
                let message = message.map_err(|error| format!("cannot read from the server: {error}"))?;
                bytes += message.length;
                if bytes > MOST_READ || all.len() >= MOST {
                    return Err("the server has more notes than anybody left there".into());
                }
                all.push(message);
            }
            if all.len() == before {
                break;
            }
            known -= (all.len() - before).min(known);
        }
        Ok(all)
    }
}

/// The most messages or subjects that are read at once, and the most bytes of them.
pub(crate) const MOST: usize = 1_000_000;
const MOST_READ: usize = 256 << 20;

/// The most bytes that may come without a whole message among them.
const UNREAD: u64 = 64 << 20;
/// How often that is looked at.
const LOOK: Duration = Duration::from_millis(20);
/// How long it may take to come in.
const ENTRANCE: Duration = Duration::from_secs(60);

/// Holds the client to bounded memory and notices its end: a server that begins a message and does not come to its end is hung up on, with what has come so far, and one
/// whose words the client cannot bear is told of.
async fn guard(client: Client, complaint: Arc<Mutex<Option<String>>>, over: watch::Sender<Option<String>>) {
    let counts = client.statistics();
    let (mut messages, mut bytes, mut asked) = (0, 0, tokio::time::Instant::now());
    while !over.is_closed() {
        tokio::time::sleep(LOOK).await;
        let now = (counts.in_messages.load(Ordering::Relaxed), counts.in_bytes.load(Ordering::Relaxed));
        if now.0 != messages {
            (messages, bytes) = now;
        } else if now.1 - bytes > UNREAD {
            bytes = now.1;
            *complaint.lock().expect("nobody panics with a complaint") =
                Some("nothing that comes to an end".into());
            let _ = client.force_reconnect().await;
        }
        if asked.elapsed() > PING / 5 {
            asked = tokio::time::Instant::now();
            let flushed = tokio::time::timeout(ANSWER, client.flush()).await;
            if matches!(flushed, Ok(Err(_))) {
                over.send_replace(Some(
                    "the server said what no NATS server says; the connection is at its end".into(),
                ));
                return;
            }
        }
    }
}

/// Whether the server says that we may not do something.
fn forbids(complaint: &str) -> bool {
    complaint.to_lowercase().contains("permissions violation")
}

/// Messages that are read from the last of every subject on.
pub(crate) struct Followed {
    pub(crate) consumer: jetstream::consumer::Consumer<pull::Config>,
    /// How many there are already.
    pub(crate) known: usize,
}

/// What the server says to a message that it is to keep.
#[derive(Deserialize)]
struct Receipt {
    error: Option<Refusal>,
}

#[derive(Deserialize)]
struct Refusal {
    #[serde(default)]
    description: String,
}

/// A stream that keeps the first message of a subject and refuses others.
fn once() -> stream::Config {
    stream::Config {
        max_messages_per_subject: 1,
        discard: DiscardPolicy::New,
        discard_new_per_subject: true,
        max_age: 7 * DAY,
        // Each subject is kept once; nothing else need be remembered.
        duplicate_window: Duration::from_millis(100),
        ..stream::Config::default()
    }
}

async fn keep(
    context: &Context,
    (name, subject): (&str, &str),
    config: stream::Config,
) -> Result<Stream, String> {
    if let Ok(stream) = context.get_stream(name).await {
        return Ok(stream);
    }
    let config = stream::Config {
        name: name.to_string(),
        subjects: vec![format!("{subject}.>")],
        allow_direct: true,
        ..config
    };
    context.get_or_create_stream(config).await.map_err(|error| unkept(name, &error))
}

fn unkept(what: &str, error: &dyn std::fmt::Display) -> String {
    let error = plain(&error.to_string());
    format!("the server cannot keep {what}: {error}; expected JetStream (nats-server -js)")
}

/// Whether a server is new enough.
fn recent(version: &str) -> bool {
    let mut numbers = version.split('.').map(|number| number.parse::<u32>().unwrap_or(0));
    (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0)) >= (2, 10)
}

/// How we show who we are.
fn options(access: &Access) -> Result<ConnectOptions, String> {
    let mut options = ConnectOptions::new()
        .name("ludus")
        .connection_timeout(ANSWER)
        .ping_interval(PING)
        .request_timeout(Some(ANSWER))
        .reconnect_delay_callback(|tries| Duration::from_millis(100 * tries.min(20) as u64));
    if let Some(path) = &access.creds {
        let told = |error: &dyn std::fmt::Display| {
            format!("cannot use the credentials '{}': {error}", path.display())
        };
        let text = std::fs::read_to_string(path).map_err(|error| told(&error))?;
        options = if text.contains("BEGIN NATS USER JWT") {
            options.credentials(&text).map_err(|error| told(&error))?
        } else {
            let seed = text.trim().to_string();
            nkeys::KeyPair::from_seed(&seed)
                .map_err(|_| told(&"expected a file of credentials or the secret part of a key"))?;
            options.nkey(seed)
        };
    }
    if let Some(path) = &access.tls_ca {
        if !path.is_file() {
            return Err(format!("there is no file '{}'; expected certificates to trust", path.display()));
        }
        options = options.add_root_certificates(path.clone()).require_tls(true);
    }
    Ok(options)
}

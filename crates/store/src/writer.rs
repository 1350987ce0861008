//! The one writer: everything that waits is written in one transaction, and everybody is answered once it is on the disk.

use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::JoinHandle;

use rusqlite::{Connection, TransactionBehavior, params};

use crate::{Belongings, KeptCard, KeptGame, KeptProgress, KeptReview, StoreError, owned};

/// Changes that share a transaction, at most.
const MOST: usize = 200;

/// A change of what is kept.
pub(crate) enum Change {
    /// A game, replacing what was kept under its name.
    PutGame(KeptGame),
    /// A game goes.
    DeleteGame(String),
    /// A text, replacing what was kept under its kind and name; whose it is stays.
    Put { owner: String, kind: String, name: String, text: String },
    /// A text goes.
    Delete { kind: String, name: String },
    /// A review, replacing what was kept under its name and language.
    PutReview(KeptReview),
    /// A review goes, in all its languages.
    DeleteReview(String),
    /// A card of somebody.
    PutCard { owner: String, card: KeptCard },
    /// How far somebody has come.
    PutProgress { owner: String, progress: KeptProgress },
    /// Everything of somebody goes.
    Forget(String),
    /// Somebody brings back what they took out.
    Bring { owner: String, brought: Box<Belongings> },
}

/// Keeps a game and who holds it.
pub(crate) fn put_game(connection: &Connection, game: &KeptGame) -> rusqlite::Result<usize> {
    let KeptGame { id, game, record, extra, over, changed, owners } = game;
    let done = connection
        .prepare_cached(
            "insert into games (id, game, record, extra, over, changed) values (?1, ?2, ?3, ?4, ?5, ?6)
             on conflict (id) do update set record = ?3, extra = ?4, over = ?5, changed = ?6",
        )?
        .execute(params![id, game, record, extra, over, changed])?;
    connection.prepare_cached("delete from holders where game = ?1")?.execute([id])?;
    for owner in owners {
        connection
            .prepare_cached("insert or ignore into holders (game, owner) values (?1, ?2)")?
            .execute([id, owner])?;
    }
    Ok(done)
}

impl Change {
    /// Makes the change; gives the number of rows it touched.
    fn make(&self, connection: &Connection) -> rusqlite::Result<usize> {
        let prepare = |sql| connection.prepare_cached(sql);
        match self {
            Change::PutGame(game) => put_game(connection, game),
            Change::DeleteGame(id) => {
                prepare("delete from holders where game = ?1")?.execute([id])?;
                prepare("delete from reviews where id = ?1")?.execute([id])?;
                prepare("delete from games where id = ?1")?.execute([id])
            }
            Change::Put { owner, kind, name, text } => prepare(
                "insert into texts (kind, name, text, owner) values (?1, ?2, ?3, ?4)
                 on conflict (kind, name) do update set text = ?3",
            )?
            .execute([kind, name, text, owner]),
            Change::Delete { kind, name } => {
                prepare("delete from texts where kind = ?1 and name = ?2")?.execute([kind, name])
            }
            Change::PutReview(review) => owned::put_review(connection, review),
            Change::DeleteReview(id) => prepare("delete from reviews where id = ?1")?.execute([id]),
            Change::PutCard { owner, card } => owned::put_card(connection, owner, card),
            Change::PutProgress { owner, progress } => owned::put_progress(connection, owner, progress),
            Change::Forget(owner) => owned::forget(connection, owner),
            Change::Bring { owner, brought } => owned::bring(connection, owner, brought),
        }
    }
}

/// A change with whom to answer.
type Job = (Change, SyncSender<Result<usize, StoreError>>);

/// The thread that writes. Flushing to the disk is slow and costs the same for one change as for many, so those who come while it flushes
/// share the next transaction.
pub(crate) struct Writer {
    connection: Arc<Mutex<Connection>>,
    queue: Option<Sender<Job>>,
    thread: Option<JoinHandle<()>>,
}

impl Writer {
    pub(crate) fn start(connection: Connection) -> Result<Writer, StoreError> {
        let connection = Arc::new(Mutex::new(connection));
        let (queue, jobs) = channel();
        let own = connection.clone();
        let thread = std::thread::Builder::new().name("store".into()).spawn(move || work(&own, &jobs));
        Ok(Writer { connection, queue: Some(queue), thread: Some(thread.map_err(StoreError::Thread)?) })
    }

    /// Makes a change; it is on the disk when this returns.
    pub(crate) fn write(&self, change: Change) -> Result<usize, StoreError> {
        let (answer, answered) = sync_channel(1);
        let sent = self.queue.as_ref().and_then(|queue| queue.send((change, answer)).ok());
        sent.and_then(|()| answered.recv().ok()).unwrap_or(Err(StoreError::Closed))
    }

    /// The writer's own connection, between two transactions.
    pub(crate) fn connection(&self) -> MutexGuard<'_, Connection> {
        lock(&self.connection)
    }
}

impl Drop for Writer {
    /// Waits until everything that was handed in is written.
    fn drop(&mut self) {
        self.queue = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// A connection whose holder panicked is still good: every change is whole or undone.
pub(crate) fn lock(connection: &Mutex<Connection>) -> MutexGuard<'_, Connection> {
    connection.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

fn work(connection: &Mutex<Connection>, jobs: &Receiver<Job>) {
    while let Ok(first) = jobs.recv() {
        let batch: Vec<Job> = std::iter::once(first).chain(jobs.try_iter().take(MOST - 1)).collect();
        let mut connection = lock(connection);
        let done = together(&mut connection, batch.iter().map(|(change, _)| change));
        // Where they cannot be written together, each is tried alone, so that nobody fails for another's sake.
        let answers: Vec<Result<usize, StoreError>> = match done {
            Ok(done) => done.into_iter().map(|rows| Ok(rows?)).collect(),
            Err(_) => batch.iter().map(|(change, _)| Ok(change.make(&connection)?)).collect(),
        };
        drop(connection);
        for ((_, answer), result) in batch.into_iter().zip(answers) {
            let _ = answer.send(result);
        }
    }
}

/// Makes changes in one transaction; each has its own result, but none is made unless the transaction is kept.
fn together<'a>(
    connection: &mut Connection,
    changes: impl Iterator<Item = &'a Change>,
) -> rusqlite::Result<Vec<rusqlite::Result<usize>>> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let done = changes.map(|change| change.make(&transaction)).collect();
    transaction.commit()?;
    Ok(done)
}

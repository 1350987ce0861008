//! The one writer: everything that waits is written in one transaction, and everybody is answered once it is on the disk.

use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::JoinHandle;

use rusqlite::{Connection, TransactionBehavior, params};

use crate::{KeptGame, StoreError};

/// Changes that share a transaction, at most.
const MOST: usize = 200;

/// A change of what is kept.
pub(crate) enum Change {
    /// A game, replacing what was kept under its name.
    PutGame(KeptGame),
    /// A game goes.
    DeleteGame(String),
    /// A text, replacing what was kept under its kind and name.
    Put { kind: String, name: String, text: String },
    /// A text goes.
    Delete { kind: String, name: String },
}

impl Change {
    /// Makes the change; gives the number of rows it touched.
    fn make(&self, connection: &Connection) -> rusqlite::Result<usize> {
        let prepare = |sql| connection.prepare_cached(sql);
        match self {
            Change::PutGame(game) => prepare(
                "insert into games (id, game, record, extra, over, changed) values (?1, ?2, ?3, ?4, ?5, ?6)
                 on conflict (id) do update set record = ?3, extra = ?4, over = ?5, changed = ?6",
            )?
            .execute(params![
                game.id,
                game.game,
                game.record,
                game.extra,
                game.over,
                game.changed
            ]),
            Change::DeleteGame(id) => prepare("delete from games where id = ?1")?.execute([id]),
            Change::Put { kind, name, text } => prepare(
                "insert into texts (kind, name, text) values (?1, ?2, ?3)
                 on conflict (kind, name) do update set text = ?3",
            )?
            .execute([kind, name, text]),
            Change::Delete { kind, name } => {
                prepare("delete from texts where kind = ?1 and name = ?2")?.execute([kind, name])
            }
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

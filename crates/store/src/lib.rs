//! Games, reviews, cards, progress, analyses and rule packs kept in SQLite.
//!
//! The store knows nothing of games: it keeps texts under names. One thread writes, and those who come while it flushes the write-ahead log share
//! the next transaction; the log is flushed at every commit, so what a call has acknowledged survives a kill at any later moment. Reading has a
//! connection of its own and waits for no writing.

mod kept;
mod migrations;
mod owned;
mod writer;

use std::path::Path;
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use rusqlite::{Connection, OptionalExtension, Row};
use thiserror::Error;

use crate::writer::{Change, Writer, lock};

pub use kept::{Amounts, Belongings, KeptCard, KeptGame, KeptProgress, KeptReview, KeptText};

/// The columns of a game.
const GAME: &str = "select id, game, record, extra, over, changed from games";

/// How long another program may hold the file.
const PATIENCE: Duration = Duration::from_secs(5);

/// Why the store could not do its work.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The database said no.
    #[error("the store cannot be used: {0}")]
    Database(#[from] rusqlite::Error),
    /// The folder cannot be made.
    #[error("the data folder '{folder}' cannot be made: {error}")]
    Folder {
        /// Which folder.
        folder: String,
        /// What the system said.
        error: std::io::Error,
    },
    /// A newer program wrote the file.
    #[error("the store has version {found}; this program knows versions up to {known}: use a newer one")]
    Newer {
        /// Version of the file.
        found: usize,
        /// Newest version known here.
        known: usize,
    },
    /// The system refuses a thread.
    #[error("the store cannot be written: {0}")]
    Thread(std::io::Error),
    /// The store is being closed.
    #[error("the store is closed")]
    Closed,
}

/// The store.
pub struct Store {
    writer: Writer,
    /// `None` when everything is in the writer's memory.
    reader: Option<Mutex<Connection>>,
}

impl Store {
    /// Opens the store in a folder, making both as needed and bringing an older file up to date.
    pub fn open(folder: &Path) -> Result<Store, StoreError> {
        std::fs::create_dir_all(folder)
            .map_err(|error| StoreError::Folder { folder: folder.display().to_string(), error })?;
        let file = folder.join("ludus.sqlite");
        let writer = prepared(Connection::open(&file)?)?;
        let reader = Connection::open(&file)?;
        reader.busy_timeout(PATIENCE)?;
        reader.pragma_update(None, "query_only", "on")?;
        Ok(Store { writer: Writer::start(writer)?, reader: Some(Mutex::new(reader)) })
    }

    /// A store that is gone when it is dropped.
    pub fn in_memory() -> Result<Store, StoreError> {
        Ok(Store { writer: Writer::start(prepared(Connection::open_in_memory()?)?)?, reader: None })
    }

    fn reading(&self) -> MutexGuard<'_, Connection> {
        self.reader.as_ref().map_or_else(|| self.writer.connection(), lock)
    }

    /// Keeps a game, replacing what was kept under its name.
    pub fn put_game(&self, game: &KeptGame) -> Result<(), StoreError> {
        self.writer.write(Change::PutGame(game.clone()))?;
        Ok(())
    }

    /// The game kept under this name.
    pub fn game(&self, id: &str) -> Result<Option<KeptGame>, StoreError> {
        let connection = self.reading();
        let found = connection
            .prepare_cached(&format!("{GAME} where id = ?1"))?
            .query_row([id], read_game)
            .optional()?;
        let Some(game) = found else { return Ok(None) };
        Ok(Some(KeptGame { owners: owners_of(&connection, id)?, ..game }))
    }

    /// The games changed last, newest first, without their owners.
    pub fn recent_games(&self, most: usize) -> Result<Vec<KeptGame>, StoreError> {
        let connection = self.reading();
        let mut statement =
            connection.prepare_cached(&format!("{GAME} order by changed desc, id limit ?1"))?;
        let rows = statement.query_map([most as i64], read_game)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Forgets a game with its reviews; `false` when there was none.
    pub fn delete_game(&self, id: &str) -> Result<bool, StoreError> {
        Ok(self.writer.write(Change::DeleteGame(id.into()))? > 0)
    }

    /// Keeps a text under a kind and a name: an analysis, a rule pack. A new one is of this machine.
    pub fn put(&self, kind: &str, name: &str, text: &str) -> Result<(), StoreError> {
        self.put_owned("", kind, name, text)
    }

    /// Keeps a text under a kind and a name; a new one is theirs.
    pub fn put_owned(&self, owner: &str, kind: &str, name: &str, text: &str) -> Result<(), StoreError> {
        let [owner, kind, name, text] = [owner, kind, name, text].map(str::to_string);
        self.writer.write(Change::Put { owner, kind, name, text })?;
        Ok(())
    }

    /// The text kept under a kind and a name.
    pub fn get(&self, kind: &str, name: &str) -> Result<Option<String>, StoreError> {
        let sql = "select text from texts where kind = ?1 and name = ?2";
        Ok(self.reading().prepare_cached(sql)?.query_row([kind, name], |row| row.get(0)).optional()?)
    }

    /// Names and texts of a kind, by name.
    pub fn all(&self, kind: &str) -> Result<Vec<(String, String)>, StoreError> {
        let connection = self.reading();
        let mut statement =
            connection.prepare_cached("select name, text from texts where kind = ?1 order by name")?;
        let rows = statement.query_map([kind], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Forgets a text; `false` when there was none.
    pub fn delete(&self, kind: &str, name: &str) -> Result<bool, StoreError> {
        Ok(self.writer.write(Change::Delete { kind: kind.into(), name: name.into() })? > 0)
    }
}

/// A connection on which what is committed is flushed, with the tables of this version.
fn prepared(mut connection: Connection) -> Result<Connection, StoreError> {
    connection.busy_timeout(PATIENCE)?;
    connection.pragma_update(None, "journal_mode", "wal")?;
    connection.pragma_update(None, "synchronous", "full")?;
    migrations::run(&mut connection)?;
    Ok(connection)
}

fn read_game(row: &Row<'_>) -> rusqlite::Result<KeptGame> {
    Ok(KeptGame {
        id: row.get(0)?,
        game: row.get(1)?,
        record: row.get(2)?,
        extra: row.get(3)?,
        over: row.get(4)?,
        changed: row.get(5)?,
        owners: Vec::new(),
    })
}

fn owners_of(connection: &Connection, id: &str) -> rusqlite::Result<Vec<String>> {
    let sql = "select owner from holders where game = ?1 order by owner";
    connection.prepare_cached(sql)?.query_map([id], |row| row.get(0))?.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(id: &str, changed: i64) -> KeptGame {
        let (game, record, extra) = ("nim".to_string(), "{}".to_string(), "{}".to_string());
        KeptGame { id: id.to_string(), game, record, extra, over: false, changed, owners: Vec::new() }
    }

    #[test]
    fn games_come_back_newest_first() {
        let store = Store::in_memory().unwrap();
        for (id, changed) in [("a", 1), ("b", 3), ("c", 2)] {
            store.put_game(&sample(id, changed)).unwrap();
        }
        store.put_game(&KeptGame { over: true, ..sample("a", 9) }).unwrap();
        let ids: Vec<String> = store.recent_games(2).unwrap().into_iter().map(|game| game.id).collect();
        assert_eq!(ids, ["a", "b"]);
        assert!(store.game("a").unwrap().unwrap().over);
        assert!(store.delete_game("a").unwrap());
        assert_eq!(store.game("a").unwrap(), None);
    }

    #[test]
    fn texts_are_kept_by_kind_and_name() {
        let store = Store::in_memory().unwrap();
        store.put("preference", "theme", "dark").unwrap();
        store.put("preference", "theme", "light").unwrap();
        store.put("pack", "theme", "...").unwrap();
        assert_eq!(store.get("preference", "theme").unwrap().as_deref(), Some("light"));
        assert_eq!(store.all("pack").unwrap(), [("theme".to_string(), "...".to_string())]);
        assert!(store.delete("pack", "theme").unwrap());
        assert!(!store.delete("pack", "theme").unwrap());
    }

    /// Many at once share transactions; each is answered only when its own change can be read.
    #[test]
    fn whoever_is_answered_finds_what_was_written() {
        let folder = std::env::temp_dir().join(format!("ludus-store-many-{}", std::process::id()));
        let store = Store::open(&folder).unwrap();
        std::thread::scope(|scope| {
            for who in 0..8 {
                let store = &store;
                scope.spawn(move || {
                    for n in 0..25 {
                        let game = sample(&format!("{who}"), n);
                        store.put_game(&game).unwrap();
                        assert_eq!(store.game(&game.id).unwrap(), Some(game));
                    }
                });
            }
        });
        assert_eq!(store.recent_games(100).unwrap().len(), 8);
        drop(store);
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn what_was_written_is_there_after_opening_again() {
        let folder = std::env::temp_dir().join(format!("ludus-store-{}", std::process::id()));
        Store::open(&folder).unwrap().put_game(&sample("kept", 5)).unwrap();
        assert_eq!(Store::open(&folder).unwrap().game("kept").unwrap(), Some(sample("kept", 5)));
        Connection::open(folder.join("ludus.sqlite"))
            .unwrap()
            .pragma_update(None, "user_version", 99)
            .unwrap();
        assert!(matches!(Store::open(&folder), Err(StoreError::Newer { found: 99, .. })));
        std::fs::remove_dir_all(&folder).unwrap();
    }

    /// Tells a copy of this program to write, and where.
    const FOLDER: &str = "LUDUS_STORE_FOLDER";

    /// Not a test of its own: writes one thing after the other and says each on stdout once it is acknowledged, until it is killed.
    #[test]
    fn writer_to_be_killed() {
        let Some(folder) = std::env::var_os(FOLDER) else { return };
        let store = Store::open(Path::new(&folder)).unwrap();
        let first = store.progress("", "last").unwrap().map_or(0, |text| text.parse::<i64>().unwrap() + 1);
        for n in first.. {
            let text = n.to_string();
            store.put_game(&sample("game", n)).unwrap();
            store
                .put_review(&KeptReview { id: text.clone(), notes: text.clone(), ..KeptReview::default() })
                .unwrap();
            store.put_card("", &KeptCard { id: text.clone(), due: n, ..KeptCard::default() }).unwrap();
            store.put_progress("", "last", &text).unwrap();
            println!("\nkept {n}");
        }
    }

    #[test]
    fn nothing_acknowledged_is_lost_by_fifty_kills() {
        use std::io::{BufRead, BufReader};
        use std::process::{Command, Stdio};
        let folder = std::env::temp_dir().join(format!("ludus-store-killed-{}", std::process::id()));
        // How many acknowledgements are read before each kill: from a seed, so that every run is the same.
        let mut lot: u64 = 9;
        for _ in 0..50 {
            lot = lot.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let mut child = Command::new(std::env::current_exe().unwrap())
                .args(["--exact", "tests::writer_to_be_killed", "--nocapture"])
                .env(FOLDER, &folder)
                .stdout(Stdio::piped())
                .spawn()
                .unwrap();
            let lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
            let kept = lines.filter_map(|line| line.strip_prefix("kept ").map(|n| n.parse::<i64>().unwrap()));
            let last = kept.take(1 + (lot >> 60) as usize).last().expect("something is acknowledged");
            child.kill().unwrap();
            child.wait().unwrap();
            let store = Store::open(&folder).unwrap();
            assert!(store.game("game").unwrap().unwrap().changed >= last);
            let cards = store.cards("", "").unwrap();
            for n in 0..=last {
                let text = n.to_string();
                let review = store.review(&text, "").unwrap();
                assert_eq!(review.map(|review| review.notes), Some(text.clone()), "a review is lost");
                assert!(cards.iter().any(|card| card.id == text && card.due == n), "card {n} is lost");
            }
            assert!(store.progress("", "last").unwrap().unwrap().parse::<i64>().unwrap() >= last);
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }
}

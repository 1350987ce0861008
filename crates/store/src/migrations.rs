//! The shape of the database, one step per version.

use rusqlite::Connection;

use crate::StoreError;

/// Each step brings a file from the version of its index to the next.
const STEPS: &[&str] = &["
    create table games (
        id text primary key, game text not null, record text not null, extra text not null,
        over integer not null, changed integer not null
    ) strict;
    create index games_changed on games (changed);
    create table texts (
        kind text not null, name text not null, text text not null, primary key (kind, name)
    ) strict, without rowid;
"];

/// Brings the file up to date, each step whole or not at all.
pub fn run(connection: &mut Connection) -> Result<(), StoreError> {
    let found: usize =
        connection.pragma_query_value(None, "user_version", |row| row.get::<_, i64>(0))? as usize;
    if found > STEPS.len() {
        return Err(StoreError::Newer { found, known: STEPS.len() });
    }
    for (version, step) in STEPS.iter().enumerate().skip(found) {
        let transaction = connection.transaction()?;
        transaction.execute_batch(step)?;
        transaction.pragma_update(None, "user_version", version as i64 + 1)?;
        transaction.commit()?;
    }
    Ok(())
}

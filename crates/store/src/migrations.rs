//! The shape of the database, one step per version.

use rusqlite::Connection;

use crate::StoreError;

/// Each step brings a file from the version of its index to the next.
const STEPS: &[&str] = &[
    "
    create table games (
        id text primary key, game text not null, record text not null, extra text not null,
        over integer not null, changed integer not null
    ) strict;
    create index games_changed on games (changed);
    create table texts (
        kind text not null, name text not null, text text not null, primary key (kind, name)
    ) strict, without rowid;
",
    "
    alter table texts add column owner text not null default '';
    create index texts_owner on texts (owner);
    create table holders (
        game text not null, owner text not null, primary key (game, owner)
    ) strict, without rowid;
    create index holders_owner on holders (owner);
    create table reviews (
        id text not null, lang text not null, owner text not null, game text not null, record text not null,
        notes text not null, extra text not null, complete integer not null, changed integer not null,
        primary key (id, lang)
    ) strict, without rowid;
    create index reviews_owner on reviews (owner, game);
    create table cards (
        owner text not null, game text not null, id text not null, text text not null, due integer not null,
        primary key (owner, game, id)
    ) strict, without rowid;
    create table progress (
        owner text not null, topic text not null, text text not null, primary key (owner, topic)
    ) strict, without rowid;
",
];

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Store;

    /// A file as the first version made it, with a game and a text in it.
    #[test]
    fn a_file_of_the_first_version_is_brought_up_to_date() {
        let folder = std::env::temp_dir().join(format!("ludus-store-old-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let old = Connection::open(folder.join("ludus.sqlite")).unwrap();
        old.execute_batch(STEPS[0]).unwrap();
        old.execute_batch(
            "pragma user_version = 1;
             insert into games values ('kept', 'nim', '{}', '{}', 1, 7);
             insert into texts values ('analysis', 'one', 'text');",
        )
        .unwrap();
        drop(old);
        let store = Store::open(&folder).unwrap();
        let game = store.game("kept").unwrap().unwrap();
        assert!(game.over && game.changed == 7 && game.owners.is_empty());
        let all = store.belongings("").unwrap();
        assert_eq!((all.games.len(), all.texts.len(), all.reviews.len()), (1, 1, 0));
        drop(store);
        std::fs::remove_dir_all(&folder).unwrap();
    }
}

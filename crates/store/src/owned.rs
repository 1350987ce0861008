//! Reviews, cards and progress, and everything that somebody owns: taken out, forgotten, brought back.

use rusqlite::{Connection, OptionalExtension, Row, params, params_from_iter};

use crate::writer::Change;
use crate::{
    Amounts, Belongings, GAME, KeptCard, KeptGame, KeptProgress, KeptReview, KeptText, Store, StoreError,
    owners_of, read_game,
};

/// The columns of a review.
const REVIEW: &str = "select id, lang, owner, game, record, notes, extra, complete, changed from reviews";

/// The games of an owner: those that they hold; for this machine, those that no browser holds.
const HELD: &str = "(?1 <> '' and id in (select game from holders where owner = ?1)
    or ?1 = '' and id not in (select game from holders))";

impl Store {
    /// Keeps a review, replacing what was kept under its name and language.
    pub fn put_review(&self, review: &KeptReview) -> Result<(), StoreError> {
        self.writer.write(Change::PutReview(review.clone()))?;
        Ok(())
    }

    /// The review kept under this name in a language.
    pub fn review(&self, id: &str, lang: &str) -> Result<Option<KeptReview>, StoreError> {
        let sql = format!("{REVIEW} where id = ?1 and lang = ?2");
        Ok(self.reading().prepare_cached(&sql)?.query_row([id, lang], read_review).optional()?)
    }

    /// Their reviews of a game, the latest first.
    pub fn reviews(&self, owner: &str, game: &str, most: usize) -> Result<Vec<KeptReview>, StoreError> {
        let sql = format!("{REVIEW} where owner = ?1 and game = ?2 order by changed desc, id limit ?3");
        let connection = self.reading();
        let mut statement = connection.prepare_cached(&sql)?;
        let rows = statement.query_map(params![owner, game, most as i64], read_review)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Forgets a review in all its languages; `false` when there was none.
    pub fn delete_review(&self, id: &str) -> Result<bool, StoreError> {
        Ok(self.writer.write(Change::DeleteReview(id.into()))? > 0)
    }

    /// Keeps a card of theirs.
    pub fn put_card(&self, owner: &str, card: &KeptCard) -> Result<(), StoreError> {
        self.writer.write(Change::PutCard { owner: owner.into(), card: card.clone() })?;
        Ok(())
    }

    /// Their cards of a game, those that are due first in front.
    pub fn cards(&self, owner: &str, game: &str) -> Result<Vec<KeptCard>, StoreError> {
        let sql = "select game, id, text, due from cards where owner = ?1 and game = ?2 order by due, id";
        let connection = self.reading();
        let mut statement = connection.prepare_cached(sql)?;
        let rows = statement.query_map([owner, game], read_card)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Keeps how far they have come with something.
    pub fn put_progress(&self, owner: &str, topic: &str, text: &str) -> Result<(), StoreError> {
        let (topic, text) = (topic.into(), text.into());
        let progress = KeptProgress { topic, text };
        self.writer.write(Change::PutProgress { owner: owner.into(), progress })?;
        Ok(())
    }

    /// How far they have come with something.
    pub fn progress(&self, owner: &str, topic: &str) -> Result<Option<String>, StoreError> {
        let sql = "select text from progress where owner = ?1 and topic = ?2";
        Ok(self.reading().prepare_cached(sql)?.query_row([owner, topic], |row| row.get(0)).optional()?)
    }

    /// Their games changed last, newest first, without their owners.
    pub fn games_of(&self, owner: &str, most: usize) -> Result<Vec<KeptGame>, StoreError> {
        let connection = self.reading();
        let sql = format!("{GAME} where {HELD} order by changed desc, id limit ?2");
        let mut statement = connection.prepare_cached(&sql)?;
        let rows = statement.query_map(params![owner, most as i64], read_game)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Everything that is kept of somebody, as it is at one moment.
    pub fn belongings(&self, owner: &str) -> Result<Belongings, StoreError> {
        let mut connection = self.reading();
        let moment = connection.transaction()?;
        let games = list(&moment, &format!("{GAME} where {HELD} order by id"), owner, read_game)?;
        let with_owners = |game: KeptGame| Ok(KeptGame { owners: owners_of(&moment, &game.id)?, ..game });
        let games = games.into_iter().map(with_owners).collect::<rusqlite::Result<_>>()?;
        let texts = "select kind, name, text from texts where owner = ?1 order by kind, name";
        let cards = "select game, id, text, due from cards where owner = ?1 order by game, id";
        let progress = "select topic, text from progress where owner = ?1 order by topic";
        Ok(Belongings {
            games,
            texts: list(&moment, texts, owner, |row| {
                Ok(KeptText { kind: row.get(0)?, name: row.get(1)?, text: row.get(2)? })
            })?,
            reviews: list(
                &moment,
                &format!("{REVIEW} where owner = ?1 order by id, lang"),
                owner,
                read_review,
            )?,
            cards: list(&moment, cards, owner, read_card)?,
            progress: list(&moment, progress, owner, |row| {
                Ok(KeptProgress { topic: row.get(0)?, text: row.get(1)? })
            })?,
        })
    }

    /// How many things are kept of somebody; of texts, those of a kind.
    pub fn amounts(&self, owner: &str, kind: &str) -> Result<Amounts, StoreError> {
        let connection = self.reading();
        let count = |from: &str, values: &[&str]| -> rusqlite::Result<usize> {
            let mut statement = connection.prepare_cached(&format!("select count(*) from {from}"))?;
            let counted: i64 = statement.query_row(params_from_iter(values), |row| row.get(0))?;
            Ok(usize::try_from(counted).unwrap_or(0))
        };
        Ok(Amounts {
            games: count(&format!("games where {HELD}"), &[owner])?,
            texts: count("texts where owner = ?1 and kind = ?2", &[owner, kind])?,
            reviews: count("reviews where owner = ?1", &[owner])?,
            cards: count("cards where owner = ?1", &[owner])?,
            progress: count("progress where owner = ?1", &[owner])?,
        })
    }

    /// How many characters of text are kept of somebody, names left out.
    pub fn weight(&self, owner: &str) -> Result<usize, StoreError> {
        let connection = self.reading();
        let mut sum = 0i64;
        for from in [
            format!("length(record) + length(extra)), 0) from games where {HELD}"),
            "length(text)), 0) from texts where owner = ?1".to_string(),
            "length(record) + length(notes) + length(extra)), 0) from reviews where owner = ?1".to_string(),
            "length(text)), 0) from cards where owner = ?1".to_string(),
            "length(text)), 0) from progress where owner = ?1".to_string(),
        ] {
            let sql = format!("select coalesce(sum({from}");
            sum += connection.prepare_cached(&sql)?.query_row([owner], |row| row.get::<_, i64>(0))?;
        }
        Ok(usize::try_from(sum).unwrap_or(0))
    }

    /// Forgets everything that is kept of somebody, whole or not at all; gives how many things. A game in which others have a seat stays theirs.
    pub fn forget(&self, owner: &str) -> Result<usize, StoreError> {
        self.writer.write(Change::Forget(owner.into()))
    }

    /// Keeps what somebody brings back, whole or not at all; gives how many things were kept. What belongs to somebody else by its name is passed over.
    pub fn bring(&self, owner: &str, brought: Belongings) -> Result<usize, StoreError> {
        self.writer.write(Change::Bring { owner: owner.into(), brought: Box::new(brought) })
    }
}

fn list<T>(
    connection: &Connection,
    sql: &str,
    owner: &str,
    read: impl Fn(&Row<'_>) -> rusqlite::Result<T>,
) -> rusqlite::Result<Vec<T>> {
    connection.prepare_cached(sql)?.query_map([owner], |row| read(row))?.collect()
}

fn read_card(row: &Row<'_>) -> rusqlite::Result<KeptCard> {
    Ok(KeptCard { game: row.get(0)?, id: row.get(1)?, text: row.get(2)?, due: row.get(3)? })
}

fn read_review(row: &Row<'_>) -> rusqlite::Result<KeptReview> {
    Ok(KeptReview {
        id: row.get(0)?,
        lang: row.get(1)?,
        owner: row.get(2)?,
        game: row.get(3)?,
        record: row.get(4)?,
        notes: row.get(5)?,
        extra: row.get(6)?,
        complete: row.get(7)?,
        changed: row.get(8)?,
    })
}

pub(crate) fn put_review(connection: &Connection, review: &KeptReview) -> rusqlite::Result<usize> {
    let sql =
        "insert into reviews (id, lang, owner, game, record, notes, extra, complete, changed)
         values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
         on conflict (id, lang) do update set record = ?5, notes = ?6, extra = ?7, complete = ?8, changed = ?9";
    let KeptReview { id, lang, owner, game, record, notes, extra, complete, changed } = review;
    connection
        .prepare_cached(sql)?
        .execute(params![id, lang, owner, game, record, notes, extra, complete, changed])
}

pub(crate) fn put_card(connection: &Connection, owner: &str, card: &KeptCard) -> rusqlite::Result<usize> {
    let sql = "insert into cards (owner, game, id, text, due) values (?1, ?2, ?3, ?4, ?5)
         on conflict (owner, game, id) do update set text = ?4, due = ?5";
    let KeptCard { game, id, text, due } = card;
    connection.prepare_cached(sql)?.execute(params![owner, game, id, text, due])
}

pub(crate) fn put_progress(
    connection: &Connection,
    owner: &str,
    progress: &KeptProgress,
) -> rusqlite::Result<usize> {
    let sql = "insert into progress (owner, topic, text) values (?1, ?2, ?3)
         on conflict (owner, topic) do update set text = ?3";
    connection.prepare_cached(sql)?.execute([owner, &progress.topic, &progress.text])
}

/// Removes everything of an owner, children before parents: the list of holders says which games are theirs alone.
pub(crate) fn forget(connection: &Connection, owner: &str) -> rusqlite::Result<usize> {
    let alone = "not exists (select 1 from holders where game = id and owner <> ?1)";
    let mut gone = 0;
    for sql in [
        format!(
            "delete from reviews where owner <> ?1 and id in (select id from games where {HELD} and {alone})"
        ),
        format!("delete from games where {HELD} and {alone}"),
        "delete from holders where owner = ?1 and ?1 <> ''".to_string(),
        "delete from texts where owner = ?1".to_string(),
        "delete from reviews where owner = ?1".to_string(),
        "delete from cards where owner = ?1".to_string(),
        "delete from progress where owner = ?1".to_string(),
    ] {
        gone += connection.prepare_cached(&sql)?.execute([owner])?;
    }
    Ok(gone)
}

/// Keeps what an owner brings back.
pub(crate) fn bring(connection: &Connection, owner: &str, brought: &Belongings) -> rusqlite::Result<usize> {
    let taken = |sql: &str, values: &[&dyn rusqlite::ToSql]| -> rusqlite::Result<bool> {
        connection.prepare_cached(sql)?.exists(values)
    };
    let mut kept = 0;
    for game in &brought.games {
        let others = format!("select 1 from games where id = ?2 and not {HELD}");
        if !taken(&others, &[&owner, &game.id])? {
            kept += crate::writer::put_game(connection, game)?;
        }
    }
    for KeptText { kind, name, text } in &brought.texts {
        let sql = "insert into texts (kind, name, text, owner) values (?1, ?2, ?3, ?4)
             on conflict (kind, name) do update set text = ?3 where owner = ?4";
        kept += connection.prepare_cached(sql)?.execute([kind, name, text, owner])?;
    }
    for review in &brought.reviews {
        let others = "select 1 from reviews where id = ?2 and owner <> ?1";
        if !taken(others, &[&owner, &review.id])? {
            kept += put_review(connection, &KeptReview { owner: owner.into(), ..review.clone() })?;
        }
    }
    for card in &brought.cards {
        kept += put_card(connection, owner, card)?;
    }
    for progress in &brought.progress {
        kept += put_progress(connection, owner, progress)?;
    }
    Ok(kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> String {
        text.to_string()
    }

    fn game(id: &str, owners: &[&str]) -> KeptGame {
        let owners = owners.iter().map(|owner| text(owner)).collect();
        KeptGame { id: text(id), game: text("nim"), owners, changed: 1, ..KeptGame::default() }
    }

    /// One of each, for an owner.
    fn fill(store: &Store, owner: &str) {
        let own: Vec<&str> = Some(owner).filter(|owner| !owner.is_empty()).into_iter().collect();
        store.put_game(&game(&format!("game {owner}"), &own)).unwrap();
        store.put_owned(owner, "analysis", &format!("tree {owner}"), "...").unwrap();
        let review = KeptReview {
            id: format!("game {owner}"),
            lang: text("en"),
            owner: text(owner),
            ..KeptReview::default()
        };
        store.put_review(&KeptReview { game: text("nim"), ..review }).unwrap();
        let card = KeptCard { game: text("nim"), id: text("p1"), text: text("{}"), due: 5 };
        store.put_card(owner, &card).unwrap();
        store.put_progress(owner, "lessons/nim", "3").unwrap();
    }

    fn count(store: &Store, owner: &str) -> usize {
        let Belongings { games, texts, reviews, cards, progress } = store.belongings(owner).unwrap();
        games.len() + texts.len() + reviews.len() + cards.len() + progress.len()
    }

    #[test]
    fn everybody_takes_out_forgets_and_brings_back_their_own() {
        let store = Store::in_memory().unwrap();
        for owner in ["", "a", "b"] {
            fill(&store, owner);
        }
        store.put_game(&game("shared", &["a", "b"])).unwrap();
        assert_eq!((count(&store, ""), count(&store, "a"), count(&store, "b")), (5, 6, 6));
        let one = Amounts { games: 1, texts: 1, reviews: 1, cards: 1, progress: 1 };
        assert_eq!(store.amounts("", "analysis").unwrap(), one);
        assert_eq!(store.amounts("a", "other").unwrap(), Amounts { games: 2, texts: 0, ..one });
        for owner in ["", "a", "c"] {
            assert_eq!(store.weight(owner).unwrap(), store.belongings(owner).unwrap().weight());
        }
        let own = store.belongings("a").unwrap();
        store.forget("a").unwrap();
        assert_eq!((count(&store, ""), count(&store, "a"), count(&store, "b")), (5, 0, 6));
        assert_eq!(store.game("shared").unwrap().unwrap().owners, ["b"]);
        assert_eq!(store.game("game a").unwrap(), None);
        // What others have by now is not touched: neither the shared game nor things under their names.
        let mut greedy = own.clone();
        greedy.games.push(game("game b", &["a"]));
        greedy.reviews.push(KeptReview { id: text("game b"), lang: text("sr"), ..KeptReview::default() });
        greedy.texts.push(KeptText { kind: text("analysis"), name: text("tree b"), text: text("mine") });
        store.bring("a", greedy).unwrap();
        assert_eq!((count(&store, "a"), count(&store, "b")), (5, 6));
        assert_eq!(store.get("analysis", "tree b").unwrap().as_deref(), Some("..."));
        assert_eq!(store.cards("a", "nim").unwrap(), own.cards);
        assert_eq!(store.progress("a", "lessons/nim").unwrap().as_deref(), Some("3"));
        assert_eq!(store.reviews("a", "nim", 9).unwrap().len(), 1);
        store.forget("").unwrap();
        assert_eq!((count(&store, ""), count(&store, "a"), count(&store, "b")), (0, 5, 6));
        store.delete_game("game a").unwrap();
        assert_eq!(store.review("game a", "en").unwrap(), None, "a review goes with its game");
    }
}

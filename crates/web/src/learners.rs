//! What is known of a learner, in the store: cards each for themselves, everything else as one text.

use std::collections::BTreeMap;
use std::sync::Mutex;

use school::{Card, Learner, SchoolError};
use store::{KeptCard, Store};

use crate::failure::Failure;

/// Under which topic everything but the cards is kept.
const TOPIC: &str = "school";

/// Learners are read, changed and written by one at a time.
static TURN: Mutex<()> = Mutex::new(());

impl From<SchoolError> for Failure {
    fn from(error: SchoolError) -> Failure {
        Failure::wrong(error)
    }
}

/// A learner with their cards of a game.
pub fn read(store: &Store, owner: &str, game: &str) -> Result<Learner, Failure> {
    let kept = store.progress(owner, TOPIC)?;
    let mut learner = kept.and_then(|text| Learner::read(&text).ok()).unwrap_or_default();
    let cards = store.cards(owner, game)?.into_iter();
    learner.cards =
        cards.filter_map(|kept| Some((kept.id, serde_json::from_str::<Card>(&kept.text).ok()?))).collect();
    Ok(learner)
}

/// Changes a learner; what has changed is written down before this returns.
pub fn change<T>(
    store: &Store,
    (owner, game): (&str, &str),
    change: impl FnOnce(&mut Learner) -> T,
) -> Result<T, Failure> {
    let _turn = TURN.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let mut learner = read(store, owner, game)?;
    let before = learner.clone();
    let done = change(&mut learner);
    for (id, card) in learner.cards.iter().filter(|(id, card)| before.cards.get(*id) != Some(*card)) {
        let text = serde_json::to_string(card).expect("plain data");
        let kept = KeptCard { game: game.to_string(), id: id.clone(), text, due: card.due };
        store.put_card(owner, &kept)?;
    }
    let bare = |learner: &Learner| Learner { cards: BTreeMap::new(), ..learner.clone() };
    if bare(&learner) != bare(&before) {
        store.put_progress(owner, TOPIC, &bare(&learner).write())?;
    }
    Ok(done)
}

#[cfg(test)]
mod tests {
    use super::*;
    use school::Rating;

    #[test]
    fn what_is_learnt_is_kept_by_owner_and_game() {
        let store = Store::in_memory().unwrap();
        let card = Card { stability: 2.0, difficulty: 5.0, last: 10, due: 99, times: 1, lapses: 0 };
        change(&store, ("a", "nim"), |learner| {
            learner.cards.insert("p1".into(), card);
            learner.ratings.insert("nim".into(), Rating::of_puzzle(1600.0));
            learner.learnt("nim", "first/one", 7);
        })
        .unwrap();
        let kept = read(&store, "a", "nim").unwrap();
        assert_eq!(kept.cards.get("p1"), Some(&card));
        assert!(kept.has_learnt("nim", "first/one") && kept.rating("nim").rating > 1550.0);
        assert_eq!(store.cards("a", "nim").unwrap()[0].due, 99);
        assert!(read(&store, "a", "chess").unwrap().cards.is_empty());
        assert_eq!(read(&store, "b", "nim").unwrap(), Learner::default());
    }
}

//! What somebody's games come to: results by game and opponent, streaks, accuracy. Counted anew from what is kept, so there is nothing to go wrong.

use std::collections::BTreeMap;

use store::{Belongings, KeptGame};
use table::{Record, Who};

use crate::reviews;
use crate::room::Extra;
use crate::seats;
use crate::wire::verdict;

/// Games won, drawn and lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Won.
    pub won: usize,
    /// Drawn, or the victory shared.
    pub drawn: usize,
    /// Lost.
    pub lost: usize,
}

impl Tally {
    /// All of them.
    pub fn games(self) -> usize {
        self.won + self.drawn + self.lost
    }

    /// The share of points, from 0 to 1.
    pub fn share(self) -> f64 {
        (self.won as f64 + 0.5 * self.drawn as f64) / self.games().max(1) as f64
    }

    fn count(&mut self, result: &str) {
        match result {
            "won" => self.won += 1,
            "drawn" => self.drawn += 1,
            _ => self.lost += 1,
        }
    }
}

/// How somebody stands in a game.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Standing {
    /// All results.
    pub all: Tally,
    /// Results by opponent, as records name them.
    pub against: BTreeMap<String, Tally>,
    /// Games won in a row, up to the last.
    pub streak: usize,
    /// The most games won in a row.
    pub longest: usize,
    /// The mean accuracy of the reviewed games, from 0 to 100.
    pub accuracy: Option<f64>,
    /// How many games that is the mean of.
    pub reviewed: usize,
}

/// The seat of the reader in a finished game, from 0; `None` when they had none, or several.
pub fn own_seat(owner: &str, kept: &KeptGame, players: &[Who]) -> Option<usize> {
    let people: Vec<usize> = (0..players.len()).filter(|&seat| players[seat].is_person()).collect();
    let extra: Extra = serde_json::from_str(&kept.extra).unwrap_or_default();
    let own: Vec<usize> = match owner {
        "" => people,
        _ => people.into_iter().filter(|&seat| seats::is_of(&extra.seats, seat, owner)).collect(),
    };
    match own.as_slice() {
        [seat] => Some(*seat),
        _ => None,
    }
}

/// Who plays, by seat; `None` when the record names somebody that nobody knows.
pub fn players(record: &Record) -> Option<Vec<Who>> {
    record.players.iter().map(|player| player.parse().ok()).collect()
}

/// How somebody stands, by game.
pub fn count(owner: &str, all: &Belongings) -> BTreeMap<String, Standing> {
    let mut games: Vec<&KeptGame> = all.games.iter().filter(|game| game.over).collect();
    games.sort_by_key(|game| game.changed);
    let mut found: BTreeMap<String, Standing> = BTreeMap::new();
    for kept in games {
        let Ok(record) = Record::read(&kept.record) else { continue };
        let (Some(players), Some(ending)) = (players(&record), &record.result) else { continue };
        let Some(seat) = own_seat(owner, kept, &players) else { continue };
        let result = verdict(ending, seat);
        let standing = found.entry(record.game.clone()).or_default();
        standing.all.count(result);
        standing.streak = if result == "won" { standing.streak + 1 } else { 0 };
        standing.longest = standing.longest.max(standing.streak);
        let mut others: Vec<&String> =
            record.players.iter().enumerate().filter(|(at, _)| *at != seat).map(|(_, who)| who).collect();
        others.sort();
        others.dedup();
        for other in others {
            standing.against.entry(other.clone()).or_default().count(result);
        }
    }
    for (game, standing) in &mut found {
        // A game may be reviewed in several languages, and is then counted once.
        let reviews = all.reviews.iter().filter(|review| review.complete && review.game == *game);
        let known: BTreeMap<&str, f64> =
            reviews.filter_map(|review| Some((review.id.as_str(), reviews::accuracy(review)?))).collect();
        standing.reviewed = known.len();
        standing.accuracy = (!known.is_empty()).then(|| known.values().sum::<f64>() / known.len() as f64);
    }
    found
}

#[cfg(test)]
mod tests {
    use game::Options;
    use table::Session;

    use super::*;

    #[test]
    fn results_streaks_and_opponents_are_counted() {
        let games = registry::games();
        let family = &games.all()[1];
        let kept = |number: i64, loser: usize, opponent: &str| {
            let board = family.open(&Options::none()).unwrap();
            let mut session = Session::new(board, vec!["human".into(), opponent.into()], 1);
            session.forfeit(loser, "resignation");
            let record = session.record().write();
            let id = format!("{number:012}");
            KeptGame { id, record, extra: "{}".into(), over: true, changed: number, ..KeptGame::default() }
        };
        // The order is that of time, whatever the order of keeping.
        let all = Belongings {
            games: vec![
                kept(5, 1, "level2"),
                kept(1, 1, "level1"),
                kept(2, 1, "level1"),
                kept(3, 0, "level2"),
                kept(6, 0, "human"),
            ],
            ..Belongings::default()
        };
        let found = count("", &all);
        let standing = &found[family.info.name];
        assert_eq!(standing.all, Tally { won: 3, drawn: 0, lost: 1 });
        assert_eq!((standing.streak, standing.longest), (1, 2));
        assert_eq!(standing.against["level1"], Tally { won: 2, drawn: 0, lost: 0 });
        assert_eq!(standing.against["level2"].share(), 0.5);
        assert!(!standing.against.contains_key("human"), "two people here are nobody's result");
        assert!(count("somebodyelse", &all).is_empty());
    }
}

//! The computer players that people choose from, with names and faces of their own.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex};

use game::Options;
use table::{Family, Match};

use crate::own_bots::{self, OwnBots};
use crate::words::{Words, fill};

/// A computer player as people see it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Opponent {
    /// The description that makes it: `level3`.
    pub player: &'static str,
    /// What it is called.
    pub name: &'static str,
    /// Which face it has.
    pub face: usize,
    /// What kind it is, for the line below the name.
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Random,
    Greedy,
    Level(u8),
    Search(u32),
    Expert,
    Master,
}

const fn opponent(player: &'static str, name: &'static str, face: usize, kind: Kind) -> Opponent {
    Opponent { player, name, face, kind }
}

/// Everybody, weakest first. A game offers those it can make.
const EVERYBODY: &[Opponent] = &[
    opponent("random", "Dada", 0, Kind::Random),
    opponent("greedy", "Magpie", 1, Kind::Greedy),
    opponent("level1", "Pip", 2, Kind::Level(1)),
    opponent("level2", "Lena", 3, Kind::Level(2)),
    opponent("level3", "Miro", 4, Kind::Level(3)),
    opponent("level4", "Tara", 5, Kind::Level(4)),
    opponent("level5", "Nuno", 6, Kind::Level(5)),
    opponent("level6", "Inês", 7, Kind::Level(6)),
    opponent("level7", "Sava", 8, Kind::Level(7)),
    opponent("level8", "Vera", 9, Kind::Level(8)),
    opponent("level9", "Otto", 10, Kind::Level(9)),
    opponent("level10", "Iskra", 11, Kind::Level(10)),
    opponent("mcts:nodes=300", "Lena", 3, Kind::Search(300)),
    opponent("mcts:nodes=3000", "Nuno", 6, Kind::Search(3_000)),
    opponent("mcts:nodes=30000", "Vera", 9, Kind::Search(30_000)),
    opponent("expert", "Sofia", EXPERT_FACE, Kind::Expert),
    opponent("master", "Magister", 13, Kind::Master),
];

/// The face of players that go by rules.
pub const EXPERT_FACE: usize = 12;
/// Who one plays against when one does not choose, the first that there is.
const DEFAULTS: [&str; 3] = ["level3", "mcts:nodes=300", "greedy"];
/// Who advises and analyses, the first that there is.
const ADVISERS: [&str; 2] = ["master", "mcts"];
/// Players that keep large tables, which the web app bounds: many games are open at once.
const HUNGRY: [&str; 3] = ["master", "alphabeta", "mcts"];
/// Megabytes for the tables of one player.
const MEMORY: &str = "memory=32";
/// Longer descriptions are refused.
const LONGEST: usize = 120;

impl Opponent {
    /// The line below the name.
    pub fn about(self, words: &Words) -> String {
        match self.kind {
            Kind::Random => words.about_random.to_string(),
            Kind::Greedy => words.about_greedy.to_string(),
            Kind::Level(n) => fill(words.level, &[("n", &n.to_string())]),
            Kind::Search(n) => fill(words.about_search, &[("n", &n.to_string())]),
            Kind::Expert => words.about_expert.to_string(),
            Kind::Master => words.about_master.to_string(),
        }
    }
}

/// The opponent that a description makes, if it is one of the named ones.
pub fn known(player: &str) -> Option<Opponent> {
    EVERYBODY.iter().copied().find(|opponent| opponent.player == player)
}

/// What a player is called: a name of its own, or its description.
pub fn name<'a>(player: &'a str, words: &Words) -> &'a str {
    match known(player) {
        Some(opponent) => opponent.name,
        None if player == "human" => words.person,
        None => own_bots::name(player).unwrap_or(player),
    }
}

/// The opponents that a game offers, weakest first.
pub fn of(family: &Family) -> Vec<Opponent> {
    static FOUND: LazyLock<Mutex<HashMap<&'static str, Vec<Opponent>>>> = LazyLock::new(Mutex::default);
    let mut found = FOUND.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    found.entry(family.info.name).or_insert_with(|| offered(family)).clone()
}

fn offered(family: &Family) -> Vec<Opponent> {
    let Ok(board) = family.open(&Options::none()) else { return Vec::new() };
    let made = |opponent: &&Opponent| board.bot(&bounded(opponent.player), 1).is_ok();
    let all: Vec<Opponent> = EVERYBODY.iter().filter(made).copied().collect();
    let has_levels = all.iter().any(|opponent| matches!(opponent.kind, Kind::Level(_)));
    let superseded = |kind| has_levels && matches!(kind, Kind::Search(_) | Kind::Greedy);
    all.into_iter().filter(|opponent| !superseded(opponent.kind)).collect()
}

/// Who one plays against when one does not choose.
pub fn default_for(family: &Family) -> Option<Opponent> {
    let offered = of(family);
    let by_name = DEFAULTS.iter().find_map(|name| offered.iter().find(|opponent| opponent.player == *name));
    by_name.or(offered.first()).copied()
}

/// The description of whoever can advise on this board.
pub fn adviser(board: &dyn Match) -> Option<String> {
    ADVISERS.iter().map(|name| bounded(name)).find(|player| board.bot(player, 1).is_ok())
}

/// The description with the bounds that the web app sets.
pub fn bounded(player: &str) -> String {
    let name = player.split(':').next().unwrap_or(player);
    match (HUNGRY.contains(&name), player.contains(':')) {
        (true, true) => format!("{player},{MEMORY}"),
        (true, false) => format!("{player}:{MEMORY}"),
        (false, _) => player.to_string(),
    }
}

/// Refuses a description that no player of this board has, or that asks for memory or threads.
pub fn check(board: &dyn Match, player: &str, own: &OwnBots) -> Result<(), String> {
    if player == "human" {
        return Ok(());
    }
    if let Some(found) = own.find(player, board.info().name) {
        return found.map(|_| ()).map_err(|error| error.to_string());
    }
    if player.len() > LONGEST {
        return Err(format!("a player's description has at most {LONGEST} letters"));
    }
    let lower = player.to_ascii_lowercase();
    if let Some(word) = ["memory", "threads"].into_iter().find(|word| lower.contains(word)) {
        return Err(format!("the player '{player}' sets {word}; here it is fixed"));
    }
    board.bot(&bounded(player), 1).map(|_| ()).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_an_opponent_and_every_offer_can_be_made() {
        for family in &registry::games() {
            assert!(default_for(family).is_some(), "{} offers nobody", family.info.name);
            let board = family.open(&Options::none()).unwrap();
            for opponent in of(family) {
                assert_eq!(check(board.as_ref(), opponent.player, &OwnBots::default()), Ok(()));
            }
            let refused = |player: &str| check(board.as_ref(), player, &OwnBots::default()).is_err();
            assert!(refused("mcts:memory=999999") && refused(&"m".repeat(500)) && refused("nobody"));
            assert!(refused("exec:sh") && refused("bot:sh"), "a browser names a program");
        }
    }
}

//! The computer players that people choose from, with names and faces of their own.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex};

use game::Options;
use table::{BotError, Family, Match, PERSON, Spec, SpecError, Who};
use thiserror::Error;

use crate::own_bots::OwnBots;
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
/// What players may not choose here, for many games are open at once: megabytes for the tables of each, and its threads.
const BOUNDS: [(&str, u64); 2] = [("memory", MEMORY as u64), ("threads", 1)];
/// Megabytes for the tables of a player, or of the coach.
pub const MEMORY: usize = 32;
/// Longer descriptions are refused.
const LONGEST: usize = 120;

impl Opponent {
    /// What makes it.
    pub fn spec(self) -> Spec {
        self.player.parse().expect("the list is well written")
    }

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
pub fn known(who: &Who) -> Option<Opponent> {
    let text = who.spec()?.to_string();
    EVERYBODY.iter().copied().find(|opponent| opponent.player == text)
}

/// What a player is called: a name of its own, or its description.
pub fn name(who: &Who, words: &Words) -> String {
    match (known(who), who) {
        (Some(opponent), _) => opponent.name.to_string(),
        (None, Who::Person) => words.person.to_string(),
        (None, Who::Own(name)) => name.clone(),
        (None, Who::Player(_) | Who::Program(_)) => who.to_string(),
    }
}

/// Stand-ins, by face: where a player sits in several seats of a game, the others are played by people of the same strength.
const STAND_INS: [(usize, &str); 10] = [
    (2, "Kiko"),
    (3, "Mara"),
    (4, "Luka"),
    (5, "Zora"),
    (6, "Rui"),
    (7, "Clara"),
    (8, "Bogdan"),
    (9, "Olga"),
    (10, "Gustav"),
    (11, "Nela"),
];

/// Names and faces at one table, by seat: no two computer players look alike.
pub fn cast(all: &[Who], words: &Words) -> Vec<(String, Option<usize>)> {
    let seat = |at: usize| {
        let who = &all[at];
        let earlier = all[..at].iter().filter(|other| *other == who).count();
        match (known(who), earlier) {
            (Some(opponent), 0) => (opponent.name.to_string(), Some(opponent.face)),
            (Some(opponent), n) => {
                let (face, name) = STAND_INS[(opponent.face + 3 * n) % STAND_INS.len()];
                (name.to_string(), Some(face))
            }
            (None, n) if n > 0 && !who.is_person() => (format!("{} {}", name(who, words), n + 1), None),
            (None, _) => (name(who, words), None),
        }
    };
    (0..all.len()).map(seat).collect()
}

/// The opponents that a game offers, weakest first.
pub fn of(family: &Family) -> Vec<Opponent> {
    static FOUND: LazyLock<Mutex<HashMap<&'static str, Vec<Opponent>>>> = LazyLock::new(Mutex::default);
    let mut found = FOUND.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    found.entry(family.info.name).or_insert_with(|| offered(family)).clone()
}

fn offered(family: &Family) -> Vec<Opponent> {
    let Ok(board) = family.open(&Options::none()) else { return Vec::new() };
    let made = |opponent: &&Opponent| board.bot(&bounded(board.as_ref(), &opponent.spec()), 1).is_ok();
    let all: Vec<Opponent> = EVERYBODY.iter().filter(made).copied().collect();
    let has_levels = all.iter().any(|opponent| matches!(opponent.kind, Kind::Level(_)));
    let superseded = |kind| has_levels && matches!(kind, Kind::Search(_) | Kind::Greedy);
    all.into_iter().filter(|opponent| !superseded(opponent.kind)).collect()
}

/// The description of whom one plays against when one does not choose: a person where there is nobody else.
pub fn default_player(family: &Family) -> &'static str {
    default_for(family).map_or(PERSON, |opponent| opponent.player)
}

/// Who one plays against when one does not choose.
pub fn default_for(family: &Family) -> Option<Opponent> {
    let offered = of(family);
    let by_name = DEFAULTS.iter().find_map(|name| offered.iter().find(|opponent| opponent.player == *name));
    by_name.or(offered.first()).copied()
}

/// Whoever can advise on this board.
pub fn adviser(board: &dyn Match) -> Option<Who> {
    let mut advisers = ADVISERS.iter().map(|name| Spec::of(name));
    advisers.find(|spec| board.bot(&bounded(board, spec), 1).is_ok()).map(Who::Player)
}

/// The player that a description means on this board, with the bounds that the web app sets.
pub fn bounded(board: &dyn Match, player: &Spec) -> Spec {
    BOUNDS.iter().fold(board.resolve(player), |player, (name, value)| {
        if player.takes(name) { player.with(name, value) } else { player }
    })
}

/// Why somebody cannot be played against here.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Refusal {
    /// The description is very long.
    #[error("a player's description has at most {LONGEST} letters")]
    TooLong,
    /// The description sets what is fixed here.
    #[error("the player '{player}' sets {parameter}; here it is fixed")]
    Fixed {
        /// The description.
        player: Spec,
        /// What it sets.
        parameter: &'static str,
    },
    /// The description cannot be read.
    #[error("{0}")]
    Unreadable(#[from] SpecError),
    /// There is no such player.
    #[error("{0}")]
    Unknown(#[from] BotError),
}

/// Reads whom somebody wants to play against on this board. Programs are named by whoever runs this, never by a browser.
///
/// # Errors
/// When there is no such player here, or it asks for memory or threads.
pub fn read(board: &dyn Match, text: &str, own: &OwnBots) -> Result<Who, Refusal> {
    if text.len() > LONGEST {
        return Err(Refusal::TooLong);
    }
    let who: Who = text.parse()?;
    match &who {
        Who::Person => {}
        Who::Own(name) => {
            own.find(name, board.info().name)?;
        }
        Who::Program(_) => return Err(BotError::Elsewhere(who).into()),
        Who::Player(player) => {
            if let Some((parameter, _)) = BOUNDS.into_iter().find(|(name, _)| player.get(name).is_some()) {
                return Err(Refusal::Fixed { player: player.clone(), parameter });
            }
            board.bot(&bounded(board, player), 1)?;
        }
    }
    Ok(who)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_an_opponent_and_every_offer_can_be_made() {
        for family in &registry::games() {
            assert!(default_for(family).is_some(), "{} offers nobody", family.info.name);
            let board = family.open(&Options::none()).unwrap();
            let read = |player: &str| read(board.as_ref(), player, &OwnBots::default());
            for opponent in of(family) {
                let who = Who::Player(opponent.spec());
                assert_eq!(read(opponent.player), Ok(who.clone()));
                assert_eq!(known(&who), Some(opponent));
            }
            let refused = |player: &str| read(player).is_err();
            assert!(refused("mcts:memory=999999") && refused(&"m".repeat(500)) && refused("nobody"));
            assert!(refused("exec:sh") && refused("bot:sh"), "a browser names a program");
        }
    }

    #[test]
    fn every_player_is_bounded_whatever_its_name() {
        for family in &registry::games() {
            let board = family.open(&Options::none()).unwrap();
            let hungry = |text: &str| {
                let spec = bounded(board.as_ref(), &text.parse().unwrap());
                ["memory", "threads"].map(|name| (spec.takes(name), spec.get(name).map(String::from)))
            };
            for style in family.styles() {
                for (takes, set) in hungry(style.name) {
                    assert_eq!(set.is_some(), takes, "{}", style.name);
                }
                let named = format!("{}:memory=9999", style.name);
                assert!(read(board.as_ref(), &named, &OwnBots::default()).is_err(), "{named}");
            }
            let fixed = ["32", "1"].map(|value| (true, Some(value.to_string())));
            assert_eq!(hungry("master"), fixed);
            assert_eq!(hungry("mcts:nodes=5,memory=4096,threads=64"), fixed);
            assert_eq!(hungry("random"), [(false, None), (false, None)]);
        }
    }
}

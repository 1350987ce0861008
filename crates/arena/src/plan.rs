//! The file that describes a tournament.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use game::{Limits, Options};
use serde::{Deserialize, Serialize};
use table::{Family, Games, Spec, Who};

use crate::arbiter::{Adjudicate, OnFail, Terms};
use crate::clock::Clock;
use crate::event::event;
use crate::schedule::Form;
use crate::scoring::Scoring;
use crate::{Caps, Openings};

/// The most players of a tournament.
const MOST_PLAYERS: u64 = 10_000;

/// Bytes of a player's name, which has to fit into a table.
const LONGEST_NAME: usize = 255;

/// A tournament as its file describes it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// The game.
    pub game: String,
    /// The event whose settings hold where the file has none.
    #[serde(default)]
    pub event: Option<String>,
    /// The game's options.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// Several sets of options instead, each for as many pairs of games in a meeting.
    #[serde(default)]
    pub variants: Vec<BTreeMap<String, String>>,
    /// Who meets whom.
    #[serde(default)]
    pub form: Form,
    /// Rounds of a Swiss tournament.
    #[serde(default = "five")]
    pub rounds: usize,
    /// How many of the first entrants meet everybody else in a gauntlet.
    #[serde(default = "one")]
    pub challengers: usize,
    /// Pairs of games in a meeting; each pair has one opening, played from both sides.
    #[serde(default = "one")]
    pub pairs: usize,
    /// How games become points.
    #[serde(default)]
    pub scoring: Scoring,
    /// Milliseconds a move.
    #[serde(default)]
    pub time_ms: Option<u64>,
    /// Milliseconds for all moves of a game.
    #[serde(default)]
    pub clock_ms: Option<u64>,
    /// Milliseconds added to the clock after each move.
    #[serde(default)]
    pub increment_ms: u64,
    /// The times are for a machine whose `ludus bench` of this game shows so many nodes a second; others get as much more or less.
    #[serde(default)]
    pub pace: Option<u64>,
    /// Nodes a move, for players that count them.
    #[serde(default)]
    pub nodes: Option<u64>,
    /// Random plies at the start of a game.
    #[serde(default)]
    pub opening: usize,
    /// What happens to a player that fails.
    #[serde(default)]
    pub onfail: OnFail,
    /// A position that the solver proves within so many nodes ends the game.
    #[serde(default)]
    pub adjudicate_nodes: Option<u64>,
    /// But not before so many moves.
    #[serde(default = "ten")]
    pub adjudicate_after: usize,
    /// Megabytes of memory for a bot.
    #[serde(default)]
    pub memory_mb: Option<u64>,
    /// Processes for a bot.
    #[serde(default)]
    pub processes: Option<usize>,
    /// Cores that a bot may use at once; all when missing.
    #[serde(default)]
    pub cores: Option<usize>,
    /// Milliseconds beyond the clock before an answer counts as missing.
    #[serde(default)]
    pub margin_ms: Option<u64>,
    /// What everything random follows from.
    #[serde(default)]
    pub seed: u64,
    /// Games at once; as many as there are cores when missing.
    #[serde(default)]
    pub threads: Option<usize>,
    /// A folder in which every sub-folder is an entrant.
    #[serde(default)]
    pub class: Option<PathBuf>,
    /// Fixed players against whom everybody is graded; the ten levels when there is a class.
    #[serde(default)]
    pub references: Option<Vec<Who>>,
    /// Pairs of games with each of them.
    #[serde(default = "one")]
    pub reference_pairs: usize,
    /// Entrants by name.
    #[serde(default, rename = "player")]
    pub players: Vec<Entrant>,
}

fn one() -> usize {
    1
}

fn five() -> usize {
    5
}

fn ten() -> usize {
    10
}

/// An entrant: a player by description, or a command with its folder.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entrant {
    /// Its name in the table.
    pub name: String,
    /// A built-in player.
    #[serde(default)]
    pub player: Option<Who>,
    /// The words of a command.
    #[serde(default)]
    pub run: Vec<String>,
    /// The folder of the command.
    #[serde(default)]
    pub folder: Option<PathBuf>,
    /// The content of a submission as a number; empty for those who are no submission.
    #[serde(skip)]
    pub version: String,
}

impl Plan {
    /// Reads the file, with the settings of its event.
    pub fn read(games: &Games, path: &Path) -> Result<Plan, String> {
        let text = table::files::text(path, table::files::TEXT)?;
        Plan::parse(games, &text).map_err(|why| format!("cannot use '{}': {why}", path.display()))
    }

    /// Reads a text, with the settings of its event.
    pub fn parse(games: &Games, text: &str) -> Result<Plan, String> {
        let plan: Plan = toml::from_str(text).map_err(|error| explain(text, &error))?;
        let Some(name) = &plan.event else { return plan.sane() };
        let family = games.find(&plan.game).map_err(|error| error.to_string())?;
        let own: toml::Table = text.parse().map_err(|error| explain(text, &error))?;
        let whole = event(family, name)?.complete(own);
        let plan: Plan =
            whole.try_into().map_err(|error| format!("the event '{name}': {}", error.message()))?;
        plan.sane()
    }

    /// The plan, if nobody would call a number in it absurd. What depends on the number of players is seen to by the tournament.
    fn sane(self) -> Result<Plan, String> {
        const DAY: u64 = 24 * 60 * 60 * 1000;
        let number = |value: usize| value as u64;
        for (name, value, least, most) in [
            ("rounds", number(self.rounds), 1, 1000),
            ("challengers", number(self.challengers), 1, 10_000),
            ("pairs", number(self.pairs), 1, 100_000),
            ("reference_pairs", number(self.reference_pairs), 1, 10_000),
            ("time_ms", self.time_ms.unwrap_or(1), 1, DAY),
            ("clock_ms", self.clock_ms.unwrap_or(1), 1, 7 * DAY),
            ("increment_ms", self.increment_ms, 0, DAY),
            ("pace", self.pace.unwrap_or(1), 1, u64::MAX),
            ("nodes", self.nodes.unwrap_or(1), 1, u64::MAX),
            ("opening", number(self.opening), 0, 1000),
            ("memory_mb", self.memory_mb.unwrap_or(1), 1, 1 << 24),
            ("processes", number(self.processes.unwrap_or(1)), 1, 10_000),
            ("cores", number(self.cores.unwrap_or(1)), 1, 1024),
            ("margin_ms", self.margin_ms.unwrap_or(0), 0, DAY / 24),
            ("threads", number(self.threads.unwrap_or(1)), 1, 1024),
            ("the number of variants", number(self.variants.len()), 0, 1000),
            ("the number of references", number(self.references.as_ref().map_or(0, Vec::len)), 0, 100),
            ("the number of players", number(self.players.len()), 0, MOST_PLAYERS),
        ] {
            if !(least..=most).contains(&value) {
                return Err(format!("{name} is {value}; expected {least} to {most}"));
            }
        }
        if let Some(long) = self.players.iter().find(|player| player.name.len() > LONGEST_NAME) {
            let (bytes, begins) = (long.name.len(), long.name.chars().take(20).collect::<String>());
            return Err(format!("the name '{begins}...' has {bytes} bytes; expected at most {LONGEST_NAME}"));
        }
        Ok(self)
    }

    /// The text of a file to begin with: two players of ours, and hints.
    pub fn template(family: &Family, name: Option<&str>) -> Result<String, String> {
        let mut text = format!("game = \"{}\"\n", family.info.name);
        match name {
            Some(name) => {
                let event = event(family, name)?;
                text += &format!("event = \"{name}\"          # {}\n", event.title);
            }
            None => text += "time_ms = 1000          # for a move; or clock_ms and increment_ms for a game\n",
        }
        text += "# form = \"round-robin\"  # or gauntlet, swiss (with rounds = 5), knockout\n\
                 # pairs = 1              # pairs of games in a meeting, seats swapped\n\
                 # onfail = \"random\"      # a bot that fails gets a random move instead of losing\n\
                 # class = \"students\"     # a folder with one sub-folder for each student's bot\n\n";
        for player in ["level1", "level3"] {
            text += &format!("[[player]]\nname = \"{player}\"\nplayer = \"{player}\"\n\n");
        }
        text +=
            "# [[player]]\n# name = \"my bot\"\n# folder = \"my-bot\"\n# run = [\"python3\", \"bot.py\"]\n";
        Ok(text)
    }

    /// The options of the boards of a meeting, in turn.
    pub(crate) fn boards(&self) -> Vec<Options> {
        let whole = |extra: &BTreeMap<String, String>| {
            let all = self.options.iter().chain(extra);
            all.fold(Options::none(), |options, (name, value)| options.with(name, value))
        };
        match self.variants.as_slice() {
            [] => vec![whole(&BTreeMap::new())],
            variants => variants.iter().map(whole).collect(),
        }
    }

    /// The terms of every game.
    pub(crate) fn terms(&self) -> Terms {
        let ms = Duration::from_millis;
        Terms {
            limits: Limits { time: self.time_ms.map(ms), nodes: self.nodes, depth: None },
            clock: self.clock_ms.map(|total| Clock { total: ms(total), increment: ms(self.increment_ms) }),
            margin: self.caps().margin,
            onfail: self.onfail,
            adjudicate: self.adjudicate_nodes.map(|nodes| Adjudicate { after: self.adjudicate_after, nodes }),
        }
    }

    /// What a bot may use.
    pub(crate) fn caps(&self) -> Caps {
        let usual = Caps::default();
        Caps {
            memory: self.memory_mb.map_or(usual.memory, |mb| mb << 20),
            processes: self.processes.unwrap_or(usual.processes),
            margin: self.margin_ms.map_or(usual.margin, Duration::from_millis),
            cores: self.cores,
            ..usual
        }
    }

    pub(crate) fn openings(&self) -> Openings {
        if self.opening == 0 { Openings::Random(0) } else { Openings::Balanced(self.opening) }
    }

    /// The players against whom everybody is graded.
    pub(crate) fn references(&self) -> Vec<Who> {
        match (&self.references, &self.class) {
            (Some(references), _) => references.clone(),
            (None, Some(_)) => (1..=10).map(|level| Spec::of(&format!("level{level}")).into()).collect(),
            (None, None) => Vec::new(),
        }
    }
}

/// One sentence with the line.
pub(crate) fn explain(text: &str, error: &toml::de::Error) -> String {
    let message = error.message().lines().collect::<Vec<_>>().join(" ");
    match error.span().and_then(|span| text.get(..span.start)) {
        Some(before) => format!("line {}: {message}", before.matches('\n').count() + 1),
        None => message,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every event of every game is a tournament that can be held, and every template too.
    #[test]
    fn events_are_tournaments() {
        for family in &registry::games() {
            let events = crate::event::events(family);
            assert_eq!(events.is_empty(), family.events().is_empty(), "{}: not TOML", family.info.name);
            let names = events.iter().map(|event| Some(event.name.as_str())).chain([None]);
            for name in names {
                let text = Plan::template(family, name).expect("a template");
                let plan = Plan::parse(&registry::games(), &text)
                    .unwrap_or_else(|e| panic!("{} {name:?}: {e}", family.info.name));
                for options in plan.boards() {
                    family.open(&options).unwrap_or_else(|e| panic!("{} {name:?}: {e}", family.info.name));
                }
            }
        }
    }

    #[test]
    fn own_settings_come_before_those_of_the_event() {
        let games = registry::games();
        let family = games.all().iter().find(|family| !family.events().is_empty()).expect("an event");
        let event = crate::event::events(family).remove(0);
        let text = format!("game = \"{}\"\nevent = \"{}\"\npairs = 77\n", family.info.name, event.name);
        assert_eq!(Plan::parse(&registry::games(), &text).map(|plan| plan.pairs), Ok(77));
    }

    #[test]
    fn absurd_numbers_are_refused() {
        for (line, part) in [
            ("pairs = 9000000000000000000", "pairs is 9000000000000000000; expected 1 to 100000"),
            ("threads = 1000000000", "threads is 1000000000"),
            ("memory_mb = 9000000000000000000", "memory_mb is"),
            ("rounds = 0", "rounds is 0"),
            ("time_ms = 9000000000000000000", "time_ms is"),
        ] {
            let error = Plan::parse(&registry::games(), &format!("game = \"x\"\n{line}\n"))
                .map(|_| ())
                .expect_err("it is absurd");
            assert!(error.contains(part), "{error}");
        }
    }

    #[test]
    fn wrong_files_are_explained() {
        for (text, part) in [
            ("game = \"x\"\nbots = 3\n", "line 2: unknown field `bots`"),
            ("game = 3\n", "line 1: invalid type"),
            ("game = \"x", "line 1:"),
            ("pairs = 2\n", "missing field `game`"),
        ] {
            let error =
                Plan::parse(&registry::games(), text).map(|plan| plan.pairs).expect_err("it is wrong");
            assert!(error.contains(part), "{error}");
            assert!(!error.contains('\n'), "{error}");
        }
    }
}

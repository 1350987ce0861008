//! Bots of the people who run this server: programs to play against, named on the command line or in the data folder, never by a browser.

use std::path::Path;
use std::time::Duration;

use arena::{BotCommand, Caps, ExecBot, Isolation};
use game::Control;
use serde::Deserialize;
use table::{Bot, BotError, Games, Match, Thought, Wanted, Who};

/// The file in the data folder that lists them.
pub const FILE: &str = "bots.toml";
/// Time beyond the clock before an answer counts as missing: the machine has other games to serve.
const MARGIN: Duration = Duration::from_secs(1);
/// The longest name.
const LONGEST: usize = 30;

/// A program to play against.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OwnBot {
    /// What it is called.
    pub name: String,
    command: BotCommand,
    /// The games it plays; all of them when empty.
    games: Vec<String>,
}

/// All of them. The list is read once, when the server starts.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OwnBots {
    all: Vec<OwnBot>,
}

/// The file that lists bots.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Listed {
    #[serde(default, rename = "bot")]
    bots: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    name: String,
    run: Vec<String>,
    folder: Option<std::path::PathBuf>,
    #[serde(default)]
    games: Vec<String>,
}

impl OwnBots {
    /// Those of the file in a data folder, if there is one, and those given as `NAME=COMMAND`.
    ///
    /// # Errors
    /// A sentence that says what is wrong with which bot.
    pub fn read(here: &Games, folder: &Path, given: &[String]) -> Result<OwnBots, String> {
        let mut bots = OwnBots::default();
        let path = folder.join(FILE);
        if path.exists() {
            let wrong = |error: &dyn std::fmt::Display| format!("cannot use '{}': {error}", path.display());
            let text = std::fs::read_to_string(&path).map_err(|error| wrong(&error))?;
            let listed: Listed = toml::from_str(&text).map_err(|error| wrong(&error.message()))?;
            for entry in listed.bots {
                let own = entry.folder.map(|own| folder.join(own));
                let command = BotCommand::new(&entry.run, own.as_deref()).map_err(|error| error.to_string());
                bots.add(here, entry.name, command, entry.games).map_err(|error| wrong(&error))?;
            }
        }
        for text in given {
            let expected = || format!("cannot read the bot '{text}'; expected NAME=COMMAND");
            let (name, command) = text.split_once('=').ok_or_else(expected)?;
            let command = BotCommand::parse(command).map_err(|error| error.to_string());
            bots.add(here, name.trim().to_string(), command, Vec::new())?;
        }
        Ok(bots)
    }

    fn add(
        &mut self,
        here: &Games,
        name: String,
        command: Result<BotCommand, String>,
        games: Vec<String>,
    ) -> Result<(), String> {
        let plain = |letter: char| letter.is_alphanumeric() || " -_.".contains(letter);
        let trimmed = !name.is_empty() && name.trim() == name;
        if !trimmed || name.chars().count() > LONGEST || !name.chars().all(plain) {
            return Err(format!(
                "'{name}' cannot be the name of a bot; expected up to {LONGEST} letters, digits, blanks, hyphens and dots"
            ));
        }
        if self.all.iter().any(|bot| bot.name == name) {
            return Err(format!("two bots are called '{name}'"));
        }
        if let Some(game) = games.iter().find(|game| here.find(game).is_err()) {
            return Err(format!("the bot '{name}' plays '{game}', which is no game here"));
        }
        let command = command.map_err(|error| format!("the bot '{name}' cannot play: {error}"))?;
        self.all.push(OwnBot { name, command, games });
        Ok(())
    }

    /// Those that play a game, in the order of the list.
    pub fn of(&self, game: &str) -> impl Iterator<Item = &OwnBot> {
        self.all.iter().filter(move |bot| bot.plays(game))
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The one of this name that plays a game.
    ///
    /// # Errors
    /// When no such bot is listed, or it does not play this game.
    pub fn find(&self, name: &str, game: &str) -> Result<&OwnBot, BotError> {
        let missing = || BotError::Failed(format!("no bot '{name}' is listed for this game any more"));
        self.of(game).find(|bot| bot.name == name).ok_or_else(missing)
    }
}

impl OwnBot {
    /// The bot in a seat.
    pub fn who(&self) -> Who {
        Who::Own(self.name.clone())
    }

    fn plays(&self, game: &str) -> bool {
        self.games.is_empty() || self.games.iter().any(|known| known == game)
    }

    /// The bot as a player, kept apart from everything else as in a tournament; its program is started when it first has to move.
    pub fn start(&self) -> Box<dyn Bot> {
        let caps = Caps { margin: MARGIN, ..Caps::default() };
        Box::new(Program(ExecBot::new(self.command.clone(), Isolation::best(), caps)))
    }
}

/// A program whose failures are told by their name, not by its place on this machine.
struct Program(ExecBot);

impl Bot for Program {
    fn think(
        &mut self,
        board: &dyn Match,
        control: &Control,
        wanted: Wanted<'_>,
    ) -> Result<Thought, BotError> {
        let answer = self.0.answer(board, control, None, wanted);
        answer.map_err(|lapse| BotError::Failed(lapse.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(texts: &[&str]) -> Result<OwnBots, String> {
        let texts: Vec<String> = texts.iter().map(|text| (*text).to_string()).collect();
        OwnBots::read(&registry::games(), Path::new("no-such-folder"), &texts)
    }

    #[test]
    fn bots_are_found_by_name_in_the_games_they_play() {
        let folder = std::env::temp_dir().join(format!("ludus-own-bots-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let [first, second] = [0, 1].map(|at| registry::games().all()[at].info.name);
        let text = format!("[[bot]]\nname = \"One\"\nrun = [\"sh\"]\ngames = [\"{first}\"]\n");
        std::fs::write(folder.join(FILE), text).unwrap();
        let bots = OwnBots::read(&registry::games(), &folder, &["Two = sh -c 'x y'".to_string()]).unwrap();
        let names = |game| bots.of(game).map(|bot| bot.name.as_str()).collect::<Vec<_>>();
        assert_eq!((names(first), names(second)), (vec!["One", "Two"], vec!["Two"]));
        assert_eq!(bots.find("One", first).map(|bot| bot.who().to_string()), Ok("bot:One".to_string()));
        assert!(bots.find("One", second).is_err() && bots.find("master", first).is_err());
        std::fs::write(folder.join(FILE), "[[bot]]\nname = 3").unwrap();
        assert!(OwnBots::read(&registry::games(), &folder, &[]).is_err_and(|error| error.contains(FILE)));
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn wrong_lists_are_explained() {
        for (texts, part) in [
            (vec!["sh"], "NAME=COMMAND"),
            (vec!["=sh"], "cannot be the name"),
            (vec!["a<b=sh"], "cannot be the name"),
            (vec!["A=sh", "A=sh"], "two bots are called 'A'"),
            (vec!["A=no-such-program"], "no program 'no-such-program'"),
            (vec!["A="], "empty"),
        ] {
            assert!(given(&texts).is_err_and(|error| error.contains(part)), "{texts:?}");
        }
    }
}

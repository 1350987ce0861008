//! Tournaments in the data folder: read from the files that `ludus tournament` writes, and run by that very command.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, MutexGuard};

use arena::journal::Entry;
use arena::plan::Entrant;
use arena::{Isolation, Standings};
use table::{Games, Who};

use crate::failure::Failure;
use crate::machines::Machines;

/// Tournaments that run at once from the page.
const MOST_RUNNING: usize = 2;
/// Games of players beyond this number are not shown.
const MOST_PLAYERS: usize = 1_000;
/// Larger journals are not shown.
const MOST_BYTES: u64 = 256 << 20;

/// The tournaments of a data folder.
pub struct Tournaments {
    games: Games,
    folder: Option<PathBuf>,
    program: Option<PathBuf>,
    machines: Option<Arc<Machines>>,
    running: Mutex<HashMap<String, Child>>,
}

/// A tournament as its file describes it.
pub struct Plan {
    /// Its name: that of its file.
    pub name: String,
    /// What the file says.
    pub said: arena::Plan,
}

impl Plan {
    /// Whether a page may start it: all players that the file names are built-in, and those of a class, which are programs, are kept apart.
    pub fn startable(&self) -> bool {
        let ours = |who: &Who| matches!(who, Who::Player(_));
        let entrant = |entrant: &Entrant| entrant.player.as_ref().is_some_and(ours);
        let mut references = self.said.references.iter().flatten();
        let apart = || Isolation::chosen().is_ok_and(|isolation| isolation != Isolation::None);
        (self.said.class.is_none() || apart())
            && self.said.players.iter().all(entrant)
            && references.all(ours)
    }
}

/// What bots wrote while they played, by seat.
pub fn notes(game: &Entry) -> Vec<(&str, &str)> {
    let said = game.record.players.iter().zip(&game.transcripts);
    let said = said.map(|(name, said)| (name.as_str(), said.notes.as_str()));
    said.filter(|(_, notes)| !notes.trim().is_empty()).collect()
}

/// Who failed and how, in words.
pub fn failures(game: &Entry) -> Vec<String> {
    let sentence = |failure: &arena::arbiter::Failure| {
        Some(format!("{}: {}", game.record.players.get(failure.seat)?, failure.lapse.detail))
    };
    game.failures.iter().filter_map(sentence).collect()
}

impl Tournaments {
    /// The tournaments below `folder`; `program` is the one whose command `tournament` runs them, on these machines or in a process here.
    pub fn new(
        games: Games,
        folder: Option<PathBuf>,
        program: Option<PathBuf>,
        machines: Option<Arc<Machines>>,
    ) -> Tournaments {
        Tournaments { games, folder, program, machines, running: Mutex::default() }
    }

    /// Whether tournaments can be started from the page.
    pub fn can_run(&self) -> bool {
        self.folder.is_some() && self.program.is_some()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Child>> {
        self.running.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// The file of a tournament with this ending.
    pub fn file(&self, name: &str, ending: &str) -> Result<PathBuf, Failure> {
        let folder = self.folder.as_ref().filter(|_| is_name(name)).ok_or(Failure::NotFound)?;
        Ok(folder.join(format!("{name}.{ending}")))
    }

    /// All tournaments, by name.
    pub fn all(&self) -> Vec<Plan> {
        let files =
            self.folder.iter().filter_map(|folder| std::fs::read_dir(folder).ok()).flatten().flatten();
        let names = files
            .filter_map(|file| Some(file.file_name().into_string().ok()?.strip_suffix(".toml")?.to_string()));
        let mut names: Vec<String> = names.collect();
        names.sort();
        names.iter().filter_map(|name| self.plan(name).ok()).collect()
    }

    /// What the file of a tournament says.
    pub fn plan(&self, name: &str) -> Result<Plan, Failure> {
        let text = std::fs::read_to_string(self.file(name, "toml")?).map_err(|_| Failure::NotFound)?;
        let said = arena::Plan::parse(&self.games, &text).map_err(|error| {
            Failure::wrong(format!("the file of the tournament '{name}' cannot be read: {error}"))
        })?;
        Ok(Plan { name: name.to_string(), said })
    }

    /// The games played so far, and the names of all players. What cannot be read, such as a line being written, is passed over.
    pub fn games(&self, plan: &Plan) -> Result<(Vec<Entry>, Vec<String>), Failure> {
        let path = self.file(&plan.name, "journal.jsonl")?;
        if std::fs::metadata(&path).is_ok_and(|file| file.len() > MOST_BYTES) {
            return Err(Failure::wrong("the journal of this tournament is too large to be shown"));
        }
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let games: Vec<Entry> = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        let mut games = arena::journal::newest(games);
        games.retain(|game| game.players.iter().all(|&player| player < MOST_PLAYERS));
        games.sort_by_key(|game| (game.meeting, game.game));
        let mut names: Vec<String> = plan.said.players.iter().map(|entrant| entrant.name.clone()).collect();
        let most = games.iter().flat_map(|game| game.players).max().map_or(0, |player| player + 1);
        names.extend((names.len()..most).map(|player| (player + 1).to_string()));
        // Those of a class are named in their games only; the second game of a pair has the seats swapped.
        for game in &games {
            for (seat, name) in game.record.players.iter().enumerate() {
                names[game.players[(seat + game.game) % 2]].clone_from(name);
            }
        }
        Ok((games, names))
    }

    /// The table so far.
    pub fn standings(plan: &Plan, names: &[String], games: &[Entry]) -> Standings {
        Standings::so_far(&plan.said, names, games)
    }

    /// Something that changes when a game is added.
    pub fn version(&self, name: &str) -> u64 {
        let length = self.file(name, "journal.jsonl").ok().and_then(|path| std::fs::metadata(path).ok());
        2 * length.map_or(0, |file| file.len()) + u64::from(self.is_running(name))
    }

    /// Whether it has been started here and has not ended.
    pub fn is_running(&self, name: &str) -> bool {
        let mut running = self.lock();
        let ended = running.get_mut(name).is_some_and(|child| !matches!(child.try_wait(), Ok(None)));
        if ended {
            running.remove(name);
        }
        running.contains_key(name)
    }

    /// Whether it has been played to its end: its report is written last.
    pub fn is_done(&self, name: &str) -> bool {
        let written = |ending| std::fs::metadata(self.file(name, ending).ok()?).ok()?.modified().ok();
        matches!((written("json"), written("journal.jsonl")), (Some(report), Some(journal)) if report >= journal)
    }

    /// Writes the file of a new tournament.
    pub fn create(&self, name: &str, text: &str) -> Result<(), Failure> {
        if !is_name(name) {
            return Err(Failure::wrong(format!(
                "'{name}' cannot be the name of a tournament; expected up to 40 small letters, digits and hyphens"
            )));
        }
        let path = self.file(name, "toml")?;
        let broken =
            |error: std::io::Error| Failure::Broken(format!("cannot write '{}': {error}", path.display()));
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(broken)?;
        }
        let fresh = std::fs::OpenOptions::new().write(true).create_new(true).open(&path);
        let mut file = fresh.map_err(|error| match error.kind() {
            std::io::ErrorKind::AlreadyExists => {
                Failure::wrong(format!("there is a tournament '{name}' already"))
            }
            _ => broken(error),
        })?;
        std::io::Write::write_all(&mut file, text.as_bytes()).map_err(broken)
    }

    /// Runs a tournament, or goes on with it. Only those that a page may start.
    pub fn run(&self, name: &str) -> Result<(), Failure> {
        if !self.plan(name)?.startable() {
            return Err(Failure::wrong(
                "this tournament has bots that are programs and not kept apart; run it with `ludus tournament`",
            ));
        }
        let program =
            self.program.as_ref().ok_or_else(|| Failure::wrong("tournaments cannot be run here"))?;
        if self.is_running(name) {
            return Ok(());
        }
        let log = std::fs::File::create(self.file(name, "log")?);
        let log = log.map_err(|error| Failure::Broken(format!("cannot write the log: {error}")))?;
        let mut running = self.lock();
        running.retain(|_, child| matches!(child.try_wait(), Ok(None)));
        if running.len() >= MOST_RUNNING {
            return Err(Failure::Busy("other tournaments are running; wait for them, or stop one".into()));
        }
        let mut command = Command::new(program);
        command.arg("tournament").arg(self.file(name, "toml")?).arg("--with-parent");
        if let Some(machines) = &self.machines {
            machines.instruct(&mut command);
        }
        let child = command
            // It ends when this end of the pipe is closed, also when the server is killed.
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()
            .map_err(|error| Failure::Broken(format!("the tournament cannot be started: {error}")))?;
        running.insert(name.to_string(), child);
        Ok(())
    }

    /// What a run that ended early had to say last.
    pub fn complaint(&self, name: &str) -> Option<String> {
        let text = std::fs::read_to_string(self.file(name, "log").ok()?).ok()?;
        text.lines().rev().find_map(|line| line.strip_prefix("ludus: ")).map(str::to_string)
    }

    /// Stops a tournament that was started here; its journal has every finished game.
    pub fn stop(&self, name: &str) {
        if let Some(mut child) = self.lock().remove(name) {
            end(&mut child);
        }
    }

    /// Stops all of them.
    pub fn close(&self) {
        self.lock().drain().for_each(|(_, mut child)| end(&mut child));
    }
}

impl Drop for Tournaments {
    fn drop(&mut self) {
        self.close();
    }
}

fn end(child: &mut Child) {
    let _ = child.kill();
    let _ = child.wait();
}

/// Whether a text can name a tournament, and its files.
pub fn is_name(name: &str) -> bool {
    (1..=40).contains(&name.len())
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
        && !name.starts_with('-')
        && Path::new(name).components().count() == 1
}

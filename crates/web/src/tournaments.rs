//! Tournaments in the data folder: read from the files that `ludus tournament` writes, and run by that very command.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard};

use serde::Deserialize;
use serde_json::Value;
use table::Record;
use toml::Table;

use crate::failure::Failure;

/// Tournaments that run at once from the page.
const MOST_RUNNING: usize = 2;
/// Larger journals are not shown.
const MOST_BYTES: u64 = 256 << 20;

/// The tournaments of a data folder.
pub struct Tournaments {
    folder: Option<PathBuf>,
    program: Option<PathBuf>,
    running: Mutex<HashMap<String, Child>>,
}

/// A tournament as its file describes it.
pub struct Plan {
    /// Its name: that of its file.
    pub name: String,
    /// The game.
    pub game: String,
    /// The names of the players in the file.
    pub players: Vec<String>,
    /// Whether all of them are built-in.
    pub built_in: bool,
}

/// A finished game.
#[derive(Clone, Debug, Deserialize)]
pub struct Played {
    /// Number of the meeting.
    pub meeting: usize,
    /// Number of the game in it.
    pub game: usize,
    /// Numbers of the two players in the list.
    pub players: [usize; 2],
    /// The game.
    pub record: Record,
    #[serde(default)]
    failures: Value,
    #[serde(default)]
    transcripts: Vec<Transcript>,
}

#[derive(Clone, Debug, Deserialize)]
struct Transcript {
    notes: String,
}

impl Played {
    /// Which of the two players sits in a seat: alternating, swapped in every second game.
    pub fn owner(&self, seat: usize) -> usize {
        (seat + self.game) % 2
    }

    /// What the game is worth to each of the two: 1 for a win, a share of it otherwise.
    pub fn points(&self) -> [f64; 2] {
        let mut points = [0.0; 2];
        if let Some(result) = &self.record.result {
            for seat in 0..result.scores.len() {
                points[self.owner(seat)] += result.points(seat);
            }
        }
        points
    }

    /// What bots wrote while they played, by seat.
    pub fn notes(&self) -> Vec<(String, String)> {
        let said = self.record.players.iter().zip(&self.transcripts);
        said.filter(|(_, said)| !said.notes.trim().is_empty())
            .map(|(name, said)| (name.clone(), said.notes.clone()))
            .collect()
    }

    /// Who failed and how, in words.
    pub fn failures(&self) -> Vec<String> {
        let list = self.failures.as_array().map(Vec::as_slice).unwrap_or_default();
        let sentence = |failure: &Value| {
            let name = self.record.players.get(usize::try_from(failure["seat"].as_u64()?).ok()?)?;
            Some(format!("{name}: {}", failure["lapse"]["detail"].as_str()?))
        };
        list.iter().filter_map(sentence).collect()
    }
}

/// A player's line in the table.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Line {
    /// Number in the list of players.
    pub entry: usize,
    /// Games won, drawn and lost.
    pub tally: [usize; 3],
    /// A point for a won game, a share for a shared one.
    pub points: f64,
    /// Points against each player; `None` when they have not met.
    pub against: Vec<Option<f64>>,
}

impl Tournaments {
    /// The tournaments below `folder`; `program` is the one whose command `tournament` runs them.
    pub fn new(folder: Option<PathBuf>, program: Option<PathBuf>) -> Tournaments {
        Tournaments { folder, program, running: Mutex::default() }
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
        let table: Table = text.parse().map_err(|error| {
            Failure::wrong(format!("the file of the tournament '{name}' cannot be read: {error}"))
        })?;
        let word = |table: &Table, key: &str| table.get(key).and_then(|v| v.as_str()).map(str::to_string);
        let game = word(&table, "game").ok_or_else(|| Failure::wrong("the tournament names no game"))?;
        let entries = table.get("player").and_then(|list| list.as_array()).cloned().unwrap_or_default();
        let entries: Vec<&Table> = entries.iter().filter_map(|entry| entry.as_table()).collect();
        let built_in = |entry: &&Table| {
            let player = word(entry, "player");
            player.is_some_and(|player| !player.trim_start().starts_with("exec:"))
        };
        Ok(Plan {
            name: name.to_string(),
            built_in: entries.iter().all(built_in) && !table.contains_key("class"),
            players: entries.iter().filter_map(|entry| word(entry, "name")).collect(),
            game,
        })
    }

    /// The games played so far, and the names of all players. What cannot be read, such as a line being written, is passed over.
    pub fn games(&self, plan: &Plan) -> Result<(Vec<Played>, Vec<String>), Failure> {
        let path = self.file(&plan.name, "journal.jsonl")?;
        if std::fs::metadata(&path).is_ok_and(|file| file.len() > MOST_BYTES) {
            return Err(Failure::wrong("the journal of this tournament is too large to be shown"));
        }
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let mut games: Vec<Played> =
            text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        games.retain(|game| game.players.iter().all(|&player| player < 10_000));
        games.sort_by_key(|game| (game.meeting, game.game));
        let mut names = plan.players.clone();
        for game in &games {
            for (seat, name) in game.record.players.iter().enumerate() {
                let player = game.players[game.owner(seat)];
                while names.len() <= player {
                    names.push(format!("{}", names.len() + 1));
                }
                names[player].clone_from(name);
            }
        }
        Ok((games, names))
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

    /// Runs a tournament, or goes on with it. Only those among built-in players: a page does not start programs.
    pub fn run(&self, name: &str) -> Result<(), Failure> {
        if !self.plan(name)?.built_in {
            return Err(Failure::wrong(
                "this tournament has bots that are programs; run it with `ludus tournament`",
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
        let child = Command::new(program)
            .arg("tournament")
            .arg(self.file(name, "toml")?)
            .stdin(Stdio::null())
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

/// The table of the games, best first; players level on points keep the order of the list.
pub fn standings(players: usize, games: &[Played]) -> Vec<Line> {
    let blank = |entry| Line { entry, against: vec![None; players], ..Line::default() };
    let mut lines: Vec<Line> = (0..players).map(blank).collect();
    for game in games.iter().filter(|game| game.record.result.is_some()) {
        let points = game.points();
        for side in 0..2 {
            let line = &mut lines[game.players[side]];
            line.points += points[side];
            *line.against[game.players[1 - side]].get_or_insert(0.0) += points[side];
            line.tally[if points[side] >= 1.0 { 0 } else { usize::from(points[side] == 0.0) + 1 }] += 1;
        }
    }
    lines.sort_by(|a, b| b.points.total_cmp(&a.points).then(a.entry.cmp(&b.entry)));
    lines
}

/// Whether a text can name a tournament, and its files.
pub fn is_name(name: &str) -> bool {
    (1..=40).contains(&name.len())
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
        && !name.starts_with('-')
        && Path::new(name).components().count() == 1
}

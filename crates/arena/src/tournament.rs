//! A tournament from a file: entrants, games, journal, table.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use game::{Limits, Options, Rng};
use serde::Deserialize;
use table::{Family, Session};

use crate::command::Bot as Command;
use crate::journal::{Entry, Journal};
use crate::schedule::{Form, Met, Pairing, Scheduler};
use crate::standings::{Standings, points};
use crate::{Caps, Contestant, Openings, duel};

/// A tournament as its file describes it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// The game.
    pub game: String,
    /// Its options.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// Who meets whom.
    #[serde(default)]
    pub form: Form,
    /// Rounds of a Swiss tournament.
    #[serde(default = "five")]
    pub rounds: usize,
    /// Pairs of games in a meeting; each pair has one opening, played from both sides.
    #[serde(default = "one")]
    pub pairs: usize,
    /// Milliseconds a move.
    #[serde(default)]
    pub time_ms: Option<u64>,
    /// Nodes a move, for players that count them.
    #[serde(default)]
    pub nodes: Option<u64>,
    /// Random plies at the start of a game.
    #[serde(default)]
    pub opening: usize,
    /// Megabytes of memory for a bot.
    #[serde(default)]
    pub memory_mb: Option<u64>,
    /// Processes for a bot.
    #[serde(default)]
    pub processes: Option<usize>,
    /// What everything random follows from.
    #[serde(default)]
    pub seed: u64,
    /// Games at once; as many as there are cores when missing.
    #[serde(default)]
    pub threads: Option<usize>,
    /// A folder in which every sub-folder with a `bot.toml` is an entrant.
    #[serde(default)]
    pub class: Option<PathBuf>,
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

/// An entrant: a player by description, or a command with its folder.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entrant {
    /// Its name in the table.
    pub name: String,
    /// A built-in player.
    #[serde(default)]
    pub player: Option<String>,
    /// The words of a command.
    #[serde(default)]
    pub run: Vec<String>,
    /// The folder of the command.
    #[serde(default)]
    pub folder: Option<PathBuf>,
}

/// The file in a student's folder.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Manifest {
    #[serde(default)]
    #[expect(
        dead_code,
        reason = "building is the student's part; the field is allowed so that starters can say how"
    )]
    build: Vec<String>,
    run: Vec<String>,
}

/// A tournament that can run.
pub struct Tournament {
    plan: Plan,
    family: &'static Family,
    options: Options,
    entrants: Vec<Entrant>,
}

/// One game to be played.
#[derive(Clone, Copy)]
struct Job {
    pairing: Pairing,
    game: usize,
}

impl Tournament {
    /// Reads the file. Paths in it are relative to its folder.
    pub fn read(path: &Path) -> Result<Tournament, String> {
        let text =
            std::fs::read_to_string(path).map_err(|e| format!("cannot read '{}': {e}", path.display()))?;
        let plan: Plan = toml::from_str(&text)
            .map_err(|e| format!("cannot use '{}': {}", path.display(), e.to_string().trim()))?;
        Tournament::new(plan, path.parent().unwrap_or(Path::new(".")))
    }

    /// Checks the plan; `base` is where its relative paths begin.
    pub fn new(plan: Plan, base: &Path) -> Result<Tournament, String> {
        let family = table::family(&plan.game).map_err(|error| error.to_string())?;
        let options = plan.options.iter().fold(Options::none(), |all, (name, value)| all.with(name, value));
        let board = family.open(&options).map_err(|error| error.to_string())?;
        let mut entrants = plan.players.clone();
        for entrant in &mut entrants {
            entrant.folder = entrant.folder.take().map(|folder| base.join(folder));
        }
        if let Some(class) = &plan.class {
            entrants.extend(class_entrants(&base.join(class))?);
        }
        if entrants.len() < 2 {
            return Err(format!("there are {} players; expected at least 2", entrants.len()));
        }
        let mut names = HashSet::new();
        for entrant in &entrants {
            if !names.insert(&entrant.name) {
                return Err(format!("two players are called '{}'", entrant.name));
            }
            make(entrant, board.as_ref(), caps(&plan))?;
        }
        Ok(Tournament { plan, family, options, entrants })
    }

    /// The names in the order of the entries.
    pub fn names(&self) -> Vec<String> {
        self.entrants.iter().map(|entrant| entrant.name.clone()).collect()
    }

    /// Plays what the journal does not hold yet, telling `progress` of every game. Ends early when `stop` is set; the next run goes on from there.
    pub fn run(
        &self,
        journal: &Path,
        stop: &AtomicBool,
        progress: &(dyn Fn(&Entry, &Standings) + Sync),
    ) -> Result<Standings, String> {
        let (journal, entries) = Journal::open(journal)?;
        let book = Mutex::new((journal, entries));
        let mut scheduler = Scheduler::new(self.plan.form, self.entrants.len(), self.plan.rounds);
        let mut meetings = Vec::new();
        loop {
            let round: Vec<Pairing> = std::iter::from_fn(|| scheduler.next()).collect();
            meetings.extend(&round);
            self.play_round(&round, &book, stop, progress)?;
            let entries = &book.lock().expect("no thread panics with the book").1;
            if stop.load(Ordering::Relaxed) || !scheduler.advance(&met(&meetings, entries)) {
                break;
            }
        }
        let (_, mut entries) = book.into_inner().expect("no thread panics with the book");
        entries.sort_by_key(|entry| (entry.meeting, entry.game));
        Ok(Standings::of(&self.names(), &entries))
    }

    fn play_round(
        &self,
        round: &[Pairing],
        book: &Mutex<(Journal, Vec<Entry>)>,
        stop: &AtomicBool,
        progress: &(dyn Fn(&Entry, &Standings) + Sync),
    ) -> Result<(), String> {
        let done: HashSet<(usize, usize)> = {
            let book = book.lock().expect("no thread panics with the book");
            book.1.iter().map(|entry| (entry.meeting, entry.game)).collect()
        };
        let all =
            round.iter().flat_map(|&pairing| (0..2 * self.plan.pairs).map(move |game| Job { pairing, game }));
        let jobs: VecDeque<Job> =
            all.filter(|job| !done.contains(&(job.pairing.meeting, job.game))).collect();
        let jobs = Mutex::new(jobs);
        let problem: Mutex<Option<String>> = Mutex::new(None);
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        std::thread::scope(|scope| {
            for _ in 0..self.plan.threads.unwrap_or_else(cores).max(1) {
                scope.spawn(|| {
                    let mut bench = HashMap::new();
                    while !stop.load(Ordering::Relaxed) {
                        let Some(job) = jobs.lock().expect("no thread panics with the jobs").pop_front()
                        else {
                            return;
                        };
                        let written = self.play(job, &mut bench).and_then(|entry| {
                            let mut book = book.lock().expect("no thread panics with the book");
                            book.0
                                .add(&entry)
                                .map_err(|error| format!("cannot write the journal: {error}"))?;
                            book.1.push(entry.clone());
                            progress(&entry, &Standings::of(&self.names(), &book.1));
                            Ok(())
                        });
                        if let Err(error) = written {
                            stop.store(true, Ordering::Relaxed);
                            problem.lock().expect("no thread panics here").get_or_insert(error);
                        }
                    }
                });
            }
        });
        problem.into_inner().expect("no thread panics here").map_or(Ok(()), Err)
    }

    /// Plays one game. Games with the same number begin alike in every meeting, and both games of a pair get the same deals.
    fn play(&self, job: Job, bench: &mut HashMap<(usize, usize), Contestant>) -> Result<Entry, String> {
        let told = |error: &dyn std::fmt::Display| error.to_string();
        let pair = job.game / 2;
        let seed = Rng::derive(self.plan.seed, pair as u64).bits() >> 12;
        let openings = Openings::Balanced(self.plan.opening);
        let openings = if self.plan.opening == 0 { Openings::Random(0) } else { openings };
        let opening = openings.choose(self.family, &self.options, pair, seed).map_err(|e| told(&e))?;
        let mut board = self.family.open(&self.options).map_err(|e| told(&e))?;
        for text in &opening {
            board.play(text).map_err(|e| told(&e))?;
        }
        let Pairing { a, b, meeting, .. } = job.pairing;
        let seats = board.seat_names().len();
        let who: Vec<usize> = (0..seats).map(|seat| [a, b][(seat + job.game) % 2]).collect();
        let mut seated = Vec::new();
        for (seat, &player) in who.iter().enumerate() {
            let entrant = &self.entrants[player];
            let mut bot = match bench.remove(&(player, seat)) {
                Some(bot) => bot,
                None => make(entrant, board.as_ref(), caps(&self.plan))?,
            };
            let game_seed = Rng::derive(seed, (1 << 32) + (meeting * seats + seat) as u64).bits();
            let text = entrant.player.as_deref().unwrap_or_default();
            bot.new_game(board.as_ref(), text, game_seed).map_err(|e| told(&e))?;
            seated.push(bot);
        }
        let names = who.iter().map(|&player| self.entrants[player].name.clone()).collect();
        let mut session = Session::new(board, names, seed);
        let limits = Limits {
            time: self.plan.time_ms.map(Duration::from_millis),
            nodes: self.plan.nodes,
            depth: None,
        };
        let lapse = duel::play(&mut session, &mut seated, limits);
        let notes = seated.iter().map(|bot| bot.transcript().map_or_else(String::new, |t| t.notes)).collect();
        // Only the two players of the meeting stay warm; a class of bots must not all be in memory at once.
        bench.clear();
        bench.extend(who.iter().enumerate().map(|(seat, &player)| (player, seat)).zip(seated));
        Ok(Entry { meeting, game: job.game, players: [a, b], lapse, notes, record: session.record() })
    }
}

fn caps(plan: &Plan) -> Caps {
    let usual = Caps::default();
    Caps {
        memory: plan.memory_mb.map_or(usual.memory, |mb| mb << 20),
        processes: plan.processes.unwrap_or(usual.processes),
        ..usual
    }
}

fn make(entrant: &Entrant, board: &dyn table::Match, caps: Caps) -> Result<Contestant, String> {
    let told = |error: &dyn std::fmt::Display| format!("the player '{}' cannot play: {error}", entrant.name);
    match (&entrant.player, entrant.run.as_slice()) {
        (Some(text), []) => Contestant::new(board, text, 0, caps).map_err(|e| told(&e)),
        (None, words @ [_, ..]) => {
            let command = Command::new(words, entrant.folder.as_deref()).map_err(|e| told(&e))?;
            Ok(Contestant::process(command, caps))
        }
        _ => Err(told(&"expected either 'player' or 'run'")),
    }
}

/// Every sub-folder with a `bot.toml`, by name.
fn class_entrants(folder: &Path) -> Result<Vec<Entrant>, String> {
    let told =
        |path: &Path, error: &dyn std::fmt::Display| format!("cannot use '{}': {error}", path.display());
    let entries = std::fs::read_dir(folder).map_err(|e| told(folder, &e))?;
    let mut folders: Vec<PathBuf> =
        entries.flatten().map(|entry| entry.path()).filter(|path| path.is_dir()).collect();
    folders.sort();
    let mut entrants = Vec::new();
    for folder in folders {
        let path = folder.join("bot.toml");
        let text = std::fs::read_to_string(&path).map_err(|e| told(&path, &e))?;
        let manifest: Manifest = toml::from_str(&text).map_err(|e| told(&path, &e))?;
        let name = folder.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        entrants.push(Entrant { name, player: None, run: manifest.run, folder: Some(folder) });
    }
    Ok(entrants)
}

fn met(meetings: &[Pairing], entries: &[Entry]) -> Vec<Met> {
    let sum = |pairing: &Pairing| {
        let games = entries.iter().filter(|entry| entry.meeting == pairing.meeting);
        games.map(points).fold([0.0; 2], |sum, p| [sum[0] + p[0], sum[1] + p[1]])
    };
    meetings.iter().map(|pairing| (*pairing, sum(pairing)[0], sum(pairing)[1])).collect()
}

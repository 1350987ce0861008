//! A bot that is a process: the arbiter's end of the protocol.

use std::time::{Duration, Instant};

use game::Control;
use serde::{Deserialize, Serialize};
use table::{Bot, BotError, Idea, Match, Thought, Wanted};

use crate::clock::Clocks;
use crate::command::Bot as Command;
use crate::fault::shortened;
use crate::process::Process;
use crate::{Caps, Fault, Isolation, Lapse};

/// How often a waiting arbiter looks whether it was told to stop.
const GLANCE: Duration = Duration::from_millis(100);

/// Time to answer `stop`.
const STOPPING: Duration = Duration::from_secs(1);

/// Letters of a bot's name for itself.
const NAME: usize = 60;

/// Bytes of a line about its thinking; longer ones are not read.
const INFO: usize = 16 << 10;

/// A bot that is a process. It is started when first needed and again after it failed; the whole position is sent before every move, so a restarted
/// bot has lost nothing.
pub struct ExecBot {
    command: Command,
    isolation: Isolation,
    caps: Caps,
    process: Option<Process>,
    name: Option<String>,
    /// The game the process was last told about.
    told: Option<Told>,
    past: Transcript,
}

struct Told {
    newgame: String,
    start: Option<String>,
}

/// What was said in a game, for the record.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Transcript {
    /// The last lines: `> ` sent, `< ` received.
    pub talk: Vec<String>,
    /// The last part of stderr.
    pub notes: String,
}

impl ExecBot {
    /// A bot that has not been started yet.
    pub fn new(command: Command, isolation: Isolation, caps: Caps) -> ExecBot {
        ExecBot {
            command,
            isolation,
            caps,
            process: None,
            name: None,
            told: None,
            past: Transcript::default(),
        }
    }

    /// What it calls itself, once it has said so.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// The caps it is held to.
    pub fn caps_mut(&mut self) -> &mut Caps {
        &mut self.caps
    }

    /// The next move belongs to another game.
    pub fn new_game(&mut self) {
        self.told = None;
    }

    /// What was said lately.
    pub fn transcript(&self) -> Transcript {
        match &self.process {
            Some(process) => Transcript { talk: process.talk(), notes: process.notes() },
            None => self.past.clone(),
        }
    }

    /// Thinks as [`Bot::think`] does, but a failure has its name. With `clocks` the bot is told of them instead of a time for this move, which
    /// `control` still has: all that is left.
    pub fn answer(
        &mut self,
        board: &dyn Match,
        control: &Control,
        clocks: Option<&Clocks>,
        wanted: Wanted<'_>,
    ) -> Result<Thought, Lapse> {
        let result = self.attempt(board, control, clocks, wanted);
        if let Err(lapse) = &result {
            self.past = self.transcript();
            if lapse.fault != Fault::IllegalMove {
                self.process = None;
            }
            self.told = None;
        }
        result
    }

    /// Starts the process unless it runs, and greets it.
    pub fn ready(&mut self) -> Result<(), Lapse> {
        if self.process.is_some() {
            return Ok(());
        }
        let mut process = Process::start(&self.command, self.isolation, self.caps)?;
        let deadline = Instant::now() + self.caps.start;
        let name = &mut self.name;
        let greeting = greet(&mut process, deadline, |said| *name = Some(shortened(said.to_string(), NAME)));
        self.past = Transcript { talk: process.talk(), notes: process.notes() };
        greeting?;
        self.process = Some(process);
        self.told = None;
        Ok(())
    }

    fn attempt(
        &mut self,
        board: &dyn Match,
        control: &Control,
        clocks: Option<&Clocks>,
        mut wanted: Wanted<'_>,
    ) -> Result<Thought, Lapse> {
        let fresh = self.process.is_none();
        self.ready()?;
        let legal = board.legal();
        let limits = control.limits();
        // The clock begins when it is ready.
        let time = if fresh { limits.time } else { control.remaining() };
        let started = Instant::now();
        let deadline = started + time.map_or(self.caps.patience, |time| time + self.caps.margin);
        let process = self.process.as_mut().expect("it has just been started");
        let told = match &mut self.told {
            Some(told) => told,
            none => {
                let told = none.insert(introduce(board));
                process.say(&told.newgame, deadline)?;
                told
            }
        };
        process.say(&position(board, told.start.as_deref()), deadline)?;
        process.say(&format!("legal {}", legal.join(" ")), deadline)?;
        let mut go = String::from("go") + &clocks.map(Clocks::words).unwrap_or_default();
        for (name, value) in [
            ("movetime", time.filter(|_| clocks.is_none()).map(|time| time.as_millis() as u64)),
            ("nodes", limits.nodes),
            ("depth", limits.depth.map(u64::from)),
        ] {
            go += &value.map(|value| format!(" {name} {value}")).unwrap_or_default();
        }
        process.say(if go == "go" { "go movetime 1000" } else { &go }, deadline)?;
        let mut notes = Notes::default();
        let answer = listen(process, deadline, control, &mut notes, &mut wanted)?;
        let played = legal.iter().find(|mv| mv.eq_ignore_ascii_case(&answer)).cloned();
        let mv = match played {
            Some(mv) => mv,
            None => board
                .fork()
                .play(&answer)
                .map_err(|error| Lapse::new(Fault::IllegalMove, error.to_string()))?,
        };
        Ok(notes.thought(mv, started.elapsed()))
    }
}

/// The handshake.
fn greet(process: &mut Process, deadline: Instant, mut named: impl FnMut(&str)) -> Result<(), Lapse> {
    for (said, expected) in [("ugi", "ugiok"), ("isready", "readyok")] {
        process.say(said, deadline)?;
        loop {
            match process.hear(deadline)? {
                Some(line) if line == expected => break,
                Some(line) => {
                    if let Some(name) = line.strip_prefix("id name ") {
                        named(name);
                    }
                }
                None => return Err(process.too_late(&format!("no '{expected}' in answer to '{said}'"))),
            }
        }
    }
    Ok(())
}

fn introduce(board: &dyn Match) -> Told {
    let (info, options) = (board.info(), board.options());
    let words: String = options.iter().map(|(name, value)| format!(" {name}={value}")).collect();
    let start = board.start_position();
    let is_usual = board.fresh().start_position() == start;
    Told { newgame: format!("newgame {}{words}", info.name), start: (!is_usual).then_some(start) }
}

fn position(board: &dyn Match, start: Option<&str>) -> String {
    let moves = board.moves();
    let mut line = start.map_or("position start".to_string(), |text| format!("position pos {text}"));
    if !moves.is_empty() {
        line += " moves ";
        line += &moves.join(" ");
    }
    line
}

/// Waits for `bestmove`, taking notes.
fn listen(
    process: &mut Process,
    deadline: Instant,
    control: &Control,
    notes: &mut Notes,
    wanted: &mut Wanted<'_>,
) -> Result<String, Lapse> {
    let (started, mut deadline, mut stopped) = (Instant::now(), deadline, false);
    loop {
        let now = Instant::now();
        if now >= deadline {
            let spent = now.duration_since(started).as_millis();
            return Err(process.too_late(&format!("no 'bestmove' after {spent} ms")));
        }
        // When its time is over, it has the margin to answer; while it has time left, somebody else wants it to stop.
        if !stopped && control.stopped() && control.remaining().is_none_or(|left| !left.is_zero()) {
            stopped = true;
            deadline = now + STOPPING;
            process.say("stop", deadline)?;
        }
        let Some(line) = process.hear(deadline.min(now + GLANCE))? else { continue };
        if let Some(rest) = line.strip_prefix("bestmove") {
            // Some add the reply that they would think about; nobody thinks on another's time here.
            let mv = rest.split(" ponder ").next().unwrap_or(rest);
            return Ok(mv.trim().to_string());
        }
        if notes.take(&line)
            && let Some(report) = &mut wanted.report
            && let Some(idea) = notes.ideas.first()
        {
            report(&notes.thought(idea.mv.clone(), started.elapsed()));
        }
    }
}

/// What the bot said about its thinking.
#[derive(Default)]
struct Notes {
    depth: u32,
    nodes: u64,
    ideas: Vec<Idea>,
}

impl Notes {
    /// Takes an `info` line in; `true` when it says something about a move.
    fn take(&mut self, line: &str) -> bool {
        let Some(rest) = line.strip_prefix("info ").filter(|rest| rest.len() <= INFO) else { return false };
        let mut idea = Idea { mv: String::new(), score: 0.0, win: 0.5, exact: false, pv: Vec::new() };
        let (mut rank, mut words) = (1usize, rest.split_whitespace());
        while let Some(word) = words.next() {
            match word {
                "pv" => idea.pv = words.by_ref().take(200).map(str::to_string).collect(),
                "bound" => idea.exact = words.next() == Some("exact"),
                "depth" => self.depth = number(words.next()).unwrap_or(self.depth),
                "nodes" => self.nodes = number(words.next()).unwrap_or(self.nodes),
                "multipv" => rank = number(words.next()).unwrap_or(1).max(1),
                "score" => idea.score = finite(words.next()).unwrap_or(0.0),
                "win" => idea.win = finite(words.next()).unwrap_or(0.5).clamp(0.0, 1.0),
                _ => {}
            }
        }
        let Some(first) = idea.pv.first() else { return false };
        idea.mv = first.clone();
        if rank <= self.ideas.len() {
            self.ideas[rank - 1] = idea;
        } else if rank == self.ideas.len() + 1 && rank <= 500 {
            self.ideas.push(idea);
        }
        rank == 1
    }

    fn thought(&self, mv: String, time: Duration) -> Thought {
        let about = self.ideas.iter().find(|idea| idea.mv.eq_ignore_ascii_case(&mv));
        Thought {
            score: about.map_or(0.0, |idea| idea.score),
            win: about.map_or(0.5, |idea| idea.win),
            exact: about.is_some_and(|idea| idea.exact),
            pv: about.map_or_else(|| vec![mv.clone()], |idea| idea.pv.clone()),
            depth: self.depth,
            nodes: self.nodes,
            nps: (self.nodes as f64 / time.as_secs_f64().max(1e-6)) as u64,
            alpha_cuts: 0,
            beta_cuts: 0,
            time_ms: time.as_millis() as u64,
            lines: self.ideas.clone(),
            mv,
        }
    }
}

fn number<T: std::str::FromStr>(word: Option<&str>) -> Option<T> {
    word?.parse().ok()
}

/// A number that can be compared and written down.
fn finite(word: Option<&str>) -> Option<f64> {
    number(word).filter(|number: &f64| number.is_finite())
}

impl Bot for ExecBot {
    fn think(
        &mut self,
        board: &dyn Match,
        control: &Control,
        wanted: Wanted<'_>,
    ) -> Result<Thought, BotError> {
        if board.to_move().is_none() {
            return Err(BotError::NobodyToMove);
        }
        self.answer(board, control, None, wanted).map_err(|lapse| {
            BotError::Failed(format!("the bot '{}' failed: {lapse}", self.command.program.display()))
        })
    }
}

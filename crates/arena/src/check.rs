//! A bot walked through the protocol in numbered steps, up to the first that fails.

use std::time::{Duration, Instant};

use game::{Control, Limits, Rng};
use serde::Serialize;
use table::{Family, Session};

use crate::command::Bot as Command;
use crate::process::Process;
use crate::{Caps, Contestant, Isolation};

/// What a check came to.
#[derive(Clone, Debug, Serialize)]
pub struct Checked {
    /// How the bot was kept apart.
    pub isolation: Isolation,
    /// The steps in order; only the last can have failed.
    pub steps: Vec<Step>,
    /// The last part of what it wrote to stderr.
    pub stderr: String,
}

/// One step.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Step {
    /// From 1.
    pub number: usize,
    /// What is tried.
    pub title: &'static str,
    /// What went wrong; `None` when it went well.
    pub problem: Option<Problem>,
}

/// What went wrong in a step.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Problem {
    /// The line that failed: the last one sent or received.
    pub line: String,
    /// What was expected.
    pub expected: String,
    /// What happened instead.
    pub found: String,
}

impl Checked {
    /// Whether every step went well.
    pub fn passed(&self) -> bool {
        self.steps.iter().all(|step| step.problem.is_none())
    }
}

/// The steps, in order.
pub const STEPS: [&str; 8] = [
    "the process starts and stays alive",
    "it answers `ugi` with `ugiok`",
    "it answers `isready` with `readyok`",
    "it ignores lines it does not know",
    "it answers `go` with a legal `bestmove`",
    "it keeps to its time",
    "it plays a whole game from either seat",
    "it leaves on `quit`",
];

/// Time a move in the check.
const MOVE: Duration = Duration::from_millis(1000);

/// Time to leave in, besides the usual margin.
const LEAVING: Duration = Duration::from_secs(2);

/// Walks the bot through every step, telling `report` of each when it is done.
pub fn check(
    family: &Family,
    options: &game::Options,
    command: &Command,
    caps: Caps,
    report: &mut dyn FnMut(&Step),
) -> Result<Checked, table::OpenError> {
    let isolation = Isolation::best();
    let mut walk = Walk { steps: Vec::new(), report, process: None, stderr: String::new(), caps };
    // A problem ends the walk and has been noted already.
    let _ = walk.through(family, options, command, isolation)?;
    let stderr = walk.process.as_ref().map_or(walk.stderr.clone(), Process::notes);
    Ok(Checked { isolation, steps: walk.steps, stderr })
}

struct Walk<'a> {
    steps: Vec<Step>,
    report: &'a mut dyn FnMut(&Step),
    process: Option<Process>,
    stderr: String,
    caps: Caps,
}

/// The walk has ended early.
struct Stopped;

impl Walk<'_> {
    fn through(
        &mut self,
        family: &Family,
        options: &game::Options,
        command: &Command,
        isolation: Isolation,
    ) -> Result<Result<(), Stopped>, table::OpenError> {
        let board = family.open(options)?;
        let mut session =
            Session::new(board, vec![String::new(); family.open(options)?.seat_names().len()], 1);
        session.settle();
        Ok(self.steps_of(family, options, command, isolation, &session))
    }

    fn steps_of(
        &mut self,
        family: &Family,
        options: &game::Options,
        command: &Command,
        isolation: Isolation,
        session: &Session,
    ) -> Result<(), Stopped> {
        match Process::start(command, isolation, self.caps) {
            Ok(process) => self.process = Some(process),
            Err(lapse) => return self.failed("(start)", "a running process", &lapse.to_string()),
        }
        let pause = Instant::now() + Duration::from_millis(100);
        if let Err(lapse) = self.process().hear(pause) {
            return self.failed("(start)", "a running process", &lapse.to_string());
        }
        self.passed();
        for (said, expected) in [("ugi", "ugiok"), ("isready", "readyok")] {
            self.exchange(said, expected)?;
        }
        self.say("ludus-knows-this-and-you-need-not 1 2 3")?;
        self.exchange("isready", "readyok")?;
        let board = session.board();
        let words: String = board.options().iter().map(|(n, v)| format!(" {n}={v}")).collect();
        let legal = board.legal();
        self.say(&format!("newgame {}{words}", board.info().name))?;
        let moves = board.moves().join(" ");
        let moves = if moves.is_empty() { moves } else { format!(" moves {moves}") };
        self.say(&format!("position start{moves}"))?;
        self.say(&format!("legal {}", legal.join(" ")))?;
        let go = format!("go movetime {}", MOVE.as_millis());
        self.say(&go)?;
        let started = Instant::now();
        let answer = self.wait_for(&go, "bestmove", "bestmove and one of the legal moves")?;
        let spent = started.elapsed();
        let mv = answer.strip_prefix("bestmove").unwrap_or_default().trim();
        if board.fork().play(mv).is_err() {
            let shown: Vec<&str> = legal.iter().take(12).map(String::as_str).collect();
            let expected = format!("bestmove and one of the legal moves ({} ...)", shown.join(" "));
            return self.failed(&answer, &expected, &format!("'{mv}' is not legal"));
        }
        self.passed();
        if spent > MOVE + self.caps.margin {
            let expected = format!("bestmove within {} ms", MOVE.as_millis());
            return self.failed(&go, &expected, &format!("it took {} ms", spent.as_millis()));
        }
        self.passed();
        self.games(family, options, command)?;
        self.leave()
    }

    /// A game from each seat against random moves.
    fn games(&mut self, family: &Family, options: &game::Options, command: &Command) -> Result<(), Stopped> {
        let Ok(start) = family.open(options) else { return Err(Stopped) };
        let seats = start.seat_names().len();
        let mut bot = Contestant::process(command.clone(), self.caps);
        let limits = Limits { time: Some(MOVE), ..Limits::default() };
        for own in 0..seats.min(2) {
            let mut rng = Rng::new(own as u64 + 1);
            let mut session = Session::new(start.fork(), vec![String::new(); seats], own as u64);
            let _ = bot.new_game(start.as_ref(), 0);
            loop {
                session.settle();
                let Some(seat) = session.to_move() else { break };
                let mv = if seat == own {
                    match bot.think(session.board(), &Control::new(limits)) {
                        Ok(thought) => thought.mv,
                        Err(lapse) => {
                            let transcript = bot.transcript().unwrap_or_default();
                            self.stderr = transcript.notes;
                            self.process = None;
                            let line = transcript.talk.last().cloned().unwrap_or_default();
                            return self.failed(&line, "a legal bestmove in time", &lapse.to_string());
                        }
                    }
                } else {
                    let legal = session.board().legal();
                    legal[rng.below(legal.len())].clone()
                };
                if session.play(&mv, 0).is_err() {
                    return self.failed(&mv, "a legal move", "it was refused");
                }
            }
        }
        self.passed();
        Ok(())
    }

    fn leave(&mut self) -> Result<(), Stopped> {
        self.say("quit")?;
        let deadline = Instant::now() + LEAVING + self.caps.margin;
        while Instant::now() < deadline {
            if self.process().hear(deadline).is_err() {
                self.passed();
                return Ok(());
            }
        }
        self.failed(
            "> quit",
            &format!("the end of the process within {} s", LEAVING.as_secs()),
            "it is still running",
        )
    }

    fn process(&mut self) -> &mut Process {
        self.process.as_mut().expect("the process has been started in the first step")
    }

    fn deadline(&self) -> Instant {
        Instant::now() + self.caps.start
    }

    fn say(&mut self, line: &str) -> Result<(), Stopped> {
        let deadline = self.deadline();
        match self.process().say(line, deadline) {
            Ok(()) => Ok(()),
            Err(lapse) => {
                self.failed(&format!("> {line}"), "a process that reads its input", &lapse.to_string())
            }
        }
    }

    /// Says a line, waits for its answer, and counts the step as passed.
    fn exchange(&mut self, said: &str, expected: &str) -> Result<(), Stopped> {
        self.say(said)?;
        self.wait_for(said, expected, expected)?;
        self.passed();
        Ok(())
    }

    /// Waits for a line that begins with `word`.
    fn wait_for(&mut self, said: &str, word: &str, expected: &str) -> Result<String, Stopped> {
        let (deadline, mut last) = (self.deadline(), format!("> {said}"));
        loop {
            let problem = match self.process().hear(deadline) {
                Ok(Some(line)) if line.split_whitespace().next() == Some(word) => return Ok(line),
                Ok(Some(line)) => {
                    last = format!("< {line}");
                    continue;
                }
                Ok(None) => "no such line came".to_string(),
                Err(lapse) => lapse.to_string(),
            };
            return self
                .failed(&last, &format!("`{expected}` in answer to `{said}`"), &problem)
                .map(|()| last);
        }
    }

    fn passed(&mut self) {
        self.note(None);
    }

    fn failed(&mut self, line: &str, expected: &str, found: &str) -> Result<(), Stopped> {
        self.note(Some(Problem { line: line.into(), expected: expected.into(), found: found.into() }));
        Err(Stopped)
    }

    fn note(&mut self, problem: Option<Problem>) {
        let number = self.steps.len() + 1;
        let step = Step { number, title: STEPS[(number - 1).min(STEPS.len() - 1)], problem };
        (self.report)(&step);
        self.steps.push(step);
    }
}

//! The bot's end of the protocol: a game's own players offered to any arbiter, levels 0 to 2.

use std::io::{BufRead, Write};
use std::sync::{Arc, Mutex, mpsc};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use game::{Control, Limits, Options, Turn};
use table::expert::{Lang, Question};
use table::{Bot, Family, Match, Thought, Wanted, Who};

/// Shared, because a thinking thread reports while the conversation goes on.
type Out<W> = Arc<Mutex<W>>;

/// How long work under way may go on after `quit`, for scripts that write everything at once.
const GRACE: Duration = Duration::from_secs(1);

/// Talks until `quit` or the end of the input. At the end of the input a thought under way is finished if it has limits, and stopped if it has none;
/// `quit` is obeyed within a moment whatever was said before it.
pub fn serve<W: Write + Send + 'static>(
    family: Family,
    board: Box<dyn Match>,
    player: &Who,
    seed: u64,
    input: impl BufRead + Send + 'static,
    output: W,
) -> Result<(), String> {
    let bot = crate::player(board.as_ref(), player, seed).map_err(|error| error.to_string())?;
    let (sender, lines) = mpsc::channel();
    let all = Control::new(Limits::default());
    let leaving = all.clone();
    std::thread::spawn(move || {
        for line in input.split(b'\n').map_while(Result::ok) {
            let line = String::from_utf8_lossy(&line).trim().to_string();
            let quit = line.split_whitespace().next() == Some("quit");
            if sender.send(line).is_err() {
                return;
            }
            if quit {
                std::thread::sleep(GRACE);
                return leaving.stop();
            }
        }
    });
    let options = board.options();
    let mut engine = Engine {
        family,
        board,
        options,
        player: player.clone(),
        seed,
        lines: 1,
        ponders: false,
        lang: Lang::En,
        coaching: coach::Budget::Time(EXPLAINING),
        played: Played::default(),
        thinker: Thinker::Idle(bot),
        all,
        out: Arc::new(Mutex::new(output)),
    };
    for line in lines {
        if engine.obey(&line) == Flow::Quit || engine.all.stopped() {
            return Ok(());
        }
    }
    engine.finish();
    Ok(())
}

/// The last move that was chosen, kept by the thread that thinks.
type Played = Arc<Mutex<Option<String>>>;

/// How long the coach takes to explain when no number of nodes is set.
const EXPLAINING: Duration = Duration::from_secs(2);

/// What needs the board at rest. Other words are ignored, as the protocol asks, also while the player thinks.
const NEEDS_REST: [&str; 10] =
    ["newgame", "uginewgame", "position", "setoption", "go", "d", "query", "perft", "bench", "explain"];

#[derive(PartialEq, Eq)]
enum Flow {
    GoOn,
    Quit,
}

struct Engine<W> {
    family: Family,
    board: Box<dyn Match>,
    options: Options,
    player: Who,
    seed: u64,
    lines: usize,
    /// Whether answers also name the reply that is worth thinking about meanwhile.
    ponders: bool,
    lang: Lang,
    /// What an explanation may cost.
    coaching: coach::Budget,
    /// What was played at the last `go` from this position.
    played: Played,
    thinker: Thinker,
    /// All work of the conversation; it is stopped a moment after `quit` was read.
    all: Control,
    out: Out<W>,
}

/// The player: at rest, or at work in a thread of its own.
enum Thinker {
    Idle(Box<dyn Bot>),
    Busy { work: JoinHandle<Box<dyn Bot>>, control: Control, endless: bool, ponder: Option<Ponder> },
    Gone,
}

/// A thought on the opponent's time, about the position after a move that is expected of it. It has no clock yet, and answers only when this is
/// dropped.
struct Ponder {
    /// The time for the move, once it was expected rightly.
    time: Option<Duration>,
    /// Whether nothing else will end it then.
    endless: bool,
    _answer: mpsc::Sender<()>,
}

impl<W: Write + Send + 'static> Engine<W> {
    fn obey(&mut self, line: &str) -> Flow {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "quit" => {
                self.stop();
                self.rest();
                return Flow::Quit;
            }
            "stop" => {
                self.stop();
                self.rest();
            }
            "ponderhit" => self.ponder_hit(),
            "isready" => say(&self.out, "readyok"),
            "ugi" => self.introduce(),
            _ if !NEEDS_REST.contains(&word) => {}
            _ => {
                self.finish();
                if let Err(problem) = self.act(word, rest) {
                    say(&self.out, &format!("error {problem}"));
                }
            }
        }
        Flow::GoOn
    }

    fn introduce(&self) {
        say(&self.out, &format!("id name Ludus {} {}", self.family.info.name, self.player));
        say(&self.out, "option name multipv type spin default 1 min 1 max 500");
        say(&self.out, "option name lang type combo default en var en var sr var pt");
        say(&self.out, "option name coachnodes type spin default 0 min 0 max 1000000000");
        say(&self.out, "option name ponder type check default false");
        say(&self.out, "ugiok");
    }

    /// What [`NEEDS_REST`] lists.
    fn act(&mut self, word: &str, rest: &str) -> Result<(), String> {
        match word {
            "newgame" | "uginewgame" => self.new_game(rest),
            "position" => self.position(rest),
            "setoption" => self.set_option(rest),
            "go" => self.go(rest),
            "d" => {
                say(&self.out, &format!("position {}", self.board.position()));
                for row in self.board.picture().iter().flat_map(board_rows) {
                    say(&self.out, &format!("info string {row}"));
                }
                Ok(())
            }
            "query" => self.query(rest),
            "perft" => {
                let depth = rest.parse::<usize>().ok().filter(|depth| *depth <= 12);
                let depth = depth.ok_or(format!("cannot read the depth '{rest}'; expected 0 to 12"))?;
                let count = self.board.perft(depth, &self.all).ok_or("stopped before all were counted")?;
                say(&self.out, &format!("perft {depth} {count}"));
                Ok(())
            }
            "bench" => {
                let started = Instant::now();
                let nodes = self.board.signature().ok_or("this game has no bench")?;
                let nps = (nodes as f64 / started.elapsed().as_secs_f64().max(1e-9)) as u64;
                say(&self.out, &format!("bench nodes {nodes} nps {nps}"));
                Ok(())
            }
            "explain" => self.explain(rest),
            _ => Ok(()),
        }
    }

    fn new_game(&mut self, rest: &str) -> Result<(), String> {
        let mut words = rest.split_whitespace();
        let name = words.next().unwrap_or(self.family.info.name);
        if !name.eq_ignore_ascii_case(self.family.info.name) {
            return Err(format!(
                "the game '{name}' is not played here; expected '{}'",
                self.family.info.name
            ));
        }
        let mut options = if rest.contains('=') { Options::none() } else { self.options.clone() };
        for word in words {
            let (key, value) =
                word.split_once('=').ok_or(format!("cannot read '{word}'; expected key=value"))?;
            options = options.with(key, value);
        }
        let board = self.family.open(&options).map_err(|error| error.to_string())?;
        let bot =
            crate::player(board.as_ref(), &self.player, self.seed).map_err(|error| error.to_string())?;
        self.options = board.options();
        self.played = Played::default();
        self.board = board;
        self.thinker = Thinker::Idle(bot);
        Ok(())
    }

    /// `start` or `pos TEXT`, then `moves ...`.
    fn position(&mut self, rest: &str) -> Result<(), String> {
        let (place, moves) = match rest.split_once(" moves") {
            Some((place, moves)) => (place.trim(), moves),
            None => (rest, ""),
        };
        let opened = match place.split_once(' ') {
            None if place == "start" || place == "startpos" => self.family.open(&self.options),
            Some(("pos" | "fen", text)) => self.family.open_at(&Options::none(), text.trim()),
            _ => return Err(format!("cannot read the position '{place}'; expected 'start' or 'pos TEXT'")),
        };
        let mut board = opened.map_err(|error| error.to_string())?;
        for text in moves.split_whitespace() {
            board.play(text).map_err(|error| error.to_string())?;
        }
        if board.options() != self.board.options() {
            let bot = crate::player(board.as_ref(), &self.player, self.seed);
            self.thinker = Thinker::Idle(bot.map_err(|error| error.to_string())?);
        }
        self.played = Played::default();
        self.board = board;
        Ok(())
    }

    fn set_option(&mut self, rest: &str) -> Result<(), String> {
        let words: Vec<&str> = rest.split_whitespace().collect();
        match words.as_slice() {
            ["name", name, "value", value] if name.eq_ignore_ascii_case("lang") => {
                self.lang = value.parse().map_err(|error: table::expert::ExpertError| error.to_string())?;
                Ok(())
            }
            ["name", name, "value", value] if name.eq_ignore_ascii_case("coachnodes") => {
                let nodes = value.parse().ok().filter(|nodes| *nodes > 0);
                let nodes = nodes.ok_or(format!("cannot read '{value}'; expected a number of nodes"))?;
                self.coaching = coach::Budget::Nodes(nodes);
                Ok(())
            }
            ["name", name, "value", value] if name.eq_ignore_ascii_case("multipv") => {
                let lines = value.parse().ok().filter(|lines| (1..=500).contains(lines));
                self.lines = lines.ok_or(format!("cannot read '{value}'; expected 1 to 500"))?;
                Ok(())
            }
            ["name", name, "value", value] if name.eq_ignore_ascii_case("ponder") => {
                self.ponders =
                    value.parse().map_err(|_| format!("cannot read '{value}'; expected true or false"))?;
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn query(&mut self, rest: &str) -> Result<(), String> {
        let answer = match rest {
            "legal" => format!("legal {}", self.board.legal().join(" ")),
            "turn" => match (self.board.turn(), self.board.side()) {
                (_, Some(side)) => format!("turn {} {}", side.seat, side.name),
                (Turn::Chance, _) => "turn chance".to_string(),
                _ => "turn none".to_string(),
            },
            "result" => match self.board.ending() {
                Some(ending) => format!("result {}", ending.sentence(&self.board.seat_names())),
                None => "result none".to_string(),
            },
            _ => return Err(format!("cannot answer '{rest}'; expected legal, result or turn")),
        };
        say(&self.out, &answer);
        Ok(())
    }

    /// What the coach says of a move: the one named, the one that was played last, or the best; after `rules`, what the rules say.
    fn explain(&mut self, rest: &str) -> Result<(), String> {
        let (word, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        if word == "rules" {
            return self.explain_by_rules(after.trim());
        }
        let played = self.played.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).clone();
        let mv = Some(rest).filter(|mv| !mv.is_empty()).map(str::to_string).or(played);
        let question = coach::Question {
            lang: self.lang,
            seed: self.seed,
            stop: self.all.stop_flag(),
            ..coach::Question::new(mv.as_deref(), self.coaching)
        };
        let told = coach::explain(self.board.as_ref(), &question).map_err(|error| error.to_string())?;
        let coach::Verdict { exact, value, win, pv, .. } = &told.verdict;
        let kind = if *exact { "exact" } else { "search" };
        say(&self.out, &format!("info verdict {kind} value {value:.2} win {win:.4} pv {}", pv.join(" ")));
        say(&self.out, &format!("info string {}", told.statement));
        for reason in &told.reasons {
            let status = reason.status.name();
            let (sentence, line) = (reason.text.replace('"', "'"), reason.line.join(" "));
            say(&self.out, &format!("info reason {status} \"{sentence}\" line {line}"));
        }
        say(&self.out, &format!("explained {} {}", told.mv, told.class));
        Ok(())
    }

    /// The reasons of the rules for a move, or for the one that they choose.
    fn explain_by_rules(&mut self, mv: &str) -> Result<(), String> {
        let question = Question { mv: (!mv.is_empty()).then_some(mv), lang: self.lang, pack: None };
        let control = self.all.part(Limits { nodes: Some(table::expert::STEPS), ..Limits::default() });
        let explanation = table::expert::within(&control, || self.board.explain(&question));
        let explanation =
            explanation.map_err(|error| error.to_string())?.map_err(|error| error.to_string())?;
        for reason in &explanation.reasons {
            let sentence = reason.text.replace('"', "'");
            say(&self.out, &format!("info reason {} {} \"{sentence}\"", reason.rule, reason.points));
        }
        say(&self.out, &format!("explained {} {}", explanation.mv, explanation.points));
        Ok(())
    }

    fn go(&mut self, rest: &str) -> Result<(), String> {
        let Some(seat) = self.board.to_move() else { return Err("nobody is to move".into()) };
        let pondering = rest.split_whitespace().any(|word| word == "ponder");
        let mut limits = limits(rest, seat)?;
        let mut endless = limits == Limits::default();
        let (answer, wanted) = mpsc::channel();
        let ponder = pondering.then(|| Ponder { time: limits.time.take(), endless, _answer: answer });
        endless |= pondering;
        let control = self.all.part(limits);
        let thinking = control.clone();
        let Thinker::Idle(mut bot) = std::mem::replace(&mut self.thinker, Thinker::Gone) else {
            return Err("the player is gone".into());
        };
        let (board, out, lines) = (self.board.fork(), self.out.clone(), self.lines);
        let (played, ponders) = (self.played.clone(), self.ponders);
        let work = std::thread::spawn(move || {
            let told = out.clone();
            let mut report = |thought: &Thought| say(&told, &info(thought));
            let thought = bot.think(board.as_ref(), &thinking, Wanted { lines, report: Some(&mut report) });
            if pondering {
                // Until it is wanted; an error says that nobody will ask for it any more.
                let _ = wanted.recv();
            }
            match thought {
                Ok(thought) => {
                    *played.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) =
                        Some(thought.mv.clone());
                    let reply = thought.pv.get(1).filter(|_| ponders);
                    let reply = reply.map(|mv| format!(" ponder {mv}")).unwrap_or_default();
                    say(&out, &format!("{}\nbestmove {}{reply}", info(&thought), thought.mv));
                }
                Err(error) => say(&out, &format!("error {error}")),
            }
            bot
        });
        self.thinker = Thinker::Busy { work, control, endless, ponder };
        Ok(())
    }

    fn stop(&mut self) {
        if let Thinker::Busy { control, ponder, .. } = &mut self.thinker {
            control.stop();
            *ponder = None;
        }
    }

    /// The expected move was played: the thought goes on as one of our own, and its clock begins now.
    fn ponder_hit(&mut self) {
        let Thinker::Busy { control, endless, ponder, .. } = &mut self.thinker else { return };
        let Some(Ponder { time, endless: afterwards, .. }) = ponder.take() else { return };
        *endless = afterwards;
        if let Some(time) = time {
            let control = control.clone();
            std::thread::spawn(move || {
                std::thread::sleep(time);
                control.stop();
            });
        }
    }

    /// Waits until the player is at rest.
    fn rest(&mut self) {
        self.thinker = match std::mem::replace(&mut self.thinker, Thinker::Gone) {
            Thinker::Busy { work, .. } => work.join().map_or(Thinker::Gone, Thinker::Idle),
            idle => idle,
        };
    }

    /// Brings the player to rest: a thought with limits ends by itself, one without is ended by whatever comes next.
    fn finish(&mut self) {
        if let Thinker::Busy { endless: true, .. } = &self.thinker {
            self.stop();
        }
        self.rest();
    }
}

fn say<W: Write>(out: &Out<W>, text: &str) {
    let mut out = out.lock().expect("no thread panics while it writes");
    let _ = writeln!(out, "{text}").and_then(|()| out.flush());
}

pub(crate) fn board_rows(picture: &table::Picture) -> Vec<String> {
    let row = |row: &Vec<(char, Option<game::Ink>)>| row.iter().map(|(letter, _)| *letter).collect();
    picture.text.rows().iter().map(row).collect()
}

fn info(thought: &Thought) -> String {
    let about = |rank: usize, score: f64, win: f64, exact: bool, pv: &[String]| {
        let bound = if exact { " bound exact" } else { "" };
        format!(
            "info depth {} multipv {rank} score {score:.2} win {win:.4}{bound} nodes {} nps {} time {} pv {}",
            thought.depth,
            thought.nodes,
            thought.nps,
            thought.time_ms,
            pv.join(" ")
        )
    };
    if thought.lines.len() < 2 {
        return about(1, thought.score, thought.win, thought.exact, &thought.pv);
    }
    let lines = thought.lines.iter().enumerate();
    lines.map(|(i, l)| about(i + 1, l.score, l.win, l.exact, &l.pv)).collect::<Vec<_>>().join("\n")
}

/// What a `go` line allows the player in `seat`. A move gets a thirtieth of the clock and most of the increment.
fn limits(rest: &str, seat: usize) -> Result<Limits, String> {
    let mut limits = Limits::default();
    let (mut clock, mut increment) = (None, 0u64);
    let mut words = rest.split_whitespace();
    while let Some(word) = words.next() {
        if word == "infinite" || word == "ponder" {
            continue;
        }
        let value = words.next().unwrap_or_default();
        let number: u64 =
            value.parse().map_err(|_| format!("cannot read '{word} {value}'; expected a number"))?;
        match word {
            "movetime" => {
                limits.time = Some(Duration::from_millis(number.saturating_sub((number / 20).clamp(1, 50))))
            }
            "nodes" => limits.nodes = Some(number.max(1)),
            "depth" => limits.depth = Some(number.clamp(1, 200) as u32),
            _ if word == format!("p{}time", seat + 1) => clock = Some(number),
            _ if word == format!("p{}inc", seat + 1) => increment = number,
            _ => {}
        }
    }
    if let Some(left) = clock {
        let share = crate::clock::share(Duration::from_millis(left), Duration::from_millis(increment));
        limits.time = Some(limits.time.map_or(share, |time| time.min(share)));
    }
    Ok(limits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_become_limits() {
        let ms = |text: &str, seat| limits(text, seat).map(|l| l.time.map(|t| t.as_millis()));
        assert_eq!(ms("movetime 1000", 0), Ok(Some(950)));
        assert_eq!(ms("p1time 60000 p2time 3000 p1inc 0 p2inc 100", 0), Ok(Some(2000)));
        assert_eq!(ms("p1time 60000 p2time 3000 p1inc 0 p2inc 100", 1), Ok(Some(180)));
        assert_eq!(ms("infinite", 1), Ok(None));
        assert_eq!(limits("depth 4 nodes 9", 0).map(|l| (l.depth, l.nodes)), Ok((Some(4), Some(9))));
        assert!(limits("movetime soon", 0).is_err());
    }
}

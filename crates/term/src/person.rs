//! A person at this terminal as a player, where somebody else runs the game.

use std::io::{BufRead, Write};
use std::time::Instant;

use draw::{Colours, TextMarks};
use game::Control;
use table::{Bot, BotError, Match, Thought, Wanted};

use crate::lines::sentence;
use crate::order::Order;
use crate::prose;

/// A person who is shown the board and asked for a move.
pub struct Person<I, O> {
    /// Where moves come from.
    pub input: I,
    /// Where the board goes.
    pub out: O,
    /// How it is drawn.
    pub colours: Colours,
}

/// What can be typed besides a move.
const WORDS: &str = "moves, board, position, rules, quit";

impl<I: BufRead + Send, O: Write + Send> Bot for Person<I, O> {
    /// Asks until a legal move is typed. A clock that runs out does not interrupt typing: whoever runs the game decides what comes of it.
    fn think(&mut self, board: &dyn Match, control: &Control, _: Wanted<'_>) -> Result<Thought, BotError> {
        let broken = |error: std::io::Error| BotError::Failed(format!("cannot ask for a move: {error}"));
        let started = Instant::now();
        self.draw(board).map_err(broken)?;
        if let Some(time) = control.remaining() {
            writeln!(self.out, "{} s for this move.", time.as_secs_f64().round()).map_err(broken)?;
        }
        loop {
            let line = self.ask(board).map_err(broken)?;
            let left = || BotError::Failed("the person has left".to_string());
            match Order::read(&line.ok_or_else(left)?) {
                Order::Empty => {}
                Order::Quit | Order::Resign => return Err(left()),
                Order::Move(text) => match board.fork().play(&text) {
                    Ok(mv) => return Ok(chosen(mv, started)),
                    Err(error) => writeln!(self.out, "{}", sentence(&error.to_string())).map_err(broken)?,
                },
                Order::Moves => writeln!(self.out, "{}", board.legal().join(" ")).map_err(broken)?,
                Order::Board => self.draw(board).map_err(broken)?,
                Order::Position => writeln!(self.out, "{}", board.position()).map_err(broken)?,
                Order::Rules => {
                    let rules = prose::render(board.info().rules, prose::width());
                    write!(self.out, "{rules}").map_err(broken)?;
                }
                _ => {
                    let form = board.info().move_form;
                    writeln!(self.out, "A move is {form}. Besides moves: {WORDS}.").map_err(broken)?;
                }
            }
        }
    }
}

impl<I: BufRead, O: Write> Person<I, O> {
    fn draw(&mut self, board: &dyn Match) -> std::io::Result<()> {
        let Some(picture) = board.picture() else { return Ok(()) };
        let marks = TextMarks { last: picture.last, ..TextMarks::default() };
        writeln!(self.out, "{}", draw::ansi(&picture.text, &marks, self.colours))
    }

    /// The next line; `None` when the input ends.
    fn ask(&mut self, board: &dyn Match) -> std::io::Result<Option<String>> {
        let side = board.side().map_or(String::new(), |side| side.name);
        write!(self.out, "{side}> ")?;
        self.out.flush()?;
        let mut line = Vec::new();
        let read = self.input.read_until(b'\n', &mut line)?;
        Ok((read > 0).then(|| String::from_utf8_lossy(&line).into_owned()))
    }
}

/// A move without a judgement.
fn chosen(mv: String, started: Instant) -> Thought {
    Thought {
        pv: vec![mv.clone()],
        mv,
        score: 0.0,
        win: 0.5,
        exact: false,
        depth: 0,
        nodes: 0,
        nps: 0,
        alpha_cuts: 0,
        beta_cuts: 0,
        time_ms: started.elapsed().as_millis() as u64,
        lines: Vec::new(),
    }
}

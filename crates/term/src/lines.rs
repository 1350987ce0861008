//! Playing in plain lines, at a terminal or through a pipe.

use std::io::{self, BufRead, Write};
use std::time::Instant;

use draw::{Colours, TextMarks};
use table::Match;

use crate::order::{Order, WORDS};
use crate::stepping::Stepping;
use crate::{Play, prose};

/// What goes on after a line was handled.
enum Next {
    Ask,
    Go,
    Leave,
}

/// Plays to the end, or until the input ends or the person leaves. A refused move is asked for again, with the reason.
pub fn play(
    play: &mut Play,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
    colours: Colours,
) -> io::Result<()> {
    let mut table = LineTable { play, input, out, colours };
    let loaded_over = table.play.session.over();
    table.introduce()?;
    if loaded_over {
        return table.step_through();
    }
    table.run()?;
    table.conclude()
}

/// What can be typed at a finished game.
const STEPS: &str = "  Enter       the next move               back        one move back
  NUMBER      after so many moves         start, end  its beginning, its end
  moves       all moves                   why         about the move just shown
  position    print the position text     quit        leave
";

struct LineTable<'a> {
    play: &'a mut Play,
    input: &'a mut dyn BufRead,
    out: &'a mut dyn Write,
    colours: Colours,
}

impl LineTable<'_> {
    fn board(&self) -> &dyn Match {
        self.play.session.board()
    }

    fn introduce(&mut self) -> io::Result<()> {
        let info = self.board().info();
        let names = self.board().seat_names();
        let seats: Vec<String> = names
            .iter()
            .zip(self.play.session.players())
            .map(|(name, player)| format!("{name}: {player}"))
            .collect();
        let options = self.board().options().to_string();
        writeln!(self.out, "{} {options}   {}", info.title, seats.join("   "))?;
        if self.play.has_human() {
            writeln!(self.out, "A move is {}. Type help for more.", info.move_form)?;
        }
        writeln!(self.out)?;
        self.settle()?;
        self.draw()
    }

    fn run(&mut self) -> io::Result<()> {
        while !self.play.session.over() {
            if self.play.human_to_move() {
                if !self.ask()? {
                    return Ok(());
                }
            } else {
                match self.play.bot_move() {
                    Ok(played) => self.announce(&played)?,
                    Err(error) => return writeln!(self.out, "The player cannot go on: {error}."),
                }
            }
            self.settle()?;
            self.draw()?;
        }
        Ok(())
    }

    fn conclude(&mut self) -> io::Result<()> {
        match self.play.session.ending() {
            Some(ending) => writeln!(self.out, "{}.", ending.sentence(&self.board().seat_names()))?,
            None => writeln!(self.out, "The game is not finished.")?,
        }
        if let Err(sentence) = self.play.keep() {
            writeln!(self.out, "{sentence}.")?;
        }
        Ok(())
    }

    /// Goes through a finished game until the person leaves or the input ends. At the end of the moves, Enter leaves too.
    fn step_through(&mut self) -> io::Result<()> {
        if let Some(ending) = self.play.session.ending() {
            writeln!(self.out, "{}.", ending.sentence(&self.board().seat_names()))?;
        }
        let mut stepping = Stepping::at_the_end(&self.play.session);
        writeln!(self.out, "The game is over; it has {} moves:\n{STEPS}", stepping.end())?;
        stepping.go(0);
        loop {
            write!(self.out, "{}/{}> ", stepping.at(), stepping.end())?;
            self.out.flush()?;
            let mut line = Vec::new();
            if self.input.read_until(b'\n', &mut line)? == 0 {
                return writeln!(self.out);
            }
            let line = String::from_utf8_lossy(&line).trim().to_lowercase();
            let before = stepping.at();
            match line.as_str() {
                "" if before == stepping.end() => return Ok(()),
                "" | "next" => stepping.forward(),
                "back" | "b" => stepping.back(),
                "start" => stepping.go(0),
                "end" => stepping.go(stepping.end()),
                "quit" | "exit" => return Ok(()),
                "position" => writeln!(self.out, "{}", stepping.board().position())?,
                "why" => match self.play.why_on(stepping.board(), None) {
                    Ok(Some(text)) => writeln!(self.out, "{text}")?,
                    Ok(None) => writeln!(self.out, "Nothing has been played yet.")?,
                    Err(error) => writeln!(self.out, "{}", sentence(&error.to_string()))?,
                },
                "moves" => writeln!(self.out, "{}", self.board().moves().join(" "))?,
                number => match number.parse::<usize>() {
                    Ok(number) if number <= stepping.end() => stepping.go(number),
                    _ => writeln!(self.out, "{STEPS}")?,
                },
            }
            if stepping.at() != before {
                self.show_step(&stepping)?;
            }
        }
    }

    /// The moves that led here, and the board.
    fn show_step(&mut self, stepping: &Stepping) -> io::Result<()> {
        let board = stepping.board();
        if let (Some(mv), Some(mover)) = (board.moves().last(), board.movers().last()) {
            let name = mover.map_or("chance", |seat| board.seat_names()[seat]);
            writeln!(self.out, "{}. {name} plays {mv}", stepping.at())?;
        }
        if let Some(picture) = self.play.picture(board) {
            let marks = TextMarks { last: picture.last, ..TextMarks::default() };
            writeln!(self.out, "{}", draw::ansi(&picture.text, &marks, self.colours))?;
        }
        Ok(())
    }

    fn settle(&mut self) -> io::Result<()> {
        let events = self.play.session.settle();
        if !events.is_empty() {
            let texts: Vec<String> = events.into_iter().map(|event| event.text).collect();
            writeln!(self.out, "Dealt: {}", texts.join(" "))?;
        }
        Ok(())
    }

    fn draw(&mut self) -> io::Result<()> {
        if let Some(picture) = self.play.picture(self.board()) {
            let marks = TextMarks { last: picture.last, ..TextMarks::default() };
            let text = draw::ansi(&picture.text, &marks, self.colours);
            writeln!(self.out, "{text}")?;
        }
        self.out.flush()
    }

    fn announce(&mut self, played: &table::Played) -> io::Result<()> {
        let name = played.seat.map_or("chance", |seat| self.board().seat_names()[seat]);
        writeln!(self.out, "{name} plays {}", played.text)
    }

    /// Asks the person to move until something was played. `false` when the person leaves or the input ends.
    fn ask(&mut self) -> io::Result<bool> {
        let started = Instant::now();
        loop {
            let side = self.board().side().map_or(String::new(), |side| side.name);
            write!(self.out, "{side}> ")?;
            self.out.flush()?;
            let mut line = Vec::new();
            if self.input.read_until(b'\n', &mut line)? == 0 {
                writeln!(self.out)?;
                return Ok(false);
            }
            let line = String::from_utf8_lossy(&line);
            match self.obey(Order::read(&line), started)? {
                Next::Ask => {}
                Next::Go => return Ok(true),
                Next::Leave => return Ok(false),
            }
        }
    }

    fn obey(&mut self, order: Order, started: Instant) -> io::Result<Next> {
        match order {
            Order::Empty => {}
            Order::Quit => return Ok(Next::Leave),
            Order::Move(text) => match self.play.session.play(&text, started.elapsed().as_millis() as u64) {
                Ok(played) => {
                    self.announce(&played)?;
                    return Ok(Next::Go);
                }
                Err(error) => writeln!(self.out, "{}", self.play.refusal(&error))?,
            },
            Order::Undo => {
                if self.play.undo() {
                    return Ok(Next::Go);
                }
                writeln!(self.out, "There is nothing to take back.")?;
            }
            Order::Resign => {
                let seat = self.play.session.to_move().expect("a person is to move");
                self.play.session.forfeit(seat, "resignation");
                return Ok(Next::Go);
            }
            Order::Load(path) => match self.play.load(&path) {
                Ok(()) => return Ok(Next::Go),
                Err(reason) => writeln!(self.out, "{}", sentence(&reason))?,
            },
            Order::Save(path) => match self.play.save(&path) {
                Ok(()) => writeln!(self.out, "Saved to {}.", path.display())?,
                Err(reason) => writeln!(self.out, "{}", sentence(&reason))?,
            },
            Order::Hint => match self.play.hint() {
                Ok(step) => writeln!(self.out, "{step}")?,
                Err(error) => writeln!(self.out, "{}", sentence(&error.to_string()))?,
            },
            Order::Why(mv) => match self.play.why(mv.as_deref()) {
                Ok(Some(text)) => writeln!(self.out, "{text}")?,
                Ok(None) => writeln!(self.out, "Nothing has been played yet.")?,
                Err(error) => writeln!(self.out, "{}", sentence(&error.to_string()))?,
            },
            Order::NeedsFile(word) => writeln!(self.out, "Say which file: {word} FILE.")?,
            Order::Moves => writeln!(self.out, "{}", self.board().legal().join(" "))?,
            Order::Board => self.draw()?,
            Order::Position => writeln!(self.out, "{}", self.board().position())?,
            Order::Rules => write!(self.out, "{}", prose::render(self.play.rules(), prose::width()))?,
            Order::Help => {
                writeln!(self.out, "A move is {}. Besides moves:\n{WORDS}", self.board().info().move_form)?;
            }
        }
        Ok(Next::Ask)
    }
}

/// The text as a sentence: a capital at the start, a full stop at the end.
pub(crate) fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let Some(first) = letters.next() else { return String::new() };
    let stop = if text.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{}{}{stop}", first.to_uppercase(), letters.as_str())
}

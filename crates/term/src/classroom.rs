//! Puzzles and lessons in plain lines, at a terminal or through a pipe.

use std::io::{self, BufRead, Write};

use coach::CoachError;
use draw::{Colours, TextMarks};
use game::Limits;
use school::{
    Budget, Filling, Grade, Learner, School, SchoolError, Step, Task, ToldPly, Why, attempt, say, solution,
};
use table::expert::Lang;
use table::{Family, Games, Match, Session};

use crate::lines::sentence;
use crate::{Coaching, Occupant, Play, lines};

/// Somebody who learns a game at this terminal.
pub struct Classroom<'a> {
    /// The games.
    pub games: &'a Games,
    /// The game.
    pub family: &'a Family,
    /// What is taught of it.
    pub school: &'a School,
    /// Who learns.
    pub learner: &'a mut Learner,
    /// The language.
    pub lang: Lang,
    /// What one answer may cost.
    pub budget: Budget,
    /// What everything random follows from.
    pub seed: u64,
    /// What time it is, in seconds since 1970.
    pub now: fn() -> i64,
    /// Called whenever something is to be remembered.
    pub keep: &'a mut dyn FnMut(&Learner) -> Result<(), String>,
    /// How boards are drawn.
    pub colours: Colours,
}

/// What a person typed.
enum Typed {
    Nothing,
    Quit,
    Skip,
    Show,
    Help,
    Moves,
    Board,
    Move(String),
}

/// How somebody is done with a puzzle.
enum Done {
    Answered,
    Passed,
    Left,
}

/// Asks puzzles until the person leaves, the input ends or there are no more; with a theme, only those that have it.
pub fn practise(
    room: &mut Classroom<'_>,
    theme: Option<&str>,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
) -> io::Result<()> {
    Desk { room, input, out }.practise(theme)
}

/// Goes through the steps that are not done yet, or through those of one lesson, until the person leaves or the input ends.
pub fn learn(
    room: &mut Classroom<'_>,
    lesson: Option<&str>,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
) -> io::Result<()> {
    Desk { room, input, out }.learn(lesson)
}

struct Desk<'a, 'b> {
    room: &'a mut Classroom<'b>,
    input: &'a mut dyn BufRead,
    out: &'a mut dyn Write,
}

impl Desk<'_, '_> {
    fn practise(&mut self, theme: Option<&str>) -> io::Result<()> {
        let (mut first, mut passed) = (true, Vec::new());
        loop {
            let (school, seed, now) = (self.room.school, self.room.seed, (self.room.now)());
            let next = self.room.learner.next_but(&passed, school, theme, now, seed);
            let Some((puzzle, why)) = next else {
                return self.tell(if first { "no-puzzles" } else { "nothing-due" }, &[]);
            };
            let (puzzle, known) = (puzzle.clone(), self.room.learner.cards.contains_key(&puzzle.id));
            if why == Why::Ahead && !first {
                return self.tell("nothing-due", &[]);
            }
            let board = match puzzle.board(self.room.family) {
                Ok(board) => board,
                Err(error) => return writeln!(self.out, "{}", sentence(&error.to_string())),
            };
            let own = self.room.learner.rating(self.room.school.game()).rating;
            let number = |rating: f64| Filling::Number(rating.round() as i32);
            let heading =
                [("Id", Filling::word(&puzzle.id)), ("N", number(puzzle.rating)), ("Own", number(own))];
            self.tell("heading", &heading)?;
            match why {
                Why::Due | Why::Ahead if known => self.tell("why-due", &[])?,
                Why::Own => self.tell("why-own", &[])?,
                _ => {}
            }
            if first {
                self.tell("practice-help", &[])?;
            }
            first = false;
            self.draw(board.as_ref())?;
            writeln!(self.out, "{}", puzzle.aim_text(board.as_ref(), self.room.lang))?;
            match self.solve(&puzzle, board.as_ref())? {
                Done::Answered => {}
                Done::Passed => passed.push(puzzle.id),
                Done::Left => return Ok(()),
            }
        }
    }

    /// Says why there is no answer; why a move is refused, in the reader's language.
    fn refuse(&mut self, error: &SchoolError, board: &dyn Match) -> io::Result<()> {
        let lang = self.room.lang;
        let said = match error {
            SchoolError::Move(error) | SchoolError::Coach(CoachError::Move(error)) => {
                coach::refusal(lang, &board.phrases(lang), error)
            }
            other => other.to_string(),
        };
        writeln!(self.out, "{}", sentence(&said))
    }

    /// Asks for answers to one puzzle.
    fn solve(&mut self, puzzle: &school::Puzzle, board: &dyn Match) -> io::Result<Done> {
        let mut graded = None;
        loop {
            match self.ask(&side(board, self.room.lang))? {
                None | Some(Typed::Quit) => return Ok(Done::Left),
                Some(Typed::Skip) => return Ok(Done::Passed),
                Some(Typed::Nothing) => {}
                Some(Typed::Help) => self.tell("practice-help", &[])?,
                Some(Typed::Moves) => writeln!(self.out, "{}", board.legal().join(" "))?,
                Some(Typed::Board) => self.draw(board)?,
                Some(Typed::Show) => {
                    graded.get_or_insert(Grade::Again);
                    match solution(puzzle, board, self.room.lang) {
                        Ok((text, plies)) => self.answer(&text, &plies, board)?,
                        Err(error) => self.refuse(&error, board)?,
                    }
                    break;
                }
                Some(Typed::Move(mv)) => {
                    match attempt(puzzle, board, &mv, self.room.budget, self.room.lang) {
                        Ok(tried) => {
                            self.answer(&tried.text, &tried.plies, board)?;
                            let grade = if tried.right { Grade::Good } else { Grade::Again };
                            graded.get_or_insert(grade);
                            if tried.right {
                                break;
                            }
                            self.tell("try-again", &[])?;
                        }
                        Err(error) => self.refuse(&error, board)?,
                    }
                }
            }
        }
        self.remember(puzzle, graded.unwrap_or(Grade::Again))?;
        self.tell("next", &[])?;
        let left = matches!(self.ask("")?, None | Some(Typed::Quit));
        Ok(if left { Done::Left } else { Done::Answered })
    }

    fn remember(&mut self, puzzle: &school::Puzzle, grade: Grade) -> io::Result<()> {
        let now = (self.room.now)();
        let after = self.room.learner.practised(puzzle, grade, now);
        let names: Vec<&str> =
            puzzle.themes.iter().map(|kind| self.room.school.theme(kind, self.room.lang)).collect();
        if !names.is_empty() {
            let names = names.join(", ");
            self.tell("about", &[("M", Filling::word(names))])?;
        }
        let days = (after.due - now) / 86_400;
        let when = match days {
            0 => say(self.room.lang, "soon", &[]),
            days => say(self.room.lang, "days", &[("N", Filling::Number(days as i32))]),
        };
        let number = |rating: f64| Filling::Number(rating.round() as i32);
        let said =
            [("Before", number(after.before)), ("N", number(after.rating)), ("When", Filling::word(when))];
        self.tell("rated", &said)?;
        self.keep()
    }

    fn learn(&mut self, lesson: Option<&str>) -> io::Result<()> {
        let school = self.room.school;
        let all: Vec<(&Step, &str)> = school
            .lessons()
            .iter()
            .filter(|known| lesson.is_none_or(|wanted| known.id == wanted))
            .flat_map(|known| known.steps.iter().map(|step| (step, known.title(self.room.lang))))
            .collect();
        let done =
            |learner: &Learner, step: &Step| lesson.is_none() && learner.has_learnt(school.game(), &step.id);
        self.tell("learn-help", &[])?;
        let mut shown = "";
        for (at, (step, title)) in all.iter().enumerate() {
            if done(self.room.learner, step) {
                continue;
            }
            if shown != *title {
                writeln!(self.out, "\n== {title} ==")?;
                shown = *title;
            }
            let place = [("N", Filling::Number(at as i32 + 1)), ("Of", Filling::Number(all.len() as i32))];
            self.tell("step", &place)?;
            if !self.take(step)? {
                return Ok(());
            }
        }
        self.tell("all-done", &[])
    }

    /// One step; `false` when the person leaves.
    fn take(&mut self, step: &Step) -> io::Result<bool> {
        let board = match step.board(self.room.family) {
            Ok(board) => board,
            Err(error) => {
                writeln!(self.out, "{}", sentence(&error.to_string()))?;
                return Ok(false);
            }
        };
        if let Task::Match(small) = &step.task {
            return self.small_match(step, small, board);
        }
        self.draw(board.as_ref())?;
        writeln!(self.out, "{}", step.aim(self.room.lang))?;
        loop {
            match self.ask(&side(board.as_ref(), self.room.lang))? {
                None | Some(Typed::Quit) => return Ok(false),
                Some(Typed::Skip) => return Ok(true),
                Some(Typed::Nothing) => {}
                Some(Typed::Help | Typed::Show) => self.tell("learn-help", &[])?,
                Some(Typed::Moves) => writeln!(self.out, "{}", board.legal().join(" "))?,
                Some(Typed::Board) => self.draw(board.as_ref())?,
                Some(Typed::Move(mv)) => {
                    match step.answer(board.as_ref(), &mv, self.room.budget, self.room.lang) {
                        Ok(tried) => {
                            self.answer("", &tried.plies, board.as_ref())?;
                            writeln!(self.out, "{}\n", tried.text)?;
                            if tried.right {
                                self.done(step)?;
                                return Ok(true);
                            }
                            self.draw(board.as_ref())?;
                        }
                        Err(error) => self.refuse(&error, board.as_ref())?,
                    }
                }
            }
        }
    }

    fn done(&mut self, step: &Step) -> io::Result<()> {
        let now = (self.room.now)();
        self.room.learner.learnt(self.room.school.game(), &step.id, now);
        self.keep()
    }

    fn small_match(
        &mut self,
        step: &Step,
        small: &school::MiniMatch,
        board: Box<dyn Match>,
    ) -> io::Result<bool> {
        self.tell("match", &[("M", Filling::word(&small.opponent))])?;
        writeln!(self.out, "{}", step.aim(self.room.lang))?;
        let seats = board.seat_names().len();
        let mut occupants = Vec::new();
        let mut names = Vec::new();
        for seat in 0..seats {
            if seat == small.seat {
                occupants.push(Occupant::Human);
                names.push(table::PERSON.to_string());
                continue;
            }
            match board.named_bot(&small.opponent, self.room.seed.wrapping_add(seat as u64)) {
                Ok(bot) => occupants.push(Occupant::Bot(bot)),
                Err(error) => {
                    writeln!(self.out, "{}", sentence(&error.to_string()))?;
                    return Ok(false);
                }
            }
            names.push(small.opponent.clone());
        }
        let mut play = Play {
            games: self.room.games.clone(),
            session: Session::new(board, names, self.room.seed),
            seats: occupants,
            limits: Limits::default(),
            record: None,
            log: None,
            adviser: None,
            coaching: Coaching::new(self.room.lang),
        };
        lines::play(&mut play, self.input, self.out, self.room.colours)?;
        let Some(ending) = play.session.ending() else { return Ok(false) };
        if ending.winners == [small.seat + 1] {
            writeln!(self.out, "{}\n", step.good(self.room.lang))?;
            self.done(step)?;
            return Ok(true);
        }
        writeln!(self.out, "{}\n", step.wrong(self.room.lang))?;
        Ok(false)
    }

    fn keep(&mut self) -> io::Result<()> {
        match (self.room.keep)(self.room.learner) {
            Ok(()) => Ok(()),
            Err(reason) => writeln!(self.out, "{}", sentence(&reason)),
        }
    }

    fn tell(&mut self, key: &str, fillings: &[(&str, Filling)]) -> io::Result<()> {
        writeln!(self.out, "{}", sentence(&say(self.room.lang, key, fillings)))
    }

    /// A sentence, and a line told move by move.
    fn answer(&mut self, text: &str, plies: &[ToldPly], board: &dyn Match) -> io::Result<()> {
        if !text.is_empty() {
            writeln!(self.out, "{text}")?;
        }
        let (names, phrases) = (board.seat_names(), board.phrases(self.room.lang));
        for ply in plies {
            let who = ply.seat.map_or("".into(), |seat| phrases.say(names[seat - 1]));
            writeln!(self.out, "  {who:<9} {:<6} {}", ply.mv, ply.text)?;
        }
        Ok(())
    }

    fn draw(&mut self, board: &dyn Match) -> io::Result<()> {
        if let Some(mut picture) = board.picture() {
            let phrases = board.phrases(self.room.lang);
            picture.text.translate(&|text| phrases.say(text).into_owned());
            let marks = TextMarks { last: picture.last, ..TextMarks::default() };
            writeln!(self.out, "{}", draw::ansi(&picture.text, &marks, self.room.colours))?;
        }
        Ok(())
    }

    /// The next line; `None` when the input ends.
    fn ask(&mut self, side: &str) -> io::Result<Option<Typed>> {
        write!(self.out, "{side}> ")?;
        self.out.flush()?;
        let mut line = Vec::new();
        if self.input.read_until(b'\n', &mut line)? == 0 {
            writeln!(self.out)?;
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line);
        Ok(Some(match line.trim().to_ascii_lowercase().as_str() {
            "" => Typed::Nothing,
            "quit" | "exit" => Typed::Quit,
            "skip" => Typed::Skip,
            "show" => Typed::Show,
            "help" | "?" => Typed::Help,
            "moves" => Typed::Moves,
            "board" => Typed::Board,
            _ => Typed::Move(line.trim().to_string()),
        }))
    }
}

/// Who is to move, in the reader's language.
fn side(board: &dyn Match, lang: Lang) -> String {
    let phrases = board.phrases(lang);
    board.side().map_or_else(String::new, |side| phrases.say(&side.name).into_owned())
}

//! Menus that ask what to play.

use std::io::{self, BufRead, Write};

use game::{OptionSpec, Options};
use table::{Family, Games, Who};

/// What a person chose to play.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The game's name.
    pub game: String,
    /// Its options.
    pub options: Options,
    /// Who plays, by seat.
    pub players: Vec<Who>,
}

/// Who plays against whom.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    HumanComputer,
    HumanHuman,
    ComputerComputer,
}

const MODES: [(&str, Mode); 3] = [
    ("human against computer", Mode::HumanComputer),
    ("human against human", Mode::HumanHuman),
    ("computer against computer", Mode::ComputerComputer),
];

/// Asks for game, mode, options, who starts and opponents. `None` when the input ends first.
pub fn choose(games: &Games, input: &mut dyn BufRead, out: &mut dyn Write) -> io::Result<Option<Choice>> {
    Menu { games, input, out }.run()
}

struct Menu<'a> {
    games: &'a Games,
    input: &'a mut dyn BufRead,
    out: &'a mut dyn Write,
}

impl Menu<'_> {
    fn run(&mut self) -> io::Result<Option<Choice>> {
        let titles: Vec<String> = self
            .games
            .all()
            .iter()
            .map(|family| format!("{:<16} {}", family.info.title, family.info.tagline))
            .collect();
        let Some(index) = self.pick("Which game?", &titles, 0)? else { return Ok(None) };
        let family = &self.games.all()[index];
        let Some((options, seats)) = self.options(family)? else { return Ok(None) };
        let modes: Vec<String> = MODES.iter().map(|(text, _)| text.to_string()).collect();
        let Some(mode) = self.pick("Who plays?", &modes, 0)? else { return Ok(None) };
        let Some(players) = self.players(MODES[mode].1, &seats)? else { return Ok(None) };
        Ok(Some(Choice { game: family.info.name.to_string(), options, players }))
    }

    /// Asks for every option until the game can be made of them; the names of its seats come along.
    fn options(&mut self, family: &Family) -> io::Result<Option<(Options, Vec<String>)>> {
        loop {
            let mut options = Options::none();
            for spec in family.info.options {
                let Some(value) = self.value(spec)? else { return Ok(None) };
                options = options.with(spec.name, value);
            }
            match family.open(&options) {
                Ok(board) => {
                    let seats = board.seat_names().into_iter().map(String::from).collect();
                    return Ok(Some((options, seats)));
                }
                Err(error) => writeln!(self.out, "{}", crate::lines::sentence(&error.to_string()))?,
            }
        }
    }

    fn value(&mut self, spec: &OptionSpec) -> io::Result<Option<String>> {
        let examples = spec.choices.join(", ");
        write!(self.out, "{} ({}; for example {examples}) [{}]: ", spec.name, spec.help, spec.default)?;
        let Some(answer) = self.read()? else { return Ok(None) };
        Ok(Some(if answer.is_empty() { spec.default.to_string() } else { answer }))
    }

    fn players(&mut self, mode: Mode, seats: &[String]) -> io::Result<Option<Vec<Who>>> {
        let human = match mode {
            Mode::HumanHuman => return Ok(Some(vec![Who::Person; seats.len()])),
            Mode::ComputerComputer => None,
            Mode::HumanComputer => {
                let order = ["moves first", "moves second", "moves third", "moves fourth"];
                let names: Vec<String> = seats.iter().zip(order).map(|(s, o)| format!("{s} ({o})")).collect();
                match self.pick("Which seat is yours?", &names, 0)? {
                    None => return Ok(None),
                    Some(seat) => Some(seat),
                }
            }
        };
        let mut players = Vec::new();
        for (seat, name) in seats.iter().enumerate() {
            if human == Some(seat) {
                players.push(Who::Person);
                continue;
            }
            match self.opponent(name)? {
                None => return Ok(None),
                Some(player) => players.push(player),
            }
        }
        Ok(Some(players))
    }

    fn opponent(&mut self, seat: &str) -> io::Result<Option<Who>> {
        let listed: Vec<(&str, &str)> = table::players().collect();
        let texts: Vec<String> = listed.iter().map(|(name, help)| format!("{name:<12} {help}")).collect();
        let default = listed.iter().position(|(name, _)| *name == "greedy").unwrap_or(0);
        let question = format!("Who plays {seat}? (a number, or any player such as level3)");
        loop {
            self.list(&question, &texts, default)?;
            let Some(answer) = self.read()? else { return Ok(None) };
            let text = match answer.parse::<usize>() {
                _ if answer.is_empty() => listed[default].0,
                Ok(number) if (1..=listed.len()).contains(&number) => listed[number - 1].0,
                Ok(_) => {
                    writeln!(self.out, "Expected a number from 1 to {}.", listed.len())?;
                    continue;
                }
                Err(_) => &answer,
            };
            match text.parse() {
                Ok(who) => return Ok(Some(who)),
                Err(error) => writeln!(self.out, "{}", crate::lines::sentence(&error.to_string()))?,
            }
        }
    }

    /// Asks for one of several things by number; Enter takes the default.
    fn pick(&mut self, question: &str, items: &[String], default: usize) -> io::Result<Option<usize>> {
        loop {
            self.list(question, items, default)?;
            let Some(answer) = self.read()? else { return Ok(None) };
            if answer.is_empty() {
                return Ok(Some(default));
            }
            match answer.parse::<usize>() {
                Ok(number) if (1..=items.len()).contains(&number) => return Ok(Some(number - 1)),
                _ => writeln!(self.out, "'{answer}' is not a number from 1 to {}.", items.len())?,
            }
        }
    }

    fn list(&mut self, question: &str, items: &[String], default: usize) -> io::Result<()> {
        writeln!(self.out, "\n{question}")?;
        for (index, item) in items.iter().enumerate() {
            writeln!(self.out, "  {}. {item}", index + 1)?;
        }
        write!(self.out, "[{}]: ", default + 1)
    }

    fn read(&mut self) -> io::Result<Option<String>> {
        self.out.flush()?;
        let mut line = Vec::new();
        if self.input.read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        Ok(Some(String::from_utf8_lossy(&line).trim().to_string()))
    }
}

//! `ludus play`: a game in the terminal.

use std::io::{IsTerminal, stdin, stdout};
use std::path::Path;

use draw::Colours;
use game::{Limits, Options};
use table::{Games, Match, MoveLog, Session, Who};
use term::{Choice, Coaching, Occupant, Play};

use super::Format;
use crate::args::{PlayArgs, time};
use crate::failure::Failure;
use crate::output;

/// Who gives hints.
const ADVISERS: [&str; 2] = ["master", "greedy"];

pub fn run(games: &Games, args: &PlayArgs, options: &Options, format: Format) -> Result<(), Failure> {
    let limits = Limits { time: Some(time(&args.time)?), ..Limits::default() };
    let (session, players) = match &args.load {
        Some(path) => resume(games, path)?,
        None => match begin(games, args, options)? {
            Some(begun) => begun,
            None => return Ok(()),
        },
    };
    let play = seat(games, session, &players, args, limits)?;
    match format {
        Format::Json => silent(play),
        Format::Text if full_screen(args) => {
            let play = term::screen::play(play)
                .map_err(|e| Failure::failed(format!("cannot use the screen: {e}")))?;
            if let Some(ending) = play.session.ending() {
                output::line(format!("{}.", ending.sentence(&play.session.board().seat_names())));
            }
            Ok(())
        }
        Format::Text => in_lines(play),
    }
}

fn full_screen(args: &PlayArgs) -> bool {
    args.screen && stdin().is_terminal() && stdout().is_terminal()
}

pub fn colours() -> Colours {
    let plain = std::env::var_os("NO_COLOR").is_some_and(|v| !v.is_empty()) || !stdout().is_terminal();
    if plain { Colours::Plain } else { Colours::Rich }
}

/// A game and who plays it, by seat.
type Begun = (Session, Vec<Who>);

/// The last session of a file.
fn resume(games: &Games, path: &Path) -> Result<Begun, Failure> {
    let record = table::files::record(path, None).map_err(Failure::failed)?;
    let players: Result<Vec<Who>, _> = record.players.iter().map(|player| player.parse()).collect();
    Ok((Session::resume(games, &record).map_err(Failure::failed)?, players.map_err(Failure::failed)?))
}

/// A fresh session by arguments or by menus; `None` when the person left the menus.
fn begin(games: &Games, args: &PlayArgs, options: &Options) -> Result<Option<Begun>, Failure> {
    let seed = args.seed.unwrap_or_else(random_seed);
    let Some(name) = &args.game else {
        let choice = term::menu::choose(games, &mut stdin().lock(), &mut stdout());
        let choice = choice.map_err(|e| Failure::failed(format!("cannot ask: {e}")))?;
        let Some(Choice { game, options, players }) = choice else { return Ok(None) };
        let board = games.find(&game)?.open(&options)?;
        return Ok(Some(fresh(board, players, seed)));
    };
    let family = games.find(name)?;
    let board = match &args.position {
        Some(position) => family.open_at(options, position).map_err(Failure::failed)?,
        None => family.open(options)?,
    };
    let players = players(args, board.as_ref())?;
    Ok(Some(fresh(board, players, seed)))
}

fn fresh(board: Box<dyn Match>, players: Vec<Who>, seed: u64) -> Begun {
    let names = players.iter().map(Who::to_string).collect();
    (Session::new(board, names, seed), players)
}

/// Who plays, by seat: people unless said otherwise.
fn players(args: &PlayArgs, board: &dyn Match) -> Result<Vec<Who>, Failure> {
    let given = [&args.p1, &args.p2, &args.p3, &args.p4];
    let seats = board.seat_names().len();
    if let Some(extra) = given.iter().skip(seats).position(|player| player.is_some()) {
        let number = seats + extra + 1;
        return Err(Failure::usage(format!("--p{number} is given, but only {seats} play")));
    }
    Ok(given.iter().take(seats).map(|player| player.as_ref().unwrap_or(&Who::Person).clone()).collect())
}

fn seat(
    games: &Games,
    session: Session,
    players: &[Who],
    args: &PlayArgs,
    limits: Limits,
) -> Result<Play, Failure> {
    super::tell_isolation(players)?;
    let mut seats = Vec::new();
    for (seat, player) in players.iter().enumerate() {
        seats.push(match player {
            Who::Person => Occupant::Human,
            player => {
                let seed = session.seed().wrapping_add(seat as u64 + 1);
                Occupant::Bot(arena::player(session.board(), player, seed).map_err(Failure::usage)?)
            }
        });
    }
    let coaching = Coaching::new(args.lang.parse().map_err(Failure::usage)?);
    let adviser = ADVISERS.iter().find_map(|name| session.board().named_bot(name, session.seed()).ok());
    let record = args.record.clone();
    let log = args.log.as_deref().map(MoveLog::open).transpose().map_err(Failure::failed)?;
    Ok(Play { games: games.clone(), session, seats, limits, record, log, adviser, coaching })
}

fn in_lines(mut play: Play) -> Result<(), Failure> {
    let done = term::lines::play(&mut play, &mut stdin().lock(), &mut stdout(), colours());
    match done {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Failure::failed(format!("cannot go on: {error}")))
        }
        _ => Ok(()),
    }
}

/// Plays without a word and prints the record.
fn silent(mut play: Play) -> Result<(), Failure> {
    if play.has_human() {
        return Err(Failure::usage("--json needs a computer player in every seat"));
    }
    loop {
        play.session.settle();
        if play.session.over() {
            break;
        }
        play.bot_move().map_err(Failure::failed)?;
    }
    play.keep().map_err(Failure::failed)?;
    output::json(&play.session.record());
    Ok(())
}

fn random_seed() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(1, |since| since.as_micros() as u64 & 0xffff_ffff)
}

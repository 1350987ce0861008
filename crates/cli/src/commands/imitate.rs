//! `ludus train --method seed`: a net that learns from the results of games and advises `meanmax:net`.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use arena::duel::Report;
use arena::training::{LearningError, Unfinished};
use arena::{Crew, Duel, Openings, Terms};
use game::Options;
use serde_json::json;
use table::learn::{Lessons, Place, Shelf, Transcript};
use table::{Family, read_transcripts};

use super::Format;
use super::train::{TrainArgs, learn, tell_resumed};
use crate::failure::Failure;
use crate::output;

/// The player that the net makes.
const PLAYER: &str = "meanmax:net";

/// Games that show what the net is good for.
const GAMES: usize = 100;

pub fn run(
    shelf: &Shelf,
    args: &TrainArgs,
    (family, options): (&Family, &Options),
    crew: &Crew,
    stop: &AtomicBool,
    format: Format,
) -> Result<(), Failure> {
    if args.minutes.is_some() {
        return Err(Failure::usage("the method seed counts rounds, not minutes; see --rounds"));
    }
    if args.deep.is_some() {
        return Err(Failure::usage("the method seed has no deep games; --deep is for the method td"));
    }
    let board = family.open(options)?;
    let usual = Lessons::default();
    let lessons = Lessons {
        rounds: args.rounds.unwrap_or(usual.rounds),
        games: args.selfplay.unwrap_or(usual.games),
        seed: args.seed,
    };
    board.imitate(lessons, &[], None).map_err(Failure::failed)?;
    let games = match &args.records {
        Some(path) => games(path)?,
        None => {
            note!("ludus: learning from its own games alone; --records FILE names a file of others");
            Vec::new()
        }
    };
    let begin = |checkpoint: Option<&[u8]>| board.imitate(lessons, &games, checkpoint);
    let unfinished = Unfinished::find(&args.out, args.seed, &begin)?;
    tell_resumed(&unfinished);
    note!("ludus: {}", unfinished.training.remark());
    let (layout, kept) = (unfinished.training.layout(), unfinished.file.clone());
    if !learn(args, unfinished, (family, options), crew, stop, &|| None)? {
        let sentence = format!("stopped; the same command goes on from '{}'", kept.display());
        output::either(format, &json!({ "layout": layout, "stopped": true }), &sentence);
        return Ok(());
    }
    let net = Shelf::file(&args.out, &layout, Place::Net);
    std::fs::rename(Shelf::file(&args.out, &layout, Place::Candidate), &net)
        .map_err(LearningError::file("write", &net))?;
    let _ = std::fs::remove_file(&kept);
    shelf.use_folder(&args.out);
    let trial = Duel {
        family: family.clone(),
        options: options.clone(),
        players: [PLAYER, "random"].map(|player| player.parse().expect("a fixed description")),
        pairs: args.games.unwrap_or(GAMES).div_ceil(2),
        openings: Openings::Random(0),
        sprt: None,
        terms: Terms::default(),
        seed: args.seed,
        log: None,
    };
    let report = trial.run(crew, None, stop, &|_| {}).map_err(Failure::failed)?;
    let sides = sides(&report, &board.seat_names());
    match format {
        Format::Json => {
            let side = |side: &Side| json!({ "side": side.name, "games": side.games, "wins": side.wins, "plies": side.plies() });
            let sides: Vec<_> = sides.iter().map(side).collect();
            output::json(
                &json!({ "layout": layout, "stopped": false, "net": net, "rival": "random", "sides": sides }),
            );
        }
        Format::Text => {
            output::line(format!("the net is in '{}'", net.display()));
            for side in sides.iter().filter(|side| side.games > 0) {
                let (name, wins, games) = (side.name, side.wins, side.games);
                let plies = side.plies();
                output::line(format!(
                    "{PLAYER} as {name}: {wins} of {games} won against random, {plies:.1} plies a game"
                ));
            }
        }
    }
    Ok(())
}

/// The games in a file.
fn games(path: &Path) -> Result<Vec<Transcript>, Failure> {
    let text = std::fs::read_to_string(path).map_err(LearningError::file("read", path))?;
    read_transcripts(&text).map_err(|e| Failure::failed(format!("cannot use '{}': {e}", path.display())))
}

/// What the player came to from one seat.
struct Side {
    name: &'static str,
    games: usize,
    wins: usize,
    moves: usize,
}

impl Side {
    fn plies(&self) -> f64 {
        self.moves as f64 / self.games.max(1) as f64
    }
}

fn sides(report: &Report, names: &[&'static str]) -> Vec<Side> {
    let side = |(seat, &name): (usize, &&'static str)| {
        let mut side = Side { name, games: 0, wins: 0, moves: 0 };
        for record in report.records.iter().filter(|record| record.players[seat] == PLAYER) {
            side.games += 1;
            side.moves += record.moves.len();
            side.wins += usize::from(record.result.as_ref().is_some_and(|end| end.winners == [seat + 1]));
        }
        side
    };
    names.iter().enumerate().map(side).collect()
}

//! Replays a file of recorded games (one JSON object a line with `end` and `moves`) and says how many end as recorded.
//!
//! `cargo run --release -p ludus-tablut --example replay -- FILE`. Endings: `WW`, `BW`, `D` by rule; with `!` because the loser tried an
//! illegal move, which is not among the moves; `?W`, `?B` stopped with that side to move. A game that is recorded as won though its last
//! position is not decided was forfeited by the side to move, and is counted by itself.

use std::collections::BTreeMap;

use game::{Game, Line, Turn};
use ludus_tablut::{Side, Tablut};
use serde_json::Value;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("expected the path of a file of games")?;
    let mut counts: BTreeMap<String, [usize; 3]> = BTreeMap::new();
    for (number, game) in std::fs::read_to_string(path)?.lines().enumerate() {
        let game: Value = serde_json::from_str(game)?;
        let text = |name: &str| game[name].as_str().unwrap_or_default();
        let count = counts.entry(text("end").to_string()).or_default();
        count[0] += 1;
        match replay(text("moves"), text("end")) {
            Ok(Match::Ending) => count[1] += 1,
            Ok(Match::Forfeit) => count[2] += 1,
            Err(why) => println!("game {}: {why}", number + 1),
        }
    }
    for (end, [games, agree, forfeits]) in counts {
        let wrong = games - agree - forfeits;
        println!(
            "{end:>3}: {agree} of {games} replay to the recorded ending, {forfeits} forfeited, {wrong} wrong"
        );
    }
    Ok(())
}

/// How the replay agrees with the record.
enum Match {
    /// The game ends as recorded.
    Ending,
    /// The game is not over, and the side to move is recorded as the loser.
    Forfeit,
}

/// Plays the moves and compares the ending.
fn replay(moves: &str, end: &str) -> Result<Match, String> {
    let mut line = Line::new(Tablut, Tablut.start());
    for (ply, text) in (1..).zip(moves.split_whitespace()) {
        let mv = match Tablut.read_move(line.state(), text) {
            Ok(mv) if line.turn() != Turn::Over => mv,
            Ok(_) => return Err(format!("over before ply {ply}, {text}")),
            Err(why) => return Err(format!("ply {ply}: {why}")),
        };
        line.play(mv).map_err(|_| format!("ply {ply}: {text} is illegal"))?;
    }
    let reached = match (line.turn(), line.outcome()) {
        (_, Some(outcome)) if outcome.winners.len() == 2 => "D",
        (_, Some(outcome)) if outcome.winners.contains(Side::White.seat()) => "WW",
        (_, Some(_)) => "BW",
        (Turn::Player(seat), None) if seat == Side::White.seat() => "?W",
        _ => "?B",
    };
    match (end, reached) {
        _ if end == reached => Ok(Match::Ending),
        ("WW!", "?B") | ("BW!", "?W") => Ok(Match::Ending),
        ("WW", "?B") | ("BW", "?W") => Ok(Match::Forfeit),
        _ => Err(format!("reached {reached}, recorded {end}")),
    }
}

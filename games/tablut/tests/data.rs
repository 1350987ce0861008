//! Agreement with positions and games whose counts and endings are known from the competition's server.

#![allow(clippy::unwrap_used)]

use game::{Draw, Game, Line, Turn, perft};
use ludus_tablut::{Ending, Side, State, Tablut};
use serde_json::Value;

fn file(name: &str) -> String {
    let path = format!("{}/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("cannot read {path}: {e}"))
}

/// The positions of `positions.json` with what is known of them.
fn positions() -> Vec<(State, Value)> {
    let data: Value = serde_json::from_str(&file("positions.json")).unwrap();
    let read = |entry: &Value| {
        let rows: Vec<&str> = entry["rows"].as_array().unwrap().iter().map(|r| r.as_str().unwrap()).collect();
        let text = format!("{} {}", rows.join("/").replace('.', "1"), entry["side"].as_str().unwrap());
        let state = Tablut.read(&merge_runs(&text)).unwrap_or_else(|e| panic!("{text}: {e}"));
        (state, entry.clone())
    };
    data["positions"].as_array().unwrap().iter().map(read).collect()
}

/// `1111` becomes `4`.
fn merge_runs(text: &str) -> String {
    (2..=9).rev().fold(text.to_string(), |text, n| text.replace(&"1".repeat(n), &n.to_string()))
}

#[test]
fn positions_have_the_known_counts() {
    let positions = positions();
    assert_eq!(positions.len(), 23);
    for (state, known) in positions {
        let id = known["id"].as_str().unwrap();
        for (depth, name) in [(1, "moves"), (2, "perft2"), (3, "perft3")] {
            assert_eq!(
                Some(perft(&Tablut, &state, depth)),
                known[name].as_u64(),
                "{name} of {id}:\n{}",
                Tablut.text(&state)
            );
        }
    }
}

#[test]
fn positions_have_the_known_captures_and_wins() {
    for (state, known) in positions() {
        let mut moves = Vec::new();
        Tablut.moves(&state, &mut moves);
        let (mut captures, mut escapes, mut kings) = (0, 0, 0);
        for &mv in &moves {
            let mut next = state;
            Tablut.play(&mut next, mv);
            let pawns = |s: &State| s.white().count_ones() + s.black().count_ones();
            captures += u64::from(pawns(&next) < pawns(&state));
            assert_eq!(Tablut.irreversible(&state, mv), pawns(&next) < pawns(&state));
            escapes += u64::from(next.ending() == Some(Ending::Escaped));
            kings += u64::from(next.ending() == Some(Ending::Captured));
        }
        let counts = [("captures_at_1", captures), ("white_wins_at_1", escapes), ("black_wins_at_1", kings)];
        for (name, count) in counts {
            // The positions taken from random games give counts of sequences only.
            if let Some(expected) = known[name].as_u64() {
                assert_eq!(count, expected, "{name} of {}", known["id"]);
            }
        }
    }
}

#[test]
fn sequences_are_as_many_as_perft_txt_says() {
    for line in file("perft.txt").lines().filter(|line| !line.starts_with('#')) {
        let (position, counts) = line.split_once(": ").unwrap();
        let state = Tablut.read(position).unwrap();
        for (depth, count) in (1..).zip(counts.split(' ')) {
            assert_eq!(
                perft(&Tablut, &state, depth),
                count.parse::<u64>().unwrap(),
                "depth {depth} of {position}"
            );
        }
    }
}

/// Every game must be legal move by move, end exactly at its last move, and end as recorded.
#[test]
fn generated_games_end_as_recorded() {
    let games = file("playouts.jsonl");
    assert_eq!(games.lines().count(), 500);
    let mut draws = 0;
    for (number, game) in games.lines().enumerate() {
        let game: Value = serde_json::from_str(game).unwrap();
        let mut line = Line::new(Tablut, Tablut.start());
        for text in game["moves"].as_str().unwrap().split(' ') {
            assert_ne!(line.turn(), Turn::Over, "game {number} ends before {text}");
            let mv = Tablut.read_move(line.state(), text).unwrap_or_else(|e| panic!("game {number}: {e}"));
            line.play(mv).unwrap();
        }
        let outcome = line.outcome().unwrap_or_else(|| panic!("game {number} does not end"));
        let white = outcome.winners.contains(Side::White.seat());
        let black = outcome.winners.contains(Side::Black.seat());
        let end = match (white, black) {
            (true, true) => "D",
            (true, false) => "WW",
            _ => "BW",
        };
        assert_eq!(end, game["end"], "game {number}: {}", outcome.ending);
        assert_eq!(Some(line.moves().len() as u64), game["plies"].as_u64());
        draws += usize::from(end == "D");
    }
    assert!(draws > 0, "some games must be drawn by repetition");
}

//! The scoring vectors: wall-tiling, floor and bonuses.

#![allow(clippy::unwrap_used)]

use game::{Game, Seat};
use ludus_azul::{Azul, Colour, Wall};
use serde_json::Value;

fn vectors() -> Vec<Value> {
    serde_json::from_str(include_str!("scoring.json")).expect("the vectors are JSON")
}

fn numbers(value: &Value) -> Vec<i64> {
    value.as_array().unwrap().iter().map(|n| n.as_i64().unwrap()).collect()
}

fn strings(value: &Value) -> Vec<String> {
    value.as_array().unwrap().iter().map(|s| s.as_str().unwrap().to_string()).collect()
}

/// The wall of a vector, as rows of letters and dots, in the form of a position text.
fn wall_text(rows: &[String]) -> String {
    let cells = rows.iter().map(|row| row.chars().map(|c| (c != '.').then_some(c)).collect::<Vec<_>>());
    game::rows::write(cells)
}

/// A position in which player 2 takes the last tile, a white one, after which player 1's board is tiled.
fn position(wall: &str, lines: &[String], floor: &str, score: i64) -> String {
    let board = format!("{score}:{wall}:{}:{floor}", lines.join("/"));
    let marker = if floor.contains('*') { "W" } else { "*W" };
    let mut bag = [20i64; 5];
    for (index, colour) in "BYRKW".chars().enumerate() {
        let letters = |text: &str| text.chars().filter(|&c| c == colour).count() as i64;
        let held = |line: &&String| line.starts_with(colour);
        let in_lines: i64 = lines.iter().filter(held).map(|line| line[1..].parse::<i64>().unwrap()).sum();
        bag[index] -= letters(wall) + letters(floor) + in_lines + letters(marker);
    }
    let bag = bag.map(|n| n.to_string()).join(".");
    format!("c 4 2 1 -/-/-/-/- {marker} {bag} 0.0.0.0.0 {board} 0:5/5/5/5/5:-/-/-/-/-:-")
}

#[test]
fn every_vector_scores_as_the_rulebook_says() {
    let game = Azul::<2>;
    let vectors = vectors();
    assert_eq!(vectors.len(), 20);
    for vector in vectors {
        let name = vector["name"].as_str().unwrap();
        let wall = wall_text(&strings(&vector["wall"]));
        // Nine tiles fell in one vector: the floor holds seven of them.
        let fallen = vector["floor"].as_u64().unwrap().min(7) as usize;
        let score = vector["score"].as_i64().unwrap();
        let text = position(&wall, &strings(&vector["lines"]), &floor(fallen), score);
        let mut state = game.read(&text).unwrap_or_else(|e| panic!("{name}: {text}: {e}"));
        let last = game.read_move(&state, "cWf").unwrap();
        game.play(&mut state, last);
        let after = state.board(Seat::FIRST);
        assert_eq!(i64::from(after.score()), vector["score_after"].as_i64().unwrap(), "{name}");
        let bonus = after.wall().bonus();
        let parts = [bonus.rows, bonus.columns, bonus.colours, bonus.points()].map(i64::from);
        assert_eq!(parts.to_vec(), numbers(&vector["bonus_if_game_ended"]), "{name}");
    }
}

fn floor(places: usize) -> String {
    if places == 0 { "-".to_string() } else { "KRYBKRY"[..places].to_string() }
}

#[test]
fn every_placement_scores_as_the_rulebook_says() {
    for vector in vectors() {
        let name = vector["name"].as_str().unwrap();
        let mut wall = Wall::EMPTY;
        for (row, cells) in strings(&vector["wall"]).iter().enumerate() {
            for letter in cells.chars().filter(|&c| c != '.') {
                wall.place(row, Colour::of(letter).unwrap());
            }
        }
        let mut gain = 0;
        for placement in vector["placements"].as_array().unwrap() {
            let [row, column, points] = numbers(placement)[..] else { panic!("{name}") };
            let (row, column) = (row as usize - 1, column as usize - 1);
            assert_eq!(i64::from(wall.place(row, Wall::colour(row, column))), points, "{name}");
            gain += points;
        }
        assert_eq!(gain, vector["gain"].as_i64().unwrap(), "{name}");
    }
}

//! A random game of each number of players, position by position, against golden files.

use game::{Draw, Game, golden};
use ludus_azul::Azul;

fn check<G: Game + Draw>(game: &G, file: &str) {
    let path = format!("{}/tests/{file}", env!("CARGO_MANIFEST_DIR"));
    golden::check(path, &golden::playthrough(game, 7));
}

#[test]
fn a_game_of_two_reads_as_before() {
    check(&Azul::<2>, "playthrough.txt");
}

#[test]
fn a_game_of_four_reads_as_before() {
    check(&Azul::<4>, "playthrough-4.txt");
}

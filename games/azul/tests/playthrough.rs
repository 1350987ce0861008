//! A random game, position by position, against a golden file.

use game::golden;
use ludus_azul::Azul;

#[test]
fn a_random_game_reads_as_before() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/playthrough.txt");
    golden::check(path, &golden::playthrough(&Azul::<2>, 7));
}

//! The greedy player's view of a move.

use game::{Game, Greedy};
use ludus_taiji::Taiji64;

#[test]
fn gain_is_the_growth_of_the_own_largest_group() {
    // Position, move, by how much the mover's largest group grows.
    for (position, text, gain) in [
        ("4/4/4/4 O 1", "A1B1", 1),
        ("4/OX2/4/4 X 1", "C3D3", 1),
        ("4/OX2/4/4 X 1", "A1B1", 0),
        ("4/OX2/4/4 O 1", "A4B4", 1),
        // Bridging two groups counts both.
        ("XOX1/X3/1O2/XOO1 O 1", "B3C3", 2),
        // The largest group counts, also where several score.
        ("4/OX2/4/4 O 2", "D1C1", 0),
    ] {
        let game = Taiji64::new(&Taiji64::options_of(position).unwrap()).unwrap();
        let state = game.read(position).unwrap_or_else(|e| panic!("{position}: {e}"));
        let mv = game.read_move(&state, text).unwrap_or_else(|e| panic!("{position}: {e}"));
        assert_eq!(game.gain(&state, mv), gain, "{text} at {position}");
    }
}

//! The simplest player takes what lies before it.

use game::{Game, Greedy};
use ludus_tablut::Tablut;

#[test]
fn the_best_gain_is_the_obvious_move() {
    let cases = [
        ("an escape", "9/9/2K6/9/9/9/9/9/B8 W", &["C3A3", "C3I3", "C3C1", "C3C9"][..]),
        ("the king", "9/9/4B4/3BK4/9/9/5B3/9/W8 B", &["F7F4"]),
        ("a pawn", "9/4B4/5K3/9/9/4B4/W8/9/9 W", &["F3A3", "F3I3"]),
        ("a pawn against the castle", "9/4B4/B2B1KB2/5B3/9/4B4/W8/9/9 W", &["A7E7"]),
    ];
    for (what, position, expected) in cases {
        let state = Tablut.read(position).unwrap_or_else(|e| panic!("{position}: {e}"));
        let mut moves = Vec::new();
        Tablut.moves(&state, &mut moves);
        let best = moves.iter().map(|&mv| Tablut.gain(&state, mv)).max().unwrap();
        let mut chosen: Vec<String> = moves
            .iter()
            .filter(|&&mv| Tablut.gain(&state, mv) == best)
            .map(|&mv| Tablut.write_move(&state, mv))
            .collect();
        let mut expected: Vec<String> = expected.iter().map(|s| s.to_string()).collect();
        chosen.sort();
        expected.sort();
        assert_eq!(chosen, expected, "greedy takes {what}");
    }
}

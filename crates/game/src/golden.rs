//! Golden files: expected output kept beside the tests, compared as text, rewritten by one command.

use std::fmt::Write as _;
use std::path::Path;

use crate::{Draw, Game, Line, Rng, Turn, random_move};

/// Compares `actual` with the file at `path`. With the environment variable `LUDUS_GOLDEN=write` set (as `cargo xtask golden`
/// does), writes the file instead.
///
/// # Panics
/// When they differ or the file cannot be read or written; the message shows the first line that differs.
pub fn check(path: impl AsRef<Path>, actual: &str) {
    let path = path.as_ref();
    if std::env::var_os("LUDUS_GOLDEN").is_some_and(|v| v == "write") {
        std::fs::write(path, actual).unwrap_or_else(|e| panic!("cannot write {}: {e}", path.display()));
        return;
    }
    let expected = std::fs::read_to_string(path).unwrap_or_else(|e| {
        panic!("cannot read {}: {e}; `cargo xtask golden` makes it", path.display());
    });
    if expected == actual {
        return;
    }
    let (mut left, mut right) = (expected.lines(), actual.lines());
    for number in 1.. {
        let (want, got) = (left.next(), right.next());
        assert!(
            want == got,
            "{} line {number} differs\n expected: {want:?}\n      got: {got:?}\n`cargo xtask golden` accepts the change",
            path.display()
        );
        if want.is_none() {
            break;
        }
    }
    panic!("{} differs in its line ends", path.display());
}

/// Everything that can be observed of a random game, position by position, so that a change of behaviour is a readable diff.
pub fn playthrough<G: Game + Draw>(game: &G, seed: u64) -> String {
    let mut line = Line::new(game.clone(), game.start());
    let mut rng = Rng::new(seed);
    let mut moves = Vec::new();
    let mut out = format!("game: {}\noptions: {}\nseed: {seed}\n", G::INFO.name, game.options());
    loop {
        let state = line.state();
        let _ = writeln!(out, "\nply {}: {}", line.moves().len(), game.write(state));
        let _ = writeln!(out, "key {:016x}  turn {}", game.key(state), describe(game, line.turn()));
        out.push_str(&game.text(state).to_string());
        if let Some(outcome) = line.outcome() {
            let scores = &outcome.scores[..game.seats()];
            let winners: Vec<&str> = outcome.winners.iter().map(|seat| game.seat_name(seat)).collect();
            let _ =
                writeln!(out, "over: {}; winners {}; scores {scores:?}", outcome.ending, winners.join(", "));
            return out;
        }
        let legal: Vec<String> = line.legal().into_iter().map(|mv| game.write_move(state, mv)).collect();
        let _ = writeln!(out, "{} moves: {}", legal.len(), legal.join(" "));
        let mv = random_move(game, state, &mut rng, &mut moves).expect("a game that is not over has a move");
        let _ = writeln!(out, "plays {}", game.write_move(state, mv));
        line.play(mv).expect("a random move is legal");
    }
}

fn describe<G: Game>(game: &G, turn: Turn) -> String {
    match turn {
        Turn::Player(seat) => format!("{} (seat {})", game.seat_name(seat), seat.number()),
        Turn::Chance => "chance".to_string(),
        Turn::Over => "over".to_string(),
    }
}

//! A puzzle for tests, made from a game played by lot.

use game::{Control, Limits, Options, Rng};
use school::{Aim, Puzzle};
use table::{Best, Family, Means, Session};

/// A puzzle from the end of a game played by lot, with every move proved, and a wrong move of it.
pub fn puzzle(family: &Family) -> (Puzzle, String) {
    for seed in 1.. {
        let mut session = Session::of_people(family.open(&Options::none()).expect("a usual board"), seed);
        let mut rng = Rng::new(seed);
        let mut seen = Vec::new();
        session.settle();
        while !session.over() {
            seen.push(session.board().fork());
            let legal = session.board().legal();
            session.play(&legal[rng.below(legal.len())], 0).expect("a legal move");
            session.settle();
        }
        for board in seen.iter().rev().take(10) {
            let control = Control::new(Limits { nodes: Some(50_000), ..Limits::default() });
            let solved = board.solve(Means::memory(1 << 22), &control, Best::All);
            let Some(best) = solved.and_then(|solution| solution.best) else { continue };
            let Some(wrong) = board.legal().into_iter().find(|mv| !best.contains(mv)) else { continue };
            let position = board.position();
            let puzzle = Puzzle {
                id: Puzzle::name(family.info.name, &position, &[]),
                game: family.info.name.to_string(),
                position,
                moves: Vec::new(),
                aim: Aim::Win,
                line: best[..1].to_vec(),
                answers: best,
                complete: true,
                exact: true,
                value: 1.0,
                win: 1.0,
                themes: Vec::new(),
                rating: 1500.0,
            };
            return (puzzle, wrong);
        }
    }
    unreachable!("some game has a puzzle in it")
}

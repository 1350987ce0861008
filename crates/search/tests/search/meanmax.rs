//! Mean-Max against its definition.

use game::{Control, Game, Limits, Line, Seat, Turn};
use ludus_search::meanmax::{Adviser, Anything, MeanMax, Settings, Threats};
use ludus_search::{Ask, Player, Thought};

use crate::toys::{Lines, Noise};

/// The definition, word for word: the best at our nodes, the mean at theirs, a win 1 and a loss -100.
fn worth(state: &<Lines as Game>::State, us: Seat, depth: u32) -> f64 {
    let mut moves = Vec::new();
    Lines.moves(state, &mut moves);
    let after = |&mv: &u8| {
        let mut next = *state;
        Lines.play(&mut next, mv);
        worth(&next, us, depth - 1)
    };
    match Lines.turn(state) {
        Turn::Over => match Lines.outcome(state).value(us) {
            value if value < 0.0 => -100.0,
            value => value,
        },
        _ if depth == 0 => 0.0,
        Turn::Player(seat) if seat == us => moves.iter().map(after).fold(f64::NEG_INFINITY, f64::max),
        _ => moves.iter().map(after).sum::<f64>() / moves.len() as f64,
    }
}

fn think(line: &Line<Lines>, plain: bool) -> Thought<u8> {
    let settings = Settings { plain, ..Settings::default() };
    let control = Control::new(Limits::default());
    MeanMax::new(Noise, Threats, settings, 1).think(line, &control, Ask::best())
}

#[test]
fn short_cuts_choose_as_the_plain_tree_does() {
    let mut compared = 0;
    for cells in
        [vec![], vec![4, 0], vec![4, 1, 0], vec![0, 4, 8], vec![0, 1, 4], vec![0, 3, 1], vec![8, 0, 7, 1]]
    {
        let mut line = Line::new(Lines, Lines.start());
        for cell in cells {
            line.play(cell).unwrap();
        }
        let us = line.turn().seat().unwrap();
        let worth_of = |mv: u8| {
            let mut next = *line.state();
            Lines.play(&mut next, mv);
            let value = worth(&next, us, 2);
            if Lines.turn(&next) == Turn::Over && value > 0.0 { 5.0 * value } else { value }
        };
        let best = line.legal().into_iter().map(worth_of).fold(f64::NEG_INFINITY, f64::max);
        let (quick, plain) = (think(&line, false), think(&line, true));
        if best > 0.0 {
            assert_eq!(worth_of(quick.best), best, "after {:?}", line.moves());
            assert_eq!(worth_of(plain.best), best, "after {:?}", line.moves());
            compared += 1;
        } else {
            assert_eq!(quick.best, plain.best, "the evaluator decides after {:?}", line.moves());
        }
        assert!(quick.nodes <= plain.nodes);
    }
    assert!(compared >= 2, "some positions promise something");
}

/// The evaluator may like a move as much as it wants: while there is one that cannot be answered by a win, no other is played.
#[test]
fn a_move_that_could_lose_is_not_played() {
    let mut line = Line::new(Lines, Lines.start());
    // The second seat must stop the first column-and-row threat.
    for cell in [0, 4, 1] {
        line.play(cell).unwrap();
    }
    for favourite in [3, 5, 6, 7, 8] {
        let adviser = Adviser::new(move |_: &Lines, state: &<Lines as Game>::State| {
            let mut liked = *Line::new(Lines, Lines.start()).state();
            for cell in [0, 4, 1, favourite] {
                Lines.play(&mut liked, cell);
            }
            if *state == liked { -10_000 } else { 0 }
        });
        let control = Control::new(Limits::default());
        let thought =
            MeanMax::new(adviser, Threats, Settings::default(), 1).think(&line, &control, Ask::best());
        assert_eq!(thought.best, 2, "although the evaluator likes {favourite}");
    }
}

#[test]
fn a_win_at_once_is_taken_and_certain() {
    let mut line = Line::new(Lines, Lines.start());
    for cell in [0, 3, 1, 4] {
        line.play(cell).unwrap();
    }
    let thought = think(&line, false);
    assert_eq!((thought.best, thought.win, thought.exact), (2, 1.0, true));
    let control = Control::new(Limits::default());
    let thought = MeanMax::new(Noise, Anything, Settings::default(), 1).think(&line, &control, Ask::best());
    assert_eq!(thought.best, 2);
}

//! Every board of every menu: the strongest player has an answer when its time is over. (`cargo bench --bench lateness` says how late it comes.)

use std::time::Duration;

use game::{Control, Limits, Options, Rng};
use table::{Family, Match, Session, Wanted};

/// How many random moves lead to the second position that is looked at.
const MOVES: usize = 16;

#[test]
fn the_clock_ends_the_thinking_on_every_board() {
    for family in &registry::games().that_can("evaluate") {
        let menu =
            family.info.options.iter().flat_map(|option| {
                option.choices.iter().map(|choice| Options::none().with(option.name, choice))
            });
        for options in menu {
            for moves in [0, MOVES] {
                let board = position(family, &options, moves);
                let mut player =
                    board.named_bot("master:memory=1", 1).expect("a player of a game that can be judged");
                let limits = Limits { time: Some(Duration::from_millis(20)), ..Limits::default() };
                let thought = player.think(board.as_ref(), &Control::new(limits), Wanted::best());
                let mv = thought.expect("a move").mv;
                assert!(board.legal().contains(&mv), "{} {options}: {mv}", family.info.name);
            }
        }
    }
}

/// A position after some random moves.
fn position(family: &Family, options: &Options, moves: usize) -> Box<dyn Match> {
    let board = family.open(options).expect("an option from the menu");
    let mut session = Session::of_people(board, 1);
    let mut rng = Rng::new(1);
    session.settle();
    let mut reached = session.board().fork();
    for _ in 0..moves {
        let legal = session.board().legal();
        session.play(&legal[rng.below(legal.len())], 0).expect("a legal move");
        session.settle();
        if session.over() {
            break;
        }
        reached = session.board().fork();
    }
    reached
}

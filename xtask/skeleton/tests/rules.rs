//! The contract's promises, and a game at the table.

use game::{Control, Game, Limits, Options, conform};
use ludus_skeleton::{ENTRY, Skeleton};

fn game() -> Skeleton {
    Skeleton::new(&Options::none()).expect("the game opens")
}

#[test]
fn it_keeps_the_contract() {
    conform::rules(&game(), 40);
    conform::drawing(&game(), 40);
    conform::fuzz(&game(), 5_000);
}

#[test]
fn it_is_played_like_any_other() {
    let games = table::Games::new(&[&ENTRY]);
    let mut board = games.all()[0].open(&Options::none()).expect("the game opens");
    let mut bots = ["greedy", "alphabeta"]
        .map(|player| board.named_bot(player, 1).unwrap_or_else(|e| panic!("{player}: {e}")));
    while let Some(seat) = board.to_move() {
        let control = Control::new(Limits { nodes: Some(300), ..Limits::default() });
        let thought = bots[seat].think(board.as_ref(), &control, table::Wanted::best()).expect("a move");
        board.play(&thought.mv).expect("a legal move");
    }
    assert!(board.ending().is_some_and(|ending| ending.winners.len() == 1));
}

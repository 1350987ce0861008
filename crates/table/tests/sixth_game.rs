//! A sixth game takes a folder and a line: here the folder is `nim/` and the line is [`table::seat!`].

mod nim;

use game::{Options, Rng, conform};
use ludus_table as table;
use nim::Nim;

table::seat! { Nim => [draw, greedy] }

fn family() -> table::Family {
    table::Games::new(&[&ENTRY]).all()[0].clone()
}

#[test]
fn it_keeps_the_contract() {
    let game = <Nim as game::Game>::new(&Options::none()).unwrap();
    conform::rules(&game, 40);
    conform::drawing(&game, 40);
    conform::fuzz(&game, 20_000);
}

#[test]
fn it_is_played_like_any_other() {
    let mut board = family().open(&Options::none().with("heaps", "1.2.3")).unwrap();
    assert_eq!(board.position(), "1.2.3 1");
    let mut bots: Vec<_> =
        ["random", "greedy"].iter().map(|name| board.named_bot(name, 7).unwrap()).collect();
    let mut rng = Rng::new(1);
    while let Some(seat) = board.to_move() {
        assert!(board.picture().is_some_and(|picture| picture.paths.len() == board.legal().len()));
        assert_eq!(board.deal(&mut rng), None, "there is no chance in it");
        let control = game::Control::new(game::Limits::default());
        let thought = bots[seat].think(board.as_ref(), &control, table::Wanted::best()).unwrap();
        board.play(&thought.mv).unwrap();
    }
    assert_eq!(board.ending().unwrap().ending, "last stone taken");
}

#[test]
fn what_it_cannot_do_is_said() {
    let games = table::Games::new(&[&ENTRY]);
    assert_eq!(games.all()[0].abilities(), ["draw", "greedy"]);
    assert_eq!(games.that_can("draw").names(), ["nim"]);
    assert!(games.that_can("explain").all().is_empty());
    let board = family().open(&Options::none()).unwrap();
    let Err(error) = board.named_bot("alphabeta", 1) else { panic!("it cannot be judged") };
    assert!(error.to_string().starts_with("unknown player 'alphabeta'"), "{error}");
}

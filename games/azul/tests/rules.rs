//! The promises of the contract, for every number of players.

use azul::Azul;
use game::{Game, Misfit, Options, conform};
use ludus_azul as azul;

/// The points that people see, with the bonuses of a game that is over.
fn score<const N: usize>(state: &azul::State<N>, seat: game::Seat) -> i32 {
    let over = Azul::<N>.turn(state) == game::Turn::Over;
    state.board(seat).score() + if over { state.board(seat).wall().bonus().points() } else { 0 }
}

#[test]
fn two_players_keep_the_contract() {
    conform::check(&Azul::<2>);
    conform::editing(&Azul::<2>, 1);
    conform::tall(&Azul::<2>, 4);
    conform::unfolding(&Azul::<2>, 4, score);
    conform::features(&Azul::<2>, 10);
    conform::numbers(&Azul::<2>, 10);
}

#[test]
fn three_players_keep_the_contract() {
    conform::rules(&Azul::<3>, 20);
    conform::drawing(&Azul::<3>, 8);
    conform::symmetry(&Azul::<3>, 4);
    conform::editing(&Azul::<3>, 1);
    conform::tall(&Azul::<3>, 2);
    conform::unfolding(&Azul::<3>, 2, score);
    conform::features(&Azul::<3>, 4);
    conform::numbers(&Azul::<3>, 4);
}

#[test]
fn four_players_keep_the_contract() {
    conform::rules(&Azul::<4>, 20);
    conform::drawing(&Azul::<4>, 8);
    conform::symmetry(&Azul::<4>, 4);
    conform::editing(&Azul::<4>, 1);
    conform::tall(&Azul::<4>, 2);
    conform::unfolding(&Azul::<4>, 2, score);
    conform::features(&Azul::<4>, 4);
    conform::numbers(&Azul::<4>, 4);
}

#[test]
fn no_text_breaks_the_parsers() {
    conform::fuzz(&Azul::<2>, 100_000);
    conform::fuzz(&Azul::<3>, 10_000);
    conform::fuzz(&Azul::<4>, 10_000);
}

#[test]
fn each_width_takes_its_own_number_of_players() {
    let players = |n: usize| Options::none().with("players", n);
    assert!(Azul::<2>::new(&Options::none()).is_ok(), "two is the default");
    assert!(Azul::<3>::new(&players(3)).is_ok());
    assert!(Azul::<4>::new(&players(4)).is_ok());
    assert_eq!(Azul::<2>::new(&players(4)).err(), Some(Misfit::TooLarge));
    assert_eq!(Azul::<4>::new(&players(2)).err(), Some(Misfit::TooLarge));
    for wrong in
        [players(5), players(1), Options::none().with("players", "two"), Options::none().with("size", 3)]
    {
        assert!(matches!(Azul::<2>::new(&wrong), Err(Misfit::Wrong(_))), "{wrong} must be refused");
    }
}

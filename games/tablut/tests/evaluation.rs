//! Judgement and threats: what search relies on.

use game::{Evaluate, Evaluator, Game, Rng, Symmetric, Threaten, Turn, random_move};
use ludus_tablut::{Ending, Judgement, State, Tablut};

/// Calls `visit` with the positions of some random games, the last ones included.
fn walk(games: u64, mut visit: impl FnMut(&State)) {
    let mut moves = Vec::new();
    for seed in 0..games {
        let mut rng = Rng::new(seed + 7000);
        let mut state = Tablut.start();
        visit(&state);
        while let Some(mv) = random_move(&Tablut, &state, &mut rng, &mut moves) {
            Tablut.play(&mut state, mv);
            visit(&state);
        }
    }
}

/// Images of a position play the same, so every evaluation must judge them the same.
#[test]
fn evaluations_do_not_care_how_the_board_is_turned() {
    let names: Vec<&str> = Tablut::EVALUATIONS.iter().map(|&(name, _)| name).collect();
    assert!(Tablut.evaluator("nonsense").is_none());
    walk(20, |state| {
        if Tablut.turn(state) == Turn::Over {
            return;
        }
        for name in &names {
            let evaluator = Tablut.evaluator(name).expect("it is in the list");
            let value = evaluator.value(&Tablut, state);
            assert!(value.abs() < game::DECIDED, "{name}");
            for map in 1..Tablut.order() {
                let image = Tablut.image(map, state);
                assert_eq!(value, evaluator.value(&Tablut, &image), "{name} of {}", Tablut.write(state));
            }
        }
    });
}

#[test]
fn the_judgement_is_the_sum_of_its_terms() {
    walk(5, |state| {
        if Tablut.turn(state) == Turn::Over {
            return;
        }
        let mut terms = 0;
        Judgement.terms(state, |weight| {
            assert!(weight < Judgement::WEIGHTS);
            terms += 1;
        });
        let pawns = state.white().count_ones() + state.black().count_ones();
        assert_eq!(terms, 2 * pawns + 9, "terms of {}", Tablut.write(state));
    });
}

#[test]
fn the_listed_noisy_moves_are_exactly_the_noisy_ones() {
    let (mut moves, mut noisy) = (Vec::new(), Vec::new());
    walk(60, |state| {
        if Tablut.turn(state) == Turn::Over {
            return;
        }
        Tablut.moves(state, &mut moves);
        moves.retain(|&mv| {
            let mut next = *state;
            Tablut.play(&mut next, mv);
            let won = next.winner() == Some(state.side()) && next.ending() != Some(Ending::Stuck);
            let loud = won || Tablut.irreversible(state, mv);
            assert_eq!(loud, Tablut.noisy(state, mv), "{mv:?} at {}", Tablut.write(state));
            loud
        });
        Tablut.noisy_moves(state, &mut noisy);
        noisy.sort();
        assert_eq!(moves, noisy, "noisy moves of {}", Tablut.write(state));
    });
}

/// A move that wins must be suspected, even one that leaves the enemy without a move.
#[test]
fn no_winning_move_is_overlooked() {
    let mut moves = Vec::new();
    let mut check = |state: &State| {
        Tablut.moves(state, &mut moves);
        for &mv in &moves {
            let mut next = *state;
            Tablut.play(&mut next, mv);
            let won = next.winner() == Some(state.side());
            assert!(!won || Tablut.may_win(state, mv), "{mv:?} wins at {}", Tablut.write(state));
        }
    };
    walk(40, &mut check);
    // White walks the last free pawn in, or takes the last one.
    for text in ["9/9/9/9/4K4/9/9/8W/6W1B W", "9/9/9/9/4K4/9/W8/1B7/9 W", "9/9/9/9/4K4/2W6/2B6/9/2W6 W"] {
        check(&Tablut.read(text).unwrap());
    }
    let start = Tablut.start();
    Tablut.moves(&start, &mut moves);
    assert!(!moves.iter().any(|&mv| Tablut.may_win(&start, mv)), "nothing wins at the start");
}

/// The signs of a good position: an open way out is good for White, a closed trap bad.
#[test]
fn the_judgement_knows_who_is_better() {
    let value = |text: &str| Judgement.value(&Tablut, &Tablut.read(text).unwrap());
    let start = value("3BBB3/4B4/4W4/B3W3B/BBWWKWWBB/B3W3B/4W4/4B4/3BBB3 W");
    let two_ways_out = value("3BBB3/4B4/2K6/B7B/BB5BB/B3W3B/4W4/4B4/3BBB3 B");
    let pawns_lost = value("3BBB3/4B4/9/B7B/BB2K2BB/B7B/9/4B4/3BBB3 W");
    assert!(two_ways_out > start + 100, "{two_ways_out} against {start}");
    assert!(pawns_lost < start - 100, "{pawns_lost} against {start}");
}

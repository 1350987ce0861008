//! The evaluations: what they promise, and that they are worth having.

#![allow(clippy::unwrap_used)]

use azul::{Azul, Potential, RoundEnd, State};
use game::{DECIDED, Evaluate, Evaluator, Game, Greedy, Rng, Seat, Turn, random_move};
use ludus_azul as azul;

/// Calls `visit` at every position of some random games.
fn walk<const N: usize>(games: u64, mut visit: impl FnMut(&State<N>)) {
    let (game, mut moves) = (Azul::<N>, Vec::new());
    for seed in 0..games {
        let (mut rng, mut state) = (Rng::new(seed), game.start());
        while let Some(mv) = random_move(&game, &state, &mut rng, &mut moves) {
            visit(&state);
            game.play(&mut state, mv);
        }
    }
}

/// The position with the two players' places exchanged, by its text.
fn exchanged(state: &State<2>) -> State<2> {
    let text = Azul::<2>.write(state);
    let mut fields: Vec<&str> = text.split(' ').collect();
    let swap = |seat| match seat {
        "1" => "2",
        "2" => "1",
        other => other,
    };
    (fields[2], fields[3]) = (swap(fields[2]), swap(fields[3]));
    fields.swap(8, 9);
    Azul::<2>.read(&fields.join(" ")).unwrap()
}

#[test]
fn values_are_bounded_and_change_sign_with_the_seats() {
    let game = Azul::<2>;
    walk::<2>(30, |state| {
        let (here, there) = (Potential.value(&game, state), Potential.value(&game, &exchanged(state)));
        assert!(here.abs() < DECIDED / 10, "{}", game.write(state));
        assert!((here + there).abs() <= 1, "{here} and {there} at {}", game.write(state));
        assert_eq!(RoundEnd.value(&game, state), -RoundEnd.value(&game, &exchanged(state)));
    });
}

fn check_prospects<const N: usize>() {
    walk::<N>(10, |state| {
        let prospects = Potential.prospects(&Azul::<N>, state);
        let total: f32 = prospects[..N].iter().sum();
        assert!((total - (2.0 - N as f32)).abs() < 1e-3, "{prospects:?}");
        assert!(prospects[..N].iter().all(|p| (-1.0..=1.0).contains(p)), "{prospects:?}");
        assert!(prospects[N..].iter().all(|&p| p == 0.0));
    });
}

#[test]
fn prospects_add_up_for_any_number_of_players() {
    check_prospects::<2>();
    check_prospects::<3>();
    check_prospects::<4>();
}

#[test]
fn the_round_is_valued_as_if_it_ended_now() {
    let game = Azul::<2>;
    for (position, expected) in [
        // The worked example: 45 and 8 off for the floor, against 42.
        (
            "c 4 1 1 RR/BBB/-/-/- *YK 4.4.4.4.4 7.12.8.14.12 45:B4/1B3/5/3B1/5:-/-/B2/-/-:WWWYY 42:2R2/3R1/4R/1KWBY/5:-/-/-/R3/-:-",
            -500,
        ),
        // A full line completes row and column: 5 + 5 points, 2 and 7 as bonus.
        (
            "c 5 2 1 Y/-/-/-/- * 15.17.18.18.18 0.0.0.0.0 0:4W/4K/4R/4Y/YRKW1:-/-/-/-/B5:- 0:5/5/5/5/5:-/-/-/-/-:-",
            1900,
        ),
    ] {
        let state = game.read(position).unwrap_or_else(|e| panic!("{position}: {e}"));
        assert_eq!(RoundEnd.value(&game, &state), expected, "{position}");
    }
}

#[test]
fn evaluations_answer_to_their_names() {
    for (name, _) in Azul::<2>::EVALUATIONS {
        assert!(Azul::<2>.evaluator(name).is_some(), "{name}");
    }
    assert!(Azul::<2>.evaluator("rubbish").is_none());
}

/// The move after which `worth` is largest for the mover.
fn best(state: &State<2>, worth: impl Fn(&State<2>, azul::Move, Seat) -> i32) -> azul::Move {
    let Turn::Player(seat) = Azul::<2>.turn(state) else { panic!("a player is to move") };
    let mut moves = Vec::new();
    Azul::<2>.moves(state, &mut moves);
    moves.into_iter().max_by_key(|&mv| worth(state, mv, seat)).unwrap()
}

/// One ply of looking ahead with an evaluator.
fn judged(evaluator: impl Evaluator<Azul<2>>) -> impl Fn(&State<2>, azul::Move, Seat) -> i32 {
    move |state, mv, seat| {
        let (game, mut next) = (Azul::<2>, *state);
        game.play(&mut next, mv);
        if game.turn(&next) == Turn::Over {
            return 100 * game.outcome(&next).margin(seat, 2);
        }
        let value = evaluator.value(&game, &next);
        if seat == Seat::FIRST { value } else { -value }
    }
}

/// The share of points that the first way of choosing moves scores against the second, seats exchanged.
fn contest(
    one: impl Fn(&State<2>, azul::Move, Seat) -> i32,
    two: impl Fn(&State<2>, azul::Move, Seat) -> i32,
    games: u64,
) -> f64 {
    let (game, mut scratch, mut points) = (Azul::<2>, Vec::new(), 0.0);
    for index in 0..games {
        let (mut rng, mut state) = (Rng::new(index / 2), game.start());
        let first = Seat::new((index % 2) as usize);
        while game.turn(&state) != Turn::Over {
            let mv = match game.turn(&state) {
                Turn::Player(seat) if seat == first => best(&state, &one),
                Turn::Player(_) => best(&state, &two),
                _ => game.sample(&state, &mut rng, &mut scratch),
            };
            game.play(&mut state, mv);
        }
        points += (game.outcome(&state).value(first) + 1.0) / 2.0;
    }
    points / games as f64
}

#[test]
fn looking_past_the_round_beats_not_looking() {
    let share = contest(judged(Potential), judged(RoundEnd), 200);
    assert!(share > 0.8, "potential scores {share} against round");
    let greedy = |state: &State<2>, mv, _| Azul::<2>.gain(state, mv);
    let share = contest(judged(Potential), greedy, 200);
    assert!(share > 0.9, "potential scores {share} against greedy");
}

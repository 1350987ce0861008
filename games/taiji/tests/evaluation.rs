//! The evaluations: what they promise search, and that the hand-made one is worth having.

use game::{Evaluate, Evaluator, Game, Options, Rng, Seat, Symmetric, Turn, random_move};
use ludus_taiji::{Growth, LargestGroup, State, Taiji, Taiji64, Taiji128, Word};

/// Checks an evaluator along a random game: exchanging colours and seats turns the value round, and where one group counts, images of a
/// position are worth the same. (Where more count, one of several equal groups is chosen by its place.)
fn assert_fair<W: Word>(game: &Taiji<W>, name: &str) {
    let evaluator = game.evaluator(name).expect("it is in the list");
    let (mut rng, mut moves) = (Rng::new(3), Vec::new());
    let mut state = game.start();
    while let Some(mv) = random_move(game, &state, &mut rng, &mut moves) {
        let value = evaluator.value(game, &state);
        assert!(value.abs() < game::DECIDED);
        for map in (0..game.order()).take_while(|_| game.groups() == 1) {
            assert_eq!(evaluator.value(game, &game.image(map, &state)), value, "{}", game.write(&state));
        }
        let swapped = State::new(state.of(Seat::SECOND), state.of(Seat::FIRST), state.side().other());
        assert_eq!(evaluator.value(game, &swapped), -value, "{}", game.write(&state));
        game.play(&mut state, mv);
    }
}

#[test]
fn evaluations_are_found_by_name_and_are_fair() {
    let small = Taiji64::new(&Options::none()).expect("the default board");
    let large = Taiji128::new(&Options::none().with("size", 9).with("groups", 2)).expect("a size on offer");
    for (name, _) in Taiji64::EVALUATIONS {
        assert_fair(&small, name);
        assert_fair(&large, name);
    }
    assert!(small.evaluator("mobility").is_none());
}

/// The move after which the evaluator likes the position best; ties are broken by lot.
fn choose<E: Evaluator<Taiji64>>(
    game: &Taiji64,
    state: &State<u64>,
    evaluator: &E,
    rng: &mut Rng,
) -> State<u64> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    rng.shuffle(&mut moves);
    let sign = if state.side() == Seat::FIRST { 1 } else { -1 };
    let after = |mv| {
        let mut next = *state;
        game.play(&mut next, mv);
        next
    };
    moves
        .into_iter()
        .map(after)
        .max_by_key(|next| sign * evaluator.value(game, next))
        .expect("a move before the end")
}

#[test]
fn growth_beats_the_largest_group() {
    let game = Taiji64::new(&Options::none()).expect("the default board");
    let mut points = 0;
    for seed in 0..100 {
        let mut rng = Rng::new(seed);
        let growth = Seat::new(seed as usize % 2);
        let mut state = game.start();
        while let Turn::Player(seat) = game.turn(&state) {
            state = match seat == growth {
                true => choose(&game, &state, &Growth, &mut rng),
                false => choose(&game, &state, &LargestGroup, &mut rng),
            };
        }
        points += usize::from(game.outcome(&state).winners.contains(growth));
    }
    assert!(points >= 80, "growth wins {points} of 100 games");
}

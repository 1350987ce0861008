//! Random games, step by step against a slow and obvious second implementation.

#![allow(clippy::unwrap_used)]

use game::{Game, Rng, Turn, random_move};
use ludus_azul::Azul;

use crate::naive::Naive;

/// Plays `games` games; every position, every list of moves and every result must agree, and no tile may get lost.
fn compare<const N: usize>(games: u64) {
    let game = Azul::<N>;
    let mut moves = Vec::new();
    for seed in 0..games {
        let mut rng = Rng::new(seed);
        let (mut state, mut reference) = (game.start(), Naive::start(N));
        loop {
            let text = game.write(&state);
            assert_eq!(text, reference.text(), "seed {seed}");
            assert_twenty_each(&text);
            assert_eq!(game.turn(&state) == Turn::Over, reference.over, "{text}");
            if let Turn::Player(_) = game.turn(&state) {
                game.moves(&state, &mut moves);
                let texts: Vec<String> = moves.iter().map(|&mv| game.write_move(&state, mv)).collect();
                assert_eq!(texts, reference.takes(), "{text}");
            }
            let Some(mv) = choose(&game, &state, &mut rng, &mut moves, seed) else { break };
            reference.play(&game.write_move(&state, mv));
            game.play(&mut state, mv);
        }
        let (outcome, result) = (game.outcome(&state), reference.result());
        let best = result.iter().max().unwrap();
        for (seat, own) in result.iter().enumerate() {
            assert_eq!(outcome.scores[seat], own.0, "seed {seed}");
            assert_eq!(outcome.winners.contains(game::Seat::new(seat)), own == best, "seed {seed}");
        }
    }
}

/// Every third game is random; in the others players avoid the floor (for full walls) or seek it (for long games).
fn choose<const N: usize>(
    game: &Azul<N>,
    state: &ludus_azul::State<N>,
    rng: &mut Rng,
    moves: &mut Vec<ludus_azul::Move>,
    seed: u64,
) -> Option<ludus_azul::Move> {
    let mut mv = random_move(game, state, rng, moves)?;
    for _ in 0..4 {
        let falls = game.write_move(state, mv).ends_with('f');
        if game.turn(state) == Turn::Chance || seed.is_multiple_of(3) || falls == (seed % 3 == 1) {
            break;
        }
        mv = random_move(game, state, rng, moves)?;
    }
    Some(mv)
}

/// Counts letters and numbers of the text, with nothing but the text.
fn assert_twenty_each(text: &str) {
    let fields: Vec<&str> = text.split(' ').collect();
    for (index, colour) in "BYRKW".chars().enumerate() {
        let letters = |text: &str| text.chars().filter(|&c| c == colour).count();
        let count = |text: &str| text.split('.').nth(index).unwrap().parse::<usize>().unwrap();
        let mut total = letters(fields[4]) + letters(fields[5]) + count(fields[6]) + count(fields[7]);
        for player in &fields[8..] {
            let parts: Vec<&str> = player.split(':').collect();
            total += letters(parts[1]) + letters(parts[3]);
            for line in parts[2].split('/').filter(|line| line.starts_with(colour)) {
                total += line[1..].parse::<usize>().unwrap();
            }
        }
        assert_eq!(total, 20, "{colour} in {text}");
    }
}

#[test]
fn two_players_agree_with_the_reference() {
    compare::<2>(150);
}

#[test]
fn three_players_agree_with_the_reference() {
    compare::<3>(60);
}

#[test]
fn four_players_agree_with_the_reference() {
    compare::<4>(60);
}

/// How many sequences of `depth` takes the reference finds.
fn count(position: &Naive, depth: usize) -> u64 {
    if depth == 0 {
        return 1;
    }
    let after = |text: &String| {
        let mut next = position.clone();
        next.play(text);
        count(&next, depth - 1)
    };
    position.takes().iter().map(after).sum()
}

#[test]
fn counts_of_the_first_moves_agree_with_the_reference() {
    let (game, mut state, mut reference) = (Azul::<2>, Azul::<2>.start(), Naive::start(2));
    for deal in ["@YRKK", "@BYRR", "@BYWW", "@YKKW", "@BYRW"] {
        let mv = game.read_move(&state, deal).unwrap();
        game.play(&mut state, mv);
        reference.play(deal);
    }
    for depth in 1..=3 {
        assert_eq!(game::perft(&game, &state, depth), count(&reference, depth), "depth {depth}");
    }
}

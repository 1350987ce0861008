//! The evaluations, on positions where what they should say is plain.

use game::{Evaluate, Evaluator, Game, Greedy, Options, Rng, Seat, Turn};
use ludus_dots_and_boxes::{Small, State};

fn game(size: &str) -> Small {
    Small::new(&Options::none().with("size", size)).expect("a size that fits")
}

fn judge(game: &Small, name: &str, state: &State<u64>) -> i32 {
    game.evaluator(name).expect("a known evaluation").value(game, state)
}

#[test]
fn values_are_as_the_names_say() {
    let table = [
        ("boxes", "1x2", "10/10 110 10 1", 100),
        ("boxes", "1x2", "10/10 110 20 1", -100),
        // Box 1 belongs to the first seat, box 2 has three sides: good for whoever moves.
        ("three-sides", "1x2", "11/11 110 10 1", 150),
        ("three-sides", "1x2", "11/11 110 10 2", 50),
        ("three-sides", "1x2", "00/00 000 00 1", 0),
        // A box to take now.
        ("chains", "1x2", "11/11 110 10 1", 200),
        ("chains", "1x2", "11/11 110 10 2", 0),
        // One chain of three, nothing else: who moves must open it and loses all of it.
        ("chains", "1x3", "111/111 0000 000 1", -300),
        ("chains", "1x3", "111/111 0000 000 2", 300),
        // Two chains of three: the opponent takes one box, hands two back, and takes the other chain.
        ("chains", "2x3", "111/111/111 0000/0000 000/000 1", -200),
    ];
    for (name, size, text, expected) in table {
        let game = game(size);
        assert_eq!(judge(&game, name, &game.read(text).unwrap()), expected, "{name} of {text}");
    }
    assert!(game("1x2").evaluator("nonsense").is_none());
}

/// Plays by one-ply lookahead with an evaluation against the greedy player; both draw lots among equals.
fn score_against_greedy(name: &str, games: u64) -> f64 {
    let game = game("5x5");
    let mut points = 0.0;
    for seed in 0..games {
        let seat = Seat::new(seed as usize % 2);
        let mut rng = Rng::new(seed / 2);
        let (mut state, mut moves) = (game.start(), Vec::new());
        while let Turn::Player(mover) = game.turn(&state) {
            game.moves(&state, &mut moves);
            rng.shuffle(&mut moves);
            let worth = |mv| {
                if mover != seat {
                    return game.gain(&state, mv);
                }
                let mut next = state;
                game.play(&mut next, mv);
                let value = match game.turn(&next) {
                    Turn::Over => 100 * game.outcome(&next).margin(Seat::FIRST, 2),
                    _ => judge(&game, name, &next),
                };
                if mover == Seat::FIRST { value } else { -value }
            };
            let best = *moves.iter().max_by_key(|&&mv| worth(mv)).expect("a move");
            game.play(&mut state, best);
        }
        points += (game.outcome(&state).value(seat) + 1.0) / 2.0;
    }
    points / games as f64
}

#[test]
fn counting_chains_beats_counting_boxes() {
    let (chains, boxes) = (score_against_greedy("chains", 60), score_against_greedy("boxes", 60));
    assert!(chains > 0.85, "chains score {chains} against greedy");
    assert!(chains > boxes, "chains {chains}, boxes {boxes}");
}

#[test]
fn captures_are_noisy_and_promise_most() {
    let game = game("2x2");
    let state = game.read("10/10/00 100/000 00/00 1").unwrap();
    let read = |text: &str| game.read_move(&state, text).unwrap();
    assert!(game.noisy(&state, read("v1.2")) && !game.noisy(&state, read("h3.2")));
    assert!(game.promise(&state)(read("v1.2")) > game.promise(&state)(read("h3.2")));
    let gift = game.read("11/11/00 000/000 00/00 1").unwrap();
    let read = |text: &str| game.read_move(&gift, text).unwrap();
    assert!(game.promise(&gift)(read("h3.1")) > game.promise(&gift)(read("v1.1")));
}

//! The net that comes with the game.

use std::sync::Arc;

use game::{Evaluator, Features, Game, Options, Turn, random_move};
use learn::{NetEvaluator, Quantised};
use ludus_taiji::Taiji128;

fn game() -> Taiji128 {
    Taiji128::new(&Options::none().with("size", "9x9")).expect("a board on offer")
}

fn net() -> Quantised {
    let bytes = game().weights().expect("a net comes with the game");
    Quantised::from_bytes(bytes, &game().layout(), game().features()).expect("it can be read")
}

/// The name of the file ends in the beginning of its checksum, and the card beside it has the same name.
#[test]
fn the_net_is_the_one_that_its_name_says() {
    let bytes = game().weights().expect("a net comes with the game");
    let sum: String = bytes[bytes.len() - 32..][..4].iter().map(|byte| format!("{byte:02x}")).collect();
    let stem = format!("{}/nets/groups-768x32-{sum}", env!("CARGO_MANIFEST_DIR"));
    assert!(std::fs::read(format!("{stem}.net")).expect("a file of that name") == bytes);
    let card = std::fs::read_to_string(format!("{stem}.md")).expect("a card beside it");
    assert!(card.contains(&sum), "the card names the net");
}

/// What the net said when it was made: inference must not drift.
#[test]
fn the_net_judges_as_it_did() {
    let game = game();
    let judge = NetEvaluator::<Taiji128, _>::new(game.base(), Arc::new(net()));
    let (mut state, mut rng) = (game.start(), game::Rng::new(1));
    let (mut moves, mut values) = (Vec::new(), Vec::new());
    while game.turn(&state) != Turn::Over && values.len() < 6 {
        for _ in 0..4 {
            if let Some(mv) = random_move(&game, &state, &mut rng, &mut moves) {
                game.play(&mut state, mv);
            }
        }
        if game.turn(&state) != Turn::Over {
            values.push(judge.value(&game, &state));
        }
    }
    assert_eq!(values, [-2, 130, 224, 248, 139, 41]);
}

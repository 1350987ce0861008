//! What every net that comes with a game is tested for.

use std::path::Path;
use std::sync::Arc;

use game::{Evaluator, Features, Rng, Turn, random_move};

use crate::evaluator::NetEvaluator;
use crate::quantised::Quantised;

/// How many judgements are asked for.
const JUDGEMENTS: usize = 6;

/// Checks that the net of a game is the one file in `folder` that its name says (inputs, units and the beginning of its checksum) with a card beside
/// it, and gives what it says in a random game, once every `plies`: inference must not drift.
///
/// # Panics
/// When anything is not so.
pub fn shipped<G: Features>(game: &G, folder: &Path, plies: usize) -> Vec<i32> {
    let bytes = game.weights().expect("a net comes with the game");
    let net = Quantised::from_bytes(bytes, &game.layout(), game.features()).expect("it can be read");
    let sum: String = bytes[bytes.len() - 32..][..4].iter().map(|byte| format!("{byte:02x}")).collect();
    let ending = format!("-{}x{}-{sum}.net", net.inputs(), net.hidden());
    let files = std::fs::read_dir(folder).expect("a folder of nets").map(|file| file.expect("a file").path());
    let named: Vec<_> = files.filter(|file| file.to_string_lossy().ends_with(&ending)).collect();
    let [file] = &named[..] else { panic!("one file in '{}' ends in {ending}", folder.display()) };
    assert!(std::fs::read(file).expect("it can be read") == bytes, "the file is the net");
    let card = std::fs::read_to_string(file.with_extension("md")).expect("a card beside it");
    assert!(card.contains(&sum), "the card names the net");

    let judge = NetEvaluator::<G, _>::new(game.base(), Arc::new(net));
    let (mut state, mut rng) = (game.start(), Rng::new(1));
    let (mut moves, mut values) = (Vec::new(), Vec::new());
    while values.len() < JUDGEMENTS {
        for _ in 0..plies {
            if let Some(mv) = random_move(game, &state, &mut rng, &mut moves) {
                game.play(&mut state, mv);
            }
        }
        if game.turn(&state) == Turn::Over {
            break;
        }
        values.push(judge.value(game, &state));
    }
    values
}

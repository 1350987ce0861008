//! The net that comes with the game.

use std::path::Path;

use game::{Game, Options};
use ludus_taiji::Taiji128;

#[test]
fn the_net_is_what_its_name_says_and_judges_as_it_did() {
    let game = Taiji128::new(&Options::none().with("size", "9x9")).expect("a board on offer");
    let nets = Path::new(env!("CARGO_MANIFEST_DIR")).join("nets");
    assert_eq!(learn::conform::shipped(&game, &nets, 4), [-2, 130, 224, 248, 139, 41]);
}

//! The net that comes with the game.

use std::path::Path;

use game::{Game, Options};
use ludus_tablut::Tablut;

#[test]
fn the_net_is_what_its_name_says_and_judges_as_it_did() {
    let game = Tablut::new(&Options::none()).expect("there is nothing to choose");
    let nets = Path::new(env!("CARGO_MANIFEST_DIR")).join("nets");
    assert_eq!(learn::conform::shipped(&game, &nets, 4), [-312, -133, 81, 158, 29, 177]);
}

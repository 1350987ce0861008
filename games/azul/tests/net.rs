//! The net that comes with the game.

use std::path::Path;

use game::{Game, Options};
use ludus_azul::Azul;

#[test]
fn the_net_is_what_its_name_says_and_judges_as_it_did() {
    let game = Azul::<2>::new(&Options::none()).expect("two play unless something else is asked for");
    let nets = Path::new(env!("CARGO_MANIFEST_DIR")).join("nets");
    assert_eq!(learn::conform::shipped(&game, &nets, 8), [-365, -424, 1, -252, -711, 424]);
}

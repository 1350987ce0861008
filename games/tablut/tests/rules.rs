//! The promises of the contract.

use game::{conform, golden};
use ludus_tablut::Tablut;

#[test]
fn the_game_keeps_the_contract() {
    conform::rules(&Tablut, 40);
    conform::sums(&Tablut, 40);
    conform::drawing(&Tablut, 10);
    conform::symmetry(&Tablut, 10);
    conform::features(&Tablut, 10);
    conform::editing(&Tablut, 1);
    conform::numbers(&Tablut, 10);
}

#[test]
fn damaged_texts_do_no_harm() {
    conform::fuzz(&Tablut, 100_000);
}

#[test]
fn a_random_game_looks_as_it_did() {
    golden::check(concat!(env!("CARGO_MANIFEST_DIR"), "/playthrough.txt"), &golden::playthrough(&Tablut, 17));
}

//! The small boards: `master` wins what can be won. (The example `won` plays the large ones.)

#[path = "../examples/won.rs"]
mod won;

use game::Limits;

/// Far more than a board of this size takes.
const NODES: u64 = 1_000_000;

#[test]
fn the_master_wins_every_small_board_that_can_be_won() {
    let tally = won::play_all(5, Limits { nodes: Some(NODES), ..Limits::default() });
    assert!(tally.games > 100 && tally.lost.is_empty(), "{tally:?}");
}

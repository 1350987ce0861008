//! The small boards: `master` wins what can be won. (The example `won` plays the large ones.)

#[path = "../examples/won.rs"]
mod won;

use std::time::Duration;

#[test]
fn the_master_wins_every_small_board_that_can_be_won() {
    let tally = won::play_all(5, Duration::from_millis(300));
    assert!(tally.games > 100 && tally.lost.is_empty(), "{tally:?}");
}

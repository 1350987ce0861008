//! The native half of the Python package `ludus`: positions, players, matches and batches of games, thin over the table.
//!
//! What comes from outside is refused with the sentences of the command line, as exceptions. Whatever may take long is done without the
//! interpreter's lock, and Ctrl-C ends it.

mod arrays;
mod batch;
mod contest;
mod json;
mod moves;
mod nets;
mod patience;
mod player;
mod position;
mod refusal;
mod search;
mod whole;
mod words;

use std::sync::OnceLock;

use pyo3::prelude::*;
use table::Games;

/// The games of this program, which is the module: made when the first is asked for, and kept for as long as the interpreter runs.
fn games() -> &'static Games {
    static GAMES: OnceLock<Games> = OnceLock::new();
    GAMES.get_or_init(registry::games)
}

/// The native half of the package; people import `ludus`.
#[pymodule]
mod _ludus {
    #[pymodule_export]
    use crate::batch::{BatchedGames, resume};
    #[pymodule_export]
    use crate::contest::{check_terms, contest, tally};
    #[pymodule_export]
    use crate::moves::Moves;
    #[pymodule_export]
    use crate::nets::save_net;
    #[pymodule_export]
    use crate::player::Player;
    #[pymodule_export]
    use crate::position::{Position, names, replay, restore, use_knowledge, use_nets};
    #[pymodule_export]
    use crate::search::search;
}

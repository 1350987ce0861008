//! What all games of a program share.

use std::sync::Arc;

use expert::Knowledge;
use learn::Shelf;

/// The knowledge and the nets that players go by. Made once, by whoever opens games, and handed down; two houses know nothing of each other.
#[derive(Clone, Default)]
pub struct House {
    /// The rules.
    pub knowledge: Arc<Knowledge>,
    /// The nets.
    pub shelf: Arc<Shelf>,
}

//! A position as people see it.

use game::{Scene, Spot, TextBoard};

/// A position drawn, with the way to make each move on the drawing.
#[derive(Clone, Debug)]
pub struct Picture {
    /// What to draw.
    pub scene: Scene,
    /// The same in characters.
    pub text: TextBoard,
    /// Every legal move of a player with the hotspots to touch for it; empty at chance nodes.
    pub paths: Vec<(String, Vec<Spot>)>,
    /// The hotspots of the last player's move.
    pub last: Vec<Spot>,
}

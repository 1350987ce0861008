//! What a game can do beyond its rules, as functions that the table can call.

use game::{Draw, Game, Scene, Spot, TextBoard};

/// The abilities of a game. A fresh kit has none; each method adds one and demands the trait behind it, so that the registry shows in
/// one line what a game can do, and the compiler checks it.
pub struct Kit<G: Game> {
    pub(crate) draw: Option<Drawing<G>>,
}

/// The functions of [`Draw`].
pub(crate) struct Drawing<G: Game> {
    pub(crate) scene: fn(&G, &G::State) -> Scene,
    pub(crate) text: fn(&G, &G::State) -> TextBoard,
    pub(crate) path: fn(&G, &G::State, G::Move) -> Vec<Spot>,
}

impl<G: Game> Kit<G> {
    /// The rules alone.
    pub fn rules() -> Kit<G> {
        Kit { draw: None }
    }

    /// It can be drawn.
    #[must_use]
    pub fn draw(mut self) -> Kit<G>
    where
        G: Draw,
    {
        self.draw = Some(Drawing { scene: G::scene, text: G::text, path: G::path });
        self
    }
}

//! A position as people see it, and what moves set off.

use game::{Gain, Scene, Spot, TextBoard};

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

/// That a move of the match set something off, and what it came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Summary {
    /// Which move, from 0.
    pub ply: usize,
    /// What was over with it: `Round 3`.
    pub title: String,
    /// What each seat won, and what it lost as a number below zero.
    pub sums: Vec<[i32; 2]>,
}

/// A step of what a move set off.
#[derive(Clone, PartialEq, Debug)]
pub struct Stage {
    /// The board after it.
    pub scene: Scene,
    /// The points that it brought.
    pub gains: Vec<Gain>,
}

//! The contract between a game and everything else.
//!
//! A game is a crate under `games/` that depends on this crate alone. It implements [`Game`] (rules and
//! texts) and whichever of the extra abilities it has: [`Draw`] (pictures), [`Tall`] (pictures for phones), [`Unfold`] (what a
//! move sets off), [`Edit`] (positions set up by hand), [`Symmetric`] (images of a
//! position), [`Greedy`] (the simplest sensible player), [`Evaluate`] (judgement for search), [`Accumulate`] (sums that states keep for it), [`Chances`]
//! (what a judgement says about the chance to win), [`Solve`]
//! (exact results), [`facts`] (what the rule engine reasons about), [`Story`] (what literally happens
//! in a line of play), [`Numbered`] (moves as numbers, positions as arrays), [`Notated`] (a second notation), [`Wire`] (play over a network), [`Styled`], [`Hosted`], [`Spoken`] and [`Taught`] (what it is known for, its words, and its lessons). Everything generic -
//! search, players, sessions, the terminal, the browser - is written once over these traits.
//!
//! The words used throughout:
//!
//! - A **game** value holds the options (board size, number of players) and tables made from them. A **state**
//!   is a position of that game: a small `Copy` value that makes no sense without its game.
//! - A **seat** is a place at the table, numbered in turn order; a **turn** says which seat moves, that chance
//!   moves, or that the game is over. Nothing assumes that seats alternate.
//! - A **move** is a small `Copy` value. Chance events are moves too, recorded like any other, so that a
//!   finished game can be replayed without random numbers.
//! - A **key** is a 64-bit hash of a state, kept up to date by `play`.
//!
//! There are two tiers, as in a chess library: [`Game::play`] trusts its caller (search calls it millions of
//! times a second with moves it has just generated), while [`Line::play`] checks, and leaves the line
//! untouched when it refuses.
//!
//! Three modules are for whoever needs speed, in a game or in a search: [`bits`] (sets of cells as machine words), [`hash`] (mixing bits) and
//! [`memory`] (tables that threads share). [`ranking`] sorts where code is compiled many times.
//!
//! [`conform::check`] holds every game to the promises made here.

mod accumulate;
pub mod bits;
pub mod chances;
pub mod conform;
mod control;
pub mod edit;
mod evaluate;
pub mod facts;
mod features;
pub mod golden;
mod greedy;
pub mod hash;
mod info;
mod line;
pub mod lists;
pub mod memory;
mod notation;
mod numbered;
mod options;
mod outcome;
mod peers;
mod perft;
mod planes;
mod playout;
mod problem;
pub mod ranking;
mod repute;
mod rng;
pub mod rows;
mod rules;
mod scene;
mod seat;
mod solve;
mod story;
mod symmetry;
mod text_board;
mod threat;
mod time;
mod unfold;
mod wire;

pub use accumulate::Accumulate;
pub use chances::{Chances, Link, Links};
pub use control::{Control, Limits};
pub use edit::{Brush, Dial, Edit, Values};
pub use evaluate::{AnyEvaluator, Copied, DECIDED, Evaluate, Evaluator, Level, SPREAD};
pub use features::{Feature, FeatureWords, Features, MOST_FEATURES, Site};
pub use greedy::Greedy;
pub use info::{Field, Info, Objective};
pub use line::{Illegal, Line};
pub use notation::Notated;
pub use numbered::{Numbered, View};
pub use options::{Misfit, OptionSpec, Options, Size};
pub use outcome::Outcome;
pub use peers::{Peers, race};
pub use perft::{perft, perft_within};
pub use planes::{PlaneSet, Planes};
pub use playout::{playout, random_move};
pub use problem::{MoveError, Problems};
pub use repute::{Hosted, Spoken, Style, Styled, Taught};
pub use rng::Rng;
pub use rules::{Game, Turn};
pub use scene::{
    Anchor, BESIDE, Card, Draw, EDGE, Form, Frame, Ground, Hotspot, Ink, Item, Point, Rect, Scene, Shape,
    Spot, Tall, Weight,
};
pub use seat::{MAX_SEATS, Seat, Seats};
pub use solve::{Solve, Solved, Solver};
pub use story::{Detail, Event, Story};
pub use symmetry::Symmetric;
pub use text_board::{TextBoard, TextSpot};
pub use threat::Threaten;
pub use time::read_time;
pub use unfold::{Chapter, Gain, Step, Unfold};
pub use wire::{News, Protocol, Status, Wire};

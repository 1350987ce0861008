//! How a scene is to be shown: where, in which theme, from which side, and with which marks on it.

use game::{Gain, Rect, Spot};

/// How to show a scene. The default is a bare picture for a page.
///
/// Marks speak of hotspots by number; a number that the scene does not have is passed over.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Look {
    /// What the picture is made for.
    pub medium: Medium,
    /// From which side it is seen.
    pub view: View,
    /// Whether it can be touched.
    pub hotspots: Hotspots,
    /// What a screen reader calls the picture; nothing when empty.
    pub title: String,
    /// The hotspots of the last move, each in corner brackets.
    pub last: Vec<Spot>,
    /// The hotspots that can be touched next: a dot where the place is free, a ring where something stands.
    pub legal: Vec<Spot>,
    /// The hotspot chosen so far, in a frame.
    pub selected: Option<Spot>,
    /// Arrows from hotspot to hotspot.
    pub arrows: Vec<Arrow>,
    /// Rings around hotspots.
    pub rings: Vec<Ring>,
    /// Short texts on hotspots.
    pub badges: Vec<Badge>,
    /// How much places count for or against somebody.
    pub tints: Vec<Tint>,
    /// Points that somebody gets, where they come from.
    pub gains: Vec<Gain>,
}

impl Look {
    /// A bare picture that stands alone, in the colours of `theme`.
    pub fn file(theme: Theme) -> Look {
        Look { medium: Medium::File(theme), ..Look::default() }
    }
}

/// What a picture is made for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Medium {
    /// Inline in a page that carries the stylesheet [`STYLE`](crate::STYLE), which also decides the theme.
    #[default]
    Page,
    /// A file of its own, with its style and letters inside.
    File(Theme),
}

/// A set of colours.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Theme {
    /// Dark on light.
    #[default]
    Light,
    /// Light on dark.
    Dark,
}

/// From which side a scene is seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum View {
    /// As the game drew it.
    #[default]
    Upright,
    /// Turned by half a circle, as from the other side of the table; letters and symbols stay upright.
    Turned,
}

/// Which hotspots the picture offers to touch.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Hotspots {
    /// None: the picture is only looked at.
    #[default]
    None,
    /// All are there, but only those in [`Look::legal`] and the selected one are in the tab order; the rest say that they are
    /// disabled.
    Legal,
    /// All of them, for editing a position.
    All,
}

/// Who drew an annotation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Layer {
    /// The program: solid lines.
    Engine,
    /// The person: dashed lines.
    User,
}

/// An arrow between two hotspots.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arrow {
    /// Where it begins.
    pub from: Spot,
    /// Where its head is. An arrow to its own beginning is a ring.
    pub to: Spot,
    /// Whose it is.
    pub layer: Layer,
}

/// A ring around a hotspot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ring {
    /// Where.
    pub at: Spot,
    /// Whose it is.
    pub layer: Layer,
}

/// A short text on a hotspot, such as the value of a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Badge {
    /// Where.
    pub at: Spot,
    /// What it says.
    pub text: String,
    /// How it is meant.
    pub tone: Tone,
}

/// How a badge is meant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Tone {
    /// The best there is: filled.
    Best,
    /// One of several: outlined.
    Plain,
    /// Hardly worth a look: faint.
    Poor,
}

/// How much a place counts: a wash over it that is the stronger the more it counts, and the figure, in a pill with round ends when the place counts
/// for somebody, with square ones when against.
#[derive(Clone, PartialEq, Debug)]
pub struct Tint {
    /// Where, in cells of the scene.
    pub at: Rect,
    /// What is written there, its sign included.
    pub text: String,
    /// From -1, all against, to 1, all for.
    pub strength: f32,
}

//! Scenes rendered to SVG and PNG, text boards to terminal text.
//!
//! A [`game::Scene`] says what is where and whose; this crate decides what that looks like. Everything is drawn from a few
//! tables: a [palette](Theme) of named colours for light and for dark surroundings, a stylesheet of rules over those names, an
//! ornament for every ink (so that nothing depends on telling colours apart), and a stroke font for pictures that leave the
//! browser.
//!
//! The same elements and classes serve two mediums ([`Medium`]):
//!
//! - **In a page** the SVG is inline, its colours are CSS custom properties defined by [`STYLE`], and its texts are real text.
//! - **As a file** the picture stands alone: the stylesheet is embedded with the colours of one theme in place, and texts are
//!   drawn as strokes, so that it looks the same on a machine without fonts. [`png`] goes this way.
//!
//! Pictures carry no `style` attributes and no identifiers, so any number of them fit into one page with a strict content
//! security policy. Pieces carry `data-shape`, `data-ink` and `data-on` (the hotspot that they stand on), so that a script can
//! match the pieces of two pictures and move them.

mod canvas;
mod chart;
mod colour;
mod letters;
mod look;
mod marks;
mod ornament;
mod palette;
mod pieces;
mod places;
mod png;
mod style;
mod svg;
mod terminal;

pub use chart::chart;
pub use look::{Arrow, Badge, Hotspots, Layer, Look, Medium, Ring, Theme, Tint, Tone, View};
pub use png::{png, raster};
pub use style::STYLE;
pub use svg::svg;
pub use terminal::{Colours, TextMarks, ansi, plain, terminal_colour};

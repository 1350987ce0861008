//! The symbols that tell inks apart without colour: one for every kind, one for every seat, and the king's crown.
//!
//! All are drawn about the origin within 50 units on every side, in paths that are filled (`mark`) or stroked (`cut`).

use game::Ink;

use crate::canvas::{Canvas, fine_number};

/// One path of an ornament.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// A filled outline.
    Fill(&'static str),
    /// A stroke of this width.
    Cut(u8, &'static str),
}
use Part::{Cut, Fill};

/// The ornaments of the kinds of tiles.
const KINDS: [&[Part]; 8] = [
    // Four leaves on the diagonals and a seed between them.
    &[
        Fill(
            "M-5 -5C-6 -26 -18 -36 -36 -36C-36 -18 -26 -6 -5 -5ZM5 -5C26 -6 36 -18 36 -36C18 -36 6 -26 5 -5ZM5 5C6 26 18 36 36 36C36 18 26 6 5 5ZM-5 5C-26 6 -36 18 -36 36C-18 36 -6 26 -5 5Z",
        ),
        Fill(
            "M0 -36L6 -28L0 -20L-6 -28ZM36 0L28 6L20 0L28 -6ZM0 36L-6 28L0 20L6 28ZM-36 0L-28 -6L-20 0L-28 6Z",
        ),
    ],
    // A sun: a disc inside eight rays.
    &[
        Fill("M0 -15A15 15 0 1 1 0 15A15 15 0 1 1 0 -15Z"),
        Fill(
            "M-6 -22L0 -40L6 -22ZM-6 22L0 40L6 22ZM-22 -6L-40 0L-22 6ZM22 -6L40 0L22 6ZM11.3 -19.8L28.3 -28.3L19.8 -11.3ZM11.3 19.8L28.3 28.3L19.8 11.3ZM-11.3 19.8L-28.3 28.3L-19.8 11.3ZM-11.3 -19.8L-28.3 -28.3L-19.8 -11.3Z",
        ),
    ],
    // A lozenge inside a lozenge.
    &[Cut(7, "M0 -36L36 0L0 36L-36 0Z"), Fill("M0 -18L18 0L0 18L-18 0Z")],
    // A cross of four wedges that meet in the middle.
    &[Fill("M0 -5L-17 -36H17ZM0 5L17 36H-17ZM-5 0L-36 17V-17ZM5 0L36 -17V17Z")],
    // A ring with four beads outside.
    &[
        Cut(7, "M0 -19A19 19 0 1 1 0 19A19 19 0 1 1 0 -19Z"),
        Fill(
            "M-29 -37A8 8 0 1 1 -29 -21A8 8 0 1 1 -29 -37ZM29 -37A8 8 0 1 1 29 -21A8 8 0 1 1 29 -37ZM29 21A8 8 0 1 1 29 37A8 8 0 1 1 29 21ZM-29 21A8 8 0 1 1 -29 37A8 8 0 1 1 -29 21ZM0 -6A6 6 0 1 1 0 6A6 6 0 1 1 0 -6Z",
        ),
    ],
    // Three waves.
    &[Cut(
        7,
        "M-36 -20C-24 -34 -12 -34 0 -20S24 -6 36 -20M-36 2C-24 -12 -12 -12 0 2S24 16 36 2M-36 24C-24 10 -12 10 0 24S24 38 36 24",
    )],
    // Two triangles, one in the other.
    &[Cut(7, "M0 -36L36 28H-36Z"), Fill("M0 20L-15 -5H15Z")],
    // Two chevrons and a bar.
    &[Cut(7, "M-32 -8L0 -34L32 -8M-32 14L0 -12L32 14M-32 32H32")],
];

/// The emblems of the seats.
const SEATS: [&[Part]; 4] = [
    // A full disc.
    &[Fill("M0 -24A24 24 0 1 1 0 24A24 24 0 1 1 0 -24Z")],
    // A ring.
    &[Cut(12, "M0 -22A22 22 0 1 1 0 22A22 22 0 1 1 0 -22Z")],
    // A square on its corner.
    &[Fill("M0 -32L32 0L0 32L-32 0Z")],
    // A triangle.
    &[Fill("M0 -32L34 26H-34Z")],
];

/// The light side's: a thin ring.
const LIGHT: &[Part] = &[Cut(6, "M0 -30A30 30 0 1 1 0 30A30 30 0 1 1 0 -30Z")];
/// The dark side's: a ring with a dot.
const DARK: &[Part] = &[
    Cut(6, "M0 -30A30 30 0 1 1 0 30A30 30 0 1 1 0 -30Z"),
    Fill("M0 -12A12 12 0 1 1 0 12A12 12 0 1 1 0 -12Z"),
];

/// A crown: three points with beads, on a band.
pub const CROWN: &str = "M-29 20L-38 -15L-17 1L0 -27L17 1L38 -15L29 20ZM-29 26H29V34H-29ZM-38 -25A6 6 0 1 1 -38 -13A6 6 0 1 1 -38 -25ZM0 -38A6.5 6.5 0 1 1 0 -25A6.5 6.5 0 1 1 0 -38ZM38 -25A6 6 0 1 1 38 -13A6 6 0 1 1 38 -25Z";

/// The symbol of an ink; nobody's inks have none.
pub fn of(ink: Ink) -> &'static [Part] {
    match ink {
        Ink::Neutral | Ink::Faint => &[],
        Ink::Light => LIGHT,
        Ink::Dark => DARK,
        Ink::Seat(seat) => SEATS[usize::from(seat) % SEATS.len()],
        Ink::Kind(kind) => KINDS[usize::from(kind) % KINDS.len()],
    }
}

/// Draws parts about the origin; 50 units of an ornament become `half` units of the picture.
pub fn draw(canvas: &mut Canvas, parts: &[Part], half: f32) {
    let transform = format!("scale({})", fine_number(half / 50.0));
    for part in parts {
        match part {
            Fill(d) => canvas.leaf("path", &[("class", "mark"), ("transform", &transform), ("d", d)]),
            Cut(width, d) => canvas.leaf(
                "path",
                &[
                    ("class", "cut"),
                    ("transform", &transform),
                    ("stroke-width", &width.to_string()),
                    ("d", d),
                ],
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_inks_share_a_symbol() {
        let mut inks = vec![Ink::Light, Ink::Dark];
        inks.extend((0..crate::palette::SEATS).map(Ink::Seat));
        inks.extend((0..crate::palette::KINDS).map(Ink::Kind));
        for (i, &a) in inks.iter().enumerate() {
            for &b in &inks[..i] {
                assert_ne!(of(a), of(b), "{a:?} and {b:?} have the same symbol");
            }
        }
    }
}

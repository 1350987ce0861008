//! The colours of the two themes, by name.

use game::Ink;

use crate::Theme;
use crate::colour::Colour;

/// How many seats have colours of their own; seats beyond begin again.
pub const SEATS: u8 = 4;
/// How many kinds have colours and ornaments of their own; kinds beyond begin again.
pub const KINDS: u8 = 8;

/// Colours of surfaces, lines and letters: name, light theme, dark theme.
#[rustfmt::skip]
const SURFACES: &[(&str, u32, u32)] = &[
    ("page",        0xf8f6f1, 0x17191d),
    ("board",       0xe4dccd, 0x22262c),
    ("board-edge",  0xd0c5b1, 0x343a43),
    ("active",      0xebe5d8, 0x272c33),
    ("cell",        0xf4efe5, 0x2d3239),
    ("shaded",      0xe9e1d2, 0x363c45),
    ("line",        0xcabfab, 0x4a515c),
    ("camp",        0xd3c8b1, 0x403f3d),
    ("camp-mark",   0xa99b7b, 0x69645a),
    ("castle",      0xbfb195, 0x4d473a),
    ("castle-mark", 0x7d6f50, 0x9c8e6c),
    ("goal",        0xd3e2d5, 0x27382f),
    ("goal-mark",   0x769b7f, 0x5f8d72),
    ("dish",        0xf1ebdf, 0x292e35),
    ("text",        0x2f2d2a, 0xece8e1),
    ("muted",       0x655e53, 0xa3a097),
    ("accent",      0x0f7a69, 0x45c4ab),
    ("accent-deep", 0x0c6355, 0x0d5f50),
    ("on-accent",   0xffffff, 0x0b211c),
    ("user",        0x8b3d7f, 0xd995cf),
    ("gold",        0xb07d12, 0xd9a93c),
    ("shadow",      0x2f2716, 0x000000),
];

/// Colours of inks: name, then body, mark (what is engraved in the body) and letters, for the light theme and for the dark one.
#[rustfmt::skip]
const INKS: &[(&str, [u32; 3], [u32; 3])] = &[
    ("neutral", [0x736b5d, 0xe9e3d7, 0x47433c], [0x8f949c, 0x22262c, 0xd6d2ca]),
    ("faint",   [0xc9bfae, 0xf6f3ed, 0x655e53], [0x484e58, 0x2d3239, 0xa3a097]),
    ("light",   [0xfffefa, 0xcdc3b1, 0x2f2d2a], [0xf2ede2, 0xb9ae9b, 0xece8e1]),
    ("dark",    [0x33363d, 0x737a86, 0x2f2d2a], [0x0e1013, 0x79818d, 0xece8e1]),
    ("seat0",   [0x27587f, 0xa9c6de, 0x27587f], [0x4d8fc9, 0x12304a, 0x86b9e6]),
    ("seat1",   [0xdb7b43, 0xfbe3d3, 0x9c4819], [0xf2ab74, 0x6e3511, 0xf2ab74]),
    ("seat2",   [0xe5ba52, 0x7d5c0c, 0x7a5a08], [0xf7e3a4, 0x73581a, 0xf0d68a]),
    ("seat3",   [0x4c305c, 0xc5a9d6, 0x4c305c], [0x7b51a1, 0xe3d0f2, 0xbd9bdb]),
    ("kind0",   [0x2f6ca8, 0xc5dcf1, 0x265c92], [0x3f7fbd, 0xd3e6f7, 0x7fb4e4]),
    ("kind1",   [0xecb445, 0x8a5d08, 0x7d5c0c], [0xeeb94c, 0x7d5407, 0xeeb94c]),
    ("kind2",   [0xc24a3c, 0xf7cfc6, 0xa93c2f], [0xcf5b4c, 0xfbdcd5, 0xef8f82]),
    ("kind3",   [0x36393f, 0x9299a5, 0x36393f], [0x14161a, 0x7c8490, 0xb9bec7]),
    ("kind4",   [0xfffdf7, 0x4f9aa3, 0x32666d], [0xe9e6de, 0x3d8790, 0xe9e6de]),
    ("kind5",   [0x74ad82, 0x1f4a2c, 0x376c47], [0x84bd92, 0x1d4529, 0x8fcb9f]),
    ("kind6",   [0x7a5aa6, 0xdfd2f0, 0x684995], [0x8a6bb8, 0xe7dcf5, 0xb9a0dd]),
    ("kind7",   [0xe3a0b0, 0x84364a, 0x96405a], [0xe9acbb, 0x7c3045, 0xe9acbb]),
];

/// The name of an ink in classes and colours: `seat0`, `kind3`, `light`.
pub fn ink_name(ink: Ink) -> &'static str {
    let find = |index: usize| INKS[index].0;
    match ink {
        Ink::Neutral => find(0),
        Ink::Faint => find(1),
        Ink::Light => find(2),
        Ink::Dark => find(3),
        Ink::Seat(seat) => find(4 + usize::from(seat % SEATS)),
        Ink::Kind(kind) => find(4 + usize::from(SEATS) + usize::from(kind % KINDS)),
    }
}

/// The names of all inks.
pub fn ink_names() -> impl Iterator<Item = &'static str> {
    INKS.iter().map(|ink| ink.0)
}

/// Every colour of a theme with its name. An ink gives six: its body (under its own name), and with endings its `-edge`, the
/// `-mark` engraved in it, its `-text` on the page, its `-tint` for places that wait for it or belong to it, the `-ghost` of its
/// mark on the tint, and the letters `-on` its body.
pub fn colours(theme: Theme) -> Vec<(String, Colour)> {
    let dark = theme == Theme::Dark;
    let mut all: Vec<(String, Colour)> = SURFACES
        .iter()
        .map(|&(name, by_day, by_night)| (name.to_string(), Colour(if dark { by_night } else { by_day })))
        .collect();
    let named = |name: &str| all.iter().find(|c| c.0 == name).expect("a surface of the table").1;
    let (cell, ink_on_light, shadow) = (named("cell"), Colour(0x2b2a27), named("shadow"));
    let inks: Vec<_> = INKS
        .iter()
        .flat_map(|&(name, by_day, by_night)| {
            let [body, mark, text] = (if dark { by_night } else { by_day }).map(Colour);
            // An edge must stand out from the board: darker than the body by day, and for bodies that are dark by night, lighter.
            let edge = match (dark, body.luminance() < 0.05) {
                (true, true) => body.mix(Colour(0xffffff), 0.52),
                (_, false) if body.luminance() > 0.7 && !dark => body.mix(shadow, 0.48),
                _ => body.mix(shadow, 0.28),
            };
            // The tint of a body as pale or as dark as the cell would be lost there, so it is the mark that shows.
            let lost = if dark { body.luminance() < 0.05 } else { body.luminance() > 0.7 };
            let tint = cell.mix(body, if lost { 0.5 } else { 0.2 });
            let ghost = tint.mix(if lost { mark } else { body }, 0.45);
            let white = Colour(0xffffff);
            let on = if body.contrast(white) > body.contrast(ink_on_light) { white } else { ink_on_light };
            [
                (name.to_string(), body),
                (format!("{name}-edge"), edge),
                (format!("{name}-mark"), mark),
                (format!("{name}-text"), text),
                (format!("{name}-tint"), tint),
                (format!("{name}-ghost"), ghost),
                (format!("{name}-on"), on),
            ]
        })
        .collect();
    all.extend(inks);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(theme: Theme, name: &str) -> Colour {
        colours(theme).into_iter().find(|c| c.0 == name).unwrap_or_else(|| panic!("no colour {name}")).1
    }

    #[test]
    fn seats_and_sides_differ_in_greyscale() {
        for theme in [Theme::Light, Theme::Dark] {
            let names = ["seat0", "seat1", "seat2", "seat3"];
            for (i, a) in names.iter().enumerate() {
                for b in &names[..i] {
                    let contrast = named(theme, a).contrast(named(theme, b));
                    assert!(contrast > 1.3, "{a} and {b} look alike in grey: {contrast}, {theme:?}");
                }
            }
            assert!(named(theme, "light").contrast(named(theme, "dark")) > 8.0);
        }
    }

    #[test]
    fn letters_can_be_read() {
        for theme in [Theme::Light, Theme::Dark] {
            for name in ["text", "muted"]
                .map(String::from)
                .into_iter()
                .chain(ink_names().map(|n| format!("{n}-text")))
            {
                for ground in ["page", "board", "active", "cell"] {
                    let contrast = named(theme, &name).contrast(named(theme, ground));
                    assert!(contrast >= 4.5, "{name} on {ground}: {contrast}, {theme:?}");
                }
            }
            for name in ink_names() {
                let contrast = named(theme, name).contrast(named(theme, &format!("{name}-on")));
                assert!(contrast >= 3.0, "letters on {name}: {contrast}, {theme:?}");
            }
            assert!(named(theme, "on-accent").contrast(named(theme, "accent")) >= 4.5);
        }
    }

    #[test]
    fn every_piece_stands_out_from_the_board() {
        for theme in [Theme::Light, Theme::Dark] {
            for name in ink_names().filter(|&n| n != "faint") {
                for ground in ["cell", "board"] {
                    let ground = named(theme, ground);
                    let best = named(theme, name)
                        .contrast(ground)
                        .max(named(theme, &format!("{name}-edge")).contrast(ground));
                    assert!(best >= 1.6, "{name} is lost on the board: {best}, {theme:?}");
                }
            }
        }
    }
}

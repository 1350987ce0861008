//! A stroke font of our own: the printable ASCII characters and the accents of Latin letters, drawn with a round pen.
//!
//! Pictures that leave the browser are drawn with it, so that they look the same on a machine without fonts.

use game::Anchor;

use crate::canvas::{Canvas, fine_number, number};

/// Units of the font to one unit of font size. Capitals reach from 0 down to 72, small letters begin at 22, tails end at 92.
const EM: f32 = 100.0;
/// The middle of the capitals.
const MIDDLE: f32 = 36.0;
/// The width of the pen.
const PEN: f32 = 10.5;
/// White space between two characters, between the middles of their strokes.
const GAP: f32 = 19.0;

/// Width between the outermost strokes and the strokes, for the characters from `!` to `~`. Space is not drawn.
#[rustfmt::skip]
const GLYPHS: [(f32, &str); 94] = [
    (0.0,  "M0 0V46M-1 70H1V72H-1Z"),
    (18.0, "M0 0V18M18 0V18"),
    (50.0, "M16 6L8 66M42 6L34 66M2 24H50M0 48H48"),
    (44.0, "M42 14C36 6 8 4 6 21C4 38 43 33 43 52C43 70 12 70 1 58M23 -8V80"),
    (64.0, "M56 2L8 70M14 2A12 14 0 1 0 14 30A12 14 0 1 0 14 2ZM50 42A12 14 0 1 0 50 70A12 14 0 1 0 50 42Z"),
    (56.0, "M56 72L14 20C8 12 13 0 25 0C38 0 41 13 31 21L12 34C-5 46 0 72 23 72C40 72 51 60 52 42"),
    (0.0,  "M0 0V18"),
    (16.0, "M16 -8C-5 16 -5 58 16 82"),
    (16.0, "M0 -8C21 16 21 58 0 82"),
    (34.0, "M17 2V38M1 11L33 29M33 11L1 29"),
    (44.0, "M22 18V62M0 40H44"),
    (6.0,  "M6 70V73L0 84"),
    (26.0, "M0 44H26"),
    (2.0,  "M0 70H2V72H0Z"),
    (32.0, "M32 -6L0 80"),
    (46.0, "M23 0C9 0 0 14 0 36S9 72 23 72S46 58 46 36S37 0 23 0Z"),
    (20.0, "M0 14L20 0V72"),
    (42.0, "M1 18C1 6 10 0 21 0C33 0 41 8 41 19C41 36 14 48 0 72H42"),
    (42.0, "M2 9C7 2 13 0 21 0C33 0 40 7 40 17C40 28 31 34 17 34C33 34 42 41 42 53C42 65 33 72 20 72C11 72 4 69 0 62"),
    (48.0, "M37 72V0L0 51H48"),
    (42.0, "M38 0H7L4 32C9 28 15 26 21 26C34 26 42 35 42 49C42 63 33 72 20 72C11 72 4 69 0 63"),
    (44.0, "M36 0C16 8 0 28 0 49C0 63 9 72 22 72S44 63 44 49S35 27 22 27S1 36 0 49"),
    (42.0, "M0 0H42L13 72"),
    (44.0, "M22 0C10 0 3 7 3 17S10 34 22 34S41 27 41 17S34 0 22 0ZM22 34C8 34 0 42 0 53S8 72 22 72S44 64 44 53S36 34 22 34Z"),
    (44.0, "M8 72C28 64 44 44 44 23C44 9 35 0 22 0S0 9 0 23S9 45 22 45S43 36 44 23"),
    (2.0,  "M0 28H2V30H0ZM0 70H2V72H0Z"),
    (6.0,  "M5 28H7V30H5ZM6 70V73L0 84"),
    (38.0, "M38 18L0 40L38 62"),
    (42.0, "M0 31H42M0 51H42"),
    (38.0, "M0 18L38 40L0 62"),
    (36.0, "M0 12C4 4 10 0 18 0C29 0 36 7 36 17C36 31 17 32 17 46V48M16 70H18V72H16Z"),
    (70.0, "M50 26C46 20 41 18 36 18C26 18 20 27 20 38S26 56 35 56C45 56 50 47 50 36V20V44C50 60 70 56 70 34C70 12 55 0 36 0C14 0 0 16 0 38S14 78 37 78C46 78 52 76 57 73"),
    (56.0, "M0 72L28 0L56 72M10 48H46"),
    (46.0, "M0 0V72H24C38 72 46 64 46 53S38 34 24 34H0M24 34C36 34 42 27 42 17S36 0 24 0H0"),
    (54.0, "M54 15C49 5 41 0 31 0C12 0 0 15 0 36S12 72 31 72C41 72 49 67 54 57"),
    (54.0, "M0 0V72H20C41 72 54 58 54 36S41 0 20 0H0Z"),
    (40.0, "M40 0H0V72H40M0 35H35"),
    (39.0, "M39 0H0V72M0 36H34"),
    (58.0, "M56 14C51 5 42 0 32 0C12 0 0 15 0 36S12 72 32 72C47 72 58 62 58 46V39H34"),
    (51.0, "M0 0V72M51 0V72M0 35H51"),
    (0.0,  "M0 0V72"),
    (34.0, "M34 0V52C34 65 27 72 17 72C8 72 1 66 0 57"),
    (48.0, "M0 0V72M47 0L0 47M17 31L48 72"),
    (38.0, "M0 0V72H38"),
    (64.0, "M0 72V0L32 50L64 0V72"),
    (52.0, "M0 72V0L52 72V0"),
    (62.0, "M31 0C12 0 0 15 0 36S12 72 31 72S62 57 62 36S50 0 31 0Z"),
    (44.0, "M0 72V0H23C36 0 44 9 44 21S36 42 23 42H0"),
    (62.0, "M31 0C12 0 0 15 0 36S12 72 31 72S62 57 62 36S50 0 31 0ZM40 52L62 76"),
    (47.0, "M0 72V0H23C36 0 44 8 44 20S36 40 23 40H0M24 40L47 72"),
    (46.0, "M42 13C38 5 31 0 22 0C10 0 2 7 2 18C2 43 46 28 46 53C46 65 37 72 23 72C12 72 4 67 0 58"),
    (50.0, "M0 0H50M25 0V72"),
    (50.0, "M0 0V46C0 63 10 72 25 72S50 63 50 46V0"),
    (56.0, "M0 0L28 72L56 0"),
    (80.0, "M0 0L20 72L40 4L60 72L80 0"),
    (50.0, "M0 0L50 72M50 0L0 72"),
    (52.0, "M0 0L26 38V72M52 0L26 38"),
    (48.0, "M0 0H48L0 72H48"),
    (16.0, "M16 -6H0V80H16"),
    (32.0, "M0 -6L32 80"),
    (16.0, "M0 -6H16V80H0"),
    (36.0, "M0 24L18 0L36 24"),
    (44.0, "M0 84H44"),
    (12.0, "M0 0L12 12"),
    (38.0, "M3 32C6 25 12 22 19 22C31 22 38 29 38 41V72M38 45H18C7 45 0 50 0 58S7 72 17 72C29 72 38 64 38 53"),
    (42.0, "M0 0V72M0 47C0 32 8 22 21 22S42 32 42 47S34 72 21 72S0 62 0 47"),
    (38.0, "M38 32C34 25 29 22 21 22C8 22 0 32 0 47S8 72 21 72C29 72 34 69 38 62"),
    (42.0, "M42 0V72M42 47C42 32 34 22 21 22S0 32 0 47S8 72 21 72S42 62 42 47"),
    (42.0, "M0 46H42C42 31 34 22 21 22C8 22 0 32 0 47S8 72 22 72C30 72 36 69 40 62"),
    (26.0, "M26 1C13 -2 9 4 9 15V72M0 24H24"),
    (42.0, "M42 22V72C42 85 34 92 21 92C13 92 6 90 2 84M42 47C42 32 34 22 21 22S0 32 0 47S8 72 21 72S42 62 42 47"),
    (38.0, "M0 0V72M0 45C0 31 8 22 20 22C32 22 38 30 38 42V72"),
    (0.0,  "M0 22V72M-1 1H1V3H-1Z"),
    (10.0, "M10 22V78C10 88 6 92 0 92M9 1H11V3H9Z"),
    (38.0, "M0 0V72M36 22L0 52M12 43L38 72"),
    (10.0, "M0 0V60C0 69 3 72 10 72"),
    (66.0, "M0 22V72M0 43C0 30 7 22 17 22C28 22 33 29 33 41V72M33 43C33 30 40 22 50 22C61 22 66 29 66 41V72"),
    (38.0, "M0 22V72M0 45C0 31 8 22 20 22C32 22 38 30 38 42V72"),
    (44.0, "M22 22C9 22 0 32 0 47S9 72 22 72S44 62 44 47S35 22 22 22Z"),
    (42.0, "M0 22V92M0 47C0 32 8 22 21 22S42 32 42 47S34 72 21 72S0 62 0 47"),
    (42.0, "M42 22V92M42 47C42 32 34 22 21 22S0 32 0 47S8 72 21 72S42 62 42 47"),
    (22.0, "M0 22V72M0 46C0 31 8 22 22 23"),
    (34.0, "M33 31C29 25 24 22 17 22C8 22 2 27 2 34C2 53 34 40 34 58C34 67 27 72 17 72C9 72 3 69 0 63"),
    (26.0, "M9 6V58C9 70 14 73 25 71M0 24H24"),
    (38.0, "M38 22V72M0 22V52C0 64 6 72 18 72C30 72 38 63 38 49"),
    (40.0, "M0 22L20 72L40 22"),
    (62.0, "M0 22L16 72L31 26L46 72L62 22"),
    (38.0, "M0 22L38 72M38 22L0 72"),
    (42.0, "M0 22L21 71M42 22L21 71C16 84 11 92 1 92"),
    (36.0, "M0 22H36L0 72H36"),
    (22.0, "M22 -8C12 -8 11 -2 11 8V24C11 32 8 37 0 37C8 37 11 42 11 50V66C11 76 12 82 22 82"),
    (0.0,  "M0 -8V82"),
    (22.0, "M0 -8C10 -8 11 -2 11 8V24C11 32 14 37 22 37C14 37 11 42 11 50V66C11 76 10 82 0 82"),
    (44.0, "M0 44C4 35 12 33 21 40S40 46 44 36"),
];

/// Letters with accents: the letter, its base, its accent.
const ACCENTED: &str = "áa´ ée´ íi´ óo´ úu´ ýy´ ćc´ ńn´ śs´ źz´ ÁA´ ÉE´ ÍI´ ÓO´ ÚU´ ĆC´ àa` èe` ìi` òo` ùu` ÀA` âa^ êe^ îi^ ôo^ ûu^ \
    ÂA^ ÊE^ ÔO^ ãa~ õo~ ñn~ ÃA~ ÕO~ ÑN~ čcˇ šsˇ žzˇ řrˇ ěeˇ ČCˇ ŠSˇ ŽZˇ äa¨ öo¨ üu¨ ëe¨ ïi¨ ÄA¨ ÖO¨ ÜU¨ çc, ÇC, đd- ĐD- øo/ ØO/ åa° ÅA°";

/// Other characters that look enough like an ASCII one.
const ALIKE: &str = "–- —- −- ’' ‘' “\" ”\" ·. …. •* ½? ";

/// One stroke of an accent, about the middle of a letter whose top is at 0.
fn accent_strokes(accent: char) -> &'static str {
    match accent {
        '´' => "M-4 -10L7 -20",
        '`' => "M4 -10L-7 -20",
        '^' => "M-11 -10L0 -20L11 -10",
        'ˇ' => "M-11 -20L0 -10L11 -20",
        '~' => "M-13 -12C-9 -20 -4 -20 0 -15S9 -10 13 -18",
        '¨' => "M-9 -14V-15M9 -14V-15",
        '°' => "M0 -24A6 6 0 1 0 0 -12A6 6 0 1 0 0 -24Z",
        _ => "",
    }
}

/// One character taken apart.
struct Glyph {
    width: f32,
    strokes: &'static str,
    accent: Option<Accent>,
}

/// Strokes added to a letter, and where.
struct Accent {
    x: f32,
    y: f32,
    strokes: &'static str,
}

fn glyph(letter: char) -> Glyph {
    let bare = |(width, strokes)| Glyph { width, strokes, accent: None };
    ascii(letter)
        .map(bare)
        .or_else(|| accented(letter))
        .or_else(|| if letter == '×' { Some(bare(TIMES)) } else { None })
        .or_else(|| entry(ALIKE, letter).and_then(|(twin, _)| ascii(twin)).map(bare))
        .unwrap_or(bare(MISSING))
}

fn ascii(letter: char) -> Option<(f32, &'static str)> {
    GLYPHS.get((letter as usize).checked_sub('!' as usize)?).copied()
}

/// What follows a character in a table of words that begin with one.
fn entry(table: &str, letter: char) -> Option<(char, Option<char>)> {
    let mut words = table.split_whitespace().map(str::chars);
    let mut word = words.find(|word| word.clone().next() == Some(letter))?.skip(1);
    Some((word.next()?, word.next()))
}

fn accented(letter: char) -> Option<Glyph> {
    let (base, mark) = entry(ACCENTED, letter)?;
    let (width, strokes) = if base == 'i' { DOTLESS_I } else { ascii(base)? };
    let small = base.is_lowercase();
    let (middle, top) = (width / 2.0, if small { 22.0 } else { 0.0 });
    let accent = match mark? {
        ',' => Accent { x: middle, y: 72.0, strokes: "M2 0L1 8C11 9 10 20 -4 18" },
        '-' if small => Accent { x: width, y: 12.0, strokes: "M-16 0H10" },
        '-' => Accent { x: 0.0, y: 35.0, strokes: "M-12 0H22" },
        '/' => Accent { x: middle, y: (72.0 + top) / 2.0, strokes: "M-20 26L20 -26" },
        above => Accent { x: middle, y: top, strokes: accent_strokes(above) },
    };
    Some(Glyph { width, strokes, accent: Some(accent) })
}

/// An `i` that carries an accent instead of its dot.
const DOTLESS_I: (f32, &str) = (0.0, "M0 22V72");
/// The sign between a thing and how many there are.
const TIMES: (f32, &str) = (32.0, "M0 26L32 58M32 26L0 58");
/// A box, for characters that the font does not have.
const MISSING: (f32, &str) = (40.0, "M0 4H40V72H0Z");

/// How wide `text` is at a font size of 1, from the middle of the first stroke to the middle of the last.
pub fn width(text: &str) -> f32 {
    let mut width = 0.0;
    place(text, |_, _, end| width = end);
    width / EM
}

/// Draws `text` with its capitals' middle at height `y`, and the part that `anchor` names at `x`.
pub fn write(canvas: &mut Canvas, class: &str, text: &str, (x, y): (f32, f32), size: f32, anchor: Anchor) {
    let scale = size / EM;
    let shift = match anchor {
        Anchor::Start => PEN / 2.0 * scale,
        Anchor::Middle => -width(text) * size / 2.0,
        Anchor::End => -width(text) * size - PEN / 2.0 * scale,
    };
    let transform = format!(
        "translate({} {}) scale({})",
        number(x + shift),
        number(y - MIDDLE * scale),
        fine_number(scale)
    );
    canvas.open(
        "g",
        &[
            ("class", &format!("letters {class}")),
            ("stroke-width", &number(PEN)),
            ("aria-label", text),
            ("transform", &transform),
        ],
    );
    place(text, |left, glyph, _| {
        let transform = format!("translate({} 0)", number(left));
        canvas.leaf("path", &[("transform", &transform), ("d", glyph.strokes)]);
        if let Some(accent) = &glyph.accent {
            let transform = format!("translate({} {})", number(left + accent.x), number(accent.y));
            canvas.leaf("path", &[("transform", &transform), ("d", accent.strokes)]);
        }
    });
    canvas.close();
}

/// Calls `draw` with every character's left edge, strokes and right edge.
fn place(text: &str, mut draw: impl FnMut(f32, &Glyph, f32)) {
    let mut pen = 0.0;
    for letter in text.chars() {
        if letter.is_whitespace() {
            pen += 24.0;
            continue;
        }
        let glyph = glyph(letter);
        draw(pen, &glyph, pen + glyph.width);
        pen += glyph.width + GAP;
    }
}

/// The strokes of a digit, for pieces that carry one, about its middle.
pub fn figure(digit: char, size: f32) -> (String, &'static str) {
    let glyph = glyph(digit);
    let scale = size / EM;
    let transform = format!(
        "translate({} {}) scale({})",
        number(-glyph.width / 2.0 * scale),
        number(-MIDDLE * scale),
        fine_number(scale)
    );
    (transform, glyph.strokes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_printable_character_has_strokes_within_its_width() {
        for letter in '!'..='~' {
            let glyph = glyph(letter);
            assert!(glyph.strokes.starts_with('M'), "{letter} is not drawn");
            assert!((0.0..=90.0).contains(&glyph.width), "{letter} is {} wide", glyph.width);
        }
        let all: std::collections::HashSet<_> = GLYPHS.iter().map(|g| g.1).collect();
        assert!(all.len() >= GLYPHS.len(), "two characters look the same");
    }

    #[test]
    fn text_has_width() {
        assert_eq!(width(""), 0.0);
        assert!(width("12") > width("1"));
        assert!(width("W") > width("i"));
        assert!(width("Žižek \u{4e2d}") > width("Zizek"));
    }

    #[test]
    fn accents_are_complete() {
        for entry in ACCENTED.split_whitespace() {
            let letter = entry.chars().next().unwrap();
            let accent = glyph(letter).accent;
            assert!(accent.is_some_and(|a| !a.strokes.is_empty()), "{letter} has no accent");
        }
    }
}

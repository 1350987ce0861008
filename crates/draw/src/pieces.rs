//! Pieces: everything that comes, goes and moves.

use game::{Ink, Rect, Shape, Spot};

use crate::canvas::{Canvas, number};
use crate::letters;
use crate::ornament;
use crate::palette::ink_name;

/// Discs smaller than this are plain: ornaments would only blur them.
const PLAIN_BELOW: f32 = 30.0;

/// Where a stone meets neighbours of the same ink, clockwise: at its sides from the left one, and at its corners from the top left
/// one, which lies between the left and the upper side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Joins {
    /// Left, up, right, down.
    pub sides: [bool; 4],
    /// Top left, top right, bottom right, bottom left.
    pub corners: [bool; 4],
}

/// Draws a piece, with what a script needs to know it again: its shape, its ink, and the hotspot it stands on.
pub fn piece(canvas: &mut Canvas, at: Rect, shape: Shape, ink: Ink, joins: Joins, on: Option<Spot>) {
    let name = match shape {
        Shape::Disc => "disc",
        Shape::King => "king",
        Shape::Tile => "tile",
        Shape::Domino => "domino",
        Shape::Stone => "stone",
        Shape::Marker => "marker",
        Shape::Block => "block",
    };
    let class = format!("piece {name} {}", ink_name(ink));
    let centre = at.centre();
    let transform = format!("translate({} {})", number(centre.x), number(centre.y));
    let (key, spot) = (ink_key(ink), on.map(|spot| spot.0.to_string()).unwrap_or_default());
    let mut attributes =
        vec![("class", class.as_str()), ("data-shape", name), ("data-ink", &key), ("transform", &transform)];
    if on.is_some() {
        attributes.insert(3, ("data-on", &spot));
    }
    canvas.open("g", &attributes);
    let own = Rect::new(-at.w / 2.0, -at.h / 2.0, at.w, at.h);
    match shape {
        Shape::Disc => disc(canvas, own, ink),
        Shape::King => king(canvas, own, ink),
        Shape::Tile => tile(canvas, own, ink),
        Shape::Domino => domino(canvas, own, ink),
        Shape::Stone => stone(canvas, own, ink, joins),
        Shape::Marker => marker(canvas, own),
        Shape::Block => block(canvas, own),
    }
    canvas.close();
}

/// An ink as scripts see it: `seat0`, `kind11`, `light`; unlike a class, it never begins again.
pub fn ink_key(ink: Ink) -> String {
    match ink {
        Ink::Seat(seat) => format!("seat{seat}"),
        Ink::Kind(kind) => format!("kind{kind}"),
        _ => ink_name(ink).to_string(),
    }
}

fn disc(canvas: &mut Canvas, own: Rect, ink: Ink) {
    let radius = round_body(canvas, own);
    if radius * 2.0 >= PLAIN_BELOW {
        ornament::draw(canvas, ornament::of(ink), radius);
    }
}

/// A crown of gold, or on bodies of colour, of what is engraved in them.
fn king(canvas: &mut Canvas, own: Rect, ink: Ink) {
    let radius = round_body(canvas, own);
    let ring = number(radius * 0.87);
    let width = number(radius * 0.05);
    canvas.leaf("circle", &[("class", "cut"), ("stroke-width", &width), ("r", &ring)]);
    let class = if matches!(ink, Ink::Light | Ink::Dark) { "crown" } else { "mark" };
    canvas.scaled_path(class, ornament::CROWN, radius / 68.0);
}

/// A round body with its shadow; gives its radius.
fn round_body(canvas: &mut Canvas, own: Rect) -> f32 {
    let radius = own.w.min(own.h) / 2.0;
    if radius * 2.0 >= PLAIN_BELOW {
        let (drop, r) = (number(radius * 0.09), number(radius));
        canvas.leaf("circle", &[("class", "shadow"), ("cy", &drop), ("r", &r)]);
    }
    canvas.leaf("circle", &[("class", "body"), ("r", &number(radius - 0.8))]);
    radius
}

fn tile(canvas: &mut Canvas, own: Rect, ink: Ink) {
    let least = own.w.min(own.h);
    raised(canvas, own, least * 0.14);
    ornament::draw(canvas, ornament::of(ink), least * 0.44);
}

fn domino(canvas: &mut Canvas, own: Rect, ink: Ink) {
    let least = own.w.min(own.h);
    raised(canvas, own, least * 0.36);
    let (along, seam) = if own.w >= own.h {
        ((own.w / 4.0, 0.0), format!("M0 -{0}V{0}", number(own.h * 0.3)))
    } else {
        ((0.0, own.h / 4.0), format!("M-{0} 0H{0}", number(own.w * 0.3)))
    };
    let width = number(least * 0.035);
    canvas.leaf("path", &[("class", "cut"), ("stroke-width", &width), ("d", &seam)]);
    for side in [-1.0, 1.0] {
        let transform = format!("translate({} {})", number(along.0 * side), number(along.1 * side));
        canvas.open("g", &[("transform", &transform)]);
        ornament::draw(canvas, ornament::of(ink), least * 0.28);
        canvas.close();
    }
}

/// A rounded rectangle with its shadow.
fn raised(canvas: &mut Canvas, own: Rect, radius: f32) {
    let drop = own.w.min(own.h) * 0.045;
    canvas.rect("shadow", Rect { y: own.y + drop, ..own }, radius);
    canvas.rect("body", own.shrink(0.8), radius);
}

/// The outline is open where the stone goes over into a neighbour. A corner is round between two free sides, and cut out between
/// two joined ones that do not go on around it.
fn stone(canvas: &mut Canvas, own: Rect, ink: Ink, joins: Joins) {
    let least = own.w.min(own.h);
    let (gap, overlap, radius) = (least * 0.035, 2.0, least * 0.2);
    let reach = |side: usize| if joins.sides[side] { overlap } else { -gap };
    let (left, top, right, bottom) =
        (own.x - reach(0), own.y - reach(1), -own.x + reach(2), -own.y + reach(3));
    // Each corner with the directions back along the side before it and on along the side after it.
    let corners = [
        (left, top, (0.0, 1.0), (1.0, 0.0)),
        (right, top, (-1.0, 0.0), (0.0, 1.0)),
        (right, bottom, (0.0, -1.0), (-1.0, 0.0)),
        (left, bottom, (1.0, 0.0), (0.0, -1.0)),
    ];
    let (mut fill, mut outline, mut start) = (String::new(), String::new(), String::new());
    for (i, &(x, y, back, on)) in corners.iter().enumerate() {
        let joined = [joins.sides[i], joins.sides[(i + 1) % 4]];
        let size = match joined {
            [false, false] => radius,
            [true, true] if !joins.corners[i] => gap + overlap,
            _ => 0.0,
        };
        let at = |b: f32, o: f32| {
            format!(
                "{} {}",
                number(x + (back.0 * b + on.0 * o) * size),
                number(y + (back.1 * b + on.1 * o) * size)
            )
        };
        let turn = match joined {
            [false, false] => format!("A{0} {0} 0 0 1 {1}", number(size), at(0.0, 1.0)),
            [true, true] => format!("L{}L{}", at(1.0, 1.0), at(0.0, 1.0)),
            _ => String::new(),
        };
        if i == 0 {
            start = at(1.0, 0.0);
        }
        let begin = if i == 0 { 'M' } else { 'L' };
        fill += &format!("{begin}{}{turn}", at(1.0, 0.0));
        // The outline runs up to the corner if the side before it is free, and around it unless it is straight.
        let to = if i > 0 && !joined[0] { 'L' } else { 'M' };
        outline += &format!("{to}{}{turn}", at(1.0, 0.0));
    }
    if !joins.sides[0] {
        outline += &format!("L{start}");
    }
    canvas.path("body", &(fill + "Z"));
    canvas.path("edge", &outline);
    ornament::draw(canvas, ornament::of(ink), least * 0.3);
}

fn marker(canvas: &mut Canvas, own: Rect) {
    let radius = own.w.min(own.h) / 2.0;
    canvas.leaf("circle", &[("class", "body"), ("r", &number(radius - 2.5))]);
    let (transform, strokes) = letters::figure('1', radius * 1.25);
    canvas
        .leaf("path", &[("class", "cut"), ("stroke-width", "13"), ("transform", &transform), ("d", strokes)]);
}

fn block(canvas: &mut Canvas, own: Rect) {
    let own = own.shrink(own.w.min(own.h) * 0.04);
    canvas.rect("body", own, own.w.min(own.h) * 0.08);
    let inner = own.shrink(own.w.min(own.h) * 0.12);
    let across = inner.w + inner.h;
    let count = (across / (own.w.min(own.h) * 0.22)).round().max(1.0);
    let mut d = String::new();
    for stroke in 0..count as usize {
        let offset = (stroke as f32 + 0.5) * across / count;
        // The stroke x + y = offset, cut off at the edges of the inner rectangle.
        let (x0, y0) = if offset <= inner.h { (0.0, offset) } else { (offset - inner.h, inner.h) };
        let (x1, y1) = if offset <= inner.w { (offset, 0.0) } else { (inner.w, offset - inner.w) };
        let [x0, y0, x1, y1] = [inner.x + x0, inner.y + y0, inner.x + x1, inner.y + y1].map(number);
        d += &format!("M{x0} {y0}L{x1} {y1}");
    }
    canvas.path("cut", &d);
}

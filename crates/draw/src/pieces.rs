//! Pieces: everything that comes, goes and moves.

use game::{Ink, Rect, Shape, Spot};

use crate::canvas::{Canvas, number};
use crate::letters;
use crate::ornament;
use crate::palette::ink_name;

/// Discs smaller than this are plain: ornaments would only blur them.
const PLAIN_BELOW: f32 = 30.0;

/// On which sides a stone goes over into a neighbour of the same ink.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Joins {
    /// To the right.
    pub right: bool,
    /// To the left.
    pub left: bool,
    /// Upwards.
    pub up: bool,
    /// Downwards.
    pub down: bool,
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

/// The outline is open where the stone goes over into a neighbour, and its corners are round only between two free sides.
fn stone(canvas: &mut Canvas, own: Rect, ink: Ink, joins: Joins) {
    let least = own.w.min(own.h);
    let (gap, overlap) = (least * 0.035, 0.4);
    let reach = |joined: bool| if joined { overlap } else { -gap };
    let (left, right) = (own.x - reach(joins.left), -own.x + reach(joins.right));
    let (top, bottom) = (own.y - reach(joins.up), -own.y + reach(joins.down));
    let radius = least * 0.2;
    // Clockwise from the top left: the corner, whether its two sides are free, and where the rounding begins and ends.
    let corners = [
        (left, top, joins.left, joins.up, (0.0, 1.0), (1.0, 0.0)),
        (right, top, joins.up, joins.right, (-1.0, 0.0), (0.0, 1.0)),
        (right, bottom, joins.right, joins.down, (0.0, -1.0), (-1.0, 0.0)),
        (left, bottom, joins.down, joins.left, (1.0, 0.0), (0.0, -1.0)),
    ];
    let mut fill = String::new();
    let mut outline = String::new();
    for (i, &(x, y, side_before, side_after, before, after)) in corners.iter().enumerate() {
        let r = if side_before || side_after { 0.0 } else { radius };
        let [x0, y0, x1, y1, r] =
            [x + before.0 * r, y + before.1 * r, x + after.0 * r, y + after.1 * r, r].map(number);
        fill += &format!("{}{x0} {y0}A{r} {r} 0 0 1 {x1} {y1}", if i == 0 { "M" } else { "L" });
        if !side_before && !side_after {
            outline += &format!("M{x0} {y0}A{r} {r} 0 0 1 {x1} {y1}");
        }
        if !side_after {
            let next = corners[(i + 1) % 4];
            let r = if next.2 || next.3 { 0.0 } else { radius };
            let [x2, y2] = [next.0 + next.4.0 * r, next.1 + next.4.1 * r].map(number);
            outline += &format!("M{x1} {y1}L{x2} {y2}");
        }
    }
    canvas.path("body", &(fill + "Z"));
    if !outline.is_empty() {
        canvas.path("edge", &outline);
    }
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
    let step = own.w.min(own.h) * 0.2;
    let mut d = String::new();
    let mut offset = step / 2.0;
    while offset < inner.w + inner.h {
        // The stroke x + y = offset, cut off at the edges of the inner rectangle.
        let (x0, y0) = if offset <= inner.h { (0.0, offset) } else { (offset - inner.h, inner.h) };
        let (x1, y1) = if offset <= inner.w { (offset, 0.0) } else { (inner.w, offset - inner.w) };
        let [x0, y0, x1, y1] = [inner.x + x0, inner.y + y0, inner.x + x1, inner.y + y1].map(number);
        d += &format!("M{x0} {y0}L{x1} {y1}");
        offset += step;
    }
    canvas.path("cut", &d);
}

//! Places and lines: everything that stays where it is.

use game::{Ground, Ink, Point, Rect, Weight};

use crate::canvas::{Canvas, number};
use crate::ornament;
use crate::palette::ink_name;

/// What a place needs to know of the rest of the scene.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Surroundings {
    /// A label stands on it, so that a symbol would be in the way.
    pub written: bool,
    /// Other places touch it, so that its corners are not round.
    pub touched: bool,
}

/// Draws a rectangular place.
pub fn place(canvas: &mut Canvas, at: Rect, ground: Ground, around: Surroundings) {
    let least = at.w.min(at.h);
    let corner = if around.touched { 0.0 } else { least * 0.14 };
    canvas.group_at(&class(ground), at.centre());
    let own = Rect::new(-at.w / 2.0, -at.h / 2.0, at.w, at.h);
    match ground {
        Ground::Board | Ground::ActiveBoard => canvas.rect("ground", own, (least * 0.12).min(16.0)),
        Ground::Dish => dish(canvas, own),
        Ground::Waiting(_) => canvas.rect("ground", own.shrink(least * 0.07), least * 0.12),
        Ground::Owned(_) => canvas.rect("ground", own, corner / 2.0),
        _ => canvas.rect("ground", own, corner),
    }
    sign(canvas, own, ground, around.written);
    canvas.close();
}

/// Draws a place with any corners; `written` when a label stands on it, so that a symbol would be in the way.
pub fn area(canvas: &mut Canvas, corners: &[Point], ground: Ground, written: bool) {
    let Some(at) = Rect::around(corners) else { return };
    let middle = at.centre();
    let corner = |point: &Point| format!("{} {}", number(point.x - middle.x), number(point.y - middle.y));
    let d = corners.iter().map(corner).collect::<Vec<_>>().join("L");
    canvas.group_at(&class(ground), middle);
    canvas.path("ground", &format!("M{d}Z"));
    // A symbol as large as that of a rectangle would stick out at the corners.
    let inner = Rect::new(-at.w / 2.0, -at.h / 2.0, at.w, at.h).shrink(at.w.min(at.h) * 0.1);
    sign(canvas, inner, ground, written);
    canvas.close();
}

/// The classes of a kind of place.
fn class(ground: Ground) -> String {
    let name = match ground {
        Ground::Board => "board",
        Ground::ActiveBoard => "active-board",
        Ground::Plain => "plain",
        Ground::Shaded => "shaded",
        Ground::Camp => "camp",
        Ground::Castle => "castle",
        Ground::Goal => "goal",
        Ground::Dish => "dish",
        Ground::Waiting(ink) => return format!("place waiting {}", ink_name(ink)),
        Ground::Owned(ink) => return format!("place owned {}", ink_name(ink)),
    };
    format!("place {name}")
}

/// What stands on a kind of place to tell it from others.
fn sign(canvas: &mut Canvas, own: Rect, ground: Ground, written: bool) {
    let least = own.w.min(own.h);
    match ground {
        Ground::Camp => canvas.scaled_path("mark", CAMP, least / 100.0),
        Ground::Castle => castle(canvas, own),
        Ground::Goal => canvas.scaled_path("mark", GOAL, least / 100.0),
        // Smaller and flatter than what it waits for, so that both are told apart without colours.
        Ground::Waiting(ink) => ornament::draw(canvas, ornament::of(ink), least * 0.25),
        Ground::Owned(ink) if !written => ornament::draw(canvas, ornament::of(ink), least * 0.4),
        _ => {}
    }
}

/// Four short bars around the middle, like tents seen from above.
const CAMP: &str = "M-5 -22H5V-12H-5ZM12 -5H22V5H12ZM-5 12H5V22H-5ZM-22 -5H-12V5H-22Z";
/// A star with four points.
const GOAL: &str = "M0 -24C2 -7 7 -2 24 0C7 2 2 7 0 24C-2 7 -7 2 -24 0C-7 -2 -2 -7 0 -24Z";

/// A frame with its diagonals, drawn up to a diamond in the middle.
fn castle(canvas: &mut Canvas, own: Rect) {
    let (x, y) = (own.w * 0.38, own.h * 0.38);
    let (dx, dy) = (own.w * 0.13, own.h * 0.13);
    let [x, y, dx, dy, ex, ey] = [x, y, dx, dy, dx * 1.6, dy * 1.6].map(number);
    let d = format!(
        "M-{x} -{y}H{x}V{y}H-{x}ZM-{x} -{y}L-{dx} -{dy}M{x} -{y}L{dx} -{dy}M{x} {y}L{dx} {dy}M-{x} {y}L-{dx} {dy}\
         M0 -{ey}L{ex} 0L0 {ey}L-{ex} 0Z"
    );
    canvas.path("cut", &d);
}

fn dish(canvas: &mut Canvas, own: Rect) {
    let [rx, ry, sx, sy, drop] =
        [own.w / 2.0, own.h / 2.0, own.w / 2.0 * 0.93, own.h / 2.0 * 0.93, own.h * 0.015].map(number);
    canvas.leaf("ellipse", &[("class", "shadow"), ("cy", &drop), ("rx", &rx), ("ry", &ry)]);
    canvas.leaf("ellipse", &[("class", "ground"), ("rx", &rx), ("ry", &ry)]);
    canvas.leaf("ellipse", &[("class", "cut"), ("rx", &sx), ("ry", &sy)]);
}

/// Draws a line. Strong lines of different seats differ in what runs along their middle.
pub fn line(canvas: &mut Canvas, from: Point, to: Point, weight: Weight, ink: Ink) {
    let name = match weight {
        Weight::Thin => "thin",
        Weight::Strong => "strong",
        Weight::Dotted => "dotted",
    };
    let [x1, y1, x2, y2] = [from.x, from.y, to.x, to.y].map(number);
    let d = format!("M{x1} {y1}L{x2} {y2}");
    canvas.open(
        "g",
        &[("class", &format!("line {name} {}", ink_name(ink))), ("data-ink", &crate::pieces::ink_key(ink))],
    );
    canvas.path("stroke", &d);
    let dashes = match ink {
        Ink::Seat(seat) if weight == Weight::Strong => match seat % crate::palette::SEATS {
            0 => None,
            1 => Some("none"),
            2 => Some("12 10"),
            _ => Some("0.1 9"),
        },
        _ => None,
    };
    if let Some(dashes) = dashes {
        canvas.leaf("path", &[("class", "cut"), ("stroke-dasharray", dashes), ("d", &d)]);
    }
    canvas.close();
}

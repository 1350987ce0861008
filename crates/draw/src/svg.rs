//! A scene as SVG text.

use std::collections::BTreeSet;

use game::{Anchor, Form, Ground, Hotspot, Ink, Item, Point, Rect, Scene, Shape, Spot};

use crate::canvas::{CELL, Canvas, number};
use crate::letters;
use crate::look::{Hotspots, Look, Medium, View};
use crate::marks::{Marks, hotspots};
use crate::palette::ink_name;
use crate::pieces::{Joins, piece};
use crate::places::{Surroundings, area, line, place};
use crate::style;

/// White space around the scene, in units of the picture.
const MARGIN: f32 = 8.0;
/// Pixels to a cell in a file that nobody scales.
const FILE_SCALE: f32 = 0.64;

/// The picture of a scene as SVG text.
///
/// Places are drawn first, in order, then what marks them, then everything else, in order, then the rest of the marks and on top
/// the hotspots. The text is well-formed for any scene whose measures are finite numbers; labels may hold any characters.
pub fn svg(scene: &Scene, look: &Look) -> String {
    let scale = Scale::new(scene, look.view);
    let scene = scale.scene(scene);
    let pen = Pen { medium: look.medium };
    let mut canvas = Canvas::default();
    let (width, height) = (scene.width + 2.0 * MARGIN, scene.height + 2.0 * MARGIN);
    let page = Rect::new(-MARGIN, -MARGIN, width, height);
    begin(&mut canvas, &scene, look, page);
    let tints = look.tints.iter().map(|tint| (scale.rect(tint.at), tint)).collect();
    let marks = Marks::new(&scene, look, tints);
    let is_place = |item: &&Item| matches!(item, Item::Place { .. } | Item::Area { .. });
    for item in scene.items.iter().filter(is_place) {
        draw(&mut canvas, &pen, &scene, item);
    }
    marks.below(&mut canvas);
    for item in scene.items.iter().filter(|item| !is_place(item)) {
        draw(&mut canvas, &pen, &scene, item);
    }
    marks.above(&mut canvas, &pen);
    for gain in &look.gains {
        points(&mut canvas, &pen, scale.point(gain.at), gain.points);
    }
    hotspots(&mut canvas, &scene, look);
    canvas.close();
    canvas.finish()
}

/// Opens the root element, and in a file gives it a size, a style and a background.
fn begin(canvas: &mut Canvas, scene: &Scene, look: &Look, page: Rect) {
    let [x, y, w, h] = [page.x, page.y, page.w, page.h].map(number);
    let view_box = format!("{x} {y} {w} {h}");
    let [pixels_wide, pixels_high] = [page.w * FILE_SCALE, page.h * FILE_SCALE].map(number);
    let mut attributes = vec![
        ("xmlns", "http://www.w3.org/2000/svg"),
        ("class", "ludus"),
        ("viewBox", view_box.as_str()),
        ("role", if look.hotspots == Hotspots::None { "img" } else { "group" }),
    ];
    if !look.title.is_empty() {
        attributes.push(("aria-label", &look.title));
    }
    if let Medium::File(_) = look.medium {
        attributes.extend([("width", pixels_wide.as_str()), ("height", pixels_high.as_str())]);
    }
    canvas.open("svg", &attributes);
    if let Medium::File(theme) = look.medium {
        canvas.raw(&format!(" <style>\n{}</style>\n", style::embedded(theme, inks(scene))));
        canvas.rect("page", page, 0.0);
    }
}

/// The names of the inks that a scene uses.
fn inks(scene: &Scene) -> BTreeSet<&'static str> {
    let ink = |item: &Item| match item {
        Item::Place { ground, .. } | Item::Area { ground, .. } => match ground {
            Ground::Waiting(ink) | Ground::Owned(ink) => Some(ink_name(*ink)),
            _ => None,
        },
        Item::Piece { ink, .. } | Item::Line { ink, .. } | Item::Label { ink, .. } => Some(ink_name(*ink)),
    };
    scene.items.iter().filter_map(ink).collect()
}

fn draw(canvas: &mut Canvas, pen: &Pen, scene: &Scene, item: &Item) {
    match item {
        Item::Place { at, ground } => place(canvas, *at, *ground, surroundings(scene, *at)),
        Item::Area { corners, ground } => area(canvas, corners, *ground, written(scene, corners)),
        Item::Piece { at, shape, ink } => {
            let joins = if *shape == Shape::Stone { joins(scene, *at, *ink) } else { Joins::default() };
            piece(canvas, *at, *shape, *ink, joins, spot_under(scene, *at));
        }
        Item::Line { from, to, weight, ink } => line(canvas, *from, *to, *weight, *ink),
        Item::Label { at, text, size, anchor, ink } => {
            let class = match piece_under(scene, item, *at) {
                Some(body) => format!("label on-{}", ink_name(body)),
                None => format!("label {}", ink_name(*ink)),
            };
            pen.write(canvas, &class, text, (at.x, at.y), *size, *anchor);
        }
    }
}

/// How texts are set.
pub struct Pen {
    medium: Medium,
}

impl Pen {
    /// Writes with the middle of the capitals at height `y`: real text in a page, strokes in a file.
    pub fn write(
        &self,
        canvas: &mut Canvas,
        class: &str,
        text: &str,
        (x, y): (f32, f32),
        size: f32,
        anchor: Anchor,
    ) {
        if let Medium::File(_) = self.medium {
            return letters::write(canvas, class, text, (x, y), size, anchor);
        }
        let [x, y, size] = [x, y + size * 0.35, size].map(number);
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let attributes =
            [("class", class), ("x", &x), ("y", &y), ("font-size", &size), ("text-anchor", anchor)];
        canvas.text("text", &attributes[usize::from(class.is_empty())..], text);
    }
}

/// Points that somebody gets, on a pill where they come from.
fn points(canvas: &mut Canvas, pen: &Pen, at: Point, points: i32) {
    const SIZE: f32 = 52.0;
    let (class, text) = match points {
        lost if lost < 0 => ("gain lost", format!("\u{2212}{}", -lost)),
        won => ("gain won", format!("+{won}")),
    };
    let (w, h) = ((letters::width(&text) + 0.8) * SIZE, SIZE * 1.35);
    canvas.group_at(class, at);
    canvas.rect("pill", Rect::new(-w / 2.0, -h / 2.0, w, h), h / 2.0);
    pen.write(canvas, "", &text, (0.0, 0.0), SIZE, Anchor::Middle);
    canvas.close();
}

/// From cells of the scene to units of the picture, turned if wanted.
struct Scale {
    width: f32,
    height: f32,
    view: View,
}

impl Scale {
    fn new(scene: &Scene, view: View) -> Scale {
        Scale { width: scene.width * CELL, height: scene.height * CELL, view }
    }

    fn point(&self, p: Point) -> Point {
        match self.view {
            View::Upright => Point { x: p.x * CELL, y: p.y * CELL },
            View::Turned => Point { x: self.width - p.x * CELL, y: self.height - p.y * CELL },
        }
    }

    fn rect(&self, r: Rect) -> Rect {
        let (w, h) = (r.w * CELL, r.h * CELL);
        let middle = self.point(r.centre());
        Rect::new(middle.x - w / 2.0, middle.y - h / 2.0, w, h)
    }

    fn anchor(&self, anchor: Anchor) -> Anchor {
        match (self.view, anchor) {
            (View::Turned, Anchor::Start) => Anchor::End,
            (View::Turned, Anchor::End) => Anchor::Start,
            _ => anchor,
        }
    }

    fn scene(&self, scene: &Scene) -> Scene {
        let items = scene.items.iter().map(|item| match item {
            Item::Place { at, ground } => Item::Place { at: self.rect(*at), ground: *ground },
            Item::Area { corners, ground } => Item::Area {
                corners: corners.iter().map(|&corner| self.point(corner)).collect(),
                ground: *ground,
            },
            Item::Piece { at, shape, ink } => Item::Piece { at: self.rect(*at), shape: *shape, ink: *ink },
            Item::Line { from, to, weight, ink } => {
                Item::Line { from: self.point(*from), to: self.point(*to), weight: *weight, ink: *ink }
            }
            Item::Label { at, text, size, anchor, ink } => Item::Label {
                at: self.point(*at),
                text: text.clone(),
                size: size * CELL,
                anchor: self.anchor(*anchor),
                ink: *ink,
            },
        });
        let hotspots = scene.hotspots.iter().map(|h| {
            let form = match h.form {
                Form::Box => Form::Box,
                Form::Diamond(reach) => Form::Diamond(reach * CELL),
                Form::Within(area) => Form::Within(self.rect(area)),
            };
            Hotspot { at: self.rect(h.at), form, ..h.clone() }
        });
        let cards = scene.cards.iter().map(|card| game::Card { at: self.rect(card.at), ..card.clone() });
        Scene {
            width: self.width,
            height: self.height,
            items: items.collect(),
            hotspots: hotspots.collect(),
            cards: cards.collect(),
        }
    }
}

fn holds(r: Rect, p: Point) -> bool {
    (r.x..=r.x + r.w).contains(&p.x) && (r.y..=r.y + r.h).contains(&p.y)
}

/// Whether a label stands at one of the places.
fn labelled(scene: &Scene, at: Rect) -> bool {
    scene.items.iter().any(|item| matches!(item, Item::Label { at: p, .. } if holds(at, *p)))
}

/// Whether a label stands in the middle half of an area, in which no other area has a part.
fn written(scene: &Scene, corners: &[Point]) -> bool {
    Rect::around(corners).is_some_and(|at| labelled(scene, at.shrink(at.w.min(at.h) / 4.0)))
}

fn surroundings(scene: &Scene, at: Rect) -> Surroundings {
    let written = labelled(scene, at);
    let touched = scene.items.iter().any(|item| match item {
        Item::Place { ground: Ground::Board | Ground::ActiveBoard, .. } => false,
        Item::Place { at: other, .. } => touch(at, *other),
        _ => false,
    });
    Surroundings { written, touched }
}

/// Two rectangles have a side in common, or a part of one.
fn touch(a: Rect, b: Rect) -> bool {
    let near = |p: f32, q: f32| (p - q).abs() < 2.0;
    let beside = near(a.x + a.w, b.x) || near(b.x + b.w, a.x);
    let above = near(a.y + a.h, b.y) || near(b.y + b.h, a.y);
    let level = a.y < b.y + b.h - 2.0 && b.y < a.y + a.h - 2.0;
    let in_line = a.x < b.x + b.w - 2.0 && b.x < a.x + a.w - 2.0;
    (beside && level) || (above && in_line)
}

/// The ink of the topmost piece that a label is written on.
fn piece_under(scene: &Scene, label: &Item, at: Point) -> Option<Ink> {
    let below = scene.items.iter().take_while(|item| !std::ptr::eq(*item, label));
    below
        .filter_map(|item| match item {
            Item::Piece { at: r, ink, .. } if holds(*r, at) => Some(*ink),
            _ => None,
        })
        .last()
}

/// The smallest hotspot that holds the middle of a piece.
fn spot_under(scene: &Scene, at: Rect) -> Option<Spot> {
    let middle = at.centre();
    let holding = scene.hotspots.iter().filter(|h| holds(h.at, middle));
    holding.min_by(|a, b| (a.at.w * a.at.h).total_cmp(&(b.at.w * b.at.h))).map(|h| h.spot)
}

/// Where stones of the same ink and size meet a stone.
fn joins(scene: &Scene, at: Rect, ink: Ink) -> Joins {
    let near = |a: f32, b: f32| (a - b).abs() < 2.0;
    let stands = |columns: f32, rows: f32| {
        scene.items.iter().any(|item| match item {
            Item::Piece { at: other, shape: Shape::Stone, ink: same } => {
                *same == ink && near(other.x, at.x + columns * at.w) && near(other.y, at.y + rows * at.h)
            }
            _ => false,
        })
    };
    Joins {
        sides: [stands(-1.0, 0.0), stands(0.0, -1.0), stands(1.0, 0.0), stands(0.0, 1.0)],
        corners: [stands(-1.0, -1.0), stands(1.0, -1.0), stands(1.0, 1.0), stands(-1.0, 1.0)],
    }
}

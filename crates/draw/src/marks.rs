//! What a look adds to a scene: the last move, choices, annotations, badges and hotspots.

use std::collections::HashMap;

use game::{Anchor, Form, Ground, Hotspot, Point, Rect, Scene, Shape, Spot};

use crate::canvas::{Canvas, number};
use crate::letters;
use crate::look::{Arrow, Badge, Hotspots, Layer, Look, Ring, Tint, Tone, View};
use crate::svg::Pen;

/// Where the hotspots are, in units of the picture, and where pieces stand.
pub struct Marks<'a> {
    look: &'a Look,
    spots: HashMap<Spot, Rect>,
    pieces: Vec<Rect>,
    dishes: Vec<Rect>,
    tints: Vec<(Rect, &'a Tint)>,
}

impl<'a> Marks<'a> {
    /// The marks of a look on a scene that has been scaled to the picture, as the places of the tints have been.
    pub fn new(scene: &Scene, look: &'a Look, tints: Vec<(Rect, &'a Tint)>) -> Marks<'a> {
        let spots = scene.hotspots.iter().map(|hotspot| (hotspot.spot, hotspot.at)).collect();
        let pieces = scene.items.iter().filter_map(|item| match item {
            game::Item::Piece { at, shape, .. } if *shape != Shape::Block => Some(*at),
            _ => None,
        });
        let dishes = scene.items.iter().filter_map(|item| match item {
            game::Item::Place { at, ground: Ground::Dish } => Some(*at),
            _ => None,
        });
        Marks { look, spots, pieces: pieces.collect(), dishes: dishes.collect(), tints }
    }

    fn rect(&self, spot: Spot) -> Option<Rect> {
        self.spots.get(&spot).copied()
    }

    fn piece_at(&self, Point { x, y }: Point) -> Option<Rect> {
        let holds = |p: &&Rect| (p.x..=p.x + p.w).contains(&x) && (p.y..=p.y + p.h).contains(&y);
        self.pieces.iter().find(holds).copied()
    }

    /// Where marks on a hotspot aim: its middle, but where it is a long row, the end that is the right one upright.
    fn aim(&self, at: Rect) -> Point {
        let middle = at.centre();
        if at.w < 2.5 * at.h {
            return middle;
        }
        match self.look.view {
            View::Upright => Point { x: at.x + at.w - at.h / 2.0, ..middle },
            View::Turned => Point { x: at.x + at.h / 2.0, ..middle },
        }
    }

    /// What a move on a hotspot has changed: the hotspot, or the whole of a piece that reaches beyond it.
    fn changed(&self, spot: Spot) -> Option<Rect> {
        let at = self.rect(spot)?;
        let Some(piece) = self.piece_at(at.centre()) else { return Some(at) };
        if piece.w <= at.w && piece.h <= at.h {
            return Some(at);
        }
        let margins = [
            piece.x - at.x,
            piece.y - at.y,
            at.x + at.w - piece.x - piece.w,
            at.y + at.h - piece.y - piece.h,
        ];
        Some(piece.shrink(-margins.into_iter().fold(0.0, f32::max)))
    }

    /// What lies under the pieces.
    pub fn below(&self, canvas: &mut Canvas) {
        for &(at, tint) in &self.tints {
            canvas.open("g", &[("class", tint_class(tint)), ("fill-opacity", &opacity(tint))]);
            canvas.rect("wash", at, corner(at));
            canvas.close();
        }
        let last = self.look.last.iter().filter_map(|&spot| Some((self.changed(spot)?, "last")));
        let selected = self.look.selected.and_then(|spot| Some((self.rect(spot)?, "selected")));
        for (at, class) in last.chain(selected) {
            canvas.open("g", &[("class", class)]);
            canvas.rect("wash", at, self.round(at).unwrap_or(corner(at)));
            canvas.close();
        }
    }

    /// How round the corners of a mark are that covers a dish.
    fn round(&self, at: Rect) -> Option<f32> {
        self.dishes.contains(&at).then_some(at.w / 2.0)
    }

    /// What lies over the pieces.
    pub fn above(&self, canvas: &mut Canvas, pen: &Pen) {
        for at in self.look.last.iter().filter_map(|&spot| self.changed(spot)) {
            canvas.open("g", &[("class", "last")]);
            if let Some(radius) = self.round(at) {
                canvas.rect("cut", at.shrink(3.0), radius - 3.0);
            } else {
                canvas.path("halo", &brackets(at.shrink(3.0)));
                canvas.path("cut", &brackets(at.shrink(3.0)));
            }
            canvas.close();
        }
        if let Some(at) = self.look.selected.and_then(|spot| self.rect(spot)) {
            canvas.open("g", &[("class", "selected")]);
            canvas.rect("cut", at.shrink(3.0), corner(at));
            canvas.close();
        }
        for &spot in &self.look.legal {
            let Some(at) = self.rect(spot) else { continue };
            canvas.open("g", &[("class", "legal"), ("data-at", &spot.0.to_string())]);
            let least = at.w.min(at.h);
            let aim = self.aim(at);
            if self.piece_at(aim).is_some() {
                canvas.rect("cut", at.shrink(2.5), least * 0.25);
            } else {
                canvas.circle("mark", aim, (least * 0.13).clamp(5.0, 13.0));
            }
            canvas.close();
        }
        for ring in &self.look.rings {
            self.ring(canvas, *ring);
        }
        for arrow in &self.look.arrows {
            self.arrow(canvas, *arrow);
        }
        for &(at, tint) in &self.tints {
            self.tint(canvas, pen, at, tint);
        }
        for badge in &self.look.badges {
            self.badge(canvas, pen, badge);
        }
    }

    /// The figure, at the lower edge of the place where there is room above it for what stands there.
    fn tint(&self, canvas: &mut Canvas, pen: &Pen, at: Rect, tint: &Tint) {
        const ROOM: f32 = 80.0;
        let size = (at.w.min(at.h) * 0.28).clamp(15.0, 28.0);
        let (w, h) = ((letters::width(&tint.text) + 0.6) * size, size * 1.35);
        let Point { x, y } = self.aim(at);
        let y = if at.h < ROOM { y } else { at.y + at.h - h / 2.0 - 4.0 };
        let ends = if tint.strength < 0.0 { 0.0 } else { h / 2.0 };
        canvas.open("g", &[("class", tint_class(tint))]);
        canvas.rect("pill", Rect::new(x - w / 2.0, y - h / 2.0, w, h), ends);
        pen.write(canvas, "", &tint.text, (x, y), size, Anchor::Middle);
        canvas.close();
    }

    fn ring(&self, canvas: &mut Canvas, ring: Ring) {
        let Some(at) = self.rect(ring.at) else { return };
        let least = at.w.min(at.h);
        canvas.open("g", &[("class", note_class(ring.layer))]);
        canvas.rect(stroke_class(ring.layer), at.shrink((least * 0.04).min(5.0)), least / 2.0);
        canvas.close();
    }

    /// The program's arrow has a full head, the person's an open one.
    fn arrow(&self, canvas: &mut Canvas, Arrow { from, to, layer }: Arrow) {
        if from == to {
            return self.ring(canvas, Ring { at: to, layer });
        }
        let (Some(from), Some(to)) = (self.rect(from), self.rect(to)) else { return };
        let (a, b) = (self.aim(from), self.aim(to));
        let length = (b.x - a.x).hypot(b.y - a.y);
        if length < 1.0 {
            return;
        }
        let (ux, uy) = ((b.x - a.x) / length, (b.y - a.y) / length);
        let head = (length * 0.4).min(30.0);
        let along = |point: Point, by: f32, aside: f32| {
            format!("{} {}", number(point.x + ux * by - uy * aside), number(point.y + uy * by + ux * aside))
        };
        let start = along(a, (length * 0.2).min(16.0), 0.0);
        let (wing_a, wing_b, tip) =
            (along(b, -head, head * 0.6), along(b, -head, -head * 0.6), along(b, 0.0, 0.0));
        canvas.open("g", &[("class", note_class(layer))]);
        match layer {
            Layer::Engine => {
                canvas.path("cut", &format!("M{start}L{}", along(b, -head, 0.0)));
                canvas.path("mark", &format!("M{tip}L{wing_a}L{wing_b}Z"));
            }
            Layer::User => {
                canvas.path("cut dashed", &format!("M{start}L{}", along(b, -head * 0.5, 0.0)));
                canvas.path("cut", &format!("M{wing_a}L{tip}L{wing_b}"));
            }
        }
        canvas.close();
    }

    fn badge(&self, canvas: &mut Canvas, pen: &Pen, badge: &Badge) {
        let Some(at) = self.rect(badge.at) else { return };
        let tone = match badge.tone {
            Tone::Best => "badge best",
            Tone::Plain => "badge plain",
            Tone::Poor => "badge poor",
        };
        let size = (at.w.min(at.h) * 0.3).clamp(17.0, 30.0);
        let (w, h) = ((letters::width(&badge.text) + 0.75) * size, size * 1.45);
        let Point { x, y } = self.aim(at);
        canvas.open("g", &[("class", tone)]);
        canvas.rect("pill", Rect::new(x - w.max(h) / 2.0, y - h / 2.0, w.max(h), h), h / 2.0);
        pen.write(canvas, "", &badge.text, (x, y), size, Anchor::Middle);
        canvas.close();
    }
}

fn tint_class(tint: &Tint) -> &'static str {
    if tint.strength < 0.0 { "tint loss" } else { "tint gain" }
}

/// How strong a wash is: never nothing, never so much that the board is lost.
fn opacity(tint: &Tint) -> String {
    format!("{:.2}", 0.1 + 0.6 * tint.strength.abs().min(1.0))
}

fn note_class(layer: Layer) -> &'static str {
    match layer {
        Layer::Engine => "note engine",
        Layer::User => "note user",
    }
}

fn stroke_class(layer: Layer) -> &'static str {
    match layer {
        Layer::Engine => "cut",
        Layer::User => "cut dashed",
    }
}

fn corner(at: Rect) -> f32 {
    (at.w.min(at.h) * 0.1).min(10.0)
}

/// The four corners of a rectangle.
fn brackets(at: Rect) -> String {
    let arm = (at.w.min(at.h) * 0.22).min(22.0);
    let r = (arm * 0.35).min(7.0);
    let mut d = String::new();
    for (x, y, dx, dy) in [
        (at.x, at.y, 1.0, 1.0),
        (at.x + at.w, at.y, -1.0, 1.0),
        (at.x + at.w, at.y + at.h, -1.0, -1.0),
        (at.x, at.y + at.h, 1.0, -1.0),
    ] {
        let [x0, y0, x1, y1, x2, y2, x3, y3] =
            [x, y + dy * arm, x, y + dy * r, x + dx * r, y, x + dx * arm, y].map(number);
        let [cx, cy] = [x, y].map(number);
        d += &format!("M{x0} {y0}L{x1} {y1}Q{cx} {cy} {x2} {y2}L{x3} {y3}");
    }
    d
}

/// Draws where a hotspot can be touched; where that is more than its place, it says where that is.
fn outline(canvas: &mut Canvas, hotspot: &Hotspot, attributes: &[(&str, &str)]) {
    let mut attributes = attributes.to_vec();
    let [x, y, w, h] = [hotspot.at.x, hotspot.at.y, hotspot.at.w, hotspot.at.h].map(number);
    let place = format!("{x} {y} {w} {h}");
    if hotspot.form != Form::Box {
        attributes.push(("data-at", &place));
    }
    if let Form::Diamond(reach) = hotspot.form {
        let d = diamond(hotspot.at.centre(), reach);
        attributes.push(("d", &d));
        return canvas.leaf("path", &attributes);
    }
    let at = hotspot.area();
    let [x, y, w, h, r] = [at.x, at.y, at.w, at.h, corner(at)].map(number);
    attributes.extend([("x", x.as_str()), ("y", &y), ("width", &w), ("height", &h), ("rx", &r)]);
    canvas.leaf("rect", &attributes);
}

/// A square that stands on a corner.
fn diamond(middle: Point, reach: f32) -> String {
    let [left, right, x] = [middle.x - reach, middle.x + reach, middle.x].map(number);
    let [top, bottom, y] = [middle.y - reach, middle.y + reach, middle.y].map(number);
    format!("M{left} {y}L{x} {top}L{right} {y}L{x} {bottom}Z")
}

/// Whether a rectangle lies within another.
fn holds(outer: Rect, inner: Rect) -> bool {
    outer.x <= inner.x
        && outer.y <= inner.y
        && outer.x + outer.w >= inner.x + inner.w
        && outer.y + outer.h >= inner.y + inner.h
}

/// Draws the places that can be touched, in the scene's reading order. A card is touched as a whole; what lies on it is not touched by itself.
pub fn hotspots(canvas: &mut Canvas, scene: &Scene, look: &Look) {
    if look.hotspots == Hotspots::None {
        return;
    }
    canvas.open("g", &[("class", "hotspots")]);
    for card in &scene.cards {
        let [x, y, w, h, r] = [card.at.x, card.at.y, card.at.w, card.at.h, 12.0].map(number);
        let seat = card.seat.number().to_string();
        let attributes = [
            ("class", "card-spot"),
            ("data-front", seat.as_str()),
            ("role", "button"),
            ("tabindex", "0"),
            ("aria-label", card.label.as_str()),
            ("x", &x),
            ("y", &y),
            ("width", &w),
            ("height", &h),
            ("rx", &r),
        ];
        canvas.leaf("rect", &attributes);
    }
    let carded = |at: Rect| scene.cards.iter().any(|card| holds(card.at, at));
    for hotspot in scene.hotspots.iter().filter(|hotspot| !carded(hotspot.at)) {
        let open = look.hotspots == Hotspots::All
            || look.legal.contains(&hotspot.spot)
            || look.selected == Some(hotspot.spot);
        let number = hotspot.spot.0.to_string();
        let mut attributes = vec![
            ("class", if open { "hotspot open" } else { "hotspot" }),
            ("data-spot", number.as_str()),
            ("role", "button"),
            ("tabindex", if open { "0" } else { "-1" }),
            ("aria-label", hotspot.label.as_str()),
        ];
        if !open {
            attributes.insert(4, ("aria-disabled", "true"));
        }
        outline(canvas, hotspot, &attributes);
    }
    canvas.close();
}

//! Figures on the places of a board, as rows of text.

use game::{Anchor, Ink, Item, Point, Rect, Scene};

use crate::look::Tint;

/// Middles nearer than this, in cells, are in one row or column.
const NEAR: f32 = 0.2;
/// Coordinates stand no farther than this from the places they name.
const BESIDE: f32 = 1.05;
/// Rows or columns farther apart than this are set apart.
const APART: f32 = 1.6;

/// The texts of the tints where the scene has their places, with the coordinates of the board around them and a dot for every hotspot among
/// them or of the same size that has no tint. Empty without tints.
pub fn chart(scene: &Scene, tints: &[Tint]) -> String {
    let mut entries: Vec<(Point, &str)> = tints.iter().map(|tint| (aim(tint.at), &*tint.text)).collect();
    let (columns, rows) = (lines(&entries, |p| p.x), lines(&entries, |p| p.y));
    let alike = |at: Rect| tints.iter().any(|tint| near(tint.at.w, at.w) && near(tint.at.h, at.h));
    let among = |point: Point| within(&columns, point.x) && within(&rows, point.y);
    let shown = |at: &Rect| alike(*at) || among(aim(*at));
    for at in scene.hotspots.iter().map(|hotspot| hotspot.at).filter(shown) {
        if !entries.iter().any(|(point, _)| near(point.x, aim(at).x) && near(point.y, aim(at).y)) {
            entries.push((aim(at), "."));
        }
    }
    let (inner, rows) = (lines(&entries, |p| p.x), lines(&entries, |p| p.y));
    entries.extend(scene.items.iter().filter_map(|item| coordinate(item, &inner, &rows)));
    let (columns, rows) = (lines(&entries, |p| p.x), lines(&entries, |p| p.y));
    let mut cells = vec![vec![""; columns.len()]; rows.len()];
    for (point, text) in &entries {
        cells[place(&rows, point.y)][place(&columns, point.x)] = text;
    }
    let widest = |texts: &mut dyn Iterator<Item = &str>| texts.map(|t| t.chars().count()).max().unwrap_or(0);
    // Columns of places are all as wide as the longest figure, those beside the board as they need be.
    let figure = widest(&mut tints.iter().map(|tint| &*tint.text));
    let width = |(column, &x): (usize, &f32)| {
        let own = widest(&mut cells.iter().map(|row| row[column]));
        if inner.iter().any(|&other| near(other, x)) { own.max(figure) } else { own }
    };
    let widths: Vec<usize> = columns.iter().enumerate().map(width).collect();
    let mut text = String::new();
    for (row, line) in cells.iter().enumerate() {
        let written = line.iter().enumerate().map(|(column, cell)| {
            let gap = if apart(&columns, column) { "   " } else { "" };
            format!("{gap}{cell:>width$}", width = widths[column])
        });
        text += if apart(&rows, row) { "\n" } else { "" };
        text += written.collect::<Vec<_>>().join(" ").trim_end();
        text += "\n";
    }
    text
}

/// The middle of a place; of a long row, the last of its places.
fn aim(at: Rect) -> Point {
    let middle = at.centre();
    if at.w > 1.8 * at.h { Point { x: at.x + at.w - at.h / 2.0, ..middle } } else { middle }
}

fn near(a: f32, b: f32) -> bool {
    (a - b).abs() < NEAR
}

/// The different positions along one direction, in order.
fn lines(entries: &[(Point, &str)], along: impl Fn(Point) -> f32) -> Vec<f32> {
    let mut all: Vec<f32> = entries.iter().map(|&(point, _)| along(point)).collect();
    all.sort_by(f32::total_cmp);
    all.dedup_by(|a, b| near(*a, *b));
    all
}

/// Whether it is not outside the lines.
fn within(lines: &[f32], at: f32) -> bool {
    let (first, last) = (lines.first(), lines.last());
    first.is_some_and(|first| at > first - NEAR) && last.is_some_and(|last| at < last + NEAR)
}

/// Which of the lines is nearest.
fn place(lines: &[f32], at: f32) -> usize {
    let nearest = (0..lines.len()).min_by(|&a, &b| (lines[a] - at).abs().total_cmp(&(lines[b] - at).abs()));
    nearest.expect("a line for every entry")
}

fn apart(lines: &[f32], index: usize) -> bool {
    index > 0 && lines[index] - lines[index - 1] > APART
}

/// A letter or number at the edge of the board that names a row or a column.
fn coordinate<'a>(item: &'a Item, columns: &[f32], rows: &[f32]) -> Option<(Point, &'a str)> {
    let Item::Label { at, text, anchor: Anchor::Middle, ink: Ink::Neutral, .. } = item else { return None };
    let names = |line: &[f32], along: f32| line.iter().any(|&other| near(other, along));
    let edge = |line: &[f32], along: f32| {
        let (first, last) = (*line.first()?, *line.last()?);
        let away = (first - along).max(along - last);
        Some((NEAR..BESIDE).contains(&away))
    };
    let row = names(rows, at.y) && edge(columns, at.x)?;
    let column = names(columns, at.x) && edge(rows, at.y)?;
    (row || column).then_some((*at, text.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Hotspot, Spot};

    #[test]
    fn figures_stand_where_their_places_are() {
        let cell = |column: u8, row: u8| Rect::new(1.0 + f32::from(column), f32::from(row), 1.0, 1.0);
        let mut scene = Scene { width: 4.0, height: 3.0, ..Scene::default() };
        for (row, name) in [(0, "2"), (1, "1")] {
            let label = |x: f32, y: f32, text: &str, ink: Ink| Item::Label {
                at: Point { x, y },
                text: text.to_string(),
                size: 0.3,
                anchor: Anchor::Middle,
                ink,
            };
            scene.items.push(label(0.5, f32::from(row) + 0.5, name, Ink::Neutral));
            scene.items.push(label(1.5 + f32::from(row), 2.5, ["A", "B"][usize::from(row)], Ink::Neutral));
            scene.items.push(label(3.5, f32::from(row) + 0.5, "no coordinate", Ink::Faint));
            for column in 0..2 {
                let spot = Spot(u16::from(2 * row + column));
                scene.hotspots.push(Hotspot::new(spot, cell(column, row), "cell".to_string()));
            }
        }
        let tint = |at: Rect, text: &str| Tint { at, text: text.to_string(), strength: 0.5 };
        let tints = [tint(cell(1, 0), "+0.50"), tint(cell(0, 1), "-0.25")];
        assert_eq!(chart(&scene, &tints), "2     . +0.50\n1 -0.25     .\n      A     B\n");
        // The last place of a long row, beyond a gap.
        let long = tint(Rect::new(4.0, 0.0, 4.0, 1.0), "+1");
        assert_eq!(
            chart(&scene, &[&tints[..], &[long]].concat()),
            "2     . +0.50       +1\n1 -0.25     .\n      A     B\n"
        );
        assert_eq!(chart(&scene, &[]), "");
    }
}

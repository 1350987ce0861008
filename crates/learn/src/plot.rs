//! How training went, as a picture.

use std::fmt::Write;

/// Points that a curve is thinned out to.
const POINTS: usize = 300;

/// The frame that curves are drawn in, and its place on the page.
const WIDTH: f64 = 620.0;
const HEIGHT: f64 = 240.0;
const LEFT: f64 = 60.0;
const TOP: f64 = 30.0;

/// The course of training as a document of SVG: the loss of every round after the first `before`, and the gain in Elo where it was measured, as
/// pairs of round and gain.
pub fn curve(before: u64, losses: &[f32], gains: &[(u64, f64)]) -> String {
    let stride = losses.len().div_ceil(POINTS).max(1);
    let losses: Vec<(f64, f64)> =
        (0..losses.len()).step_by(stride).map(|at| (at as f64, f64::from(losses[at]))).collect();
    let gains: Vec<(f64, f64)> =
        gains.iter().map(|&(round, gain)| (round.saturating_sub(before + 1) as f64, gain)).collect();
    let last = losses.last().map_or(1.0, |&(at, _)| at).max(1.0);
    let mut text = String::from(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 740 310\" font-family=\"sans-serif\" font-size=\"13\">\
         <rect width=\"740\" height=\"310\" fill=\"#fff\"/><path d=\"M60 30V270H680V30\" fill=\"none\" stroke=\"#999\"/>",
    );
    let rounds = last as u64 + 1;
    text += &format!("<text x=\"370\" y=\"298\" text-anchor=\"middle\">{rounds} rounds</text>");
    line(&mut text, &losses, last, ("loss", "#0072b2", 3, LEFT - 6.0, "end"));
    line(&mut text, &gains, last, ("Elo", "#d55e00", 0, LEFT + WIDTH + 6.0, "start"));
    text + "</svg>\n"
}

/// A curve with its name and its extremes beside it.
fn line(
    text: &mut String,
    points: &[(f64, f64)],
    last: f64,
    (name, colour, digits, x, anchor): (&str, &str, usize, f64, &str),
) {
    if points.is_empty() {
        return;
    }
    let low = points.iter().map(|&(_, value)| value).fold(f64::INFINITY, f64::min);
    let high = points.iter().map(|&(_, value)| value).fold(f64::NEG_INFINITY, f64::max);
    let span = (high - low).max(1e-6);
    let place = |&(at, value): &(f64, f64)| {
        format!("{:.1},{:.1} ", LEFT + WIDTH * at / last, TOP + HEIGHT * (high - value) / span)
    };
    let points: String = points.iter().map(place).collect();
    let label = |y: f64, what: &str| {
        format!("<text x=\"{x}\" y=\"{y}\" fill=\"{colour}\" text-anchor=\"{anchor}\">{what}</text>")
    };
    let labels = [
        label(18.0, name),
        label(38.0, &format!("{high:.digits$}")),
        label(272.0, &format!("{low:.digits$}")),
    ];
    let _ = write!(
        text,
        "{}<polyline points=\"{points}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.5\"/>",
        labels.concat()
    );
}

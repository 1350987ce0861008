//! What was said against what came of it, as a picture.

use std::fmt::Write;

use super::Reliability;

/// The square that chances are drawn in, and its place on the page.
const SIDE: f64 = 260.0;
const LEFT: f64 = 50.0;
const TOP: f64 = 40.0;

/// A document of SVG with one square for each title: bins as discs, larger where they hold more positions, near the diagonal where chances mean
/// what they say; those of the usual link as rings behind them.
pub fn plot(squares: &[(String, &Reliability, &Reliability)]) -> String {
    let width = squares.len() as f64 * (SIDE + LEFT) + 30.0;
    let height = SIDE + TOP + 60.0;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"13\">\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>"
    );
    for (index, (title, measured, usual)) in squares.iter().enumerate() {
        let _ = write!(text, "<g transform=\"translate({},{TOP})\">", LEFT + index as f64 * (SIDE + LEFT));
        frame(&mut text, title, measured);
        discs(&mut text, usual, "fill=\"none\" stroke=\"#d55e00\" stroke-width=\"1.5\"");
        discs(&mut text, measured, "fill=\"#0072b2\" fill-opacity=\"0.75\"");
        text += "</g>";
    }
    text + "</svg>\n"
}

fn frame(text: &mut String, title: &str, measured: &Reliability) {
    let middle = SIDE / 2.0;
    let _ = write!(
        text,
        "<rect width=\"{SIDE}\" height=\"{SIDE}\" fill=\"none\" stroke=\"#999\"/>\
         <path d=\"M0 {SIDE}L{SIDE} 0\" stroke=\"#999\" stroke-dasharray=\"4 4\"/>\
         <text x=\"{middle}\" y=\"-22\" text-anchor=\"middle\" font-weight=\"bold\">{title}</text>\
         <text x=\"{middle}\" y=\"-6\" text-anchor=\"middle\">error {:.3}, by luck {:.3}</text>\
         <text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\">said, %</text>\
         <text transform=\"translate(-30,{middle}) rotate(-90)\" text-anchor=\"middle\">won, %</text>",
        measured.error,
        measured.luck,
        SIDE + 34.0
    );
    for tick in [0.0, 0.25, 0.5, 0.75, 1.0] {
        let (at, percent) = (SIDE * tick, 100.0 * tick);
        let _ = write!(
            text,
            "<text x=\"{at}\" y=\"{}\" text-anchor=\"middle\" fill=\"#555\">{percent}</text>\
             <text x=\"-5\" y=\"{}\" text-anchor=\"end\" fill=\"#555\">{percent}</text>",
            SIDE + 17.0,
            SIDE - at + 4.0
        );
    }
}

/// A disc for each bin, its area the share of the positions.
fn discs(text: &mut String, found: &Reliability, style: &str) {
    for bin in &found.bins {
        let _ = write!(
            text,
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"{:.1}\" {style}/>",
            SIDE * bin.said,
            SIDE * (1.0 - bin.came),
            2.0 + 20.0 * bin.share.sqrt()
        );
    }
}

//! Graphs as SVG: bars and lines, drawn from numbers alone.

use super::escape;

/// One bar.
pub(super) struct Bar {
    pub(super) label: String,
    pub(super) value: f64,
}

/// One line of a graph.
pub(super) struct Series {
    pub(super) label: String,
    pub(super) values: Vec<f64>,
}

/// Colours that can be told apart, also by people who do not see red and green as two.
const COLOURS: [&str; 8] =
    ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#999933", "#000000"];

/// Horizontal bars with their numbers.
pub(super) fn bars(title: &str, bars: &[Bar]) -> String {
    const ROW: usize = 22;
    let most = bars.iter().map(|bar| bar.value).fold(0.0, f64::max).max(1e-9);
    let mut svg = open(title, 720, bars.len() * ROW + 8);
    for (at, bar) in bars.iter().enumerate() {
        let (y, width) = (at * ROW + 4, 440.0 * bar.value.max(0.0) / most);
        let label: String = bar.label.chars().take(28).collect();
        svg += &format!(
            "<text x=\"204\" y=\"{}\" text-anchor=\"end\">{}</text>\
             <rect x=\"210\" y=\"{y}\" width=\"{width:.1}\" height=\"16\" fill=\"{}\"/>\
             <text x=\"{:.1}\" y=\"{}\">{}</text>",
            y + 13,
            escape(&label),
            COLOURS[0],
            216.0 + width,
            y + 13,
            short(bar.value)
        );
    }
    svg + "</svg></figure>"
}

/// Lines over a common axis, named at their right ends.
pub(super) fn lines(title: &str, series: &[Series]) -> String {
    const WIDTH: f64 = 480.0;
    const HEIGHT: f64 = 260.0;
    let most = series.iter().flat_map(|s| &s.values).copied().fold(1.0, f64::max);
    let longest = series.iter().map(|s| s.values.len()).max().unwrap_or(0).saturating_sub(1).max(1);
    let mut svg = open(title, 720, (series.len() * 16 + 30).max(300));
    svg += &format!(
        "<path d=\"M40 10V{b}H{r}\" fill=\"none\" stroke=\"#888\"/><text x=\"34\" y=\"18\" text-anchor=\"end\">{}</text>\
         <text x=\"34\" y=\"{b}\" text-anchor=\"end\">0</text><text x=\"{r}\" y=\"{}\" text-anchor=\"end\">{longest} games</text>",
        short(most),
        HEIGHT + 26.0,
        b = HEIGHT + 10.0,
        r = WIDTH + 40.0,
    );
    for (at, s) in series.iter().enumerate() {
        let colour = COLOURS[at % COLOURS.len()];
        let point = |(i, value): (usize, &f64)| {
            let x = 40.0 + WIDTH * i as f64 / longest as f64;
            format!("{x:.1},{:.1}", 10.0 + HEIGHT * (1.0 - value / most))
        };
        let points: Vec<String> = s.values.iter().enumerate().map(point).collect();
        let label: String = s.label.chars().take(24).collect();
        let y = 20 + at * 16;
        svg += &format!(
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>\
             <rect x=\"540\" y=\"{}\" width=\"12\" height=\"4\" fill=\"{colour}\"/><text x=\"558\" y=\"{y}\">{}</text>",
            points.join(" "),
            y - 6,
            escape(&label)
        );
    }
    svg + "</svg></figure>"
}

fn open(title: &str, width: usize, height: usize) -> String {
    let title = escape(title);
    format!(
        "<figure><figcaption>{title}</figcaption><svg role=\"img\" aria-label=\"{title}\" width=\"{width}\" \
         height=\"{height}\" viewBox=\"0 0 {width} {height}\" xmlns=\"http://www.w3.org/2000/svg\">"
    )
}

fn short(value: f64) -> String {
    if value.fract() == 0.0 { format!("{value:.0}") } else { format!("{value:.1}") }
}

//! How training went, as a picture.

/// Points that a curve is thinned out to.
const POINTS: usize = 300;

/// A curve over the course of training, as a document of SVG.
pub fn curve(title: &str, values: &[f32]) -> String {
    const WIDTH: f32 = 640.0;
    const HEIGHT: f32 = 240.0;
    let low = values.iter().copied().fold(f32::INFINITY, f32::min);
    let high = values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let span = (high - low).max(1e-6);
    let stride = values.len().div_ceil(POINTS).max(1);
    let last = values.len().saturating_sub(1).max(1) as f32;
    let points: String = (0..values.len())
        .step_by(stride)
        .map(|at| {
            let (x, y) = (WIDTH * at as f32 / last, HEIGHT * (high - values[at]) / span);
            format!("{:.1},{:.1} ", 60.0 + x, 30.0 + y)
        })
        .collect();
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 720 300\" font-family=\"sans-serif\" font-size=\"13\">\
         <rect width=\"720\" height=\"300\" fill=\"#fff\"/>\
         <text x=\"60\" y=\"20\">{title}, {} rounds</text>\
         <text x=\"54\" y=\"36\" text-anchor=\"end\">{high:.3}</text>\
         <text x=\"54\" y=\"274\" text-anchor=\"end\">{low:.3}</text>\
         <path d=\"M60 30V270H700\" fill=\"none\" stroke=\"#999\"/>\
         <polyline points=\"{points}\" fill=\"none\" stroke=\"#0072b2\" stroke-width=\"1.5\"/></svg>\n",
        values.len()
    )
}

//! A scene as a PNG picture.

use game::Scene;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use crate::look::{Hotspots, Look, Medium, Theme};
use crate::svg::svg;

/// Wider or higher pictures are refused.
const MOST_PIXELS: u32 = 16_384;

/// The picture of a scene as a PNG file, `pixels_wide` wide and as high as it needs to be.
///
/// It is made from the SVG of a file, in the light theme unless `look` asks for another. The same input gives the same bytes on
/// every machine: no font of the system is used.
///
/// # Errors
/// When the scene has no size, the width is 0, or the picture would be larger than 16384 pixels in a direction.
pub fn png(scene: &Scene, look: &Look, pixels_wide: u32) -> Result<Vec<u8>, String> {
    if !(scene.width.is_finite() && scene.height.is_finite()) {
        return Err(format!(
            "cannot draw a scene of {} by {} cells, expected numbers",
            scene.width, scene.height
        ));
    }
    let medium = match look.medium {
        Medium::Page => Medium::File(Theme::Light),
        file => file,
    };
    let text = svg(scene, &Look { medium, hotspots: Hotspots::None, ..look.clone() });
    raster(&text, pixels_wide).map_err(|problem| {
        format!("cannot draw a scene of {} by {} cells: {problem}", scene.width, scene.height)
    })
}

/// An SVG text as a PNG file, `pixels_wide` wide and as high as it needs to be.
///
/// # Errors
/// When the text is no SVG, the width is 0, or the picture would be larger than 16384 pixels in a direction.
pub fn raster(svg: &str, pixels_wide: u32) -> Result<Vec<u8>, String> {
    let tree = Tree::from_str(svg, &Options::default()).map_err(|problem| problem.to_string())?;
    let scale = pixels_wide as f32 / tree.size().width();
    let pixels_high = (tree.size().height() * scale).round() as u32;
    if pixels_wide > MOST_PIXELS || pixels_high > MOST_PIXELS {
        return Err(format!(
            "{pixels_wide} by {pixels_high} pixels are too many, expected at most {MOST_PIXELS}"
        ));
    }
    let mut pixmap = Pixmap::new(pixels_wide, pixels_high).ok_or_else(|| {
        format!("cannot draw {pixels_wide} by {pixels_high} pixels, expected at least 1 by 1")
    })?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    pixmap.encode_png().map_err(|problem| format!("cannot write the picture: {problem}"))
}

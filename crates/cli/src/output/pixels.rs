//! Draws pictures as PNG with built-in fonts, so that every machine gets the same pixels.

/// Whether this program can write PNG.
pub(crate) const HAS_PNG: bool = cfg!(feature = "png");

/// The reason why a program without fonts does not write PNG.
pub(crate) const NO_PNG: &str = "this program was built without PNG: write SVG (-o svg=FILE), \
     or install it with cargo install --path crates/cli --features png";

/// Each unit of a picture is drawn with this number of pixels in both directions, so that the picture is sharp on a
/// slide.
#[cfg(feature = "png")]
const SCALE: f32 = 2.0;

/// Draws an SVG picture as a PNG file.
///
/// # Errors
///
/// Returns a sentence that explains why it cannot be drawn.
#[cfg(feature = "png")]
pub(crate) fn png(svg: &str) -> Result<Vec<u8>, String> {
    use resvg::tiny_skia::{Pixmap, Transform};
    use resvg::usvg::{Options, Tree};

    let mut options = Options { font_family: "DejaVu Sans".into(), ..Options::default() };
    for font in [dejavu::sans::regular(), dejavu::sans::bold()] {
        options.fontdb_mut().load_font_data(font.to_vec());
    }
    let tree = Tree::from_str(svg, &options).map_err(|error| error.to_string())?;
    let size = tree.size().to_int_size().scale_by(SCALE).ok_or("the chart is too large")?;
    let mut pixels = Pixmap::new(size.width(), size.height()).ok_or("the chart is too large")?;
    resvg::render(&tree, Transform::from_scale(SCALE, SCALE), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| error.to_string())
}

/// In a program without fonts, returns the reason why there is no PNG.
#[cfg(not(feature = "png"))]
pub(crate) fn png(_: &str) -> Result<Vec<u8>, String> {
    Err(NO_PNG.into())
}

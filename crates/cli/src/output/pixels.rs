//! Pictures as PNG, in fonts that the program brings along: the same pixels on every machine.

/// Whether this program can write PNG.
pub(crate) const HAS_PNG: bool = cfg!(feature = "png");

/// Why a program without fonts writes no PNG.
pub(crate) const NO_PNG: &str = "this program was built without PNG: write SVG (-o svg=FILE), \
     or install it with cargo install --path crates/cli --features png";

/// So many pixels a side of a picture takes for each of its own: sharp on a slide.
#[cfg(feature = "png")]
const SCALE: f32 = 2.0;

/// The pixels of an SVG picture as a PNG file.
///
/// # Errors
///
/// Why there is none, as a sentence.
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

/// The same in a program without fonts: why there is none.
#[cfg(not(feature = "png"))]
pub(crate) fn png(_: &str) -> Result<Vec<u8>, String> {
    Err(NO_PNG.into())
}

//! SVG plots: a canvas in pixels, text styles, colours and a logarithmic time axis.

mod canvas;
mod font;
mod time_axis;

use plotters::style::RGBColor;

pub(crate) use canvas::Canvas;
pub(crate) use font::Font;
pub(crate) use time_axis::LogTimeAxis;

/// Colour of most text.
const DARK: RGBColor = RGBColor(34, 34, 34);
/// Colour of secondary text.
pub(crate) const GREY: RGBColor = RGBColor(110, 110, 110);
/// Colour of axis lines.
pub(crate) const AXIS: RGBColor = RGBColor(221, 221, 221);

/// Colours that can be distinguished with any kind of colour vision. The last two are for plots with many solvers.
///
/// # References
/// - M. Okabe, K. Ito: Color Universal Design. 2008.
/// - P. Tol: Colour Schemes. SRON technical note, 2021.
pub(crate) const COLORS: [RGBColor; 9] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(70, 70, 70),
    RGBColor(136, 34, 85),
    RGBColor(153, 153, 51),
];

//! Plots as SVG: a sheet of paper in pixels, its texts and colours, and an axis of times.

mod paper;
mod font;
mod scale;

use plotters::style::RGBColor;

pub(crate) use font::Font;
pub(crate) use paper::Paper;
pub(crate) use scale::Scale;

/// Most of what is written.
const DARK: RGBColor = RGBColor(34, 34, 34);
/// What is less important.
pub(crate) const GREY: RGBColor = RGBColor(110, 110, 110);
/// The lines of an axis.
pub(crate) const LINE: RGBColor = RGBColor(221, 221, 221);

/// Colours that people with any kind of colour vision can tell apart; the last two are for plots with many solvers.
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

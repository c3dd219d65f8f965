//! SVG plots: a canvas in pixels, text styles, series styles and a logarithmic time axis.

mod canvas;
mod series_style;
mod time_axis;

use plotters::style::RGBColor;

pub(crate) use canvas::{Canvas, Font};
pub(crate) use series_style::{DashPattern, Marker, dash_pattern, series_style};
pub(crate) use time_axis::LogTimeAxis;

/// Colour of most text.
const DARK: RGBColor = RGBColor(34, 34, 34);
/// Colour of secondary text.
pub(crate) const GREY: RGBColor = RGBColor(110, 110, 110);
/// Colour of axis lines.
pub(crate) const AXIS: RGBColor = RGBColor(221, 221, 221);

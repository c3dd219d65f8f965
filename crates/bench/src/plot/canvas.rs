//! Canvas: white SVG drawing area with coordinates in pixels from the upper left corner.

use plotters::backend::SVGBackend;
use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, IntoDrawingArea};
use plotters::element::{Circle, PathElement, Rectangle};
use plotters::style::{Color, RGBColor, ShapeStyle, WHITE};

use super::Font;
use crate::PlotError;

/// Pixels from the left and from the top.
type Point = (i32, i32);

/// An SVG drawing area.
pub(crate) struct Canvas<'s>(DrawingArea<SVGBackend<'s>, Shift>);

impl Canvas<'_> {
    /// Draws on a canvas of this width and height and returns the SVG.
    pub(crate) fn svg(
        (width, height): Point,
        draw: impl FnOnce(&Canvas) -> Result<(), PlotError>,
    ) -> Result<String, PlotError> {
        let mut svg = String::new();
        let canvas = Canvas(SVGBackend::with_string(&mut svg, (width as u32, height as u32)).into_drawing_area());
        canvas.0.fill(&WHITE).map_err(PlotError::new)?;
        draw(&canvas)?;
        canvas.0.present().map_err(PlotError::new)?;
        drop(canvas);
        Ok(svg)
    }

    /// Draws text. The font decides whether it starts, ends or is centred at the point.
    pub(crate) fn text(&self, text: &str, at: Point, font: Font) -> Result<(), PlotError> {
        self.0.draw_text(text, &font.style(), at).map_err(PlotError::new)
    }

    /// Draws a line one pixel wide.
    pub(crate) fn line(&self, from: Point, to: Point, color: RGBColor) -> Result<(), PlotError> {
        self.path(&[from, to], color.stroke_width(1))
    }

    /// Draws a polyline.
    pub(crate) fn path(&self, points: &[Point], style: ShapeStyle) -> Result<(), PlotError> {
        self.0.draw(&PathElement::new(points, style)).map_err(PlotError::new)
    }

    /// Draws a filled rectangle.
    pub(crate) fn rectangle(&self, from: Point, to: Point, color: RGBColor) -> Result<(), PlotError> {
        self.0.draw(&Rectangle::new([from, to], color.filled())).map_err(PlotError::new)
    }

    /// Draws a dot or a ring with a radius of 5 pixels.
    pub(crate) fn circle(&self, center: Point, style: ShapeStyle) -> Result<(), PlotError> {
        self.0.draw(&Circle::new(center, 5, style)).map_err(PlotError::new)
    }
}

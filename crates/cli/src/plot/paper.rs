//! A sheet of white paper, on which everything has its place in pixels.

use anyhow::{Result, anyhow};
use plotters::backend::SVGBackend;
use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, IntoDrawingArea};
use plotters::element::{Circle, PathElement, Rectangle};
use plotters::style::{Color, RGBColor, ShapeStyle, WHITE};

use super::Font;

/// From the left and from the top.
type Point = (i32, i32);

/// The sheet.
pub(crate) struct Paper<'s>(DrawingArea<SVGBackend<'s>, Shift>);

impl Paper<'_> {
    /// A sheet of this width and height after it was drawn on, as SVG.
    pub(crate) fn svg((width, height): Point, draw: impl FnOnce(&Paper) -> Result<()>) -> Result<String> {
        let mut svg = String::new();
        let paper = Paper(SVGBackend::with_string(&mut svg, (width as u32, height as u32)).into_drawing_area());
        paper.0.fill(&WHITE).map_err(failed)?;
        draw(&paper)?;
        paper.0.present().map_err(failed)?;
        drop(paper);
        Ok(svg)
    }

    /// A text at this height, which begins, ends or has its middle there.
    pub(crate) fn text(&self, text: &str, at: Point, font: Font) -> Result<()> {
        self.0.draw_text(text, &font.style(), at).map_err(failed)
    }

    /// A thin line.
    pub(crate) fn line(&self, from: Point, to: Point, color: RGBColor) -> Result<()> {
        self.path(&[from, to], color.stroke_width(1))
    }

    /// Lines from point to point.
    pub(crate) fn path(&self, points: &[Point], style: ShapeStyle) -> Result<()> {
        self.0.draw(&PathElement::new(points, style)).map_err(failed)
    }

    /// A filled rectangle.
    pub(crate) fn rectangle(&self, from: Point, to: Point, color: RGBColor) -> Result<()> {
        self.0.draw(&Rectangle::new([from, to], color.filled())).map_err(failed)
    }

    /// A dot or a ring.
    pub(crate) fn circle(&self, middle: Point, style: ShapeStyle) -> Result<()> {
        self.0.draw(&Circle::new(middle, 5, style)).map_err(failed)
    }
}

fn failed(error: impl std::fmt::Display) -> anyhow::Error {
    anyhow!("the plot cannot be drawn: {error}")
}

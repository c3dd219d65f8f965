//! Canvas: white SVG drawing area with coordinates in pixels from the upper left corner, and the fonts of its text.

use plotters::backend::SVGBackend;
use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, IntoDrawingArea};
use plotters::element::{Circle, PathElement, Polygon, Rectangle};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, FontDesc, FontFamily, FontStyle, RGBColor, ShapeStyle, TextStyle, WHITE};

use qedoku::formats::svg_board::escape;

use super::{DARK, Marker};
use crate::PlotError;

/// Pixels from the left and from the top.
type Point = (i32, i32);

/// An SVG drawing area.
pub(crate) struct Canvas<'s>(DrawingArea<SVGBackend<'s>, Shift>);

impl Canvas<'_> {
    /// Draws on a canvas of this width and height and returns the SVG, with a title and a description for screen readers.
    pub(crate) fn svg(
        (width, height): Point,
        title: &str,
        description: &str,
        draw: impl FnOnce(&Canvas) -> Result<(), PlotError>,
    ) -> Result<String, PlotError> {
        let mut svg = String::new();
        let canvas = Canvas(SVGBackend::with_string(&mut svg, (width as u32, height as u32)).into_drawing_area());
        canvas.0.fill(&WHITE).map_err(PlotError::new)?;
        draw(&canvas)?;
        canvas.0.present().map_err(PlotError::new)?;
        drop(canvas);
        Ok(with_alt_text(&svg, title, description))
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

    /// Draws a marker, about 12 pixels wide: the outline in this colour, the inside in that one.
    pub(crate) fn marker(
        &self,
        marker: Marker,
        (x, y): Point,
        outline: RGBColor,
        inside: RGBColor,
    ) -> Result<(), PlotError> {
        let style = outline.stroke_width(2);
        if marker.corners.is_empty() {
            self.0.draw(&Circle::new((x, y), 5, inside.filled())).map_err(PlotError::new)?;
            return self.0.draw(&Circle::new((x, y), 5, style)).map_err(PlotError::new);
        }
        let mut corners: Vec<Point> = marker.corners.iter().map(|(right, down)| (x + right, y + down)).collect();
        self.0.draw(&Polygon::new(corners.clone(), inside.filled())).map_err(PlotError::new)?;
        corners.push(corners[0]);
        self.path(&corners, style)
    }
}

/// Inserts title and description after the opening tag: plotters has no elements for them.
fn with_alt_text(svg: &str, title: &str, description: &str) -> String {
    let (tag, body) = svg.split_once('>').expect("the drawing starts with a tag");
    format!("{tag} role=\"img\">\n<title>{}</title>\n<desc>{}</desc>{body}", escape(title), escape(description))
}

/// Appearance of a text.
#[derive(Clone, Copy)]
pub(crate) struct Font {
    /// Font size of the SVG, in pixels.
    size: i32,
    bold: bool,
    color: RGBColor,
    align: HPos,
}

impl Font {
    pub(crate) fn left(size: i32) -> Font {
        Font { size, bold: false, color: DARK, align: HPos::Left }
    }

    pub(crate) fn center(size: i32) -> Font {
        Font { align: HPos::Center, ..Font::left(size) }
    }

    pub(crate) fn right(size: i32) -> Font {
        Font { align: HPos::Right, ..Font::left(size) }
    }

    pub(crate) fn bold(self) -> Font {
        Font { bold: true, ..self }
    }

    pub(crate) fn color(self, color: RGBColor) -> Font {
        Font { color, ..self }
    }

    /// The style for plotters, which writes the size divided by 1.24 into the SVG.
    fn style(self) -> TextStyle<'static> {
        let style = if self.bold { FontStyle::Bold } else { FontStyle::Normal };
        let font = FontDesc::new(FontFamily::SansSerif, f64::from(self.size) * 1.24, style);
        TextStyle { font, color: self.color.to_backend_color(), pos: Pos::new(self.align, VPos::Center) }
    }
}

#[cfg(test)]
mod tests {
    use plotters::style::BLACK;

    use super::*;
    use crate::plot::series_style;

    #[test]
    fn title_and_description_are_the_first_elements_and_escaped() {
        let svg = Canvas::svg((40, 20), "a < b", "c & d", |canvas| canvas.line((0, 0), (40, 20), BLACK)).unwrap();
        let head = " role=\"img\">\n<title>a &lt; b</title>\n<desc>c &amp; d</desc>\n<rect ";
        assert!(svg.starts_with("<svg ") && svg.contains(head) && svg.trim_end().ends_with("</svg>"), "{svg}");
    }

    #[test]
    fn a_marker_is_filled_and_outlined() {
        for index in 0..9 {
            let (color, marker) = series_style(index);
            let svg = Canvas::svg((40, 20), "", "", |canvas| canvas.marker(marker, (20, 10), color, WHITE)).unwrap();
            let shapes =
                svg.matches("<circle").count() + svg.matches("<polygon").count() + svg.matches("<polyline").count();
            assert_eq!(shapes, 2, "{svg}");
        }
    }
}

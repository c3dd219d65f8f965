//! Fonts: size, weight, colour and alignment of text on a canvas.

use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, FontDesc, FontFamily, FontStyle, RGBColor, TextStyle};

use super::DARK;

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
    pub(super) fn style(self) -> TextStyle<'static> {
        let style = if self.bold { FontStyle::Bold } else { FontStyle::Normal };
        let font = FontDesc::new(FontFamily::SansSerif, f64::from(self.size) * 1.24, style);
        TextStyle { font, color: self.color.to_backend_color(), pos: Pos::new(self.align, VPos::Center) }
    }
}

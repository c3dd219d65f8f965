//! The plot: a dot for each solve time on a logarithmic axis, a bar for each number of clauses.
//!
//! ```text
//!   title, subtitle, legend
//!              solve time                          clauses
//!   minimal    |----------o 1.2 ms                 |====  8,846
//!              |-------------o 4 ms                |
//!   extended   |----o 0.4 ms                       |======  12,005
//!              +--------+--------+
//!            100 µs    1 ms    10 ms
//! ```
//!
//! Dots and not bars for the times: a logarithmic axis has no zero from which a bar could start. Everything is placed in
//! pixels, because the charts of plotters know neither groups of rows nor two panels with one vertical axis.

use std::time::Duration;

use anyhow::{Result, anyhow};
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::measure::{Outcome, Row};
use super::solvers::Program;
use super::table::shortened;
use super::{Comparison, round_time, scale::Scale, time};
use crate::output::commas;

const WIDTH: i32 = 1000;
const MARGIN: i32 = 28;
/// The panels from left to right; what stands right of a dot or bar needs the room between and after them.
const TIMES: (i32, i32) = (236, 650);
const CLAUSES: (i32, i32) = (750, 900);
/// The height of a solver's row, and the room above and below each group.
const ROW: i32 = 17;
const GAP: i32 = 7;

const DARK: RGBColor = RGBColor(34, 34, 34);
const GREY: RGBColor = RGBColor(110, 110, 110);
const LINE: RGBColor = RGBColor(221, 221, 221);
const BAND: RGBColor = RGBColor(246, 247, 249);
const BAR: RGBColor = RGBColor(176, 184, 194);

/// Colours that people with any kind of colour vision can tell apart.
///
/// # References
/// - M. Okabe, K. Ito: Color Universal Design. 2008.
const COLORS: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(70, 70, 70),
];

/// The comparison as SVG.
pub(crate) fn draw(comparison: &Comparison) -> Result<String> {
    let groups: Vec<&[Row]> = comparison.rows.chunk_by(|a, b| a.way == b.way).collect();
    let legend = Legend::new(&comparison.solvers);
    let top = 84 + legend.height() + 34;
    let bottom = top + groups.iter().map(|group| height(group)).sum::<i32>();
    let mut svg = String::new();
    {
        let backend = SVGBackend::with_string(&mut svg, (WIDTH as u32, (bottom + 42) as u32));
        let area = backend.into_drawing_area();
        let most = comparison.rows.iter().map(|row| row.size.clauses).max().unwrap_or(1).max(1);
        let scale = Scale::of(comparison.rows.iter().filter_map(shown_time), TIMES);
        Sheet { comparison, area: &area, scale, most, top, bottom }.draw(&groups, &legend)?;
        area.present().map_err(failed)?;
    }
    Ok(svg)
}

/// The paper and what it shows.
struct Sheet<'a, 's> {
    comparison: &'a Comparison,
    area: &'a DrawingArea<SVGBackend<'s>, Shift>,
    scale: Scale,
    /// The largest number of clauses.
    most: u64,
    top: i32,
    bottom: i32,
}

impl Sheet<'_, '_> {
    fn draw(&self, groups: &[&[Row]], legend: &Legend) -> Result<()> {
        self.area.fill(&WHITE).map_err(failed)?;
        self.heading()?;
        self.legend(legend)?;
        let mut y = self.top;
        for (place, group) in groups.iter().enumerate() {
            if place % 2 == 0 {
                self.rectangle((MARGIN, y), (WIDTH - MARGIN, y + height(group)), BAND)?;
            }
            y += height(group);
        }
        self.axis()?;
        let mut y = self.top;
        for group in groups {
            self.group(group, y)?;
            y += height(group);
        }
        Ok(())
    }

    fn heading(&self) -> Result<()> {
        self.text(&shortened(&self.comparison.subject(), 90), (MARGIN, 34), Font::left(20).bold())?;
        self.text(&self.subtitle(), (MARGIN, 60), Font::left(13).color(GREY))?;
        self.text("solve time (logarithmic)", (TIMES.0, self.top - 14), Font::left(12).bold())?;
        self.text("clauses", (CLAUSES.0, self.top - 14), Font::left(12).bold())
    }

    fn subtitle(&self) -> String {
        let time = match self.comparison.puzzles.len() {
            1 => "time to the first solution,",
            _ => "sum of the times to the first solution, each",
        };
        let any_fastest = self.comparison.rows.iter().any(|row| self.comparison.is_fastest(row));
        let bold = if any_fastest { "; bold: the fastest of its solver" } else { "" };
        format!("{time} {}{}{bold}", self.comparison.runs(), self.constant())
    }

    fn legend(&self, legend: &Legend) -> Result<()> {
        for (place, (name, (x, y))) in legend.entries.iter().enumerate() {
            let color = COLORS[place % COLORS.len()];
            self.area.draw(&Circle::new((*x + 5, *y), 5, color.filled())).map_err(failed)?;
            self.text(name, (*x + 16, *y), Font::left(13))?;
        }
        Ok(())
    }

    /// The lines of the axes, with their labels below.
    fn axis(&self) -> Result<()> {
        for (x, label) in self.scale.ticks() {
            self.line((x, self.top), (x, self.bottom), LINE)?;
            self.text(&label, (x, self.bottom + 16), Font::center(12).color(GREY))?;
        }
        self.line((CLAUSES.0, self.top), (CLAUSES.0, self.bottom), LINE)?;
        self.text("0", (CLAUSES.0, self.bottom + 16), Font::center(12).color(GREY))
    }

    fn group(&self, group: &[Row], y: i32) -> Result<()> {
        let middle = y + height(group) / 2;
        self.text(&self.label(&group[0]), (TIMES.0 - 14, middle), Font::right(13).bold())?;
        for (place, row) in group.iter().enumerate() {
            self.row(row, y + GAP + ROW * place as i32 + ROW / 2)?;
        }
        let clauses = group[0].size.clauses;
        if clauses == 0 {
            return self.text("constraints", (CLAUSES.0 + 7, middle), Font::left(12)); // they do not compare with clauses
        }
        let length = f64::from(CLAUSES.1 - CLAUSES.0) * clauses as f64 / self.most as f64;
        let end = CLAUSES.0 + length.round() as i32;
        self.rectangle((CLAUSES.0, middle - 5), (end, middle + 5), BAR)?;
        self.text(&commas(clauses), (end + 7, middle), Font::left(12))
    }

    fn row(&self, row: &Row, y: i32) -> Result<()> {
        let color = COLORS[row.solver.unwrap_or(0) % COLORS.len()];
        let left = (TIMES.0 + 8, y);
        match &row.outcome {
            Outcome::Solved(solve, _) => {
                let font = if self.comparison.is_fastest(row) { Font::left(12).bold() } else { Font::left(12) };
                self.dot(*solve, y, color, color.filled())?;
                self.text(&time(*solve), (self.scale.x(*solve) + 11, y), font)
            }
            Outcome::Over(limit) => {
                self.dot(*limit, y, color, WHITE.filled())?;
                self.text(&format!("> {}", round_time(*limit)), (self.scale.x(*limit) + 11, y), Font::left(12))
            }
            Outcome::Failed(why) => {
                self.text(&format!("failed: {}", shortened(why, 60)), left, Font::left(12).color(color))
            }
            Outcome::Incomplete => self.text("incomplete, not solved with", left, Font::left(12).color(GREY)),
        }
    }

    /// A dot at the end of a thin line, so that the eye finds its row.
    fn dot(&self, time: Duration, y: i32, color: RGBColor, inside: ShapeStyle) -> Result<()> {
        let x = self.scale.x(time);
        let path = PathElement::new([(TIMES.0, y), (x, y)], color.mix(0.45).stroke_width(2));
        self.area.draw(&path).map_err(failed)?;
        self.area.draw(&Circle::new((x, y), 5, inside)).map_err(failed)?;
        self.area.draw(&Circle::new((x, y), 5, color.stroke_width(2))).map_err(failed)
    }

    /// What tells a group from the others.
    fn label(&self, row: &Row) -> String {
        match (self.one_scheme(), self.one_amo()) {
            (_, true) => row.way.name(),
            (true, false) => row.way.amo(),
            (false, false) => format!("{}, {}", row.way.name(), row.way.amo()).replace(", -", ""),
        }
    }

    /// What all groups have in common, so that their labels need not say it.
    fn constant(&self) -> String {
        match (self.comparison.rows.first(), self.one_scheme(), self.one_amo()) {
            (Some(row), _, true) => format!("; at most one: {}", row.way.amo()),
            (Some(row), true, false) => format!("; scheme {}", row.way.name()),
            _ => String::new(),
        }
    }

    fn one_scheme(&self) -> bool {
        self.comparison.rows.windows(2).all(|pair| pair[0].way.name() == pair[1].way.name())
    }

    fn one_amo(&self) -> bool {
        self.comparison.rows.windows(2).all(|pair| pair[0].way.amo() == pair[1].way.amo())
    }

    fn text(&self, text: &str, at: (i32, i32), font: Font) -> Result<()> {
        self.area.draw_text(text, &font.style(), at).map_err(failed)
    }

    fn line(&self, from: (i32, i32), to: (i32, i32), color: RGBColor) -> Result<()> {
        self.area.draw(&PathElement::new([from, to], color)).map_err(failed)
    }

    fn rectangle(&self, from: (i32, i32), to: (i32, i32), color: RGBColor) -> Result<()> {
        self.area.draw(&Rectangle::new([from, to], color.filled())).map_err(failed)
    }
}

fn height(group: &[Row]) -> i32 {
    ROW * group.len() as i32 + 2 * GAP
}

/// Where a row's dot is, if it has one.
fn shown_time(row: &Row) -> Option<Duration> {
    match row.outcome {
        Outcome::Solved(time, _) | Outcome::Over(time) => Some(time),
        Outcome::Failed(_) | Outcome::Incomplete => None,
    }
}

fn failed(error: impl std::fmt::Display) -> anyhow::Error {
    anyhow!("the plot cannot be drawn: {error}")
}

/// The solvers with their places, in as many lines as they need.
struct Legend {
    entries: Vec<(String, (i32, i32))>,
}

impl Legend {
    fn new(solvers: &[Program]) -> Legend {
        let (mut x, mut y) = (MARGIN, 90);
        let mut entries = Vec::new();
        for solver in solvers {
            let name = shortened(format!("{} {}", solver.name, solver.short_version()).trim(), 60);
            let width = 16 + 8 * name.chars().count() as i32 + 20;
            if x + width > WIDTH - MARGIN && x > MARGIN {
                (x, y) = (MARGIN, y + 22);
            }
            entries.push((name, (x, y)));
            x += width;
        }
        Legend { entries }
    }

    fn height(&self) -> i32 {
        self.entries.last().map_or(0, |(_, (_, y))| y - 90 + 22)
    }
}

/// How a text looks.
#[derive(Clone, Copy)]
struct Font {
    size: i32,
    bold: bool,
    color: RGBColor,
    align: HPos,
}

impl Font {
    fn left(size: i32) -> Font {
        Font { size, bold: false, color: DARK, align: HPos::Left }
    }

    fn center(size: i32) -> Font {
        Font { align: HPos::Center, ..Font::left(size) }
    }

    fn right(size: i32) -> Font {
        Font { align: HPos::Right, ..Font::left(size) }
    }

    fn bold(self) -> Font {
        Font { bold: true, ..self }
    }

    fn color(self, color: RGBColor) -> Font {
        Font { color, ..self }
    }

    /// Plotters divides the size by 1.24.
    fn style(self) -> TextStyle<'static> {
        let style = if self.bold { FontStyle::Bold } else { FontStyle::Normal };
        let font = FontDesc::new(FontFamily::SansSerif, f64::from(self.size) * 1.24, style);
        TextStyle { font, color: self.color.to_backend_color(), pos: Pos::new(self.align, VPos::Center) }
    }
}

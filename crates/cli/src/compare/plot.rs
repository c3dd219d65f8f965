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

use anyhow::Result;
use plotters::style::{Color, RGBColor, ShapeStyle, WHITE};

use super::Comparison;
use super::measure::{Outcome, Row};
use crate::output::{group_digits, shortened};
use crate::plot::{COLORS, Font, GREY, LINE, Paper, Scale};
use crate::solvers::Program;
use crate::times::{round_time, time};

const WIDTH: i32 = 1000;
const MARGIN: i32 = 28;
/// The panels from left to right; what stands right of a dot or bar needs the room between and after them.
const TIMES: (i32, i32) = (236, 650);
const CLAUSES: (i32, i32) = (750, 900);
/// The height of a solver's row, and the room above and below each group.
const ROW: i32 = 17;
const GAP: i32 = 7;

const BAND: RGBColor = RGBColor(246, 247, 249);
const BAR: RGBColor = RGBColor(176, 184, 194);

/// The comparison as SVG.
pub(crate) fn draw(comparison: &Comparison) -> Result<String> {
    let groups: Vec<&[Row]> = comparison.rows.chunk_by(|a, b| a.way == b.way).collect();
    let legend = Legend::new(&comparison.solvers);
    let top = 84 + legend.height() + 34;
    let bottom = top + groups.iter().map(|group| height(group)).sum::<i32>();
    let most = comparison.rows.iter().map(|row| row.size.clauses).max().unwrap_or(1).max(1);
    let scale = Scale::of(comparison.rows.iter().filter_map(shown_time), TIMES);
    Paper::svg((WIDTH, bottom + 42), |paper| {
        Sheet { comparison, paper, scale, most, top, bottom }.draw(&groups, &legend)
    })
}

/// The paper and what it shows.
struct Sheet<'a, 's> {
    comparison: &'a Comparison,
    paper: &'a Paper<'s>,
    scale: Scale,
    /// The largest number of clauses.
    most: u64,
    top: i32,
    bottom: i32,
}

impl Sheet<'_, '_> {
    fn draw(&self, groups: &[&[Row]], legend: &Legend) -> Result<()> {
        self.heading()?;
        self.legend(legend)?;
        let mut y = self.top;
        for (place, group) in groups.iter().enumerate() {
            if place % 2 == 0 {
                self.paper.rectangle((MARGIN, y), (WIDTH - MARGIN, y + height(group)), BAND)?;
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
        self.paper.text(&shortened(&self.comparison.subject(), 90), (MARGIN, 34), Font::left(20).bold())?;
        self.paper.text(&self.subtitle(), (MARGIN, 60), Font::left(13).color(GREY))?;
        self.paper.text("solve time (logarithmic)", (TIMES.0, self.top - 14), Font::left(12).bold())?;
        self.paper.text("clauses", (CLAUSES.0, self.top - 14), Font::left(12).bold())
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
            self.paper.circle((*x + 5, *y), color.filled())?;
            self.paper.text(name, (*x + 16, *y), Font::left(13))?;
        }
        Ok(())
    }

    /// The lines of the axes, with their labels below.
    fn axis(&self) -> Result<()> {
        for (x, label) in self.scale.ticks() {
            self.paper.line((x, self.top), (x, self.bottom), LINE)?;
            self.paper.text(&label, (x, self.bottom + 16), Font::center(12).color(GREY))?;
        }
        self.paper.line((CLAUSES.0, self.top), (CLAUSES.0, self.bottom), LINE)?;
        self.paper.text("0", (CLAUSES.0, self.bottom + 16), Font::center(12).color(GREY))
    }

    fn group(&self, group: &[Row], y: i32) -> Result<()> {
        let middle = y + height(group) / 2;
        self.paper.text(&self.label(&group[0]), (TIMES.0 - 14, middle), Font::right(13).bold())?;
        for (place, row) in group.iter().enumerate() {
            self.row(row, y + GAP + ROW * place as i32 + ROW / 2)?;
        }
        let clauses = group[0].size.clauses;
        if clauses == 0 {
            return self.paper.text("constraints", (CLAUSES.0 + 7, middle), Font::left(12)); // they do not compare with clauses
        }
        let length = f64::from(CLAUSES.1 - CLAUSES.0) * clauses as f64 / self.most as f64;
        let end = CLAUSES.0 + length.round() as i32;
        self.paper.rectangle((CLAUSES.0, middle - 5), (end, middle + 5), BAR)?;
        self.paper.text(&group_digits(clauses), (end + 7, middle), Font::left(12))
    }

    fn row(&self, row: &Row, y: i32) -> Result<()> {
        let color = COLORS[row.solver.unwrap_or(0) % COLORS.len()];
        let left = (TIMES.0 + 8, y);
        match &row.outcome {
            Outcome::Solved(solve, _) => {
                let font = if self.comparison.is_fastest(row) { Font::left(12).bold() } else { Font::left(12) };
                self.dot(*solve, y, color, color.filled())?;
                self.paper.text(&time(*solve), (self.scale.x(*solve) + 11, y), font)
            }
            Outcome::Over(limit) => {
                self.dot(*limit, y, color, WHITE.filled())?;
                self.paper.text(&format!("> {}", round_time(*limit)), (self.scale.x(*limit) + 11, y), Font::left(12))
            }
            Outcome::Failed(why) => {
                self.paper.text(&format!("failed: {}", shortened(why, 60)), left, Font::left(12).color(color))
            }
            Outcome::Incomplete => self.paper.text("incomplete, not solved with", left, Font::left(12).color(GREY)),
        }
    }

    /// A dot at the end of a thin line, so that the eye finds its row.
    fn dot(&self, time: Duration, y: i32, color: RGBColor, inside: ShapeStyle) -> Result<()> {
        let x = self.scale.x(time);
        self.paper.path(&[(TIMES.0, y), (x, y)], color.mix(0.45).stroke_width(2))?;
        self.paper.circle((x, y), inside)?;
        self.paper.circle((x, y), color.stroke_width(2))
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

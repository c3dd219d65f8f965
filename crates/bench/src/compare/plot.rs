//! Comparison plot: a marker for each solve time on a logarithmic axis, a bar for each number of clauses.
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
//! Times are markers, not bars: a logarithmic axis has no zero at which a bar could start. Each solver has a colour and a
//! marker of its own; a hollow marker is a time limit that was reached. Everything is placed in pixels,
//! because the charts of plotters support neither groups of rows nor two panels with a common vertical axis.

use std::time::Duration;

use plotters::style::{Color, RGBColor, WHITE};
use qedoku::message_text::{group_digits, truncate_line};

use super::Comparison;
use super::measure::{CompareOutcome, CompareRow};
use crate::PlotError;
use crate::duration_format::{format_limit, format_measured};
use crate::plot::{AXIS, Canvas, Font, GREY, LogTimeAxis, series_style};
use crate::solvers::NamedSolver;

const WIDTH: i32 = 1000;
const MARGIN: i32 = 28;
/// Left and right end of both panels. The labels of dots and bars need the room between and after them.
const TIME_PANEL: (i32, i32) = (236, 650);
const CLAUSE_PANEL: (i32, i32) = (750, 900);
/// Vertical centre of the first legend line, and the distance of the lines.
const LEGEND_TOP: i32 = 90;
const LEGEND_LINE: i32 = 22;
/// Height of the row of a solver, and the space above and below each group.
const ROW_HEIGHT: i32 = 17;
const GROUP_PADDING: i32 = 7;

const GROUP_BACKGROUND: RGBColor = RGBColor(246, 247, 249);
const CLAUSE_BAR: RGBColor = RGBColor(176, 184, 194);

impl Comparison {
    /// The plot as SVG.
    pub fn plot(&self) -> Result<String, PlotError> {
        let groups: Vec<&[CompareRow]> = self.rows.chunk_by(|a, b| a.encoding == b.encoding).collect();
        let legend = Legend::new(&self.config.solvers);
        let top = 84 + legend.height() + 34;
        let bottom = top + groups.iter().map(|group| group_height(group)).sum::<i32>();
        let max_clauses = self.rows.iter().map(|row| row.size.clauses).max().unwrap_or(1).max(1);
        let axis = LogTimeAxis::containing(self.rows.iter().filter_map(plotted_time), TIME_PANEL);
        let description = self.plot_description(&groups);
        Canvas::svg((WIDTH, bottom + 42), &self.title(), &description, |canvas| {
            ComparisonPlot { comparison: self, canvas, axis, max_clauses, top, bottom }.draw(&groups, &legend)
        })
    }

    /// The rows in words: `minimal, 8,858 clauses: built-in 53.8 µs, minisat 8.86 ms.`
    fn plot_description(&self, groups: &[&[CompareRow]]) -> String {
        let group_text = |group: &&[CompareRow]| {
            let (encoding, size) = (group[0].encoding, group[0].size.clauses);
            let clauses = if size == 0 { String::new() } else { format!(", {} clauses", group_digits(size)) };
            let amo = format!(", {}", encoding.amo_name()).replace(", -", "");
            let rows: Vec<String> = group.iter().map(|row| self.row_text(row)).collect();
            format!("{}{amo}{clauses}: {}.", encoding.name(), rows.join(", "))
        };
        format!("Solve times. {}", groups.iter().map(group_text).collect::<Vec<_>>().join(" "))
    }

    fn row_text(&self, row: &CompareRow) -> String {
        let outcome = match &row.outcome {
            CompareOutcome::Solved { time, .. } => format_measured(*time),
            CompareOutcome::TimedOut(bound) => format!("more than {}", format_limit(*bound)),
            CompareOutcome::Failed(_) => "failed".to_owned(),
            CompareOutcome::Incomplete => return "incomplete, not solved with".to_owned(),
        };
        self.solver(row).map_or(outcome.clone(), |solver| format!("{} {outcome}", solver.name))
    }
}

/// The canvas with its axes.
struct ComparisonPlot<'a, 's> {
    comparison: &'a Comparison,
    canvas: &'a Canvas<'s>,
    axis: LogTimeAxis,
    max_clauses: u64,
    /// Upper and lower end of the panels.
    top: i32,
    bottom: i32,
}

impl ComparisonPlot<'_, '_> {
    fn draw(&self, groups: &[&[CompareRow]], legend: &Legend) -> Result<(), PlotError> {
        self.heading()?;
        self.legend(legend)?;
        let mut y = self.top;
        for (index, group) in groups.iter().enumerate() {
            if index % 2 == 0 {
                let lower_right = (WIDTH - MARGIN, y + group_height(group));
                self.canvas.rectangle((MARGIN, y), lower_right, GROUP_BACKGROUND)?;
            }
            y += group_height(group);
        }
        self.axes()?;
        let mut y = self.top;
        for group in groups {
            self.group(group, y)?;
            y += group_height(group);
        }
        Ok(())
    }

    fn heading(&self) -> Result<(), PlotError> {
        self.canvas.text(&truncate_line(&self.comparison.title(), 90), (MARGIN, 34), Font::left(20).bold())?;
        self.canvas.text(&self.subtitle(), (MARGIN, 60), Font::left(13).color(GREY))?;
        self.canvas.text("solve time (logarithmic)", (TIME_PANEL.0, self.top - 14), Font::left(12).bold())?;
        self.canvas.text("clauses", (CLAUSE_PANEL.0, self.top - 14), Font::left(12).bold())
    }

    fn subtitle(&self) -> String {
        let time = match self.comparison.puzzles.len() {
            1 => "time to the first solution,",
            _ => "sum of the times to the first solution, each",
        };
        let any_fastest = self.comparison.rows.iter().any(|row| self.comparison.is_fastest(row));
        let bold = if any_fastest { "; bold: the fastest of its solver" } else { "" };
        format!("{time} {}{}{bold}", self.comparison.aggregation(), self.common_encoding())
    }

    fn legend(&self, legend: &Legend) -> Result<(), PlotError> {
        for (index, (name, (x, y))) in legend.entries.iter().enumerate() {
            let (color, marker) = series_style(index);
            self.canvas.marker(marker, (*x + 5, *y), color, color)?;
            self.canvas.text(name, (*x + 16, *y), Font::left(13))?;
        }
        Ok(())
    }

    /// The grid lines of both panels, with their labels below.
    fn axes(&self) -> Result<(), PlotError> {
        for (x, label) in self.axis.ticks() {
            self.canvas.line((x, self.top), (x, self.bottom), AXIS)?;
            self.canvas.text(&label, (x, self.bottom + 16), Font::center(12).color(GREY))?;
        }
        self.canvas.line((CLAUSE_PANEL.0, self.top), (CLAUSE_PANEL.0, self.bottom), AXIS)?;
        self.canvas.text("0", (CLAUSE_PANEL.0, self.bottom + 16), Font::center(12).color(GREY))
    }

    /// All rows of an encoding, with its label on the left and its number of clauses on the right.
    fn group(&self, group: &[CompareRow], y: i32) -> Result<(), PlotError> {
        let middle = y + group_height(group) / 2;
        self.canvas.text(&self.label(&group[0]), (TIME_PANEL.0 - 14, middle), Font::right(13).bold())?;
        for (index, row) in group.iter().enumerate() {
            self.row(row, y + GROUP_PADDING + ROW_HEIGHT * index as i32 + ROW_HEIGHT / 2)?;
        }
        let clauses = group[0].size.clauses;
        if clauses == 0 {
            // The number of constraints cannot be compared with that of clauses.
            return self.canvas.text("constraints", (CLAUSE_PANEL.0 + 7, middle), Font::left(12));
        }
        let length = f64::from(CLAUSE_PANEL.1 - CLAUSE_PANEL.0) * clauses as f64 / self.max_clauses as f64;
        let end = CLAUSE_PANEL.0 + length.round() as i32;
        self.canvas.rectangle((CLAUSE_PANEL.0, middle - 5), (end, middle + 5), CLAUSE_BAR)?;
        self.canvas.text(&group_digits(clauses), (end + 7, middle), Font::left(12))
    }

    fn row(&self, row: &CompareRow, y: i32) -> Result<(), PlotError> {
        let (color, _) = series_style(row.solver.unwrap_or(0));
        let left = (TIME_PANEL.0 + 8, y);
        match &row.outcome {
            CompareOutcome::Solved { time, .. } => {
                let font = if self.comparison.is_fastest(row) { Font::left(12).bold() } else { Font::left(12) };
                self.dot(row, *time, y, color)?;
                self.canvas.text(&format_measured(*time), (self.axis.x(*time) + 11, y), font)
            }
            CompareOutcome::TimedOut(bound) => {
                self.dot(row, *bound, y, WHITE)?;
                let label = format!("> {}", format_limit(*bound));
                self.canvas.text(&label, (self.axis.x(*bound) + 11, y), Font::left(12))
            }
            CompareOutcome::Failed(reason) => {
                self.canvas.text(&format!("failed: {}", truncate_line(reason, 60)), left, Font::left(12).color(color))
            }
            CompareOutcome::Incomplete => {
                self.canvas.text("incomplete, not solved with", left, Font::left(12).color(GREY))
            }
        }
    }

    /// The marker of the solver at the end of a thin line, which leads the eye to the row.
    fn dot(&self, row: &CompareRow, time: Duration, y: i32, inside: RGBColor) -> Result<(), PlotError> {
        let (color, marker) = series_style(row.solver.unwrap_or(0));
        let x = self.axis.x(time);
        self.canvas.path(&[(TIME_PANEL.0, y), (x, y)], color.mix(0.45).stroke_width(2))?;
        self.canvas.marker(marker, (x, y), color, inside)
    }

    /// Label of a group: what distinguishes its encoding from the others.
    fn label(&self, row: &CompareRow) -> String {
        let (name, amo) = (row.encoding.name(), row.encoding.amo_name());
        match (self.is_one_scheme(), self.is_one_amo()) {
            (_, true) => name,
            (true, false) => amo,
            (false, false) => format!("{name}, {amo}").replace(", -", ""),
        }
    }

    /// Scheme or at-most-one encoding that all rows have in common and the labels leave out.
    fn common_encoding(&self) -> String {
        match (self.comparison.rows.first(), self.is_one_scheme(), self.is_one_amo()) {
            (Some(row), _, true) => format!("; at most one: {}", row.encoding.amo_name()),
            (Some(row), true, false) => format!("; scheme {}", row.encoding.name()),
            _ => String::new(),
        }
    }

    fn is_one_scheme(&self) -> bool {
        self.comparison.rows.windows(2).all(|pair| pair[0].encoding.name() == pair[1].encoding.name())
    }

    fn is_one_amo(&self) -> bool {
        self.comparison.rows.windows(2).all(|pair| pair[0].encoding.amo_name() == pair[1].encoding.amo_name())
    }
}

fn group_height(group: &[CompareRow]) -> i32 {
    ROW_HEIGHT * group.len() as i32 + 2 * GROUP_PADDING
}

/// The time at which the row has a dot, if it has one.
fn plotted_time(row: &CompareRow) -> Option<Duration> {
    match row.outcome {
        CompareOutcome::Solved { time, .. } | CompareOutcome::TimedOut(time) => Some(time),
        CompareOutcome::Failed(_) | CompareOutcome::Incomplete => None,
    }
}

/// Names of the solvers with their positions, in as many lines as they need.
struct Legend {
    entries: Vec<(String, (i32, i32))>,
}

impl Legend {
    fn new(solvers: &[NamedSolver]) -> Legend {
        let (mut x, mut y) = (MARGIN, LEGEND_TOP);
        let mut entries = Vec::new();
        for solver in solvers {
            let name = truncate_line(format!("{} {}", solver.name, solver.short_version()).trim(), 60);
            // Widths of characters are unknown without a font: 8 pixels each is an estimate for size 13.
            let width = 16 + 8 * name.chars().count() as i32 + 20;
            if x + width > WIDTH - MARGIN && x > MARGIN {
                (x, y) = (MARGIN, y + LEGEND_LINE);
            }
            entries.push((name, (x, y)));
            x += width;
        }
        Legend { entries }
    }

    fn height(&self) -> i32 {
        self.entries.last().map_or(0, |(_, (_, y))| y - LEGEND_TOP + LEGEND_LINE)
    }
}

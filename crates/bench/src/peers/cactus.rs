//! Cactus plot: number of puzzles that each participant solves within a time.
//!
//! ```text
//!   title, subtitle
//!   solved
//!     18 |            ___/---   --- qedoku            18
//!      9 |     __/--/   _/--   --- kissat, reduced   12
//!      0 +--------+--------+   - - kissat, efficient  9
//!      10 ms     1 s      60 s
//! ```
//!
//! Each solver has one colour; schemes after the first are dashed. The legend is ordered by the right ends of the curves.

use std::time::Duration;

use plotters::style::{Color, RGBColor};

use super::participant::Participant;
use super::results::{InstanceResults, PeerResults};
use crate::PlotError;
use crate::duration_format::format_limit;
use crate::plot::{AXIS, COLORS, Canvas, Font, GREY, LogTimeAxis};
use crate::text::truncate_line;

const SIZE: (i32, i32) = (1000, 560);
const MARGIN: i32 = 28;
/// Pixels at both ends of the axes: times from left to right, counts from bottom to top.
const TIME_AXIS: (i32, i32) = (72, 690);
const COUNT_AXIS: (i32, i32) = (500, 110);
/// Left end of the legend, and the height of its lines.
const LEGEND_LEFT: i32 = 716;
const LEGEND_LINE: i32 = 21;
/// Length of a dash and of the gap after it.
const DASH: f64 = 6.0;
const GAP: f64 = 4.0;

/// The curve of a participant.
struct Curve<'r> {
    participant: &'r Participant,
    /// Solve times, ascending.
    times: Vec<Duration>,
    par2: f64,
    color: RGBColor,
    is_dashed: bool,
}

impl PeerResults {
    /// The cactus plot as SVG.
    pub fn cactus_plot(&self) -> Result<String, PlotError> {
        let curves = self.curves();
        let times = curves.iter().flat_map(|curve| curve.times.iter().copied()).chain([self.run_limit]);
        let axis = LogTimeAxis::containing(times, TIME_AXIS);
        let puzzles = self.complete_rows().count();
        Canvas::svg(SIZE, |canvas| CactusPlot { canvas, axis, puzzles, limit: self.run_limit }.draw(&curves))
    }

    /// The curves, best first: most solved, then lowest PAR-2.
    fn curves(&self) -> Vec<Curve<'_>> {
        let rows: Vec<&InstanceResults> = self.complete_rows().collect();
        let mut solvers: Vec<&str> = Vec::new();
        let mut curves = Vec::new();
        for (column, (participant, score)) in self.participants.iter().zip(self.scores()).enumerate() {
            let known = solvers.iter().position(|solver| *solver == participant.solver);
            let color = known.unwrap_or(solvers.len());
            if known.is_none() {
                solvers.push(&participant.solver);
            }
            let solve_times = rows.iter().filter_map(|row| row.outcomes[column].as_ref()?.time());
            let mut times: Vec<Duration> = solve_times.collect();
            times.sort_unstable();
            let color = COLORS[color % COLORS.len()];
            curves.push(Curve { participant, times, par2: score.par2, color, is_dashed: known.is_some() });
        }
        curves.sort_by(|a, b| b.times.len().cmp(&a.times.len()).then(a.par2.total_cmp(&b.par2)));
        curves
    }
}

/// The canvas with its axes.
struct CactusPlot<'a, 's> {
    canvas: &'a Canvas<'s>,
    axis: LogTimeAxis,
    /// Number of puzzles, the upper end of the vertical axis.
    puzzles: usize,
    limit: Duration,
}

impl CactusPlot<'_, '_> {
    fn draw(&self, curves: &[Curve]) -> Result<(), PlotError> {
        self.heading()?;
        self.axes()?;
        // The best curve is drawn last, on top of the others.
        curves.iter().rev().try_for_each(|curve| self.curve(curve))?;
        curves.iter().enumerate().try_for_each(|(line, curve)| self.legend_entry(line, curve))
    }

    fn heading(&self) -> Result<(), PlotError> {
        let noun = if self.puzzles == 1 { "puzzle" } else { "puzzles" };
        let title = format!("{} {noun}: solved within a time", self.puzzles);
        self.canvas.text(&title, (MARGIN, 34), Font::left(20).bold())?;
        let subtitle = format!("time to a first solution, one thread, limit {}", format_limit(self.limit));
        self.canvas.text(&subtitle, (MARGIN, 60), Font::left(13).color(GREY))?;
        self.canvas.text("solved", (MARGIN, COUNT_AXIS.1 - 18), Font::left(12).bold())?;
        self.canvas.text("time (logarithmic)", (TIME_AXIS.1, COUNT_AXIS.0 + 38), Font::right(12).bold())
    }

    fn axes(&self) -> Result<(), PlotError> {
        for (x, label) in self.axis.ticks() {
            self.canvas.line((x, COUNT_AXIS.0), (x, COUNT_AXIS.1), AXIS)?;
            self.canvas.text(&label, (x, COUNT_AXIS.0 + 16), Font::center(12).color(GREY))?;
        }
        for count in (0..=self.puzzles).step_by(count_step(self.puzzles)) {
            self.canvas.line((TIME_AXIS.0, self.y(count)), (TIME_AXIS.1, self.y(count)), AXIS)?;
            self.canvas.text(&count.to_string(), (TIME_AXIS.0 - 10, self.y(count)), Font::right(12).color(GREY))?;
        }
        Ok(())
    }

    /// The pixel of a number of solved puzzles.
    fn y(&self, count: usize) -> i32 {
        let share = count as f64 / self.puzzles.max(1) as f64;
        COUNT_AXIS.0 - (share * f64::from(COUNT_AXIS.0 - COUNT_AXIS.1)).round() as i32
    }

    /// A step function that rises by one at each solve time and ends at the limit.
    fn curve(&self, curve: &Curve) -> Result<(), PlotError> {
        let mut points = vec![(TIME_AXIS.0, self.y(0))];
        for (before, time) in curve.times.iter().enumerate() {
            points.extend([before, before + 1].map(|count| (self.axis.x(*time), self.y(count))));
        }
        points.push((self.axis.x(self.limit), self.y(curve.times.len())));
        self.stroke(&points, curve)
    }

    fn legend_entry(&self, line: usize, curve: &Curve) -> Result<(), PlotError> {
        let y = COUNT_AXIS.1 + LEGEND_LINE * line as i32;
        self.stroke(&[(LEGEND_LEFT, y), (LEGEND_LEFT + 28, y)], curve)?;
        let font = if curve.participant.is_qedoku() { Font::left(12).bold() } else { Font::left(12) };
        self.canvas.text(&truncate_line(&curve.participant.label(), 32), (LEGEND_LEFT + 36, y), font)?;
        self.canvas.text(&curve.times.len().to_string(), (SIZE.0 - MARGIN, y), Font::right(12))
    }

    fn stroke(&self, points: &[(i32, i32)], curve: &Curve) -> Result<(), PlotError> {
        let style = curve.color.stroke_width(if curve.participant.is_qedoku() { 4 } else { 2 });
        if !curve.is_dashed {
            return self.canvas.path(points, style);
        }
        // A stroke of plotters is solid, so each dash is a path of its own.
        dashes(points).iter().try_for_each(|(from, to)| self.canvas.path(&[*from, *to], style))
    }
}

/// Distance of the counts on the vertical axis: the smallest of 1, 2, 5, 10, ... that gives about ten of them.
fn count_step(max: usize) -> usize {
    let mut steps = (0..).flat_map(|power| [1, 2, 5].map(|digit| digit * 10_usize.pow(power)));
    steps.find(|step| max / step <= 10).unwrap_or(max)
}

/// Cuts a polyline into dashes; the pattern starts again at each point.
fn dashes(points: &[(i32, i32)]) -> Vec<((i32, i32), (i32, i32))> {
    let mut dashes = Vec::new();
    for pair in points.windows(2) {
        let [(x, y), (to_x, to_y)] = [pair[0], pair[1]].map(|(x, y)| (f64::from(x), f64::from(y)));
        let length = (to_x - x).hypot(to_y - y);
        let at = |distance: f64| {
            let share = distance.min(length) / length;
            ((x + share * (to_x - x)).round() as i32, (y + share * (to_y - y)).round() as i32)
        };
        let count = (length / (DASH + GAP)).ceil() as usize;
        let starts = (0..count).map(|dash| dash as f64 * (DASH + GAP));
        dashes.extend(starts.map(|start| (at(start), at(start + DASH))));
    }
    dashes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_count_axis_has_about_ten_lines() {
        assert_eq!([1, 10, 18, 50, 60, 1000].map(count_step), [1, 1, 2, 5, 10, 100]);
    }

    #[test]
    fn dashes_cover_a_line_to_its_end() {
        assert_eq!(dashes(&[(0, 0), (23, 0)]), [((0, 0), (6, 0)), ((10, 0), (16, 0)), ((20, 0), (23, 0))]);
        assert_eq!(dashes(&[(5, 5), (5, 5)]), []);
    }
}

//! Cactus plot: number of instances that each participant solves within a time.
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
//! Each solver has one colour and one marker, which stands at some of its solve times; each of its schemes has another dash
//! pattern. The legend is ordered by the right ends of the curves.

use std::time::Duration;

use plotters::style::{Color, RGBColor};
use qedoku::message_text::truncate_line;

use super::participant::Participant;
use super::results::{InstanceResults, PeerResults};
use crate::PlotError;
use crate::duration_format::{format_limit, format_measured};
use crate::plot::{AXIS, Canvas, DashPattern, Font, GREY, LogTimeAxis, Marker, dash_pattern, series_style};

const SIZE: (i32, i32) = (1000, 560);
const MARGIN: i32 = 28;
/// Pixels at both ends of the axes: times from left to right, counts from bottom to top.
const TIME_AXIS: (i32, i32) = (72, 690);
const COUNT_AXIS: (i32, i32) = (500, 110);
/// Left end of the legend, and the height of its lines.
const LEGEND_LEFT: i32 = 716;
const LEGEND_LINE: i32 = 21;
/// Least distance of the markers on a curve, in pixels.
const MARKER_DISTANCE: i32 = 45;

/// The curve of a participant.
struct Curve<'r> {
    participant: &'r Participant,
    /// Solve times, ascending.
    times: Vec<Duration>,
    par2: f64,
    color: RGBColor,
    marker: Marker,
    dashes: DashPattern,
}

impl PeerResults {
    /// The cactus plot as SVG.
    pub fn cactus_plot(&self) -> Result<String, PlotError> {
        let curves = self.curves();
        let times = curves.iter().flat_map(|curve| curve.times.iter().copied()).chain([self.run_limit]);
        let axis = LogTimeAxis::containing(times, TIME_AXIS);
        let puzzles = self.complete_rows().count();
        let (title, description) = (plot_title(puzzles), plot_description(&curves, self.run_limit));
        Canvas::svg(SIZE, &title, &description, |canvas| {
            CactusPlot { canvas, axis, puzzles, limit: self.run_limit }.draw(&curves)
        })
    }

    /// The curves, best first: most solved, then lowest PAR-2.
    fn curves(&self) -> Vec<Curve<'_>> {
        let rows: Vec<&InstanceResults> = self.complete_rows().collect();
        // Names of the solvers, each with the number of its curves so far.
        let mut solvers: Vec<(&str, usize)> = Vec::new();
        let mut curves = Vec::new();
        for (column, (participant, score)) in self.participants.iter().zip(self.scores()).enumerate() {
            let known = solvers.iter().position(|(solver, _)| *solver == participant.solver);
            let index = known.unwrap_or(solvers.len());
            if known.is_none() {
                solvers.push((&participant.solver, 0));
            }
            let dashes = dash_pattern(solvers[index].1);
            solvers[index].1 += 1;
            let solve_times = rows.iter().filter_map(|row| row.outcomes[column].as_ref()?.time());
            let mut times: Vec<Duration> = solve_times.collect();
            times.sort_unstable();
            let (color, marker) = series_style(index);
            curves.push(Curve { participant, times, par2: score.par2, color, marker, dashes });
        }
        curves.sort_by(|a, b| b.times.len().cmp(&a.times.len()).then(a.par2.total_cmp(&b.par2)));
        curves
    }
}

/// `18 puzzles: solved within a time`.
fn plot_title(puzzles: usize) -> String {
    let noun = if puzzles == 1 { "puzzle" } else { "puzzles" };
    format!("{puzzles} {noun}: solved within a time")
}

/// The curves in words: `Limit 60 s. qedoku: 18 solved, the last after 2.31 s. minisat, reduced: none solved.`
fn plot_description(curves: &[Curve], limit: Duration) -> String {
    let curve_text = |curve: &Curve| {
        let solved = match curve.times.last() {
            Some(last) => format!("{} solved, the last after {}", curve.times.len(), format_measured(*last)),
            None => "none solved".to_owned(),
        };
        format!(" {}: {solved}.", curve.participant.label())
    };
    format!("Limit {}.{}", format_limit(limit), curves.iter().map(curve_text).collect::<String>())
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
        self.canvas.text(&plot_title(self.puzzles), (MARGIN, 34), Font::left(20).bold())?;
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
        self.stroke(&points, curve)?;
        let places = (1..).zip(&curve.times).map(|(count, time)| (self.axis.x(*time), self.y(count)));
        spaced(places).into_iter().try_for_each(|place| self.mark(place, curve))
    }

    fn mark(&self, place: (i32, i32), curve: &Curve) -> Result<(), PlotError> {
        self.canvas.marker(curve.marker, place, curve.color, curve.color)
    }

    fn legend_entry(&self, line: usize, curve: &Curve) -> Result<(), PlotError> {
        let y = COUNT_AXIS.1 + LEGEND_LINE * line as i32;
        self.stroke(&[(LEGEND_LEFT, y), (LEGEND_LEFT + 40, y)], curve)?;
        self.mark((LEGEND_LEFT + 20, y), curve)?;
        let font = if curve.participant.is_qedoku() { Font::left(12).bold() } else { Font::left(12) };
        self.canvas.text(&truncate_line(&curve.participant.label(), 30), (LEGEND_LEFT + 50, y), font)?;
        self.canvas.text(&curve.times.len().to_string(), (SIZE.0 - MARGIN, y), Font::right(12))
    }

    fn stroke(&self, points: &[(i32, i32)], curve: &Curve) -> Result<(), PlotError> {
        let style = curve.color.stroke_width(if curve.participant.is_qedoku() { 4 } else { 2 });
        if curve.dashes.is_empty() {
            return self.canvas.path(points, style);
        }
        // A stroke of plotters is solid, so each dash is a path of its own.
        dashes(points, curve.dashes).iter().try_for_each(|(from, to)| self.canvas.path(&[*from, *to], style))
    }
}

/// Distance of the counts on the vertical axis: the smallest of 1, 2, 5, 10, ... that gives about ten of them.
fn count_step(max: usize) -> usize {
    let mut steps = (0..).flat_map(|power| [1, 2, 5].map(|digit| digit * 10_usize.pow(power)));
    steps.find(|step| max / step <= 10).unwrap_or(max)
}

/// The first place, and each further one that is far enough from the last one taken.
fn spaced(places: impl Iterator<Item = (i32, i32)>) -> Vec<(i32, i32)> {
    let mut taken: Vec<(i32, i32)> = Vec::new();
    for (x, y) in places {
        let is_far = |last: &(i32, i32)| (x - last.0).abs() + (y - last.1).abs() >= MARKER_DISTANCE;
        if taken.last().is_none_or(is_far) {
            taken.push((x, y));
        }
    }
    taken
}

/// Cuts a polyline into dashes; the pattern starts again at each point.
fn dashes(points: &[(i32, i32)], pattern: DashPattern) -> Vec<((i32, i32), (i32, i32))> {
    let mut dashes = Vec::new();
    for pair in points.windows(2) {
        let [(x, y), (to_x, to_y)] = [pair[0], pair[1]].map(|(x, y)| (f64::from(x), f64::from(y)));
        let length = (to_x - x).hypot(to_y - y);
        let at = |distance: f64| {
            let share = distance.min(length) / length;
            ((x + share * (to_x - x)).round() as i32, (y + share * (to_y - y)).round() as i32)
        };
        let mut start = 0.0;
        let mut dash_and_gap = pattern.chunks_exact(2).cycle();
        while let Some([dash, gap]) = dash_and_gap.next().filter(|_| start < length) {
            dashes.push((at(start), at(start + dash)));
            start += dash + gap;
        }
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
        let dashed = dash_pattern(1);
        assert_eq!(dashes(&[(0, 0), (23, 0)], dashed), [((0, 0), (6, 0)), ((10, 0), (16, 0)), ((20, 0), (23, 0))]);
        assert_eq!(dashes(&[(5, 5), (5, 5)], dashed), []);
        assert_eq!(dashes(&[(0, 0), (0, 16)], dash_pattern(3)), [((0, 0), (0, 9)), ((0, 13), (0, 15))]);
    }

    #[test]
    fn markers_keep_their_distance() {
        assert_eq!(spaced([(0, 0), (10, 10), (45, 0), (46, 30), (46, 60)].into_iter()), [(0, 0), (45, 0), (46, 60)]);
    }
}

//! The cactus plot: how many puzzles each solver solves within which time.
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
//! A solver has one colour; schemes after the first are dashed. The legend is in the order of the lines' ends.

use std::time::Duration;

use anyhow::Result;
use plotters::style::{Color, RGBColor};

use super::entrant::Entrant;
use super::results::{Results, Row};
use super::score::scores;
use crate::output::shortened;
use crate::plot::{COLORS, Font, GREY, LINE, Paper, Scale};
use crate::times::round_time;

const SIZE: (i32, i32) = (1000, 560);
const MARGIN: i32 = 28;
/// The ends of the axes.
const TIMES: (i32, i32) = (72, 690);
const COUNTS: (i32, i32) = (500, 110);
/// The legend: its left end, and the height of a line.
const LEGEND: i32 = 716;
const ENTRY: i32 = 21;
/// The lengths of a dash and of the gap after it.
const DASH: (f64, f64) = (6.0, 4.0);

/// A solver's line.
struct Curve<'r> {
    entrant: &'r Entrant,
    /// When it solved its first puzzle, its second, and so on.
    times: Vec<Duration>,
    par2: f64,
    color: RGBColor,
    is_dashed: bool,
}

/// The plot as SVG.
pub(crate) fn draw(results: &Results) -> Result<String> {
    let curves = curves(results);
    let times = curves.iter().flat_map(|curve| curve.times.iter().copied()).chain([results.limit]);
    let scale = Scale::of(times, TIMES);
    let most = results.whole().count();
    Paper::svg(SIZE, |paper| Sheet { paper, scale, most, limit: results.limit }.draw(&curves))
}

/// The lines, the best first.
fn curves(results: &Results) -> Vec<Curve<'_>> {
    let rows: Vec<&Row> = results.whole().collect();
    let mut solvers: Vec<&str> = Vec::new();
    let mut curves = Vec::new();
    for (place, (entrant, score)) in results.entrants.iter().zip(scores(results)).enumerate() {
        let known = solvers.iter().position(|solver| *solver == entrant.solver);
        let color = known.unwrap_or(solvers.len());
        if known.is_none() {
            solvers.push(&entrant.solver);
        }
        let mut times: Vec<Duration> = rows.iter().filter_map(|row| row.outcomes[place].as_ref()?.time()).collect();
        times.sort_unstable();
        let color = COLORS[color % COLORS.len()];
        curves.push(Curve { entrant, times, par2: score.par2, color, is_dashed: known.is_some() });
    }
    curves.sort_by(|a, b| b.times.len().cmp(&a.times.len()).then(a.par2.total_cmp(&b.par2)));
    curves
}

/// The paper and its axes.
struct Sheet<'a, 's> {
    paper: &'a Paper<'s>,
    scale: Scale,
    /// The most that can be solved.
    most: usize,
    limit: Duration,
}

impl Sheet<'_, '_> {
    fn draw(&self, curves: &[Curve]) -> Result<()> {
        self.heading()?;
        self.axes()?;
        // The best is drawn last, above all others.
        curves.iter().rev().try_for_each(|curve| self.curve(curve))?;
        curves.iter().enumerate().try_for_each(|(place, curve)| self.entry(place, curve))
    }

    fn heading(&self) -> Result<()> {
        let puzzles = if self.most == 1 { "puzzle" } else { "puzzles" };
        self.paper.text(
            &format!("{} {puzzles}: solved within a time", self.most),
            (MARGIN, 34),
            Font::left(20).bold(),
        )?;
        let limit = format!("time to a first solution, one thread, limit {}", round_time(self.limit));
        self.paper.text(&limit, (MARGIN, 60), Font::left(13).color(GREY))?;
        self.paper.text("solved", (MARGIN, COUNTS.1 - 18), Font::left(12).bold())?;
        self.paper.text("time (logarithmic)", (TIMES.1, COUNTS.0 + 38), Font::right(12).bold())
    }

    fn axes(&self) -> Result<()> {
        for (x, label) in self.scale.ticks() {
            self.paper.line((x, COUNTS.0), (x, COUNTS.1), LINE)?;
            self.paper.text(&label, (x, COUNTS.0 + 16), Font::center(12).color(GREY))?;
        }
        for count in (0..=self.most).step_by(step(self.most)) {
            self.paper.line((TIMES.0, self.y(count)), (TIMES.1, self.y(count)), LINE)?;
            self.paper.text(&count.to_string(), (TIMES.0 - 10, self.y(count)), Font::right(12).color(GREY))?;
        }
        Ok(())
    }

    fn y(&self, count: usize) -> i32 {
        let share = count as f64 / self.most.max(1) as f64;
        COUNTS.0 - (share * f64::from(COUNTS.0 - COUNTS.1)).round() as i32
    }

    /// A stair with a step up for each puzzle.
    fn curve(&self, curve: &Curve) -> Result<()> {
        let mut points = vec![(TIMES.0, self.y(0))];
        for (before, time) in curve.times.iter().enumerate() {
            points.extend([before, before + 1].map(|count| (self.scale.x(*time), self.y(count))));
        }
        points.push((self.scale.x(self.limit), self.y(curve.times.len())));
        self.stroke(&points, curve)
    }

    fn entry(&self, place: usize, curve: &Curve) -> Result<()> {
        let y = COUNTS.1 + ENTRY * place as i32;
        self.stroke(&[(LEGEND, y), (LEGEND + 28, y)], curve)?;
        let font = if curve.entrant.is_own() { Font::left(12).bold() } else { Font::left(12) };
        self.paper.text(&shortened(&curve.entrant.label(), 32), (LEGEND + 36, y), font)?;
        self.paper.text(&curve.times.len().to_string(), (SIZE.0 - MARGIN, y), Font::right(12))
    }

    fn stroke(&self, points: &[(i32, i32)], curve: &Curve) -> Result<()> {
        let style = curve.color.stroke_width(if curve.entrant.is_own() { 4 } else { 2 });
        if !curve.is_dashed {
            return self.paper.path(points, style);
        }
        dashes(points).iter().try_for_each(|(from, to)| self.paper.path(&[*from, *to], style))
    }
}

/// How far apart the counts on the axis are: 1, 2, 5, 10 and so on, so that there are about ten.
fn step(most: usize) -> usize {
    let mut steps = (0..).flat_map(|power| [1, 2, 5].map(|digit| digit * 10_usize.pow(power)));
    steps.find(|step| most / step <= 10).unwrap_or(most)
}

/// The dashes of a line from point to point.
fn dashes(points: &[(i32, i32)]) -> Vec<((i32, i32), (i32, i32))> {
    let mut dashes = Vec::new();
    for pair in points.windows(2) {
        let [(x, y), (to_x, to_y)] = [pair[0], pair[1]].map(|(x, y)| (f64::from(x), f64::from(y)));
        let length = (to_x - x).hypot(to_y - y);
        let at = |way: f64| {
            let share = way.min(length) / length;
            ((x + share * (to_x - x)).round() as i32, (y + share * (to_y - y)).round() as i32)
        };
        let count = (length / (DASH.0 + DASH.1)).ceil() as usize;
        let starts = (0..count).map(|dash| dash as f64 * (DASH.0 + DASH.1));
        dashes.extend(starts.map(|start| (at(start), at(start + DASH.0))));
    }
    dashes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_axis_of_counts_has_about_ten_lines() {
        assert_eq!([1, 10, 18, 50, 60, 1000].map(step), [1, 1, 2, 5, 10, 100]);
    }

    #[test]
    fn dashes_cover_a_line_to_its_end() {
        assert_eq!(dashes(&[(0, 0), (23, 0)]), [((0, 0), (6, 0)), ((10, 0), (16, 0)), ((20, 0), (23, 0))]);
        assert_eq!(dashes(&[(5, 5), (5, 5)]), []);
    }
}

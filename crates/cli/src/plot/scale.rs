//! A logarithmic axis of times.

use std::time::Duration;

use crate::times::round_time;

/// From a time to a place on the paper.
#[derive(Debug)]
pub(crate) struct Scale {
    /// The ends of the axis as powers of ten of seconds.
    low: f64,
    high: f64,
    /// The ends of the axis on the paper.
    from: i32,
    to: i32,
}

/// Shorter than this is shown as this.
const SHORTEST: f64 = 1e-7;

impl Scale {
    /// A scale on which all these times have a place: from and to a 1, 2 or 5 of some unit, at least a decade long.
    pub(crate) fn of(times: impl Iterator<Item = Duration>, (from, to): (i32, i32)) -> Scale {
        let seconds = times.map(|time| time.as_secs_f64().max(SHORTEST));
        let (least, most) = seconds.fold((f64::MAX, 0.0), |(least, most), time| (time.min(least), time.max(most)));
        let (least, most) = if most == 0.0 { (2e-3, 1e-2) } else { (least, most) };
        let low = steps().rev().find(|step| *step <= least * 0.9).unwrap_or(SHORTEST);
        let high = steps().find(|step| *step >= most && *step >= 9.99 * low).unwrap_or(most);
        Scale { low: low.log10(), high: high.log10(), from, to }
    }

    /// Where a time is.
    pub(crate) fn x(&self, time: Duration) -> i32 {
        let place = (time.as_secs_f64().max(SHORTEST).log10() - self.low) / (self.high - self.low);
        self.from + (place * f64::from(self.to - self.from)).round() as i32
    }

    /// Where a line is drawn, and what is written at it: at every 1, 2 and 5, or only at 1 if there are many.
    pub(crate) fn ticks(&self) -> Vec<(i32, String)> {
        let inside = |step: &f64| step.log10() > self.low - 1e-9 && step.log10() < self.high + 1e-9;
        let all: Vec<f64> = steps().filter(inside).collect();
        let few = all.len() <= 8;
        let wanted = all.into_iter().filter(|step| few || (step.log10() - step.log10().round()).abs() < 1e-9);
        wanted.map(Duration::from_secs_f64).map(|step| (self.x(step), label(step))).collect()
    }
}

/// 1, 2 and 5 of every power of ten of seconds, from a tenth of a microsecond to three years.
fn steps() -> impl DoubleEndedIterator<Item = f64> {
    (-7..=8).flat_map(|power| [1.0, 2.0, 5.0].map(|digit| digit * 10_f64.powi(power)))
}

fn label(step: Duration) -> String {
    if step < Duration::from_micros(1) { format!("{} ns", step.as_nanos()) } else { round_time(step) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scale(microseconds: &[u64]) -> Scale {
        Scale::of(microseconds.iter().copied().map(Duration::from_micros), (0, 300))
    }

    #[test]
    fn every_time_has_a_place_on_the_axis() {
        for times in [&[1200, 1300][..], &[90, 45_000_000], &[0], &[1_000_000], &[999_999_999_999]] {
            let scale = scale(times);
            assert!(times.iter().all(|time| (0..=300).contains(&scale.x(Duration::from_micros(*time)))), "{times:?}");
            assert!(scale.ticks().len() >= 2, "{times:?}: {scale:?}");
        }
    }

    #[test]
    fn few_ticks_are_1_2_and_5_and_many_are_powers_of_ten() {
        let labels = |times: &[u64]| scale(times).ticks().into_iter().map(|(_, label)| label).collect::<Vec<_>>();
        assert_eq!(labels(&[1200, 1300]), ["1 ms", "2 ms", "5 ms", "10 ms"]);
        assert_eq!(labels(&[120, 1_900_000]), ["100 µs", "1 ms", "10 ms", "100 ms", "1 s"]);
    }

    #[test]
    fn equal_ratios_are_equally_far_apart() {
        let scale = scale(&[120, 90_000]);
        let x = |microseconds| scale.x(Duration::from_micros(microseconds));
        assert!((x(10_000) - x(1_000) - (x(1_000) - x(100))).abs() <= 1);
    }

    #[test]
    fn nothing_solved_still_has_an_axis() {
        assert_eq!(scale(&[]).ticks().len(), 4);
    }
}

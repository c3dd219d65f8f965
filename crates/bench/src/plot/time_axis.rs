//! Logarithmic time axis with ticks at 1, 2 and 5 of each power of ten.

use std::time::Duration;

use crate::duration_format::format_limit;

/// Maps times to pixels.
#[derive(Debug)]
pub(crate) struct LogTimeAxis {
    /// Decadic logarithms of the seconds at both ends.
    low: f64,
    high: f64,
    /// Pixels at both ends.
    from: i32,
    to: i32,
}

/// Shorter times are drawn as this one, in seconds: zero has no logarithm.
const SHORTEST: f64 = 1e-7;

impl LogTimeAxis {
    /// An axis that contains all these times. It starts and ends at a tick and spans at least a decade.
    pub(crate) fn containing(times: impl Iterator<Item = Duration>, (from, to): (i32, i32)) -> LogTimeAxis {
        let seconds = times.map(|time| time.as_secs_f64().max(SHORTEST));
        let (min, max) = seconds.fold((f64::MAX, 0.0), |(min, max), time| (time.min(min), time.max(max)));
        // Without any time, the ticks are 1, 2, 5 and 10 ms.
        let (min, max) = if max == 0.0 { (2e-3, 1e-2) } else { (min, max) };
        // 0.9 keeps the first dot away from the vertical axis; 9.99 is a decade with room for rounding.
        let low = tick_values().rev().find(|tick| *tick <= min * 0.9).unwrap_or(SHORTEST);
        let high = tick_values().find(|tick| *tick >= max && *tick >= 9.99 * low).unwrap_or(max);
        LogTimeAxis { low: low.log10(), high: high.log10(), from, to }
    }

    /// The pixel of a time.
    pub(crate) fn x(&self, time: Duration) -> i32 {
        let share = (time.as_secs_f64().max(SHORTEST).log10() - self.low) / (self.high - self.low);
        self.from + (share * f64::from(self.to - self.from)).round() as i32
    }

    /// Pixel and label of each tick: at every 1, 2 and 5, or at powers of ten only if there would be more than eight.
    pub(crate) fn ticks(&self) -> Vec<(i32, String)> {
        let is_on_axis = |tick: &f64| tick.log10() > self.low - 1e-9 && tick.log10() < self.high + 1e-9;
        let all: Vec<f64> = tick_values().filter(is_on_axis).collect();
        let keep_all = all.len() <= 8;
        let is_power_of_ten = |tick: &f64| (tick.log10() - tick.log10().round()).abs() < 1e-9;
        let kept = all.into_iter().filter(|tick| keep_all || is_power_of_ten(tick));
        kept.map(Duration::from_secs_f64).map(|tick| (self.x(tick), tick_label(tick))).collect()
    }
}

/// 1, 2 and 5 times each power of ten, in seconds, from a tenth of a microsecond to three years.
fn tick_values() -> impl DoubleEndedIterator<Item = f64> {
    (-7..=8).flat_map(|power| [1.0, 2.0, 5.0].map(|digit| digit * 10_f64.powi(power)))
}

fn tick_label(tick: Duration) -> String {
    if tick < Duration::from_micros(1) { format!("{} ns", tick.as_nanos()) } else { format_limit(tick) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(microseconds: &[u64]) -> LogTimeAxis {
        LogTimeAxis::containing(microseconds.iter().copied().map(Duration::from_micros), (0, 300))
    }

    #[test]
    fn every_time_is_on_the_axis() {
        for times in [&[1200, 1300][..], &[90, 45_000_000], &[0], &[1_000_000], &[999_999_999_999]] {
            let axis = axis(times);
            assert!(times.iter().all(|time| (0..=300).contains(&axis.x(Duration::from_micros(*time)))), "{times:?}");
            assert!(axis.ticks().len() >= 2, "{times:?}: {axis:?}");
        }
    }

    #[test]
    fn ticks_are_at_1_2_and_5_or_at_powers_of_ten_if_there_are_many() {
        let labels = |times: &[u64]| axis(times).ticks().into_iter().map(|(_, label)| label).collect::<Vec<_>>();
        assert_eq!(labels(&[1200, 1300]), ["1 ms", "2 ms", "5 ms", "10 ms"]);
        assert_eq!(labels(&[120, 1_900_000]), ["100 µs", "1 ms", "10 ms", "100 ms", "1 s"]);
    }

    #[test]
    fn equal_ratios_are_equally_far_apart() {
        let axis = axis(&[120, 90_000]);
        let x = |microseconds| axis.x(Duration::from_micros(microseconds));
        assert!((x(10_000) - x(1_000) - (x(1_000) - x(100))).abs() <= 1);
    }

    #[test]
    fn an_axis_without_times_has_ticks() {
        assert_eq!(axis(&[]).ticks().len(), 4);
    }
}

//! Durations as text: measured ones with three significant digits, chosen ones without trailing zeros.

use std::time::Duration;

use crate::text::three_digits;

/// A measured time with three significant digits: `340 µs`, `1.23 ms`, `12.3 s`.
pub(crate) fn format_measured(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let (number, unit) = match seconds {
        0.999_5.. => (seconds, "s"),
        0.000_999_5.. => (seconds * 1e3, "ms"),
        _ => (seconds * 1e6, "µs"),
    };
    // Below 10 µs the digits after the point differ from run to run, so there are none.
    let max_decimals = if unit == "µs" && number < 9.995 { 0 } else { 2 };
    format!("{} {unit}", three_digits(number, max_decimals))
}

/// A chosen time, such as a limit: `60 s`, without zeros after the point.
pub(crate) fn format_limit(limit: Duration) -> String {
    let text = format_measured(limit);
    let (number, unit) = text.split_once(' ').expect("a number and a unit");
    let number = if number.contains('.') { number.trim_end_matches('0').trim_end_matches('.') } else { number };
    format!("{number} {unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measured_times_have_three_significant_digits() {
        let cases = [
            (0, "0 µs"),
            (340_400, "340 µs"),
            (999_600, "1.00 ms"),
            (1_234_000, "1.23 ms"),
            (9_996_000, "10.0 ms"),
            (123_400_000, "123 ms"),
            (999_700_000, "1.00 s"),
            (60_000_000_000, "60.0 s"),
            (3_600_000_000_000, "3600 s"),
        ];
        for (nanoseconds, text) in cases {
            assert_eq!(format_measured(Duration::from_nanos(nanoseconds)), text);
        }
    }

    #[test]
    fn limits_have_no_zeros_after_the_point() {
        assert_eq!(format_limit(Duration::from_secs(60)), "60 s");
        assert_eq!(format_limit(Duration::from_millis(1500)), "1.5 s");
        assert_eq!(format_limit(Duration::from_secs(100)), "100 s");
    }
}

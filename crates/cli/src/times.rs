//! Times as people read them.

use std::time::Duration;

/// A time with three digits that matter: `340 µs`, `1.23 ms`, `12.3 s`.
pub(crate) fn time(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let (number, unit) = match seconds {
        0.999_5.. => (seconds, "s"),
        0.000_999_5.. => (seconds * 1e3, "ms"),
        _ => (seconds * 1e6, "µs"),
    };
    let places = match number {
        99.95.. => 0,
        9.995.. => 1,
        _ if unit == "µs" => 0,
        _ => 2,
    };
    format!("{number:.places$} {unit}")
}

/// A time that was chosen, not measured: `60 s`, without the zeros after the point.
pub(crate) fn round_time(chosen: Duration) -> String {
    let text = time(chosen);
    let (number, unit) = text.split_once(' ').expect("a number and a unit");
    let number = if number.contains('.') { number.trim_end_matches('0').trim_end_matches('.') } else { number };
    format!("{number} {unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_three_digits_that_matter() {
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
            assert_eq!(time(Duration::from_nanos(nanoseconds)), text);
        }
    }

    #[test]
    fn chosen_times_have_no_zeros_after_the_point() {
        assert_eq!(round_time(Duration::from_secs(60)), "60 s");
        assert_eq!(round_time(Duration::from_millis(1500)), "1.5 s");
        assert_eq!(round_time(Duration::from_secs(100)), "100 s");
    }
}

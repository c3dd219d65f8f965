//! Available and used memory, read from `/proc` on Linux; `None` on other systems.

use std::fs;

/// Bytes that programs can still allocate before the system runs out of memory.
pub(crate) fn available() -> Option<u64> {
    parse_field(&fs::read_to_string("/proc/meminfo").ok()?, "MemAvailable:")
}

/// Resident memory of this process, in bytes.
pub(crate) fn used() -> Option<u64> {
    parse_field(&fs::read_to_string("/proc/self/status").ok()?, "VmRSS:")
}

/// Default of `--memory-limit`: 90 % of the available memory. A process that uses more than there is gets killed by the
/// kernel without a message, so the command stops itself before that.
pub(crate) fn default_limit() -> Option<u64> {
    Some(available()? / 10 * 9)
}

/// Parses a line such as `MemAvailable:   16384 kB` and returns bytes.
fn parse_field(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let kilobytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kilobytes * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_is_converted_to_bytes() {
        assert_eq!(parse_field("MemTotal:  9 kB\nMemAvailable:   16384 kB\n", "MemAvailable:"), Some(16 << 20));
        assert_eq!(parse_field("MemTotal:  9 kB\n", "MemAvailable:"), None);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn used_and_available_memory_are_known_on_linux() {
        assert!(used().unwrap() > 1 << 20 && available().unwrap() > 1 << 20);
    }
}

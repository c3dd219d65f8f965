//! How much memory there is, and how much of it this program uses. Linux tells both; other systems are not asked.

use std::fs;

/// The bytes that programs may still take before the system runs out of them.
pub(crate) fn available() -> Option<u64> {
    field(&fs::read_to_string("/proc/meminfo").ok()?, "MemAvailable:")
}

/// The bytes that this program uses.
pub(crate) fn used() -> Option<u64> {
    field(&fs::read_to_string("/proc/self/status").ok()?, "VmRSS:")
}

/// `MemAvailable:   16384 kB` in bytes.
fn field(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let kilobytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kilobytes * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_is_read_in_bytes() {
        assert_eq!(field("MemTotal:  9 kB\nMemAvailable:   16384 kB\n", "MemAvailable:"), Some(16 << 20));
        assert_eq!(field("MemTotal:  9 kB\n", "MemAvailable:"), None);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn linux_tells_what_is_used_and_what_is_left() {
        assert!(used().unwrap() > 1 << 20 && available().unwrap() > 1 << 20);
    }
}

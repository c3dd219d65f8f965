//! Available and used memory, read from `/proc` on Linux; `None` on other systems.

use std::fs;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::output::pluralize;

/// The value of `--memory-limit`, or its default.
static LIMIT: AtomicU64 = AtomicU64::new(u64::MAX);

/// The memory limit was reached while an input was read.
#[derive(Debug)]
pub(crate) struct MemoryLimitError(u64);

impl std::fmt::Display for MemoryLimitError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "stopped at the memory limit of {}", describe(self.0))
    }
}

impl std::error::Error for MemoryLimitError {}

/// Sets the limit that [`limit`] returns and [`check`] compares with.
pub(crate) fn set_limit(limit: Option<u64>) {
    if let Some(limit) = limit.or_else(default_limit) {
        LIMIT.store(limit, Ordering::Relaxed);
    }
}

/// The limit, if there is one.
pub(crate) fn limit() -> Option<u64> {
    Some(LIMIT.load(Ordering::Relaxed)).filter(|limit| *limit < u64::MAX)
}

/// Fails if the process uses more memory than the limit.
pub(crate) fn check() -> Result<(), MemoryLimitError> {
    let limit = LIMIT.load(Ordering::Relaxed);
    if used().is_some_and(|used| used > limit) { Err(MemoryLimitError(limit)) } else { Ok(()) }
}

/// `500 bytes` or `64 MiB`.
pub(crate) fn describe(bytes: u64) -> String {
    if bytes < 1 << 20 { pluralize(bytes, "byte") } else { format!("{} MiB", bytes >> 20) }
}

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
fn default_limit() -> Option<u64> {
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

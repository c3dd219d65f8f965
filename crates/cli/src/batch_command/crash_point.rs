//! Crash points: places at which a test ends the process as a power failure or `kill -9` would.
//!
//! They exist in the tests of this crate only. Elsewhere the function is empty.

/// Ends the process here, without destructors, if the environment variable `QEDOKU_TEST_CRASH` names this point and the number of times
/// that it has been passed: `after-rename:2`.
#[cfg(test)]
pub(super) fn crash_point(name: &str) {
    use std::collections::HashMap;
    use std::sync::Mutex;
    static PASSED: Mutex<Option<HashMap<String, usize>>> = Mutex::new(None);
    let mut passed = PASSED.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let count = passed.get_or_insert_default().entry(name.to_owned()).or_default();
    *count += 1;
    if std::env::var("QEDOKU_TEST_CRASH").is_ok_and(|point| point == format!("{name}:{count}")) {
        std::process::abort();
    }
}

#[cfg(not(test))]
pub(super) fn crash_point(_: &str) {}

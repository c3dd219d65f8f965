//! Test support shared by the crates of the workspace. A dev-dependency only; nothing here reaches a user.
//!
//! | module | job |
//! |---|---|
//! | [`collection`] | samples of published puzzle lists (`samples/`), and the whole lists where they are installed |
//! | [`suite`] | conformance suite: puzzles with known answers that every engine runs (`testdata/suite`) |
//! | [`readers`] | texts in every format with the exact result of reading them (`testdata/readers`) |
//! | [`random_puzzles`] | random solutions, puzzles and symmetries for differential and metamorphic tests |
//!
//! [`is_long`], [`seed`] and [`seeded_rng`] read the settings of a test run, `QEDOKU_LONG` and `QEDOKU_SEED`.
//! The reference solver is [`qedoku_puzzle::oracle`], the random generator [`Rng`].

pub mod collection;
pub mod suite;
pub mod readers;
pub mod random_puzzles;
mod toml_files;

pub use qedoku_puzzle::rng::Rng;

/// Whether tests run at full length: `QEDOKU_LONG` is set and not 0.
pub fn is_long() -> bool {
    std::env::var_os("QEDOKU_LONG").is_some_and(|value| value != "0")
}

/// The seed of a random test: `QEDOKU_SEED`, or the default. A command line that repeats the test with it is printed, which
/// the test runner shows when the test fails.
pub fn seed(default: u64) -> u64 {
    let seed = std::env::var("QEDOKU_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(default);
    // Test threads have the name of their test.
    let thread = std::thread::current();
    let test = thread.name().filter(|&name| name != "main").unwrap_or_default();
    println!("to repeat: {}", repeat_command(seed, std::env::var("CARGO_PKG_NAME").ok().as_deref(), test));
    seed
}

/// The command line that runs one test of a crate with a seed.
fn repeat_command(seed: u64, package: Option<&str>, test: &str) -> String {
    let long = if is_long() { "QEDOKU_LONG=1 " } else { "" };
    let package = package.map(|package| format!(" -p {package}")).unwrap_or_default();
    let test = if test.is_empty() { String::new() } else { format!(" {test}") };
    format!("{long}QEDOKU_SEED={seed} cargo test{package}{test}")
}

/// The random generator of a test, from [`seed`].
pub fn seeded_rng(default_seed: u64) -> Rng {
    Rng::new(seed(default_seed), 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_that_repeats_a_test_names_seed_crate_and_test() {
        let long = if is_long() { "QEDOKU_LONG=1 " } else { "" };
        let command = repeat_command(5, Some("qedoku-web"), "mutations::a_test");
        assert_eq!(command, format!("{long}QEDOKU_SEED=5 cargo test -p qedoku-web mutations::a_test"));
        assert_eq!(repeat_command(5, None, ""), format!("{long}QEDOKU_SEED=5 cargo test"));
    }

    #[test]
    fn cargo_names_the_crate_and_the_thread_names_the_test() {
        assert_eq!(std::env::var("CARGO_PKG_NAME").as_deref(), Ok("qedoku-testdata"));
        let (thread, name) = (std::thread::current(), "tests::cargo_names_the_crate_and_the_thread_names_the_test");
        // A test harness with one thread runs tests on the main thread.
        assert!(matches!(thread.name(), Some(thread) if thread == name || thread == "main"), "{thread:?}");
    }
}

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
//! The reference solver is [`qedoku_puzzle::oracle`], the random generator [`qedoku_puzzle::rng::Rng`].

pub mod collection;
pub mod suite;
pub mod readers;
pub mod random_puzzles;
mod toml_files;

use qedoku_puzzle::rng::Rng;

/// Whether tests run at full length: `QEDOKU_LONG` is set and not 0.
pub fn is_long() -> bool {
    std::env::var_os("QEDOKU_LONG").is_some_and(|value| value != "0")
}

/// The seed of a random test: `QEDOKU_SEED`, or the default. It is printed, so that a failure can be reproduced.
pub fn seed(default: u64) -> u64 {
    let seed = std::env::var("QEDOKU_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(default);
    println!("seed {seed}: reproduce with QEDOKU_SEED={seed}");
    seed
}

/// The random generator of a test, from [`seed`].
pub fn seeded_rng(default_seed: u64) -> Rng {
    Rng::new(seed(default_seed), 0)
}

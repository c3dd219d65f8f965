//! Test support shared by the crates of the workspace. A dev-dependency only; nothing here reaches a user.
//!
//! | module | job |
//! |---|---|
//! | [`collection`] | finds and reads the puzzle collection, or the samples committed in `samples/` |
//! | [`suite`] | puzzles with known answers that every engine runs |
//! | [`random_puzzles`] | random solutions, puzzles and symmetries for differential and metamorphic tests |
//! | [`settings`] | `QEDOKU_LONG` and `QEDOKU_SEED` |
//!
//! The reference solver is [`qedoku_puzzle::oracle`], the random generator [`qedoku_puzzle::rng::Rng`].

pub mod collection;
pub mod suite;
pub mod random_puzzles;
pub mod settings;

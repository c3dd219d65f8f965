//! Conformance: every engine, SIMD level and external solver runs the cases of `testdata/suite`.
//!
//! | module | job |
//! |---|---|
//! | `driver` | runs an engine over all cases; compares, counts, and accounts for every skip |
//! | `engines` | the engines of this project behind one interface |
//! | `in_process` | oracle, lanes at every SIMD level, portfolio, SAT, proofs |
//! | `encodings` | the SAT engine with one option of the encoding changed at a time |
//! | `external_solvers` | the installed SAT solvers, with the default encoding and with one option changed at a time |
//! | `mutants` | wrong engines, all of which the driver detects |

mod driver;
mod engines;
mod in_process;
mod encodings;
mod external_solvers;
mod mutants;

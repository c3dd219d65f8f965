//! See `qedoku_fuzz::solver_output`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| qedoku_fuzz::solver_output::check(data));

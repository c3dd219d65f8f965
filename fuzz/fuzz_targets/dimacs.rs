//! See `qedoku_fuzz::dimacs`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| qedoku_fuzz::dimacs::check(data));

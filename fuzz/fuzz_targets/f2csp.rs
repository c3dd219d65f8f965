//! See `qedoku_fuzz::f2csp`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| qedoku_fuzz::f2csp::check(data));

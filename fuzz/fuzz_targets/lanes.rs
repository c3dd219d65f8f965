//! See `qedoku_fuzz::lanes`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| qedoku_fuzz::lanes::check(data));

//! See `qedoku_fuzz::description`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| qedoku_fuzz::description::check(data));

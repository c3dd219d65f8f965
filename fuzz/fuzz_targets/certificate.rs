//! See `qedoku_fuzz::certificate`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| qedoku_fuzz::certificate::check(data));

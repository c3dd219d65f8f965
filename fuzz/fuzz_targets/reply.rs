//! See `qedoku_fuzz::reply`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| qedoku_fuzz::reply::check(data));

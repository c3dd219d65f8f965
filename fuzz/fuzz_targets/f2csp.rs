//! libFuzzer entry point of `qedoku_fuzz::f2csp::check`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| qedoku_fuzz::f2csp::check(data));

//! libFuzzer entry point of `qedoku_fuzz::lanes::check`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| qedoku_fuzz::lanes::check(data));

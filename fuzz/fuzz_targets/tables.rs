//! libFuzzer entry point of `qedoku_fuzz::tables::check`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| qedoku_fuzz::tables::check(data));

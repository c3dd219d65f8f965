//! libFuzzer entry point of `qedoku_fuzz::links::check`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| qedoku_fuzz::links::check(data));

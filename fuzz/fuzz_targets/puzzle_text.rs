//! libFuzzer entry point of `qedoku_fuzz::puzzle_text::check`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| qedoku_fuzz::puzzle_text::check(data));

//! See `laws::decide`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| laws::decide::check(bytes));

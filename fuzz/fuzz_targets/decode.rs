//! See `laws::decode`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| laws::decode::check(bytes));

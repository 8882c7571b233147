//! See `laws::notation`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| laws::notation::check(bytes));

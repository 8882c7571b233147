//! See `laws::record`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| laws::record::check(bytes));

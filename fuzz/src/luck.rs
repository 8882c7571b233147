//! Choices made of the fuzzer's bytes, from the first to the last; without bytes each is the first one.

use arbitrary::Unstructured;
use serde_json::{Value, json};

/// Bytes that are used up choice by choice.
pub(crate) struct Luck<'a>(Unstructured<'a>);

impl<'a> Luck<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self(Unstructured::new(bytes))
    }

    /// Whether no byte is left.
    pub(crate) fn is_used_up(&self) -> bool {
        self.0.is_empty()
    }

    /// A number from `least` to `most`.
    pub(crate) fn between(&mut self, least: i64, most: i64) -> i64 {
        self.0.int_in_range(least..=most).unwrap_or(least)
    }

    /// 0 to `n` - 1.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0.choose_index(n).unwrap_or(0)
    }

    pub(crate) fn pick<T: Clone>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())].clone()
    }

    /// True once in `n`.
    pub(crate) fn rarely(&mut self, n: usize) -> bool {
        self.below(n) == n - 1
    }

    pub(crate) fn flag(&mut self) -> bool {
        self.rarely(2)
    }

    /// A text of at most `most` bytes.
    pub(crate) fn text(&mut self, most: usize) -> String {
        let len = self.below(most + 1).min(self.0.len());
        String::from_utf8_lossy(self.0.bytes(len).unwrap_or_default()).into_owned()
    }

    /// A number that may be on an edge.
    pub(crate) fn number(&mut self) -> Value {
        match self.below(6) {
            0 | 1 => json!(self.between(-2, 30)),
            2 => json!(self.between(-2_000_000, 2_000_000)),
            3 => json!(self.pick(&[255, 256, 65_535, 1 << 31, (1_i64 << 32) - 1, (1 << 53) - 1])),
            4 => json!(self.pick(&[i64::MIN, i64::MAX, -1])),
            _ => json!(self.pick(&[u64::MAX as f64, 0.5, -0.0])),
        }
    }

    /// Any JSON, so deep at most.
    pub(crate) fn json(&mut self, depth: usize) -> Value {
        match self.below(if depth == 0 { 4 } else { 6 }) {
            0 => Value::Null,
            1 => json!(self.flag()),
            2 => self.number(),
            3 => json!(self.text(12)),
            4 => (0..self.below(4)).map(|_| self.json(depth - 1)).collect(),
            _ => Value::Object((0..self.below(4)).map(|_| (self.text(8), self.json(depth - 1))).collect()),
        }
    }
}

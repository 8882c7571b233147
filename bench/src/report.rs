//! Results: a JSON object a line for programs, a Markdown table for people.

use serde::{Serialize, Serializer};
use serde_json::Value;

/// What one measurement gave, figure by figure in the order in which they are shown.
#[derive(Debug, Default)]
pub(crate) struct Report(Vec<(String, Value)>);

impl Report {
    /// Of a scenario, nothing measured yet.
    pub(crate) fn of(scenario: &str) -> Self {
        Self(vec![("scenario".to_owned(), scenario.into())])
    }

    /// Adds a figure; its name ends with the unit.
    pub(crate) fn add(&mut self, name: &str, value: impl Into<Value>) {
        self.0.push((name.to_owned(), value.into()));
    }

    fn get(&self, name: &str) -> String {
        match self.0.iter().find(|(own, _)| own == name) {
            Some((_, Value::String(text))) => text.clone(),
            Some((_, value)) => value.to_string(),
            None => String::new(),
        }
    }
}

impl Serialize for Report {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

/// A number as it is shown: four significant digits, whole ones whole.
pub(crate) fn round(value: f64) -> Value {
    if !value.is_finite() || value == 0.0 {
        return 0.into();
    }
    let scale = 10_f64.powi(3 - value.abs().log10().floor() as i32);
    let rounded = if scale < 1.0 { value.round() } else { (value * scale).round() / scale };
    if rounded.fract() == 0.0 { (rounded as i64).into() } else { rounded.into() }
}

/// One column a report.
pub(crate) fn table(reports: &[Report]) -> String {
    let mut names: Vec<&str> = Vec::new();
    for (name, _) in reports.iter().flat_map(|report| &report.0) {
        if !names.contains(&name.as_str()) {
            names.push(name);
        }
    }
    let mut rows: Vec<Vec<String>> = Vec::new();
    for name in names {
        rows.push(
            [name.to_owned()].into_iter().chain(reports.iter().map(|report| report.get(name))).collect(),
        );
    }
    let width = |column: usize| rows.iter().map(|row| row[column].len()).max().unwrap_or_default();
    let widths: Vec<usize> = (0..=reports.len()).map(width).collect();
    let mut lines: Vec<String> = rows.iter().map(|row| line(row, &widths)).collect();
    let rule: Vec<String> = widths.iter().map(|&width| "-".repeat(width)).collect();
    lines.insert(1.min(lines.len()), line(&rule, &widths));
    lines.concat()
}

fn line(cells: &[String], widths: &[usize]) -> String {
    let cells: Vec<String> =
        cells.iter().zip(widths).map(|(cell, &width)| format!("{cell:<width$}")).collect();
    format!("| {} |\n", cells.join(" | "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_shown_with_four_digits() {
        for (value, shown) in [
            (0.0, "0"),
            (0.012_345, "0.01235"),
            (1.0, "1"),
            (12.345_6, "12.35"),
            (123_456.7, "123457"),
            (f64::NAN, "0"),
        ] {
            assert_eq!(round(value).to_string(), shown);
        }
    }

    #[test]
    fn columns_line_up_where_one_report_has_more() {
        let (mut a, mut b) = (Report::of("idle"), Report::of("idle"));
        a.add("clients", 10);
        b.add("clients", 2_000);
        b.add("cpu_pct", round(0.5));
        assert_eq!(
            table(&[a, b]),
            "| scenario | idle | idle |\n| -------- | ---- | ---- |\n| clients  | 10   | 2000 |\n| cpu_pct  |      | 0.5  |\n"
        );
    }
}

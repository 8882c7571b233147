//! The load generator: every scenario starts a server, and gives figures.

use std::process::{Command, Output};
use std::thread;

use serde_json::Value;

use crate::harness::binaries::binary;

/// A scenario of a second, few clients; the reports.
fn bench(scenario: &str) -> Vec<Value> {
    let output = run(scenario, &["--secs", "1", "--warm", "0.5", "--json"]);
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{scenario}: {err}");
    assert!(err.is_empty(), "no terminal, no bars: {err}");
    out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn run(scenario: &str, flags: &[&str]) -> Output {
    let words = scenario.split(' ').chain(flags.iter().copied());
    Command::new(binary("longtable-bench")).args(words).output().unwrap()
}

/// FL-027: after a soak nothing stays.
#[test]
fn every_scenario_gives_figures() {
    let scenarios = [
        (1, "latency --rooms 3 --rate 20", vec!["moves", "push_p99_ms", "ok_p99_ms", "cpu_ms_per_move"]),
        (1, "throughput --rooms 3", vec!["moves", "push_p50_ms", "moves_per_cpu_s"]),
        (2, "fanout --watchers 4 --stalled 1", vec!["pushes", "last_push_p99_ms", "cpu_us_per_push"]),
        (2, "idle --clients 4,8", vec!["clients", "joins_per_s", "server_rss_mib"]),
        (2, "idle --clients 4,8 --watching", vec!["clients", "joins_per_s", "server_rss_mib"]),
        (2, "soak --matches 30 --rounds 2", vec!["matches", "played_s", "server_rss_mib"]),
        (1, "mixed --rooms 4 --watchers 1 --think 0.05", vec!["moves", "pushes", "answer_p50_ms"]),
    ];
    thread::scope(|scope| {
        for (count, scenario, figures) in &scenarios {
            scope.spawn(move || {
                let reports = bench(scenario);
                assert_eq!(reports.len(), *count, "{scenario}");
                for report in reports {
                    assert!(scenario.starts_with(report["scenario"].as_str().unwrap()));
                    assert!(
                        report.get("returned").is_none_or(|all| all == true),
                        "something stays: {report}"
                    );
                    for figure in figures {
                        assert!(report[figure].as_f64().unwrap() > 0.0, "{scenario}: {figure} in {report}");
                    }
                }
            });
        }
    });
}

#[test]
fn a_server_that_is_not_there_is_told_in_a_sentence() {
    let output = run("latency --server ws://127.0.0.1:1", &[]);
    assert!(!output.status.success());
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.starts_with("longtable-bench: ") && said.lines().count() == 1, "{said}");
}

//! What `/metrics` shows, and that it costs no more memory the longer a server runs.

use std::sync::Arc;

use metrics_exporter_prometheus::{BuildError, Matcher, PrometheusBuilder, PrometheusHandle};
use tokio::time::{Duration, interval};
use tokio_util::sync::CancellationToken;

use crate::app::Shared;

/// Bounds of what takes time, in seconds: from an update within the process to one that a person waits for.
const SECONDS: [f64; 12] = [0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0];
/// Bounds of how many writes share a commit.
const WRITES: [f64; 10] = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0];
/// How often what was measured is counted. Until then every single value is kept.
const COUNT_EVERY: Duration = Duration::from_secs(5);

/// Measures from now on.
///
/// # Errors
/// If something measures in this process already.
pub fn install() -> Result<PrometheusHandle, BuildError> {
    PrometheusBuilder::new()
        .set_buckets_for_metric(Matcher::Suffix("_seconds".to_owned()), &SECONDS)?
        .set_buckets_for_metric(Matcher::Suffix("_writes".to_owned()), &WRITES)?
        .install_recorder()
}

/// Counts what was measured, whether or not anybody looks, until the server stops.
pub(crate) async fn count(metrics: PrometheusHandle, stopping: CancellationToken) {
    let mut again = interval(COUNT_EVERY);
    loop {
        tokio::select! {
            biased;
            () = stopping.cancelled() => return,
            _ = again.tick() => metrics.run_upkeep(),
        }
    }
}

/// Looks how much there is now of what has to go away again: shown whenever somebody asks.
pub(crate) fn look(shared: &Arc<Shared>) {
    let tasks = tokio::runtime::Handle::current().metrics().num_alive_tasks();
    for (name, count) in [
        ("longtable_sockets", shared.sockets.len()),
        ("longtable_connections", shared.connections.len()),
        ("longtable_rooms_in_memory", shared.lobby.len()),
        ("longtable_rooms_known", shared.lobby.known_len()),
        ("longtable_tasks", tasks),
        ("longtable_addresses", shared.sockets.addresses() + shared.connections.addresses()),
        ("longtable_allowances", shared.allow.len()),
    ] {
        metrics::gauge!(name).set(count as f64);
    }
}

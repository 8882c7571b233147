//! Abuse of every route, against the real server with its default limits, while honest people play beside it.
//!
//! Limits are counted by address, so those who abuse come from other addresses of this machine than those who play.
//! After each flood nothing of it may remain: no file, no memory, no entry, and no more than a few lines in the log.
//! How fast the honest were is printed, and measured in `bench/`.

mod closing;
mod floods;
mod frames;
mod handshakes;
mod honest;
mod storm;

use std::time::Duration;

use tokio::time::{Instant, sleep};

use crate::harness::PATIENCE;
use crate::harness::server::Server;
use honest::Honest;

/// Lines that a flood may leave in the log, whatever it is and however long it goes on.
const LINES: usize = 20;
/// Memory that may stay, in KiB: pages that are in use in part, counters and caches that were empty before.
const KEPT_KIB: u64 = 12 * 1024;

/// A server with an honest room, and what it was like before somebody came.
struct Scene {
    server: Server,
    honest: Honest,
    open: usize,
    resident_kib: u64,
    tasks: f64,
    lines: usize,
}

impl Scene {
    async fn new() -> Self {
        Self::with(&[]).await
    }

    /// What is open and held is counted from a moment on in which the honest have all that they will ever have.
    async fn count_anew(&mut self) {
        sleep(Duration::from_secs(1)).await;
        (self.open, self.resident_kib) = (self.server.open_sockets(), self.server.resident_kib());
        self.tasks = self.server.metric("longtable_tasks").await;
    }

    async fn with(flags: &[&str]) -> Self {
        // rooms that nobody is in go at once
        let server = Server::with(&[flags, &["--sleep-after", "1"]].concat());
        let honest = Honest::at(server.address).await;
        let lines = server.log().lines().count();
        let mut scene = Self { server, honest, open: 0, resident_kib: 0, tasks: 0.0, lines };
        scene.count_anew().await;
        scene
    }

    /// Panics unless everything is as it was before, some time after the flood `what`.
    async fn ends(mut self, what: &str) {
        let by = Instant::now() + PATIENCE;
        loop {
            let open = self.server.open_sockets();
            let sockets = self.server.metric("longtable_sockets").await;
            let tasks = self.server.metric("longtable_tasks").await;
            let rooms = self.server.metric("longtable_rooms_in_memory").await;
            let half = self.server.half_closed();
            // what is free goes back to the system within ten seconds
            let kib = self.server.resident_kib();
            // the look itself is a connection, which may not have ended yet
            assert!(self.honest.play_on(), "{what}: the honest do not play any more");
            let few = open <= self.open + 2 && tasks <= self.tasks + 2.0;
            let small = kib < self.resident_kib + KEPT_KIB;
            if few && small && sockets == Honest::SOCKETS && rooms == 1.0 && half == 0 {
                break;
            }
            assert!(
                Instant::now() < by,
                "{what}: {open} connections are open ({} before), {sockets} sockets, {rooms} rooms, {tasks} tasks ({} before), \
                 {half} half-closed connections, {kib} KiB ({} before)",
                self.open,
                self.tasks,
                self.resident_kib
            );
            sleep(Duration::from_millis(200)).await;
        }
        assert!(self.server.is_alive());
        self.honest.finish(what).await;
        let (kib, lines) = (self.server.resident_kib(), self.server.log().lines().count());
        println!("{what}: {} KiB before, {kib} after; {} lines", self.resident_kib, lines - self.lines);
        assert!(lines <= self.lines + LINES, "{what}: {} lines were logged", lines - self.lines);
    }
}

//! Several processes over one PostgreSQL and one NATS, as a hoster runs them when one machine is not enough.
//!
//! `chaos` kills, stops and restarts all of them under matches; `people` is about who sees whom; `speed` measures.

mod chaos;
mod people;
mod speed;

use std::net::SocketAddr;
use std::process::Command;

use tokio::task::spawn_blocking;

use crate::harness::binaries::binary;
use crate::harness::client::Client;
use crate::harness::server::Server;
use crate::harness::service::Service;

/// A cluster of a test's own.
struct Cluster {
    servers: Vec<Server>,
    postgres: Service,
    nats: Service,
}

impl Cluster {
    async fn start(processes: usize) -> Self {
        // built before anything else runs, which would wait for it
        spawn_blocking(|| binary("longtable-server")).await.unwrap();
        let (postgres, nats) = tokio::join!(spawn_blocking(Service::postgres), spawn_blocking(Service::nats));
        let (postgres, nats) = (postgres.unwrap(), nats.unwrap());
        let store = format!("postgres://longtable@127.0.0.1:{}/postgres", postgres.port);
        let bus = format!("nats://127.0.0.1:{}", nats.port);
        let start = || Server::over(Some(store.clone()), &["--limits", "off", "--bus", &bus]);
        Self { servers: (0..processes).map(|_| start()).collect(), postgres, nats }
    }

    /// The address of a process, counted in a circle.
    fn address(&self, n: usize) -> SocketAddr {
        self.servers[n % self.servers.len()].address
    }

    /// A new player at process `n`, who goes to another one when that one is gone.
    async fn client(&self, n: usize, name: &str) -> Client {
        self.elsewhere(n, Client::hello(self.address(n), name).await)
    }

    /// The player of `key` once more, at process `n`.
    async fn again(&self, n: usize, key: &str) -> Client {
        self.elsewhere(n, Client::again(self.address(n), key).await)
    }

    fn elsewhere(&self, n: usize, mut client: Client) -> Client {
        client.others = (1..self.servers.len()).map(|more| self.address(n + more)).collect();
        client
    }

    /// What the database answers to a query, a row a line.
    fn query(&self, sql: &str) -> Vec<String> {
        let mut psql = Command::new("psql");
        psql.args(["-h", "127.0.0.1", "-p", &self.postgres.port.to_string(), "-U", "longtable"]);
        let output = psql.args(["-d", "postgres", "-At", "-c", sql]).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
    }
}

/// Whether the long versions of the tests are wanted.
fn is_long() -> bool {
    std::env::var_os("LONGTABLE_LONG").is_some()
}

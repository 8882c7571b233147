//! `longtable-server`: reads the flags, opens store and port, serves until it is told to stop.

use std::io::IsTerminal;
use std::process::ExitCode;

use clap::Parser;
use longtable_server::Server;
use longtable_server::flags::Flags;
use tokio::signal::unix::{SignalKind, signal};
use tracing::info;
use tracing_subscriber::EnvFilter;

/// The system's allocator keeps for ever what ten thousand sockets needed once; this one gives it back in ten seconds.
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

/// What is logged without `LONGTABLE_LOG`: the clients of store and bus say in our words what an operator needs.
const LOG: &str = "info,sqlx=warn,async_nats=warn";

#[tokio::main]
async fn main() -> ExitCode {
    let flags = Flags::parse();
    let filter = EnvFilter::try_from_env("LONGTABLE_LOG").unwrap_or_else(|_| EnvFilter::new(LOG));
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    log.with_ansi(std::io::stderr().is_terminal()).init();
    let metrics = match longtable_server::metering::install() {
        Ok(metrics) => Some(metrics),
        Err(error) => {
            tracing::warn!(%error, "metrics are off");
            None
        }
    };
    if let Some(command) = &flags.command {
        return match command.run(&flags).await {
            Ok(text) => {
                print!("{text}");
                ExitCode::SUCCESS
            }
            Err(failed) => {
                eprintln!("longtable-server: {failed}");
                ExitCode::FAILURE
            }
        };
    }
    let server = match Server::bind(flags, metrics).await {
        Ok(server) => server,
        Err(error) => {
            eprintln!("longtable-server: {error}");
            return ExitCode::FAILURE;
        }
    };
    if let Ok(address) = server.address() {
        info!(%address, "listening");
        println!("Longtable listens on {address}");
    }
    server.run(told_to_stop()).await;
    ExitCode::SUCCESS
}

/// Waits for SIGTERM or Ctrl-C.
async fn told_to_stop() {
    let (terminate, interrupt) = (signal(SignalKind::terminate()), signal(SignalKind::interrupt()));
    match (terminate, interrupt) {
        (Ok(mut terminate), Ok(mut interrupt)) => {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = interrupt.recv() => {}
            }
        }
        // without signals the server runs until it is killed, which loses nothing
        _ => std::future::pending().await,
    }
}

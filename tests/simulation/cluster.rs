//! The processes of a run: whole servers in one runtime, over one store, with a bus between them that loses,
//! doubles and reorders.

use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex};

use axum::Router;
use longtable_server::app::{Shared, chores};
use longtable_server::bus::{Bus, Heard};
use longtable_server::chance::Chance;
use longtable_server::clock::Clock;
use longtable_server::http::{Web, router};
use longtable_server::store::simulated::Database;
use longtable_server::{accept, store::Store};
use protocol::Limits;
use tokio::io::DuplexStream;
use tokio::task::JoinHandle;
use tokio::time::{Duration, Instant, sleep, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::sky::{Local, Sky};

/// The wall clock at the beginning of a run: Unix ms.
const EPOCH: i64 = 1_764_486_000_000;
/// Bytes on their way to either side of a connection.
const CABLE: usize = 16 * 1024;

/// A server.
struct Process {
    shared: Arc<Shared>,
    router: Router,
    tasks: TaskTracker,
    weather: Arc<Local>,
    /// The wires' end of its bus, and the task that listens there.
    wire: Bus,
    wiring: JoinHandle<()>,
    /// Cancelled when its machine is gone, with all its connections.
    gone: CancellationToken,
}

/// All servers of a run.
pub(crate) struct Cluster {
    seed: u64,
    began: Instant,
    sky: Arc<Sky>,
    database: Database,
    running: Mutex<Vec<Option<Process>>>,
    /// Of all servers that ever were.
    shared: Mutex<Vec<Arc<Shared>>>,
}

impl Cluster {
    pub(crate) fn new(seed: u64, sky: &Arc<Sky>, database: &Database, processes: usize) -> Arc<Self> {
        let cluster = Arc::new(Self {
            seed,
            began: Instant::now(),
            sky: Arc::clone(sky),
            database: database.clone(),
            running: Mutex::new((0..processes).map(|_| None).collect()),
            shared: Mutex::default(),
        });
        (0..processes).for_each(|slot| cluster.start(slot));
        cluster
    }

    pub(crate) fn size(&self) -> usize {
        self.running.lock().unwrap().len()
    }

    /// The parts of all servers that ever were.
    pub(crate) fn all(&self) -> Vec<Arc<Shared>> {
        self.shared.lock().unwrap().clone()
    }

    /// The parts of the server of this number, if it runs.
    pub(crate) fn running(&self, slot: usize) -> Option<Arc<Shared>> {
        self.running.lock().unwrap()[slot].as_ref().map(|process| Arc::clone(&process.shared))
    }

    /// Starts the server of this number.
    pub(crate) fn start(self: &Arc<Self>, slot: usize) {
        let number = self.shared.lock().unwrap().len() as u64;
        let weather = Local::new(&self.sky);
        let store: Store = self.database.store(weather.clone());
        let wall = EPOCH + i64::try_from(self.began.elapsed().as_millis()).unwrap();
        let outside = (
            Clock::simulated(wall, self.sky.clock_set_by),
            Chance::seeded(self.seed.wrapping_mul(31).wrapping_add(number)),
        );
        let bus = Bus::numbered(number);
        let wire = bus.join();
        let url = "http://longtable.example".to_owned();
        let shared = Shared::with(store, bus, outside, Limits::default(), url, Vec::new());
        let tasks = TaskTracker::new();
        tasks.spawn(chores(Arc::clone(&shared)));
        let web = Web {
            shared: Arc::clone(&shared),
            origins: Arc::default(),
            proxy_header: None,
            web_dir: None,
            metrics: None,
        };
        let wiring = tokio::spawn(Arc::clone(self).carry(slot, number, wire.clone()));
        let process = Process {
            shared: Arc::clone(&shared),
            router: router(web),
            tasks,
            weather,
            wire,
            wiring,
            gone: CancellationToken::new(),
        };
        self.shared.lock().unwrap().push(shared);
        self.running.lock().unwrap()[slot] = Some(process);
    }

    /// Carries what the server of this number says to the others.
    async fn carry(self: Arc<Self>, slot: usize, number: u64, wire: Bus) {
        let mut ear = wire.listen();
        let mut said = 0_u64;
        while let Some(heard) = ear.next().await {
            // what came from the others is not sent back
            if heard.from != number {
                continue;
            }
            said += 1;
            for to in (0..self.size()).filter(|to| *to != slot) {
                for delay in self.sky.message((number, said, to)) {
                    let cluster = Arc::clone(&self);
                    let heard: Heard = heard.clone();
                    tokio::spawn(async move {
                        sleep(delay).await;
                        if let Some(process) = &cluster.running.lock().unwrap()[to] {
                            process.wire.pass(heard);
                        }
                    });
                }
            }
        }
    }

    /// Ends a server as SIGTERM does, and waits for that.
    pub(crate) async fn stop(&self, slot: usize) {
        let Some(process) = self.running.lock().unwrap()[slot].take() else { return };
        process.shared.stopping.cancel();
        process.tasks.close();
        let ended = async {
            process.tasks.wait().await;
            process.shared.sockets_ended().await;
        };
        let in_time = timeout(Duration::from_secs(120), ended).await;
        assert!(in_time.is_ok(), "server {slot} does not stop: its connections do not end");
        process.shared.store.close().await;
        process.wiring.abort();
    }

    /// Ends a server as a power cut does: nothing of it reaches anybody any more.
    pub(crate) fn crash(&self, slot: usize) {
        let Some(process) = self.running.lock().unwrap()[slot].take() else { return };
        process.weather.die();
        process.gone.cancel();
        process.wiring.abort();
        process.shared.stopping.cancel();
    }

    /// A connection to the server of this number, with what is cancelled when its machine is gone.
    pub(crate) fn dial(&self, slot: usize, address: IpAddr) -> Option<(DuplexStream, CancellationToken)> {
        let running = self.running.lock().unwrap();
        let process = running[slot].as_ref()?;
        let (ours, theirs) = tokio::io::duplex(CABLE);
        let (router, stopping) = (process.router.clone(), process.shared.stopping.clone());
        process.tasks.spawn(accept::serve(theirs, SocketAddr::new(address, 50_000), router, stopping));
        Some((ours, process.gone.clone()))
    }
}

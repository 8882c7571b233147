//! A run: servers, people, liars, and what is around them, all from one seed.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, Mutex, OnceLock};

use longtable_server::store::simulated::Database;
use protocol::RoomCode;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sha2::{Digest, Sha256};
use tokio::runtime::{Builder, Handle};
use tokio::task::JoinSet;
use tokio::time::{Duration, Instant, sleep, timeout};

use super::client::SLOTS;
use super::cluster::Cluster;
use super::laws;
use super::liar;
use super::panics;
use super::person::Person;
use super::plan::Plan;
use super::seen::Seen;
use super::sky::Sky;

/// A run that has not ended by then never will: somebody waits for somebody else.
const DEADLOCK: Duration = Duration::from_secs(4 * 3600);
/// By then every room sleeps and every bucket is full.
const SILENCE: Duration = Duration::from_secs(400);

/// What everybody in a run shares.
pub(crate) struct World {
    pub(crate) began: Instant,
    pub(crate) stormy: bool,
    /// When people begin to go home.
    pub(crate) dusk: Instant,
    pub(crate) sky: Arc<Sky>,
    pub(crate) database: Database,
    pub(crate) cluster: Arc<Cluster>,
    pub(crate) plan: Plan,
    /// Rooms that people tell each other of.
    pub(crate) board: Mutex<Vec<RoomCode>>,
    pub(crate) seen: Seen,
}

/// One run; its digest, which is the same for the same seed.
pub(crate) fn run(seed: u64, stormy: bool) -> String {
    let world: OnceLock<Arc<World>> = OnceLock::new();
    let runtime = Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
    let done = catch_unwind(AssertUnwindSafe(|| {
        let digest = runtime.block_on(live(seed, stormy, &world));
        panics::none_since();
        digest
    }));
    done.unwrap_or_else(|panic| {
        if let Some(world) = world.get() {
            world.plan.print();
        }
        println!("again with LONGTABLE_SEED={seed}, with every step if LONGTABLE_PLAN=1");
        resume_unwind(panic)
    })
}

async fn live(seed: u64, stormy: bool, kept: &OnceLock<Arc<World>>) -> String {
    let mut rng = StdRng::seed_from_u64(seed);
    let (sky, database) = (Sky::new(seed, stormy), Database::default());
    let processes = if stormy && rng.random_bool(0.5) { 2 } else { 1 };
    let world = Arc::new(World {
        began: Instant::now(),
        stormy,
        dusk: Instant::now() + Duration::from_secs(rng.random_range(30..=150)),
        cluster: Cluster::new(seed, &sky, &database, processes),
        sky,
        database,
        plan: Plan::new(),
        board: Mutex::default(),
        seen: Seen::default(),
    });
    let world = kept.get_or_init(|| world);
    let evening = timeout(DEADLOCK, evening(world, &mut rng));
    let digest = evening.await.expect("somebody waits for ever: a deadlock");
    laws::check(world).await;
    digest
}

/// People come, play and go home; then nothing of them may remain.
async fn evening(world: &Arc<World>, rng: &mut StdRng) -> String {
    let mut people = JoinSet::new();
    let many = rng.random_range(2..=6);
    for index in 0..many {
        people.spawn(Person::new(world, index, rng).live());
    }
    let liars = if world.stormy { rng.random_range(0..=2) } else { 0 };
    let mut lies = JoinSet::new();
    for index in many..many + liars {
        lies.spawn(liar::live(Arc::clone(world), index, StdRng::from_rng(rng)));
    }
    assert!(many + liars <= SLOTS as usize);
    if world.stormy {
        disasters(world, rng).await;
        world.sky.clear_up();
    }
    let mut traces = Vec::new();
    while let Some(ended) = people.join_next().await {
        traces.push(ended.unwrap_or_else(|error| resume_unwind(error.into_panic())));
    }
    while let Some(ended) = lies.join_next().await {
        ended.unwrap_or_else(|error| resume_unwind(error.into_panic()));
    }
    sleep(SILENCE).await;
    nothing_remains(world).await;
    traces.sort_unstable();
    let digest = traces.iter().fold(Sha256::new(), |all, (_, trace)| all.chain_update(trace));
    let lines = laws::lines(world).await;
    digest.chain_update(lines.concat()).finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Servers end and come back, until dusk.
async fn disasters(world: &Arc<World>, rng: &mut StdRng) {
    let cluster = &world.cluster;
    loop {
        sleep(Duration::from_secs(rng.random_range(5..150))).await;
        if Instant::now() >= world.dusk {
            return;
        }
        let slot = rng.random_range(0..cluster.size());
        if rng.random_bool(0.5) {
            world.plan.note("server", format_args!("{slot} is stopped"));
            cluster.stop(slot).await;
        } else {
            world.plan.note("server", format_args!("{slot} crashes"));
            cluster.crash(slot);
        }
        sleep(Duration::from_millis(rng.random_range(0..20_000))).await;
        world.plan.note("server", format_args!("{slot} starts"));
        cluster.start(slot);
    }
}

/// No room, timer, task, or entry of a limiter or a map.
async fn nothing_remains(world: &World) {
    let servers = world.cluster.all();
    for shared in &servers {
        assert!(shared.lobby.is_empty(), "{} rooms stay in memory", shared.lobby.len());
    }
    (0..world.cluster.size()).for_each(|slot| {
        let shared = world.cluster.running(slot);
        let listed = shared.as_ref().map_or(0, |shared| shared.lobby.list(None).rooms.len());
        assert_eq!(listed, 0, "the list shows rooms that are not there");
        assert!(shared.is_none_or(|shared| shared.allow.is_empty()), "a limiter remembers");
    });
    for slot in 0..world.cluster.size() {
        world.cluster.stop(slot).await;
    }
    // what was aborted ends when it is polled next
    sleep(Duration::from_secs(1)).await;
    assert_eq!(Handle::current().metrics().num_alive_tasks(), 0, "tasks that do not end");
    for shared in &servers {
        assert_eq!(Arc::strong_count(shared), 2, "somebody still holds a server's parts");
    }
}

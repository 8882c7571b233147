//! The weather over a run: how calls of the store and messages of the bus fare.
//!
//! What happens to one follows from the seed, the moment and what it is about, never from how many came before: two
//! that come at the same moment may come in either order, and the run is the same.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use longtable_server::store::simulated::{Call, End, Fate, Weather};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use tokio::time::Instant;

/// A store that is down is down for this long.
const DOWN: Duration = Duration::from_secs(8);

/// The weather of a run.
pub(crate) struct Sky {
    seed: u64,
    began: Instant,
    stormy: AtomicBool,
    /// What happens instead to calls of some names, and that the bus carries nothing: for cases that are written down.
    script: Option<Mutex<BTreeMap<&'static str, Fate>>>,
    /// By how much somebody has set the servers' wall clocks, in ms.
    pub(crate) clock_set_by: &'static AtomicI64,
}

impl Sky {
    pub(crate) fn new(seed: u64, stormy: bool) -> Arc<Self> {
        Arc::new(Self::over(seed, stormy, None))
    }

    fn over(seed: u64, stormy: bool, script: Option<Mutex<BTreeMap<&'static str, Fate>>>) -> Self {
        // clocks are values, and cannot hold a part of a run
        let clock_set_by = Box::leak(Box::default());
        Self { seed, began: Instant::now(), stormy: AtomicBool::new(stormy), script, clock_set_by }
    }

    /// Nothing comes through on the bus, and calls fare as told.
    pub(crate) fn scripted() -> Arc<Self> {
        Arc::new(Self::over(0, false, Some(Mutex::default())))
    }

    /// From now on calls of this name fare so.
    pub(crate) fn calls(&self, name: &'static str, fate: Fate) {
        self.script.as_ref().expect("a written case").lock().unwrap().insert(name, fate);
    }

    /// From now on nothing fails.
    pub(crate) fn clear_up(&self) {
        self.stormy.store(false, Ordering::Relaxed);
    }

    fn is_stormy(&self) -> bool {
        self.stormy.load(Ordering::Relaxed)
    }

    /// Luck for something that happens now.
    fn luck(&self, about: impl Hash) -> SmallRng {
        // without a key of its own: the same in every run
        let mut hasher = DefaultHasher::new();
        (self.seed, self.began.elapsed().as_millis(), about).hash(&mut hasher);
        SmallRng::seed_from_u64(hasher.finish())
    }

    /// After how long each copy of a message comes through; none if it is lost.
    pub(crate) fn message(&self, about: impl Hash) -> Vec<Duration> {
        if self.script.is_some() {
            return Vec::new();
        }
        let mut luck = self.luck(("bus", about));
        let ms = |luck: &mut SmallRng, most| Duration::from_millis(luck.random_range(0..=most));
        if !self.is_stormy() {
            return vec![ms(&mut luck, 3)];
        }
        let copies = match luck.random_range(0..10) {
            0..=2 => 0,
            3 => 2,
            _ => 1,
        };
        (0..copies)
            .map(|_| if luck.random_bool(0.2) { ms(&mut luck, 2000) } else { ms(&mut luck, 20) })
            .collect()
    }

    fn call(&self, call: Call<'_>) -> Fate {
        if let Some(script) = &self.script {
            return script.lock().unwrap().get(call.name).copied().unwrap_or(Fate::FAIR);
        }
        let mut luck = self.luck((call.name, call.about));
        let ms = |luck: &mut SmallRng, most| Duration::from_millis(luck.random_range(0..=most));
        let mut fate = Fate { before: ms(&mut luck, 2), after: ms(&mut luck, 2), end: End::Done };
        if !self.is_stormy() {
            return fate;
        }
        let window = self.began.elapsed().as_millis() / DOWN.as_millis();
        let mut hasher = DefaultHasher::new();
        (self.seed, "down", window).hash(&mut hasher);
        let down = hasher.finish().is_multiple_of(16);
        match luck.random_range(0..200) {
            0..=7 => fate.before = ms(&mut luck, 3000),
            8..=15 => fate.after = ms(&mut luck, 3000),
            16 => fate.before = Duration::from_secs(25),
            _ => {}
        }
        fate.end = match luck.random_range(0..200) {
            _ if down => End::Refused,
            0..=5 => End::Refused,
            6..=11 if call.writes => End::Unanswered,
            12..=14 if call.writes => End::Late(ms(&mut luck, 2000)),
            _ => End::Done,
        };
        fate
    }
}

/// The weather as one process has it: cut off once the process is dead.
pub(crate) struct Local {
    sky: Arc<Sky>,
    dead: AtomicBool,
}

impl Local {
    pub(crate) fn new(sky: &Arc<Sky>) -> Arc<Self> {
        Arc::new(Self { sky: Arc::clone(sky), dead: AtomicBool::new(false) })
    }

    pub(crate) fn die(&self) {
        self.dead.store(true, Ordering::Relaxed);
    }
}

impl Weather for Local {
    fn fate(&self, call: Call<'_>) -> Fate {
        if self.dead.load(Ordering::Relaxed) {
            return Fate { end: End::Refused, ..Fate::FAIR };
        }
        self.sky.call(call)
    }
}

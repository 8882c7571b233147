//! What the server is put through. Each scenario is one file: its flags, and the run that gives reports.

pub(crate) mod fanout;
pub(crate) mod idle;
pub(crate) mod latency;
pub(crate) mod mixed;
mod rooms;
pub(crate) mod soak;
pub(crate) mod throughput;

use futures_util::stream::{self, StreamExt, TryStreamExt};
use indicatif::ProgressBar;

use crate::{Result, progress};

/// Connections that are made at once.
const AT_ONCE: usize = 64;
/// Files that a process has open besides its sockets, with plenty to spare.
const BESIDES: u64 = 256;

/// Makes many of something, many at once; `from` is the number of the first.
async fn gather<T, F>(
    what: &'static str,
    from: usize,
    until: usize,
    make: impl Fn(usize) -> F,
) -> Result<Vec<T>>
where
    F: Future<Output = Result<T>>,
{
    let bar: ProgressBar = progress::bar(what, until.saturating_sub(from) as u64);
    let made = stream::iter((from..until).map(make)).buffer_unordered(AT_ONCE);
    let made = made.inspect(|_| bar.inc(1)).try_collect().await;
    bar.finish_and_clear();
    made
}

/// Makes sure that so many sockets can be open, here and in a server started from here.
///
/// # Errors
/// If the system does not allow it.
pub(crate) fn allow(sockets: usize) -> Result<()> {
    let wanted = sockets as u64 + BESIDES;
    let allowed = rlimit::increase_nofile_limit(wanted)?;
    if allowed < wanted {
        return Err(format!(
            "this takes {wanted} open files and the system allows {allowed}: raise the hard limit \
             (`ulimit -Hn`, or `nofile` in /etc/security/limits.conf)"
        )
        .into());
    }
    Ok(())
}

//! What Linux tells of a process and of the machine: CPU time and memory, from `/proc`.

use std::fs;
use std::time::Duration;

use crate::{Failed, Result};

/// Ticks a second of the times in `/proc`: part of Linux's interface, whatever the kernel's own clock.
const TICKS: u64 = 100;

/// CPU time of a process so far, user and system, all threads.
///
/// # Errors
/// If there is no such process.
pub(crate) fn cpu(pid: u32) -> Result<Duration> {
    let stat = read(&format!("/proc/{pid}/stat"))?;
    // the second field is the program's name in parentheses, and may hold anything
    let after = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
    let fields: Vec<u64> =
        after.split_whitespace().skip(11).take(2).filter_map(|it| it.parse().ok()).collect();
    let [user, system] = fields[..] else { return Err("/proc/PID/stat has no CPU times".into()) };
    Ok(ticks(user + system))
}

/// Resident memory of a process, in KiB.
///
/// # Errors
/// If there is no such process.
pub(crate) fn resident_kib(pid: u32) -> Result<u64> {
    let status = read(&format!("/proc/{pid}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kib = line.and_then(|line| line.trim().strip_suffix("kB")?.trim().parse().ok());
    kib.ok_or_else(|| "/proc/PID/status has no VmRSS".into())
}

/// CPU time of all processes so far, without waiting.
///
/// # Errors
/// If this is no Linux.
pub(crate) fn machine() -> Result<Duration> {
    let stat = read("/proc/stat")?;
    let line = stat.lines().next().unwrap_or_default();
    let fields: Vec<u64> = line.split_whitespace().skip(1).filter_map(|it| it.parse().ok()).collect();
    // user, nice, system, idle, iowait, irq, softirq; guests are in user already
    let [user, nice, system, _, _, irq, softirq, ..] = fields[..] else {
        return Err("/proc/stat has no CPU times".into());
    };
    Ok(ticks(user + nice + system + irq + softirq))
}

fn ticks(count: u64) -> Duration {
    Duration::from_millis(count * 1_000 / TICKS)
}

fn read(path: &str) -> Result<String> {
    fs::read_to_string(path).map_err(|error| Failed::from(format!("{path}: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_process_uses_memory_and_not_more_cpu_than_the_machine() {
        let own = std::process::id();
        assert!(resident_kib(own).unwrap() > 100);
        assert!(cpu(own).unwrap() <= machine().unwrap());
        assert!(cpu(0).is_err());
    }
}

//! How fast a machine is: `ludus bench`, and clocks that are as much longer where everything takes longer.

use std::time::Duration;

use game::Options;
use table::{Clock, Family};

/// Clocks are never made longer or shorter than this many times.
const MOST: f64 = 16.0;

/// How long a machine measures itself at least.
const LEAST: Duration = Duration::from_millis(200);

/// How many times as long clocks are on this machine as on one that searches `expected` nodes a second in this game; 1 where nothing can be measured.
pub(crate) fn longer(family: &Family, options: &Options, expected: u64) -> f64 {
    let clock = Clock { now: processor_time, least: LEAST };
    let measured = family.open(options).ok().and_then(|board| board.bench(clock));
    measured.map_or(1.0, |figures| ratio(expected, figures.nps))
}

fn ratio(expected: u64, measured: u64) -> f64 {
    (expected as f64 / measured.max(1) as f64).clamp(1.0 / MOST, MOST)
}

/// What this thread has used of the processor.
#[cfg(unix)]
pub fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}

/// Where that cannot be asked, the time of the clock on the wall.
#[cfg(not(unix))]
pub fn processor_time() -> Duration {
    static STARTED: std::sync::LazyLock<std::time::Instant> =
        std::sync::LazyLock::new(std::time::Instant::now);
    STARTED.elapsed()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_as_fast_has_twice_the_time() {
        assert_eq!(ratio(1000, 500), 2.0);
        assert_eq!(ratio(500, 1000), 0.5);
        assert_eq!((ratio(u64::MAX, 0), ratio(1, u64::MAX)), (MOST, 1.0 / MOST));
    }
}

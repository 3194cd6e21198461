//! An invocation of the schedule.

use lambda_runtime::Error;
use std::time::Duration;
use tokio::time::Instant;
use wallet_core::ports::system::Timestamp;
use wallet_watch::{Chains, LoopPorts, run};

/// The time at the end of an invocation in which the last ticks end and the leases are released.
const MARGIN: Duration = Duration::from_secs(5);

/// Runs the loops until shortly before the deadline, in Unix milliseconds. Without a subscription the invocation ends at once,
/// since only the time that is used costs.
pub async fn watch(ports: LoopPorts, chains: Chains, deadline: u64) -> Result<(), Error> {
    if ports.store.chains().await?.is_empty() {
        return Ok(());
    }
    let available = time_of_loops(ports.clock.now(), deadline);
    run(ports, chains, Some(Instant::now() + available)).await;
    Ok(())
}

/// Returns the time for the loops before a deadline in Unix milliseconds.
fn time_of_loops(now: Timestamp, deadline: u64) -> Duration {
    Timestamp::from_millis(deadline).since(now).saturating_sub(MARGIN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loops_end_before_the_deadline() {
        let now = Timestamp::from_secs(1_800_000_000);
        for (deadline, seconds) in [(1_800_000_060_000, 55), (1_800_000_005_000, 0), (0, 0)] {
            assert_eq!(time_of_loops(now, deadline), Duration::from_secs(seconds), "{deadline}");
        }
    }
}

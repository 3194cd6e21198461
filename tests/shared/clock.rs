//! A fixed clock, and a paused one that advances while nothing else happens.

use std::cell::RefCell;
use std::sync::Arc;
use std::thread;
use std::time::Duration;
use tokio::task::{JoinHandle, yield_now};
use tokio::time::{Instant, advance};
use wallet_core::ports::system::{Clock, Timestamp};

/// A clock that always returns the same time.
pub struct FixedClock(pub Timestamp);

impl FixedClock {
    /// Returns a clock for code that does not depend on the time.
    pub fn at_zero() -> Arc<dyn Clock> {
        Self::at(Timestamp::default())
    }

    /// Returns a clock for code that depends on the time.
    pub fn at(time: Timestamp) -> Arc<dyn Clock> {
        Arc::new(Self(time))
    }
}

impl Clock for FixedClock {
    fn now(&self) -> Timestamp {
        self.0
    }
}

/// The time by which an idle clock advances.
const STEP: Duration = Duration::from_millis(50);

/// The number of times that all tasks run, and all sockets are polled, before the clock advances.
const PASSES: usize = 200;

thread_local! {
    /// The task that advances the clock of the test on this thread.
    static ADVANCING: RefCell<Option<JoinHandle<()>>> = const { RefCell::new(None) };
}

/// Advances the clock of a runtime with one thread whenever nothing else happens, until the runtime ends, if the test has
/// paused the clock (`start_paused`). A test server calls this function when it starts.
///
/// The outcome of a test with deadlines then depends on the number of steps that the tasks need, not on the time that a busy
/// machine needs for the steps; and no test waits. The runtime alone would advance a paused clock while a request is on the
/// way from one socket to another (docs/decisions/operations.md#clock-of-tests).
pub fn advance_if_paused() {
    if !is_paused() {
        return;
    }
    ADVANCING.with_borrow_mut(|task| {
        // The task of an earlier test on this thread has ended with its runtime.
        if task.as_ref().is_none_or(JoinHandle::is_finished) {
            *task = Some(tokio::spawn(async {
                loop {
                    for _ in 0..PASSES {
                        yield_now().await;
                    }
                    advance(STEP).await;
                }
            }));
        }
    });
}

/// Returns true if the test has paused the clock of the runtime.
pub fn is_paused() -> bool {
    let start = Instant::now();
    thread::sleep(Duration::from_micros(1));
    Instant::now() == start
}

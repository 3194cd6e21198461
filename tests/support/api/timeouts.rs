//! The timeouts of the services under test.

use std::time::Duration;
use wallet_test_support::clock::is_paused;
use wallet_upstream::client::{HttpClient, Limits};

/// The timeouts of a service.
#[derive(Clone, Copy, Debug)]
pub struct Timeouts {
    /// The limits per upstream request.
    pub limits: Limits,
    /// The time for a whole request.
    pub request: Duration,
}

impl Timeouts {
    /// Returns the timeouts of a test: short if the test has paused the clock, on which no test waits (`start_paused`). On the real
    /// clock a timeout is a fault of the test, and so long that a busy machine does not reach the timeout.
    pub fn of_test(body: usize) -> Self {
        let (connect, attempt, request) = if is_paused() {
            (500, 1_500, 6_000)
        } else {
            (60_000, 120_000, 300_000)
        };
        Self {
            limits: Limits {
                connect: Duration::from_millis(connect),
                attempt: Duration::from_millis(attempt),
                body,
            },
            request: Duration::from_millis(request),
        }
    }
}

/// Returns a client of a node, which a busy machine may make wait.
pub fn client() -> HttpClient {
    HttpClient::new(Timeouts::of_test(Limits::default().body).limits).expect("a client")
}

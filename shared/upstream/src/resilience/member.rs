//! One upstream with what is known of it.

use super::breaker::{Breaker, Condition};
use super::moment::Clocks;
use super::pool::Rules;
use super::single_flight::{Flight, SingleFlight};
use super::standing::Head;
use crate::client::{Deadline, after, within};
use crate::config::Kind;
use crate::failure::Failure;
use futures::future::BoxFuture;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::time::{Instant, timeout_at};

/// For how long a head is good, and for how long an upstream that did not tell its head is not asked for it again.
const HEAD_GOOD_FOR: Duration = Duration::from_secs(15);

/// One upstream of a pool.
pub struct Member<S: ?Sized> {
    /// Its protocol.
    pub kind: Kind,
    /// Its host, with the port where the setting has one.
    pub host: String,
    source: Arc<S>,
    rules: Rules,
    breaker: Breaker,
    head: SingleFlight<Head, Failure>,
    /// Whether it was behind when it was last judged, so that the log tells when that changes.
    demoted: AtomicBool,
}

impl<S: ?Sized> Member<S> {
    pub(super) fn new(kind: Kind, host: String, source: Arc<S>, rules: Rules, clocks: Clocks) -> Self {
        Self {
            kind,
            host,
            source,
            rules,
            breaker: Breaker::default(),
            head: SingleFlight::new(clocks, HEAD_GOOD_FOR, HEAD_GOOD_FOR),
            demoted: AtomicBool::new(false),
        }
    }

    /// The adapter. What is asked of it is asked within [`Self::call`].
    pub fn source(&self) -> &S {
        &self.source
    }

    /// The end of an attempt that begins now.
    pub fn attempt(&self, deadline: Deadline) -> Deadline {
        within(deadline, self.rules.attempt)
    }

    /// Waits until the deadline for what was asked of this upstream, and takes note of how it ended.
    pub async fn call<T>(
        &self,
        deadline: Deadline,
        call: impl Future<Output = Result<T, Failure>>,
    ) -> Result<T, Failure> {
        let had_time = deadline >= after(self.rules.attempt / 2);
        let answer = timeout_at(Instant::from_std(deadline.moment()), call).await;
        let answer = answer.unwrap_or(Err(Failure::TimedOut));
        match &answer {
            Ok(_) => self.succeeded(),
            // Hardly asked: that tells more of our deadline than of the upstream.
            Err(Failure::TimedOut) if !had_time => {}
            Err(failure) => self.failed(failure),
        }
        answer
    }

    /// Lets a call pass the breaker; else the pause until one may.
    pub(super) fn pass(&self) -> Result<(), Failure> {
        self.breaker.pass().map_err(|wait| Failure::Paused { wait })
    }

    /// The pause until the breaker lets a call pass, when it lets none now.
    pub fn shut(&self) -> Option<Duration> {
        self.breaker.shut()
    }

    /// How the last calls ended.
    pub(super) fn condition(&self) -> Condition {
        self.breaker.condition()
    }

    /// Its head, asked for now unless it is known.
    pub(super) fn look(
        &self,
        ask: impl FnOnce(Arc<S>) -> BoxFuture<'static, Result<Head, Failure>>,
    ) -> Flight<Head, Failure> {
        self.head.join(|| ask(Arc::clone(&self.source)))
    }

    /// Its head, or why there is none, as of a few seconds ago.
    pub(super) fn fresh_head(&self) -> Option<Result<Head, Failure>> {
        self.head.fresh()
    }

    /// The head that it told last within this time.
    pub(super) fn last_head(&self, at_most: Duration) -> Option<Head> {
        self.head.last(at_most)
    }

    /// Takes note of a verdict about its head.
    pub(super) fn judged(&self, verdict: &Result<(), Failure>) {
        let (kind, host) = (self.kind.name(), &self.host);
        let was_demoted = self.demoted.swap(verdict.is_err(), Ordering::Relaxed);
        match verdict {
            Err(failure) if !was_demoted => tracing::warn!(kind, %host, %failure, "an upstream is demoted"),
            Ok(()) if was_demoted => tracing::info!(kind, %host, "an upstream is in step with its chain again"),
            _ => {}
        }
    }

    fn succeeded(&self) {
        if self.breaker.succeeded() {
            tracing::info!(kind = self.kind.name(), host = %self.host, "an upstream is back: its breaker closes");
        }
    }

    /// Takes note of a failure.
    pub(super) fn failed(&self, failure: &Failure) {
        let (kind, host) = (self.kind.name(), &self.host);
        match failure {
            // It was not asked, or its answer was dropped.
            Failure::Paused { .. } | Failure::Behind { .. } => {
                tracing::debug!(kind, %host, %failure, "an upstream was passed over");
                return;
            }
            _ => tracing::warn!(kind, %host, %failure, "an upstream failed"),
        }
        match failure {
            // It works: it cannot answer this question, or wants to be asked less often, which the gate sees to.
            Failure::Declined { .. } => self.succeeded(),
            Failure::Refused { status: 429, .. } => {}
            _ if self.breaker.failed() => {
                tracing::warn!(kind, %host, "an upstream failed too often: its breaker opens");
            }
            _ => {}
        }
    }
}

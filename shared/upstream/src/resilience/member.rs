//! An upstream and its known state.

use super::breaker::{CallHealth, CircuitBreaker, has_time};
use super::chain_lag::{Claim, Head, operator};
use super::lane::Lane;
use super::{Rules, Source};
use crate::client::{Deadline, after, within};
use crate::config::Kind;
use crate::failure::Failure;
use futures::future::BoxFuture;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::time::{Instant, timeout_at};
use wallet_core::observation::{CallOutcome, UPSTREAM_CALL};
use wallet_refresh::{Clocks, Flight, Policy, Refreshing};

/// Lifetime of a head, and the interval after which a failed head request is repeated.
const HEAD_LIFETIME: Duration = Duration::from_secs(15);

const HEAD_POLICY: Policy = Policy {
    min_interval: HEAD_LIFETIME,
    ..Policy::fresh_for(HEAD_LIFETIME)
};

/// An upstream of a pool.
pub struct Member<S: ?Sized> {
    /// Protocol.
    pub kind: Kind,
    /// Host, with the port if the setting has one.
    pub host: String,
    source: Arc<S>,
    rules: Rules,
    breaker: CircuitBreaker,
    head: Refreshing<Head, Failure>,
    chain: ChainCheck,
    /// Result of the last check: true if the upstream lagged. The log reports changes only.
    demoted: AtomicBool,
    /// True if at the last check nothing supported the reported height. The log reports changes only.
    unsupported: AtomicBool,
}

impl<S: ?Sized> Member<S> {
    pub(super) fn new(kind: Kind, host: String, source: Arc<S>, rules: Rules, clocks: Clocks) -> Self {
        Self {
            kind,
            host,
            source,
            rules,
            breaker: CircuitBreaker::default(),
            head: Refreshing::new(clocks.clone(), HEAD_POLICY),
            chain: ChainCheck::new(clocks),
            demoted: AtomicBool::new(false),
            unsupported: AtomicBool::new(false),
        }
    }

    /// Returns the adapter. Requests run within [`Self::call`].
    pub fn source(&self) -> &S {
        &self.source
    }

    /// Returns the verification of the chain.
    pub(super) fn chain_check(&self) -> &ChainCheck {
        &self.chain
    }

    /// Returns the end of an attempt that starts now.
    pub fn attempt(&self, deadline: Deadline) -> Deadline {
        within(deadline, self.rules.attempt)
    }

    /// Runs a call to this upstream until the deadline and records the result.
    pub async fn call<T>(
        &self,
        deadline: Deadline,
        call: impl Future<Output = Result<T, Failure>>,
    ) -> Result<T, Failure> {
        let had_time = has_time(deadline, self.rules.attempt);
        let response = self.measured(deadline, call).await;
        match &response {
            Ok(_) => self.succeeded(),
            Err(Failure::TimedOut) if !had_time => {}
            Err(failure) => self.failed(failure),
        }
        response
    }

    /// Runs a call of this lane until the deadline. The result of an optional call counts neither for nor against the
    /// upstream.
    pub async fn call_in<T>(
        &self,
        lane: Lane,
        deadline: Deadline,
        call: impl Future<Output = Result<T, Failure>>,
    ) -> Result<T, Failure> {
        match lane {
            Lane::Required => self.call(deadline, call).await,
            Lane::Optional(_) => self.measured(deadline, call).await,
        }
    }

    /// Runs a call until the deadline and reports the call.
    async fn measured<T>(
        &self,
        deadline: Deadline,
        call: impl Future<Output = Result<T, Failure>>,
    ) -> Result<T, Failure> {
        let began = Instant::now();
        let response = timeout_at(Instant::from_std(deadline.instant()), call).await;
        let response = response.unwrap_or(Err(Failure::TimedOut));
        self.report(began.elapsed(), &response);
        response
    }

    /// Reports a call as a fact of the current request.
    fn report<T>(&self, elapsed: Duration, response: &Result<T, Failure>) {
        let outcome = match response {
            Ok(_) => CallOutcome::Ok,
            // Nothing was sent.
            Err(Failure::Paused { .. }) => return,
            Err(
                Failure::Declined { .. }
                | Failure::RejectedRequest { .. }
                | Failure::TooLong { .. }
                | Failure::OutOfTime { .. },
            ) => CallOutcome::Declined,
            Err(Failure::Throttled { .. }) => CallOutcome::Throttled,
            Err(_) => CallOutcome::Failed,
        };
        let is_open = self.health() == CallHealth::Open;
        tracing::info!(
            target: UPSTREAM_CALL,
            kind = self.kind.name(),
            chain = self.rules.chain,
            host = self.host.as_str(),
            outcome = outcome.name(),
            breaker = if is_open { "open" } else { "closed" },
            microseconds = u64::try_from(elapsed.as_micros()).unwrap_or(u64::MAX),
        );
    }

    /// Admits a call through the breaker, or returns the remaining backoff. An optional call is no trial call.
    pub(super) fn pass(&self, lane: Lane) -> Result<(), Failure> {
        let admitted = match lane {
            Lane::Required => self.breaker.pass(),
            Lane::Optional(_) => self.breaker.check_closed(),
        };
        admitted.map_err(|wait| Failure::Paused { wait })
    }

    /// Returns the time until the breaker admits a call, if none is admitted now.
    pub fn retry_after(&self) -> Option<Duration> {
        self.breaker.retry_after()
    }

    /// Returns the health of the last calls.
    pub(super) fn health(&self) -> CallHealth {
        self.breaker.health()
    }

    /// Returns the head request, which starts now unless the head is fresh.
    pub(super) fn request_head(
        &self,
        request: impl FnOnce(Arc<S>) -> BoxFuture<'static, Result<Head, Failure>>,
    ) -> Flight<Head, Failure> {
        self.head.join(|| request(Arc::clone(&self.source)))
    }

    /// Returns the head, or the failure to get the head, if fresh.
    pub(super) fn fresh_head(&self) -> Option<Result<Head, Failure>> {
        self.head.fresh()
    }

    /// Returns the last head that was requested within this time.
    pub(super) fn last_head(&self, at_most: Duration) -> Option<Head> {
        self.head.last(at_most)
    }

    /// Returns a head of this upstream with the operator.
    pub(super) fn claim(&self, head: Head) -> Claim<'_> {
        let operator = operator(&self.host);
        Claim { operator, head }
    }

    /// Records whether the upstream claims a height that nothing supports.
    pub(super) fn record_claim(&self, is_unsupported: bool) {
        let (kind, host) = (self.kind.name(), &self.host);
        if is_unsupported && !self.unsupported.swap(is_unsupported, Ordering::Relaxed) {
            tracing::warn!(kind, %host, "upstream claims a height that no other upstream and no block time supports");
        } else if !is_unsupported {
            self.unsupported.store(false, Ordering::Relaxed);
        }
    }

    /// Records the result of a check of the head.
    pub(super) fn record_lag_check(&self, result: &Result<(), Failure>) {
        let (kind, host) = (self.kind.name(), &self.host);
        let was_demoted = self.demoted.swap(result.is_err(), Ordering::Relaxed);
        match result {
            Err(failure) if !was_demoted => tracing::warn!(kind, %host, %failure, "upstream demoted"),
            Ok(()) if was_demoted => tracing::info!(kind, %host, "upstream in sync again"),
            _ => {}
        }
    }

    fn succeeded(&self) {
        if self.breaker.succeeded() {
            tracing::info!(kind = self.kind.name(), host = %self.host, "upstream recovered, circuit breaker closed");
        }
    }

    pub(super) fn failed(&self, failure: &Failure) {
        let (kind, host) = (self.kind.name(), &self.host);
        match failure {
            // The upstream was not queried, or the response was dropped.
            Failure::Paused { .. } | Failure::Lagging { .. } => {
                tracing::debug!(kind, %host, %failure, "upstream skipped");
                return;
            }
            _ => tracing::warn!(kind, %host, %failure, "upstream attempt failed"),
        }
        match failure {
            // The upstream works. It cannot serve this request, or limits the rate, which `ConcurrencyLimit`
            // handles.
            Failure::Declined { .. } | Failure::RejectedRequest { .. } | Failure::TooLong { .. } => self.succeeded(),
            Failure::Throttled { status: 429, .. } | Failure::OutOfTime { .. } => {}
            _ if self.breaker.failed() => {
                tracing::warn!(kind, %host, "upstream failed repeatedly, circuit breaker opened");
            }
            _ => {}
        }
    }
}

/// Interval after which an upstream of a different chain is verified again.
const RECHECK: Duration = Duration::from_mins(5);

/// State of the verification that an upstream follows the configured chain and network
/// (docs/decisions/upstreams.md#verified-chains-of-upstreams).
pub(super) struct ChainCheck {
    result: Refreshing<bool, Failure>,
    /// Set once the upstream is verified, which is final for this process.
    is_verified: Arc<AtomicBool>,
}

/// Verification in flight or completed, `None` if the upstream is verified.
pub(super) type ChainRequest = Option<Flight<bool, Failure>>;

impl ChainCheck {
    /// Creates the state of an upstream that is not verified.
    pub(super) fn new(clocks: Clocks) -> Self {
        Self {
            result: Refreshing::new(clocks, Policy::fresh_for(RECHECK)),
            is_verified: Arc::default(),
        }
    }

    /// Takes the upstream for verified.
    pub(super) fn trust(&self) {
        self.is_verified.store(true, Ordering::Relaxed);
    }

    /// Returns true if the last verification showed that the upstream follows a different chain.
    pub(super) fn is_of_another_chain(&self) -> bool {
        !self.is_verified.load(Ordering::Relaxed) && self.result.fresh() == Some(Ok(false))
    }

    /// Returns the verification, which starts now unless the upstream is verified or a verification is in flight.
    pub(super) fn join(&self, request: impl FnOnce() -> BoxFuture<'static, Result<bool, Failure>>) -> ChainRequest {
        if self.is_verified.load(Ordering::Relaxed) {
            return None;
        }
        let verified = Arc::clone(&self.is_verified);
        let start = || -> BoxFuture<'static, _> {
            let request = request();
            Box::pin(async move {
                let follows = request.await?;
                verified.store(follows, Ordering::Relaxed);
                Ok(follows)
            })
        };
        Some(self.result.join(start))
    }
}

impl<S: Source + ?Sized> Member<S> {
    /// Returns the verification, which starts now unless the upstream is verified or a verification is in flight.
    /// Callers share the verification, so it has the time of an attempt whatever the deadline of a caller. `before` is
    /// awaited first if the adapter learns the chain from the head.
    pub(super) fn request_chain(&self, before: impl Future<Output = ()> + Send + 'static) -> ChainRequest {
        let deadline = after(self.rules.attempt);
        let (kind, host) = (self.kind.name(), self.host.clone());
        let source = Arc::clone(&self.source);
        self.chain.join(|| {
            Box::pin(async move {
                if source.head_has_chain() {
                    before.await;
                }
                let follows = source.follows_chain(deadline).await?;
                if !follows {
                    tracing::error!(kind, %host, "upstream follows another chain or network, and is not used");
                }
                Ok(follows)
            })
        })
    }

    /// Awaits a verification until the deadline. A failure counts against this upstream only.
    pub(super) async fn verify(&self, request: ChainRequest, deadline: Deadline) -> Result<(), Failure> {
        let Some(request) = request else { return Ok(()) };
        match timeout_at(Instant::from_std(deadline.instant()), request).await {
            Ok(Ok(true)) => Ok(()),
            Ok(Ok(false)) => Err(another_chain()),
            Ok(Err(failure)) => {
                self.failed(&failure);
                Err(failure)
            }
            Err(_) => Err(Failure::TimedOut),
        }
    }

    /// Checks before a submission that the upstream follows the chain. After a failure nothing was sent.
    pub(crate) async fn verify_before_submission(&self, deadline: Deadline) -> Result<(), Failure> {
        let verified = self.verify(self.request_chain(async {}), deadline).await;
        verified.map_err(|failure| match failure {
            Failure::Lagging { .. } | Failure::Paused { .. } | Failure::Throttled { status: 429, .. } => failure,
            other => Failure::NotSent {
                cause: format!("chain not verified: {other}"),
            },
        })
    }

    /// Returns the failure of an upstream that is known to follow a different chain.
    pub(super) fn admit_chain(&self) -> Result<(), Failure> {
        if self.chain.is_of_another_chain() {
            Err(another_chain())
        } else {
            Ok(())
        }
    }
}

fn another_chain() -> Failure {
    Failure::Lagging {
        cause: "it follows another chain or network".to_owned(),
    }
}

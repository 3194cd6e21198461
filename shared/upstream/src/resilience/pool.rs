//! Upstreams of a chain and network in order of preference, and an attempt at an upstream.

use super::chain_lag::{Head, Heads};
use super::lane::Lane;
use super::member::Member;
use super::{Rules, Source};
use crate::client::{Deadline, after};
use crate::config::Kind;
use crate::failure::Failure;
use futures::future::{Either, join, join_all, select};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, timeout_at};
use tower::retry::budget::{Budget as _, TpsBudget};
use wallet_core::model::Network;
use wallet_core::ports::upstream_health::{UpstreamReport, UpstreamState};
use wallet_refresh::{Clocks, Flight};

/// Next attempt to make.
pub(super) struct Attempt {
    /// Index of the upstream in the pool.
    pub(super) which: usize,
    /// End of the attempt.
    pub(super) deadline: Deadline,
    /// Lane of the request.
    pub(super) lane: Lane,
}

/// Maximum share of retries among the requests of the last ten seconds. More would overload a struggling
/// upstream.
const RETRIES: f32 = 0.1;
/// Retries per second that are always allowed; without them an instance with little traffic could never retry.
const RETRIES_PER_SECOND: u32 = 1;
const RETRIES_WINDOW: Duration = Duration::from_secs(10);

/// Time for the heads of peers, so that a slow peer does not delay a fast response.
const GRACE: Duration = Duration::from_millis(250);

/// Time for which a peer's head remains a reference: chains do not shrink.
const REFERENCE_LIFETIME: Duration = Duration::from_mins(2);

/// Upstreams of a chain and network.
pub struct Pool<S: ?Sized> {
    members: Vec<Member<S>>,
    rules: Rules,
    budget: TpsBudget,
    clocks: Clocks,
}

impl<S: Source + ?Sized> Pool<S> {
    /// Creates a pool without upstreams.
    pub fn new(rules: Rules, clocks: Clocks) -> Self {
        Self {
            members: Vec::new(),
            rules,
            budget: TpsBudget::new(RETRIES_WINDOW, RETRIES_PER_SECOND, RETRIES),
            clocks,
        }
    }

    /// Adds an upstream, with the lowest preference so far.
    pub fn push(&mut self, host: String, source: Arc<S>) {
        let clocks = self.clocks.clone();
        self.members
            .push(Member::new(source.kind(), host, source, self.rules, clocks));
    }

    /// Takes the chain of every upstream so far for verified.
    pub fn trust_chains(&self) {
        for member in &self.members {
            member.chain_check().trust();
        }
    }

    /// Returns the upstreams in order of preference.
    pub fn members(&self) -> &[Member<S>] {
        &self.members
    }

    /// Returns the upstreams in the order in which a transaction is submitted to them: by preference, then
    /// then upstreams with a failed last call, then with an open breaker. Lagging upstreams and upstreams of a
    /// different chain are excluded, since they may reject a transaction only because they lack the inputs. Sends no
    /// request.
    pub fn broadcast_order(&self) -> Vec<&Member<S>> {
        let in_sync = (0..self.members.len()).filter(|which| self.check_usable(*which).is_ok());
        let mut members: Vec<_> = in_sync.map(|which| &self.members[which]).collect();
        members.sort_by_key(|member| member.health());
        members
    }

    /// Makes an attempt, and checks the heads and the chain concurrently. Drops the response of an upstream that
    /// lags or follows an unverified chain.
    pub(super) async fn attempt<'a, T, F: Future<Output = Result<T, Failure>>>(
        &'a self,
        Attempt { which, deadline, lane }: Attempt,
        request: impl Fn(&'a S, Deadline) -> F,
    ) -> Result<T, Failure> {
        let began = Instant::now();
        let member = &self.members[which];
        let (own, peers) = self.head_requests(which);
        let head = own.clone();
        let chain = member.request_chain(async move { drop(head.await) });
        let response = {
            // The future of a request is large, and part of the future of every caller.
            let request = Box::pin(request(member.source(), deadline));
            let read = pin!(member.call_in(lane, deadline, request));
            let heads = pin!(join(own.clone(), join_all(peers.iter().cloned())));
            match select(read, heads).await {
                Either::Left((response, _)) => response,
                Either::Right((_, read)) => read.await,
            }
        }?;
        member.verify(chain, deadline).await?;
        let own = timeout_at(Instant::from_std(deadline.instant()), own);
        let peers = timeout_at(began + GRACE, join_all(peers));
        // A head that has not arrived by now is unknown, which does not count against the upstream.
        let _ = join(own, peers).await;
        self.check_lag(which)?;
        Ok(response)
    }

    /// Returns the head requests to an upstream and to the peers with a closed breaker.
    fn head_requests(&self, which: usize) -> (HeadRequest, Vec<HeadRequest>) {
        let peers = self.members.iter().enumerate();
        let peers = peers.filter(|(other, member)| *other != which && member.retry_after().is_none());
        let peers = peers.map(|(_, member)| self.request_head(member)).collect();
        (self.request_head(&self.members[which]), peers)
    }

    /// Returns the head request to an upstream. A late head is useless, so the request has less time than other
    /// requests.
    pub(super) fn request_head(&self, member: &Member<S>) -> HeadRequest {
        let deadline = after(self.rules.attempt / 4);
        member.request_head(|source| Box::pin(async move { source.head(deadline).await }))
    }

    /// Checks that an upstream may be queried now: as far as known it follows the chain and is in sync with the
    /// peers, and the breaker admits the call.
    pub(super) fn admit(&self, which: usize, lane: Lane) -> Result<(), Failure> {
        self.check_usable(which)?;
        self.members[which].pass(lane)
    }

    /// Checks that as far as known an upstream follows the chain and is in sync with the peers.
    fn check_usable(&self, which: usize) -> Result<(), Failure> {
        self.members[which].admit_chain()?;
        self.check_lag(which)
    }

    /// Checks an upstream by its own fresh head and the last heads of the peers.
    pub(super) fn check_lag(&self, which: usize) -> Result<(), Failure> {
        let member = &self.members[which];
        let result = match member.fresh_head() {
            Some(Ok(own)) => {
                let mut heads = self.heads();
                heads.claims[which] = Some(member.claim(own));
                for (other, member) in self.members.iter().enumerate() {
                    member.record_claim(heads.is_unsupported(other));
                }
                heads.check(which)
            }
            Some(Err(lagging @ Failure::Lagging { .. })) => Err(lagging),
            // An unknown head counts neither for nor against the upstream.
            Some(Err(_)) | None => return Ok(()),
        };
        member.record_lag_check(&result);
        result
    }

    /// Returns the last known heads.
    pub(super) fn heads(&self) -> Heads<'_> {
        let claims = self.members.iter();
        let claims = claims.map(|member| {
            let head = member.last_head(REFERENCE_LIFETIME);
            head.filter(|_| member.admit_chain().is_ok())
                .map(|head| member.claim(head))
        });
        let now = self.clocks.now().wall().as_secs();
        Heads {
            claims: claims.collect(),
            now,
            oldest: self.rules.max_head_age.map(|age| now.saturating_sub(age.as_secs())),
            max_lag: self.rules.max_lag,
            block_interval: self.rules.block_interval,
        }
    }

    /// Records a request in the budget of retries.
    pub(super) fn count_request(&self) {
        self.budget.deposit();
    }

    /// Returns true if the budget allows a retry, and withdraws that retry.
    pub(super) fn may_retry(&self) -> bool {
        self.budget.withdraw()
    }

    /// Returns the time for an attempt.
    pub(super) fn attempt_time(&self) -> Duration {
        self.rules.attempt
    }
}

/// Request for a head, in flight or completed.
type HeadRequest = Flight<Head, Failure>;

/// Health of an upstream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Protocol.
    pub kind: Kind,
    /// Host, with the port if the setting has one.
    pub host: String,
    /// State of the upstream.
    pub state: UpstreamState,
    /// Latest block, if known.
    pub head: Option<Head>,
    /// Number of blocks behind the greatest height that counts against the upstream.
    pub lag: Option<u64>,
}

impl Report {
    /// Converts this into the operator's report for an upstream of this chain and network.
    pub fn of(self, chain: &'static str, network: Network) -> UpstreamReport {
        UpstreamReport {
            chain,
            network,
            kind: self.kind.name(),
            host: self.host,
            state: self.state,
            height: self.head.map(|head| head.height),
            lag: self.lag,
            block_time: self.head.and_then(|head| head.time),
        }
    }
}

impl<S: Source + ?Sized> Pool<S> {
    /// Requests the heads of all upstreams concurrently, and verifies their chains, except those with a fresh head or
    /// an open breaker.
    pub async fn report(&self, deadline: Deadline) -> Vec<Report> {
        let members = self.members();
        let checks = members.iter().map(|member| self.check_member(member, deadline));
        let checks = join_all(checks).await;
        let heads = self.heads();
        let reports = members.iter().zip(checks).enumerate();
        reports
            .map(|(which, (member, check))| Report {
                kind: member.kind,
                host: member.host.clone(),
                state: match check {
                    Ok(()) if self.check_lag(which).is_ok() => UpstreamState::Up,
                    Ok(()) | Err(Failure::Lagging { .. }) => UpstreamState::Behind,
                    Err(Failure::Paused { .. }) => UpstreamState::Paused,
                    Err(_) => UpstreamState::Down,
                },
                head: heads.claims[which].map(|claim| claim.head),
                lag: heads.lag(which),
            })
            .collect()
    }

    async fn check_member(&self, member: &Member<S>, deadline: Deadline) -> Result<(), Failure> {
        if let Some(wait) = member.retry_after() {
            return Err(Failure::Paused { wait });
        }
        let end = Instant::from_std(deadline.instant());
        let head = self.request_head(member);
        let before = head.clone();
        let chain = member.request_chain(async move { drop(before.await) });
        let check = timeout_at(end, head).await;
        check.unwrap_or(Err(Failure::TimedOut))?;
        member.verify(chain, deadline).await
    }
}

//! The upstreams of one chain and network in order of preference, and how a question goes through them.

use super::attempts::Attempts;
use super::member::Member;
use super::moment::Clocks;
use super::single_flight::Flight;
use super::standing::{Head, judge};
use crate::client::{Deadline, after};
use crate::config::Kind;
use crate::failure::Failure;
use futures::future::{BoxFuture, Either, join, join_all, select};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, timeout_at};
use tower::retry::budget::{Budget as _, TpsBudget};
use wallet_core::ports::upstream::UpstreamError;

/// What the pools of different chains differ in.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// The time for one attempt.
    pub attempt: Duration,
    /// How old the newest block may be, where the network makes blocks steadily.
    pub oldest_head: Option<Duration>,
    /// Blocks that an upstream may be behind the best of its peers.
    pub tolerated: u64,
}

/// How the upstreams of a family are asked for their head.
pub type AskHead<S> = fn(Arc<S>, Deadline) -> BoxFuture<'static, Result<Head, Failure>>;

/// The retries, as a share of all questions of the last ten seconds: more would keep a struggling upstream down.
const RETRIES: f32 = 0.1;
/// One retry a second is always allowed, or a quiet instance would have none.
const RETRIES_PER_SECOND: u32 = 1;
const RETRIES_WINDOW: Duration = Duration::from_secs(10);

/// How long peers have to tell their heads, so that a slow one does not hold up a quick answer.
const GRACE: Duration = Duration::from_millis(250);

/// A peer's head stays a measure for others this long: chains do not shrink.
pub(super) const MEASURE_FOR: Duration = Duration::from_mins(2);

/// The upstreams of one chain and network.
pub struct Pool<S: ?Sized> {
    members: Vec<Member<S>>,
    ask_head: AskHead<S>,
    rules: Rules,
    pub(super) budget: TpsBudget,
    clocks: Clocks,
}

/// What a search for something came to.
#[derive(Debug, PartialEq, Eq)]
pub enum Search<T> {
    /// One upstream has it.
    Found(T),
    /// All that could be asked answered and have no such thing.
    Nowhere,
    /// Some have no such thing; the others failed like this.
    Unsure(UpstreamError),
}

impl<S: ?Sized + Send + Sync + 'static> Pool<S> {
    /// A pool without upstreams.
    pub fn new(ask_head: AskHead<S>, rules: Rules, clocks: Clocks) -> Self {
        Self {
            members: Vec::new(),
            ask_head,
            rules,
            budget: TpsBudget::new(RETRIES_WINDOW, RETRIES_PER_SECOND, RETRIES),
            clocks,
        }
    }

    /// Adds an upstream, less preferred than those before it.
    pub fn push(&mut self, kind: Kind, host: String, source: Arc<S>) {
        let clocks = self.clocks.clone();
        self.members.push(Member::new(kind, host, source, self.rules, clocks));
    }

    /// The upstreams in order of preference.
    pub fn members(&self) -> &[Member<S>] {
        &self.members
    }

    /// Asks one upstream after the other until one gives an answer that can be used.
    pub async fn read<'a, T>(
        &'a self,
        deadline: Deadline,
        ask: impl Fn(&'a S, Deadline) -> BoxFuture<'a, Result<T, Failure>>,
    ) -> Result<T, UpstreamError> {
        self.budget.deposit();
        let mut attempts = Attempts::new(self, deadline);
        while let Some(attempt) = attempts.next().await {
            match self.attempt(attempt.which, attempt.deadline, &ask).await {
                Ok(answer) => return Ok(answer),
                Err(failure) => attempts.failed(attempt.which, failure),
            }
        }
        Err(attempts.outcome())
    }

    /// Asks one upstream after the other until one has what is searched for: an index may lag behind another, and
    /// mempools differ. An error when none answers.
    pub async fn find<'a, T>(
        &'a self,
        deadline: Deadline,
        ask: impl Fn(&'a S, Deadline) -> BoxFuture<'a, Result<Option<T>, Failure>>,
    ) -> Result<Search<T>, UpstreamError> {
        self.budget.deposit();
        let mut attempts = Attempts::new(self, deadline);
        let mut answered = false;
        while let Some(attempt) = attempts.next().await {
            match self.attempt(attempt.which, attempt.deadline, &ask).await {
                Ok(Some(found)) => return Ok(Search::Found(found)),
                Ok(None) => {
                    answered = true;
                    attempts.answered(attempt.which);
                }
                Err(failure) => attempts.failed(attempt.which, failure),
            }
        }
        match (answered, attempts.have_failed()) {
            (true, false) => Ok(Search::Nowhere),
            (true, true) => Ok(Search::Unsure(attempts.outcome())),
            (false, _) => Err(attempts.outcome()),
        }
    }

    /// The upstreams that a transaction is handed to: in order of preference, but those whose last call failed after the
    /// others and those whose breaker is open last, and those known to be behind not at all, for what they refuse they
    /// may only not know yet. Nothing is asked for this.
    pub fn for_broadcast(&self) -> Vec<&Member<S>> {
        let places = (0..self.members.len()).filter(|which| self.judge(*which).is_ok());
        let mut members: Vec<_> = places.map(|which| &self.members[which]).collect();
        members.sort_by_key(|member| member.condition());
        members
    }

    /// One attempt, with a look at the heads at the same time. The answer of an upstream that is behind is dropped.
    pub(super) async fn attempt<'a, T>(
        &'a self,
        which: usize,
        deadline: Deadline,
        ask: impl Fn(&'a S, Deadline) -> BoxFuture<'a, Result<T, Failure>>,
    ) -> Result<T, Failure> {
        let began = Instant::now();
        let member = &self.members[which];
        let (own, peers) = self.looks(which);
        let answer = {
            let read = pin!(member.call(deadline, ask(member.source(), deadline)));
            let look = pin!(join(own.clone(), join_all(peers.iter().cloned())));
            match select(read, look).await {
                Either::Left((answer, _)) => answer,
                Either::Right((_, read)) => read.await,
            }
        }?;
        let own = timeout_at(Instant::from_std(deadline.moment()), own);
        let peers = timeout_at(began + GRACE, join_all(peers));
        // What has not come by now is not known, which is no reason against anybody.
        let _ = join(own, peers).await;
        self.judge(which)?;
        Ok(answer)
    }

    /// The look at the head of one upstream, and at those of its peers that are worth a try.
    fn looks(&self, which: usize) -> (Look, Vec<Look>) {
        let peers = self.members.iter().enumerate();
        let peers = peers.filter(|(other, member)| *other != which && member.shut().is_none());
        let peers = peers.map(|(_, member)| self.look(member)).collect();
        (self.look(&self.members[which]), peers)
    }

    /// The look at the head of an upstream. It is worth nothing when it comes late, so that it has less time than others.
    pub(super) fn look(&self, member: &Member<S>) -> Look {
        let deadline = after(self.rules.attempt / 4);
        member.look(|source| (self.ask_head)(source, deadline))
    }

    /// Whether an upstream may be asked now, as far as is known: it is in step with its peers, and its breaker lets the
    /// call pass.
    pub(super) fn admit(&self, which: usize) -> Result<(), Failure> {
        self.judge(which)?;
        self.members[which].pass()
    }

    /// Judges an upstream by its own head of the last seconds and what its peers told.
    pub(super) fn judge(&self, which: usize) -> Result<(), Failure> {
        let member = &self.members[which];
        let verdict = match member.fresh_head() {
            Some(Ok(own)) => {
                let heads = self.members.iter().map(|member| member.last_head(MEASURE_FOR));
                let mut heads: Vec<_> = heads.collect();
                heads[which] = Some(own);
                judge(&heads, which, self.oldest(), self.tolerated())
            }
            Some(Err(behind @ Failure::Behind { .. })) => Err(behind),
            // Nothing is known: no reason against it, nor for it.
            Some(Err(_)) | None => return Ok(()),
        };
        member.judged(&verdict);
        verdict
    }

    /// The Unix time before which a newest block is too old.
    fn oldest(&self) -> Option<u64> {
        let now = self.clocks.now().wall().as_secs();
        self.rules.oldest_head.map(|age| now.saturating_sub(age.as_secs()))
    }

    /// Blocks that an upstream may be behind the best of its peers.
    pub(super) fn tolerated(&self) -> u64 {
        self.rules.tolerated
    }

    /// Whether a retry is within the budget, which it then takes from it.
    pub(super) fn may_retry(&self) -> bool {
        self.budget.withdraw()
    }

    /// The time for one attempt.
    pub(super) fn attempt_time(&self) -> Duration {
        self.rules.attempt
    }
}

/// A question for a head, in the air or answered.
type Look = Flight<Head, Failure>;

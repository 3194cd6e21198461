//! Requests to the upstreams of a pool, sequentially or concurrently.

use super::Source;
use super::attempts::{Attempts, Selection};
use super::breaker::has_time;
use super::chain_lag::operator;
use super::lane::Lane;
use super::pool::{Attempt, Pool};
use crate::client::{Deadline, within};
use crate::failure::Failure;
use futures::StreamExt;
use futures::stream::FuturesUnordered;
use std::time::Duration;
use tokio::time::{Instant, timeout_at};
use wallet_core::model::Responses;
use wallet_core::ports::upstream::UpstreamError;

/// Result of a search across upstreams.
#[derive(Debug, PartialEq, Eq)]
pub enum Search<T> {
    /// An upstream has the item.
    Found(T),
    /// All available upstreams responded, and none has the item.
    Nowhere,
    /// Some upstreams do not have the item; the rest failed with this error.
    Unsure(UpstreamError),
}

impl<T> Search<T> {
    /// Returns the item found. A caller that gets `None` retries or continues without the item, which is also correct
    /// if some upstreams were not available.
    pub fn found(self) -> Option<T> {
        match self {
            Self::Found(found) => Some(found),
            Self::Nowhere | Self::Unsure(_) => None,
        }
    }
}

impl<S: Source + ?Sized> Pool<S> {
    /// Queries the upstreams sequentially until one returns a usable response.
    pub async fn read<'a, T, F: Future<Output = Result<T, Failure>>>(
        &'a self,
        deadline: Deadline,
        request: impl Fn(&'a S, Deadline) -> F,
    ) -> Result<T, UpstreamError> {
        self.read_in(Lane::Required, deadline, request).await
    }

    /// Queries the upstreams as [`Self::read`] does, with requests that the adapter sends in this lane. Failures of
    /// optional requests do not affect the circuit breakers.
    pub async fn read_in<'a, T, F: Future<Output = Result<T, Failure>>>(
        &'a self,
        lane: Lane,
        deadline: Deadline,
        request: impl Fn(&'a S, Deadline) -> F,
    ) -> Result<T, UpstreamError> {
        self.read_most_complete(lane, deadline, request, |_| 0).await
    }

    /// Queries the upstreams sequentially until a response is complete: `missing` is 0. Otherwise
    /// returns the first response with the least missing parts; after an incomplete response no upstream is queried a
    /// second time.
    pub async fn read_most_complete<'a, T, F: Future<Output = Result<T, Failure>>>(
        &'a self,
        lane: Lane,
        deadline: Deadline,
        request: impl Fn(&'a S, Deadline) -> F,
        missing: impl Fn(&T) -> u64,
    ) -> Result<T, UpstreamError> {
        self.read_selected(&|_| true, lane, deadline, request, missing).await
    }

    /// Queries the upstreams of a selection as [`Self::read_most_complete`] does.
    pub(super) async fn read_selected<'a, T, F: Future<Output = Result<T, Failure>>>(
        &'a self,
        selection: Selection<'_, S>,
        lane: Lane,
        deadline: Deadline,
        request: impl Fn(&'a S, Deadline) -> F,
        missing: impl Fn(&T) -> u64,
    ) -> Result<T, UpstreamError> {
        self.count_request();
        let mut attempts = Attempts::new(self, selection, lane, deadline);
        let mut best: Option<T> = None;
        while let Some(attempt) = attempts.next().await {
            let which = attempt.which;
            match self.attempt(attempt, &request).await {
                Ok(response) if missing(&response) == 0 => return Ok(response),
                Ok(response) => {
                    attempts.responded(which);
                    attempts.end_retries();
                    if best.as_ref().is_none_or(|best| missing(&response) < missing(best)) {
                        best = Some(response);
                    }
                }
                Err(failure) => attempts.failed(which, failure),
            }
        }
        best.ok_or_else(|| attempts.outcome())
    }

    /// Queries the upstreams sequentially until one has the item: indexes lag to different heights, and mempools
    /// differ. Returns an error if no upstream responds.
    pub async fn find<'a, T, F: Future<Output = Result<Option<T>, Failure>>>(
        &'a self,
        deadline: Deadline,
        request: impl Fn(&'a S, Deadline) -> F,
    ) -> Result<Search<T>, UpstreamError> {
        self.find_in(Lane::Required, deadline, request).await
    }

    /// Queries the upstreams as [`Self::find`] does, with requests that the adapter sends in this lane.
    pub async fn find_in<'a, T, F: Future<Output = Result<Option<T>, Failure>>>(
        &'a self,
        lane: Lane,
        deadline: Deadline,
        request: impl Fn(&'a S, Deadline) -> F,
    ) -> Result<Search<T>, UpstreamError> {
        self.find_selected(&|_| true, lane, deadline, request).await
    }

    /// Queries the upstreams of a selection as [`Self::find`] does.
    pub(super) async fn find_selected<'a, T, F: Future<Output = Result<Option<T>, Failure>>>(
        &'a self,
        selection: Selection<'_, S>,
        lane: Lane,
        deadline: Deadline,
        request: impl Fn(&'a S, Deadline) -> F,
    ) -> Result<Search<T>, UpstreamError> {
        self.count_request();
        let mut attempts = Attempts::new(self, selection, lane, deadline);
        let mut responded = false;
        while let Some(attempt) = attempts.next().await {
            let which = attempt.which;
            match self.attempt(attempt, &request).await {
                Ok(Some(found)) => return Ok(Search::Found(found)),
                Ok(None) => {
                    responded = true;
                    attempts.responded(which);
                }
                Err(failure) => attempts.failed(which, failure),
            }
        }
        match (responded, attempts.have_failed()) {
            (true, false) => Ok(Search::Nowhere),
            (true, true) => Ok(Search::Unsure(attempts.outcome())),
            (false, _) => Err(attempts.outcome()),
        }
    }
}

/// Part of an attempt that the remaining upstreams have after the first response.
const WINDOW: u32 = 4;

/// The same for the second of two upstreams, of which callers make several requests in a row.
const WINDOW_OF_TWO: u32 = 8;

/// The upstreams that receive a request at the same time.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Spread {
    /// Every upstream that is available.
    All,
    /// The first two available upstreams of different operators.
    TwoOperators,
}

impl Spread {
    /// Returns true if an upstream of this operator receives the request as well.
    fn includes(self, operator: &str, before: &[&str]) -> bool {
        self == Self::All || (before.len() < 2 && !before.contains(&operator))
    }

    fn window(self, attempt: Duration) -> Duration {
        match self {
            Self::All => attempt / WINDOW,
            Self::TwoOperators => attempt / WINDOW_OF_TWO,
        }
    }
}

impl<S: Source + ?Sized> Pool<S> {
    /// Sends a request to every available upstream, an attempt each, where no single upstream can be trusted.
    /// After the first response, the remaining upstreams have a quarter of an attempt left; upstreams that need
    /// more time are ignored and do not count as failed. Returns an error if none responds.
    ///
    /// A single available upstream is queried as in [`Self::read`], with retries.
    pub async fn fan_out<'a, T, F: Future<Output = Result<T, Failure>>>(
        &'a self,
        deadline: Deadline,
        request: impl Fn(&'a S, Deadline) -> F,
    ) -> Result<Responses<T>, UpstreamError> {
        if self.available().count() < 2 {
            return self.read(deadline, request).await.map(Responses::one);
        }
        let responses = self.query_all(&|_| true, Spread::All, Lane::Required, deadline, request);
        let responses = responses.await?;
        let responses = Responses::of(responses.into_iter().map(|(_, response)| response));
        responses.ok_or_else(|| Failure::outcome_of(Vec::new()))
    }

    /// Sends a request of this lane to every available upstream, as [`Self::fan_out`] does, without retries. Returns
    /// each response with the operator of the upstream, in order of preference. Returns an error if none responds.
    pub async fn read_by_operator<'a, T, F: Future<Output = Result<T, Failure>>>(
        &'a self,
        lane: Lane,
        deadline: Deadline,
        request: impl Fn(&'a S, Deadline) -> F,
    ) -> Result<Vec<(&'a str, T)>, UpstreamError> {
        self.read_selected_by_operator(&|_| true, lane, deadline, request).await
    }

    /// Sends a request to the available upstreams of a selection, as [`Self::read_by_operator`] does.
    pub(super) async fn read_selected_by_operator<'a, T, F: Future<Output = Result<T, Failure>>>(
        &'a self,
        selection: Selection<'_, S>,
        lane: Lane,
        deadline: Deadline,
        request: impl Fn(&'a S, Deadline) -> F,
    ) -> Result<Vec<(&'a str, T)>, UpstreamError> {
        let responses = self.query_all(selection, Spread::All, lane, deadline, request).await?;
        let of_operator = |(which, response): (usize, T)| (self.operator(which), response);
        Ok(responses.into_iter().map(of_operator).collect())
    }

    /// Sends a request of this lane to two available upstreams of different operators, and returns the response if the
    /// two agree. The first response suffices if none follows within an eighth of an attempt.
    ///
    /// Without a second operator, or a response, the upstreams are queried as in [`Self::read_in`].
    ///
    /// # Errors
    /// No upstream responds, or two disagree.
    pub async fn read_confirmed<'a, T, F: Future<Output = Result<T, Failure>>>(
        &'a self,
        lane: Lane,
        deadline: Deadline,
        request: impl Fn(&'a S, Deadline) -> F,
        agree: impl Fn(&T, &T) -> bool,
    ) -> Result<T, UpstreamError> {
        let mut operators = self.available().map(|which| self.operator(which));
        let first = operators.next();
        if operators.all(|other| Some(other) == first) {
            return self.read_in(lane, deadline, request).await;
        }
        let both = self.query_all(&|_| true, Spread::TwoOperators, lane, deadline, &request);
        let mut responses = both.await.unwrap_or_default().into_iter();
        match (responses.next(), responses.next()) {
            (Some((which, one)), Some((other, two))) if !agree(&one, &two) => {
                let cause = format!("{} and {} disagree", self.operator(which), self.operator(other));
                Err(UpstreamError::Unusable { cause })
            }
            (Some((_, response)), _) => Ok(response),
            (None, _) => self.read_in(lane, deadline, request).await,
        }
    }

    /// Sends a request to available upstreams of a selection, and returns each response with the index of the
    /// upstream, in order of preference.
    async fn query_all<'a, T, F: Future<Output = Result<T, Failure>>>(
        &'a self,
        selection: Selection<'_, S>,
        spread: Spread,
        lane: Lane,
        deadline: Deadline,
        request: impl Fn(&'a S, Deadline) -> F,
    ) -> Result<Vec<(usize, T)>, UpstreamError> {
        self.count_request();
        let (mut responses, mut failures) = (Vec::new(), Vec::new());
        let (mut pending, mut operators) = (Vec::new(), Vec::new());
        let attempts = FuturesUnordered::new();
        let attempt_end = within(deadline, self.attempt_time());
        let counts = lane == Lane::Required && has_time(deadline, self.attempt_time());
        let selected = |which: &usize| selection(self.members()[*which].source());
        for which in (0..self.members().len()).filter(selected) {
            if !spread.includes(self.operator(which), &operators) {
                continue;
            }
            match self.admit(which, lane) {
                Ok(()) => {
                    pending.push(which);
                    operators.push(self.operator(which));
                    let attempt = Attempt {
                        which,
                        deadline: attempt_end,
                        lane,
                    };
                    let attempt = self.attempt(attempt, &request);
                    attempts.push(async move { (which, attempt.await) });
                }
                Err(failure) => failures.push(failure),
            }
        }
        let mut attempts = attempts;
        let mut end = attempt_end;
        while let Ok(Some((which, response))) = timeout_at(Instant::from_std(end.instant()), attempts.next()).await {
            pending.retain(|other| *other != which);
            match response {
                Ok(response) => {
                    if responses.is_empty() {
                        end = within(end, spread.window(self.attempt_time()));
                    }
                    responses.push((which, response));
                }
                Err(failure) => failures.push(failure),
            }
        }
        responses.sort_by_key(|(which, _)| *which);
        if !responses.is_empty() {
            return Ok(responses);
        }
        for which in pending {
            if counts {
                self.members()[which].failed(&Failure::TimedOut);
            }
            failures.push(Failure::TimedOut);
        }
        Err(Failure::outcome_of(failures))
    }

    /// Returns the upstreams that may be queried now, as far as known. Sends no request.
    fn available(&self) -> impl Iterator<Item = usize> {
        let members = self.members().iter().enumerate();
        let available =
            members.filter(|(which, member)| member.retry_after().is_none() && self.check_lag(*which).is_ok());
        available.map(|(which, _)| which)
    }

    fn operator(&self, which: usize) -> &str {
        operator(&self.members()[which].host)
    }
}

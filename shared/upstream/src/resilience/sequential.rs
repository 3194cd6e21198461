//! Requests to the upstreams of a pool sequentially.

use super::attempts::Attempts;
use super::pool::Pool;
use super::source::Source;
use crate::client::Deadline;
use crate::failure::Failure;
use crate::lane::Lane;
use futures::future::BoxFuture;
use wallet_core::ports::upstream::UpstreamError;

/// Result of a search across upstreams.
#[derive(Debug, PartialEq, Eq)]
pub enum Search<T> {
    /// One upstream has it.
    Found(T),
    /// All available upstreams responded, and none has it.
    Nowhere,
    /// Some upstreams do not have it; the others failed with this error.
    Unsure(UpstreamError),
}

impl<T> Search<T> {
    /// Returns the item found. A caller that gets `None` retries or continues without it, which is also correct
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
    pub async fn read<'a, T>(
        &'a self,
        deadline: Deadline,
        request: impl Fn(&'a S, Deadline) -> BoxFuture<'a, Result<T, Failure>>,
    ) -> Result<T, UpstreamError> {
        self.read_in(Lane::Required, deadline, request).await
    }

    /// Queries the upstreams as [`Self::read`] does, with requests that the adapter sends in this lane. Failures of optional
    /// requests do not affect the circuit breakers.
    pub async fn read_in<'a, T>(
        &'a self,
        lane: Lane,
        deadline: Deadline,
        request: impl Fn(&'a S, Deadline) -> BoxFuture<'a, Result<T, Failure>>,
    ) -> Result<T, UpstreamError> {
        self.count_request();
        let mut attempts = Attempts::new(self, lane, deadline);
        while let Some(attempt) = attempts.next().await {
            let which = attempt.which;
            match self.attempt(attempt, &request).await {
                Ok(response) => return Ok(response),
                Err(failure) => attempts.failed(which, failure),
            }
        }
        Err(attempts.outcome())
    }

    /// Queries the upstreams sequentially until one returns a complete response: one of which `missing` is 0. Otherwise
    /// returns the first of those with the least missing parts; after an incomplete response no upstream is queried a
    /// second time.
    pub async fn read_most_complete<'a, T>(
        &'a self,
        lane: Lane,
        deadline: Deadline,
        request: impl Fn(&'a S, Deadline) -> BoxFuture<'a, Result<T, Failure>>,
        missing: impl Fn(&T) -> u64,
    ) -> Result<T, UpstreamError> {
        self.count_request();
        let mut attempts = Attempts::new(self, lane, deadline);
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

    /// Queries the upstreams sequentially until one has the item: indexes lag behind each other, and mempools
    /// differ. Returns an error if no upstream responds.
    pub async fn find<'a, T>(
        &'a self,
        deadline: Deadline,
        request: impl Fn(&'a S, Deadline) -> BoxFuture<'a, Result<Option<T>, Failure>>,
    ) -> Result<Search<T>, UpstreamError> {
        self.find_in(Lane::Required, deadline, request).await
    }

    /// Queries the upstreams as [`Self::find`] does, with requests that the adapter sends in this lane.
    pub async fn find_in<'a, T>(
        &'a self,
        lane: Lane,
        deadline: Deadline,
        request: impl Fn(&'a S, Deadline) -> BoxFuture<'a, Result<Option<T>, Failure>>,
    ) -> Result<Search<T>, UpstreamError> {
        self.count_request();
        let mut attempts = Attempts::new(self, lane, deadline);
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

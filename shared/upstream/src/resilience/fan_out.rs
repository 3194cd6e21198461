//! One request to all upstreams concurrently.

use super::pool::{Attempt, Pool};
use super::source::Source;
use crate::client::{Deadline, within};
use crate::failure::Failure;
use crate::lane::Lane;
use futures::StreamExt;
use futures::future::BoxFuture;
use futures::stream::FuturesUnordered;
use tokio::time::{Instant, timeout_at};
use wallet_core::model::Responses;
use wallet_core::ports::upstream::UpstreamError;

/// Part of an attempt that the other upstreams have after the first response.
const WINDOW: u32 = 4;

impl<S: Source + ?Sized> Pool<S> {
    /// Sends a request to every available upstream, one attempt each, where no single upstream can be trusted.
    /// After the first response, the others have a quarter of an attempt left; those that need
    /// more time are ignored and do not count as failed. Returns an error if none responds.
    ///
    /// A single available upstream is queried as in [`Self::read`], with retries.
    pub async fn fan_out<'a, T>(
        &'a self,
        deadline: Deadline,
        request: impl Fn(&'a S, Deadline) -> BoxFuture<'a, Result<T, Failure>>,
    ) -> Result<Responses<T>, UpstreamError> {
        if self.available() < 2 {
            return self.read(deadline, request).await.map(Responses::one);
        }
        self.count_request();
        let (mut responses, mut failures) = (Vec::new(), Vec::new());
        let mut pending = Vec::new();
        let attempts = FuturesUnordered::new();
        let attempt_end = within(deadline, self.attempt_time());
        for which in 0..self.members().len() {
            match self.admit(which, Lane::Required) {
                Ok(()) => {
                    pending.push(which);
                    let attempt = Attempt {
                        which,
                        deadline: attempt_end,
                        lane: Lane::Required,
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
                        end = within(end, self.attempt_time() / WINDOW);
                    }
                    responses.push((which, response));
                }
                Err(failure) => failures.push(failure),
            }
        }
        responses.sort_by_key(|(which, _)| *which);
        if let Some(responses) = Responses::of(responses.into_iter().map(|(_, response)| response)) {
            return Ok(responses);
        }
        for which in pending {
            self.members()[which].failed(&Failure::TimedOut);
            failures.push(Failure::TimedOut);
        }
        Err(Failure::outcome_of(failures))
    }

    /// Returns the number of upstreams that may be queried now, as far as known. Sends no request.
    fn available(&self) -> usize {
        let members = self.members().iter().enumerate();
        let available =
            members.filter(|(which, member)| member.retry_after().is_none() && self.check_lag(*which).is_ok());
        available.count()
    }
}

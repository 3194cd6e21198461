//! One request to all upstreams concurrently.

use super::pool::Pool;
use super::source::Source;
use crate::client::{Deadline, within};
use crate::failure::Failure;
use futures::StreamExt;
use futures::future::BoxFuture;
use futures::stream::FuturesUnordered;
use tokio::time::{Instant, timeout_at};
use wallet_core::ports::upstream::UpstreamError;

impl<S: Source + ?Sized> Pool<S> {
    /// Sends a request to every available upstream, one attempt each, where no single upstream can be trusted
    /// to have all of the data. After the first response, the others have half an attempt left. Returns an
    /// error if none responds.
    pub async fn fan_out<'a, T>(
        &'a self,
        deadline: Deadline,
        request: impl Fn(&'a S, Deadline) -> BoxFuture<'a, Result<T, Failure>>,
    ) -> Result<Vec<T>, UpstreamError> {
        self.count_request();
        let (mut responses, mut failures) = (Vec::new(), Vec::new());
        let mut pending = Vec::new();
        let attempts = FuturesUnordered::new();
        let attempt_end = within(deadline, self.attempt_time());
        for which in 0..self.members().len() {
            match self.admit(which) {
                Ok(()) => {
                    pending.push(which);
                    let attempt = self.attempt(which, attempt_end, &request);
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
                    responses.push(response);
                    end = within(end, self.attempt_time() / 2);
                }
                Err(failure) => failures.push(failure),
            }
        }
        for which in pending {
            self.members()[which].failed(&Failure::TimedOut);
            failures.push(Failure::TimedOut);
        }
        if responses.is_empty() {
            return Err(Failure::outcome_of(failures));
        }
        Ok(responses)
    }
}

//! One question to all upstreams at the same time.

use super::pool::Pool;
use crate::client::{Deadline, within};
use crate::failure::Failure;
use futures::StreamExt;
use futures::future::BoxFuture;
use futures::stream::FuturesUnordered;
use tokio::time::{Instant, timeout_at};
use tower::retry::budget::Budget as _;
use wallet_core::ports::upstream::UpstreamError;

impl<S: ?Sized + Send + Sync + 'static> Pool<S> {
    /// Asks all upstreams that may be asked, one attempt each, for what none of them alone can be trusted to know.
    /// Once one has answered, the others have half an attempt. An error when none answers.
    pub async fn ask_everybody<'a, T>(
        &'a self,
        deadline: Deadline,
        ask: impl Fn(&'a S, Deadline) -> BoxFuture<'a, Result<T, Failure>>,
    ) -> Result<Vec<T>, UpstreamError> {
        self.budget.deposit();
        let (mut answers, mut failures) = (Vec::new(), Vec::new());
        let mut left = Vec::new();
        let asked = FuturesUnordered::new();
        let attempt_end = within(deadline, self.attempt_time());
        for which in 0..self.members().len() {
            match self.admit(which) {
                Ok(()) => {
                    left.push(which);
                    let attempt = self.attempt(which, attempt_end, &ask);
                    asked.push(async move { (which, attempt.await) });
                }
                Err(failure) => failures.push(failure),
            }
        }
        let mut asked = asked;
        let mut end = attempt_end;
        while let Ok(Some((which, answer))) = timeout_at(Instant::from_std(end.moment()), asked.next()).await {
            left.retain(|waiting| *waiting != which);
            match answer {
                Ok(answer) => {
                    answers.push(answer);
                    end = within(end, self.attempt_time() / 2);
                }
                Err(failure) => failures.push(failure),
            }
        }
        for which in left {
            self.members()[which].failed(&Failure::TimedOut);
            failures.push(Failure::TimedOut);
        }
        if answers.is_empty() {
            return Err(Failure::outcome_of(failures));
        }
        Ok(answers)
    }
}

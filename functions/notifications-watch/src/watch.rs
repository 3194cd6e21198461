//! An invocation.

use lambda_runtime::{Error, LambdaEvent};
use std::convert::Infallible;
use std::time::Duration;
use wallet_http::lambda::{Handled, Invocation, handle};
use wallet_watch::Ticks;

/// The time between the end of the ticks and that of the invocation, in which the next ticks are sent.
const MARGIN: Duration = Duration::from_secs(5);

/// Makes the ticks of an event of the queue. For an event of the schedule, starts the loops without a tick.
pub async fn watch(ticks: &Ticks, event: LambdaEvent<Invocation>) -> Result<Option<Handled>, Error> {
    let deadline = Invocation::deadline(event.context.deadline, MARGIN);
    let Some(messages) = event.payload.messages() else {
        ticks.start().await?;
        return Ok(None);
    };
    let round = async |round| {
        ticks.make(round, deadline).await;
        // A tick that failed is not repeated: the next tick does the same.
        Ok::<_, Infallible>(())
    };
    Ok(Some(handle(messages, round).await))
}

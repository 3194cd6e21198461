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
    match event.payload.messages() {
        Some(messages) => {
            // A tick that failed is not repeated: the next tick does the same.
            let tick = async |tick| Ok::<_, Infallible>(ticks.make(tick, deadline).await);
            Ok(Some(handle(messages, tick).await))
        }
        None => {
            ticks.start().await?;
            Ok(None)
        }
    }
}

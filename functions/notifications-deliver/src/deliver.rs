//! An invocation.

use lambda_runtime::{Error, LambdaEvent};
use std::time::Duration;
use tokio::time::timeout_at;
use wallet_core::ports::store::StoreError;
use wallet_deliver::Deliverer;
use wallet_http::lambda::{Handled, Invocation, handle};
use wallet_notifications::delivery::Due;
use wallet_notifications::ports::DeliveryQueue;

/// The time between the end of the deliveries and that of the invocation, in which the response is sent.
const MARGIN: Duration = Duration::from_secs(2);

/// Makes the deliveries of an event of the queue. For an event of the schedule, sends the due deliveries to the queue.
pub async fn deliver(
    deliverer: &Deliverer,
    queue: &dyn DeliveryQueue,
    event: LambdaEvent<Invocation>,
) -> Result<Option<Handled>, Error> {
    let end = Invocation::deadline(event.context.deadline, MARGIN).instant().into();
    let Some(messages) = event.payload.messages() else {
        deliverer.sweep(queue).await?;
        return Ok(None);
    };
    let attempt = async |due: Due| {
        let attempt = timeout_at(end, deliverer.deliver(due)).await;
        attempt.unwrap_or_else(|_| Err(StoreError::new("the invocation ends")))
    };
    Ok(Some(handle(messages, attempt).await))
}

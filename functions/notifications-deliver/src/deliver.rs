//! An invocation.

use crate::config::Senders;
use lambda_runtime::{Error, LambdaEvent};
use std::time::Duration;
use tokio::time::timeout_at;
use wallet_core::ports::store::StoreError;
use wallet_http::lambda::{Handled, Invocation, handle};
use wallet_notifications::sockets::DeliveryMessage;

/// The time between the end of the deliveries and that of the invocation, in which the response is sent.
const MARGIN: Duration = Duration::from_secs(2);

/// Makes the deliveries of an event of the queue, and sends announced events to open sockets. For an event of the schedule, sends
/// the due deliveries to the queue.
pub async fn deliver(senders: &Senders, event: LambdaEvent<Invocation>) -> Result<Option<Handled>, Error> {
    let end = Invocation::deadline(event.context.deadline, MARGIN).instant().into();
    let Some(messages) = event.payload.messages() else {
        senders.deliverer.sweep(&*senders.queue).await?;
        return Ok(None);
    };
    let attempt = async |message: DeliveryMessage| {
        let attempt = async {
            match message {
                DeliveryMessage::Due(due) => senders.deliverer.deliver(due, &*senders.queue).await,
                DeliveryMessage::Announcement(announcement) => senders.sockets.announced(&announcement).await,
            }
        };
        let attempt = timeout_at(end, attempt).await;
        attempt.unwrap_or_else(|_| Err(StoreError::new("the invocation ends")))
    };
    Ok(Some(handle(messages, attempt).await))
}

//! [`SqsQueue`]: the queues of the notifications on SQS.

use crate::failure::store_error;
use async_trait::async_trait;
pub use aws_sdk_sqs::Client;
use aws_sdk_sqs::error::BuildError;
use aws_sdk_sqs::types::{QueueAttributeName, SendMessageBatchRequestEntry as Entry};
use aws_smithy_runtime_api::client::result::SdkError;
use std::sync::Arc;
use std::time::Duration;
use wallet_core::ports::store::StoreError;
use wallet_notifications::NextTick;
use wallet_notifications::delivery::Due;
use wallet_notifications::ports::{DeliveryQueue, TickQueue};
use wallet_notifications::sockets::{Announcement, Announcements, Connections};

/// The maximum number of messages in a request.
const BATCH: usize = 10;

/// The maximum delay of a message.
const MAX_DELAY: Duration = Duration::from_mins(15);

/// A standard queue. The messages are JSON texts with ids only, so that no event leaves the table.
#[derive(Clone, Debug)]
pub struct SqsQueue {
    client: Client,
    url: String,
}

impl SqsQueue {
    /// Creates an adapter for the queue at a URL.
    pub fn new(client: Client, url: String) -> Self {
        Self { client, url }
    }

    /// Sends at most ten deliveries after a delay in whole seconds.
    async fn send_batch(&self, deliveries: &[Due], delay: i32) -> Result<(), StoreError> {
        let entries = deliveries.iter().enumerate();
        let entries = entries.map(|(index, due)| entry(index, due, delay));
        let entries = entries.collect::<Result<Vec<_>, _>>().map_err(StoreError::new)?;
        let request = self.client.send_message_batch().queue_url(&self.url);
        let output = request.set_entries(Some(entries)).send().await;
        let output = output.map_err(|error| store_error("SendMessageBatch", &error))?;
        for failed in output.failed() {
            let due = failed.id().parse().ok().and_then(|index: usize| deliveries.get(index));
            let subscription = due.map(|due| due.subscription.to_string());
            tracing::warn!(
                subscription,
                code = failed.code(),
                "a delivery is not in the queue: a sweep finds it"
            );
        }
        Ok(())
    }
}

/// Returns the approximate number of messages that can be received from a queue, `None` if the queue does not exist.
///
/// # Errors
/// The queue cannot be read.
pub async fn waiting_messages(client: &Client, url: &str) -> Result<Option<u64>, StoreError> {
    let count = QueueAttributeName::ApproximateNumberOfMessages;
    let request = client.get_queue_attributes().queue_url(url);
    match request.attribute_names(count.clone()).send().await {
        Ok(output) => {
            let attributes = output.attributes.unwrap_or_default();
            let count = attributes.get(&count).and_then(|count| count.parse().ok());
            count
                .map(Some)
                .ok_or_else(|| StoreError::new("GetQueueAttributes: no number of messages"))
        }
        Err(SdkError::ServiceError(error)) if error.err().is_queue_does_not_exist() => Ok(None),
        Err(error) => Err(store_error("GetQueueAttributes", &error)),
    }
}

/// Returns the message of a delivery. The group makes the queue fair: the messages of one owner do not delay the messages of
/// others.
fn entry(index: usize, due: &Due, delay: i32) -> Result<Entry, BuildError> {
    Entry::builder()
        .id(index.to_string())
        .delay_seconds(delay)
        .message_group_id(&due.owner)
        .message_body(serde_json::to_string(due).map_err(BuildError::other)?)
        .build()
}

#[async_trait]
impl DeliveryQueue for SqsQueue {
    async fn send(&self, deliveries: &[Due]) {
        for batch in deliveries.chunks(BATCH) {
            if let Err(error) = self.send_batch(batch, 0).await {
                let count = batch.len();
                tracing::warn!(%error, count, "deliveries are not in the queue: a sweep finds them");
            }
        }
    }

    /// Sends a delivery with a delay of at most 15 min. Leaves a later delivery to a sweep.
    async fn retry(&self, due: &Due, delay: Duration) {
        if delay > MAX_DELAY {
            return;
        }
        // Not before the time of the attempt.
        let seconds = i32::try_from(delay.as_millis().div_ceil(1000)).unwrap_or(i32::MAX);
        if let Err(error) = self.send_batch(std::slice::from_ref(due), seconds).await {
            tracing::warn!(%error, "a further attempt is not in the queue: a sweep finds the delivery");
        }
    }
}

#[async_trait]
impl Announcements for SqsQueue {
    async fn publish(&self, announcement: &Announcement) {
        let body = match serde_json::to_string(announcement) {
            Ok(body) => body,
            Err(error) => return tracing::error!(%error, "an announcement has no form in JSON"),
        };
        let request = self.client.send_message().queue_url(&self.url).message_body(body);
        if let Err(error) = request.message_group_id(&announcement.owner).send().await {
            let error = store_error("SendMessage", &error);
            tracing::warn!(%error, "an announcement is not in the queue: the next announcement sends the event, too");
        }
    }
}

/// The queue of the due deliveries, with announcements to owners with an open socket only.
pub struct AnnouncingQueue {
    /// The queue.
    pub queue: SqsQueue,
    /// The open sockets.
    pub connections: Arc<dyn Connections>,
}

#[async_trait]
impl DeliveryQueue for AnnouncingQueue {
    async fn send(&self, deliveries: &[Due]) {
        DeliveryQueue::send(&self.queue, deliveries).await;
    }

    async fn retry(&self, due: &Due, delay: Duration) {
        self.queue.retry(due, delay).await;
    }

    /// Announces the events of an owner. Reads the connections each time: a connection that a reader remembers as missing may
    /// have opened since, and have read the log before the events.
    async fn announce(&self, owner: &str) {
        match self.connections.of_owner(owner).await {
            Ok(open) if open.is_empty() => {}
            Ok(_) => {
                let owner = owner.to_owned();
                let connection = None;
                self.queue.publish(&Announcement { owner, connection }).await;
            }
            Err(error) => {
                tracing::warn!(%error, "an event is not announced: the next announcement sends the event, too");
            }
        }
    }
}

#[async_trait]
impl TickQueue for SqsQueue {
    async fn send(&self, ticks: &[NextTick], delay: Duration) {
        let chains = ticks.len();
        let body = match serde_json::to_string(ticks) {
            Ok(body) => body,
            Err(error) => return tracing::error!(chains, %error, "the ticks have no form in JSON"),
        };
        let request = self.client.send_message().queue_url(&self.url).message_body(body);
        let seconds = i32::try_from(delay.as_secs()).unwrap_or(i32::MAX);
        if let Err(error) = request.delay_seconds(seconds).send().await {
            let error = store_error("SendMessage", &error);
            tracing::warn!(chains, %error, "the next ticks are not in the queue: the schedule starts the loops again");
        }
    }
}

//! The queues of the notifications against moto.

use crate::support::moto;
use serde_json::{Value, json};
use std::time::Duration;
use uuid::Uuid;
use wallet_core::model::Network;
use wallet_notifications::delivery::{DeliveryKind, Due};
use wallet_notifications::ports::{DeliveryQueue, TickQueue};
use wallet_notifications::{ChainKey, NextTick};
use wallet_store::aws::AwsSettings;
use wallet_store::queue::{Client, SqsQueue, waiting_messages};

/// A queue of a test, with the client that reads the messages.
struct Queue {
    client: Client,
    url: String,
    adapter: SqsQueue,
}

impl Queue {
    async fn new() -> Option<Self> {
        let endpoint = moto("the queues on moto")?;
        let client = Client::new(&AwsSettings::emulator(endpoint).load().unwrap());
        let name = format!("t{}", Uuid::new_v4().simple());
        let created = client.create_queue().queue_name(name).send().await.unwrap();
        let url = created.queue_url.unwrap();
        let adapter = SqsQueue::new(client.clone(), url.clone());
        Some(Self { client, url, adapter })
    }

    /// Returns the messages that can be received now, sorted: group and body.
    async fn messages(&self) -> Vec<(Option<String>, String)> {
        let mut messages = Vec::new();
        loop {
            let request = self.client.receive_message().queue_url(&self.url);
            let request = request.max_number_of_messages(10).wait_time_seconds(0);
            let group = aws_sdk_sqs::types::MessageSystemAttributeName::MessageGroupId;
            let output = request.message_system_attribute_names(group.clone()).send().await;
            let received = output.unwrap().messages.unwrap_or_default();
            if received.is_empty() {
                messages.sort();
                return messages;
            }
            for message in received {
                let attributes = message.attributes.unwrap_or_default();
                messages.push((attributes.get(&group).cloned(), message.body.unwrap()));
            }
        }
    }
}

fn due(sequence: u64) -> Due {
    Due {
        owner: format!("merchant:shop-{}", sequence % 3),
        subscription: Uuid::from_u128(7),
        kind: DeliveryKind::Webhook,
        sequence,
        attempts: 0,
        at: 1_800_000_000_000,
    }
}

#[tokio::test]
async fn deliveries_are_messages_in_the_group_of_their_owner() {
    let Some(queue) = Queue::new().await else { return };
    DeliveryQueue::send(&queue.adapter, &[]).await;
    assert_eq!(queue.messages().await, []);
    let sent: Vec<_> = (0..23).map(due).collect();
    DeliveryQueue::send(&queue.adapter, &sent).await;
    let mut received: Vec<Due> = Vec::new();
    for (group, body) in queue.messages().await {
        let due: Due = serde_json::from_str(&body).unwrap();
        assert_eq!(group.as_ref(), Some(&due.owner));
        received.push(due);
    }
    received.sort_by_key(|due| due.sequence);
    assert_eq!(received, sent);
    // What was received is invisible.
    assert_eq!(waiting_messages(&queue.client, &queue.url).await.unwrap(), Some(0));
    DeliveryQueue::send(&queue.adapter, &sent[..3]).await;
    assert_eq!(waiting_messages(&queue.client, &queue.url).await.unwrap(), Some(3));
}

#[tokio::test]
async fn tick_is_received_after_the_delay() {
    let Some(queue) = Queue::new().await else { return };
    let tick = NextTick {
        chain: ChainKey::new("btc", Network::Testnet),
        holder: Uuid::from_u128(1),
        at: 1_800_000_000_000,
    };
    let ticks = std::slice::from_ref(&tick);
    TickQueue::send(&queue.adapter, ticks, Duration::from_mins(15)).await;
    assert_eq!(queue.messages().await, [], "the message is delayed");
    TickQueue::send(&queue.adapter, ticks, Duration::ZERO).await;
    let messages = queue.messages().await;
    assert_eq!((messages.len(), &messages[0].0), (1, &None));
    let body: Value = serde_json::from_str(&messages[0].1).unwrap();
    let expected = json!({ "chain": "btc", "network": "testnet", "holder": tick.holder, "at": tick.at });
    assert_eq!(body, json!([expected]));
}

#[tokio::test]
async fn failures_are_only_logged() {
    let Some(Queue { client, url, .. }) = Queue::new().await else {
        return;
    };
    client.delete_queue().queue_url(&url).send().await.unwrap();
    assert_eq!(waiting_messages(&client, &url).await.unwrap(), None);
    let queue = SqsQueue::new(client, url);
    DeliveryQueue::send(&queue, &[due(1)]).await;
    TickQueue::send(&queue, &[], Duration::from_secs(u64::MAX)).await;
}

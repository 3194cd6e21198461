//! The queues of the notifications against moto.

use super::connections::connection;
use crate::support::database::{Database, patient};
use crate::support::moto;
use crate::support::records::NOW;
use aws_sdk_sqs::types::QueueAttributeName;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use uuid::Uuid;
use wallet_core::model::Network;
use wallet_notifications::delivery::{DeliveryKind, Due};
use wallet_notifications::ports::{DeliveryQueue, TickQueue};
use wallet_notifications::sockets::{Announcement, Announcements, Connections, DeliveryMessage};
use wallet_notifications::{ChainKey, NextTick};
use wallet_store::dynamodb::DynamoNotifications;
use wallet_store::queue::{AnnouncingQueue, Client, SqsQueue, waiting_messages};

/// A queue of a test, with the client that reads the messages.
struct Queue {
    client: Client,
    url: String,
    adapter: SqsQueue,
}

impl Queue {
    async fn new() -> Option<Self> {
        let endpoint = moto("the queues on moto")?;
        let client = Client::new(&patient(&endpoint).load().unwrap());
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
async fn further_attempt_is_received_at_its_time() {
    let Some(queue) = Queue::new().await else { return };
    queue.adapter.retry(&due(1), Duration::from_mins(15)).await;
    queue
        .adapter
        .retry(&due(2), Duration::from_mins(15) + Duration::from_millis(1))
        .await;
    assert_eq!(queue.messages().await, [], "the message is delayed");
    let delayed = QueueAttributeName::ApproximateNumberOfMessagesDelayed;
    let request = queue.client.get_queue_attributes().queue_url(&queue.url);
    let output = request.attribute_names(delayed.clone()).send().await.unwrap();
    assert_eq!(
        output.attributes.unwrap()[&delayed],
        "1",
        "a later attempt is left to a sweep"
    );
    queue.adapter.retry(&due(3), Duration::ZERO).await;
    let messages = queue.messages().await;
    let received: Vec<Due> = messages
        .iter()
        .map(|(_, body)| serde_json::from_str(body).unwrap())
        .collect();
    assert_eq!((received, &messages[0].0), (vec![due(3)], &Some(due(3).owner)));
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
async fn announcements_are_messages_besides_the_deliveries() {
    let Some(queue) = Queue::new().await else { return };
    let announcement = |owner: &str, connection: Option<&str>| Announcement {
        owner: owner.to_owned(),
        connection: connection.map(str::to_owned),
    };
    let announcements = [announcement("account:1", None), announcement("account:2", Some("c="))];
    for announcement in &announcements {
        queue.adapter.publish(announcement).await;
    }
    DeliveryQueue::send(&queue.adapter, &[due(1)]).await;
    let messages = queue.messages().await;
    let read = |(group, body): &(Option<String>, String)| {
        let message: DeliveryMessage = serde_json::from_str(body).unwrap();
        (group.clone().unwrap(), message)
    };
    let expected = announcements.map(|announcement| {
        let group = announcement.owner.clone();
        (group, DeliveryMessage::Announcement(announcement))
    });
    let delivery = (due(1).owner, DeliveryMessage::Due(due(1)));
    let expected: Vec<_> = expected.into_iter().chain([delivery]).collect();
    assert_eq!(messages.iter().map(read).collect::<Vec<_>>(), expected);
    // A delivery without a part is no announcement.
    let mut delivery = serde_json::to_value(due(1)).unwrap();
    delivery.as_object_mut().unwrap().remove("sequence");
    serde_json::from_value::<DeliveryMessage>(delivery).unwrap_err();
}

/// Only owners with an open socket have announcements.
#[tokio::test(flavor = "multi_thread")]
async fn owner_without_an_open_socket_is_not_announced() {
    let Some(queue) = Queue::new().await else { return };
    let database = Database::dynoxide().await;
    let connections = Arc::new(database.notifications().await);
    let announcing = AnnouncingQueue {
        queue: queue.adapter.clone(),
        connections: connections.clone(),
    };
    announcing.announce("account:1").await;
    assert_eq!(queue.messages().await, []);
    let open = connection("a");
    connections.open(&open, 20, NOW).await.unwrap();
    announcing.announce(&open.owner).await;
    announcing.announce("account:2").await;
    assert_eq!(queue.messages().await.len(), 1);
    DeliveryQueue::send(&announcing, &[due(1)]).await;
    assert_eq!(queue.messages().await.len(), 1);
    // Without the table nothing is announced, and the loop goes on.
    let missing = DynamoNotifications::new(database.client.clone(), "missing".to_owned());
    let announcing = AnnouncingQueue {
        queue: queue.adapter.clone(),
        connections: Arc::new(missing),
    };
    announcing.announce(&open.owner).await;
    assert_eq!(queue.messages().await, []);
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
    queue.retry(&due(1), Duration::ZERO).await;
    TickQueue::send(&queue, &[], Duration::from_secs(u64::MAX)).await;
    let (owner, connection) = (due(1).owner, None);
    queue.publish(&Announcement { owner, connection }).await;
}

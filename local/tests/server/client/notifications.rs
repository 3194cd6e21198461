//! The stream of events and the token of its session, against the running services.

use super::fund;
use crate::{ephemeral, merchant};
use futures::StreamExt;
use wallet_client::Network::Testnet;
use wallet_client::notifications::{FollowRequest, State, SubscriptionRequest, create_subscription, follow_events};
use wallet_client::{CallError, ErrorCode};

const BTC: &str = "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx";
const ETH: &str = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

#[tokio::test(flavor = "multi_thread")]
async fn events_of_all_subscriptions_are_followed_and_continued() {
    let running = ephemeral().await;
    let client = merchant(&running, "notify").await;
    let subscribe = async |chain: &str, address: &str| {
        let request = SubscriptionRequest {
            chain: chain.to_owned(),
            network: Some(Testnet),
            addresses: Some(vec![address.to_owned()]),
            ..SubscriptionRequest::default()
        };
        create_subscription(&client, &request).await.unwrap().id
    };
    let btc = subscribe("btc", BTC).await;
    let mut events = Box::pin(follow_events(&client, FollowRequest::default()));
    fund(&client, "btc", BTC, "12345").await;
    let mut states = Vec::new();
    let cursor = loop {
        let followed = events.next().await.unwrap().unwrap();
        assert_eq!(followed.event.subscription, btc);
        states.push(followed.event.state);
        if states.ends_with(&[State::Confirmed]) {
            break followed.cursor;
        }
    };
    // The stream has the events of a later subscription.
    let eth = subscribe("eth", ETH).await;
    fund(&client, "eth", ETH, "30000000000000000").await;
    let followed = events.next().await.unwrap().unwrap();
    assert_eq!((&followed.event.subscription, &*followed.event.chain), (&eth, "eth"));
    drop(events);
    let request = FollowRequest {
        subscription: vec![eth],
        after: String::new(),
    };
    let first = Box::pin(follow_events(&client, request)).next().await.unwrap().unwrap();
    assert_eq!(first.event, followed.event);
    // A stored cursor continues with the event after the one that had it.
    let request = FollowRequest {
        after: cursor,
        ..FollowRequest::default()
    };
    let again = Box::pin(follow_events(&client, request)).next().await.unwrap().unwrap();
    assert_eq!(again.event.id, followed.event.id);
    running.shutdown().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn missing_permission_and_unknown_subscription_end_the_stream() {
    let running = ephemeral().await;
    let error = async |permission: &str, subscription: &str, code: ErrorCode| {
        let client = merchant(&running, permission).await;
        let request = FollowRequest {
            subscription: vec![subscription.to_owned()],
            after: String::new(),
        };
        let items: Vec<_> = follow_events(&client, request).collect().await;
        let is_expected = matches!(&*items, [Err(error @ CallError::Response(_))] if error.is(code));
        assert!(is_expected, "{items:?}");
    };
    let id = "0b7f4a52-6d0c-4f0e-9a57-3f6d1f1f9c11";
    error("read", id, ErrorCode::InsufficientPermission).await;
    error("notify", id, ErrorCode::NotFound).await;
    running.shutdown().await.unwrap();
}

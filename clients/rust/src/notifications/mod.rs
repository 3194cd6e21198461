//! Notifications: subscriptions to addresses, extended keys and transactions, and the log of events.
//!
//! [`subscribe()`] creates subscriptions, [`follow_events`] yields the events; `verify_webhook` verifies deliveries (`webhooks`).

mod follow;
mod socket;
mod subscribe;
#[cfg(feature = "webhooks")]
mod webhook;

pub use follow::{EventTransport, FollowRequest, follow_events};
pub use socket::FollowedEvent;
pub use subscribe::{
    SubscribeRequest, SubscribeResult, Subscribed, Watched, WatchedChain, all_subscriptions, subscribe,
};
#[cfg(feature = "webhooks")]
pub use webhook::{
    KeySetError, SecretError, VerifyError, WebhookError, WebhookEvent, WebhookKeys, WebhookSecret, verify_webhook,
    verify_webhook_with, verify_webhook_with_keys,
};

use crate::authorization::well_known::Jwks;
use crate::wire::{ErrorCatalogue, Health, HealthRequest};
use wallet_core::model::Network;

operations! {
    "notifications";
    /// Creates a subscription. All endpoints here require the permission `notify`. With `id`, a request can be repeated.
    Post(once) "/api/subscription" create_subscription() body: SubscriptionRequest => <Subscription>;
    /// Returns the subscriptions of the bearer.
    Get "/api/subscription" list_subscriptions() query: SubscriptionsRequest => <SubscriptionsResponse>;
    /// Returns a subscription.
    Get "/api/subscription/{id}" subscription(id) => <Subscription>;
    /// Changes the settings of a subscription.
    Put "/api/subscription/{id}" change_subscription(id) body: SubscriptionChange => <Subscription>;
    /// Deletes a subscription.
    Delete(once) "/api/subscription/{id}" delete_subscription(id) => <Deleted>;
    /// Adds and removes watched addresses of a subscription.
    Post(once) "/api/subscription/{id}/addresses" change_addresses(id) body: AddressesRequest => <AddressesResponse>;
    /// Returns a page of the log, and waits for an event if the request states a time.
    Get "/api/event" events() query: EventsRequest => <EventsResponse>;
    /// Replaces the secret of the webhook. A repeated request replaces the secret again.
    Post(once) "/api/subscription/{id}/secret" rotate_secret(id) => <SecretResponse>;
    /// Delivers a sample of an event.
    Post(once) "/api/subscription/{id}/test" test_deliveries(id) body: TestRequest => <TestResponse>;
    /// Delivers events of the log again, at most 1000 in a request.
    Post "/api/subscription/{id}/replay" replay_events(id) body: ReplayRequest => <ReplayResponse>;
    /// Returns a page of the attempts to deliver events, the latest first.
    Get "/api/subscription/{id}/deliveries" list_deliveries(id) query: DeliveriesRequest => <DeliveriesResponse>;
    /// Returns the key with which browsers subscribe to pushes.
    Get "/push-key" push_key() => <PushKeyResponse>;
    /// Returns the public keys that verify the signatures `v1a` of webhooks.
    Get "/.well-known/webhook-keys.json" webhook_keys() => flat<Jwks>;
    /// Returns the state of the service.
    Get "/health" health() query: HealthRequest => <Health>;
    /// Returns the OpenAPI document.
    Get "/openapi.json" openapi() => flat<serde_json::Value>;
    /// Returns the error catalogue.
    Get "/errors.json" errors() => flat<ErrorCatalogue>;
}

text_enum! {
    /// The state of a transaction.
    State {
        /// Pending.
        Seen "seen",
        /// In a block of the best chain.
        Confirmed "confirmed",
        /// As deep as the `confirmations` of the chain.
        Final "final",
        /// The block left the best chain, or the transaction left the pool.
        Dropped "dropped",
        /// A different transaction has spent the same outputs or the same nonce.
        Replaced "replaced",
    }
}

text_enum! {
    /// The content of deliveries.
    Content {
        /// The whole event.
        Full "full",
        /// Only ids and sequence number.
        None "none",
    }
}

text_enum! {
    /// The status of a webhook.
    WebhookStatus {
        /// Events are delivered.
        Active "active",
        /// The last attempt has failed; later events are delivered.
        Failing "failing",
        /// The receiver has responded 410: nothing is delivered until the URL is given again.
        Disabled "disabled",
    }
}

text_enum! {
    /// The kind of a delivery.
    DeliveryKind {
        /// A request to a webhook.
        Webhook "webhook",
        /// A Web Push message.
        Push "push",
    }
}

text_enum! {
    /// The reason why a receiver has not responded.
    DeliveryFailure {
        /// The name has no address.
        Unresolved "unresolved",
        /// Every address of the name is private or reserved.
        ForbiddenAddress "forbidden_address",
        /// No connection, or no valid certificate.
        Connection "connection",
        /// No complete response in time.
        Timeout "timeout",
        /// The receiver is not valid any more.
        InvalidTarget "invalid_target",
    }
}

text_enum! {
    /// The state of the loop that watches a chain.
    LoopState {
        /// The loop watches the chain.
        Watching "watching",
        /// The loop waits for the operator after a deep reorganisation.
        Stopped "stopped",
    }
}

requests! {
    /// The watched items: exactly one of `addresses`, `key` and `transactions`.
    SubscriptionRequest {
        /// The id, a UUID; a random id if absent.
        pub id: Option<String>,
        /// The chain.
        pub chain: String,
        /// The network; `livenet` if absent.
        pub network: Option<Network>,
        /// The watched addresses, 1 to 1000.
        pub addresses: Option<Vec<String>>,
        /// The watched extended public key of a UTXO chain.
        pub key: Option<WatchedKeyRequest>,
        /// The ids of the watched transactions, 1 to 100.
        pub transactions: Option<Vec<String>>,
        /// The states that have events; all if absent.
        pub states: Option<Vec<State>>,
        /// The receiver of webhooks, for merchants.
        pub webhook: Option<WebhookRequest>,
        /// The receiver of pushes.
        pub push: Option<PushRequest>,
        /// The content of deliveries; `full` if absent.
        pub content: Option<Content>,
        /// A label, 1 to 64 characters.
        pub label: Option<String>,
    }

    /// The receiver of webhooks.
    WebhookRequest {
        /// The URL.
        pub url: String,
    }

    /// The push subscription of a browser or of a `UnifiedPush` application.
    PushRequest {
        /// The URL of the push service.
        pub endpoint: String,
        /// The keys.
        pub keys: PushKeysRequest,
    }

    /// The keys of a push subscription.
    PushKeysRequest {
        /// The public key, 65 bytes in base64url.
        pub p256dh: String,
        /// The authentication secret, 16 bytes in base64url.
        pub auth: String,
    }

    /// An extended public key.
    WatchedKeyRequest {
        /// The extended public key, or an output descriptor. Never a private key.
        pub xpub: String,
        /// The number of consecutive unused addresses that are watched, 1 to 100; 20 if absent.
        pub gap: Option<u32>,
    }

    /// A page of the list of subscriptions.
    SubscriptionsRequest {
        /// `nextCursor` of the previous page.
        pub cursor: Option<String>,
        /// The maximum number of subscriptions, 1 to 100; 50 if absent.
        pub limit: Option<u32>,
    }

    /// The changes of a subscription; absent fields stay.
    SubscriptionChange {
        /// The states that have events.
        pub states: Option<Vec<State>>,
        /// The content of deliveries.
        pub content: Option<Content>,
        /// A label, 1 to 64 characters.
        pub label: Option<String>,
        /// True if nothing is delivered; the log continues.
        pub paused: Option<bool>,
        /// The receiver of webhooks. The URL given again enables a disabled webhook.
        pub webhook: Option<WebhookRequest>,
        /// True to remove the webhook.
        pub remove_webhook: Option<bool>,
        /// The receiver of pushes.
        pub push: Option<PushRequest>,
        /// True to remove the receiver of pushes.
        pub remove_push: Option<bool>,
    }

    /// The event of a test.
    TestRequest {
        /// The state; `confirmed` if absent, on Stellar always `final`.
        pub state: Option<State>,
    }

    /// The events to deliver again. A number below 10^9 is a sequence number, a larger number a time in Unix seconds.
    ReplayRequest {
        /// The first event.
        pub from: u64,
        /// The last event; the last event of the log if absent.
        pub to: Option<u64>,
    }

    /// A page of the attempts to deliver events.
    DeliveriesRequest {
        /// `nextCursor` of the previous page.
        pub cursor: Option<String>,
        /// The maximum number of attempts, 1 to 100; 50 if absent.
        pub limit: Option<u32>,
    }

    /// The addresses to add and to remove, 1 to 1000 together.
    AddressesRequest {
        /// The addresses to watch.
        #[builder(name = added)]
        pub add: Option<Vec<String>>,
        /// The addresses to watch no longer.
        #[builder(name = removed)]
        pub remove: Option<Vec<String>>,
    }

    /// A part of the log.
    EventsRequest {
        /// The ids of subscriptions, up to 100; all subscriptions of the bearer if absent.
        pub subscription: Option<Vec<String>>,
        /// `cursor` of the previous response; the oldest event if absent.
        pub after: Option<String>,
        /// The maximum number of events, 1 to 500; 100 if absent.
        pub limit: Option<u32>,
        /// The number of seconds to wait for an event, 0 to 20; 0 if absent.
        pub wait: Option<u32>,
    }
}

responses! {
    /// A subscription.
    Subscription {
        /// The id.
        pub id: String,
        /// The chain.
        pub chain: String,
        /// The network.
        pub network: Network,
        /// The watched addresses.
        pub addresses: Option<WatchedCount>,
        /// The watched extended public key.
        pub key: Option<WatchedKey>,
        /// The watched transactions.
        pub transactions: Option<WatchedCount>,
        /// The states that have events.
        pub states: Vec<State>,
        /// The receiver of webhooks.
        pub webhook: Option<Webhook>,
        /// The receiver of pushes.
        pub push: Option<PushReceiver>,
        /// The secret of the webhook, only in the response to the request that has given the webhook.
        pub secret: Option<String>,
        /// The content of deliveries.
        pub content: Content,
        /// The label.
        pub label: Option<String>,
        /// True if nothing is delivered; the log continues.
        pub paused: bool,
        /// The start of the subscription.
        pub since: SubscriptionStart,
        /// The sequence number of the last event; 0 without events.
        pub last_sequence: u64,
        /// The health.
        pub health: SubscriptionHealth,
    }

    /// The receiver of webhooks.
    Webhook {
        /// The URL in canonical form.
        pub url: String,
        /// The status.
        pub status: WebhookStatus,
    }

    /// The receiver of pushes.
    PushReceiver {
        /// The URL of the push service in canonical form.
        pub endpoint: String,
    }

    /// The new secret of a webhook.
    SecretResponse {
        /// The secret.
        pub secret: String,
    }

    /// The number of watched items.
    WatchedCount {
        /// The number.
        pub total: u64,
    }

    /// A watched extended public key.
    WatchedKey {
        /// The key in canonical form.
        pub xpub: String,
        /// The number of unused addresses that are watched after the last used address.
        pub gap: u32,
        /// The number of addresses that are watched now.
        pub total: u64,
    }

    /// The start of a subscription.
    SubscriptionStart {
        /// The last block before the subscription: everything after the block is reported.
        pub block: SubscriptionBlock,
    }

    /// A block of a chain.
    SubscriptionBlock {
        /// The height; on Stellar the sequence number of the ledger.
        pub height: u64,
        /// The hash.
        pub hash: String,
    }

    /// The health of a subscription.
    SubscriptionHealth {
        /// The state of the loop that watches the chain.
        pub state: LoopState,
        /// The states that the service may not report.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub partial: Vec<State>,
        /// The status of a webhook that is not active.
        pub webhook: Option<WebhookStatus>,
    }

    /// A page of the list of subscriptions.
    SubscriptionsResponse {
        /// The subscriptions in the order of their ids.
        pub subscriptions: Vec<Subscription>,
        /// The cursor of the next page.
        pub next_cursor: Option<String>,
    }

    /// An empty result.
    Deleted {}

    /// The outcome of a test.
    TestResponse {
        /// The results of the attempts, one of each delivery.
        pub deliveries: Vec<DeliveryOutcome>,
    }

    /// The result of an attempt.
    DeliveryOutcome {
        /// The kind.
        pub kind: DeliveryKind,
        /// The status of the response.
        pub status: Option<u16>,
        /// The reason why there is no response.
        pub failure: Option<DeliveryFailure>,
        /// The duration in milliseconds.
        pub duration: u64,
    }

    /// The outcome of a replay.
    ReplayResponse {
        /// The number of events that are delivered again.
        pub queued: u64,
        /// The `from` of a request for the further events.
        pub next_from: Option<u64>,
    }

    /// A page of the attempts to deliver events.
    DeliveriesResponse {
        /// The attempts, the latest first.
        pub deliveries: Vec<DeliveryAttempt>,
        /// The cursor of the next page.
        pub next_cursor: Option<String>,
    }

    /// An attempt to deliver an event.
    DeliveryAttempt {
        /// The id of the event.
        pub event: String,
        /// The number of the event in the subscription.
        pub sequence: u64,
        /// The kind.
        pub kind: DeliveryKind,
        /// The status of the response.
        pub status: Option<u16>,
        /// The reason why there is no response.
        pub failure: Option<DeliveryFailure>,
        /// The duration in milliseconds.
        pub duration: u64,
        /// The start in Unix seconds.
        pub at: u64,
        /// The time of the next attempt in Unix seconds.
        pub next_attempt_at: Option<u64>,
    }

    /// The key that authorises pushes.
    PushKeyResponse {
        /// The `applicationServerKey`, in base64url.
        pub public_key: String,
    }

    /// The outcome of a change of the watched addresses.
    AddressesResponse {
        /// The number of added addresses.
        pub added: u64,
        /// The number of removed addresses.
        pub removed: u64,
        /// The number of watched addresses.
        pub total: u64,
    }

    /// A page of the log.
    EventsResponse {
        /// The events; those of a subscription are in the order of their sequence numbers.
        pub events: Vec<Event>,
        /// The `after` of the next request.
        pub cursor: String,
    }

    /// A change of the state of a transaction from the view of a subscription.
    Event {
        /// The id, the same for an event that is delivered repeatedly.
        pub id: String,
        /// The number of the event in the subscription, from 1 without gaps.
        pub sequence: u64,
        /// The id of the subscription.
        pub subscription: String,
        /// The label of the subscription at the time of the event.
        pub label: Option<String>,
        /// The chain.
        pub chain: String,
        /// The network.
        pub network: Network,
        /// The state.
        pub state: State,
        /// The state of the last event about the transaction.
        pub previous_state: Option<State>,
        /// The time of the event in Unix seconds.
        pub at: u64,
        /// The watched addresses that the transaction touches.
        pub addresses: Vec<String>,
        /// The derivation paths of these addresses, for an extended key.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub paths: Vec<String>,
        /// The transaction in the form of address info of the chain.
        pub transaction: serde_json::Value,
        /// The block of the transaction.
        pub block: Option<EventBlock>,
        /// The number of confirmations at the time of the event.
        pub confirmations: u64,
        /// The id of the transaction that replaced this transaction.
        pub replaced_by: Option<String>,
        /// The parts that the upstreams do not report.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub partial: Vec<String>,
    }

    /// A block of an event.
    EventBlock {
        /// The height; on Stellar the sequence number of the ledger.
        pub height: u64,
        /// The hash.
        pub hash: String,
        /// The time in Unix seconds.
        pub time: u64,
    }
}

//! Subscriptions in responses.

use crate::Services;
use crate::wire::{
    ContentText, IdText, LabelText, LoopStateText, PushEndpointText, StateText, WebhookSecretText, WebhookStatusText,
    WebhookUrlText,
};
use futures::future::try_join_all;
use secrecy::ExposeSecret;
use serde::Serialize;
use std::collections::{HashMap, HashSet};
use utoipa::ToSchema;
use wallet_core::ports::store::StoreError;
use wallet_core::wire::{ChainText, ExtendedKeyText, NetworkName};
use wallet_http::ApiError;
use wallet_notifications::delivery::MasterKey;
use wallet_notifications::{BlockId, State, Subscription, Watched, WebhookStatus};
use wallet_watch::{Chains, SubscribedChain};

/// A subscription.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Subscription)]
pub struct SubscriptionRecord {
    /// The id of the subscription.
    id: IdText,
    /// The chain.
    chain: ChainText,
    /// The network.
    network: NetworkName,
    /// The watched addresses; absent if a key or transactions are watched.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, value_type = WatchedCount)]
    addresses: Option<WatchedCount>,
    /// The watched extended key; absent if addresses or transactions are watched.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, value_type = WatchedKeyRecord)]
    key: Option<WatchedKeyRecord>,
    /// The watched transactions; absent if addresses or a key are watched.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, value_type = WatchedCount)]
    transactions: Option<WatchedCount>,
    /// The states that have events.
    states: Vec<StateText>,
    /// The receiver of webhooks, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, value_type = WebhookRecord)]
    webhook: Option<WebhookRecord>,
    /// The receiver of pushes, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, value_type = PushRecord)]
    push: Option<PushRecord>,
    /// The secret of the webhook, only in the response to the request that has given the webhook.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, value_type = WebhookSecretText)]
    secret: Option<WebhookSecretText>,
    /// The content of deliveries.
    content: ContentText,
    /// The label, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, value_type = LabelText)]
    label: Option<LabelText>,
    /// True if nothing is delivered; the log continues.
    #[schema(example = false)]
    paused: bool,
    /// The start of the subscription.
    since: Since,
    /// The sequence number of the last event; 0 without events.
    #[schema(example = 12)]
    last_sequence: u64,
    /// The health of the subscription.
    health: Health,
}

/// The number of watched addresses or transactions. The list is not repeated.
#[derive(Debug, Serialize, ToSchema)]
pub struct WatchedCount {
    /// The number of items.
    #[schema(example = 2)]
    total: u64,
}

/// A watched extended key.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = WatchedKey)]
pub struct WatchedKeyRecord {
    /// The key in canonical form.
    xpub: ExtendedKeyText,
    /// The number of unused addresses that are watched after the last used address.
    #[schema(example = 20)]
    gap: u32,
    /// The number of addresses that are watched now.
    #[schema(example = 40)]
    total: u64,
}

/// The receiver of webhooks.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Webhook)]
pub struct WebhookRecord {
    /// The URL in canonical form.
    url: WebhookUrlText,
    /// The status: `active`, `failing` (the last attempt has failed, later events are delivered) or `disabled` (the receiver
    /// has responded 410; nothing is delivered until the URL is given again).
    status: WebhookStatusText,
}

/// The receiver of pushes. The keys are not repeated.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PushReceiver)]
pub struct PushRecord {
    /// The URL of the push service in canonical form.
    endpoint: PushEndpointText,
}

/// The start of a subscription.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SubscriptionStart)]
pub struct Since {
    /// The last block before the subscription: everything after the block is reported.
    block: BlockRecord,
}

/// A block of a chain.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SubscriptionBlock)]
pub struct BlockRecord {
    /// The height; on Stellar the sequence number of the ledger.
    #[schema(example = 800_000)]
    height: u64,
    /// The hash of the block.
    #[schema(example = "00000000000000000002a7c4c1e48d76c5a37902165a270156b7a8d72728a054")]
    hash: String,
}

/// The health of a subscription.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SubscriptionHealth)]
pub struct Health {
    /// `watching`, or `stopped` after a reorganisation that is deeper than the blocks that the service remembers: the
    /// operator resumes the chain.
    state: LoopStateText,
    /// The states that the service may not report: `seen` if the upstreams do not list all pending transactions, as on EVM chains,
    /// where only those that a watched address sends are listed, and for more than 200 addresses. Absent if there is nothing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, example = json!(["seen"]))]
    partial: Vec<&'static str>,
    /// The status of a webhook that is not active: `failing` or `disabled`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, value_type = WebhookStatusText)]
    webhook: Option<WebhookStatusText>,
}

impl Health {
    fn new(chains: &Chains<dyn SubscribedChain>, subscription: &Subscription, is_stopped: bool) -> Self {
        let chain = chains.get(&subscription.chain).filter(|chain| chain.lists_pending());
        let polled = chain.map_or(0, |chain| chain.polling().of_subscription);
        let is_polled = chain.is_some() && subscription.watched.addresses() <= polled;
        let is_by_id = matches!(subscription.watched, Watched::Transactions(_));
        let status = subscription.webhook.as_ref().map(|webhook| webhook.status);
        Self {
            state: LoopStateText::of(if is_stopped { "stopped" } else { "watching" }),
            partial: (!is_polled && !is_by_id).then_some("seen").into_iter().collect(),
            webhook: status
                .filter(|status| *status != WebhookStatus::Active)
                .map(|status| WebhookStatusText::of(status.name())),
        }
    }
}

impl SubscriptionRecord {
    fn new(subscription: Subscription, health: Health) -> Self {
        let total = subscription.watched.addresses();
        let (mut addresses, mut key, mut transactions) = (None, None, None);
        match subscription.watched {
            Watched::Addresses(total) => addresses = Some(WatchedCount { total }),
            Watched::Key(watched) => {
                key = Some(WatchedKeyRecord {
                    xpub: ExtendedKeyText(watched.xpub),
                    gap: watched.gap,
                    total,
                });
            }
            Watched::Transactions(total) => transactions = Some(WatchedCount { total }),
        }
        let BlockId { height, hash } = subscription.since;
        Self {
            id: IdText::of(subscription.id),
            chain: ChainText(subscription.chain.chain),
            network: NetworkName::of(subscription.chain.network),
            addresses,
            key,
            transactions,
            states: subscription.states.iter().map(State::name).map(StateText::of).collect(),
            webhook: subscription.webhook.map(|webhook| WebhookRecord {
                url: WebhookUrlText(webhook.url),
                status: WebhookStatusText::of(webhook.status.name()),
            }),
            push: subscription.push.map(|target| PushRecord {
                endpoint: PushEndpointText(target.endpoint),
            }),
            secret: None,
            content: ContentText::of(subscription.content.name()),
            label: subscription.label.map(|label| LabelText::of(label.as_str())),
            paused: subscription.paused,
            since: Since {
                block: BlockRecord { height, hash },
            },
            last_sequence: subscription.last_sequence,
            health,
        }
    }
}

/// Returns the record of a subscription, with the health.
pub async fn record(services: &Services, subscription: Subscription) -> Result<SubscriptionRecord, ApiError> {
    let checkpoint = services.loops.checkpoint(&subscription.chain).await?;
    let is_stopped = checkpoint.is_some_and(|checkpoint| checkpoint.is_stopped);
    let health = Health::new(&services.chains, &subscription, is_stopped);
    Ok(SubscriptionRecord::new(subscription, health))
}

/// Returns the record of a subscription. With a key, the record has the secret of the webhook, if there is one.
pub async fn with_secret(
    services: &Services,
    subscription: Subscription,
    key: Option<&MasterKey>,
) -> Result<SubscriptionRecord, ApiError> {
    let key = key.filter(|_| subscription.webhook.is_some());
    let secret = key.map(|key| secret_of(key, &subscription));
    let record = record(services, subscription).await?;
    Ok(SubscriptionRecord { secret, ..record })
}

/// Returns the secret of a subscription's webhook.
pub fn secret_of(key: &MasterKey, subscription: &Subscription) -> WebhookSecretText {
    let secret = key.secret(subscription.id, subscription.secret.current).to_text();
    WebhookSecretText::of(secret.expose_secret())
}

/// Returns the records of subscriptions. The position of each chain is read once.
pub async fn records(
    services: &Services,
    subscriptions: Vec<Subscription>,
) -> Result<Vec<SubscriptionRecord>, ApiError> {
    let chains = subscriptions.iter().map(|subscription| subscription.chain.clone());
    let chains: HashSet<_> = chains.collect();
    let read = chains.into_iter().map(async |chain| {
        let checkpoint = services.loops.checkpoint(&chain).await?;
        let is_stopped = checkpoint.is_some_and(|checkpoint| checkpoint.is_stopped);
        Ok::<_, StoreError>((chain, is_stopped))
    });
    let stopped: HashMap<_, _> = try_join_all(read).await?.into_iter().collect();
    let record = |subscription: Subscription| {
        let is_stopped = stopped.get(&subscription.chain).copied().unwrap_or_default();
        let health = Health::new(&services.chains, &subscription, is_stopped);
        SubscriptionRecord::new(subscription, health)
    };
    Ok(subscriptions.into_iter().map(record).collect())
}

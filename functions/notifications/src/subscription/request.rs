//! The request for a new subscription.

use crate::Services;
use crate::subscription::targets::{Push, Targets, Webhook};
use crate::wire::{ContentName, Id, LabelName, StateNames, WatchedAddressText, WatchedTransactionText};
use serde_json::json;
use sha2::{Digest, Sha256};
use std::sync::Arc;
use uuid::{Builder, Uuid};
use wallet_btc_like::DEFAULT_GAP;
use wallet_core::auth::Subject;
use wallet_core::model::{ChainName, Network};
use wallet_core::ports::system::Timestamp;
use wallet_core::wire::{AsReceived, ChainText, ExtendedKeyText, GapNumber, Wire};
use wallet_http::{ApiError, Cost, ErrorCode, Field, List, Object, Required, ResultExt, network_not_supported};
use wallet_notifications::delivery::{PushTarget, SecretVersion};
use wallet_notifications::{
    BlockId, ChainKey, Content, Label, States, Subscription, Watched, Webhook as StoredWebhook, WebhookStatus,
};
use wallet_watch::{Chains, SubscribedChain, WatchRequest};

/// The maximum number of addresses of a request.
pub const MAX_ADDRESSES: usize = 1000;

/// The maximum number of transactions of a request.
const MAX_TRANSACTIONS: usize = 100;

/// The addresses.
pub type Addresses = List<WatchedAddressText, 1, MAX_ADDRESSES>;

/// The ids of transactions.
type Transactions = List<WatchedTransactionText, 1, MAX_TRANSACTIONS>;

/// The extended key.
type Key = Object<KeyRequest>;

wallet_core::request! {
    /// The watched items, and the events about them.
    #[schema(as = SubscriptionRequest)]
    pub struct Request {
        /// The id of the subscription, by which a repeated request is recognised. A random id by default.
        id: Field<Id>,
        /// The chain.
        chain: Required<ChainText>,
        /// The network: livenet or testnet.
        network: Field<Network>,
        /// The watched addresses, 1 to 1000, in any standard form of the chain and network.
        addresses: Field<Addresses>,
        /// The watched extended public key of a UTXO chain.
        key: Field<Key>,
        /// The ids of the watched transactions, 1 to 100.
        transactions: Field<Transactions>,
        /// The states that have events; all by default.
        states: Field<StateNames>,
        /// The receiver of webhooks.
        webhook: Field<Webhook>,
        /// The receiver of pushes.
        push: Field<Push>,
        /// The content of deliveries; the log has the whole events.
        content: Field<ContentName>,
        /// A label, which the events repeat: 1 to 64 characters without control characters.
        label: Field<LabelName>,
    }
}

wallet_core::request! {
    /// An extended public key. The watched addresses grow as they are used.
    #[schema(as = WatchedKeyRequest)]
    pub struct KeyRequest {
        /// The extended public key or output descriptor, as for address info.
        xpub: Required<ExtendedKeyText>,
        /// Number of consecutive unused addresses that are watched after the last used address, 1 to 100.
        gap: Field<GapNumber>,
    }
}

/// A validated request, except for the facts of the chain.
pub struct NewSubscription {
    id: Uuid,
    owner: String,
    key: ChainKey,
    /// The chain.
    pub chain: Arc<dyn SubscribedChain>,
    /// The requested items.
    pub watch: WatchRequest,
    states: States,
    /// The URL of the webhook.
    pub webhook: Option<String>,
    push: Option<PushTarget>,
    content: Content,
    label: Option<Label>,
}

impl Request {
    /// Validates the request in the order of the specification.
    pub fn read(self, services: &Services, owner: &Subject) -> Result<NewSubscription, ApiError> {
        let id = self.id.get()?;
        let name = self.chain.get()?.0;
        let key = ChainKey::new(&name, self.network.or_default()?);
        let chain = chain_of(&services.chains, &key)?;
        let watch = read_watch(self.addresses, self.key, self.transactions)?;
        let states = self.states.get()?.unwrap_or_default();
        let targets = Targets {
            webhook: self.webhook,
            push: self.push,
        };
        let (webhook, push) = targets.read(owner, services.reach)?;
        let content = self.content.or_default()?;
        let label = self.label.get()?;
        let random = || {
            let mut bytes = [0; 16];
            services.randomness.fill(&mut bytes);
            Builder::from_random_bytes(bytes).into_uuid()
        };
        Ok(NewSubscription {
            id: id.unwrap_or_else(random),
            owner: owner.to_string(),
            key,
            chain,
            watch,
            states,
            webhook,
            push,
            content,
            label,
        })
    }
}

/// Returns the view of a chain.
pub fn chain_of(chains: &Chains<dyn SubscribedChain>, key: &ChainKey) -> Result<Arc<dyn SubscribedChain>, ApiError> {
    if let Some(chain) = chains.get(key) {
        return Ok(Arc::clone(chain));
    }
    if chains.has_chain(&key.chain) {
        return Err(network_not_supported(&key.chain, key.network));
    }
    let networks = [Network::Livenet, Network::Testnet];
    let mut supported: Vec<_> = networks.into_iter().flat_map(|network| chains.names(network)).collect();
    supported.sort_unstable();
    supported.dedup();
    let message = format!("Use one of the chains of this service: {}.", supported.join(", "));
    let error = ApiError::new(ErrorCode::ChainNotSupported, message);
    Err(error.detail("supported", supported).at("chain"))
}

/// Returns the watched items of a request, of which exactly one field is present.
fn read_watch(
    addresses: Field<Addresses>,
    key: Field<Key>,
    transactions: Field<Transactions>,
) -> Result<WatchRequest, ApiError> {
    let one = "Send one of addresses, key and transactions.";
    let is_present = (
        addresses.is_present::<()>()?,
        key.is_present::<AsReceived>()?,
        transactions.is_present::<()>()?,
    );
    match is_present {
        (true, false, false) => texts(addresses, 1, MAX_ADDRESSES).map(WatchRequest::Addresses),
        (false, true, false) => {
            let name = key.name();
            let entry = key.required().get_in(AsReceived)?;
            let xpub = entry.xpub.get().at(name.clone())?.0;
            let gap = entry.gap.get().at(name)?.unwrap_or(DEFAULT_GAP);
            Ok(WatchRequest::Key { xpub, gap })
        }
        (false, false, true) => {
            let ids = limited(transactions, 1, MAX_TRANSACTIONS)?;
            Ok(WatchRequest::Transactions(ids.into_iter().map(|text| text.0).collect()))
        }
        (false, false, false) => Err(addresses.error(one).into()),
        (true, true, _) => Err(key.error(one).into()),
        (_, _, true) => Err(transactions.error(one).into()),
    }
}

/// Returns the addresses of a list with a limited number; none if the list is absent.
pub fn texts(list: Field<Addresses>, minimum: usize, maximum: usize) -> Result<Vec<String>, ApiError> {
    let list = limited(list, minimum, maximum)?;
    Ok(list.into_iter().map(|text| text.0).collect())
}

/// Returns the items of a list with a limited number.
fn limited<T: Wire, const MIN: usize, const MAX: usize>(
    list: Field<List<T, MIN, MAX>>,
    minimum: usize,
    maximum: usize,
) -> Result<Vec<T::Value>, ApiError> {
    let wrong_number = list.error(format!("{} must have {minimum} to {maximum} items.", list.name()));
    let items = list.or_default()?;
    if (minimum..=maximum).contains(&items.len()) {
        Ok(items)
    } else {
        Err(wrong_number.into())
    }
}

/// Returns true if adding an address to a chain takes a request for the outputs of the address.
pub fn looks_up_outputs(chain: &str) -> bool {
    wallet_btc_like::Chain::from_name(chain).is_some()
}

impl NewSubscription {
    /// Returns the cost of reading the facts once.
    pub fn cost(&self) -> Cost {
        match &self.watch {
            WatchRequest::Addresses(addresses) if looks_up_outputs(&self.key.chain) => {
                Cost::FACT + Cost::requests(addresses.len())
            }
            WatchRequest::Addresses(_) | WatchRequest::Transactions(_) => Cost::FACT,
            WatchRequest::Key { gap, .. } => Cost::key(*gap, 0),
        }
    }

    /// Returns the number of scans of extended keys.
    pub fn scans(&self) -> u32 {
        matches!(self.watch, WatchRequest::Key { .. }).into()
    }

    /// Returns the subscription with the facts of the chain.
    pub fn subscription(&self, watched: Watched, head: &BlockId, now: Timestamp) -> Subscription {
        Subscription {
            id: self.id,
            owner: self.owner.clone(),
            chain: self.key.clone(),
            watched,
            states: self.states.clone(),
            content: self.content,
            label: self.label.clone(),
            paused: false,
            since: head.clone(),
            last_sequence: 0,
            created_at: now.as_millis(),
            digest: self.digest(),
            webhook: self.webhook.clone().map(|url| StoredWebhook {
                url,
                status: WebhookStatus::Active,
            }),
            secret: SecretVersion::default(),
            push: self.push.clone(),
        }
    }

    /// Returns true if a subscription is the result of this request.
    pub fn is_same(&self, subscription: &Subscription) -> bool {
        subscription.owner == self.owner && subscription.digest == self.digest()
    }

    /// Returns the digest of the validated request, with the watched items in canonical form
    /// (docs/decisions/notifications.md#repeated-creation).
    fn digest(&self) -> String {
        let chain = &*self.chain;
        let watch = match &self.watch {
            WatchRequest::Addresses(addresses) => {
                let canonical = |text: &String| chain.address(text).map(|item| item.address);
                let addresses = addresses
                    .iter()
                    .map(|text| canonical(text).unwrap_or_else(|_| text.clone()));
                json!({ "addresses": addresses.collect::<Vec<_>>() })
            }
            WatchRequest::Key { xpub, gap } => {
                let key = chain.extended_key(xpub).unwrap_or_else(|_| xpub.clone());
                json!({ "key": key, "gap": gap })
            }
            WatchRequest::Transactions(ids) => {
                let ids = ids
                    .iter()
                    .map(|text| chain.transaction_id(text).unwrap_or_else(|_| text.clone()));
                json!({ "transactions": ids.collect::<Vec<_>>() })
            }
        };
        let request = json!([
            self.key,
            watch,
            self.states,
            self.webhook,
            self.push,
            self.content,
            self.label
        ]);
        hex::encode(Sha256::digest(request.to_string()))
    }
}

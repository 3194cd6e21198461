//! The subscriptions of a wallet, one for each chain.

use super::{
    State, Subscription, SubscriptionRequest, SubscriptionsRequest, WatchedKeyRequest, create_subscription,
    list_subscriptions,
};
use crate::client::Client;
use crate::error::CallError;
use bon::Builder;
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::sync::Arc;
use uuid::Builder;
use wallet_core::error::ErrorCode;
use wallet_core::model::Network;

/// The most subscriptions of a page.
const PAGE: u32 = 100;

/// The watched items of a chain.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Watched {
    /// Addresses, 1 to 1000. The order and repetitions do not matter.
    Addresses(Vec<String>),
    /// An account of a btc-like chain, of which the watched addresses grow as they are used. A private key is not sent.
    Key(WatchedKeyRequest),
}

/// A chain of a wallet.
#[derive(Clone, Debug, PartialEq, Eq, Builder)]
#[builder(on(String, into))]
#[non_exhaustive]
pub struct WatchedChain {
    /// The chain.
    pub chain: String,
    /// The watched items.
    pub watched: Watched,
}

impl WatchedChain {
    /// Creates an entry with addresses, 1 to 1000.
    pub fn addresses<A: Into<String>>(chain: &str, addresses: impl IntoIterator<Item = A>) -> Self {
        Self {
            chain: chain.to_owned(),
            watched: Watched::Addresses(addresses.into_iter().map(Into::into).collect()),
        }
    }

    /// Creates an entry with the extended public key or output descriptor of an account, and the gap limit of the service.
    pub fn account(chain: &str, xpub: &str) -> Self {
        let xpub = xpub.to_owned();
        Self {
            chain: chain.to_owned(),
            watched: Watched::Key(WatchedKeyRequest { xpub, gap: None }),
        }
    }
}

/// The subscriptions to create.
#[derive(Clone, Debug, Default, PartialEq, Eq, Builder)]
#[builder(on(String, into))]
#[non_exhaustive]
pub struct SubscribeRequest {
    /// The entries, one for each chain.
    pub entries: Vec<WatchedChain>,
    /// A secret or random text of the wallet, from which the ids of the subscriptions are derived: the same text and entries are
    /// the same subscriptions, on every device and in the TypeScript client. Ids are unique among all owners, so that others
    /// must not guess the text.
    pub namespace: String,
    /// The network.
    pub network: Network,
    /// The states that have events; all if absent.
    pub states: Option<Vec<State>>,
    /// A label that the events repeat, 1 to 64 characters.
    pub label: Option<String>,
}

/// The subscription of an entry, or the error.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SubscribeResult {
    /// The chain.
    pub chain: String,
    /// The id of the subscription, also of one that was not created.
    pub id: String,
    /// The subscription, or the error of the creation: `limit_reached` after the last subscription that the bearer can have.
    pub outcome: Result<Subscribed, Arc<CallError>>,
}

/// A subscription of a wallet.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Subscribed {
    /// The subscription.
    pub subscription: Subscription,
    /// False if the subscription existed.
    pub is_new: bool,
}

/// Returns all subscriptions of the bearer.
///
/// # Errors
///
/// A page is not returned.
pub async fn all_subscriptions(client: &Client) -> Result<Vec<Subscription>, CallError> {
    let mut all = Vec::new();
    let mut request = SubscriptionsRequest {
        cursor: None,
        limit: Some(PAGE),
    };
    loop {
        let page = list_subscriptions(client, &request).await?;
        all.extend(page.subscriptions);
        // The same cursor again would repeat the page for ever.
        if page.next_cursor.is_none() || page.next_cursor == request.cursor {
            return Ok(all);
        }
        request.cursor = page.next_cursor;
    }
}

/// Subscribes to the entries, and returns the results in the order of the entries. Existing subscriptions are found in the list of the
/// bearer and not created again.
///
/// # Errors
///
/// The list is not returned. The error of an entry is in the result of the entry.
pub async fn subscribe(client: &Client, request: &SubscribeRequest) -> Result<Vec<SubscribeResult>, CallError> {
    let existing = all_subscriptions(client).await?.into_iter();
    let mut existing: HashMap<_, _> = existing.map(|found| (found.id.clone(), found)).collect();
    let mut results = Vec::with_capacity(request.entries.len());
    let mut limit: Option<Arc<CallError>> = None;
    // In turn: two creations of an owner at the same time would contend for the counter of the limit.
    for entry in &request.entries {
        let body = body_of(entry, request)?;
        let id = body.id.clone().unwrap_or_default();
        let outcome = match (existing.remove(&id), &limit) {
            (Some(subscription), _) => Ok(Subscribed {
                subscription,
                is_new: false,
            }),
            // Further creations would fail, too.
            (None, Some(limit)) => Err(Arc::clone(limit)),
            (None, None) => create(client, &body).await.map_err(Arc::new),
        };
        if let Err(error) = &outcome
            && is_limit_of_bearer(error)
        {
            limit = Some(Arc::clone(error));
        }
        results.push(SubscribeResult {
            chain: entry.chain.clone(),
            id,
            outcome,
        });
    }
    Ok(results)
}

/// Returns true if no chain can have a further subscription. With a reason, the limit is that of a single chain.
fn is_limit_of_bearer(error: &CallError) -> bool {
    error.is(ErrorCode::LimitReached)
        && error
            .response()
            .is_some_and(|response| !response.details.contains_key("reason"))
}

async fn create(client: &Client, body: &SubscriptionRequest) -> Result<Subscribed, CallError> {
    if body.key.as_ref().is_some_and(|key| contains_private_key(&key.xpub)) {
        return Err(unsendable("a private key is not sent".to_owned()));
    }
    let subscription = create_subscription(client, body).await?;
    Ok(Subscribed {
        subscription,
        is_new: true,
    })
}

/// Returns the request of an entry. The id follows from everything that the request contains, since a different request with the
/// same id is an error. The TypeScript client derives the same id.
fn body_of(entry: &WatchedChain, request: &SubscribeRequest) -> Result<SubscriptionRequest, CallError> {
    let mut body = SubscriptionRequest {
        chain: entry.chain.clone(),
        network: Some(request.network),
        states: request.states.clone(),
        label: request.label.clone(),
        ..SubscriptionRequest::default()
    };
    match &entry.watched {
        Watched::Addresses(addresses) => {
            let mut addresses = addresses.clone();
            addresses.sort_unstable();
            addresses.dedup();
            body.addresses = Some(addresses);
        }
        Watched::Key(key) => body.key = Some(key.clone()),
    }
    let content = serde_json::to_string(&(&request.namespace, &body)).map_err(|error| unsendable(error.to_string()))?;
    let digest: [u8; 32] = Sha256::digest(content).into();
    let first = std::array::from_fn(|index| digest[index]);
    body.id = Some(Builder::from_custom_bytes(first).into_uuid().to_string());
    Ok(body)
}

fn unsendable(problem: String) -> CallError {
    CallError::Encoding {
        path: "/notifications/v1/api/subscription".to_owned(),
        problem,
    }
}

/// Returns true if a text contains an extended private key (SLIP-132) or a word as long as one in wallet import format, also a
/// mistyped one, which must not be sent to a server.
fn contains_private_key(text: &str) -> bool {
    text.split(|letter: char| !letter.is_ascii_alphanumeric()).any(|word| {
        let is_extended = word.get(1..4) == Some("prv")
            || ["Ltpv", "Mtpv", "ttpv", "dgpv"]
                .iter()
                .any(|prefix| word.starts_with(prefix));
        is_extended || matches!(word.len(), 51 | 52)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(entries: Vec<WatchedChain>) -> SubscribeRequest {
        SubscribeRequest {
            entries,
            namespace: "a \"secret\"\n".to_owned(),
            network: Network::Testnet,
            states: Some(vec![State::Seen, State::Final]),
            label: Some("é💰".to_owned()),
        }
    }

    fn id(watched: Watched) -> String {
        let entry = WatchedChain {
            chain: "btc".to_owned(),
            watched,
        };
        let request = request(Vec::new());
        body_of(&entry, &request).unwrap().id.unwrap()
    }

    fn key(xpub: &str, gap: Option<u32>) -> WatchedKeyRequest {
        WatchedKeyRequest {
            xpub: xpub.to_owned(),
            gap,
        }
    }

    /// The ids were computed by the function `bodyOf` of the TypeScript client.
    #[test]
    fn ids_are_those_of_the_typescript_client() {
        let addresses = |list: &[&str]| Watched::Addresses(list.iter().map(ToString::to_string).collect());
        let expected = "839dad2f-8a61-8cc0-a884-3c476df0916c";
        assert_eq!(id(addresses(&["a", "b"])), expected);
        assert_eq!(id(addresses(&["b", "a", "b"])), expected);
        assert_ne!(id(addresses(&["a"])), expected);
        assert_eq!(
            id(Watched::Key(key("x", Some(7)))),
            "b4e37588-c390-87e3-9c92-837a28435f83"
        );
        assert_eq!(id(Watched::Key(key("x", None))), "8e1c5759-e2c2-808e-b33c-1e9f4fe29553");
    }

    #[test]
    fn private_keys_are_recognised() {
        for private in [
            "xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi",
            "wpkh([00000000/84'/0'/0']zprvAdG4iTXWBoARxkkzNpNh8r6Qag3irQB8PzEMkAFeTRXxHpbF9z4QgEvBRmfvqWvGp42t42nvgGpNgYSJA9iefm1yYNZKEm7z6qUWCroSQnE/0/*)",
            "L4rK1yDtCWekvXuE6oXD9jCYfFNV2cWRpVuPLBcCU2z8TrisoyY1",
            "dgpv51eADS3spNJhA",
        ] {
            assert!(contains_private_key(private), "{private}");
        }
        let public = "wpkh([d34db33f/84'/0'/0']xpub6ERApfZwUNrhLCkDtcHTcxd75RbzS1ed54G1LkBUHQVHQKqhMkhgbmJbZRkrgZw4koxb5JaHWkY4ALHY2grBGRjaDMzQLcgJvLJuZZvRcEL/0/*)#qwerty";
        assert!(!contains_private_key(public));
    }
}

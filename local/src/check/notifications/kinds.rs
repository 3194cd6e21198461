//! Subscriptions to each kind of watched items: addresses, transactions, and an extended key on UTXO chains.

use super::{Kind, Walk};
use crate::payments::BtcLikeAccount;
use wallet_client::notifications::{
    Subscription, SubscriptionRequest, WatchedKeyRequest, create_subscription, delete_subscription,
};
use wallet_client::{CallError, ErrorCode};

/// An extended public key of the testnets of all UTXO chains.
const KEY: &str =
    "tpubD8eQVK4Kdxg3gHrF62jGP7dKVCoYiEB8dFSpuTawkL5YxTus5j5pf83vaKnii4bc6v2NVEy81P2gYrJczYne3QNNwMTS53p5uzDyHvnw2jm";
/// The private key of test vector 1 of BIP 32.
const PRIVATE_KEY: &str =
    "xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi";

impl Walk<'_> {
    /// Subscribes to the addresses of the walk on a chain after the first one, and to the other kinds. A chain without an upstream
    /// of the notifications is left out.
    pub(super) async fn kinds(&self, is_first: bool) {
        let has_keys = BtcLikeAccount::new(&self.request.chain, None).is_some();
        let is_evm = !has_keys && self.request.chain != "xlm";
        let txid = format!("{}{}", if is_evm { "0x" } else { "" }, "1".repeat(64));
        let mut requests = Vec::new();
        if !is_first {
            requests.push(("addresses", self.request.clone()));
        }
        requests.push((
            "a transaction",
            self.watching(|request| request.transactions = Some(vec![txid.clone()])),
        ));
        if has_keys {
            requests.push(("an extended key", self.watching(|request| request.key = Some(key(KEY)))));
        }
        for (kind, request) in requests {
            let created = create_subscription(self.client, &request).await;
            if matches!(&created, Err(CallError::Response(error)) if error.code == ErrorCode::NotConfigured) {
                return;
            }
            let step = format!("{} on {}", kind, request.chain);
            let Some(created) = self.valid(&step, created) else {
                continue;
            };
            if !is_watching(&created, &request) {
                self.found(Kind::Call, &step, "the subscription has other items".to_owned());
            }
            self.valid(&step, delete_subscription(self.client, &created.id).await);
        }
        let private = self.watching(|request| request.key = Some(key(PRIVATE_KEY)));
        let invalid = self.watching(|request| request.transactions = Some(vec![txid[1..].to_owned()]));
        let key_code = if has_keys {
            ErrorCode::InvalidPublicKey
        } else {
            ErrorCode::InvalidRequest
        };
        for (case, request, code) in [
            ("an extended private key", private, key_code),
            ("an invalid transaction id", invalid, ErrorCode::InvalidRequest),
        ] {
            self.rejected(case, create_subscription(self.client, &request).await, code);
        }
    }

    /// Returns the request with other items and without an id.
    fn watching(&self, items: impl FnOnce(&mut SubscriptionRequest)) -> SubscriptionRequest {
        let mut request = self.request.clone();
        request.id = None;
        request.addresses = None;
        items(&mut request);
        request
    }
}

fn key(xpub: &str) -> WatchedKeyRequest {
    WatchedKeyRequest::builder().xpub(xpub.to_owned()).gap(1).build()
}

/// Returns true if a subscription has the items of a request: both branches of a key have an unused address.
fn is_watching(found: &Subscription, request: &SubscriptionRequest) -> bool {
    let total = |items: &Option<Vec<String>>| items.as_ref().map(|items| items.len() as u64);
    let addresses = found.addresses.as_ref().map(|count| count.total);
    let transactions = found.transactions.as_ref().map(|count| count.total);
    let is_same_key = match (&found.key, &request.key) {
        (Some(found), Some(requested)) => Some(found.gap) == requested.gap && found.total >= 2,
        (found, requested) => found.is_none() && requested.is_none(),
    };
    (addresses, transactions, is_same_key) == (total(&request.addresses), total(&request.transactions), true)
}

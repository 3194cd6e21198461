//! The payments that were signed and may still be mined.
//!
//! From the signature on, the service can broadcast a payment whatever it returns. An equal payment with other inputs
//! or another nonce would then be a second one. So a client signs an equal payment only if at most one of both can be
//! mined.

mod reservation;

pub use reservation::reserve;

use super::check::PaymentError;
use super::content::Content;
use super::signed::Signed;
use super::signer::is_same_key;
use super::store::{MemoryPaymentStore, PaymentStore, UnresolvedPayment};
use crate::error::StoreError;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The most payments of a client. The oldest sent payment is then dropped.
const CAPACITY: usize = 10_000;

/// A payment with the content.
#[derive(Clone, Debug)]
struct Attempt {
    payment: UnresolvedPayment,
    content: Content,
    /// The number of the reservation, while the payment is not signed.
    reservation: Option<u64>,
}

impl Attempt {
    fn new(payment: UnresolvedPayment) -> Self {
        Self {
            content: payment.signed.content(),
            payment,
            reservation: None,
        }
    }

    /// Returns the signed transaction, `None` while the payment is not signed.
    fn signed(&self) -> Option<&Signed> {
        self.reservation.is_none().then_some(&self.payment.signed)
    }

    fn is(&self, signed: &Signed) -> bool {
        self.signed().is_some_and(|it| it.txid == signed.txid)
    }

    /// Returns true if the payment would be made a second time by this content, from the key of `unsigned`.
    fn is_repeated_by(&self, unsigned: &Signed, content: &Content) -> bool {
        let earlier = &self.payment.signed;
        earlier.is_on(unsigned)
            && content.is_made_by(&self.content)
            && !content.conflicts_with(&self.content)
            && is_same_key(&earlier.public_key, &unsigned.public_key)
    }
}

/// The signed payments of a client, shared by all clones.
pub struct Attempts {
    list: Mutex<Vec<Attempt>>,
    store: Arc<dyn PaymentStore>,
    /// Changes of the store are made sequentially. True if the stored payments are in the list.
    is_loaded: tokio::sync::Mutex<bool>,
    reservations: AtomicU64,
}

impl Default for Attempts {
    fn default() -> Self {
        Self::new(Arc::new(MemoryPaymentStore::default()))
    }
}

impl Attempts {
    /// Creates the list of the payments in a store.
    pub fn new(store: Arc<dyn PaymentStore>) -> Self {
        Self {
            list: Mutex::default(),
            store,
            is_loaded: tokio::sync::Mutex::default(),
            reservations: AtomicU64::default(),
        }
    }

    fn list(&self) -> MutexGuard<'_, Vec<Attempt>> {
        self.list.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds the stored payments to the list, once.
    async fn load(&self) -> Result<tokio::sync::MutexGuard<'_, bool>, StoreError> {
        let mut is_loaded = self.is_loaded.lock().await;
        if !*is_loaded {
            let stored = self.store.load().await?;
            self.list().splice(0..0, stored.into_iter().map(Attempt::new));
            *is_loaded = true;
        }
        Ok(is_loaded)
    }

    /// Changes and stores the list. Returns when durable.
    async fn change(&self, edit: impl FnOnce(&mut Vec<Attempt>) + Send) -> Result<(), StoreError> {
        let _guard = self.load().await?;
        let payments = {
            let mut list = self.list();
            edit(&mut list);
            payments(&list)
        };
        self.store.save(&payments).await
    }

    /// Adds a payment, or replaces the bytes, which can have more signatures. Ends the
    /// reservation with this number.
    pub async fn hold(&self, signed: &Signed, reservation: Option<u64>) -> Result<(), PaymentError> {
        let mut is_new = false;
        let held = self.change(|list| {
            if reservation.is_some() {
                list.retain(|it| it.reservation != reservation);
            }
            if let Some(known) = list.iter_mut().find(|it| it.is(signed)) {
                known.payment.signed = signed.clone();
                return;
            }
            if list.len() >= CAPACITY
                && let Some(oldest) = list.iter().position(|it| it.payment.is_sent)
            {
                list.remove(oldest);
            }
            is_new = true;
            list.push(Attempt::new(UnresolvedPayment {
                signed: signed.clone(),
                is_sent: false,
            }));
        });
        let held = held.await;
        if held.is_err() && is_new {
            // The caller sends nothing that is not stored.
            self.list().retain(|it| !it.is(signed));
        }
        held.map_err(PaymentError::Store)
    }

    /// Marks a payment as sent.
    pub async fn mark_sent(&self, signed: &Signed) -> Result<(), PaymentError> {
        let marked = self.change(|list| {
            let found = list.iter_mut().filter(|it| it.is(signed));
            found.for_each(|it| it.payment.is_sent = true);
        });
        marked.await.map_err(PaymentError::Store)
    }

    /// Removes a payment.
    pub async fn release(&self, signed: &Signed) -> Result<(), PaymentError> {
        let released = self.change(|list| list.retain(|it| !it.is(signed)));
        released.await.map_err(PaymentError::Store)
    }

    /// Removes a payment in a block, and excluded payments.
    pub async fn release_mined(&self, signed: &Signed) -> Result<(), PaymentError> {
        let content = signed.content();
        let excluded = |it: &Attempt| {
            let other = it.signed().filter(|other| other.is_on(signed));
            other.is_some() && it.content.conflicts_with(&content)
        };
        let released = self.change(|list| list.retain(|it| !it.is(signed) && !excluded(it)));
        released.await.map_err(PaymentError::Store)
    }

    /// Returns the signed payments, the latest last.
    pub async fn unresolved(&self) -> Result<Vec<UnresolvedPayment>, PaymentError> {
        drop(self.load().await.map_err(PaymentError::Store)?);
        Ok(payments(&self.list()))
    }

    /// Returns the payments of the sender that exclude this payment. If the store fails, the payments since the start
    /// of the process.
    pub async fn conflicting(&self, signed: &Signed) -> Vec<Signed> {
        drop(self.load().await);
        let content = signed.content();
        let list = self.list();
        let others = list.iter().filter(|it| it.content.conflicts_with(&content));
        let others = others.filter_map(Attempt::signed);
        let others = others.filter(|it| it.txid != signed.txid && it.is_on(signed));
        others.cloned().collect()
    }
}

/// Returns the signed payments of a list.
fn payments(list: &[Attempt]) -> Vec<UnresolvedPayment> {
    let signed = list.iter().filter(|it| it.reservation.is_none());
    signed.map(|it| it.payment.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::payments::Family;
    use crate::payments::content::Pay;
    use std::collections::BTreeSet;
    use wallet_core::model::Network;

    const COMPRESSED: &str = "0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798";
    const UNCOMPRESSED: &str = "0479BE667EF9DCBBAC55A06295CE870B07029BFCDB2DCE28D959F2815B16F81798\
                                483ADA7726A3C4655DA4FBFC0E1108A8FD17B448A68554199C47D08FFB10D4B8";
    const ANOTHER: &str = "02c6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5";

    fn signed(public_key: &str) -> Signed {
        Signed {
            family: Family::EthLike,
            chain: "eth".to_owned(),
            network: Network::Testnet,
            txdata: String::new(),
            txid: "0x01".to_owned(),
            public_key: public_key.to_owned(),
            utxo: Vec::new(),
        }
    }

    fn content(nonce: u64) -> Content {
        let pay = Pay {
            to: "0xaa 0x".to_owned(),
            amount: Some("1".to_owned()),
        };
        Content {
            spends: BTreeSet::from([format!("0xbb {nonce}")]),
            pays: vec![pay],
        }
    }

    #[test]
    fn keys_are_compared_by_value() {
        let attempt = Attempt {
            payment: UnresolvedPayment {
                signed: signed(COMPRESSED),
                is_sent: false,
            },
            content: content(0),
            reservation: None,
        };
        for (key, is_repeated) in [(COMPRESSED, true), (UNCOMPRESSED, true), (ANOTHER, false)] {
            assert_eq!(attempt.is_repeated_by(&signed(key), &content(1)), is_repeated, "{key}");
            assert!(!attempt.is_repeated_by(&signed(key), &content(0)), "the same nonce");
        }
        // A Stellar key.
        let key = "AB".repeat(32);
        assert!(is_same_key(&key, &key.to_lowercase()) && !is_same_key(&key, &"ac".repeat(32)));
    }
}

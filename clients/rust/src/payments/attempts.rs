//! The payments that were signed and may still be mined.
//!
//! From the signature on, the service can broadcast a payment whatever it returns. An equal payment with other inputs or
//! another nonce would then be a second one. So a client signs an equal payment only if at most one of both can be mined.

use super::check::PaymentError;
use super::signed::Signed;
use crate::client::Client;
use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The most payments of a client. The oldest one that was sent is then dropped.
const CAPACITY: usize = 10_000;

/// What a transaction pays, and what it spends.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Content {
    /// The parts of which only one transaction can spend each: inputs, the nonce, or the sequence number.
    pub spends: BTreeSet<String>,
    /// The payments, without those to the sender.
    pub pays: Vec<Pay>,
}

/// A payment of a transaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pay {
    /// The recipient and everything else besides the amount.
    pub to: String,
    /// The amount; `None` for all funds.
    pub amount: Option<String>,
}

impl Content {
    /// Returns true if only one of two transactions can be mined.
    fn conflicts_with(&self, other: &Self) -> bool {
        !self.spends.is_disjoint(&other.spends)
    }

    /// Returns true if an earlier transaction already makes these payments.
    fn is_made_by(&self, earlier: &Self) -> bool {
        let is_made = |pay: &Pay| {
            let mut same = earlier.pays.iter().filter(|it| it.to == pay.to);
            same.any(|it| pay.amount.is_none() || it.amount == pay.amount)
        };
        !self.pays.is_empty() && self.pays.iter().all(is_made)
    }
}

#[derive(Clone, Debug)]
struct Attempt {
    signed: Signed,
    content: Content,
    /// True if the service returned that it has sent the transaction.
    is_sent: bool,
}

/// The signed payments of a client, shared by its clones.
#[derive(Debug, Default)]
pub struct Attempts(Mutex<Vec<Attempt>>);

impl Attempts {
    fn list(&self) -> MutexGuard<'_, Vec<Attempt>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a payment, or replaces its bytes, which can have more signatures.
    pub fn hold(&self, signed: &Signed) {
        let mut list = self.list();
        if let Some(known) = list.iter_mut().find(|it| it.signed.txid == signed.txid) {
            known.signed = signed.clone();
            return;
        }
        if list.len() >= CAPACITY
            && let Some(oldest) = list.iter().position(|it| it.is_sent)
        {
            list.remove(oldest);
        }
        list.push(Attempt {
            signed: signed.clone(),
            content: signed.content(),
            is_sent: false,
        });
    }

    /// Marks a payment as sent.
    pub fn mark_sent(&self, signed: &Signed) {
        let mut list = self.list();
        let found = list.iter_mut().filter(|it| it.signed.txid == signed.txid);
        found.for_each(|it| it.is_sent = true);
    }

    /// Removes a payment.
    pub fn release(&self, signed: &Signed) {
        self.list().retain(|it| it.signed.txid != signed.txid);
    }

    /// Removes a payment in a block, and those that it excludes.
    pub fn release_mined(&self, signed: &Signed) {
        let content = signed.content();
        let excluded = |it: &Attempt| it.signed.is_on(signed) && it.content.conflicts_with(&content);
        self.list().retain(|it| it.signed.txid != signed.txid && !excluded(it));
    }

    /// Returns the other payments of the sender that exclude this one.
    pub fn conflicting(&self, signed: &Signed) -> Vec<Signed> {
        let content = signed.content();
        let list = self.list();
        let conflicting = list.iter().filter(|it| {
            it.signed.txid != signed.txid && it.signed.is_on(signed) && it.content.conflicts_with(&content)
        });
        conflicting.map(|it| it.signed.clone()).collect()
    }

    /// Returns the payments that this one would repeat.
    fn repeated(&self, signed: &Signed, content: &Content) -> Vec<Attempt> {
        let list = self.list();
        let repeated = list.iter().filter(|it| {
            it.signed.public_key == signed.public_key
                && it.signed.is_on(signed)
                && content.is_made_by(&it.content)
                && !content.conflicts_with(&it.content)
        });
        repeated.cloned().collect()
    }
}

/// Rejects a payment that repeats one whose outcome is unknown. `unsigned` has no bytes yet. An earlier payment that was
/// sent and is final does not count: the new one is another payment.
pub async fn check_repetition(client: &Client, unsigned: &Signed, content: &Content) -> Result<(), PaymentError> {
    for earlier in client.attempts().repeated(unsigned, content) {
        let is_final = earlier.is_sent && earlier.signed.is_final(client).await;
        if !is_final {
            return Err(PaymentError::Unresolved(Box::new(earlier.signed)));
        }
    }
    Ok(())
}

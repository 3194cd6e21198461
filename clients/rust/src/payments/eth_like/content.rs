//! The content of a transaction: the parts that it spends, and its payments.

use super::address::{Address, hex, public_key};
use super::call::Action;
use super::transaction::Transaction;
use crate::payments::content::{Content, Pay};
use std::collections::BTreeSet;

/// Returns the content of a signed transaction of a sender, `None` for other bytes.
pub fn of_signed(txdata: &str, key: &str) -> Option<Content> {
    let sender = Address::of(&public_key(key).ok()?);
    Some(of(&decode(txdata)?, sender))
}

/// Returns the address of the sender and the nonce of a signed transaction.
pub fn nonce(txdata: &str, key: &str) -> Option<(String, u64)> {
    let sender = Address::of(&public_key(key).ok()?);
    Some((sender.to_string(), decode(txdata)?.nonce))
}

/// Decodes a signed transaction.
pub fn decode(txdata: &str) -> Option<Transaction> {
    let bytes = hex::decode(txdata.strip_prefix("0x")?).ok()?;
    let (transaction, _) = Transaction::decode(&bytes)?;
    Some(transaction)
}

/// Returns the content of a transaction with this action.
pub fn of_action(transaction: &Transaction, sender: Address, action: &Action) -> Content {
    let mut content = of(transaction, sender);
    if matches!(action, Action::PayAll { .. }) {
        content.pays.iter_mut().for_each(|pay| pay.amount = None);
    }
    content
}

fn of(transaction: &Transaction, sender: Address) -> Content {
    let to = transaction.to.map(|to| to.to_string()).unwrap_or_default();
    let is_payment = transaction.to != Some(sender) || !transaction.data.is_empty();
    let pay = is_payment.then(|| Pay {
        to: format!("{to} {}", hex(&transaction.data)),
        amount: Some(transaction.amount.to_string()),
    });
    Content {
        spends: BTreeSet::from([format!("{sender} {}", transaction.nonce)]),
        pays: pay.into_iter().collect(),
    }
}

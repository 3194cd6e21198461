//! The content of a transaction: the spent parts, and the payments.

use super::call::Action;
use super::hex;
use crate::payments::content::{Content, Pay};
use crate::payments::signed::Signed;
use std::collections::BTreeSet;
use wallet_core::model::ChainName;
use wallet_eth_like::{Address, Chain, DecodedTransaction, Params, SignedTransaction, TransactionFields};

/// Returns the content of a signed transaction, `None` for different bytes.
pub fn of_signed(signed: &Signed) -> Option<Content> {
    let transaction = decode(signed)?;
    Some(of(transaction.fields(), transaction.sender()))
}

/// Returns the address of the sender and the nonce of a signed transaction.
pub fn nonce(signed: &Signed) -> Option<(String, u64)> {
    let transaction = decode(signed)?;
    Some((transaction.sender().to_string(), transaction.nonce()))
}

/// Decodes a signed transaction of a chain of this version.
pub fn decode(signed: &Signed) -> Option<SignedTransaction> {
    let params = Params::of(Chain::from_name(&signed.chain)?, signed.network);
    match DecodedTransaction::parse(params, &signed.txdata) {
        Ok(DecodedTransaction::Signed(transaction)) => Some(transaction),
        _ => None,
    }
}

/// Returns the content of a transaction with this action.
pub fn of_action(fields: &TransactionFields, sender: Address, action: &Action) -> Content {
    let mut content = of(fields, sender);
    if matches!(action, Action::PayAll { .. }) {
        content.pays.iter_mut().for_each(|pay| pay.amount = None);
    }
    content
}

fn of(fields: &TransactionFields, sender: Address) -> Content {
    let to = fields.to.map(|to| to.to_string()).unwrap_or_default();
    let is_payment = fields.to != Some(sender) || !fields.data.is_empty();
    let pay = is_payment.then(|| Pay {
        to: format!("{to} {}", hex(&fields.data)),
        amount: Some(fields.amount.to_string()),
    });
    Content {
        spends: BTreeSet::from([format!("{sender} {}", fields.nonce)]),
        pays: pay.into_iter().collect(),
    }
}

//! The content of a transaction: the spent parts, and the payments.

use super::envelope;
use crate::payments::content::{Content, Pay};
use std::collections::BTreeSet;
use stellar_xdr as xdr;

/// Returns the content of a signed transaction, `None` for different bytes.
pub fn of_signed(txdata: &str) -> Option<Content> {
    Some(of(inner(&envelope::decode("signed", txdata).ok()?)?))
}

/// Returns the content of a transaction or fee bump, empty for other kinds.
pub fn of_envelope(envelope: &xdr::TransactionEnvelope) -> Content {
    inner(envelope).map(of).unwrap_or_default()
}

/// Returns the transaction of an envelope, or the one in a fee bump.
pub fn inner(envelope: &xdr::TransactionEnvelope) -> Option<&xdr::Transaction> {
    match envelope {
        xdr::TransactionEnvelope::Tx(envelope) => Some(&envelope.tx),
        xdr::TransactionEnvelope::TxFeeBump(envelope) => {
            let xdr::FeeBumpTransactionInnerTx::Tx(inner) = &envelope.tx.inner_tx;
            Some(&inner.tx)
        }
        xdr::TransactionEnvelope::TxV0(_) => None,
    }
}

/// Returns the source account and the sequence number of a signed transaction.
pub fn sequence(txdata: &str) -> Option<(String, i64)> {
    let envelope = envelope::decode("signed", txdata).ok()?;
    let transaction = inner(&envelope)?;
    let source = transaction.source_account.clone().account_id().to_string();
    Some((source, transaction.seq_num.0))
}

/// Returns the latest time at which a ledger can include a signed transaction, in Unix seconds; `None` without such a
/// time.
pub fn valid_until(txdata: &str) -> Option<u64> {
    let envelope = envelope::decode("signed", txdata).ok()?;
    let bounds = match &inner(&envelope)?.cond {
        xdr::Preconditions::Time(bounds) => Some(bounds),
        xdr::Preconditions::V2(conditions) => conditions.time_bounds.as_ref(),
        xdr::Preconditions::None => None,
    };
    bounds.map(|bounds| bounds.max_time.0).filter(|end| *end != 0)
}

/// Returns the public key of the source account in hex.
pub fn source(envelope: &xdr::TransactionEnvelope) -> String {
    match inner(envelope).map(|transaction| &transaction.source_account) {
        Some(xdr::MuxedAccount::Ed25519(key)) => hex::encode(key.0),
        Some(xdr::MuxedAccount::MuxedEd25519(account)) => hex::encode(account.ed25519.0),
        None => String::new(),
    }
}

fn of(transaction: &xdr::Transaction) -> Content {
    let operations: Vec<_> = transaction.operations.iter().map(operation).collect();
    Content {
        spends: BTreeSet::from([format!("{} {}", transaction.source_account, transaction.seq_num.0)]),
        pays: vec![Pay {
            to: format!("{:?} {operations:?}", transaction.memo),
            amount: Some(String::new()),
        }],
    }
}

/// Describes an operation. A payment of lumens creates the account of the recipient if it is missing, so that both
/// operations make the same payment.
fn operation(operation: &xdr::Operation) -> String {
    let transfer = match &operation.body {
        xdr::OperationBody::CreateAccount(it) => Some((it.destination.to_string(), it.starting_balance)),
        xdr::OperationBody::Payment(it) if it.asset == xdr::Asset::Native => {
            Some((it.destination.to_string(), it.amount))
        }
        _ => None,
    };
    if let xdr::OperationBody::InvokeHostFunction(call) = &operation.body {
        // The service chooses the authorizations. They cannot make an equal call another payment.
        return format!("{:?} {:?}", operation.source_account, call.host_function);
    }
    match transfer {
        Some((to, amount)) => format!("{:?} {to} {amount}", operation.source_account),
        None => format!("{operation:?}"),
    }
}

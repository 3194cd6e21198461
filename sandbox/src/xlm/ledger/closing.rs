//! Closing of a ledger: the fees of all the transactions are charged first, then the transactions are applied
//! sequentially.

use super::{Closed, Included, Ledger, transaction_set};
use crate::xlm::codec;
use crate::xlm::rules::{BASE_FEE, BASE_RESERVE, MAX_LEDGER_OPERATIONS, PROTOCOL, TOTAL_COINS};
use crate::xlm::state::{LedgerContext, LedgerState};
use crate::xlm::transaction::{Transaction, apply};
use std::sync::Arc;
use stellar_xdr::{
    Hash, LedgerHeader, LedgerHeaderExt, StellarValue, StellarValueExt, TimePoint, TransactionResultPair,
    TransactionResultSet, VecM,
};

/// An error of a ledger that does not fit the chain.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClosingError {
    /// The ledger contains a transaction that is not pending.
    #[error("the ledger contains the unknown transaction {0}")]
    UnknownTransaction(String),
    /// The close time precedes that of the previous ledger.
    #[error("the ledger closes too early")]
    Time,
    /// The hash differs, because the transactions have different results.
    #[error("ledger hash is {found}, expected {expected}")]
    Hash {
        /// The hash of the ledger as closed now.
        found: String,
        /// The hash in the journal.
        expected: String,
    },
}

/// Closes the next ledger with the transactions.
pub fn close(ledger: &Ledger, context: LedgerContext, transactions: &[Arc<Transaction>]) -> (Closed, LedgerState) {
    let mut state = ledger.state().clone();
    state.begin(context);
    let charged: Vec<_> = transactions
        .iter()
        .map(|transaction| apply::charge(&mut state, transaction))
        .collect();
    let mut included = Vec::new();
    for ((index, transaction), (fee, fee_meta)) in (1..).zip(transactions).zip(charged) {
        let applied = apply::apply(&mut state, transaction);
        included.push(Arc::new(Included {
            transaction: Arc::clone(transaction),
            context,
            index,
            result: applied.outcome.to_xdr(transaction, fee, transaction.inner_fee()),
            is_success: applied.outcome.is_success(),
            meta: applied.meta,
            fee_meta,
        }));
    }
    let results = included.iter().map(|included| TransactionResultPair {
        transaction_hash: Hash(included.transaction.hash),
        result: included.result.clone(),
    });
    let results = TransactionResultSet {
        results: codec::list(results.collect()),
    };
    let tip = ledger.tip();
    let fees: i64 = included.iter().map(|included| included.fee_charged()).sum();
    let mut header = LedgerHeader {
        id_pool: u64::try_from(state.last_offer()).unwrap_or(0),
        ..header(context, tip.hash, tip.header.fee_pool + fees, &results)
    };
    let set = transaction_set::of(tip.hash, transactions.iter().map(|transaction| &**transaction));
    header.scp_value.tx_set_hash = Hash(codec::hash(&set));
    let closed = Closed {
        hash: codec::hash(&header),
        header,
        transactions: included,
    };
    (closed, state)
}

/// Closes a ledger from the journal again.
pub fn repeat(
    ledger: &Ledger,
    close_time: u64,
    hash: &str,
    txids: &[String],
) -> Result<(Closed, LedgerState), ClosingError> {
    let find = |txid: &String| {
        let found = ledger.pending().iter().find(|pending| pending.id() == *txid);
        found
            .cloned()
            .ok_or_else(|| ClosingError::UnknownTransaction(txid.clone()))
    };
    let transactions = txids.iter().map(find).collect::<Result<Vec<_>, _>>()?;
    let context = ledger.context(close_time);
    if context.close_time != close_time {
        return Err(ClosingError::Time);
    }
    let (mut closed, state) = close(ledger, context, &transactions);
    if hex::encode(closed.hash) != hash {
        // Earlier versions of the sandbox stored the hash of the results instead of that of the transactions.
        closed.header.scp_value.tx_set_hash = closed.header.tx_set_result_hash.clone();
        closed.hash = codec::hash(&closed.header);
    }
    let found = hex::encode(closed.hash);
    if found != hash {
        let expected = hash.to_owned();
        return Err(ClosingError::Hash { found, expected });
    }
    Ok((closed, state))
}

/// Builds the header of a ledger without a set of transactions, in place of which the hash of the results is repeated. The
/// sandbox stores no bucket list, so its hash is zero.
pub fn header(
    context: LedgerContext,
    previous: [u8; 32],
    fee_pool: i64,
    results: &TransactionResultSet,
) -> LedgerHeader {
    let result_hash = Hash(codec::hash(results));
    LedgerHeader {
        ledger_version: PROTOCOL,
        previous_ledger_hash: Hash(previous),
        scp_value: StellarValue {
            tx_set_hash: result_hash.clone(),
            close_time: TimePoint(context.close_time),
            upgrades: VecM::default(),
            ext: StellarValueExt::Basic,
        },
        tx_set_result_hash: result_hash,
        bucket_list_hash: Hash([0; 32]),
        ledger_seq: context.ledger,
        total_coins: TOTAL_COINS,
        fee_pool,
        inflation_seq: 0,
        id_pool: 0,
        base_fee: u32::try_from(BASE_FEE).unwrap_or(u32::MAX),
        base_reserve: u32::try_from(BASE_RESERVE).unwrap_or(u32::MAX),
        max_tx_set_size: MAX_LEDGER_OPERATIONS,
        skip_list: [const { Hash([0; 32]) }; 4],
        ext: LedgerHeaderExt::V0,
    }
}

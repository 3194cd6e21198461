//! Closing a ledger: fees are taken from all its transactions first, then they are applied one after the other.

use super::apply;
use super::codec;
use super::ledger::{Closed, Included, Ledger};
use super::rules::{BASE_FEE, BASE_RESERVE, MAX_LEDGER_OPERATIONS, PROTOCOL, TOTAL_COINS};
use super::transaction::Transaction;
use super::world::{Moment, World};
use std::sync::Arc;
use stellar_xdr::{
    Hash, LedgerHeader, LedgerHeaderExt, StellarValue, StellarValueExt, TimePoint, TransactionResultPair,
    TransactionResultSet, VecM,
};

/// A ledger that does not fit the chain.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClosingError {
    /// It holds a transaction that does not wait.
    #[error("the ledger holds the unknown transaction {0}")]
    UnknownTransaction(String),
    /// It closes before the one before it.
    #[error("the ledger closes too early")]
    Time,
    /// Its hash is another one: its transactions had other results.
    #[error("the ledger's hash is {found} and not {expected}")]
    Hash {
        /// What the ledger comes to now.
        found: String,
        /// What it was.
        expected: String,
    },
}

/// Closes the next ledger with these transactions.
pub fn close(ledger: &Ledger, moment: Moment, transactions: &[Arc<Transaction>]) -> (Closed, World) {
    let mut world = ledger.world().clone();
    world.begin(moment);
    let charged: Vec<_> = transactions
        .iter()
        .map(|transaction| apply::charge(&mut world, transaction))
        .collect();
    let mut included = Vec::new();
    for ((place, transaction), (fee, fee_meta)) in (1..).zip(transactions).zip(charged) {
        let applied = apply::apply(&mut world, transaction);
        included.push(Arc::new(Included {
            transaction: Arc::clone(transaction),
            moment,
            place,
            result: applied.judged.to_xdr(transaction, fee, transaction.inner_fee()),
            is_success: applied.judged.is_success(),
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
    let header = LedgerHeader {
        id_pool: u64::try_from(world.last_offer()).unwrap_or(0),
        ..header(moment, tip.hash, tip.header.fee_pool + fees, &results)
    };
    let closed = Closed {
        hash: codec::hash(&header),
        header,
        transactions: included,
    };
    (closed, world)
}

/// Closes a ledger again that was closed before.
pub fn repeat(ledger: &Ledger, close_time: u64, hash: &str, txids: &[String]) -> Result<(Closed, World), ClosingError> {
    let find = |txid: &String| {
        let found = ledger.waiting().iter().find(|waiting| waiting.id() == *txid);
        found
            .cloned()
            .ok_or_else(|| ClosingError::UnknownTransaction(txid.clone()))
    };
    let transactions = txids.iter().map(find).collect::<Result<Vec<_>, _>>()?;
    let moment = ledger.moment(close_time);
    if moment.close_time != close_time {
        return Err(ClosingError::Time);
    }
    let (closed, world) = close(ledger, moment, &transactions);
    let found = hex::encode(closed.hash);
    if found != hash {
        let expected = hash.to_owned();
        return Err(ClosingError::Hash { found, expected });
    }
    Ok((closed, world))
}

/// The header of a ledger. The sandbox keeps no tree of its state, so the hash of that is zero.
pub fn header(moment: Moment, previous: [u8; 32], fee_pool: i64, results: &TransactionResultSet) -> LedgerHeader {
    let result_hash = Hash(codec::hash(results));
    LedgerHeader {
        ledger_version: PROTOCOL,
        previous_ledger_hash: Hash(previous),
        scp_value: StellarValue {
            tx_set_hash: result_hash.clone(),
            close_time: TimePoint(moment.close_time),
            upgrades: VecM::default(),
            ext: StellarValueExt::Basic,
        },
        tx_set_result_hash: result_hash,
        bucket_list_hash: Hash([0; 32]),
        ledger_seq: moment.ledger,
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

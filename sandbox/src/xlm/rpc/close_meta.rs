//! The metadata of a closed ledger.

use crate::xlm::ledger::{Closed, Included, transaction_set};
use crate::xlm::{codec, events};
use stellar_xdr::{
    ExtensionPoint, Hash, LedgerCloseMeta, LedgerCloseMetaExt, LedgerCloseMetaV2, LedgerEntryChanges,
    TransactionResultMetaV1, TransactionResultPair, VecM,
};

/// Returns the metadata of a ledger: the transactions as a set, and their results and changes in order of application.
pub fn close_meta(closed: &Closed) -> LedgerCloseMeta {
    let transactions = closed.transactions.iter().map(|included| &*included.transaction);
    let previous = closed.header.previous_ledger_hash.0;
    LedgerCloseMeta::V2(LedgerCloseMetaV2 {
        ext: LedgerCloseMetaExt::V0,
        ledger_header: closed.history_entry(),
        tx_set: transaction_set::of(previous, transactions),
        tx_processing: codec::list(
            closed
                .transactions
                .iter()
                .map(|included| processing(included))
                .collect(),
        ),
        upgrades_processing: VecM::default(),
        scp_info: VecM::default(),
        total_byte_size_of_live_soroban_state: 0,
        evicted_keys: VecM::default(),
    })
}

fn processing(included: &Included) -> TransactionResultMetaV1 {
    TransactionResultMetaV1 {
        ext: ExtensionPoint::V0,
        result: TransactionResultPair {
            transaction_hash: Hash(included.transaction.hash),
            result: included.result.clone(),
        },
        fee_processing: included.fee_meta.clone(),
        tx_apply_processing: events::meta(included),
        post_tx_apply_fee_processing: LedgerEntryChanges::default(),
    }
}

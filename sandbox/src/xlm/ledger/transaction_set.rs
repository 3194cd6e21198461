//! The set of the transactions of a ledger, to which the header commits.

use crate::xlm::codec;
use crate::xlm::rules::BASE_FEE;
use crate::xlm::transaction::Transaction;
use stellar_xdr::{
    GeneralizedTransactionSet, Hash, ParallelTxsComponent, TransactionPhase, TransactionSetV1, TxSetComponent,
    TxSetComponentTxsMaybeDiscountedFee, VecM,
};

/// Returns the set: classic transactions ordered by hash, all for the base fee, and no transaction of contracts.
pub fn of<'a>(previous: [u8; 32], transactions: impl Iterator<Item = &'a Transaction>) -> GeneralizedTransactionSet {
    let mut sorted: Vec<_> = transactions.collect();
    sorted.sort_by_key(|transaction| transaction.hash);
    let envelopes: Vec<_> = sorted.iter().map(|transaction| transaction.envelope.clone()).collect();
    let mut components = Vec::new();
    if !envelopes.is_empty() {
        let component = TxSetComponentTxsMaybeDiscountedFee {
            base_fee: Some(BASE_FEE),
            txs: codec::list(envelopes),
        };
        components.push(TxSetComponent::TxsetCompTxsMaybeDiscountedFee(component));
    }
    let contracts = ParallelTxsComponent {
        base_fee: None,
        execution_stages: VecM::default(),
    };
    GeneralizedTransactionSet::V1(TransactionSetV1 {
        previous_ledger_hash: Hash(previous),
        phases: codec::list(vec![
            TransactionPhase::V0(codec::list(components)),
            TransactionPhase::V1(contracts),
        ]),
    })
}

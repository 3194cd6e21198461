//! Ancestors and descendants of transactions within the mempool.

use super::ledger::Ledger;
use bitcoin::{Transaction, Txid};
use std::collections::BTreeSet;

/// Returns the transactions of the mempool whose outputs a transaction spends, directly or through others.
pub fn ancestors(ledger: &Ledger, transaction: &Transaction) -> BTreeSet<Txid> {
    let mut found = BTreeSet::new();
    let mut open = vec![transaction];
    while let Some(child) = open.pop() {
        for input in &child.input {
            let txid = input.previous_output.txid;
            let pending = ledger.entry(txid).filter(|entry| entry.height.is_none());
            if let Some(parent) = pending.filter(|_| found.insert(txid)) {
                open.push(&parent.transaction);
            }
        }
    }
    found
}

/// Returns these transactions of the mempool and all that spend their outputs, parents first.
pub fn with_descendants(ledger: &Ledger, txids: &BTreeSet<Txid>) -> Vec<Txid> {
    let mut found = BTreeSet::new();
    let mut ordered = Vec::new();
    // In order of arrival, so that every transaction follows its parents.
    for txid in ledger.mempool() {
        let mut parents = ledger
            .entry(*txid)
            .into_iter()
            .flat_map(|entry| &entry.transaction.input);
        if txids.contains(txid) || parents.any(|input| found.contains(&input.previous_output.txid)) {
            found.insert(*txid);
            ordered.push(*txid);
        }
    }
    ordered
}

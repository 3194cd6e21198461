//! Replacement of transactions in the mempool, by the rules of BIP 125
//! (<https://github.com/bitcoin/bips/blob/master/bip-0125.mediawiki>), in the order and with the messages of Bitcoin
//! Core (`src/policy/rbf.cpp`).

use crate::btc_like::ledger::{Ledger, ancestors, with_descendants};
use crate::btc_like::rules::{ReplacementPolicy, format_money, in_coins};
use bitcoin::{Transaction, Txid};
use std::collections::BTreeSet;

/// The maximum number of transactions that a replacement removes from the mempool (rule 5).
const MAX_REPLACED: usize = 100;

/// A reason to reject a transaction that conflicts with the mempool.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplacementError {
    /// A conflicting transaction does not signal (rule 1), or the nodes replace none.
    #[error("txn-mempool-conflict")]
    NotReplaceable,
    /// The transaction spends an output of a conflicting transaction.
    #[error("bad-txns-spends-conflicting-tx, {txid} spends conflicting transaction {conflict}")]
    SpendsConflict {
        txid: Txid,
        /// The conflicting transaction.
        conflict: Txid,
    },
    /// The fee rate does not exceed that of a transaction that it conflicts with.
    #[error("insufficient fee, rejecting replacement {txid}; new feerate {new} <= old feerate {old}")]
    FeeRate {
        txid: Txid,
        /// The fee rate in coins per 1000 vbytes, with the unit.
        new: String,
        /// The fee rate of the transaction in conflict.
        old: String,
    },
    /// The replacement would remove too many transactions (rule 5). The line break is part of the message.
    #[error(
        "too many potential replacements, rejecting replacement {txid}; too many potential replacements ({count} > {MAX_REPLACED})\n"
    )]
    TooMany {
        txid: Txid,
        /// The number of transactions.
        count: usize,
    },
    /// The replacement spends an output of the mempool that the replaced transactions do not spend (rule 2).
    #[error("replacement-adds-unconfirmed, replacement {txid} adds unconfirmed input, idx {input}")]
    AddsUnconfirmed {
        txid: Txid,
        /// The index of the input.
        input: usize,
    },
    /// The replacement pays less than all replaced transactions together (rule 3).
    #[error("insufficient fee, rejecting replacement {txid}, less fees than conflicting txs; {new} < {old}")]
    LowerFee {
        txid: Txid,
        /// The fee in coins.
        new: String,
        /// The sum of the fees of the replaced transactions in coins.
        old: String,
    },
    /// The additional fee does not pay for the relay (rule 4).
    #[error(
        "insufficient fee, rejecting replacement {txid}, not enough additional fees to relay; {added} < {required}"
    )]
    LowIncrement {
        txid: Txid,
        /// The additional fee in coins.
        added: String,
        /// The minimum additional fee in coins.
        required: String,
    },
}

/// The transactions of the mempool that a new transaction conflicts with. All of them signal that they can be replaced.
#[derive(Debug)]
pub struct Conflicts<'a> {
    policy: ReplacementPolicy,
    direct: BTreeSet<Txid>,
    replaced: Vec<Txid>,
    ledger: &'a Ledger,
}

impl<'a> Conflicts<'a> {
    /// Finds the transactions that spend inputs of a new transaction; `None` without any.
    ///
    /// Only the signal of the same transaction counts, as in Bitcoin Core before version 28; later versions replace
    /// all transactions.
    ///
    /// # Errors
    /// [`ReplacementError::NotReplaceable`] if a transaction does not signal, or without a policy.
    pub fn find(
        policy: Option<ReplacementPolicy>,
        ledger: &'a Ledger,
        transaction: &Transaction,
    ) -> Result<Option<Self>, ReplacementError> {
        let spenders = transaction
            .input
            .iter()
            .filter_map(|input| ledger.spender(input.previous_output));
        let entries = spenders.filter_map(|spender| Some((spender.txid, ledger.entry(spender.txid)?)));
        let pending: Vec<_> = entries.filter(|(_, entry)| entry.height.is_none()).collect();
        if pending.is_empty() {
            return Ok(None);
        }
        let signals = pending.iter().all(|(_, entry)| entry.transaction.is_explicitly_rbf());
        let policy = policy.filter(|_| signals).ok_or(ReplacementError::NotReplaceable)?;
        let direct = pending.into_iter().map(|(txid, _)| txid).collect();
        Ok(Some(Self {
            policy,
            replaced: with_descendants(ledger, &direct),
            direct,
            ledger,
        }))
    }

    /// Checks that a transaction with this fee in base units may replace them, and returns the transactions to remove,
    /// parents first.
    ///
    /// # Errors
    /// All reasons but [`ReplacementError::NotReplaceable`].
    pub fn check(self, transaction: &Transaction, fee: u64) -> Result<Vec<Txid>, ReplacementError> {
        self.check_ancestors(transaction)?;
        self.check_fee_rate(transaction, fee)?;
        self.check_count(transaction)?;
        self.check_inputs(transaction)?;
        self.check_fee(transaction, fee)?;
        Ok(self.replaced)
    }

    fn check_ancestors(&self, transaction: &Transaction) -> Result<(), ReplacementError> {
        let ancestors = ancestors(self.ledger, transaction);
        match ancestors.intersection(&self.direct).next() {
            Some(conflict) => Err(ReplacementError::SpendsConflict {
                txid: transaction.compute_txid(),
                conflict: *conflict,
            }),
            None => Ok(()),
        }
    }

    fn check_fee_rate(&self, transaction: &Transaction, fee: u64) -> Result<(), ReplacementError> {
        let new = rate(fee, transaction);
        let conflicts = self.direct.iter().filter_map(|txid| self.ledger.entry(*txid));
        let mut rates = conflicts.map(|entry| rate(self.ledger.fee(&entry.transaction), &entry.transaction));
        let text = |rate| format!("{} {}", in_coins(rate), self.policy.rate_unit);
        match rates.find(|old| new <= *old) {
            Some(old) => Err(ReplacementError::FeeRate {
                txid: transaction.compute_txid(),
                new: text(new),
                old: text(old),
            }),
            None => Ok(()),
        }
    }

    fn check_count(&self, transaction: &Transaction) -> Result<(), ReplacementError> {
        // A descendant of several conflicts counts for each of them.
        let descendants = |txid: &Txid| with_descendants(self.ledger, &BTreeSet::from([*txid])).len();
        let count = self.direct.iter().map(descendants).sum();
        if count > MAX_REPLACED {
            let txid = transaction.compute_txid();
            return Err(ReplacementError::TooMany { txid, count });
        }
        Ok(())
    }

    fn check_inputs(&self, transaction: &Transaction) -> Result<(), ReplacementError> {
        let conflicts = self.direct.iter().filter_map(|txid| self.ledger.entry(*txid));
        let inputs = conflicts.flat_map(|entry| &entry.transaction.input);
        let parents: BTreeSet<Txid> = inputs.map(|input| input.previous_output.txid).collect();
        let mut spent = transaction.input.iter().map(|input| input.previous_output.txid);
        match spent.position(|parent| !parents.contains(&parent) && self.ledger.mempool().contains(&parent)) {
            Some(input) => Err(ReplacementError::AddsUnconfirmed {
                txid: transaction.compute_txid(),
                input,
            }),
            None => Ok(()),
        }
    }

    fn check_fee(&self, transaction: &Transaction, fee: u64) -> Result<(), ReplacementError> {
        let txid = transaction.compute_txid();
        let replaced = self.replaced.iter().filter_map(|txid| self.ledger.entry(*txid));
        let old: u64 = replaced.map(|entry| self.ledger.fee(&entry.transaction)).sum();
        let Some(added) = fee.checked_sub(old) else {
            return Err(ReplacementError::LowerFee {
                txid,
                new: format_money(fee),
                old: format_money(old),
            });
        };
        let required = (self.policy.increment * transaction.vsize() as u64).div_ceil(1000);
        if added < required {
            return Err(ReplacementError::LowIncrement {
                txid,
                added: format_money(added),
                required: format_money(required),
            });
        }
        Ok(())
    }
}

/// Returns a fee rate in base units per 1000 vbytes, rounded down as nodes do.
fn rate(fee: u64, transaction: &Transaction) -> u64 {
    fee * 1000 / transaction.vsize() as u64
}

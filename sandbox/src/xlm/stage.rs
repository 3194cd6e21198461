//! The context of a transaction while its operations are applied.

use super::ledger_state::LedgerState;
use super::transaction::Transaction;
use std::collections::BTreeMap;
use stellar_xdr::AccountId;

/// The context of an operation.
#[derive(Debug)]
pub struct Stage<'a> {
    /// The state of the ledger.
    pub state: &'a mut LedgerState,
    /// The transaction of the operation.
    pub transaction: &'a Transaction,
    /// The index of the operation in the transaction.
    pub index: u32,
    /// The active sponsorships (CAP-33): sponsored account to sponsor.
    pub sponsors: BTreeMap<AccountId, AccountId>,
}

impl<'a> Stage<'a> {
    /// Returns the context before the first operation.
    pub fn new(state: &'a mut LedgerState, transaction: &'a Transaction) -> Self {
        Self {
            state,
            transaction,
            index: 0,
            sponsors: BTreeMap::new(),
        }
    }

    /// Returns true if the account is the sponsor of an active sponsorship.
    pub fn is_sponsor(&self, account: &AccountId) -> bool {
        self.sponsors.values().any(|sponsor| sponsor == account)
    }
}

//! The context of a transaction while its operations are applied.

use super::transaction::Transaction;
use super::world::World;
use std::collections::BTreeMap;
use stellar_xdr::AccountId;

/// The context of an operation.
#[derive(Debug)]
pub struct Stage<'a> {
    /// The state of the ledger.
    pub world: &'a mut World,
    /// The transaction of the operation.
    pub transaction: &'a Transaction,
    /// The index of the operation in the transaction.
    pub index: u32,
    /// The active sponsorships (CAP-33): sponsored account to sponsor.
    pub sponsors: BTreeMap<AccountId, AccountId>,
}

impl<'a> Stage<'a> {
    /// Returns the context before the first operation.
    pub fn new(world: &'a mut World, transaction: &'a Transaction) -> Self {
        Self {
            world,
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

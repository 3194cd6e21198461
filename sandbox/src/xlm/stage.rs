//! A transaction while its operations are done.

use super::transaction::Transaction;
use super::world::World;
use std::collections::BTreeMap;
use stellar_xdr::AccountId;

/// What operations work on.
#[derive(Debug)]
pub struct Stage<'a> {
    /// The state of the ledger.
    pub world: &'a mut World,
    /// The transaction that they are of.
    pub transaction: &'a Transaction,
    /// The place of the operation among them.
    pub index: u32,
    /// Who holds the reserves from now on (the value) for whom (CAP-33).
    pub sponsors: BTreeMap<AccountId, AccountId>,
}

impl<'a> Stage<'a> {
    /// Before the first operation.
    pub fn new(world: &'a mut World, transaction: &'a Transaction) -> Self {
        Self {
            world,
            transaction,
            index: 0,
            sponsors: BTreeMap::new(),
        }
    }

    /// Whether an account holds the reserves of anybody from now on.
    pub fn is_sponsor(&self, account: &AccountId) -> bool {
        self.sponsors.values().any(|sponsor| sponsor == account)
    }
}

//! The context of a transaction while the operations are applied, and the reserves of ledger entries, held by the
//! owner or by a sponsor (CAP-33).

use super::account::{Account, Balance, Signer};
use super::{Body, Entry, LedgerState};
use crate::xlm::rules::{BASE_RESERVE, MAX_SUBENTRIES};
use crate::xlm::transaction::Transaction;
use std::collections::BTreeMap;
use stellar_xdr::{AccountId, ContractEvent, LedgerKey, ScVal};

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
    /// The events of the contract that the operation called.
    pub events: Vec<ContractEvent>,
    /// The result of the called contract.
    pub returned: Option<ScVal>,
}

impl<'a> Stage<'a> {
    /// Returns the context before the first operation.
    pub fn new(state: &'a mut LedgerState, transaction: &'a Transaction) -> Self {
        Self {
            state,
            transaction,
            index: 0,
            sponsors: BTreeMap::new(),
            events: Vec::new(),
            returned: None,
        }
    }

    /// Returns true if the account is the sponsor of an active sponsorship.
    pub fn is_sponsor(&self, account: &AccountId) -> bool {
        self.sponsors.values().any(|sponsor| sponsor == account)
    }
}

/// An error of a reserve requirement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReserveError {
    /// The balance of the holder does not cover the reserve.
    #[error("the reserve is above the balance")]
    Low,
    /// The account has the maximum number of subentries.
    #[error("the account has too many entries")]
    TooManySubentries,
    /// The number of reserves held by the sponsor would overflow.
    #[error("the sponsor holds too many reserves")]
    TooManySponsoring,
}

impl Stage<'_> {
    /// Adds a new entry of an account to the ledger.
    pub fn create(&mut self, owner: &AccountId, mut entry: Entry) -> Result<(), ReserveError> {
        self.take_reserve(owner, &mut entry)?;
        self.state.insert(entry);
        Ok(())
    }

    /// Takes the reserve of a new entry from the owner or sponsor, and records the sponsor in the entry.
    pub fn take_reserve(&mut self, owner: &AccountId, entry: &mut Entry) -> Result<(), ReserveError> {
        let sponsor = match (&entry.body, self.sponsors.get(owner)) {
            (_, Some(sponsor)) => Some(sponsor.clone()),
            // A claimable balance always has a sponsor, by default the creator.
            (Body::Balance(_), None) => Some(owner.clone()),
            (_, None) => None,
        };
        let reserves = entry.reserves();
        if entry.is_subentry() {
            check_count(self.state, owner, reserves)?;
        }
        match &sponsor {
            Some(sponsor) => hold(self.state, sponsor, reserves)?,
            None => check_own(self.state, owner, entry)?,
        }
        let is_sponsored = sponsor.is_some();
        if let Body::Account(account) = &mut entry.body {
            account.sponsored = if is_sponsored { reserves } else { 0 };
        }
        entry.sponsor = sponsor;
        if entry.is_subentry()
            && let Some(account) = self.state.account_mut(owner)
        {
            account.subentries += reserves;
            account.sponsored += if is_sponsored { reserves } else { 0 };
        }
        Ok(())
    }

    /// Deletes an entry from the ledger and releases the reserve.
    pub fn delete(&mut self, key: &LedgerKey) {
        let Some(entry) = self.state.entry(key).cloned() else {
            return;
        };
        self.state.remove(key);
        self.release_reserve(&entry);
    }

    /// Releases the reserve of an already deleted entry.
    pub fn release_reserve(&mut self, entry: &Entry) {
        let reserves = entry.reserves();
        if let Some(sponsor) = &entry.sponsor {
            release_reserves(self.state, sponsor, reserves);
        }
        let owner = entry.owner().filter(|_| entry.is_subentry());
        if let Some(account) = owner.and_then(|owner| self.state.account_mut(owner)) {
            account.subentries -= reserves;
            account.sponsored -= if entry.sponsor.is_some() { reserves } else { 0 };
        }
    }

    /// Adds a signer to an account.
    pub fn add_signer(&mut self, owner: &AccountId, mut signer: Signer) -> Result<(), ReserveError> {
        check_count(self.state, owner, 1)?;
        match self.sponsors.get(owner).cloned() {
            Some(sponsor) => {
                hold(self.state, &sponsor, 1)?;
                signer.sponsor = Some(sponsor);
            }
            None => check_available(self.state, owner, 1)?,
        }
        if let Some(account) = self.state.account_mut(owner) {
            account.subentries += 1;
            account.sponsored += u32::from(signer.sponsor.is_some());
            account.signers.push(signer);
            account.signers.sort_by(|one, other| one.key.cmp(&other.key));
        }
        Ok(())
    }
}

/// Removes a signer from an account.
pub fn remove_signer(state: &mut LedgerState, owner: &AccountId, index: usize) {
    let Some(account) = state.account_mut(owner) else {
        return;
    };
    let signer = account.signers.remove(index);
    account.subentries -= 1;
    if let Some(sponsor) = signer.sponsor {
        account.sponsored -= 1;
        release_reserves(state, &sponsor, 1);
    }
}

/// Adds reserves to a sponsor.
pub fn hold(state: &mut LedgerState, sponsor: &AccountId, reserves: u32) -> Result<(), ReserveError> {
    check_available(state, sponsor, reserves)?;
    let account = state.account_mut(sponsor).ok_or(ReserveError::Low)?;
    let sum = account.sponsoring.checked_add(reserves);
    let sum = sum.filter(|sum| sum.checked_add(account.subentries).is_some());
    account.sponsoring = sum.ok_or(ReserveError::TooManySponsoring)?;
    Ok(())
}

/// Removes reserves from a sponsor.
pub fn release_reserves(state: &mut LedgerState, sponsor: &AccountId, reserves: u32) {
    if let Some(account) = state.account_mut(sponsor) {
        account.sponsoring -= reserves;
    }
}

/// Checks that an account can hold more reserves.
pub fn check_available(state: &LedgerState, account: &AccountId, reserves: u32) -> Result<(), ReserveError> {
    let available = state.account(account).map_or(0, Account::available);
    if available < i64::from(reserves) * BASE_RESERVE {
        return Err(ReserveError::Low);
    }
    Ok(())
}

fn check_own(state: &LedgerState, owner: &AccountId, entry: &Entry) -> Result<(), ReserveError> {
    match &entry.body {
        Body::Account(account) if account.available() < 0 => Err(ReserveError::Low),
        Body::Account(_) => Ok(()),
        _ => check_available(state, owner, entry.reserves()),
    }
}

fn check_count(state: &LedgerState, owner: &AccountId, reserves: u32) -> Result<(), ReserveError> {
    let subentries = state.account(owner).map_or(0, |account| account.subentries);
    if subentries + reserves > MAX_SUBENTRIES {
        return Err(ReserveError::TooManySubentries);
    }
    Ok(())
}

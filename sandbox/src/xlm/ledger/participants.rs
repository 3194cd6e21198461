//! The accounts that have a transaction or an operation in the history.

use super::{Included, Ledger};
use crate::xlm::transaction::Transaction;
use std::collections::BTreeSet;
use stellar_xdr::{
    AccountId, Claimant, ContractEventBody, LedgerEntry, LedgerEntryChange, LedgerEntryData, LedgerEntryExt, LedgerKey,
    Operation, OperationBody, OperationMetaV2, RevokeSponsorshipOp, ScAddress, ScVal, TransactionMeta,
};

/// Returns `Some` if an account exists or existed.
pub fn check_known(ledger: &Ledger, account: &AccountId) -> Option<()> {
    let is_known = ledger.state().account(account).is_some()
        || ledger
            .history()
            .any(|included| of_transaction(included).contains(account));
    is_known.then_some(())
}

/// Returns all accounts that participate in a transaction: the source, the payer of the fee and the participants of the
/// operations. As in Horizon, the owners of offers that takers fill are not included.
pub fn of_transaction(included: &Included) -> BTreeSet<AccountId> {
    let transaction = &included.transaction;
    let operations = transaction.inner.operations.iter().enumerate();
    let mut accounts: BTreeSet<_> = operations
        .flat_map(|(index, operation)| of_operation(included, index, operation))
        .collect();
    accounts.insert(transaction.source());
    accounts.insert(transaction.fee_source());
    accounts
}

/// Returns all accounts that participate in an operation.
pub fn of_operation(included: &Included, index: usize, operation: &Operation) -> BTreeSet<AccountId> {
    let mut accounts = BTreeSet::from([included.transaction.source_of(operation)]);
    match &operation.body {
        OperationBody::CreateAccount(operation) => {
            accounts.insert(operation.destination.clone());
        }
        OperationBody::Payment(operation) => {
            accounts.insert(operation.destination.clone().account_id());
        }
        OperationBody::PathPaymentStrictReceive(operation) => {
            accounts.insert(operation.destination.clone().account_id());
        }
        OperationBody::PathPaymentStrictSend(operation) => {
            accounts.insert(operation.destination.clone().account_id());
        }
        OperationBody::AccountMerge(destination) => {
            accounts.insert(destination.clone().account_id());
        }
        OperationBody::AllowTrust(operation) => {
            accounts.insert(operation.trustor.clone());
        }
        OperationBody::SetTrustLineFlags(operation) => {
            accounts.insert(operation.trustor.clone());
        }
        OperationBody::CreateClaimableBalance(operation) => {
            let claimants = operation.claimants.iter();
            accounts.extend(claimants.map(|Claimant::ClaimantTypeV0(claimant)| claimant.destination.clone()));
        }
        OperationBody::BeginSponsoringFutureReserves(operation) => {
            accounts.insert(operation.sponsored_id.clone());
        }
        OperationBody::EndSponsoringFutureReserves => {
            accounts
                .extend(sponsorship_starter(&included.transaction, index).map(|started| started.clone().account_id()));
        }
        OperationBody::Clawback(operation) => {
            accounts.insert(operation.from.clone().account_id());
        }
        OperationBody::RevokeSponsorship(operation) => accounts.extend(of_revocation(operation)),
        OperationBody::InvokeHostFunction(_) => accounts.extend(of_events(included, index)),
        _ => {}
    }
    accounts.extend(sponsor(included, index));
    accounts
}

/// Returns the accounts that a called contract of an asset moves amounts between.
fn of_events(included: &Included, index: usize) -> impl Iterator<Item = AccountId> {
    let events = changes(included, index).into_iter().flat_map(|meta| meta.events.iter());
    let topics = events.flat_map(|event| {
        let ContractEventBody::V0(body) = &event.body;
        body.topics.to_vec()
    });
    topics.filter_map(|topic| match topic {
        ScVal::Address(ScAddress::Account(account)) => Some(account),
        _ => None,
    })
}

fn of_revocation(operation: &RevokeSponsorshipOp) -> Option<AccountId> {
    match operation {
        RevokeSponsorshipOp::Signer(signer) => Some(signer.account_id.clone()),
        RevokeSponsorshipOp::LedgerEntry(key) => match key {
            LedgerKey::Account(key) => Some(key.account_id.clone()),
            LedgerKey::Trustline(key) => Some(key.account_id.clone()),
            LedgerKey::Offer(key) => Some(key.seller_id.clone()),
            LedgerKey::Data(key) => Some(key.account_id.clone()),
            _ => None,
        },
    }
}

/// Returns the account that began the sponsorship which the operation at this index ends.
pub fn sponsorship_starter(transaction: &Transaction, index: usize) -> Option<&stellar_xdr::MuxedAccount> {
    let operations = &transaction.inner.operations;
    let ends_for = transaction.source_of(operations.get(index)?);
    let before = operations.iter().take(index).rev();
    let mut started = before.filter_map(|operation| match &operation.body {
        OperationBody::BeginSponsoringFutureReserves(begin) if begin.sponsored_id == ends_for => {
            Some(transaction.actor(operation))
        }
        _ => None,
    });
    started.next()
}

/// Returns the sponsor of the entry that an operation created.
pub fn sponsor(included: &Included, index: usize) -> Option<AccountId> {
    let operation = included.transaction.inner.operations.get(index)?;
    let created = changes(included, index)?
        .changes
        .0
        .iter()
        .filter_map(|change| match change {
            LedgerEntryChange::Created(entry) => Some(entry),
            LedgerEntryChange::Updated(_)
            | LedgerEntryChange::Removed(_)
            | LedgerEntryChange::State(_)
            | LedgerEntryChange::Restored(_) => None,
        });
    let sponsored = created.into_iter().find_map(sponsor_of);
    sponsored.or_else(|| match &operation.body {
        OperationBody::SetOptions(options) => sponsor_of_signer(included, index, options.signer.as_ref()?),
        _ => None,
    })
}

/// A changed entry of the ledger: the state before and after an operation; `None` if it did not or does not exist.
#[derive(Clone, Copy, Debug)]
pub struct EntryChange<'a> {
    pub before: Option<&'a LedgerEntry>,
    pub after: Option<&'a LedgerEntry>,
}

impl<'a> EntryChange<'a> {
    /// Returns the content before.
    pub fn before_data(&self) -> Option<&'a LedgerEntryData> {
        self.before.map(|entry| &entry.data)
    }

    /// Returns the content after.
    pub fn after_data(&self) -> Option<&'a LedgerEntryData> {
        self.after.map(|entry| &entry.data)
    }

    /// Returns the content after, or before for a deleted entry.
    pub fn data(&self) -> Option<&'a LedgerEntryData> {
        self.after_data().or_else(|| self.before_data())
    }
}

/// Returns the entries that an operation has changed, in order.
pub fn entry_changes(included: &Included, index: usize) -> Vec<EntryChange<'_>> {
    let (mut found, mut state) = (Vec::new(), None);
    for change in changes(included, index).map_or(&[][..], |meta| &meta.changes.0) {
        let (before, after) = match change {
            LedgerEntryChange::State(entry) => {
                state = Some(entry);
                continue;
            }
            LedgerEntryChange::Created(entry) | LedgerEntryChange::Restored(entry) => (None, Some(entry)),
            LedgerEntryChange::Updated(entry) => (state.take(), Some(entry)),
            LedgerEntryChange::Removed(_) => (state.take(), None),
        };
        found.push(EntryChange { before, after });
    }
    found
}

/// Returns the meta of an operation in a successful transaction.
pub fn changes(included: &Included, index: usize) -> Option<&OperationMetaV2> {
    match &included.meta {
        TransactionMeta::V4(meta) => meta.operations.get(index),
        _ => None,
    }
}

/// Returns the sponsor of an entry.
pub fn sponsor_of(entry: &LedgerEntry) -> Option<AccountId> {
    match &entry.ext {
        LedgerEntryExt::V0 => None,
        LedgerEntryExt::V1(extension) => extension.sponsoring_id.0.clone(),
    }
}

fn sponsor_of_signer(included: &Included, index: usize, signer: &stellar_xdr::Signer) -> Option<AccountId> {
    let after = changes(included, index)?
        .changes
        .0
        .iter()
        .filter_map(|change| match change {
            LedgerEntryChange::Updated(LedgerEntry {
                data: LedgerEntryData::Account(account),
                ..
            }) => Some(account),
            _ => None,
        });
    after.into_iter().find_map(|account| {
        let at = account.signers.iter().position(|known| known.key == signer.key)?;
        signer_sponsor(account, at)
    })
}

/// Returns the sponsor of the signer at this index.
pub fn signer_sponsor(account: &stellar_xdr::AccountEntry, index: usize) -> Option<AccountId> {
    let stellar_xdr::AccountEntryExt::V1(first) = &account.ext else {
        return None;
    };
    let stellar_xdr::AccountEntryExtensionV1Ext::V2(second) = &first.ext else {
        return None;
    };
    second.signer_sponsoring_i_ds.get(index)?.0.clone()
}

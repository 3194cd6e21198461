//! Whose history a transaction and an operation belong to.

use super::ledger::{Included, Ledger};
use super::transaction::Transaction;
use std::collections::BTreeSet;
use stellar_xdr::{
    AccountId, Claimant, LedgerEntry, LedgerEntryChange, LedgerEntryData, LedgerEntryExt, LedgerKey, Operation,
    OperationBody, OperationMetaV2, RevokeSponsorshipOp, TransactionMeta,
};

/// Whether an account is or was there.
pub fn check_known(ledger: &Ledger, account: &AccountId) -> Option<()> {
    let is_known = ledger.world().account(account).is_some()
        || ledger
            .history()
            .any(|included| of_transaction(included).contains(account));
    is_known.then_some(())
}

/// Everybody whom a transaction concerns: whoever takes part in it, and whose account it changed.
pub fn of_transaction(included: &Included) -> BTreeSet<AccountId> {
    let transaction = &included.transaction;
    let operations = transaction.inner.operations.iter().enumerate();
    let mut concerned: BTreeSet<_> = operations
        .flat_map(|(place, operation)| of_operation(included, place, operation))
        .collect();
    concerned.insert(transaction.source());
    concerned.insert(transaction.fee_source());
    let mut changes = vec![&included.fee_meta];
    if let TransactionMeta::V4(meta) = &included.meta {
        changes.push(&meta.tx_changes_before);
        changes.extend(meta.operations.iter().map(|operation| &operation.changes));
    }
    concerned.extend(
        changes
            .into_iter()
            .flat_map(|changes| changes.0.iter())
            .filter_map(changed),
    );
    concerned
}

/// The account that changed, when it is one.
fn changed(change: &LedgerEntryChange) -> Option<AccountId> {
    let entry = match change {
        LedgerEntryChange::Created(entry)
        | LedgerEntryChange::Updated(entry)
        | LedgerEntryChange::State(entry)
        | LedgerEntryChange::Restored(entry) => entry,
        LedgerEntryChange::Removed(LedgerKey::Account(key)) => return Some(key.account_id.clone()),
        LedgerEntryChange::Removed(_) => return None,
    };
    match &entry.data {
        LedgerEntryData::Account(account) => Some(account.account_id.clone()),
        _ => None,
    }
}

/// Everybody whom an operation concerns.
pub fn of_operation(included: &Included, place: usize, operation: &Operation) -> BTreeSet<AccountId> {
    let mut concerned = BTreeSet::from([included.transaction.source_of(operation)]);
    match &operation.body {
        OperationBody::CreateAccount(operation) => {
            concerned.insert(operation.destination.clone());
        }
        OperationBody::Payment(operation) => {
            concerned.insert(operation.destination.clone().account_id());
        }
        OperationBody::PathPaymentStrictReceive(operation) => {
            concerned.insert(operation.destination.clone().account_id());
        }
        OperationBody::PathPaymentStrictSend(operation) => {
            concerned.insert(operation.destination.clone().account_id());
        }
        OperationBody::AccountMerge(destination) => {
            concerned.insert(destination.clone().account_id());
        }
        OperationBody::AllowTrust(operation) => {
            concerned.insert(operation.trustor.clone());
        }
        OperationBody::SetTrustLineFlags(operation) => {
            concerned.insert(operation.trustor.clone());
        }
        OperationBody::CreateClaimableBalance(operation) => {
            let claimants = operation.claimants.iter();
            concerned.extend(claimants.map(|Claimant::ClaimantTypeV0(claimant)| claimant.destination.clone()));
        }
        OperationBody::BeginSponsoringFutureReserves(operation) => {
            concerned.insert(operation.sponsored_id.clone());
        }
        OperationBody::EndSponsoringFutureReserves => {
            concerned.extend(who_began(&included.transaction, place).map(|began| began.clone().account_id()));
        }
        OperationBody::Clawback(operation) => {
            concerned.insert(operation.from.clone().account_id());
        }
        OperationBody::RevokeSponsorship(operation) => concerned.extend(of_revocation(operation)),
        _ => {}
    }
    concerned.extend(sponsor(included, place));
    concerned
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

/// Who began the sponsorship that the operation at this place ends.
pub fn who_began(transaction: &Transaction, place: usize) -> Option<&stellar_xdr::MuxedAccount> {
    let operations = &transaction.inner.operations;
    let ends_for = transaction.source_of(operations.get(place)?);
    let before = operations.iter().take(place).rev();
    let mut began = before.filter_map(|operation| match &operation.body {
        OperationBody::BeginSponsoringFutureReserves(begin) if begin.sponsored_id == ends_for => {
            Some(transaction.actor(operation))
        }
        _ => None,
    });
    began.next()
}

/// Who holds the reserve of what an operation made, when that is a sponsor.
pub fn sponsor(included: &Included, place: usize) -> Option<AccountId> {
    let operation = included.transaction.inner.operations.get(place)?;
    let made = changes(included, place)?
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
    let sponsored = made.into_iter().find_map(sponsor_of);
    sponsored.or_else(|| match &operation.body {
        OperationBody::SetOptions(options) => sponsor_of_signer(included, place, options.signer.as_ref()?),
        _ => None,
    })
}

fn changes(included: &Included, place: usize) -> Option<&OperationMetaV2> {
    match &included.meta {
        TransactionMeta::V4(meta) => meta.operations.get(place),
        _ => None,
    }
}

fn sponsor_of(entry: &LedgerEntry) -> Option<AccountId> {
    match &entry.ext {
        LedgerEntryExt::V0 => None,
        LedgerEntryExt::V1(extension) => extension.sponsoring_id.0.clone(),
    }
}

fn sponsor_of_signer(included: &Included, place: usize, signer: &stellar_xdr::Signer) -> Option<AccountId> {
    let after = changes(included, place)?
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
        let stellar_xdr::AccountEntryExt::V1(first) = &account.ext else {
            return None;
        };
        let stellar_xdr::AccountEntryExtensionV1Ext::V2(second) = &first.ext else {
            return None;
        };
        second.signer_sponsoring_i_ds.get(at)?.0.clone()
    })
}

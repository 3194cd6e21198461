//! Creation and merging of accounts, and sequence number bumps.

use crate::xlm::account::Account;
use crate::xlm::balance::Balance;
use crate::xlm::entry::{Body, Entry};
use crate::xlm::failure::{ApplyOutcome, Failure};
use crate::xlm::ledger_state::account_key;
use crate::xlm::reserves;
use crate::xlm::stage::Stage;
use stellar_xdr::{
    AccountFlags, AccountId, AccountMergeResult, BumpSequenceOp, BumpSequenceResult, CreateAccountOp,
    CreateAccountResult, MuxedAccount, OperationResultTr,
};

pub fn check_create(source: &AccountId, operation: &CreateAccountOp) -> Result<(), Failure> {
    if operation.starting_balance < 0 || operation.destination == *source {
        return Err(CreateAccountResult::Malformed.into());
    }
    Ok(())
}

pub fn create(stage: &mut Stage<'_>, source: &AccountId, operation: &CreateAccountOp) -> ApplyOutcome {
    let CreateAccountOp {
        destination,
        starting_balance,
    } = operation;
    if stage.state.account(destination).is_some() {
        return Err(CreateAccountResult::AlreadyExist.into());
    }
    let account = Account::new(destination.clone(), *starting_balance, stage.state.context().ledger);
    stage
        .create(destination, Entry::new(Body::Account(account)))
        .map_err(|error| Failure::reserve(error, CreateAccountResult::LowReserve))?;
    let payer = stage.state.account_mut(source);
    if !payer.is_some_and(|payer| payer.spend(*starting_balance)) {
        return Err(CreateAccountResult::Underfunded.into());
    }
    Ok(OperationResultTr::CreateAccount(CreateAccountResult::Success))
}

pub fn check_merge(source: &AccountId, destination: &MuxedAccount) -> Result<(), Failure> {
    if destination.clone().account_id() == *source {
        return Err(AccountMergeResult::Malformed.into());
    }
    Ok(())
}

pub fn merge(stage: &mut Stage<'_>, source: &AccountId, destination: &MuxedAccount) -> ApplyOutcome {
    let destination = destination.clone().account_id();
    if stage.state.account(&destination).is_none() {
        return Err(AccountMergeResult::NoAccount.into());
    }
    let next = i64::from(stage.state.context().ledger) << 32;
    let is_sponsor = stage.is_sponsor(source);
    let account = stage.state.account(source).ok_or(AccountMergeResult::NoAccount)?;
    if account.has(AccountFlags::ImmutableFlag) {
        return Err(AccountMergeResult::ImmutableSet.into());
    }
    if account.subentries as usize != account.signers.len() {
        return Err(AccountMergeResult::HasSubEntries.into());
    }
    // If the account is created again, its starting sequence number must be above all used ones.
    if account.sequence >= next {
        return Err(AccountMergeResult::SeqnumTooFar.into());
    }
    if is_sponsor || account.sponsoring > 0 {
        return Err(AccountMergeResult::IsSponsor.into());
    }
    let balance = account.balance;
    for index in (0..account.signers.len()).rev() {
        reserves::remove_signer(stage.state, source, index);
    }
    if !stage
        .state
        .account_mut(&destination)
        .is_some_and(|to| to.receive(balance))
    {
        return Err(AccountMergeResult::DestFull.into());
    }
    stage.delete(&account_key(source));
    Ok(OperationResultTr::AccountMerge(AccountMergeResult::Success(balance)))
}

pub fn check_bump(operation: &BumpSequenceOp) -> Result<(), Failure> {
    if operation.bump_to.0 < 0 {
        return Err(BumpSequenceResult::BadSeq.into());
    }
    Ok(())
}

pub fn bump(stage: &mut Stage<'_>, source: &AccountId, operation: &BumpSequenceOp) -> OperationResultTr {
    let context = stage.state.context();
    if let Some(account) = stage.state.account_mut(source) {
        account.sequence = account.sequence.max(operation.bump_to.0);
        account.sequence_ledger = context.ledger;
        account.sequence_time = context.close_time;
    }
    OperationResultTr::BumpSequence(BumpSequenceResult::Success)
}

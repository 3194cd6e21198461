//! Creation, options, data entries, sequence numbers and merging of accounts.

use super::{ApplyOutcome, Failure};
use crate::xlm::rules::MAX_SIGNERS;
use crate::xlm::state::account::{Account, Balance, Signer};
use crate::xlm::state::stage::{self, Stage};
use crate::xlm::state::{Body, Entry, account_key, data_key};
use stellar_xdr as xdr;
use stellar_xdr::{
    AccountFlags, AccountId, AccountMergeResult, BumpSequenceOp, BumpSequenceResult, CreateAccountOp,
    CreateAccountResult, DataEntry, DataEntryExt, ManageDataOp, ManageDataResult, MuxedAccount, OperationResultTr,
    PublicKey, SetOptionsOp, SetOptionsResult, SignerKey,
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
    // If the account is created again, the starting sequence number must be above all used ones.
    if account.sequence >= next {
        return Err(AccountMergeResult::SeqnumTooFar.into());
    }
    if is_sponsor || account.sponsoring > 0 {
        return Err(AccountMergeResult::IsSponsor.into());
    }
    let balance = account.balance;
    for index in (0..account.signers.len()).rev() {
        stage::remove_signer(stage.state, source, index);
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

/// All defined account flags.
const FLAGS: u32 = 0xf;

pub fn check_options(source: &AccountId, operation: &SetOptionsOp) -> Result<(), Failure> {
    let (set, clear) = (operation.set_flags.unwrap_or(0), operation.clear_flags.unwrap_or(0));
    if (set | clear) & !FLAGS != 0 {
        return Err(SetOptionsResult::UnknownFlag.into());
    }
    if set & clear != 0 {
        return Err(SetOptionsResult::BadFlags.into());
    }
    let weights = [
        operation.master_weight,
        operation.low_threshold,
        operation.med_threshold,
        operation.high_threshold,
    ];
    if weights.into_iter().flatten().any(|weight| weight > 255) {
        return Err(SetOptionsResult::ThresholdOutOfRange.into());
    }
    if operation
        .signer
        .as_ref()
        .is_some_and(|signer| !is_valid_signer(source, signer))
    {
        return Err(SetOptionsResult::BadSigner.into());
    }
    if operation.home_domain.as_ref().is_some_and(|domain| !is_text(&domain.0)) {
        return Err(SetOptionsResult::InvalidHomeDomain.into());
    }
    Ok(())
}

fn is_valid_signer(source: &AccountId, signer: &xdr::Signer) -> bool {
    let AccountId(PublicKey::PublicKeyTypeEd25519(own)) = source;
    let is_possible = match &signer.key {
        SignerKey::Ed25519(key) => key != own,
        SignerKey::Ed25519SignedPayload(signer) => !signer.payload.is_empty(),
        SignerKey::PreAuthTx(_) | SignerKey::HashX(_) => true,
    };
    is_possible && signer.weight <= 255
}

/// Returns true if all bytes are printable ASCII.
pub fn is_text(bytes: &[u8]) -> bool {
    bytes.iter().all(|byte| byte.is_ascii() && !byte.is_ascii_control())
}

pub fn set_options(stage: &mut Stage<'_>, source: &AccountId, operation: &SetOptionsOp) -> ApplyOutcome {
    let voted = operation.inflation_dest.as_ref();
    if voted.is_some_and(|voted| stage.state.account(voted).is_none()) {
        return Err(SetOptionsResult::InvalidInflation.into());
    }
    let account = stage.state.account_mut(source).ok_or(SetOptionsResult::BadSigner)?;
    if operation.inflation_dest.is_some() {
        account.inflation_destination.clone_from(&operation.inflation_dest);
    }
    set_account_flags(account, operation)?;
    if let Some(domain) = &operation.home_domain {
        account.home_domain = domain.clone();
    }
    let weights = [
        operation.master_weight,
        operation.low_threshold,
        operation.med_threshold,
        operation.high_threshold,
    ];
    for (threshold, weight) in account.thresholds.iter_mut().zip(weights) {
        if let Some(weight) = weight.and_then(|weight| u8::try_from(weight).ok()) {
            *threshold = weight;
        }
    }
    if let Some(signer) = &operation.signer {
        set_signer(stage, source, signer)?;
    }
    Ok(OperationResultTr::SetOptions(SetOptionsResult::Success))
}

fn set_account_flags(account: &mut Account, operation: &SetOptionsOp) -> Result<(), Failure> {
    let (set, clear) = (operation.set_flags.unwrap_or(0), operation.clear_flags.unwrap_or(0));
    if set | clear != 0 && account.has(AccountFlags::ImmutableFlag) {
        return Err(SetOptionsResult::CantChange.into());
    }
    account.flags = account.flags & !clear | set;
    // An issuer with clawback must be able to revoke authorizations as well (CAP-35).
    if account.has(AccountFlags::ClawbackEnabledFlag) && !account.has(AccountFlags::RevocableFlag) {
        return Err(SetOptionsResult::AuthRevocableRequired.into());
    }
    Ok(())
}

fn set_signer(stage: &mut Stage<'_>, source: &AccountId, signer: &xdr::Signer) -> Result<(), Failure> {
    let account = stage.state.account_mut(source).ok_or(SetOptionsResult::BadSigner)?;
    let index = account.signers.iter().position(|known| known.key == signer.key);
    match index {
        Some(index) if signer.weight == 0 => stage::remove_signer(stage.state, source, index),
        Some(index) => account.signers[index].weight = signer.weight,
        None if signer.weight == 0 => (),
        None if account.signers.len() >= MAX_SIGNERS => return Err(SetOptionsResult::TooManySigners.into()),
        None => {
            let signer = Signer {
                key: signer.key.clone(),
                weight: signer.weight,
                sponsor: None,
            };
            stage
                .add_signer(source, signer)
                .map_err(|error| Failure::reserve(error, SetOptionsResult::LowReserve))?;
        }
    }
    Ok(())
}

pub fn check_data(operation: &ManageDataOp) -> Result<(), Failure> {
    let name = operation.data_name.0.as_slice();
    if name.is_empty() || !is_text(name) {
        return Err(ManageDataResult::InvalidName.into());
    }
    Ok(())
}

pub fn manage_data(stage: &mut Stage<'_>, source: &AccountId, operation: &ManageDataOp) -> ApplyOutcome {
    let key = data_key(source, &operation.data_name);
    match (&operation.data_value, stage.state.entry(&key).is_some()) {
        (None, false) => return Err(ManageDataResult::NameNotFound.into()),
        (None, true) => stage.delete(&key),
        (Some(value), true) => {
            if let Some(Entry {
                body: Body::Data(data), ..
            }) = stage.state.entry_mut(&key)
            {
                data.data_value = value.clone();
            }
        }
        (Some(value), false) => {
            let data = DataEntry {
                account_id: source.clone(),
                data_name: operation.data_name.clone(),
                data_value: value.clone(),
                ext: DataEntryExt::V0,
            };
            stage
                .create(source, Entry::new(Body::Data(data)))
                .map_err(|error| Failure::reserve(error, ManageDataResult::LowReserve))?;
        }
    }
    Ok(OperationResultTr::ManageData(ManageDataResult::Success))
}

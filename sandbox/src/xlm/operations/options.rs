//! `SetOptions`: flags, thresholds, signers and other options.

use crate::xlm::account::{Account, Signer};
use crate::xlm::failure::{ApplyOutcome, Failure};
use crate::xlm::reserves;
use crate::xlm::rules::MAX_SIGNERS;
use crate::xlm::stage::Stage;
use stellar_xdr::{
    self as xdr, AccountFlags, AccountId, OperationResultTr, PublicKey, SetOptionsOp, SetOptionsResult, SignerKey,
};

/// All defined account flags.
const FLAGS: u32 = 0xf;

pub fn check(source: &AccountId, operation: &SetOptionsOp) -> Result<(), Failure> {
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

pub fn set(stage: &mut Stage<'_>, source: &AccountId, operation: &SetOptionsOp) -> ApplyOutcome {
    let voted = operation.inflation_dest.as_ref();
    if voted.is_some_and(|voted| stage.state.account(voted).is_none()) {
        return Err(SetOptionsResult::InvalidInflation.into());
    }
    let account = stage.state.account_mut(source).ok_or(SetOptionsResult::BadSigner)?;
    if operation.inflation_dest.is_some() {
        account.inflation_destination.clone_from(&operation.inflation_dest);
    }
    set_flags(account, operation)?;
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

fn set_flags(account: &mut Account, operation: &SetOptionsOp) -> Result<(), Failure> {
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
        Some(index) if signer.weight == 0 => reserves::remove_signer(stage.state, source, index),
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

//! Claimable balances (CAP-23).

use crate::xlm::codec;
use crate::xlm::entry::{Body, Entry};
use crate::xlm::failure::{ApplyOutcome, Failure};
use crate::xlm::holdings::{ReceiveError, SpendError, is_valid, issuer, receive, spend, trust_line_asset};
use crate::xlm::ledger_state::balance_key;
use crate::xlm::predicate;
use crate::xlm::stage::Stage;
use std::collections::BTreeSet;
use stellar_xdr::{
    AccountFlags, AccountId, ClaimClaimableBalanceOp, ClaimClaimableBalanceResult, ClaimableBalanceEntry,
    ClaimableBalanceEntryExt, ClaimableBalanceEntryExtensionV1, ClaimableBalanceEntryExtensionV1Ext,
    ClaimableBalanceFlags, ClaimableBalanceId, Claimant, ClaimantV0, CreateClaimableBalanceOp,
    CreateClaimableBalanceResult, Hash, HashIdPreimage, HashIdPreimageOperationId, OperationResultTr, TrustLineFlags,
};

const CLAWBACK: u32 = ClaimableBalanceFlags::ClaimableBalanceClawbackEnabledFlag as u32;

pub fn check_create(operation: &CreateClaimableBalanceOp) -> Result<(), Failure> {
    let mut seen = BTreeSet::new();
    let claimants_are_valid = operation.claimants.iter().all(|Claimant::ClaimantTypeV0(claimant)| {
        seen.insert(&claimant.destination) && predicate::is_valid(&claimant.predicate)
    });
    let is_valid =
        is_valid(&operation.asset) && operation.amount > 0 && !operation.claimants.is_empty() && claimants_are_valid;
    if !is_valid {
        return Err(CreateClaimableBalanceResult::Malformed.into());
    }
    Ok(())
}

pub fn create(stage: &mut Stage<'_>, source: &AccountId, operation: &CreateClaimableBalanceOp) -> ApplyOutcome {
    let (asset, amount) = (&operation.asset, operation.amount);
    spend(stage.state, source, asset, amount).map_err(|error| match error {
        SpendError::NoTrust => CreateClaimableBalanceResult::NoTrust,
        SpendError::NotAuthorized => CreateClaimableBalanceResult::NotAuthorized,
        SpendError::Underfunded => CreateClaimableBalanceResult::Underfunded,
    })?;
    let close_time = stage.state.context().close_time;
    let claimants = operation.claimants.iter().map(|Claimant::ClaimantTypeV0(claimant)| {
        Claimant::ClaimantTypeV0(ClaimantV0 {
            destination: claimant.destination.clone(),
            predicate: predicate::absolute(&claimant.predicate, close_time),
        })
    });
    let balance_id = next_id(stage);
    let balance = ClaimableBalanceEntry {
        balance_id: balance_id.clone(),
        claimants: codec::list(claimants.collect()),
        asset: asset.clone(),
        amount,
        ext: extension(can_be_clawed_back(stage, source, operation)),
    };
    stage
        .create(source, Entry::new(Body::Balance(balance)))
        .map_err(|error| Failure::reserve(error, CreateClaimableBalanceResult::LowReserve))?;
    let success = CreateClaimableBalanceResult::Success(balance_id);
    Ok(OperationResultTr::CreateClaimableBalance(success))
}

fn can_be_clawed_back(stage: &Stage<'_>, source: &AccountId, operation: &CreateClaimableBalanceOp) -> bool {
    let Some(held) = trust_line_asset(&operation.asset) else {
        return false;
    };
    if issuer(&operation.asset) == Some(source) {
        let issuer = stage.state.account(source);
        return issuer.is_some_and(|issuer| issuer.has(AccountFlags::ClawbackEnabledFlag));
    }
    let line = stage.state.trust_line(source, &held);
    line.is_some_and(|line| line.has(TrustLineFlags::TrustlineClawbackEnabledFlag))
}

fn extension(can_be_clawed_back: bool) -> ClaimableBalanceEntryExt {
    if !can_be_clawed_back {
        return ClaimableBalanceEntryExt::V0;
    }
    ClaimableBalanceEntryExt::V1(ClaimableBalanceEntryExtensionV1 {
        ext: ClaimableBalanceEntryExtensionV1Ext::V0,
        flags: CLAWBACK,
    })
}

/// Returns true if the issuer can claw it back.
pub fn has_clawback(balance: &ClaimableBalanceEntry) -> bool {
    matches!(&balance.ext, ClaimableBalanceEntryExt::V1(extension) if extension.flags & CLAWBACK != 0)
}

fn next_id(stage: &Stage<'_>) -> ClaimableBalanceId {
    let preimage = HashIdPreimage::OpId(HashIdPreimageOperationId {
        source_account: stage.transaction.source(),
        seq_num: stage.transaction.inner.seq_num.clone(),
        op_num: stage.index,
    });
    ClaimableBalanceId::ClaimableBalanceIdTypeV0(Hash(codec::hash(&preimage)))
}

pub fn claim(stage: &mut Stage<'_>, source: &AccountId, operation: &ClaimClaimableBalanceOp) -> ApplyOutcome {
    let key = balance_key(&operation.balance_id);
    let balance = match stage.state.entry(&key).map(|entry| &entry.body) {
        Some(Body::Balance(balance)) => balance.clone(),
        _ => return Err(ClaimClaimableBalanceResult::DoesNotExist.into()),
    };
    let now = stage.state.context().close_time;
    let may_claim = balance.claimants.iter().any(|Claimant::ClaimantTypeV0(claimant)| {
        claimant.destination == *source && predicate::holds(&claimant.predicate, now)
    });
    if !may_claim {
        return Err(ClaimClaimableBalanceResult::CannotClaim.into());
    }
    receive(stage.state, source, &balance.asset, balance.amount).map_err(|error| match error {
        ReceiveError::NoTrust => ClaimClaimableBalanceResult::NoTrust,
        ReceiveError::NotAuthorized => ClaimClaimableBalanceResult::NotAuthorized,
        ReceiveError::Full => ClaimClaimableBalanceResult::LineFull,
    })?;
    stage.delete(&key);
    let success = ClaimClaimableBalanceResult::Success;
    Ok(OperationResultTr::ClaimClaimableBalance(success))
}

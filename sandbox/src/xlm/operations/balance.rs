//! Claimable balances with the predicates of their claimants (CAP-23), and clawbacks by issuers (CAP-35).

use super::{ApplyOutcome, Failure};
use crate::xlm::codec;
use crate::xlm::state::account::{Balance, is_valid, issuer, receive, spend, trust_line_asset};
use crate::xlm::state::stage::Stage;
use crate::xlm::state::{Body, Entry, balance_key};
use std::collections::BTreeSet;
use stellar_xdr::{
    AccountFlags, AccountId, ClaimClaimableBalanceOp, ClaimClaimableBalanceResult, ClaimPredicate,
    ClaimableBalanceEntry, ClaimableBalanceEntryExt, ClaimableBalanceEntryExtensionV1,
    ClaimableBalanceEntryExtensionV1Ext, ClaimableBalanceFlags, ClaimableBalanceId, Claimant, ClaimantV0,
    ClawbackClaimableBalanceOp, ClawbackClaimableBalanceResult, ClawbackOp, ClawbackResult, CreateClaimableBalanceOp,
    CreateClaimableBalanceResult, Hash, HashIdPreimage, HashIdPreimageOperationId, OperationResultTr, TrustLineFlags,
};

const CLAWBACK: u32 = ClaimableBalanceFlags::ClaimableBalanceClawbackEnabledFlag as u32;

pub fn check_create(operation: &CreateClaimableBalanceOp) -> Result<(), Failure> {
    let mut seen = BTreeSet::new();
    let claimants_are_valid = operation.claimants.iter().all(|Claimant::ClaimantTypeV0(claimant)| {
        seen.insert(&claimant.destination) && is_valid_predicate(&claimant.predicate)
    });
    let is_valid =
        is_valid(&operation.asset) && operation.amount > 0 && !operation.claimants.is_empty() && claimants_are_valid;
    if !is_valid {
        return Err(CreateClaimableBalanceResult::Malformed.into());
    }
    Ok(())
}

pub fn create(stage: &mut Stage<'_>, source: &AccountId, operation: &CreateClaimableBalanceOp) -> ApplyOutcome {
    use CreateClaimableBalanceResult as Code;
    let (asset, amount) = (&operation.asset, operation.amount);
    spend(stage.state, source, asset, amount)
        .map_err(|error| error.code(Code::NoTrust, Code::NotAuthorized, Code::Underfunded))?;
    let close_time = stage.state.context().close_time;
    let claimants = operation.claimants.iter().map(|Claimant::ClaimantTypeV0(claimant)| {
        Claimant::ClaimantTypeV0(ClaimantV0 {
            destination: claimant.destination.clone(),
            predicate: absolute(&claimant.predicate, close_time),
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
        .map_err(|error| Failure::reserve(error, Code::LowReserve))?;
    let success = Code::Success(balance_id);
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

/// Returns true if the issuer can claw the balance back.
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
    use ClaimClaimableBalanceResult as Code;
    let key = balance_key(&operation.balance_id);
    let balance = match stage.state.entry(&key).map(|entry| &entry.body) {
        Some(Body::Balance(balance)) => balance.clone(),
        _ => return Err(Code::DoesNotExist.into()),
    };
    let now = stage.state.context().close_time;
    let may_claim = balance
        .claimants
        .iter()
        .any(|Claimant::ClaimantTypeV0(claimant)| claimant.destination == *source && holds(&claimant.predicate, now));
    if !may_claim {
        return Err(Code::CannotClaim.into());
    }
    receive(stage.state, source, &balance.asset, balance.amount)
        .map_err(|error| error.code(Code::NoTrust, Code::NotAuthorized, Code::LineFull))?;
    stage.delete(&key);
    let success = Code::Success;
    Ok(OperationResultTr::ClaimClaimableBalance(success))
}

pub fn check_clawback(source: &AccountId, operation: &ClawbackOp) -> Result<(), Failure> {
    let is_valid_operation = operation.amount > 0
        && is_valid(&operation.asset)
        && issuer(&operation.asset) == Some(source)
        && operation.from.clone().account_id() != *source;
    if !is_valid_operation {
        return Err(ClawbackResult::Malformed.into());
    }
    Ok(())
}

pub fn claw_back(stage: &mut Stage<'_>, operation: &ClawbackOp) -> ApplyOutcome {
    let held = trust_line_asset(&operation.asset).ok_or(ClawbackResult::Malformed)?;
    let from = operation.from.clone().account_id();
    let line = stage
        .state
        .trust_line_mut(&from, &held)
        .ok_or(ClawbackResult::NoTrust)?;
    if !line.has(TrustLineFlags::TrustlineClawbackEnabledFlag) {
        return Err(ClawbackResult::NotClawbackEnabled.into());
    }
    if !line.spend(operation.amount) {
        return Err(ClawbackResult::Underfunded.into());
    }
    Ok(OperationResultTr::Clawback(ClawbackResult::Success))
}

pub fn claw_back_balance(
    stage: &mut Stage<'_>,
    source: &AccountId,
    operation: &ClawbackClaimableBalanceOp,
) -> ApplyOutcome {
    let key = balance_key(&operation.balance_id);
    let Some(Body::Balance(balance)) = stage.state.entry(&key).map(|entry| &entry.body) else {
        return Err(ClawbackClaimableBalanceResult::DoesNotExist.into());
    };
    if issuer(&balance.asset) != Some(source) {
        return Err(ClawbackClaimableBalanceResult::NotIssuer.into());
    }
    if !has_clawback(balance) {
        return Err(ClawbackClaimableBalanceResult::NotClawbackEnabled.into());
    }
    stage.delete(&key);
    let success = ClawbackClaimableBalanceResult::Success;
    Ok(OperationResultTr::ClawbackClaimableBalance(success))
}

/// The maximum nesting depth of predicates.
const MAX_DEPTH: u32 = 4;

/// Returns true if the protocol accepts the predicate.
pub fn is_valid_predicate(predicate: &ClaimPredicate) -> bool {
    is_valid_at_depth(predicate, 1)
}

fn is_valid_at_depth(predicate: &ClaimPredicate, depth: u32) -> bool {
    depth <= MAX_DEPTH
        && match predicate {
            ClaimPredicate::Unconditional => true,
            ClaimPredicate::And(both) | ClaimPredicate::Or(both) => {
                both.len() == 2 && both.iter().all(|predicate| is_valid_at_depth(predicate, depth + 1))
            }
            ClaimPredicate::Not(Some(predicate)) => is_valid_at_depth(predicate, depth + 1),
            ClaimPredicate::Not(None) => false,
            ClaimPredicate::BeforeAbsoluteTime(time) | ClaimPredicate::BeforeRelativeTime(time) => *time >= 0,
        }
}

/// Returns the predicate with relative times converted to absolute times.
pub fn absolute(predicate: &ClaimPredicate, now: u64) -> ClaimPredicate {
    let all = |predicates: &[ClaimPredicate]| {
        let predicates = predicates.iter().map(|predicate| absolute(predicate, now));
        codec::list(predicates.collect())
    };
    match predicate {
        ClaimPredicate::Unconditional => ClaimPredicate::Unconditional,
        ClaimPredicate::And(both) => ClaimPredicate::And(all(both)),
        ClaimPredicate::Or(either) => ClaimPredicate::Or(all(either)),
        ClaimPredicate::Not(predicate) => {
            let predicate = predicate.as_ref().map(|predicate| Box::new(absolute(predicate, now)));
            ClaimPredicate::Not(predicate)
        }
        ClaimPredicate::BeforeAbsoluteTime(time) => ClaimPredicate::BeforeAbsoluteTime(*time),
        ClaimPredicate::BeforeRelativeTime(seconds) => {
            let now = i64::try_from(now).unwrap_or(i64::MAX);
            ClaimPredicate::BeforeAbsoluteTime(now.saturating_add(*seconds))
        }
    }
}

/// Returns true if the predicate holds in a ledger with this close time. Relative times were converted when the
/// balance was created.
pub fn holds(predicate: &ClaimPredicate, now: u64) -> bool {
    match predicate {
        ClaimPredicate::Unconditional => true,
        ClaimPredicate::And(both) => both.iter().all(|predicate| holds(predicate, now)),
        ClaimPredicate::Or(either) => either.iter().any(|predicate| holds(predicate, now)),
        ClaimPredicate::Not(predicate) => predicate.as_ref().is_some_and(|predicate| !holds(predicate, now)),
        ClaimPredicate::BeforeAbsoluteTime(time) => i64::try_from(now).is_ok_and(|now| now < *time),
        ClaimPredicate::BeforeRelativeTime(_) => false,
    }
}

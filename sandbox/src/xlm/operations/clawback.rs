//! Clawbacks by issuers (CAP-35).

use super::balance::has_clawback;
use crate::xlm::balance::Balance;
use crate::xlm::entry::Body;
use crate::xlm::failure::{ApplyOutcome, Failure};
use crate::xlm::holdings::{is_valid, issuer, trust_line_asset};
use crate::xlm::ledger_state::balance_key;
use crate::xlm::stage::Stage;
use stellar_xdr::{
    AccountId, ClawbackClaimableBalanceOp, ClawbackClaimableBalanceResult, ClawbackOp, ClawbackResult,
    OperationResultTr, TrustLineFlags,
};

pub fn check(source: &AccountId, operation: &ClawbackOp) -> Result<(), Failure> {
    let is_valid_operation = operation.amount > 0
        && is_valid(&operation.asset)
        && issuer(&operation.asset) == Some(source)
        && operation.from.clone().account_id() != *source;
    if !is_valid_operation {
        return Err(ClawbackResult::Malformed.into());
    }
    Ok(())
}

pub fn from_account(stage: &mut Stage<'_>, operation: &ClawbackOp) -> ApplyOutcome {
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

pub fn from_balance(stage: &mut Stage<'_>, source: &AccountId, operation: &ClawbackClaimableBalanceOp) -> ApplyOutcome {
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

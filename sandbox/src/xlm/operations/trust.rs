//! Trustlines and their authorization by issuers.

use super::{ApplyOutcome, Failure};
use crate::xlm::state::account::{
    AUTHORIZATIONS, AUTHORIZED, Balance as _, CLAWBACK, MAINTAIN, TrustLine, is_valid, issued, issuer,
    trust_line_asset, trusted,
};
use crate::xlm::state::stage::Stage;
use crate::xlm::state::{Body, Entry, trust_line_key};
use stellar_xdr::{
    AccountFlags, AccountId, AllowTrustOp, AllowTrustResult, Asset, ChangeTrustAsset, ChangeTrustOp, ChangeTrustResult,
    Liabilities, OperationResultTr, SetTrustLineFlagsOp, SetTrustLineFlagsResult,
};

pub fn check_change(source: &AccountId, operation: &ChangeTrustOp) -> Result<(), Failure> {
    let asset = match &operation.line {
        // The sandbox does not support liquidity pools.
        ChangeTrustAsset::PoolShare(_) => return Err(Failure::not_supported()),
        line => trusted(line),
    };
    let is_valid = asset.is_some_and(|asset| is_valid(&asset) && issuer(&asset) != Some(source));
    if operation.limit < 0 || !is_valid {
        return Err(ChangeTrustResult::Malformed.into());
    }
    Ok(())
}

pub fn change(stage: &mut Stage<'_>, source: &AccountId, operation: &ChangeTrustOp) -> ApplyOutcome {
    let asset = trusted(&operation.line).ok_or(ChangeTrustResult::Malformed)?;
    let held = trust_line_asset(&asset).ok_or(ChangeTrustResult::Malformed)?;
    let limit = operation.limit;
    let flags = issuer(&asset)
        .and_then(|issuer| stage.state.account(issuer))
        .map(|issuer| {
            let authorized = if issuer.has(AccountFlags::RequiredFlag) {
                0
            } else {
                AUTHORIZED
            };
            authorized
                | if issuer.has(AccountFlags::ClawbackEnabledFlag) {
                    CLAWBACK
                } else {
                    0
                }
        });
    match stage.state.trust_line(source, &held) {
        Some(line) if limit < line.balance + line.liabilities.buying => {
            return Err(ChangeTrustResult::InvalidLimit.into());
        }
        Some(_) if limit == 0 => stage.delete(&trust_line_key(source, &held)),
        Some(_) => {
            flags.ok_or(ChangeTrustResult::NoIssuer)?;
            if let Some(line) = stage.state.trust_line_mut(source, &held) {
                line.limit = limit;
            }
        }
        None if limit == 0 => return Err(ChangeTrustResult::InvalidLimit.into()),
        None => {
            let line = TrustLine {
                account: source.clone(),
                asset: held,
                balance: 0,
                limit,
                flags: flags.ok_or(ChangeTrustResult::NoIssuer)?,
                liabilities: Liabilities { buying: 0, selling: 0 },
            };
            stage
                .create(source, Entry::new(Body::TrustLine(line)))
                .map_err(|error| Failure::reserve(error, ChangeTrustResult::LowReserve))?;
        }
    }
    Ok(OperationResultTr::ChangeTrust(ChangeTrustResult::Success))
}

pub fn check_allow(source: &AccountId, operation: &AllowTrustOp) -> Result<(), Failure> {
    let is_valid =
        operation.authorize <= MAINTAIN && is_valid(&issued(source, &operation.asset)) && operation.trustor != *source;
    if !is_valid {
        return Err(AllowTrustResult::Malformed.into());
    }
    Ok(())
}

pub fn allow(stage: &mut Stage<'_>, source: &AccountId, operation: &AllowTrustOp) -> ApplyOutcome {
    let held = trust_line_asset(&issued(source, &operation.asset)).ok_or(AllowTrustResult::Malformed)?;
    let may_revoke = may_revoke(stage, source);
    if !may_revoke && operation.authorize == 0 {
        return Err(AllowTrustResult::CantRevoke.into());
    }
    let line = stage.state.trust_line(&operation.trustor, &held);
    let line = line.ok_or(AllowTrustResult::NoTrustLine)?;
    if !may_revoke && line.is_authorized() && operation.authorize == MAINTAIN {
        return Err(AllowTrustResult::CantRevoke.into());
    }
    let flags = line.flags & !AUTHORIZATIONS | operation.authorize;
    put_flags(stage, &operation.trustor, &issued(source, &operation.asset), flags);
    Ok(OperationResultTr::AllowTrust(AllowTrustResult::Success))
}

fn may_revoke(stage: &Stage<'_>, issuer: &AccountId) -> bool {
    let issuer = stage.state.account(issuer);
    issuer.is_some_and(|issuer| issuer.has(AccountFlags::RevocableFlag))
}

pub fn check_flags(source: &AccountId, operation: &SetTrustLineFlagsOp) -> Result<(), Failure> {
    let (set, clear) = (operation.set_flags, operation.clear_flags);
    let is_valid = is_valid(&operation.asset)
        && issuer(&operation.asset) == Some(source)
        && operation.trustor != *source
        && set & clear == 0
        && set & !AUTHORIZATIONS == 0
        && set != AUTHORIZATIONS
        && clear & !(AUTHORIZATIONS | CLAWBACK) == 0;
    if !is_valid {
        return Err(SetTrustLineFlagsResult::Malformed.into());
    }
    Ok(())
}

pub fn set_flags(stage: &mut Stage<'_>, source: &AccountId, operation: &SetTrustLineFlagsOp) -> ApplyOutcome {
    let (set, clear) = (operation.set_flags, operation.clear_flags);
    let held = trust_line_asset(&operation.asset).ok_or(SetTrustLineFlagsResult::Malformed)?;
    if !may_revoke(stage, source) && clear & AUTHORIZATIONS != 0 && set & AUTHORIZED == 0 {
        return Err(SetTrustLineFlagsResult::CantRevoke.into());
    }
    let line = stage.state.trust_line(&operation.trustor, &held);
    let line = line.ok_or(SetTrustLineFlagsResult::NoTrustLine)?;
    let flags = line.flags & !clear | set;
    if flags & AUTHORIZATIONS == AUTHORIZATIONS {
        return Err(SetTrustLineFlagsResult::InvalidState.into());
    }
    put_flags(stage, &operation.trustor, &operation.asset, flags);
    Ok(OperationResultTr::SetTrustLineFlags(SetTrustLineFlagsResult::Success))
}

/// Changes the flags of a trustline. The offers of the holder are deleted if the trustline may no longer
/// maintain liabilities (CAP-18).
fn put_flags(stage: &mut Stage<'_>, holder: &AccountId, asset: &Asset, flags: u32) {
    let Some(held) = trust_line_asset(asset) else {
        return;
    };
    let had_offers = stage
        .state
        .trust_line(holder, &held)
        .is_some_and(TrustLine::may_have_offers);
    if had_offers && flags & AUTHORIZATIONS == 0 {
        stage.delete_offers(holder, asset);
    }
    if let Some(line) = stage.state.trust_line_mut(holder, &held) {
        line.flags = flags;
    }
}

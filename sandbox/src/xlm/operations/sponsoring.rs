//! Sponsorship of reserves: begin, end, and transfer (CAP-33).

use super::{ApplyOutcome, Failure};
use crate::xlm::state::Body;
use crate::xlm::state::account::{is_valid, issuer};
use crate::xlm::state::stage::{self, ReserveError, Stage};
use stellar_xdr::{
    AccountId, Asset, BeginSponsoringFutureReservesOp, BeginSponsoringFutureReservesResult,
    EndSponsoringFutureReservesResult, LedgerKey, OperationResultTr, RevokeSponsorshipOp, RevokeSponsorshipOpSigner,
    RevokeSponsorshipResult, TrustLineAsset,
};

pub fn check_begin(source: &AccountId, operation: &BeginSponsoringFutureReservesOp) -> Result<(), Failure> {
    if operation.sponsored_id == *source {
        return Err(BeginSponsoringFutureReservesResult::Malformed.into());
    }
    Ok(())
}

pub fn begin(stage: &mut Stage<'_>, source: &AccountId, operation: &BeginSponsoringFutureReservesOp) -> ApplyOutcome {
    let sponsored = &operation.sponsored_id;
    if stage.sponsors.contains_key(sponsored) {
        return Err(BeginSponsoringFutureReservesResult::AlreadySponsored.into());
    }
    if stage.sponsors.contains_key(source) || stage.is_sponsor(sponsored) {
        return Err(BeginSponsoringFutureReservesResult::Recursive.into());
    }
    stage.sponsors.insert(sponsored.clone(), source.clone());
    let success = BeginSponsoringFutureReservesResult::Success;
    Ok(OperationResultTr::BeginSponsoringFutureReserves(success))
}

pub fn end(stage: &mut Stage<'_>, source: &AccountId) -> ApplyOutcome {
    if stage.sponsors.remove(source).is_none() {
        return Err(EndSponsoringFutureReservesResult::NotSponsored.into());
    }
    let success = EndSponsoringFutureReservesResult::Success;
    Ok(OperationResultTr::EndSponsoringFutureReserves(success))
}

pub fn check_revoke(operation: &RevokeSponsorshipOp) -> Result<(), Failure> {
    let is_valid = match operation {
        RevokeSponsorshipOp::Signer(_) => true,
        RevokeSponsorshipOp::LedgerEntry(key) => match key {
            LedgerKey::Account(_) | LedgerKey::ClaimableBalance(_) => true,
            LedgerKey::Trustline(key) => is_valid_line(&key.account_id, &key.asset),
            LedgerKey::Offer(key) => key.offer_id > 0,
            LedgerKey::Data(key) => !key.data_name.0.is_empty() && super::account::is_text(&key.data_name.0),
            LedgerKey::LiquidityPool(_)
            | LedgerKey::ContractData(_)
            | LedgerKey::ContractCode(_)
            | LedgerKey::ConfigSetting(_)
            | LedgerKey::Ttl(_) => false,
        },
    };
    if !is_valid {
        return Err(RevokeSponsorshipResult::Malformed.into());
    }
    Ok(())
}

fn is_valid_line(account: &AccountId, asset: &TrustLineAsset) -> bool {
    let asset = match asset {
        TrustLineAsset::Native => return false,
        TrustLineAsset::PoolShare(_) => return true,
        TrustLineAsset::CreditAlphanum4(credit) => Asset::CreditAlphanum4(credit.clone()),
        TrustLineAsset::CreditAlphanum12(credit) => Asset::CreditAlphanum12(credit.clone()),
    };
    is_valid(&asset) && issuer(&asset) != Some(account)
}

pub fn revoke(stage: &mut Stage<'_>, source: &AccountId, operation: &RevokeSponsorshipOp) -> ApplyOutcome {
    match operation {
        RevokeSponsorshipOp::LedgerEntry(key) => revoke_entry(stage, source, key)?,
        RevokeSponsorshipOp::Signer(signer) => revoke_signer(stage, source, signer)?,
    }
    Ok(OperationResultTr::RevokeSponsorship(RevokeSponsorshipResult::Success))
}

/// Returns the new sponsor of a reserve: the sponsor of the revoking account, unless the owner.
fn successor(stage: &Stage<'_>, source: &AccountId, owner: &AccountId) -> Option<AccountId> {
    stage.sponsors.get(source).filter(|sponsor| *sponsor != owner).cloned()
}

fn revoke_entry(stage: &mut Stage<'_>, source: &AccountId, key: &LedgerKey) -> Result<(), Failure> {
    let entry = stage.state.entry(key).ok_or(RevokeSponsorshipResult::DoesNotExist)?;
    let owner = entry.owner().cloned().ok_or(RevokeSponsorshipResult::DoesNotExist)?;
    let holder = entry.sponsor.clone();
    if holder.as_ref().unwrap_or(&owner) != source {
        return Err(RevokeSponsorshipResult::NotSponsor.into());
    }
    let new_holder = successor(stage, source, &owner);
    let is_balance = matches!(entry.body, Body::Balance(_));
    if is_balance && new_holder.is_none() {
        return Err(RevokeSponsorshipResult::OnlyTransferable.into());
    }
    let transfer = ReserveTransfer {
        // A claimable balance is not counted as sponsored in any account.
        owner: if is_balance { None } else { Some(owner) },
        reserves: entry.reserves(),
        from: holder,
        to: new_holder,
    };
    transfer.execute(stage)?;
    if let Some(entry) = stage.state.entry_mut(key) {
        entry.sponsor = transfer.to;
    }
    Ok(())
}

fn revoke_signer(
    stage: &mut Stage<'_>,
    source: &AccountId,
    operation: &RevokeSponsorshipOpSigner,
) -> Result<(), Failure> {
    let owner = &operation.account_id;
    let account = stage
        .state
        .account(owner)
        .ok_or(RevokeSponsorshipResult::DoesNotExist)?;
    let index = account
        .signers
        .iter()
        .position(|signer| signer.key == operation.signer_key);
    let index = index.ok_or(RevokeSponsorshipResult::DoesNotExist)?;
    let holder = account.signers[index].sponsor.clone();
    if holder.as_ref().unwrap_or(owner) != source {
        return Err(RevokeSponsorshipResult::NotSponsor.into());
    }
    let transfer = ReserveTransfer {
        owner: Some(owner.clone()),
        reserves: 1,
        from: holder,
        to: successor(stage, source, owner),
    };
    transfer.execute(stage)?;
    if let Some(account) = stage.state.account_mut(owner) {
        account.signers[index].sponsor = transfer.to;
    }
    Ok(())
}

/// A transfer of reserves between holders; `None` is the owner.
struct ReserveTransfer {
    owner: Option<AccountId>,
    reserves: u32,
    from: Option<AccountId>,
    to: Option<AccountId>,
}

impl ReserveTransfer {
    fn execute(&self, stage: &mut Stage<'_>) -> Result<(), Failure> {
        let low = |error: ReserveError| Failure::reserve(error, RevokeSponsorshipResult::LowReserve);
        match (&self.from, &self.to) {
            (None, None) => {}
            (Some(from), Some(to)) => {
                stage::hold(stage.state, to, self.reserves).map_err(low)?;
                stage::release_reserves(stage.state, from, self.reserves);
            }
            (Some(from), None) => {
                let owner = self.owner.as_ref().ok_or(RevokeSponsorshipResult::OnlyTransferable)?;
                stage::check_available(stage.state, owner, self.reserves).map_err(low)?;
                stage::release_reserves(stage.state, from, self.reserves);
                if let Some(owner) = stage.state.account_mut(owner) {
                    owner.sponsored -= self.reserves;
                }
            }
            (None, Some(to)) => {
                stage::hold(stage.state, to, self.reserves).map_err(low)?;
                if let Some(owner) = self.owner.as_ref().and_then(|owner| stage.state.account_mut(owner)) {
                    owner.sponsored += self.reserves;
                }
            }
        }
        Ok(())
    }
}

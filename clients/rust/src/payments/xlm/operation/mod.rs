//! The XDR of requested operations, encoded independently of the service.

mod account;
mod offer;
mod payment;
mod sponsorship;
mod trust;

use super::values::{InvalidValue, account, balance_id, muxed, sequence};
use crate::blockchain_connector_xlm::operation::{Operation, OperationBody};
use stellar_xdr as xdr;

/// Returns true if an operation of a transaction is the requested one.
pub fn is_requested(requested: &Operation, found: &xdr::Operation) -> bool {
    let source = requested.source.as_deref().map(muxed).transpose();
    let is_same_source = source.is_ok_and(|source| source == found.source_account);
    is_same_source && body(&requested.body, &found.body).is_ok_and(|expected| expected == found.body)
}

/// Returns the XDR of an operation. Its prices are those of `found` if they equal the requested ones, because several
/// fractions have the same decimal form.
fn body(requested: &OperationBody, found: &xdr::OperationBody) -> Result<xdr::OperationBody, InvalidValue> {
    use OperationBody as Requested;
    use xdr::OperationBody as Body;
    Ok(match requested {
        Requested::CreateAccount { .. }
        | Requested::Payment { .. }
        | Requested::PathPaymentStrictReceive { .. }
        | Requested::PathPaymentStrictSend { .. }
        | Requested::CreateClaimableBalance { .. } => payment::body(requested)?,
        Requested::ManageSellOffer { .. }
        | Requested::ManageBuyOffer { .. }
        | Requested::CreatePassiveSellOffer { .. }
        | Requested::LiquidityPoolDeposit { .. }
        | Requested::LiquidityPoolWithdraw { .. } => offer::body(requested, found)?,
        Requested::ChangeTrust { .. }
        | Requested::AllowTrust { .. }
        | Requested::SetTrustLineFlags { .. }
        | Requested::Clawback { .. } => trust::body(requested)?,
        Requested::RevokeAccountSponsorship { .. }
        | Requested::RevokeTrustlineSponsorship { .. }
        | Requested::RevokeOfferSponsorship { .. }
        | Requested::RevokeDataSponsorship { .. }
        | Requested::RevokeClaimableBalanceSponsorship { .. }
        | Requested::RevokeLiquidityPoolSponsorship { .. }
        | Requested::RevokeSignerSponsorship { .. } => sponsorship::revocation(requested)?,
        Requested::SetOptions(options) => Body::SetOptions(account::set_options(options)?),
        Requested::ManageData { name, value } => Body::ManageData(account::manage_data(name, value.as_ref())?),
        Requested::AccountMerge { destination } => Body::AccountMerge(muxed(destination)?),
        Requested::BumpSequence { bump_to } => Body::BumpSequence(xdr::BumpSequenceOp {
            bump_to: sequence(bump_to)?,
        }),
        Requested::ClaimClaimableBalance { balance_id: id } => {
            let balance_id = balance_id(id)?;
            Body::ClaimClaimableBalance(xdr::ClaimClaimableBalanceOp { balance_id })
        }
        Requested::ClawbackClaimableBalance { balance_id: id } => {
            let balance_id = balance_id(id)?;
            Body::ClawbackClaimableBalance(xdr::ClawbackClaimableBalanceOp { balance_id })
        }
        Requested::BeginSponsoringFutureReserves { sponsored_id } => {
            let sponsored_id = account(sponsored_id)?;
            Body::BeginSponsoringFutureReserves(xdr::BeginSponsoringFutureReservesOp { sponsored_id })
        }
        Requested::EndSponsoringFutureReserves {} => Body::EndSponsoringFutureReserves,
    })
}

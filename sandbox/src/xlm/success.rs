//! Placeholder results for operations that validators did not reach: the success of each kind.

use super::codec;
use stellar_xdr::{
    self as xdr, AccountId, Asset, ClaimableBalanceId, Hash, ManageOfferSuccessResult, ManageOfferSuccessResultOffer,
    OperationBody, OperationResult, OperationResultTr, PublicKey, SimplePaymentResult, Uint256,
};

/// Returns the placeholder result of an operation that was not applied.
pub fn blank(body: &OperationBody) -> OperationResult {
    let result = match body {
        OperationBody::CreateAccount(_) => OperationResultTr::CreateAccount(xdr::CreateAccountResult::Success),
        OperationBody::Payment(_) => OperationResultTr::Payment(xdr::PaymentResult::Success),
        OperationBody::PathPaymentStrictReceive(_) => {
            let success = xdr::PathPaymentStrictReceiveResultSuccess {
                offers: codec::list(Vec::new()),
                last: empty_payment(),
            };
            OperationResultTr::PathPaymentStrictReceive(xdr::PathPaymentStrictReceiveResult::Success(success))
        }
        OperationBody::PathPaymentStrictSend(_) => {
            let success = xdr::PathPaymentStrictSendResultSuccess {
                offers: codec::list(Vec::new()),
                last: empty_payment(),
            };
            OperationResultTr::PathPaymentStrictSend(xdr::PathPaymentStrictSendResult::Success(success))
        }
        OperationBody::ManageSellOffer(_) => {
            OperationResultTr::ManageSellOffer(xdr::ManageSellOfferResult::Success(empty_offer()))
        }
        OperationBody::CreatePassiveSellOffer(_) => {
            OperationResultTr::CreatePassiveSellOffer(xdr::ManageSellOfferResult::Success(empty_offer()))
        }
        OperationBody::ManageBuyOffer(_) => {
            OperationResultTr::ManageBuyOffer(xdr::ManageBuyOfferResult::Success(empty_offer()))
        }
        OperationBody::CreateClaimableBalance(_) => {
            let id = ClaimableBalanceId::ClaimableBalanceIdTypeV0(Hash([0; 32]));
            OperationResultTr::CreateClaimableBalance(xdr::CreateClaimableBalanceResult::Success(id))
        }
        other => return plain(other),
    };
    OperationResult::OpInner(result)
}

/// Returns the success result of operations without further result data.
fn plain(body: &OperationBody) -> OperationResult {
    let result = match body {
        OperationBody::SetOptions(_) => OperationResultTr::SetOptions(xdr::SetOptionsResult::Success),
        OperationBody::ChangeTrust(_) => OperationResultTr::ChangeTrust(xdr::ChangeTrustResult::Success),
        OperationBody::AllowTrust(_) => OperationResultTr::AllowTrust(xdr::AllowTrustResult::Success),
        OperationBody::AccountMerge(_) => OperationResultTr::AccountMerge(xdr::AccountMergeResult::Success(0)),
        OperationBody::Inflation => {
            OperationResultTr::Inflation(xdr::InflationResult::Success(codec::list(Vec::new())))
        }
        OperationBody::ManageData(_) => OperationResultTr::ManageData(xdr::ManageDataResult::Success),
        OperationBody::BumpSequence(_) => OperationResultTr::BumpSequence(xdr::BumpSequenceResult::Success),
        OperationBody::ClaimClaimableBalance(_) => {
            OperationResultTr::ClaimClaimableBalance(xdr::ClaimClaimableBalanceResult::Success)
        }
        OperationBody::BeginSponsoringFutureReserves(_) => {
            OperationResultTr::BeginSponsoringFutureReserves(xdr::BeginSponsoringFutureReservesResult::Success)
        }
        OperationBody::EndSponsoringFutureReserves => {
            OperationResultTr::EndSponsoringFutureReserves(xdr::EndSponsoringFutureReservesResult::Success)
        }
        OperationBody::RevokeSponsorship(_) => {
            OperationResultTr::RevokeSponsorship(xdr::RevokeSponsorshipResult::Success)
        }
        OperationBody::Clawback(_) => OperationResultTr::Clawback(xdr::ClawbackResult::Success),
        OperationBody::ClawbackClaimableBalance(_) => {
            OperationResultTr::ClawbackClaimableBalance(xdr::ClawbackClaimableBalanceResult::Success)
        }
        OperationBody::SetTrustLineFlags(_) => {
            OperationResultTr::SetTrustLineFlags(xdr::SetTrustLineFlagsResult::Success)
        }
        OperationBody::LiquidityPoolDeposit(_) => {
            OperationResultTr::LiquidityPoolDeposit(xdr::LiquidityPoolDepositResult::Success)
        }
        OperationBody::LiquidityPoolWithdraw(_) => {
            OperationResultTr::LiquidityPoolWithdraw(xdr::LiquidityPoolWithdrawResult::Success)
        }
        _ => return OperationResult::OpNotSupported,
    };
    OperationResult::OpInner(result)
}

fn empty_payment() -> SimplePaymentResult {
    SimplePaymentResult {
        destination: AccountId(PublicKey::PublicKeyTypeEd25519(Uint256([0; 32]))),
        asset: Asset::Native,
        amount: 0,
    }
}

fn empty_offer() -> ManageOfferSuccessResult {
    ManageOfferSuccessResult {
        offers_claimed: codec::list(Vec::new()),
        offer: ManageOfferSuccessResultOffer::Deleted,
    }
}

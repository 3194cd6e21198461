//! Operation failures.

use super::reserves::ReserveError;
use stellar_xdr::{self as xdr, OperationResult, OperationResultTr};

/// The result of a failed operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure(pub Box<OperationResult>);

/// The outcome of an operation.
pub type ApplyOutcome = Result<OperationResultTr, Failure>;

macro_rules! failures {
    ($($result:ident => $variant:ident),* $(,)?) => {
        $(impl From<xdr::$result> for Failure {
            fn from(result: xdr::$result) -> Self {
                OperationResult::OpInner(OperationResultTr::$variant(result)).into()
            }
        })*
    };
}

failures! {
    AccountMergeResult => AccountMerge,
    AllowTrustResult => AllowTrust,
    BeginSponsoringFutureReservesResult => BeginSponsoringFutureReserves,
    BumpSequenceResult => BumpSequence,
    ChangeTrustResult => ChangeTrust,
    ClaimClaimableBalanceResult => ClaimClaimableBalance,
    ClawbackClaimableBalanceResult => ClawbackClaimableBalance,
    ClawbackResult => Clawback,
    CreateAccountResult => CreateAccount,
    CreateClaimableBalanceResult => CreateClaimableBalance,
    EndSponsoringFutureReservesResult => EndSponsoringFutureReserves,
    ManageDataResult => ManageData,
    ManageSellOfferResult => ManageSellOffer,
    PathPaymentStrictReceiveResult => PathPaymentStrictReceive,
    PathPaymentStrictSendResult => PathPaymentStrictSend,
    PaymentResult => Payment,
    RevokeSponsorshipResult => RevokeSponsorship,
    SetOptionsResult => SetOptions,
    SetTrustLineFlagsResult => SetTrustLineFlags,
}

impl From<OperationResult> for Failure {
    fn from(result: OperationResult) -> Self {
        Self(Box::new(result))
    }
}

impl Failure {
    /// Returns the failure of an operation that the sandbox does not support.
    pub fn not_supported() -> Self {
        OperationResult::OpNotSupported.into()
    }

    /// Returns the failure for a missing reserve; `low` is the operation's own code for a low reserve.
    pub fn reserve(error: ReserveError, low: impl Into<Self>) -> Self {
        match error {
            ReserveError::Low => low.into(),
            ReserveError::TooManySubentries => OperationResult::OpTooManySubentries.into(),
            ReserveError::TooManySponsoring => OperationResult::OpTooManySponsoring.into(),
        }
    }
}

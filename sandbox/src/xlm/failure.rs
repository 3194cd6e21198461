//! Why an operation failed.

use super::reserves::ReserveError;
use stellar_xdr::{self as xdr, OperationResult, OperationResultTr};

/// The result of an operation that failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure(pub Box<OperationResult>);

/// What became of an operation.
pub type Outcome = Result<OperationResultTr, Failure>;

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
    /// The sandbox does not do this.
    pub fn not_supported() -> Self {
        OperationResult::OpNotSupported.into()
    }

    /// Nobody holds the reserve; `low` is what the operation calls it.
    pub fn reserve(error: ReserveError, low: impl Into<Self>) -> Self {
        match error {
            ReserveError::Low => low.into(),
            ReserveError::TooManySubentries => OperationResult::OpTooManySubentries.into(),
            ReserveError::TooManySponsoring => OperationResult::OpTooManySponsoring.into(),
        }
    }
}

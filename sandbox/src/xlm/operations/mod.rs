//! The effects and failures of the operations, as the protocol defines them.
//!
//! Liquidity pools, and contracts other than those of assets, are not supported and fail with the protocol's own code
//! for this. Inflation is
//! not supported either, as on all networks since protocol version 12 (CAP-26).

mod account;
pub mod balance;
mod contract;
mod offer;
mod payment;
mod sponsoring;
mod trust;

use super::state::stage::{ReserveError, Stage};
pub use balance::has_clawback;
use offer::Order;
use stellar_xdr as xdr;
use stellar_xdr::{
    AccountId, Operation, OperationBody, OperationResult, OperationResultTr, SetOptionsOp, ThresholdIndexes,
};

/// Returns the threshold that the signatures of the operation's source must reach.
pub fn threshold(body: &OperationBody) -> ThresholdIndexes {
    match body {
        OperationBody::AllowTrust(_)
        | OperationBody::SetTrustLineFlags(_)
        | OperationBody::BumpSequence(_)
        | OperationBody::ClaimClaimableBalance(_)
        | OperationBody::Inflation
        | OperationBody::ExtendFootprintTtl(_)
        | OperationBody::RestoreFootprint(_) => ThresholdIndexes::Low,
        OperationBody::AccountMerge(_) => ThresholdIndexes::High,
        OperationBody::SetOptions(operation) if changes_signers(operation) => ThresholdIndexes::High,
        _ => ThresholdIndexes::Med,
    }
}

fn changes_signers(operation: &SetOptionsOp) -> bool {
    let weights = [
        operation.master_weight,
        operation.low_threshold,
        operation.med_threshold,
        operation.high_threshold,
    ];
    operation.signer.is_some() || weights.iter().any(Option::is_some)
}

/// Checks an operation independently of the ledger state.
pub fn check(source: &AccountId, operation: &Operation) -> Result<(), Failure> {
    match &operation.body {
        OperationBody::CreateAccount(operation) => account::check_create(source, operation),
        OperationBody::Payment(operation) => payment::check_payment(operation),
        OperationBody::PathPaymentStrictReceive(operation) => payment::check_receive(operation),
        OperationBody::PathPaymentStrictSend(operation) => payment::check_send(operation),
        OperationBody::SetOptions(operation) => account::check_options(source, operation),
        OperationBody::ChangeTrust(operation) => trust::check_change(source, operation),
        OperationBody::AllowTrust(operation) => trust::check_allow(source, operation),
        OperationBody::SetTrustLineFlags(operation) => trust::check_flags(source, operation),
        OperationBody::AccountMerge(destination) => account::check_merge(source, destination),
        OperationBody::ManageData(operation) => account::check_data(operation),
        OperationBody::BumpSequence(operation) => account::check_bump(operation),
        OperationBody::CreateClaimableBalance(operation) => balance::check_create(operation),
        OperationBody::Clawback(operation) => balance::check_clawback(source, operation),
        OperationBody::BeginSponsoringFutureReserves(operation) => sponsoring::check_begin(source, operation),
        OperationBody::RevokeSponsorship(operation) => sponsoring::check_revoke(operation),
        OperationBody::ClaimClaimableBalance(_)
        | OperationBody::ClawbackClaimableBalance(_)
        | OperationBody::EndSponsoringFutureReserves => Ok(()),
        OperationBody::ManageSellOffer(operation) => Order::from(operation).check(),
        OperationBody::ManageBuyOffer(operation) => Order::from(operation).check(),
        OperationBody::CreatePassiveSellOffer(operation) => Order::from(operation).check(),
        OperationBody::InvokeHostFunction(operation) => contract::check(operation),
        OperationBody::Inflation
        | OperationBody::LiquidityPoolDeposit(_)
        | OperationBody::LiquidityPoolWithdraw(_)
        | OperationBody::ExtendFootprintTtl(_)
        | OperationBody::RestoreFootprint(_) => Err(Failure::not_supported()),
    }
}

/// Applies a checked operation.
pub fn apply(stage: &mut Stage<'_>, source: &AccountId, operation: &Operation) -> ApplyOutcome {
    match &operation.body {
        OperationBody::CreateAccount(operation) => account::create(stage, source, operation),
        OperationBody::Payment(operation) => payment::pay(stage, source, operation),
        OperationBody::PathPaymentStrictReceive(operation) => payment::receive_exactly(stage, source, operation),
        OperationBody::PathPaymentStrictSend(operation) => payment::send_exactly(stage, source, operation),
        OperationBody::SetOptions(operation) => account::set_options(stage, source, operation),
        OperationBody::ChangeTrust(operation) => trust::change(stage, source, operation),
        OperationBody::AllowTrust(operation) => trust::allow(stage, source, operation),
        OperationBody::SetTrustLineFlags(operation) => trust::set_flags(stage, source, operation),
        OperationBody::AccountMerge(destination) => account::merge(stage, source, destination),
        OperationBody::ManageData(operation) => account::manage_data(stage, source, operation),
        OperationBody::BumpSequence(operation) => Ok(account::bump(stage, source, operation)),
        OperationBody::CreateClaimableBalance(operation) => balance::create(stage, source, operation),
        OperationBody::ClaimClaimableBalance(operation) => balance::claim(stage, source, operation),
        OperationBody::Clawback(operation) => balance::claw_back(stage, operation),
        OperationBody::ClawbackClaimableBalance(operation) => balance::claw_back_balance(stage, source, operation),
        OperationBody::BeginSponsoringFutureReserves(operation) => sponsoring::begin(stage, source, operation),
        OperationBody::EndSponsoringFutureReserves => sponsoring::end(stage, source),
        OperationBody::RevokeSponsorship(operation) => sponsoring::revoke(stage, source, operation),
        OperationBody::ManageSellOffer(operation) => Order::from(operation).manage(stage, source),
        OperationBody::ManageBuyOffer(operation) => Order::from(operation).manage(stage, source),
        OperationBody::CreatePassiveSellOffer(operation) => Order::from(operation).manage(stage, source),
        OperationBody::InvokeHostFunction(operation) => contract::invoke(stage, source, operation),
        OperationBody::Inflation
        | OperationBody::LiquidityPoolDeposit(_)
        | OperationBody::LiquidityPoolWithdraw(_)
        | OperationBody::ExtendFootprintTtl(_)
        | OperationBody::RestoreFootprint(_) => Err(Failure::not_supported()),
    }
}

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
    InvokeHostFunctionResult => InvokeHostFunction,
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

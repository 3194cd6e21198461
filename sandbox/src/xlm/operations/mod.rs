//! The effects and failures of the operations, as the protocol defines them.
//!
//! Liquidity pools and contracts are not supported and fail with the protocol's own code for this. Inflation is
//! not supported either, as on all networks since protocol version 12 (CAP-26).

mod account;
mod balance;
mod clawback;
mod data;
mod offer;
mod options;
mod order;
mod path;
mod payment;
mod sponsoring;
mod trust;

pub use balance::has_clawback;

use super::failure::{ApplyOutcome, Failure};
use super::stage::Stage;
use order::Order;
use stellar_xdr::{AccountId, Operation, OperationBody, SetOptionsOp, ThresholdIndexes};

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
        OperationBody::Payment(operation) => payment::check(operation),
        OperationBody::PathPaymentStrictReceive(operation) => path::check_receive(operation),
        OperationBody::PathPaymentStrictSend(operation) => path::check_send(operation),
        OperationBody::SetOptions(operation) => options::check(source, operation),
        OperationBody::ChangeTrust(operation) => trust::check_change(source, operation),
        OperationBody::AllowTrust(operation) => trust::check_allow(source, operation),
        OperationBody::SetTrustLineFlags(operation) => trust::check_flags(source, operation),
        OperationBody::AccountMerge(destination) => account::check_merge(source, destination),
        OperationBody::ManageData(operation) => data::check(operation),
        OperationBody::BumpSequence(operation) => account::check_bump(operation),
        OperationBody::CreateClaimableBalance(operation) => balance::check_create(operation),
        OperationBody::Clawback(operation) => clawback::check(source, operation),
        OperationBody::BeginSponsoringFutureReserves(operation) => sponsoring::check_begin(source, operation),
        OperationBody::RevokeSponsorship(operation) => sponsoring::check_revoke(operation),
        OperationBody::ClaimClaimableBalance(_)
        | OperationBody::ClawbackClaimableBalance(_)
        | OperationBody::EndSponsoringFutureReserves => Ok(()),
        OperationBody::ManageSellOffer(operation) => Order::from(operation).check(),
        OperationBody::ManageBuyOffer(operation) => Order::from(operation).check(),
        OperationBody::CreatePassiveSellOffer(operation) => Order::from(operation).check(),
        OperationBody::Inflation
        | OperationBody::LiquidityPoolDeposit(_)
        | OperationBody::LiquidityPoolWithdraw(_)
        | OperationBody::InvokeHostFunction(_)
        | OperationBody::ExtendFootprintTtl(_)
        | OperationBody::RestoreFootprint(_) => Err(Failure::not_supported()),
    }
}

/// Applies a checked operation.
pub fn apply(stage: &mut Stage<'_>, source: &AccountId, operation: &Operation) -> ApplyOutcome {
    match &operation.body {
        OperationBody::CreateAccount(operation) => account::create(stage, source, operation),
        OperationBody::Payment(operation) => payment::pay(stage, source, operation),
        OperationBody::PathPaymentStrictReceive(operation) => path::receive_exactly(stage, source, operation),
        OperationBody::PathPaymentStrictSend(operation) => path::send_exactly(stage, source, operation),
        OperationBody::SetOptions(operation) => options::set(stage, source, operation),
        OperationBody::ChangeTrust(operation) => trust::change(stage, source, operation),
        OperationBody::AllowTrust(operation) => trust::allow(stage, source, operation),
        OperationBody::SetTrustLineFlags(operation) => trust::set_flags(stage, source, operation),
        OperationBody::AccountMerge(destination) => account::merge(stage, source, destination),
        OperationBody::ManageData(operation) => data::manage(stage, source, operation),
        OperationBody::BumpSequence(operation) => Ok(account::bump(stage, source, operation)),
        OperationBody::CreateClaimableBalance(operation) => balance::create(stage, source, operation),
        OperationBody::ClaimClaimableBalance(operation) => balance::claim(stage, source, operation),
        OperationBody::Clawback(operation) => clawback::from_account(stage, operation),
        OperationBody::ClawbackClaimableBalance(operation) => clawback::from_balance(stage, source, operation),
        OperationBody::BeginSponsoringFutureReserves(operation) => sponsoring::begin(stage, source, operation),
        OperationBody::EndSponsoringFutureReserves => sponsoring::end(stage, source),
        OperationBody::RevokeSponsorship(operation) => sponsoring::revoke(stage, source, operation),
        OperationBody::ManageSellOffer(operation) => Order::from(operation).manage(stage, source),
        OperationBody::ManageBuyOffer(operation) => Order::from(operation).manage(stage, source),
        OperationBody::CreatePassiveSellOffer(operation) => Order::from(operation).manage(stage, source),
        OperationBody::Inflation
        | OperationBody::LiquidityPoolDeposit(_)
        | OperationBody::LiquidityPoolWithdraw(_)
        | OperationBody::InvokeHostFunction(_)
        | OperationBody::ExtendFootprintTtl(_)
        | OperationBody::RestoreFootprint(_) => Err(Failure::not_supported()),
    }
}

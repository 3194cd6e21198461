//! Payments.

use crate::xlm::failure::{ApplyOutcome, Failure};
use crate::xlm::holdings::{ReceiveError, SpendError, is_valid, issuer, receive, spend};
use crate::xlm::stage::Stage;
use stellar_xdr::{AccountId, Asset, OperationResultTr, PaymentOp, PaymentResult};

pub fn check(operation: &PaymentOp) -> Result<(), Failure> {
    if operation.amount <= 0 || !is_valid(&operation.asset) {
        return Err(PaymentResult::Malformed.into());
    }
    Ok(())
}

pub fn pay(stage: &mut Stage<'_>, source: &AccountId, operation: &PaymentOp) -> ApplyOutcome {
    let destination = operation.destination.clone().account_id();
    let (asset, amount) = (&operation.asset, operation.amount);
    let is_to_itself = *asset == Asset::Native && destination == *source;
    if !is_to_itself {
        if !may_be_paid(stage, &destination, asset) {
            return Err(PaymentResult::NoDestination.into());
        }
        receive(stage.state, &destination, asset, amount).map_err(|error| match error {
            ReceiveError::NoTrust => PaymentResult::NoTrust,
            ReceiveError::NotAuthorized => PaymentResult::NotAuthorized,
            ReceiveError::Full => PaymentResult::LineFull,
        })?;
        spend(stage.state, source, asset, amount).map_err(|error| match error {
            SpendError::NoTrust => PaymentResult::SrcNoTrust,
            SpendError::NotAuthorized => PaymentResult::SrcNotAuthorized,
            SpendError::Underfunded => PaymentResult::Underfunded,
        })?;
    }
    Ok(OperationResultTr::Payment(PaymentResult::Success))
}

/// Returns true if the destination can be paid. An issuer can receive its asset even after its account was
/// merged.
fn may_be_paid(stage: &Stage<'_>, destination: &AccountId, asset: &Asset) -> bool {
    issuer(asset) == Some(destination) || stage.state.account(destination).is_some()
}

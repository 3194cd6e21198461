//! Payments, along a path too. The order book is empty, so a path leads nowhere unless it never leaves the asset.

use crate::sandbox::xlm::codec;
use crate::sandbox::xlm::failure::{Failure, Outcome};
use crate::sandbox::xlm::holdings::{ReceiveError, SpendError, is_valid, issuer, receive, spend};
use crate::sandbox::xlm::stage::Stage;
use stellar_xdr::{
    AccountId, Asset, OperationResultTr, PathPaymentStrictReceiveOp, PathPaymentStrictReceiveResult,
    PathPaymentStrictReceiveResultSuccess, PathPaymentStrictSendOp, PathPaymentStrictSendResult,
    PathPaymentStrictSendResultSuccess, PaymentOp, PaymentResult, SimplePaymentResult,
};

pub fn check(operation: &PaymentOp) -> Result<(), Failure> {
    if operation.amount <= 0 || !is_valid(&operation.asset) {
        return Err(PaymentResult::Malformed.into());
    }
    Ok(())
}

pub fn pay(stage: &mut Stage<'_>, source: &AccountId, operation: &PaymentOp) -> Outcome {
    let destination = operation.destination.clone().account_id();
    let (asset, amount) = (&operation.asset, operation.amount);
    let is_to_itself = *asset == Asset::Native && destination == *source;
    if !is_to_itself {
        if !may_be_paid(stage, &destination, asset) {
            return Err(PaymentResult::NoDestination.into());
        }
        receive(stage.world, &destination, asset, amount).map_err(|error| match error {
            ReceiveError::NoTrust => PaymentResult::NoTrust,
            ReceiveError::NotAuthorized => PaymentResult::NotAuthorized,
            ReceiveError::Full => PaymentResult::LineFull,
        })?;
        spend(stage.world, source, asset, amount).map_err(|error| match error {
            SpendError::NoTrust => PaymentResult::SrcNoTrust,
            SpendError::NotAuthorized => PaymentResult::SrcNotAuthorized,
            SpendError::Underfunded => PaymentResult::Underfunded,
        })?;
    }
    Ok(OperationResultTr::Payment(PaymentResult::Success))
}

/// An issuer takes its own asset back even when its account is gone.
fn may_be_paid(stage: &Stage<'_>, destination: &AccountId, asset: &Asset) -> bool {
    issuer(asset) == Some(destination) || stage.world.account(destination).is_some()
}

fn stays(from: &Asset, path: &[Asset], to: &Asset) -> bool {
    from == to && path.iter().all(|asset| asset == to)
}

pub fn check_receive(operation: &PathPaymentStrictReceiveOp) -> Result<(), Failure> {
    let is_sound = operation.dest_amount > 0
        && operation.send_max > 0
        && is_valid(&operation.send_asset)
        && is_valid(&operation.dest_asset)
        && operation.path.iter().all(is_valid);
    if !is_sound {
        return Err(PathPaymentStrictReceiveResult::Malformed.into());
    }
    Ok(())
}

pub fn receive_exactly(stage: &mut Stage<'_>, source: &AccountId, operation: &PathPaymentStrictReceiveOp) -> Outcome {
    use PathPaymentStrictReceiveResult as Code;
    let destination = operation.destination.clone().account_id();
    let (asset, amount) = (&operation.dest_asset, operation.dest_amount);
    if !may_be_paid(stage, &destination, asset) {
        return Err(Code::NoDestination.into());
    }
    receive(stage.world, &destination, asset, amount).map_err(|error| match error {
        ReceiveError::NoTrust => Code::NoTrust,
        ReceiveError::NotAuthorized => Code::NotAuthorized,
        ReceiveError::Full => Code::LineFull,
    })?;
    if !stays(&operation.send_asset, &operation.path, asset) {
        return Err(Code::TooFewOffers.into());
    }
    if amount > operation.send_max {
        return Err(Code::OverSendmax.into());
    }
    spend(stage.world, source, asset, amount).map_err(|error| match error {
        SpendError::NoTrust => Code::SrcNoTrust,
        SpendError::NotAuthorized => Code::SrcNotAuthorized,
        SpendError::Underfunded => Code::Underfunded,
    })?;
    let success = PathPaymentStrictReceiveResultSuccess {
        offers: codec::list(Vec::new()),
        last: last(destination, asset, amount),
    };
    Ok(OperationResultTr::PathPaymentStrictReceive(Code::Success(success)))
}

pub fn check_send(operation: &PathPaymentStrictSendOp) -> Result<(), Failure> {
    let is_sound = operation.send_amount > 0
        && operation.dest_min > 0
        && is_valid(&operation.send_asset)
        && is_valid(&operation.dest_asset)
        && operation.path.iter().all(is_valid);
    if !is_sound {
        return Err(PathPaymentStrictSendResult::Malformed.into());
    }
    Ok(())
}

pub fn send_exactly(stage: &mut Stage<'_>, source: &AccountId, operation: &PathPaymentStrictSendOp) -> Outcome {
    use PathPaymentStrictSendResult as Code;
    let destination = operation.destination.clone().account_id();
    let (asset, amount) = (&operation.send_asset, operation.send_amount);
    if !may_be_paid(stage, &destination, &operation.dest_asset) {
        return Err(Code::NoDestination.into());
    }
    spend(stage.world, source, asset, amount).map_err(|error| match error {
        SpendError::NoTrust => Code::SrcNoTrust,
        SpendError::NotAuthorized => Code::SrcNotAuthorized,
        SpendError::Underfunded => Code::Underfunded,
    })?;
    if !stays(asset, &operation.path, &operation.dest_asset) {
        return Err(Code::TooFewOffers.into());
    }
    if amount < operation.dest_min {
        return Err(Code::UnderDestmin.into());
    }
    receive(stage.world, &destination, asset, amount).map_err(|error| match error {
        ReceiveError::NoTrust => Code::NoTrust,
        ReceiveError::NotAuthorized => Code::NotAuthorized,
        ReceiveError::Full => Code::LineFull,
    })?;
    let success = PathPaymentStrictSendResultSuccess {
        offers: codec::list(Vec::new()),
        last: last(destination, asset, amount),
    };
    Ok(OperationResultTr::PathPaymentStrictSend(Code::Success(success)))
}

fn last(destination: AccountId, asset: &Asset, amount: i64) -> SimplePaymentResult {
    SimplePaymentResult {
        destination,
        asset: asset.clone(),
        amount,
    }
}

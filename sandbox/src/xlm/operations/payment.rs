//! Payments, and path payments: each step is exchanged in the order book (`PathPaymentStrictReceive`, and since CAP-24
//! `PathPaymentStrictSend`).

use super::{ApplyOutcome, Failure};
use crate::xlm::codec;
use crate::xlm::exchange::{CrossRequest, CrossResult, MAX_CROSSED, Rounding, TakeError};
use crate::xlm::state::account::{is_valid, issuer, receive, spend};
use crate::xlm::state::stage::Stage;
use stellar_xdr::{
    AccountId, Asset, OperationResult, OperationResultTr, PathPaymentStrictReceiveOp, PathPaymentStrictReceiveResult,
    PathPaymentStrictReceiveResultSuccess, PathPaymentStrictSendOp, PathPaymentStrictSendResult,
    PathPaymentStrictSendResultSuccess, PaymentOp, PaymentResult, SimplePaymentResult,
};

pub fn check_payment(operation: &PaymentOp) -> Result<(), Failure> {
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
        if !may_be_paid(stage, &destination, asset, &[], asset) {
            return Err(PaymentResult::NoDestination.into());
        }
        receive(stage.state, &destination, asset, amount).map_err(|error| {
            error.code(
                PaymentResult::NoTrust,
                PaymentResult::NotAuthorized,
                PaymentResult::LineFull,
            )
        })?;
        spend(stage.state, source, asset, amount).map_err(|error| {
            error.code(
                PaymentResult::SrcNoTrust,
                PaymentResult::SrcNotAuthorized,
                PaymentResult::Underfunded,
            )
        })?;
    }
    Ok(OperationResultTr::Payment(PaymentResult::Success))
}

pub fn check_receive(operation: &PathPaymentStrictReceiveOp) -> Result<(), Failure> {
    let mut assets = operation
        .path
        .iter()
        .chain([&operation.send_asset, &operation.dest_asset]);
    if operation.dest_amount <= 0 || operation.send_max <= 0 || !assets.all(is_valid) {
        return Err(PathPaymentStrictReceiveResult::Malformed.into());
    }
    Ok(())
}

/// Credits the destination first, then computes the cost from the end of the path to the start.
pub fn receive_exactly(
    stage: &mut Stage<'_>,
    source: &AccountId,
    operation: &PathPaymentStrictReceiveOp,
) -> ApplyOutcome {
    use PathPaymentStrictReceiveResult as Code;
    let destination = operation.destination.clone().account_id();
    let (send_asset, dest_asset) = (&operation.send_asset, &operation.dest_asset);
    if !may_be_paid(stage, &destination, send_asset, &operation.path, dest_asset) {
        return Err(Code::NoDestination.into());
    }
    receive(stage.state, &destination, dest_asset, operation.dest_amount)
        .map_err(|error| error.code(Code::NoTrust, Code::NotAuthorized, Code::LineFull))?;
    let (mut asset, mut needed, mut claims) = (dest_asset, operation.dest_amount, Vec::new());
    for from in operation.path.iter().rev().chain([send_asset]) {
        if from == asset {
            continue;
        }
        let request = CrossRequest {
            taker: source,
            pays: from,
            max_paid: i64::MAX,
            takes: asset,
            max_taken: needed,
            rounding: Rounding::StrictReceive,
            price_limit: None,
            max_crossed: MAX_CROSSED.saturating_sub(claims.len()),
        };
        let taken = step(stage, request, Code::TooFewOffers, Code::OfferCrossSelf)?;
        needed = taken.paid;
        asset = from;
        claims.splice(0..0, taken.claims);
    }
    if needed > operation.send_max {
        return Err(Code::OverSendmax.into());
    }
    spend(stage.state, source, send_asset, needed)
        .map_err(|error| error.code(Code::SrcNoTrust, Code::SrcNotAuthorized, Code::Underfunded))?;
    let success = PathPaymentStrictReceiveResultSuccess {
        offers: codec::list(claims),
        last: last(destination, dest_asset, operation.dest_amount),
    };
    Ok(OperationResultTr::PathPaymentStrictReceive(Code::Success(success)))
}

pub fn check_send(operation: &PathPaymentStrictSendOp) -> Result<(), Failure> {
    let mut assets = operation
        .path
        .iter()
        .chain([&operation.send_asset, &operation.dest_asset]);
    if operation.send_amount <= 0 || operation.dest_min <= 0 || !assets.all(is_valid) {
        return Err(PathPaymentStrictSendResult::Malformed.into());
    }
    Ok(())
}

/// Debits the source first, then computes the proceeds along the path.
pub fn send_exactly(stage: &mut Stage<'_>, source: &AccountId, operation: &PathPaymentStrictSendOp) -> ApplyOutcome {
    use PathPaymentStrictSendResult as Code;
    let destination = operation.destination.clone().account_id();
    let (send_asset, dest_asset) = (&operation.send_asset, &operation.dest_asset);
    if !may_be_paid(stage, &destination, send_asset, &operation.path, dest_asset) {
        return Err(Code::NoDestination.into());
    }
    spend(stage.state, source, send_asset, operation.send_amount)
        .map_err(|error| error.code(Code::SrcNoTrust, Code::SrcNotAuthorized, Code::Underfunded))?;
    let (mut asset, mut proceeds, mut claims) = (send_asset, operation.send_amount, Vec::new());
    for to in operation.path.iter().chain([dest_asset]) {
        if to == asset {
            continue;
        }
        let request = CrossRequest {
            taker: source,
            pays: asset,
            max_paid: proceeds,
            takes: to,
            max_taken: i64::MAX,
            rounding: Rounding::StrictSend,
            price_limit: None,
            max_crossed: MAX_CROSSED.saturating_sub(claims.len()),
        };
        let taken = step(stage, request, Code::TooFewOffers, Code::OfferCrossSelf)?;
        proceeds = taken.taken;
        asset = to;
        claims.extend(taken.claims);
    }
    if proceeds < operation.dest_min {
        return Err(Code::UnderDestmin.into());
    }
    receive(stage.state, &destination, dest_asset, proceeds)
        .map_err(|error| error.code(Code::NoTrust, Code::NotAuthorized, Code::LineFull))?;
    let success = PathPaymentStrictSendResultSuccess {
        offers: codec::list(claims),
        last: last(destination, dest_asset, proceeds),
    };
    Ok(OperationResultTr::PathPaymentStrictSend(Code::Success(success)))
}

/// Returns true if the destination can be paid. An issuer that receives the asset without conversion need not
/// exist.
fn may_be_paid(stage: &Stage<'_>, destination: &AccountId, sent: &Asset, path: &[Asset], delivered: &Asset) -> bool {
    let is_returned = path.is_empty() && sent == delivered && issuer(delivered) == Some(destination);
    is_returned || stage.state.account(destination).is_some()
}

/// Executes an exchange, in which the bounded amount must be exact; the codes belong to the operation.
fn step<C: Into<Failure>>(
    stage: &mut Stage<'_>,
    request: CrossRequest<'_>,
    too_few_offers: C,
    cross_self: C,
) -> Result<CrossResult, Failure> {
    let taken = stage.take(request).map_err(|error| match error {
        TakeError::CrossSelf => cross_self.into(),
        TakeError::TooMany => OperationResult::OpExceededWorkLimit.into(),
    })?;
    let is_exact = match request.rounding {
        Rounding::StrictSend => taken.paid == request.max_paid,
        Rounding::Offer | Rounding::StrictReceive => taken.taken == request.max_taken,
    };
    if !taken.is_done || !is_exact {
        return Err(too_few_offers.into());
    }
    Ok(taken)
}

fn last(destination: AccountId, asset: &Asset, amount: i64) -> SimplePaymentResult {
    SimplePaymentResult {
        destination,
        asset: asset.clone(),
        amount,
    }
}

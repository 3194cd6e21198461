//! Payments along a path: each step is exchanged in the order book (`PathPaymentStrictReceive`, and since CAP-24
//! `PathPaymentStrictSend`).

use crate::xlm::codec;
use crate::xlm::exchange::Rounding;
use crate::xlm::failure::{Failure, Outcome};
use crate::xlm::holdings::{ReceiveError, SpendError, is_valid, issuer, receive, spend};
use crate::xlm::order_book::{MAX_CROSSED, TakeError, Taken, Wish};
use crate::xlm::stage::Stage;
use stellar_xdr::{
    AccountId, Asset, OperationResult, OperationResultTr, PathPaymentStrictReceiveOp, PathPaymentStrictReceiveResult,
    PathPaymentStrictReceiveResultSuccess, PathPaymentStrictSendOp, PathPaymentStrictSendResult,
    PathPaymentStrictSendResultSuccess, SimplePaymentResult,
};

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

/// Pays out first, then looks from the end of the path to its beginning what that costs.
pub fn receive_exactly(stage: &mut Stage<'_>, source: &AccountId, operation: &PathPaymentStrictReceiveOp) -> Outcome {
    use PathPaymentStrictReceiveResult as Code;
    let destination = operation.destination.clone().account_id();
    let (send_asset, dest_asset) = (&operation.send_asset, &operation.dest_asset);
    if !may_be_paid(stage, &destination, send_asset, &operation.path, dest_asset) {
        return Err(Code::NoDestination.into());
    }
    receive(stage.world, &destination, dest_asset, operation.dest_amount).map_err(|error| match error {
        ReceiveError::NoTrust => Code::NoTrust,
        ReceiveError::NotAuthorized => Code::NotAuthorized,
        ReceiveError::Full => Code::LineFull,
    })?;
    let (mut asset, mut needed, mut claims) = (dest_asset, operation.dest_amount, Vec::new());
    for from in operation.path.iter().rev().chain([send_asset]) {
        if from == asset {
            continue;
        }
        let wish = wish(
            source,
            (from, i64::MAX),
            (asset, needed),
            Rounding::StrictReceive,
            claims.len(),
        );
        let taken = step(stage, wish).map_err(|error| error.failure(Code::TooFewOffers, Code::OfferCrossSelf))?;
        needed = taken.paid;
        asset = from;
        claims.splice(0..0, taken.claims);
    }
    if needed > operation.send_max {
        return Err(Code::OverSendmax.into());
    }
    spend(stage.world, source, send_asset, needed).map_err(|error| match error {
        SpendError::NoTrust => Code::SrcNoTrust,
        SpendError::NotAuthorized => Code::SrcNotAuthorized,
        SpendError::Underfunded => Code::Underfunded,
    })?;
    let success = PathPaymentStrictReceiveResultSuccess {
        offers: codec::list(claims),
        last: last(destination, dest_asset, operation.dest_amount),
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

/// Takes from the source first, then looks along the path what that brings.
pub fn send_exactly(stage: &mut Stage<'_>, source: &AccountId, operation: &PathPaymentStrictSendOp) -> Outcome {
    use PathPaymentStrictSendResult as Code;
    let destination = operation.destination.clone().account_id();
    let (send_asset, dest_asset) = (&operation.send_asset, &operation.dest_asset);
    if !may_be_paid(stage, &destination, send_asset, &operation.path, dest_asset) {
        return Err(Code::NoDestination.into());
    }
    spend(stage.world, source, send_asset, operation.send_amount).map_err(|error| match error {
        SpendError::NoTrust => Code::SrcNoTrust,
        SpendError::NotAuthorized => Code::SrcNotAuthorized,
        SpendError::Underfunded => Code::Underfunded,
    })?;
    let (mut asset, mut brought, mut claims) = (send_asset, operation.send_amount, Vec::new());
    for to in operation.path.iter().chain([dest_asset]) {
        if to == asset {
            continue;
        }
        let wish = wish(
            source,
            (asset, brought),
            (to, i64::MAX),
            Rounding::StrictSend,
            claims.len(),
        );
        let taken = step(stage, wish).map_err(|error| error.failure(Code::TooFewOffers, Code::OfferCrossSelf))?;
        brought = taken.taken;
        asset = to;
        claims.extend(taken.claims);
    }
    if brought < operation.dest_min {
        return Err(Code::UnderDestmin.into());
    }
    receive(stage.world, &destination, dest_asset, brought).map_err(|error| match error {
        ReceiveError::NoTrust => Code::NoTrust,
        ReceiveError::NotAuthorized => Code::NotAuthorized,
        ReceiveError::Full => Code::LineFull,
    })?;
    let success = PathPaymentStrictSendResultSuccess {
        offers: codec::list(claims),
        last: last(destination, dest_asset, brought),
    };
    Ok(OperationResultTr::PathPaymentStrictSend(Code::Success(success)))
}

/// Nobody has to exist to get an asset back that is their own.
fn may_be_paid(stage: &Stage<'_>, destination: &AccountId, sent: &Asset, path: &[Asset], delivered: &Asset) -> bool {
    let is_returned = path.is_empty() && sent == delivered && issuer(delivered) == Some(destination);
    is_returned || stage.world.account(destination).is_some()
}

fn wish<'a>(
    account: &'a AccountId,
    (pays, most_paid): (&'a Asset, i64),
    (takes, most_taken): (&'a Asset, i64),
    rounding: Rounding,
    crossed: usize,
) -> Wish<'a> {
    Wish {
        taker: account,
        pays,
        most_paid,
        takes,
        most_taken,
        rounding,
        worst: None,
        most_crossed: MAX_CROSSED.saturating_sub(crossed),
    }
}

/// Why a step leads nowhere.
enum StepError {
    TooFewOffers,
    CrossSelf,
    TooMany,
}

impl StepError {
    /// What the operation calls it.
    fn failure(self, too_few_offers: impl Into<Failure>, cross_self: impl Into<Failure>) -> Failure {
        match self {
            Self::TooFewOffers => too_few_offers.into(),
            Self::CrossSelf => cross_self.into(),
            Self::TooMany => OperationResult::OpExceededWorkLimit.into(),
        }
    }
}

/// One exchange, which has to come out even.
fn step(stage: &mut Stage<'_>, wish: Wish<'_>) -> Result<Taken, StepError> {
    let taken = stage.take(wish).map_err(|error| match error {
        TakeError::CrossSelf => StepError::CrossSelf,
        TakeError::TooMany => StepError::TooMany,
    })?;
    let is_even = match wish.rounding {
        Rounding::StrictSend => taken.paid == wish.most_paid,
        Rounding::Offer | Rounding::StrictReceive => taken.taken == wish.most_taken,
    };
    if !taken.is_done || !is_even {
        return Err(StepError::TooFewOffers);
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

//! The results of operations: crossed offers, and the amounts of path payments.

use crate::xlm::ledger::Included;
use stellar_xdr::{
    ClaimAtom, ClaimOfferAtom, InnerTransactionResultResult, ManageBuyOfferResult, ManageOfferSuccessResult,
    ManageOfferSuccessResultOffer, ManageSellOfferResult, OperationResult, OperationResultTr,
    PathPaymentStrictReceiveResult, PathPaymentStrictSendResult, TransactionResultResult,
};

/// Returns the result of an operation in a successful transaction.
pub fn result(included: &Included, index: usize) -> Option<&OperationResultTr> {
    let results = match &included.result.result {
        TransactionResultResult::TxSuccess(results) => results,
        TransactionResultResult::TxFeeBumpInnerSuccess(pair) => match &pair.result.result {
            InnerTransactionResultResult::TxSuccess(results) => results,
            _ => return None,
        },
        _ => return None,
    };
    match results.get(index)? {
        OperationResult::OpInner(result) => Some(result),
        _ => None,
    }
}

/// Returns the crossed offers of an operation in order. Offers that exchange nothing are omitted, because they only
/// leave the book.
pub fn crossed(included: &Included, index: usize) -> Vec<(usize, &ClaimOfferAtom)> {
    let claims = match result(included, index) {
        Some(OperationResultTr::PathPaymentStrictReceive(PathPaymentStrictReceiveResult::Success(success))) => {
            &success.offers
        }
        Some(OperationResultTr::PathPaymentStrictSend(PathPaymentStrictSendResult::Success(success))) => {
            &success.offers
        }
        Some(result) => match managed(result) {
            Some(success) => &success.offers_claimed,
            None => return Vec::new(),
        },
        None => return Vec::new(),
    };
    let offers = claims.iter().enumerate().filter_map(|(order, claim)| match claim {
        ClaimAtom::OrderBook(claim) => Some((order, claim)),
        ClaimAtom::V0(_) | ClaimAtom::LiquidityPool(_) => None,
    });
    offers
        .filter(|(_, claim)| claim.amount_sold != 0 || claim.amount_bought != 0)
        .collect()
}

/// Returns the amount that the source of a path payment has paid; `None` for different operations.
pub fn paid(included: &Included, index: usize) -> Option<i64> {
    match result(included, index)? {
        OperationResultTr::PathPaymentStrictReceive(PathPaymentStrictReceiveResult::Success(success)) => {
            Some(first_step(&success.offers).unwrap_or(success.last.amount))
        }
        _ => None,
    }
}

/// Returns the amount that a path payment has delivered; `None` for different operations.
pub fn delivered(included: &Included, index: usize) -> Option<i64> {
    match result(included, index)? {
        OperationResultTr::PathPaymentStrictSend(PathPaymentStrictSendResult::Success(success)) => {
            Some(success.last.amount)
        }
        _ => None,
    }
}

/// Returns the amount paid in the first step of a path, which is the total amount of the source; `None` without
/// a step.
fn first_step(claims: &[ClaimAtom]) -> Option<i64> {
    let bought = |claim: &ClaimAtom| match claim {
        ClaimAtom::V0(claim) => (claim.asset_bought.clone(), claim.amount_bought),
        ClaimAtom::OrderBook(claim) => (claim.asset_bought.clone(), claim.amount_bought),
        ClaimAtom::LiquidityPool(claim) => (claim.asset_bought.clone(), claim.amount_bought),
    };
    let (asset, _) = bought(claims.first()?);
    let first = claims.iter().map(bought).take_while(|(other, _)| *other == asset);
    Some(first.map(|(_, amount)| amount).sum())
}

/// Returns the id of the offer that an operation has left in the book.
pub fn remaining_offer(included: &Included, index: usize) -> Option<i64> {
    match &managed(result(included, index)?)?.offer {
        ManageOfferSuccessResultOffer::Created(offer) | ManageOfferSuccessResultOffer::Updated(offer) => {
            Some(offer.offer_id)
        }
        ManageOfferSuccessResultOffer::Deleted => None,
    }
}

fn managed(result: &OperationResultTr) -> Option<&ManageOfferSuccessResult> {
    match result {
        OperationResultTr::ManageSellOffer(ManageSellOfferResult::Success(success))
        | OperationResultTr::CreatePassiveSellOffer(ManageSellOfferResult::Success(success))
        | OperationResultTr::ManageBuyOffer(ManageBuyOfferResult::Success(success)) => Some(success),
        _ => None,
    }
}

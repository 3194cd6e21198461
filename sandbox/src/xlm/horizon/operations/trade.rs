//! The record fields of offers and path payments.

use crate::xlm::horizon::view::{self, Fields, amount, put_account, put_asset};
use crate::xlm::ledger::Included;
use serde_json::Value;
use stellar_xdr::{
    Asset, ClaimAtom, CreatePassiveSellOfferOp, InnerTransactionResultResult, ManageBuyOfferOp, ManageSellOfferOp,
    MuxedAccount, OperationResult, OperationResultTr, PathPaymentStrictReceiveOp, PathPaymentStrictReceiveResult,
    PathPaymentStrictSendOp, PathPaymentStrictSendResult, Price, TransactionResultResult,
};

pub fn sell(fields: &mut Fields, operation: &ManageSellOfferOp) {
    fields.insert("offer_id".to_owned(), operation.offer_id.to_string().into());
    let (selling, buying) = (&operation.selling, &operation.buying);
    offer(fields, operation.amount, &operation.price, selling, buying);
}

/// Inserts the fields of a buy offer: the amount is the bought amount, and the price is that of the operation.
pub fn buy(fields: &mut Fields, operation: &ManageBuyOfferOp) {
    fields.insert("offer_id".to_owned(), operation.offer_id.to_string().into());
    let (selling, buying) = (&operation.selling, &operation.buying);
    offer(fields, operation.buy_amount, &operation.price, selling, buying);
}

pub fn passive(fields: &mut Fields, operation: &CreatePassiveSellOfferOp) {
    let (selling, buying) = (&operation.selling, &operation.buying);
    offer(fields, operation.amount, &operation.price, selling, buying);
}

fn offer(fields: &mut Fields, size: i64, price: &Price, selling: &Asset, buying: &Asset) {
    fields.insert("amount".to_owned(), amount(size).into());
    view::put_price(fields, price);
    put_asset(fields, "buying_", buying);
    put_asset(fields, "selling_", selling);
}

pub fn receive(
    fields: &mut Fields,
    included: &Included,
    index: usize,
    actor: &MuxedAccount,
    operation: &PathPaymentStrictReceiveOp,
) {
    let sent = match result(included, index) {
        Some(OperationResultTr::PathPaymentStrictReceive(PathPaymentStrictReceiveResult::Success(success))) => {
            paid(&success.offers).unwrap_or(success.last.amount)
        }
        _ => 0,
    };
    let mut text = |name: &str, value: String| fields.insert(name.to_owned(), value.into());
    text("amount", amount(operation.dest_amount));
    text("source_amount", amount(sent));
    text("source_max", amount(operation.send_max));
    fields.insert("path".to_owned(), path(&operation.path));
    put_asset(fields, "", &operation.dest_asset);
    put_asset(fields, "source_", &operation.send_asset);
    put_account(fields, "from", actor);
    put_account(fields, "to", &operation.destination);
}

pub fn send(
    fields: &mut Fields,
    included: &Included,
    index: usize,
    actor: &MuxedAccount,
    operation: &PathPaymentStrictSendOp,
) {
    let arrived = match result(included, index) {
        Some(OperationResultTr::PathPaymentStrictSend(PathPaymentStrictSendResult::Success(success))) => {
            success.last.amount
        }
        _ => 0,
    };
    let mut text = |name: &str, value: String| fields.insert(name.to_owned(), value.into());
    text("amount", amount(arrived));
    text("source_amount", amount(operation.send_amount));
    text("destination_min", amount(operation.dest_min));
    fields.insert("path".to_owned(), path(&operation.path));
    put_asset(fields, "", &operation.dest_asset);
    put_asset(fields, "source_", &operation.send_asset);
    put_account(fields, "from", actor);
    put_account(fields, "to", &operation.destination);
}

fn path(assets: &[Asset]) -> Value {
    assets.iter().map(view::asset).collect()
}

/// Returns the amount paid in the first step of a path, which is the total amount of the source; `None` without
/// a step.
fn paid(claims: &[ClaimAtom]) -> Option<i64> {
    let bought = |claim: &ClaimAtom| match claim {
        ClaimAtom::V0(claim) => (claim.asset_bought.clone(), claim.amount_bought),
        ClaimAtom::OrderBook(claim) => (claim.asset_bought.clone(), claim.amount_bought),
        ClaimAtom::LiquidityPool(claim) => (claim.asset_bought.clone(), claim.amount_bought),
    };
    let (asset, _) = bought(claims.first()?);
    let first = claims.iter().map(bought).take_while(|(other, _)| *other == asset);
    Some(first.map(|(_, amount)| amount).sum())
}

/// Returns the result of an operation in a successful transaction.
fn result(included: &Included, index: usize) -> Option<&OperationResultTr> {
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

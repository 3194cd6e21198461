//! The record fields of offers and path payments.

use crate::xlm::horizon::claims;
use crate::xlm::horizon::view::{self, Fields, amount, put_account, put_asset};
use crate::xlm::ledger::Included;
use serde_json::Value;
use stellar_xdr::{
    Asset, CreatePassiveSellOfferOp, ManageBuyOfferOp, ManageSellOfferOp, MuxedAccount, PathPaymentStrictReceiveOp,
    PathPaymentStrictSendOp, Price,
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
    let sent = claims::paid(included, index).unwrap_or(0);
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
    let arrived = claims::delivered(included, index).unwrap_or(0);
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

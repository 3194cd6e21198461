//! Decoding of operation records that pay an account.

use super::fields::Fields;
use wallet_upstream::failure::Failure;
use wallet_xlm::history::{Body, PathPayment, Payment, Strict};
use wallet_xlm::{Asset, Stroops};

pub(super) fn create_account(fields: Fields<'_>) -> Result<Body, Failure> {
    Ok(Body::CreateAccount(Payment {
        asset: Asset::Native,
        amount: fields.amount("starting_balance")?,
        from: fields.muxed("funder")?,
        to: fields.muxed("account")?,
    }))
}

pub(super) fn payment(fields: Fields<'_>) -> Result<Payment, Failure> {
    payment_of(fields, "amount")
}

/// Reads a payment whose amount has this field name.
fn payment_of(fields: Fields<'_>, amount: &str) -> Result<Payment, Failure> {
    Ok(Payment {
        asset: fields.asset("")?,
        amount: fields.amount(amount)?,
        from: fields.muxed("from")?,
        to: fields.muxed("to")?,
    })
}

/// Reads a path payment with a fixed received amount. Horizon did not store the sent amount before June 2018, and
/// the result of the transaction contains it. If the transaction failed, Horizon reports a sent amount of 0.
pub(super) fn strict_receive(fields: Fields<'_>, succeeded: bool, sent: Option<Stroops>) -> Result<Body, Failure> {
    let spent_amount = if !succeeded {
        fields.amount("source_max")?
    } else if fields.optional("source_amount")?.is_some() {
        fields.amount("source_amount")?
    } else {
        sent.ok_or_else(|| Failure::unusable("source_amount: missing in the record and in the result"))?
    };
    Ok(Body::PathPayment(PathPayment {
        payment: payment(fields)?,
        strict: Strict::Receive,
        spent: source_asset(fields)?,
        spent_amount,
    }))
}

/// Reads a path payment with a fixed sent amount. If the transaction failed, Horizon reports a received amount of
/// 0.
pub(super) fn strict_send(fields: Fields<'_>, succeeded: bool) -> Result<Body, Failure> {
    let received = if succeeded { "amount" } else { "destination_min" };
    Ok(Body::PathPayment(PathPayment {
        payment: payment_of(fields, received)?,
        strict: Strict::Send,
        spent: source_asset(fields)?,
        spent_amount: fields.amount("source_amount")?,
    }))
}

/// Reads the sent asset of a path payment. The field names of 2015 start with `send_`.
fn source_asset(fields: Fields<'_>) -> Result<Asset, Failure> {
    let is_old = fields.optional("source_asset_type")?.is_none();
    fields.asset(if is_old { "send_" } else { "source_" })
}

//! Warnings about payments.

use crate::wire::PaymentFields;
use wallet_btc_like::{Address, Output};
use wallet_core::model::is_fee_share;
use wallet_core::wire::Warning;

/// Returns the warning about a fee that exceeds a fifth of the amount, both in base units. A transaction that only carries
/// data has none.
pub fn of_fee(fee: u64, amount: u64) -> Option<Warning> {
    (amount > 0 && is_fee_share(fee, amount)).then_some(Warning::FEE_SHARE)
}

/// Returns the warnings about a payment with this fee.
pub fn of_payment(fields: &PaymentFields, fee: u64) -> Vec<Warning> {
    let reuse = reuses_address(fields).then_some(Warning::ADDRESS_REUSE);
    of_fee(fee, fields.payments.total()).into_iter().chain(reuse).collect()
}

/// Returns true if a recipient or the named address of the change is also an address that the payment spends from.
fn reuses_address(fields: &PaymentFields) -> bool {
    let recipients = fields.payments.as_slice().iter().filter_map(Output::to);
    let change = fields.has_change_address.then(|| fields.payments.change());
    let is_spent = |address: &Address| fields.inputs.owners().any(|owner| owner.address() == address);
    recipients.chain(change).any(is_spent)
}

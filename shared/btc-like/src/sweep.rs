//! Sending everything.

use super::address::Address;
use super::coin_selection::{pools, total};
use super::fee::{BytePrices, Fees};
use super::sender::Sender;
use super::size::Sizes;
use super::transaction::BuildError;
use super::utxo::{Unspent, Utxo};

/// All inputs of a sender, and what is left of them after the fee.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sweep {
    /// The inputs.
    pub utxos: Vec<Utxo>,
    /// The size in vbytes with the one output to the recipient.
    pub size: u64,
    /// Size times price.
    pub fees: Fees,
    /// What the recipient gets.
    pub amounts: SweepAmounts,
}

/// What the recipient of everything gets, in smallest units, by how soon the payment shall be confirmed: the faster,
/// the less. 0 where less than the recipient's dust limit is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SweepAmounts {
    /// For a payment that may wait; never 0.
    pub slow: u64,
    /// For an ordinary payment.
    pub normal: u64,
    /// For a payment in a hurry.
    pub fast: u64,
}

/// Takes all that can be spent, the 500 most valuable outputs at most, confirmed or not.
///
/// Outputs that cost more than they bring even at the slow price are left out: with them less could be sent
/// (docs/decisions/0111).
pub fn sweep(sender: &Sender, unspent: &[Unspent], to: &Address, prices: &BytePrices) -> Result<Sweep, BuildError> {
    let size = |inputs| Sizes::of(sender, inputs, to).without_change;
    let cost = prices.slow.saturating_mul(size(2) - size(1));
    let [.., by_value] = pools(sender.params(), unspent);
    let utxos: Vec<Utxo> = by_value.into_iter().filter(|utxo| utxo.value > cost).collect();

    let (available, minimum) = (total(&utxos), to.dust_limit());
    let size = size(utxos.len().max(1));
    let fees = prices.fees(size);
    let amount = |fee| available.checked_sub(fee).filter(|&left| left >= minimum);
    let slow = amount(fees.slow).ok_or(BuildError::InsufficientFunds {
        available,
        required: fees.slow.saturating_add(minimum),
    })?;
    let amounts = SweepAmounts {
        slow,
        normal: amount(fees.normal).unwrap_or(0),
        fast: amount(fees.fast).unwrap_or(0),
    };
    Ok(Sweep {
        utxos,
        size,
        fees,
        amounts,
    })
}

//! Sweeping: sending all funds of a sender.

use super::address::Address;
use super::coin_selection::{pools, total};
use super::fee::{FeeRates, Fees};
use super::sender::Sender;
use super::size::Sizes;
use super::transaction::BuildError;
use super::utxo::{Unspent, Utxo};

/// All inputs of a sender, and the amount left after the fee.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sweep {
    /// The inputs.
    pub utxos: Vec<Utxo>,
    /// The size in vbytes with one output to the recipient.
    pub size: u64,
    /// Size times rate per fee mode.
    pub fees: Fees,
    /// The amounts that the recipient receives.
    pub amounts: SweepAmounts,
}

impl AsRef<[Utxo]> for Sweep {
    fn as_ref(&self) -> &[Utxo] {
        &self.utxos
    }
}

/// Amounts that the recipient of a sweep receives, in base units, one per fee mode. 0 if the amount
/// would be below the recipient's dust limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SweepAmounts {
    /// Amount at the slow fee; never 0.
    pub slow: u64,
    /// Amount at the normal fee.
    pub normal: u64,
    /// Amount at the fast fee.
    pub fast: u64,
}

/// Selects all spendable outputs, confirmed or not, up to the 500 largest.
///
/// Outputs that cost more than their value even at the slow rate are omitted: including them would reduce the
/// amount (docs/decisions/0111).
pub fn sweep(sender: &Sender, unspent: &[Unspent], to: &Address, rates: &FeeRates) -> Result<Sweep, BuildError> {
    let size = |inputs| Sizes::of(sender, inputs, to).without_change;
    let cost = rates.slow.fee(size(2) - size(1));
    let [.., by_value] = pools(sender.params(), unspent);
    let utxos: Vec<Utxo> = by_value.into_iter().filter(|utxo| utxo.value > cost).collect();

    let (available, minimum) = (total(&utxos), to.dust_limit());
    let size = size(utxos.len().max(1));
    let fees = rates.fees(size);
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

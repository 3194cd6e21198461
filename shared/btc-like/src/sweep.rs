//! Sweeping: sending all funds of a sender.

use super::address::Address;
use super::coin_selection::{pools, total};
use super::coins::Coin;
use super::fee::{FeeRates, Fees};
use super::input::Input;
use super::sender::Sender;
use super::size::{input_size, size_of};
use super::transaction::BuildError;

/// All inputs of a sender, and the amount left after the fee.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sweep {
    /// The inputs.
    pub inputs: Vec<Input>,
    /// The size in vbytes with one output to the recipient.
    pub size: u64,
    /// Size times rate per fee mode.
    pub fees: Fees,
    /// The amounts that the recipient receives.
    pub amounts: SweepAmounts,
}

impl AsRef<[Input]> for Sweep {
    fn as_ref(&self) -> &[Input] {
        &self.inputs
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
pub fn sweep(sender: &Sender, coins: &[Coin<Sender>], to: &Address, rates: &FeeRates) -> Result<Sweep, BuildError> {
    let [.., by_value] = pools(to.params().max_money, coins);
    let is_useful = |input: &Input| input.utxo.value > rates.slow.fee(input_size(&input.owner));
    let inputs: Vec<Input> = by_value.into_iter().filter(is_useful).collect();

    let (available, minimum) = (total(&inputs), to.dust_limit());
    let owners = inputs.iter().map(|input| &input.owner);
    // Without outputs, the error states the fee of one input.
    let assumed = inputs.is_empty().then_some(sender);
    let size = size_of(owners.chain(assumed), [to.script_pubkey().len()]);
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
        inputs,
        size,
        fees,
        amounts,
    })
}

//! Coin selection for a payment of a fixed amount.

use crate::address::Address;
use crate::address::sender::Sender;
use crate::coin::coins::Coin;
use crate::coin::utxo::{Input, MAX_INPUTS};
use crate::fee::rate::FeeRate;
use crate::fee::{FeeRates, Fees};
use crate::output::Payments;
use crate::transaction::unsigned::{BuildError, Sizes, check_size, input_size, input_weight, size_of};
use bdk_coin_select::{Candidate, CoinSelector};
use std::cmp::Reverse;
use std::collections::HashSet;
use wallet_core::model::Modes;

/// Selected inputs with the resulting size and fees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    /// The inputs.
    pub inputs: Vec<Input>,
    /// The transaction size in vbytes that the fees are based on.
    pub size: u64,
    /// Size times rate per fee mode. The inputs may not cover the faster modes.
    pub fees: Fees,
}

impl AsRef<[Input]> for Selection {
    fn as_ref(&self) -> &[Input] {
        &self.inputs
    }
}

/// Selects inputs that cover the amounts and the fast fee, else the normal fee, else the slow fee.
///
/// For the same fee, confirmed outputs only are preferred to confirmed and unconfirmed outputs.
/// Within each group the largest outputs come first, which keeps the transaction small. Immature outputs and
/// outputs that carry tokens are never selected (docs/decisions/utxo-payments.md#coin-selection).
///
/// # Errors
///
/// Returns [`BuildError::InsufficientFunds`] at the slow rate if no selection covers amounts and fee; without outputs, the
/// fee is that of one input of `sender`.
pub fn select_coins(
    sender: &Sender,
    coins: &[Coin<Sender>],
    payments: &Payments,
    rates: &FeeRates,
) -> Result<Selection, BuildError> {
    let search = Search { sender, payments };
    let pools = pools(payments.params().max_money, coins);
    for rate in [rates.fast, rates.normal, rates.slow] {
        for pool in &pools {
            if let Some((inputs, size)) = search.pick(pool, rate) {
                return Ok(Selection {
                    inputs,
                    size: check_size(size)?,
                    fees: rates.fees(size),
                });
            }
        }
    }
    Err(search.shortfall(&pools[2], rates.slow))
}

/// Sender and payments of a search.
struct Search<'a> {
    sender: &'a Sender,
    payments: &'a Payments,
}

impl Search<'_> {
    /// Returns the first outputs of the pool that cover amounts and fee at this rate, with the size in vbytes.
    fn pick(&self, pool: &[Input], rate: FeeRate) -> Option<(Vec<Input>, u64)> {
        let useful = useful(pool, rate);
        let candidates: Vec<Candidate> = useful.iter().map(|input| candidate(input)).collect();
        let mut selector = CoinSelector::new(&candidates);
        selector.select_until(|chosen| {
            // Candidates are selected in their order.
            let (count, total) = (chosen.selected_indices().len(), chosen.selected_value());
            count > 0
                && self
                    .required(&useful[..count], total, rate)
                    .is_some_and(|required| total >= required)
        })?;
        let inputs: Vec<Input> = selector.apply_selection(&useful).map(|&input| input.clone()).collect();
        let size = self.sizes(&useful[..inputs.len()]).estimate(total(&inputs))?;
        Some((inputs, size))
    }

    fn sizes(&self, inputs: &[&Input]) -> Sizes<'_> {
        Sizes::of(inputs.iter().map(|input| &input.owner), self.payments)
    }

    /// Returns amounts plus fee for these inputs, or `None` if `total` is below the amounts.
    fn required(&self, inputs: &[&Input], total: u64, rate: FeeRate) -> Option<u64> {
        let fee = rate.fee(self.sizes(inputs).estimate(total)?);
        Some(self.payments.total().saturating_add(fee))
    }

    /// Returns the shortfall at this rate with all economical outputs selected.
    fn shortfall(&self, pool: &[Input], rate: FeeRate) -> BuildError {
        let inputs = useful(pool, rate);
        let available = total(inputs.iter().copied());
        let required = self.required(&inputs, available, rate).unwrap_or_else(|| {
            let sizes = match inputs.as_slice() {
                [] => Sizes::of([self.sender].into_iter(), self.payments),
                inputs => self.sizes(inputs),
            };
            self.payments.total().saturating_add(rate.fee(sizes.without_change))
        });
        BuildError::InsufficientFunds { available, required }
    }
}

/// Returns the outputs with a value above the fee of their input.
fn useful(pool: &[Input], rate: FeeRate) -> Vec<&Input> {
    pool.iter()
        .filter(|input| input.utxo.value > rate.fee(input_size(&input.owner)))
        .collect()
}

fn candidate(input: &Input) -> Candidate {
    Candidate {
        value: input.utxo.value,
        weight: input_weight(&input.owner),
        input_count: 1,
        is_segwit: input.owner.has_witness(),
    }
}

/// Returns the candidate lists in the order of preference, each cut to the input limit: confirmed
/// outputs; confirmed, then unconfirmed outputs; all outputs by value, for wallets with many small
/// outputs and one large unconfirmed output.
pub(crate) fn pools(max_money: u64, coins: &[Coin<Sender>]) -> [Vec<Input>; 3] {
    let mut seen = HashSet::new();
    let mut usable: Vec<&Coin<Sender>> = coins
        .iter()
        .filter(|coin| coin.is_spendable() && seen.insert(coin.unspent.utxo.outpoint))
        .collect();
    usable.sort_by_key(|coin| (Reverse(coin.unspent.utxo.value), coin.unspent.utxo.outpoint));
    let (confirmed, unconfirmed): (Vec<&Coin<Sender>>, Vec<&Coin<Sender>>) =
        usable.iter().partition(|coin| coin.unspent.confirmations > 0);
    let confirmed_first = confirmed.iter().chain(&unconfirmed).copied().collect();
    [confirmed, confirmed_first, usable].map(|pool| cut_off(max_money, &pool))
}

/// Truncates the pool to the inputs of one transaction and drops values above the money supply, which only a faulty
/// upstream lists.
fn cut_off(max_money: u64, pool: &[&Coin<Sender>]) -> Vec<Input> {
    let mut sum = 0u64;
    let fitting = pool.iter().take(MAX_INPUTS).filter(|coin| {
        let grown = sum
            .checked_add(coin.unspent.utxo.value)
            .filter(|&grown| grown <= max_money);
        sum = grown.unwrap_or(sum);
        grown.is_some()
    });
    fitting.map(|coin| coin.to_input()).collect()
}

/// Returns the total value of outputs from [`cut_off`], which guarantees that the sum does not
/// overflow.
pub(crate) fn total<'a>(inputs: impl IntoIterator<Item = &'a Input>) -> u64 {
    inputs.into_iter().map(|input| input.utxo.value).sum()
}

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
/// would be below the recipient's dust limit; never 0 at the slow fee.
pub type SweepAmounts = Modes<u64>;

/// Selects all spendable outputs, confirmed or not, up to the 500 largest.
///
/// Outputs that cost more than their value even at the slow rate are omitted: including them would reduce the
/// amount (docs/decisions/utxo-payments.md#coin-selection).
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

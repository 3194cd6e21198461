//! Coin selection for a payment of a fixed amount.

use super::fee::{FeeRates, Fees};
use super::fee_rate::FeeRate;
use super::params::Params;
use super::payment::Payment;
use super::sender::{AddressType, Sender};
use super::size::Sizes;
use super::transaction::BuildError;
use super::utxo::{MAX_INPUTS, Unspent, Utxo};
use bdk_coin_select::{Candidate, CoinSelector};
use std::cmp::Reverse;
use std::collections::HashSet;

/// Selected inputs with the resulting size and fees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    /// The inputs.
    pub utxos: Vec<Utxo>,
    /// The transaction size in vbytes that the fees are based on.
    pub size: u64,
    /// Size times rate per fee mode. The inputs may not cover the faster modes.
    pub fees: Fees,
}

impl AsRef<[Utxo]> for Selection {
    fn as_ref(&self) -> &[Utxo] {
        &self.utxos
    }
}

/// Selects inputs that cover the amount and the fast fee, else the normal fee, else the slow fee.
///
/// For the same fee, confirmed outputs only are preferred to confirmed and unconfirmed outputs.
/// Within each group the largest outputs come first, which keeps the transaction small. Immature outputs and
/// outputs that carry tokens are never selected (docs/decisions/0102, 0105).
///
/// # Errors
///
/// Returns [`BuildError::InsufficientFunds`] at the slow rate if no selection covers amount and fee.
pub fn select_coins(
    sender: &Sender,
    unspent: &[Unspent],
    payment: &Payment,
    rates: &FeeRates,
) -> Result<Selection, BuildError> {
    let search = Search { sender, payment };
    let pools = pools(sender.params(), unspent);
    for rate in [rates.fast, rates.normal, rates.slow] {
        for pool in &pools {
            if let Some((utxos, size)) = search.pick(pool, rate) {
                return Ok(Selection {
                    utxos,
                    size,
                    fees: rates.fees(size),
                });
            }
        }
    }
    Err(search.shortfall(&pools[2], rates.slow))
}

/// Sender and payment of a search.
struct Search<'a> {
    sender: &'a Sender,
    payment: &'a Payment,
}

impl Search<'_> {
    /// Returns the first outputs of the pool that cover amount and fee at this rate, with the size in vbytes.
    fn pick(&self, pool: &[Utxo], rate: FeeRate) -> Option<(Vec<Utxo>, u64)> {
        let useful = self.useful(pool, rate);
        let candidates = self.candidates(&useful);
        let mut selector = CoinSelector::new(&candidates);
        selector.select_until(|chosen| {
            let (count, total) = (chosen.selected_indices().len(), chosen.selected_value());
            count > 0
                && self
                    .required(count, total, rate)
                    .is_some_and(|required| total >= required)
        })?;
        let utxos: Vec<Utxo> = selector.apply_selection(&useful).copied().collect();
        let size = self.size(utxos.len(), total(&utxos))?;
        Some((utxos, size))
    }

    /// Returns the outputs with a value above the fee of their input.
    fn useful(&self, pool: &[Utxo], rate: FeeRate) -> Vec<Utxo> {
        let cost = rate.fee(self.input_weight() / 4);
        pool.iter().copied().filter(|utxo| utxo.value > cost).collect()
    }

    fn candidates(&self, utxos: &[Utxo]) -> Vec<Candidate> {
        let (weight, is_segwit) = (self.input_weight(), self.sender.address_type() == AddressType::P2wpkh);
        utxos
            .iter()
            .map(|utxo| Candidate {
                value: utxo.value,
                weight,
                input_count: 1,
                is_segwit,
            })
            .collect()
    }

    /// Returns the weight of one additional input, in weight units.
    fn input_weight(&self) -> u64 {
        let size = |inputs| Sizes::of(self.sender, inputs, self.payment.to()).with_change;
        (size(2) - size(1)) * 4
    }

    fn size(&self, inputs: usize, total: u64) -> Option<u64> {
        Sizes::of(self.sender, inputs, self.payment.to()).estimate(self.sender, total, self.payment.amount())
    }

    /// Returns amount plus fee for this number of inputs, or `None` if `total` is below the amount.
    fn required(&self, inputs: usize, total: u64, rate: FeeRate) -> Option<u64> {
        let fee = rate.fee(self.size(inputs, total)?);
        Some(self.payment.amount().saturating_add(fee))
    }

    /// Returns the shortfall at this rate with all economical outputs selected.
    fn shortfall(&self, pool: &[Utxo], rate: FeeRate) -> BuildError {
        let useful = self.useful(pool, rate);
        let (inputs, available) = (useful.len().max(1), total(&useful));
        let without_change = Sizes::of(self.sender, inputs, self.payment.to()).without_change;
        let required = self
            .required(inputs, available, rate)
            .unwrap_or_else(|| self.payment.amount().saturating_add(rate.fee(without_change)));
        BuildError::InsufficientFunds { available, required }
    }
}

/// Returns the candidate lists in the order of preference, each cut to the input limit: confirmed
/// outputs; confirmed, then unconfirmed outputs; all outputs by value, for wallets with many small
/// outputs and one large unconfirmed output.
pub(super) fn pools(params: &Params, unspent: &[Unspent]) -> [Vec<Utxo>; 3] {
    let mut seen = HashSet::new();
    let mut usable: Vec<&Unspent> = unspent
        .iter()
        .filter(|output| output.spendable(params) && seen.insert(output.utxo.outpoint))
        .collect();
    usable.sort_by_key(|output| (Reverse(output.utxo.value), output.utxo.outpoint));
    let by_value: Vec<Utxo> = usable.iter().map(|output| output.utxo).collect();
    let (confirmed, unconfirmed): (Vec<&Unspent>, Vec<&Unspent>) =
        usable.into_iter().partition(|output| output.confirmations > 0);
    let confirmed: Vec<Utxo> = confirmed.iter().map(|output| output.utxo).collect();
    let unconfirmed = unconfirmed.iter().map(|output| output.utxo);
    let confirmed_first = confirmed.iter().copied().chain(unconfirmed).collect();
    [confirmed, confirmed_first, by_value].map(|pool| cut_off(params, pool))
}

/// Truncates the pool to the inputs of one transaction and drops values above the money supply, which only a faulty
/// upstream lists.
fn cut_off(params: &Params, mut pool: Vec<Utxo>) -> Vec<Utxo> {
    pool.truncate(MAX_INPUTS);
    let mut sum = 0u64;
    pool.retain(|utxo| match sum.checked_add(utxo.value) {
        Some(grown) if grown <= params.max_money => {
            sum = grown;
            true
        }
        _ => false,
    });
    pool
}

/// Returns the total value of outputs from [`cut_off`], which guarantees that the sum does not
/// overflow.
pub(super) fn total(utxos: &[Utxo]) -> u64 {
    utxos.iter().map(|utxo| utxo.value).sum()
}

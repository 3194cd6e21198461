//! Which unspent outputs a payment takes.

use super::fee::{BytePrices, Fees};
use super::params::Params;
use super::payment::Payment;
use super::sender::{AddressType, Sender};
use super::size::Sizes;
use super::transaction::BuildError;
use super::utxo::{MAX_INPUTS, Unspent, Utxo};
use bdk_coin_select::{Candidate, CoinSelector};
use std::cmp::Reverse;
use std::collections::HashSet;

/// Inputs for a payment and what they make it cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    /// The inputs.
    pub utxos: Vec<Utxo>,
    /// The size in vbytes that the fees are reckoned with.
    pub size: u64,
    /// Size times price, whether or not the inputs reach that far.
    pub fees: Fees,
}

/// Picks inputs that reach amount and fast fee, or else the normal fee, or else the slow one.
///
/// For the same fee confirmed outputs alone come before confirmed and unconfirmed ones together; among them the most
/// valuable come first, which keeps the transaction small. Outputs that cannot be spent yet, or that carry tokens,
/// are never picked.
pub fn select_coins(
    sender: &Sender,
    unspent: &[Unspent],
    payment: &Payment,
    prices: &BytePrices,
) -> Result<Selection, BuildError> {
    let search = Search { sender, payment };
    let pools = pools(sender.params(), unspent);
    for price in [prices.fast, prices.normal, prices.slow] {
        for pool in &pools {
            if let Some((utxos, size)) = search.pick(pool, price) {
                return Ok(Selection {
                    utxos,
                    size,
                    fees: prices.fees(size),
                });
            }
        }
    }
    Err(search.shortfall(&pools[2], prices.slow))
}

/// What a selection has to pay for.
struct Search<'a> {
    sender: &'a Sender,
    payment: &'a Payment,
}

impl Search<'_> {
    /// The first outputs of the pool that together reach amount and fee at this price, and the size.
    fn pick(&self, pool: &[Utxo], price: u64) -> Option<(Vec<Utxo>, u64)> {
        let useful = self.useful(pool, price);
        let candidates = self.candidates(&useful);
        let mut selector = CoinSelector::new(&candidates);
        selector.select_until(|chosen| {
            let (count, total) = (chosen.selected_indices().len(), chosen.selected_value());
            count > 0
                && self
                    .required(count, total, price)
                    .is_some_and(|required| total >= required)
        })?;
        let utxos: Vec<Utxo> = selector.apply_selection(&useful).copied().collect();
        let size = self.size(utxos.len(), total(&utxos))?;
        Some((utxos, size))
    }

    /// The outputs that bring more than their place in the transaction costs.
    fn useful(&self, pool: &[Utxo], price: u64) -> Vec<Utxo> {
        let cost = price.saturating_mul(self.input_weight() / 4);
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

    /// What one more input weighs, in weight units.
    fn input_weight(&self) -> u64 {
        let size = |inputs| Sizes::of(self.sender, inputs, self.payment.to()).with_change;
        (size(2) - size(1)) * 4
    }

    fn size(&self, inputs: usize, total: u64) -> Option<u64> {
        Sizes::of(self.sender, inputs, self.payment.to()).estimate(self.sender, total, self.payment.amount())
    }

    /// Amount and fee for that many inputs; `None` while they do not even reach the amount.
    fn required(&self, inputs: usize, total: u64, price: u64) -> Option<u64> {
        let fee = self.size(inputs, total)?.saturating_mul(price);
        Some(self.payment.amount().saturating_add(fee))
    }

    /// What is missing at this price even when everything useful is taken.
    fn shortfall(&self, pool: &[Utxo], price: u64) -> BuildError {
        let useful = self.useful(pool, price);
        let (inputs, available) = (useful.len().max(1), total(&useful));
        let without_change = Sizes::of(self.sender, inputs, self.payment.to()).without_change;
        let required = self.required(inputs, available, price).unwrap_or_else(|| {
            self.payment
                .amount()
                .saturating_add(without_change.saturating_mul(price))
        });
        BuildError::InsufficientFunds { available, required }
    }
}

/// The orders in which outputs are tried, each without more inputs than a transaction may have: the confirmed ones;
/// these and then the unconfirmed ones; all by value, for a purse full of crumbs and one unconfirmed large output.
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

/// Keeps what fits into one transaction. An upstream that lists more money than can exist is not believed further.
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

/// The value of outputs that [`cut_off`] has looked at: their sum exists.
pub(super) fn total(utxos: &[Utxo]) -> u64 {
    utxos.iter().map(|utxo| utxo.value).sum()
}

//! Size prediction for unsigned transactions.

use super::address::Address;
use super::sender::{AddressType, Sender};
use bitcoin::transaction::{InputWeightPrediction, predict_weight};

/// Maximum size of a relayed transaction, in vbytes (400 000 weight units).
pub(super) const MAX_SIZE: u64 = 100_000;

/// Sizes of a payment with and without change, in vbytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sizes {
    /// Size with the output to the recipient only.
    pub without_change: u64,
    /// Size with the change output as well.
    pub with_change: u64,
}

impl Sizes {
    /// Predicts the sizes with worst-case signatures: 72 bytes, low-s DER and the sighash byte.
    pub(super) fn of(sender: &Sender, inputs: usize, to: &Address) -> Self {
        let input = match (sender.address_type(), sender.public_key().is_compressed()) {
            (AddressType::P2wpkh, _) => InputWeightPrediction::P2WPKH_MAX,
            (AddressType::P2pkh, true) => InputWeightPrediction::P2PKH_COMPRESSED_MAX,
            (AddressType::P2pkh, false) => InputWeightPrediction::P2PKH_UNCOMPRESSED_MAX,
        };
        let (to, change) = (to.script_pubkey().len(), sender.address().script_pubkey().len());
        let size = |outputs: &[usize]| {
            predict_weight(std::iter::repeat_n(input, inputs), outputs.iter().copied()).to_vbytes_ceil()
        };
        Self {
            without_change: size(&[to]),
            with_change: size(&[to, change]),
        }
    }

    /// Returns the size to use before the fee is known, or `None` if the inputs are below the amount.
    pub(super) fn estimate(self, sender: &Sender, total: u64, amount: u64) -> Option<u64> {
        let left = total.checked_sub(amount)?;
        Some(if self.counts_change(sender, left) {
            self.with_change
        } else {
            self.without_change
        })
    }

    /// Returns true if the remainder after the amount pays for a change output at the minimum relay
    /// fee.
    fn counts_change(self, sender: &Sender, left: u64) -> bool {
        let (lowest_fee, _) = sender.params().fee_bounds(self.with_change);
        left.checked_sub(lowest_fee)
            .is_some_and(|change| change >= sender.address().dust_limit())
    }

    /// Returns true if `left`, the remainder after amount and fee, becomes a change output.
    ///
    /// Dust becomes fee. The remainder also becomes fee if the estimated size excludes change and the fee covers
    /// that size but not the larger one: with change, the transaction would be below the relay minimum. Size times
    /// price is therefore always an accepted fee (docs/decisions/0106).
    pub(super) fn has_change(self, sender: &Sender, fee: u64, left: u64) -> bool {
        let (lowest_fee, _) = sender.params().fee_bounds(self.without_change);
        let fits_without = fee >= lowest_fee && !self.counts_change(sender, left.saturating_add(fee));
        left >= sender.address().dust_limit() && !fits_without
    }
}

//! Size prediction for unsigned transactions.

use super::payments::Payments;
use super::sender::Sender;
use bitcoin::transaction::predict_weight;

/// Maximum size of a relayed transaction, in vbytes (400 000 weight units).
pub(super) const MAX_SIZE: u64 = 100_000;

/// Weight of outpoint and sequence number of an input, in weight units.
const OUTPOINT_AND_SEQUENCE: u64 = 4 * (36 + 4);

/// Returns the size of a transaction with these inputs and output scripts, in vbytes.
pub(super) fn size_of<'a>(
    owners: impl IntoIterator<Item = &'a Sender>,
    script_lengths: impl IntoIterator<Item = usize>,
) -> u64 {
    let inputs = owners.into_iter().map(Sender::unlocking_weight);
    predict_weight(inputs, script_lengths).to_vbytes_ceil()
}

/// Returns the size of an input of this owner, in vbytes.
pub(super) fn input_size(owner: &Sender) -> u64 {
    input_weight(owner).div_ceil(4)
}

/// Returns the weight of an input of this owner, in weight units.
pub(super) fn input_weight(owner: &Sender) -> u64 {
    OUTPOINT_AND_SEQUENCE + owner.unlocking_weight().weight().to_wu()
}

/// Sizes of a transaction with and without change, in vbytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sizes<'p> {
    payments: &'p Payments,
    /// Size with the outputs to the recipients only.
    pub without_change: u64,
    /// Size with the change output as well.
    pub with_change: u64,
}

impl<'p> Sizes<'p> {
    /// Predicts the sizes with worst-case signatures: 72 bytes for low-s DER and the sighash byte.
    pub(super) fn of<'a>(owners: impl Iterator<Item = &'a Sender> + Clone, payments: &'p Payments) -> Self {
        let change = payments.change().script_pubkey().len();
        Self {
            payments,
            without_change: size_of(owners.clone(), payments.script_lengths()),
            with_change: size_of(owners, payments.script_lengths().chain([change])),
        }
    }

    /// Returns the size to use before the fee is known, or `None` if the inputs are below the amounts.
    pub(super) fn estimate(self, total: u64) -> Option<u64> {
        let left = total.checked_sub(self.payments.total())?;
        Some(if self.counts_change(left) {
            self.with_change
        } else {
            self.without_change
        })
    }

    /// Returns true if the remainder after the amounts pays for a change output at the minimum relay
    /// fee.
    fn counts_change(self, left: u64) -> bool {
        let (lowest_fee, _) = self.payments.params().fee_bounds(self.with_change);
        left.checked_sub(lowest_fee)
            .is_some_and(|change| change >= self.payments.change().dust_limit())
    }

    /// Returns true if `left`, the remainder after amounts and fee, becomes a change output.
    ///
    /// Dust becomes fee. The remainder also becomes fee if the estimated size excludes change and the fee covers
    /// that size but not the larger one: with change, the transaction would be below the relay minimum. Size times
    /// price is therefore always an accepted fee (docs/decisions/0106).
    pub(super) fn has_change(self, fee: u64, left: u64) -> bool {
        let (lowest_fee, _) = self.payments.params().fee_bounds(self.without_change);
        let fits_without = fee >= lowest_fee && !self.counts_change(left.saturating_add(fee));
        left >= self.payments.change().dust_limit() && !fits_without
    }
}

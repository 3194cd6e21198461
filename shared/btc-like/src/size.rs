//! How large a transaction becomes, before it is signed.

use super::address::Address;
use super::payment::Payment;
use super::sender::{AddressType, Sender};
use super::transaction::BuildError;
use super::utxo::Utxos;
use bitcoin::transaction::{InputWeightPrediction, predict_weight};

/// The largest transaction that nodes relay, in vbytes (400 000 weight units).
pub(super) const MAX_SIZE: u64 = 100_000;

/// The two sizes that a payment can have, in vbytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sizes {
    /// With the output to the recipient alone.
    pub without_change: u64,
    /// With the change as well.
    pub with_change: u64,
}

impl Sizes {
    /// Sizes with worst-case signatures: 72 bytes, low-s DER and the sighash byte.
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

    /// The size to reckon with before the fee is known; `None` when the inputs do not reach the amount.
    pub(super) fn estimate(self, sender: &Sender, total: u64, amount: u64) -> Option<u64> {
        let left = total.checked_sub(amount)?;
        Some(if self.counts_change(sender, left) {
            self.with_change
        } else {
            self.without_change
        })
    }

    /// Whether what is left of the inputs after the amount is worth a change output even at the lowest fee that
    /// nodes relay.
    fn counts_change(self, sender: &Sender, left: u64) -> bool {
        let (lowest_fee, _) = sender.params().fee_bounds(self.with_change);
        left.checked_sub(lowest_fee)
            .is_some_and(|change| change >= sender.address().dust_limit())
    }

    /// Whether `left`, what remains after amount and fee, comes back to the sender.
    ///
    /// It does when it is no dust. Where the size was reckoned without change, though, and the fee is enough for that
    /// size but not for the larger one, keeping it would make a transaction that nobody relays: then it goes to the
    /// fee, so that size times price is always a fee that can be built.
    pub(super) fn keep_change(self, sender: &Sender, fee: u64, left: u64) -> bool {
        let (lowest_fee, _) = sender.params().fee_bounds(self.without_change);
        let fits_without = fee >= lowest_fee && !self.counts_change(sender, left.saturating_add(fee));
        left >= sender.address().dust_limit() && !fits_without
    }
}

/// The size in vbytes to multiply a byte price with.
pub fn size(sender: &Sender, utxos: &Utxos, payment: &Payment) -> Result<u64, BuildError> {
    Sizes::of(sender, utxos.as_slice().len(), payment.to())
        .estimate(sender, utxos.total(), payment.amount())
        .ok_or(BuildError::InsufficientFunds {
            available: utxos.total(),
            required: payment.amount(),
        })
}

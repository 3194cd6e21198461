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

    /// The size to reckon with before the fee is known.
    ///
    /// Change is counted when it would be worth an output even at the lowest fee that nodes relay. `None` when
    /// the inputs do not reach the amount.
    pub(super) fn estimate(self, sender: &Sender, total: u64, amount: u64) -> Option<u64> {
        let left = total.checked_sub(amount)?;
        let (lowest_fee, _) = sender.params().fee_bounds(self.with_change);
        let change = left
            .checked_sub(lowest_fee)
            .filter(|&change| change >= sender.address().dust_limit());
        Some(if change.is_some() {
            self.with_change
        } else {
            self.without_change
        })
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

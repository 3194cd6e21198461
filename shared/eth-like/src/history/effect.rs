//! Effect of a transaction on an address.

use super::facts::{Entry, TopLevelCall, Transfer, TransferAsset};
use crate::{Address, Amount};
use std::fmt;
use wallet_core::model::Direction;

/// Effect of a transaction on an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Effect {
    /// The change of the coin balance.
    pub(super) net: Net,
    /// The direction of the transaction.
    pub(super) direction: Direction,
}

/// Change of a coin balance in wei, fees included. Sums above 256 bits, impossible on the chain, saturate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Net {
    received: Amount,
    paid: Amount,
}

/// Movement of an asset by a transaction: by the transaction or within the transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Moved {
    pub(super) asset: TransferAsset,
    /// The sender; `None` for coins that the genesis block allocates.
    pub(super) from: Option<Address>,
    /// The recipient; `None` if unknown.
    pub(super) to: Option<Address>,
    /// The value in base units.
    pub(super) value: Amount,
}

impl Entry {
    /// Returns true if the transaction failed: the fee was paid and nothing moved.
    pub(super) fn has_failed(&self) -> bool {
        self.outer.is_some_and(|outer| !outer.succeeded)
    }

    /// Returns the value of the transaction, then the internal transfers to or from the address, without those of
    /// zero.
    pub(super) fn moved(&self, address: Address) -> impl Iterator<Item = Moved> {
        let has_effect = !self.has_failed();
        let outer = self.outer.map(|outer| Moved {
            asset: TransferAsset::Coin,
            from: Some(outer.from),
            to: outer.to,
            value: outer.value,
        });
        let within = self
            .transfers
            .iter()
            .filter(move |transfer| transfer.concerns(address) && !is_duplicate(transfer, self.outer.as_ref()));
        let within = within.map(|transfer| Moved {
            asset: transfer.asset,
            from: transfer.from,
            to: Some(transfer.to),
            value: transfer.value,
        });
        let moved = outer.into_iter().chain(within);
        moved.filter(move |moved| has_effect && moved.value > Amount::ZERO)
    }

    /// Returns the effect on an address (docs/decisions/utxo-history.md#net-and-direction-of-rows).
    pub(super) fn effect(&self, address: Address) -> Effect {
        let mut net = Net::default();
        if self.outer.is_some_and(|outer| outer.from == address) {
            net.pay(self.fee.unwrap_or_default());
        }
        for moved in self.moved(address).filter(Moved::is_coin) {
            if moved.from == Some(address) {
                net.pay(moved.value);
            }
            if moved.to == Some(address) {
                net.receive(moved.value);
            }
        }
        let sides = self.moved(address).map(|moved| (moved.from, moved.to));
        // A replacement to the sender usually moves nothing.
        let to_sender = self.outer.filter(|outer| outer.to == Some(outer.from));
        let sides = sides.chain(to_sender.map(|outer| (Some(outer.from), outer.to)));
        let sides = sides.map(|(from, to)| (from == Some(address), to == Some(address)));
        Effect {
            net,
            direction: Direction::of(sides, net.is_negative()),
        }
    }
}

impl Entry {
    /// Returns true if a foreign transaction pays the address coins below this bound in wei.
    pub(super) fn pays_dust(&self, address: Address, bound: Amount) -> bool {
        let is_sender = self.outer.is_some_and(|outer| outer.from == address);
        let is_dust = |moved: &Moved| {
            let is_received = moved.to == Some(address) && moved.from != Some(address);
            moved.is_coin() && is_received && moved.value < bound
        };
        !is_sender && self.moved(address).any(|moved| is_dust(&moved))
    }
}

impl Moved {
    const fn is_coin(&self) -> bool {
        matches!(self.asset, TransferAsset::Coin | TransferAsset::Endowment)
    }
}

impl Net {
    fn pay(&mut self, amount: Amount) {
        self.paid = self.paid.checked_add(amount).unwrap_or(Amount::MAX);
    }

    fn receive(&mut self, amount: Amount) {
        self.received = self.received.checked_add(amount).unwrap_or(Amount::MAX);
    }

    fn is_negative(&self) -> bool {
        self.paid > self.received
    }
}

impl fmt::Display for Net {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.received.checked_sub(self.paid) {
            Some(gain) => gain.fmt(f),
            None => write!(f, "-{}", self.paid.checked_sub(self.received).unwrap_or_default()),
        }
    }
}

/// Returns true if the transaction reports the transfer: some indexes list the creation of a contract
/// twice.
fn is_duplicate(transfer: &Transfer, outer: Option<&TopLevelCall>) -> bool {
    let same = |outer: &TopLevelCall| Some(outer.from) == transfer.from && outer.to == Some(transfer.to);
    transfer.asset == TransferAsset::Endowment && outer.is_some_and(same)
}

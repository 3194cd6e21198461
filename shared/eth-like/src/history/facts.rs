//! Transactions as an index of addresses tells them, already in our types.

use super::{Position, Spot};
use crate::{Address, Amount, Hash};

/// What an index knows of the history of an address.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HistoryFacts {
    /// A part of the history, newest first, pending before confirmed.
    pub entries: Vec<Entry>,
    /// Where the history goes on, `None` at its end.
    pub next: Option<Position>,
    /// Whether the index may not know every internal transfer.
    pub lacks_internal_transfers: bool,
}

/// A transaction that has to do with an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Where it stands.
    pub spot: Spot,
    /// Unix time in seconds: of its block, or when it was first seen.
    pub time: u64,
    /// What the transaction itself says. Indexes do not tell it where an address only got something within the transaction
    /// of others.
    pub outer: Option<Outer>,
    /// What was paid for including it, in wei; of a pending one the most that it may cost. `None` where the index does not
    /// tell.
    pub fee: Option<Amount>,
    /// What moves within it, in the order of the index.
    pub transfers: Vec<Transfer>,
}

/// What a transaction itself says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outer {
    /// The sender.
    pub from: Address,
    /// The recipient, or the contract that it creates; `None` where neither is known.
    pub to: Option<Address>,
    /// Wei that go along.
    pub value: Amount,
    /// Whether it did what it was to do. One that failed has paid its fee and changed nothing else.
    pub succeeded: bool,
}

/// Something that moves within a transaction: the coin, from contract to contract or out of one, or a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transfer {
    /// What moves.
    pub moved: Moved,
    /// Who gives.
    pub from: Address,
    /// Who gets.
    pub to: Address,
    /// How much, in smallest units.
    pub value: Amount,
}

/// What a transfer moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moved {
    /// The coin, by an internal transfer.
    Coin,
    /// The coin that a new contract gets from whoever creates it. The transaction that creates one says so itself as well.
    Endowment,
    /// A token.
    Token {
        /// Its contract (ERC-20).
        contract: Address,
        /// The digits after the decimal point of its amounts by the contract's own word, which is anybody's word.
        decimals: Option<u8>,
    },
}

impl Entry {
    /// Takes over what another entry about the same transaction knows beyond this one. One that is in a block counts
    /// more than one that still waits.
    pub fn absorb(&mut self, mut other: Self) {
        if self.spot.block().is_none() && other.spot.block().is_some() {
            std::mem::swap(self, &mut other);
        }
        self.spot = self.spot.or_index_of(other.spot);
        self.outer = self.outer.or(other.outer);
        self.fee = self.fee.or(other.fee);
        self.transfers.extend(other.transfers);
    }

    /// Whether the transaction has to do with this address at all.
    pub fn concerns(&self, address: Address) -> bool {
        let named = |outer: &Outer| outer.from == address || outer.to == Some(address);
        self.outer.as_ref().is_some_and(named) || self.transfers.iter().any(|transfer| transfer.concerns(address))
    }

    /// Its id.
    pub const fn txid(&self) -> Hash {
        self.spot.txid()
    }
}

impl Transfer {
    /// Whether this address gives or gets.
    pub fn concerns(&self, address: Address) -> bool {
        self.from == address || self.to == address
    }
}

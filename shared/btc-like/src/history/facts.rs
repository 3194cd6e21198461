//! Transactions as an index of addresses tells them, already in our types.

use crate::{Address, Txid};

/// What an index knows about an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddressFacts {
    /// The protocol of the upstream that answered.
    pub upstream: &'static str,
    /// The height of the newest block that the upstream knows.
    pub tip: u32,
    /// What the address holds, the mempool included, in smallest units.
    pub balance: u64,
    /// A part of the history, newest first, pending before confirmed.
    pub entries: Vec<Entry>,
    /// Where the history goes on, `None` at its end.
    pub next: Option<super::Position>,
}

/// A transaction that pays or is paid by an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its id.
    pub txid: Txid,
    /// The height of its block, `None` while it waits in the mempool.
    pub height: Option<u32>,
    /// Unix time in seconds: of its block, or when the mempool first saw it.
    pub time: u64,
    /// Its fee in smallest units; 0 for a coinbase.
    pub fee: u64,
    /// What it spends; a coinbase spends nothing that belonged to anybody.
    pub inputs: Vec<Input>,
    /// What it pays.
    pub outputs: Vec<Output>,
}

/// An input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// Whose output it spends; `None` for a coinbase and for scripts without an address.
    pub owner: Option<Address>,
}

/// An output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// Whom it pays.
    pub payee: Payee,
    /// How much, in smallest units.
    pub value: u64,
}

/// Whom an output pays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Payee {
    /// The owner of an address.
    Address(Address),
    /// Somebody whose script has no address, such as a bare multisignature.
    Script,
    /// Nobody: the output carries data (`OP_RETURN`).
    Data,
}

impl Payee {
    /// The address, if there is one.
    pub const fn address(&self) -> Option<&Address> {
        match self {
            Self::Address(address) => Some(address),
            Self::Script | Self::Data => None,
        }
    }
}

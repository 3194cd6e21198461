//! View of a transaction from one of its addresses.

use super::effect::Effect;
use super::facts::{Entry, Output, Payee};
use crate::Address;
use std::fmt::Display;
use wallet_core::model::{Action, Asset, AssetValue, Balance, ChainName, Status, Transaction, confirmations};

/// Perspective of an address on its transactions, with the address string of the request.
#[derive(Clone, Debug)]
pub struct View {
    address: Address,
    requested: String,
}

impl View {
    /// Creates the view of an address; `requested` is its string in the request.
    pub const fn new(address: Address, requested: String) -> Self {
        Self { address, requested }
    }

    /// Returns the coin balance record for an amount in base units.
    pub fn balance(&self, amount: u64) -> Balance {
        Balance {
            asset: self.coin(),
            balance: self.value(amount),
            spendable: None,
        }
    }

    /// Returns the transaction record (docs/decisions/0420); `tip` is the height of the latest block.
    pub fn transaction(&self, entry: &Entry, tip: u32) -> Transaction {
        let from = self.sender(entry);
        let (value, to) = self.moved(entry);
        let Effect { net, direction } = entry.effect(|address| *address == self.address);
        let transfers = entry.outputs.iter().filter(|output| is_external(entry, output));
        Transaction {
            txid: entry.txid.to_string(),
            block: entry.height.map_or_else(String::new, |height| height.to_string()),
            date: entry.time,
            fee: self.value(entry.fee),
            value: self.value(value),
            net: self.value(net),
            direction,
            confirmations: confirmations(entry.height.map(u64::from), tip.into()),
            to,
            status: if entry.height.is_some() {
                Status::Confirmed
            } else {
                Status::Pending
            },
            actions: transfers.map(|output| self.transfer(&from, output)).collect(),
            from,
        }
    }

    /// Returns the requested address if it is among the inputs, else the address of the first input.
    fn sender(&self, entry: &Entry) -> String {
        if self.spends(entry) {
            return self.requested.clone();
        }
        let first = entry.inputs.first().and_then(|input| input.owner.as_ref());
        self.text(first)
    }

    /// Returns the transferred value in base units, and the recipient.
    fn moved(&self, entry: &Entry) -> (u64, String) {
        if !self.spends(entry) {
            let own = |output: &&Output| output.payee.address() == Some(&self.address);
            return (total(entry.outputs.iter().filter(own)), self.requested.clone());
        }
        let external: Vec<_> = entry
            .outputs
            .iter()
            .filter(|output| is_external(entry, output))
            .collect();
        // All outputs pay the senders: the value is their total.
        let paid = if external.is_empty() {
            entry
                .outputs
                .iter()
                .filter(|output| output.payee != Payee::Data)
                .collect()
        } else {
            external
        };
        let to = paid.first().and_then(|output| output.payee.address());
        (total(paid.iter().copied()), self.text(to))
    }

    fn transfer(&self, from: &str, output: &Output) -> Action {
        Action::Transfer {
            asset: self.coin(),
            value: self.value(output.value),
            from: from.to_owned(),
            to: self.text(output.payee.address()),
        }
    }

    fn spends(&self, entry: &Entry) -> bool {
        let mut owners = entry.inputs.iter().map(|input| input.owner.as_ref());
        owners.any(|owner| owner == Some(&self.address))
    }

    /// Encodes an address: the requested one unchanged, others in canonical form. On bch the prefix is present if
    /// the request has it.
    fn text(&self, address: Option<&Address>) -> String {
        match address {
            None => String::new(),
            Some(own) if *own == self.address => self.requested.clone(),
            Some(other) => other.encode(self.requested.contains(':')),
        }
    }

    fn coin(&self) -> Asset {
        Asset::Coin {
            chain: self.address.params().chain.name(),
        }
    }

    fn value(&self, amount: impl Display) -> AssetValue {
        AssetValue::new(amount, self.address.params().decimals)
    }
}

/// Returns true if an output pays an address other than the senders: neither change nor data.
fn is_external(entry: &Entry, output: &Output) -> bool {
    match &output.payee {
        Payee::Data => false,
        Payee::Script => true,
        Payee::Address(payee) => entry.inputs.iter().all(|input| input.owner.as_ref() != Some(payee)),
    }
}

/// Returns the sum of the outputs. An overflow, impossible on the chain, saturates.
fn total<'a>(outputs: impl Iterator<Item = &'a Output>) -> u64 {
    outputs.fold(0, |sum, output| sum.saturating_add(output.value))
}

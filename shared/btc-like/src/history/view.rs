//! A transaction as one of its addresses sees it.

use super::facts::{Entry, Output, Payee};
use crate::Address;
use wallet_core::model::{Action, Asset, AssetValue, Balance, ChainName, Status, Transaction};

/// The eyes through which transactions are seen: an address, and the form in which it was asked for.
#[derive(Clone, Debug)]
pub struct View {
    address: Address,
    asked: String,
}

impl View {
    /// The view of an address that was asked for by this text.
    pub const fn new(address: Address, asked: String) -> Self {
        Self { address, asked }
    }

    /// The balance record of this many smallest units of the coin.
    pub fn balance(&self, amount: u64) -> Balance {
        Balance {
            asset: self.coin(),
            balance: self.value(amount),
        }
    }

    /// The record of a transaction (docs/decisions/0420).
    pub fn transaction(&self, entry: &Entry) -> Transaction {
        let from = self.sender(entry);
        let (value, to) = self.moved(entry);
        let transfers = entry.outputs.iter().filter(|output| is_foreign(entry, output));
        Transaction {
            txid: entry.txid.to_string(),
            block: entry.height.map_or_else(String::new, |height| height.to_string()),
            date: entry.time,
            fee: self.value(entry.fee),
            value: self.value(value),
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

    /// The requested address when it is among the inputs, else the first input's.
    fn sender(&self, entry: &Entry) -> String {
        if self.spends(entry) {
            return self.asked.clone();
        }
        let first = entry.inputs.first().and_then(|input| input.owner.as_ref());
        self.text(first)
    }

    /// How much went to whom.
    fn moved(&self, entry: &Entry) -> (u64, String) {
        if !self.spends(entry) {
            let own = |output: &&Output| output.payee.address() == Some(&self.address);
            return (total(entry.outputs.iter().filter(own)), self.asked.clone());
        }
        let foreign: Vec<_> = entry
            .outputs
            .iter()
            .filter(|output| is_foreign(entry, output))
            .collect();
        // Nothing leaves the senders: then all of it is what moved.
        let paid = if foreign.is_empty() {
            entry
                .outputs
                .iter()
                .filter(|output| output.payee != Payee::Data)
                .collect()
        } else {
            foreign
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

    /// An address as text: the requested one as it was asked for, others in their canonical form, on bch with the
    /// prefix exactly when the requested one had it.
    fn text(&self, address: Option<&Address>) -> String {
        match address {
            None => String::new(),
            Some(own) if *own == self.address => self.asked.clone(),
            Some(other) => other.encode(self.asked.contains(':')),
        }
    }

    fn coin(&self) -> Asset {
        Asset::Coin {
            chain: self.address.params().chain.name(),
        }
    }

    fn value(&self, amount: u64) -> AssetValue {
        AssetValue::new(amount, self.address.params().decimals)
    }
}

/// Whether an output pays somebody other than the senders: neither change nor data.
fn is_foreign(entry: &Entry, output: &Output) -> bool {
    match &output.payee {
        Payee::Data => false,
        Payee::Script => true,
        Payee::Address(payee) => entry.inputs.iter().all(|input| input.owner.as_ref() != Some(payee)),
    }
}

/// The values together. More than an u64 holds cannot exist and is shown as the most that it holds.
fn total<'a>(outputs: impl Iterator<Item = &'a Output>) -> u64 {
    outputs.fold(0, |sum, output| sum.saturating_add(output.value))
}

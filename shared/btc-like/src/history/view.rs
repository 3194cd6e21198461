//! View of a transaction from one of its addresses, or from an extended key.

use super::effect::Effect;
use super::facts::{Entry, Output, Payee};
use crate::Address;
use crate::extended_key::ScannedKey;
use crate::params::Params;
use bitcoin::ScriptBuf;
use std::collections::HashMap;
use std::fmt::Display;
use wallet_core::model::{Action, Asset, AssetValue, Balance, ChainName, Status, Transaction, confirmations};

/// Perspective of an owner of addresses on transactions.
#[derive(Clone, Debug)]
pub struct View {
    params: &'static Params,
    /// Strings of the owner's addresses by their scripts.
    own: HashMap<ScriptBuf, String>,
    /// True if bch addresses have their prefix.
    with_prefix: bool,
}

impl View {
    /// Creates the view of an address; `requested` is its string in the request.
    pub fn new(address: &Address, requested: String) -> Self {
        Self {
            params: address.params(),
            with_prefix: requested.contains(':'),
            own: HashMap::from([(address.script_pubkey().to_owned(), requested)]),
        }
    }

    /// Creates the view of an extended key with these addresses, which are written in their canonical form.
    pub fn of_key(params: &'static Params, scanned: &ScannedKey) -> Self {
        let addresses = scanned.addresses.iter().map(|scanned| &scanned.key_address.address);
        Self {
            params,
            own: addresses
                .map(|address| (address.script_pubkey().to_owned(), address.to_string()))
                .collect(),
            with_prefix: true,
        }
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
        let Effect { net, direction } = entry.effect(|address| self.is_own(address));
        let transfers = entry.outputs.iter().filter(|output| self.is_external(entry, output));
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

    /// Returns the first own address among the inputs, else the address of the first input.
    fn sender(&self, entry: &Entry) -> String {
        let mut owners = entry.inputs.iter().map(|input| input.owner.as_ref());
        let own = owners.clone().flatten().find(|owner| self.is_own(owner));
        self.text(own.or_else(|| owners.next().flatten()))
    }

    /// Returns the transferred value in base units, and the recipient.
    fn moved(&self, entry: &Entry) -> (u64, String) {
        if !self.spends(entry) {
            let own = |output: &&Output| output.payee.address().is_some_and(|payee| self.is_own(payee));
            let received: Vec<_> = entry.outputs.iter().filter(own).collect();
            let to = received.first().and_then(|output| output.payee.address());
            return (total(received.iter().copied()), self.text(to));
        }
        let external: Vec<_> = entry
            .outputs
            .iter()
            .filter(|output| self.is_external(entry, output))
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

    fn is_own(&self, address: &Address) -> bool {
        self.own.contains_key(address.script_pubkey())
    }

    fn spends(&self, entry: &Entry) -> bool {
        let mut owners = entry.inputs.iter().filter_map(|input| input.owner.as_ref());
        owners.any(|owner| self.is_own(owner))
    }

    /// Returns true if an output pays an address other than the senders and, if the owner is among them, other than the
    /// owner's: neither change nor data.
    fn is_external(&self, entry: &Entry, output: &Output) -> bool {
        match &output.payee {
            Payee::Data => false,
            Payee::Script => true,
            Payee::Address(payee) => {
                let is_sender = entry.inputs.iter().any(|input| input.owner.as_ref() == Some(payee));
                !(is_sender || self.is_own(payee) && self.spends(entry))
            }
        }
    }

    /// Encodes an address: a requested one unchanged, others in canonical form. On bch the prefix is present if the
    /// request has it.
    fn text(&self, address: Option<&Address>) -> String {
        let Some(address) = address else { return String::new() };
        let own = self.own.get(address.script_pubkey());
        own.cloned().unwrap_or_else(|| address.encode(self.with_prefix))
    }

    fn coin(&self) -> Asset {
        Asset::Coin {
            chain: self.params.chain.name(),
        }
    }

    fn value(&self, amount: impl Display) -> AssetValue {
        AssetValue::new(amount, self.params.decimals)
    }
}

/// Returns the sum of the outputs. An overflow, impossible on the chain, saturates.
fn total<'a>(outputs: impl Iterator<Item = &'a Output>) -> u64 {
    outputs.fold(0, |sum, output| sum.saturating_add(output.value))
}

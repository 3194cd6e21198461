//! View of a transaction from an address, or from an extended key.

use super::facts::{Entry, Output, Payee};
use super::facts::{Funds, Unavailable};
use crate::Address;
use crate::chain::params::Params;
use crate::extended_key::ScannedKey;
use bitcoin::ScriptBuf;
use std::collections::{HashMap, HashSet};
use std::fmt::Display;
use wallet_core::model::{
    Action, Asset, AssetValue, Balance, BtcLikeBalance, BtcLikeBalanceDetails, ChainName, Direction, Flag, Status,
    Transaction, confirmations, flag_look_alikes,
};
use wallet_core::recipient::{Counterparty, counterparties_of};

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
    /// Creates the view of an address; `requested` is the string in the request.
    pub fn new(address: &Address, requested: String) -> Self {
        Self {
            params: address.params(),
            with_prefix: requested.contains(':'),
            own: HashMap::from([(address.script_pubkey().to_owned(), requested)]),
        }
    }

    /// Creates the view of an extended key with the addresses, written in canonical form.
    pub fn of_key(params: &'static Params, scanned: &ScannedKey) -> Self {
        let addresses = scanned.addresses.iter().map(|scanned| &scanned.key_address.address);
        Self::of_addresses(params, addresses.cloned())
    }

    /// Creates the view of several addresses of an owner, written in canonical form.
    pub fn of_addresses(params: &'static Params, addresses: impl IntoIterator<Item = Address>) -> Self {
        let addresses = addresses.into_iter();
        Self {
            params,
            own: addresses
                .map(|address| (address.script_pubkey().to_owned(), address.to_string()))
                .collect(),
            with_prefix: true,
        }
    }

    /// Returns the coin balance record, without spendable and immature amounts if unknown.
    pub fn balance(&self, funds: &Funds, unavailable: Option<&Unavailable>) -> BtcLikeBalance {
        BtcLikeBalance {
            balance: Balance {
                asset: self.coin(),
                balance: self.value(funds.total()),
                spendable: unavailable.map(|unavailable| self.value(funds.spendable(unavailable))),
            },
            details: BtcLikeBalanceDetails {
                confirmed: funds.confirmed().to_string(),
                unconfirmed: funds.unconfirmed().to_string(),
                immature: unavailable.map(|unavailable| unavailable.immature.to_string()),
            },
        }
    }

    /// Returns the transaction records of a page; `tip` is the height of the latest block.
    pub fn transactions(&self, entries: &[Entry], tip: u32) -> Vec<Transaction> {
        let mut page: Vec<_> = entries.iter().map(|entry| self.transaction(entry, tip)).collect();
        let own: HashSet<&str> = self.own.values().map(String::as_str).collect();
        flag_look_alikes(
            &mut page,
            |address| own.contains(address),
            |address| self.distinctive(address),
        );
        page
    }

    /// Returns the counterparties of transactions, in canonical form for a view of several addresses or of a key.
    pub fn counterparties(&self, entries: &[Entry]) -> Vec<Counterparty> {
        let rows: Vec<_> = entries.iter().map(|entry| self.transaction(entry, 0)).collect();
        let own: HashSet<&str> = self.own.values().map(String::as_str).collect();
        counterparties_of(&rows, str::to_owned, |text| own.contains(text), |_| true)
    }

    /// Returns the transaction record (docs/decisions/utxo-history.md#senders-and-recipients); `tip` is the height of
    /// the latest block.
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
            flags: self.pays_dust(entry).then_some(Flag::Dust).into_iter().collect(),
            from,
        }
    }

    /// Returns the first own address among the inputs, else the address of the first input.
    pub(super) fn sender(&self, entry: &Entry) -> String {
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

    /// Returns an address without the prefix that many addresses have.
    pub fn distinctive<'a>(&self, address: &'a str) -> &'a str {
        let of_cashaddr = address.split_once(':').map(|(_, rest)| rest);
        let hrp = self.params.segwit_hrp;
        let of_bech32 = hrp.and_then(|hrp| address.strip_prefix(hrp)?.strip_prefix('1'));
        of_cashaddr.or(of_bech32).unwrap_or(address)
    }

    /// Returns true if a foreign sender pays an own address an output below the dust limit.
    fn pays_dust(&self, entry: &Entry) -> bool {
        let is_dust = |output: &Output| {
            let payee = output.payee.address().filter(|payee| self.is_own(payee));
            payee.is_some_and(|payee| output.value < payee.dust_limit())
        };
        !self.spends(entry) && entry.outputs.iter().any(is_dust)
    }

    pub(super) fn is_own(&self, address: &Address) -> bool {
        self.own.contains_key(address.script_pubkey())
    }

    pub(super) fn spends(&self, entry: &Entry) -> bool {
        let mut owners = entry.inputs.iter().filter_map(|input| input.owner.as_ref());
        owners.any(|owner| self.is_own(owner))
    }

    /// Returns true if an output pays an address other than the senders and, if the owner is among them, other than the
    /// owner's: neither change nor data.
    pub(super) fn is_external(&self, entry: &Entry, output: &Output) -> bool {
        match &output.payee {
            Payee::Data => false,
            Payee::Script => true,
            Payee::Address(payee) => {
                let is_sender = entry.inputs.iter().any(|input| input.owner.as_ref() == Some(payee));
                !(is_sender || self.is_own(payee) && self.spends(entry))
            }
        }
    }

    /// Encodes an address: unchanged if requested, otherwise in canonical form. On bch the prefix is present if the
    /// request has a prefix.
    pub(super) fn text(&self, address: Option<&Address>) -> String {
        let Some(address) = address else { return String::new() };
        let own = self.own.get(address.script_pubkey());
        own.cloned().unwrap_or_else(|| address.encode(self.with_prefix))
    }

    pub(super) fn coin(&self) -> Asset {
        Asset::Coin {
            chain: self.params.chain.name(),
        }
    }

    pub(super) fn value(&self, amount: impl Display) -> AssetValue {
        AssetValue::new(amount, self.params.decimals)
    }
}

/// Returns the sum of the outputs. An overflow, impossible on the chain, saturates.
fn total<'a>(outputs: impl Iterator<Item = &'a Output>) -> u64 {
    outputs.fold(0, |sum, output| sum.saturating_add(output.value))
}

/// Effect of a transaction on the funds of an owner: an address, or all addresses of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effect {
    /// The change of the balance in base units, fees included.
    pub net: i128,
    /// The direction of the transaction (docs/decisions/utxo-history.md#net-and-direction-of-rows).
    pub direction: Direction,
}

impl Entry {
    /// Returns the effect on the owner of the addresses for which `is_own` returns true.
    pub fn effect(&self, is_own: impl Fn(&Address) -> bool) -> Effect {
        let is_own = |address: Option<&Address>| address.is_some_and(&is_own);
        let spent = self.inputs.iter().filter(|input| is_own(input.owner.as_ref()));
        let spent: Vec<_> = spent.map(|input| i128::from(input.value)).collect();
        let received = self.outputs.iter().filter(|output| is_own(output.payee.address()));
        let received: i128 = received.map(|output| i128::from(output.value)).sum();
        let net = received - spent.iter().sum::<i128>();
        let pays_others = |output: &Output| output.payee != Payee::Data && !is_own(output.payee.address());
        let pays_owner = self.outputs.iter().any(|output| is_own(output.payee.address()));
        let direction = if spent.is_empty() || net > 0 {
            Direction::In
        } else if pays_owner && !self.outputs.iter().any(pays_others) {
            Direction::Own
        } else {
            Direction::Out
        };
        Effect { net, direction }
    }
}

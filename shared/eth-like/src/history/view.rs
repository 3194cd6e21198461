//! View of a transaction from one of its addresses.

use super::HistoryPosition;
use super::facts::{Entry, TopLevelCall, Transfer, TransferAsset};
use crate::token_metadata::MAX_DECIMALS;
use crate::{Address, Amount, Params};
use std::collections::HashMap;
use wallet_core::model::{Asset, AssetValue, Balance, ChainName, Movement, Status, Transaction};

/// Perspective of an address on balances and transactions, with the address string of the request and the known
/// tokens.
#[derive(Clone, Debug)]
pub struct View {
    params: Params,
    address: Address,
    requested: String,
    /// The decimals of known tokens, by contract.
    tokens: HashMap<Address, u8>,
}

impl View {
    /// Creates the view of an address; `requested` is its string in the request, `tokens` the decimals of known
    /// tokens.
    pub fn new(
        params: Params,
        address: Address,
        requested: String,
        tokens: impl IntoIterator<Item = (Address, u8)>,
    ) -> Self {
        Self {
            params,
            address,
            requested,
            tokens: tokens.into_iter().collect(),
        }
    }

    /// Returns the balance record of the coin; `amount` and `spendable` are in wei.
    pub fn coin_balance(&self, amount: Amount, spendable: Amount) -> Balance {
        Balance {
            asset: self.coin(),
            balance: coins(amount),
            spendable: Some(coins(spendable)),
        }
    }

    /// Returns the balance record of a token, with `amount` and `spendable` in base units; `None` for an unknown
    /// token.
    pub fn token_balance(&self, contract: Address, amount: Amount, spendable: Amount) -> Option<Balance> {
        let decimals = *self.tokens.get(&contract)?;
        Some(Balance {
            asset: self.token(contract),
            balance: AssetValue::new(amount, decimals),
            spendable: Some(AssetValue::new(spendable, decimals)),
        })
    }

    /// Returns the transaction record (docs/decisions/0831).
    pub fn transaction(&self, entry: &Entry) -> Transaction<Movement> {
        let failed = entry.outer.is_some_and(|outer| !outer.succeeded);
        let (status, block) = match entry.position {
            HistoryPosition::Pending { .. } => (Status::Pending, String::new()),
            HistoryPosition::Mined { block, .. } if failed => (Status::Rejected, block.to_string()),
            HistoryPosition::Mined { block, .. } => (Status::Confirmed, block.to_string()),
        };
        let actions = if failed { Vec::new() } else { self.actions(entry) };
        let (from, to, value) = match entry.outer {
            Some(outer) => (Some(outer.from), outer.to, outer.value),
            None => self.effects(entry),
        };
        Transaction {
            txid: entry.txid().to_string(),
            block,
            date: entry.time,
            fee: coins(entry.fee.unwrap_or_default()),
            value: coins(if failed { Amount::ZERO } else { value }),
            from: self.text(from),
            to: self.text(to),
            status,
            actions,
        }
    }

    /// Returns sender, recipient and value of a transaction of which only the effects on the address are known:
    /// the parties of the first effect, and the amount of coin received, or else sent.
    fn effects(&self, entry: &Entry) -> (Option<Address>, Option<Address>, Amount) {
        let own = || {
            entry
                .transfers
                .iter()
                .filter(|transfer| transfer.concerns(self.address))
        };
        let first = own().next();
        let coins = |side: fn(&Transfer) -> Option<Address>| {
            let moved = own().filter(|transfer| !matches!(transfer.asset, TransferAsset::Token { .. }));
            total(moved.filter(|transfer| side(transfer) == Some(self.address)))
        };
        let received = coins(|transfer| Some(transfer.to));
        let value = if received == Amount::ZERO {
            coins(|transfer| transfer.from)
        } else {
            received
        };
        (
            first.and_then(|transfer| transfer.from),
            first.map(|transfer| transfer.to),
            value,
        )
    }

    /// Returns the value of the transaction itself, then the transfers within it to or from the address.
    fn actions(&self, entry: &Entry) -> Vec<Movement> {
        let outer = entry.outer.filter(|outer| outer.value > Amount::ZERO);
        let outer = outer.map(|outer| Movement {
            asset: self.coin(),
            value: coins(outer.value),
            from: self.text(Some(outer.from)),
            to: self.text(outer.to),
        });
        let within = entry.transfers.iter().filter(|transfer| {
            let is_zero = transfer.value == Amount::ZERO;
            transfer.concerns(self.address) && !is_zero && !is_duplicate(transfer, entry.outer.as_ref())
        });
        outer
            .into_iter()
            .chain(within.map(|transfer| self.movement(transfer)))
            .collect()
    }

    fn movement(&self, transfer: &Transfer) -> Movement {
        let (asset, value) = match transfer.asset {
            TransferAsset::Coin | TransferAsset::Endowment => (self.coin(), coins(transfer.value)),
            TransferAsset::Token { contract, decimals } => {
                let reported = decimals.filter(|decimals| *decimals <= MAX_DECIMALS);
                let decimals = self.tokens.get(&contract).copied().or(reported).unwrap_or(0);
                (self.token(contract), AssetValue::new(transfer.value, decimals))
            }
        };
        Movement {
            asset,
            value,
            from: self.text(transfer.from),
            to: self.text(Some(transfer.to)),
        }
    }

    /// Encodes an address: the requested one unchanged, others with their checksum.
    fn text(&self, address: Option<Address>) -> String {
        match address {
            None => String::new(),
            Some(own) if own == self.address => self.requested.clone(),
            Some(other) => other.to_string(),
        }
    }

    fn coin(&self) -> Asset {
        Asset::Coin {
            chain: self.params.chain.name(),
        }
    }

    fn token(&self, contract: Address) -> Asset {
        Asset::Erc20 {
            chain: self.params.chain.name(),
            contract: contract.to_string(),
        }
    }
}

/// Returns true if the transaction itself reports the transfer: some indexes list the creation of a contract
/// twice.
fn is_duplicate(transfer: &Transfer, outer: Option<&TopLevelCall>) -> bool {
    let same = |outer: &TopLevelCall| Some(outer.from) == transfer.from && outer.to == Some(transfer.to);
    transfer.asset == TransferAsset::Endowment && outer.is_some_and(same)
}

fn coins(amount: Amount) -> AssetValue {
    AssetValue::new(amount, Params::DECIMALS)
}

/// Returns the sum of the values. An overflow, impossible on the chain, saturates.
fn total<'a>(transfers: impl Iterator<Item = &'a Transfer>) -> Amount {
    transfers.fold(Amount::ZERO, |sum, transfer| {
        sum.checked_add(transfer.value).unwrap_or(Amount::MAX)
    })
}

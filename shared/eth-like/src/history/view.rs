//! A transaction as one of its addresses sees it.

use super::Spot;
use super::facts::{Entry, Moved, Outer, Transfer};
use crate::{Address, Amount, Params};
use std::collections::HashMap;
use wallet_core::model::{Asset, AssetValue, Balance, ChainName, Movement, Status, Transaction};

/// The eyes through which balances and transactions are seen: an address, the form in which it was asked for, and the
/// tokens that are known.
#[derive(Clone, Debug)]
pub struct View {
    params: Params,
    address: Address,
    asked: String,
    /// The decimals of known tokens, by contract.
    tokens: HashMap<Address, u8>,
}

/// Digits beyond which no amount of 256 bits has one before the point.
const MAX_DECIMALS: u8 = 77;

impl View {
    /// The view of an address that was asked for by this text, with the decimals of the tokens that are known.
    pub fn new(
        params: Params,
        address: Address,
        asked: String,
        tokens: impl IntoIterator<Item = (Address, u8)>,
    ) -> Self {
        Self {
            params,
            address,
            asked,
            tokens: tokens.into_iter().collect(),
        }
    }

    /// The balance record of the coin, in wei.
    pub fn coin_balance(&self, amount: Amount) -> Balance {
        Balance {
            asset: self.coin(),
            balance: coins(amount),
        }
    }

    /// The balance record of a token, in its smallest units; `None` for one that is not known.
    pub fn token_balance(&self, contract: Address, amount: Amount) -> Option<Balance> {
        let decimals = *self.tokens.get(&contract)?;
        Some(Balance {
            asset: self.token(contract),
            balance: AssetValue::new(amount, decimals),
        })
    }

    /// The record of a transaction (docs/decisions/0831).
    pub fn transaction(&self, entry: &Entry) -> Transaction<Movement> {
        let failed = entry.outer.is_some_and(|outer| !outer.succeeded);
        let (status, block) = match entry.spot {
            Spot::Pending { .. } => (Status::Pending, String::new()),
            Spot::Mined { block, .. } if failed => (Status::Rejected, block.to_string()),
            Spot::Mined { block, .. } => (Status::Confirmed, block.to_string()),
        };
        let actions = if failed { Vec::new() } else { self.actions(entry) };
        let (from, to, value) = match entry.outer {
            Some(outer) => (Some(outer.from), outer.to, outer.value),
            None => self.seen(entry),
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

    /// Sender, recipient and value of a transaction of which only the effects on the address are known: the first of
    /// them, and the coin that came to the address, or else left it.
    fn seen(&self, entry: &Entry) -> (Option<Address>, Option<Address>, Amount) {
        let own = || {
            entry
                .transfers
                .iter()
                .filter(|transfer| transfer.concerns(self.address))
        };
        let first = own().next();
        let coins = |side: fn(&Transfer) -> Address| {
            let moved = own().filter(|transfer| !matches!(transfer.moved, Moved::Token { .. }));
            total(moved.filter(|transfer| side(transfer) == self.address))
        };
        let came = coins(|transfer| transfer.to);
        let value = if came == Amount::ZERO {
            coins(|transfer| transfer.from)
        } else {
            came
        };
        (
            first.map(|transfer| transfer.from),
            first.map(|transfer| transfer.to),
            value,
        )
    }

    /// The value of the transaction itself, then what moved within it to or from the address.
    fn actions(&self, entry: &Entry) -> Vec<Movement> {
        let outer = entry.outer.filter(|outer| outer.value > Amount::ZERO);
        let outer = outer.map(|outer| Movement {
            asset: self.coin(),
            value: coins(outer.value),
            from: self.text(Some(outer.from)),
            to: self.text(outer.to),
        });
        let within = entry.transfers.iter().filter(|transfer| {
            let nothing = transfer.value == Amount::ZERO;
            transfer.concerns(self.address) && !nothing && !is_said_already(transfer, entry.outer.as_ref())
        });
        outer
            .into_iter()
            .chain(within.map(|transfer| self.movement(transfer)))
            .collect()
    }

    fn movement(&self, transfer: &Transfer) -> Movement {
        let (asset, value) = match transfer.moved {
            Moved::Coin | Moved::Endowment => (self.coin(), coins(transfer.value)),
            Moved::Token { contract, decimals } => {
                let told = decimals.filter(|decimals| *decimals <= MAX_DECIMALS);
                let decimals = self.tokens.get(&contract).copied().or(told).unwrap_or(0);
                (self.token(contract), AssetValue::new(transfer.value, decimals))
            }
        };
        Movement {
            asset,
            value,
            from: self.text(Some(transfer.from)),
            to: self.text(Some(transfer.to)),
        }
    }

    /// An address as text: the requested one as it was asked for, others with their checksum.
    fn text(&self, address: Option<Address>) -> String {
        match address {
            None => String::new(),
            Some(own) if own == self.address => self.asked.clone(),
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

/// Whether a transfer is what the transaction itself says: some indexes list the creation of a contract twice.
fn is_said_already(transfer: &Transfer, outer: Option<&Outer>) -> bool {
    let same = |outer: &Outer| outer.from == transfer.from && outer.to == Some(transfer.to);
    transfer.moved == Moved::Endowment && outer.is_some_and(same)
}

fn coins(amount: Amount) -> AssetValue {
    AssetValue::new(amount, Params::DECIMALS)
}

/// The values together. More than 256 bits hold cannot exist and is shown as the most that they hold.
fn total<'a>(transfers: impl Iterator<Item = &'a Transfer>) -> Amount {
    transfers.fold(Amount::ZERO, |sum, transfer| {
        sum.checked_add(transfer.value).unwrap_or(Amount::MAX)
    })
}

//! Address history: the effect of a transaction from the perspective of one or several addresses, also as changes of the
//! funds of their owner (docs/decisions/evm-history.md#evm-transaction-records).

mod cursor;
mod facts;
mod view;

pub use cursor::{Cursor, HistoryPosition, Position};
pub use facts::{Entry, HistoryFacts, OmittedChange, TokenLabel, TopLevelCall, Transfer, TransferAsset};
pub use view::View;

use crate::{Address, Amount};
use std::collections::HashSet;
use std::fmt;
use wallet_core::model::{AssetValue, Direction, Movement, Status};
use wallet_core::own_history::{OwnMovement, OwnTransaction, StatementAmount, StatementKind};

impl View {
    /// Returns the transactions of a page as changes of the owner's funds; `None` for a transaction with amounts beyond the
    /// range of coins.
    pub fn own_transactions(&self, entries: &[Entry]) -> Vec<Option<OwnTransaction>> {
        let records = self.transactions(entries, 0).into_iter();
        let own = records.zip(entries).map(|(record, entry)| {
            let kind = match (record.status, record.direction) {
                (Status::Rejected, _) => Some(StatementKind::Failed),
                (_, Direction::Own) => Some(StatementKind::Own),
                _ => None,
            };
            let movements = record
                .actions
                .into_iter()
                .filter_map(|action| self.own_movement(action));
            Some(OwnTransaction {
                txid: record.txid,
                at: entry.time,
                block: entry.position.block(),
                net: record.net.amount.parse().ok()?,
                movements: movements.collect(),
                fee: self.own_fee(entry, record.fee),
                kind,
                flags: record.flags,
            })
        });
        own.collect()
    }

    fn own_movement(&self, action: Movement) -> Option<OwnMovement> {
        let (is_received, counterparty) = match (self.is_own(&action.from), self.is_own(&action.to)) {
            (true, false) => (false, action.to),
            (false, true) => (true, action.from),
            _ => return None,
        };
        Some(OwnMovement {
            is_received,
            amount: StatementAmount {
                unlisted: action.unlisted,
                name: action.name.or(action.ticker),
                ..StatementAmount::new(action.asset, action.value)
            },
            counterparty,
        })
    }

    /// Returns the fee if an own address has sent the transaction.
    fn own_fee(&self, entry: &Entry, fee: AssetValue) -> Option<StatementAmount> {
        let is_paid = self.sends(entry) && fee.amount != "0";
        is_paid.then(|| StatementAmount::new(self.coin(), fee))
    }
}

/// Effect of a transaction on a set of addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Effect {
    /// The change of the coin balance.
    net: Net,
    /// The direction of the transaction.
    direction: Direction,
}

/// Change of a coin balance in wei, fees included. Sums above 256 bits, impossible on the chain, saturate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Net {
    received: Amount,
    paid: Amount,
}

/// Movement of an asset by a transaction: by the transaction or within the transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Moved {
    asset: TransferAsset,
    /// The sender; `None` for coins that the genesis block allocates.
    from: Option<Address>,
    /// The recipient; `None` if unknown.
    to: Option<Address>,
    /// The value in base units; of a non-fungible token the number of tokens.
    value: Amount,
}

impl Entry {
    /// Returns true if the transaction failed: the fee was paid and nothing moved.
    pub(crate) fn has_failed(&self) -> bool {
        self.outer.is_some_and(|outer| !outer.succeeded)
    }

    /// Returns the value of the transaction, then the internal transfers to or from the own addresses, without transfers
    /// of zero.
    fn moved(&self, own: &HashSet<Address>) -> impl Iterator<Item = Moved> {
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
            .filter(move |transfer| concerns(own, transfer) && !is_duplicate(transfer, self.outer.as_ref()));
        let within = within.map(|transfer| Moved {
            asset: transfer.asset,
            from: transfer.from,
            to: Some(transfer.to),
            value: transfer.value,
        });
        let moved = outer.into_iter().chain(within);
        moved.filter(move |moved| has_effect && moved.value > Amount::ZERO)
    }

    /// Returns the effect on the own addresses (docs/decisions/utxo-history.md#net-and-direction-of-rows). A movement
    /// between own addresses changes no balance.
    fn effect(&self, own: &HashSet<Address>) -> Effect {
        let mut net = Net::default();
        if self.is_from(own) {
            net.pay(self.fee.unwrap_or_default());
        }
        for moved in self.moved(own).filter(|moved| moved.asset.is_coin()) {
            if has(own, moved.from) {
                net.pay(moved.value);
            }
            if has(own, moved.to) {
                net.receive(moved.value);
            }
        }
        let sides = self.moved(own).map(|moved| (has(own, moved.from), has(own, moved.to)));
        // A replacement to the sender usually moves nothing.
        let is_inside = |outer: &TopLevelCall| own.contains(&outer.from) && has(own, outer.to);
        let inside = self.outer.as_ref().filter(|outer| is_inside(outer));
        let sides = sides.chain(inside.map(|_| (true, true)));
        Effect {
            net,
            direction: Direction::of(sides, net.is_negative()),
        }
    }
}

impl Entry {
    /// Returns true if a foreign transaction pays an own address coins below this bound in wei.
    fn pays_dust(&self, own: &HashSet<Address>, bound: Amount) -> bool {
        let is_dust = |moved: &Moved| {
            let is_received = has(own, moved.to) && !has(own, moved.from);
            moved.asset.is_coin() && is_received && moved.value < bound
        };
        !self.is_from(own) && self.moved(own).any(|moved| is_dust(&moved))
    }

    /// Returns true if an own address has sent the transaction.
    fn is_from(&self, own: &HashSet<Address>) -> bool {
        self.outer.is_some_and(|outer| own.contains(&outer.from))
    }
}

/// Returns true if the address is known and an own one.
fn has(own: &HashSet<Address>, address: Option<Address>) -> bool {
    address.is_some_and(|address| own.contains(&address))
}

/// Returns true if an own address is the sender or the recipient of a transfer.
fn concerns(own: &HashSet<Address>, transfer: &Transfer) -> bool {
    has(own, transfer.from) || own.contains(&transfer.to)
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

#[cfg(test)]
mod tests;

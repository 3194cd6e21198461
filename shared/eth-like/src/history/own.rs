//! Transactions as changes of the funds of the owner of a view.

use super::facts::Entry;
use super::view::View;
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

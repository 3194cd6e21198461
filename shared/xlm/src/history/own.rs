//! Transactions as changes of the funds of the accounts of a view.

use super::effects::OperationEffect;
use super::facts::Entry;
use super::operation::{Body, Operation, Transfer, TransferAmount};
use super::party::Party;
use super::view::View;
use crate::{AccountId, Asset, DECIMALS, Stroops};
use wallet_core::model::{AssetValue, Direction, Status};
use wallet_core::own_history::{OwnMovement, OwnTransaction, StatementAmount, StatementKind};

impl View {
    /// Returns the transactions of a page as changes of the funds of the accounts, and true if amounts of trades are unknown.
    pub fn own_transactions(&self, entries: &[Entry]) -> (Vec<OwnTransaction>, bool) {
        let records = self.transactions(entries, 0).into_iter();
        let own = records.zip(entries).map(|(record, entry)| {
            let record = record.transaction;
            let fee = Stroops::get(entry.fee);
            let pays = self.accounts.contains_key(&entry.fee_payer) && fee > 0;
            OwnTransaction {
                txid: record.txid,
                at: entry.time,
                block: Some(entry.ledger.into()),
                net: self.native_change(entry) - if pays { i128::from(fee) } else { 0 },
                movements: self.movements(entry),
                fee: pays.then(|| self.amount(&Asset::Native, fee.into())),
                kind: match (record.status, record.direction) {
                    (Status::Rejected, _) => Some(StatementKind::Failed),
                    (_, Direction::Own) => Some(StatementKind::Own),
                    _ => None,
                },
                flags: record.flags,
            }
        });
        let lacks_trades = entries.iter().any(|entry| self.lacks_trades(entry));
        (own.collect(), lacks_trades)
    }

    fn native_change(&self, entry: &Entry) -> i128 {
        entry.native_change_of(&self.accounts)
    }

    /// Returns true if an account has traded and no meta has the amounts.
    fn lacks_trades(&self, entry: &Entry) -> bool {
        let filled = self
            .accounts
            .keys()
            .any(|account| entry.effects.filled.contains_key(account));
        let trades = filled || self.accounts.keys().any(|account| entry.offers(*account));
        entry.succeeded && entry.effects.balances.is_none() && trades
    }

    /// Returns the movements of the operations, and per asset the remaining change by trades.
    fn movements(&self, entry: &Entry) -> Vec<OwnMovement> {
        let mut moved = Moved {
            view: self,
            list: Vec::new(),
        };
        for operation in entry.operations.iter().filter(|_| entry.succeeded) {
            moved.operation(operation, entry.effects.of(operation.index));
        }
        let mut remaining = vec![(Asset::Native, self.native_change(entry))];
        remaining.extend(self.credit_changes(entry));
        for (asset, change) in remaining {
            let listed = moved.list.iter().filter(|(other, ..)| *other == asset);
            let listed: i128 = listed.map(|(_, amount, _)| *amount).sum();
            moved.push(asset, change - listed, String::new());
        }
        let movements = moved.list.into_iter().map(|(asset, amount, counterparty)| OwnMovement {
            is_received: amount > 0,
            amount: self.amount(&asset, amount.abs()),
            counterparty,
        });
        movements.collect()
    }

    /// Returns the changes of issued assets by the meta. An asset with an unknown change is left out.
    fn credit_changes(&self, entry: &Entry) -> Vec<(Asset, i128)> {
        let Some(balances) = entry.effects.balances.as_ref().filter(|_| entry.succeeded) else {
            return Vec::new();
        };
        let own = || {
            let credits = balances.credits.iter();
            credits.filter(move |((account, _), _)| self.accounts.contains_key(account))
        };
        let mut credits: Vec<_> = own().map(|((_, credit), _)| *credit).collect();
        credits.sort_by_cached_key(ToString::to_string);
        credits.dedup();
        let changes = credits.into_iter().filter_map(|credit| {
            let changes = own().filter(|((_, other), _)| *other == credit);
            let sum: Option<i128> = changes.map(|(_, change)| change.map(i128::from)).sum();
            Some((Asset::Credit(credit), sum?))
        });
        changes.collect()
    }

    fn amount(&self, asset: &Asset, amount: i128) -> StatementAmount {
        StatementAmount::new(self.asset(asset), AssetValue::new(amount, DECIMALS))
    }
}

/// The movements of the accounts of a view: asset, amount with the sign of the change, and counterparty.
struct Moved<'a> {
    view: &'a View,
    list: Vec<(Asset, i128, String)>,
}

impl Moved<'_> {
    /// Adds a movement. An account has no balance of an asset that it issues.
    fn push(&mut self, asset: Asset, amount: i128, counterparty: String) {
        let is_own = |account: &AccountId| self.view.accounts.contains_key(account);
        let is_issued = matches!(&asset, Asset::Credit(credit) if is_own(&credit.issuer));
        if amount != 0 && !is_issued {
            self.list.push((asset, amount, counterparty));
        }
    }

    fn debit(&mut self, from: AccountId, asset: Asset, amount: Stroops, to: &str) {
        if self.view.accounts.contains_key(&from) {
            self.push(asset, -i128::from(amount.get()), to.to_owned());
        }
    }

    fn credit(&mut self, to: AccountId, asset: Asset, amount: Stroops, from: &str) {
        if self.view.accounts.contains_key(&to) {
            self.push(asset, amount.get().into(), from.to_owned());
        }
    }

    /// Adds a payment between two parties, unless both are own accounts.
    fn pay(&mut self, from: Option<&Party>, to: Option<&Party>, asset: Asset, amount: Stroops) {
        let account = |party: Option<&Party>| party.and_then(Party::account);
        let is_own =
            |party: Option<&Party>| account(party).is_some_and(|account| self.view.accounts.contains_key(&account));
        if is_own(from) && is_own(to) {
            return;
        }
        let text = |party: Option<&Party>| party.map(|party| self.view.party(party)).unwrap_or_default();
        let (sender, recipient) = (text(from), text(to));
        if let Some(from) = account(from) {
            self.debit(from, asset, amount, &recipient);
        }
        if let Some(to) = account(to) {
            self.credit(to, asset, amount, &sender);
        }
    }

    fn operation(&mut self, operation: &Operation, effect: OperationEffect) {
        let source = operation.source.account;
        match &operation.body {
            Body::CreateAccount(payment) | Body::Payment(payment) => {
                self.pay(
                    Some(&payment.from.into()),
                    Some(&payment.to.into()),
                    payment.asset,
                    payment.amount,
                );
            }
            Body::PathPayment(path) => {
                let (from, to) = (path.payment.from, path.payment.to);
                let (sender, recipient) = (self.view.muxed(from), self.view.muxed(to));
                self.debit(from.account, path.spent, path.spent_amount, &recipient);
                self.credit(to.account, path.payment.asset, path.payment.amount, &sender);
            }
            Body::AccountMerge { account, into } => {
                let amount = effect.merged.unwrap_or_default();
                self.pay(Some(&(*account).into()), Some(&(*into).into()), Asset::Native, amount);
            }
            Body::CreateClaimableBalance { asset, amount, .. } => self.debit(source, *asset, *amount, ""),
            Body::ClaimClaimableBalance {
                claimant,
                claimed: Some((asset, amount)),
                ..
            } => self.credit(claimant.account, *asset, *amount, ""),
            Body::PoolDeposit { reserves, .. } => {
                for (asset, amount) in reserves {
                    self.debit(source, *asset, *amount, "");
                }
            }
            Body::PoolWithdraw { reserves, .. } => {
                for (asset, amount) in reserves {
                    self.credit(source, *asset, *amount, "");
                }
            }
            Body::Clawback { credit, from, amount } => {
                let by = self.view.muxed(operation.source);
                self.debit(from.account, Asset::Credit(*credit), *amount, &by);
            }
            Body::CallContract { transfers } => {
                // A statement names no tokens of contracts.
                for Transfer { amount, from, to } in transfers {
                    if let TransferAmount::Asset(asset, amount) = *amount {
                        self.pay(from.as_ref(), to.as_ref(), asset, amount);
                    }
                }
            }
            _ => {}
        }
    }
}

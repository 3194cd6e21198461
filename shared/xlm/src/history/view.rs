//! Transactions from the view of an account.

use super::facts::Entry;
use super::party::Party;
use crate::history::effect::Effect;
use crate::record::{MemoRecord, XlmTransaction};
use crate::{AccountId, Asset, Chain, Credit, DECIMALS, Memo, MuxedAccount};
use wallet_core::model::{self, AssetValue, ChainName, Flag, Status, Transaction, confirmations, flag_look_alikes};

/// The view of an account, with the requested address.
#[derive(Clone, Debug)]
pub struct View {
    account: AccountId,
    requested: String,
}

impl View {
    /// Creates the view of an account that was requested by the address `requested`.
    pub const fn new(account: AccountId, requested: String) -> Self {
        Self { account, requested }
    }

    /// Returns the address by which the account was requested.
    pub(super) fn requested_address(&self) -> &str {
        &self.requested
    }

    /// Returns the record of an asset. The lumen is a coin; an issuer is part of the asset's name and
    /// never muxed.
    pub fn asset(&self, asset: &Asset) -> model::Asset {
        let chain = Chain::Xlm.name();
        match asset {
            Asset::Native => model::Asset::Coin { chain },
            Asset::Credit(Credit { code, issuer }) => model::Asset::XlmAsset {
                chain,
                code: code.to_string(),
                issuer: issuer.to_string(),
            },
        }
    }

    /// Returns the address of an account. The requested account has the address of the request.
    pub fn address(&self, account: AccountId) -> String {
        if account == self.account {
            self.requested.clone()
        } else {
            account.to_string()
        }
    }

    /// Returns the records of a page; `latest` is the sequence number of the latest ledger.
    pub fn transactions(&self, entries: &[Entry], latest: u32) -> Vec<XlmTransaction> {
        let mut page: Vec<_> = entries.iter().map(|entry| self.transaction(entry, latest)).collect();
        let transactions = page.iter_mut().map(|row| &mut row.transaction);
        flag_look_alikes(transactions, |address| address == self.requested, |address| address);
        page
    }

    /// Returns the record of a transaction (docs/decisions/stellar-history.md#stellar-transaction-records); `latest` is
    /// the sequence number of the latest ledger.
    pub fn transaction(&self, entry: &Entry, latest: u32) -> XlmTransaction {
        let Effect { net, direction } = entry.effect(self.account);
        let payee = entry.operations.iter().find_map(|operation| operation.body.payee());
        let actions = self.actions(entry);
        let (status, actions, failed_actions) = if entry.succeeded {
            (Status::Confirmed, actions, Vec::new())
        } else {
            (Status::Rejected, Vec::new(), actions)
        };
        let transaction = Transaction {
            txid: hex::encode(entry.hash),
            block: entry.ledger.to_string(),
            date: entry.time,
            fee: AssetValue::new(entry.fee, DECIMALS),
            value: AssetValue::new(entry.native_change(self.account), DECIMALS),
            net: AssetValue::new(net, DECIMALS),
            direction,
            confirmations: confirmations(Some(entry.ledger.into()), latest.into()),
            from: self.muxed(entry.source),
            to: payee.map(|payee| self.party(&payee)).unwrap_or_default(),
            status,
            actions,
            flags: entry
                .pays_dust(self.account)
                .then_some(Flag::Dust)
                .into_iter()
                .collect(),
        };
        XlmTransaction {
            transaction,
            memo: memo(&entry.memo),
            failed_actions,
        }
    }

    /// Returns an address. A user id yields a muxed address, which identifies the user of an account.
    pub(super) fn muxed(&self, account: MuxedAccount) -> String {
        match account.id {
            None => self.address(account.account),
            Some(_) => account.to_string(),
        }
    }

    pub(super) fn party(&self, party: &Party) -> String {
        match party {
            Party::Account(account) => self.muxed(*account),
            Party::Other(strkey) => strkey.clone(),
        }
    }
}

/// Returns the record of a memo, or `None` if there is none.
fn memo(memo: &Memo) -> Option<MemoRecord> {
    let kind = memo.kind()?.name();
    Some(MemoRecord {
        kind,
        value: memo.to_string(),
        bytes: memo.beyond_text().map(hex::encode),
    })
}

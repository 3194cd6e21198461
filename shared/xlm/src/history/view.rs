//! Transactions from the view of an account or of a set of accounts.

use super::facts::Entry;
use super::operation::{Operation, Transfer, TransferAmount};
use super::party::Party;
use crate::contract::{ContractId, TokenHolding};
use crate::history::effect::{Accounts, Effect};
use crate::record::{MemoRecord, XlmAction, XlmTransaction};
use crate::{AccountId, Asset, Chain, Credit, DECIMALS, Memo, MuxedAccount};
use std::collections::HashMap;
use wallet_core::model::{self, AssetValue, ChainName, Flag, Status, Transaction, confirmations, flag_look_alikes};
use wallet_core::recipient::{Counterparty, counterparties_of};

/// The view of an account or of a set of accounts, with the requested addresses.
#[derive(Clone, Debug)]
pub struct View {
    /// The requested addresses by account.
    pub(super) accounts: Accounts,
    /// The tokens of contracts with transfers that are shown.
    tokens: HashMap<ContractId, TokenLabel>,
}

/// The label of a token as the contract returns it.
#[derive(Clone, Debug)]
pub(super) struct TokenLabel {
    /// The number of decimals.
    pub(super) decimals: u8,
    /// The symbol in printable ASCII.
    pub(super) symbol: Option<String>,
}

impl View {
    /// Creates the view of an account that was requested by the address `requested`.
    pub fn new(account: AccountId, requested: String) -> Self {
        Self {
            accounts: Accounts::from([(account, requested)]),
            tokens: HashMap::new(),
        }
    }

    /// Adds the tokens of contracts with transfers that are shown. Contracts of assets and contracts without decimals are
    /// left out: their transfers are transfers of the assets, or have an unknown unit.
    #[must_use]
    pub fn with_tokens<'a>(mut self, tokens: impl IntoIterator<Item = (ContractId, &'a TokenHolding)>) -> Self {
        for (contract, holding) in tokens {
            if let TokenHolding::OfContract { decimals, symbol, .. } = holding {
                let (decimals, symbol) = (*decimals, symbol.clone());
                self.tokens.insert(contract, TokenLabel { decimals, symbol });
            }
        }
        self
    }

    /// Returns the label of a token with transfers that are shown.
    pub(super) fn token(&self, contract: ContractId) -> Option<&TokenLabel> {
        self.tokens.get(&contract)
    }

    /// Returns true for the transfers of assets, and of the tokens of the view.
    fn shows(&self, transfer: &Transfer) -> bool {
        match transfer.amount {
            TransferAmount::Asset(..) => true,
            TransferAmount::Token(contract, _) => self.tokens.contains_key(&contract),
        }
    }

    /// Creates the view of a set of accounts by their addresses that start with `G`. The record of a transaction depends
    /// only on the accounts of the set that the transaction touches.
    pub fn of_accounts(accounts: impl IntoIterator<Item = AccountId>) -> Self {
        let accounts = accounts.into_iter().map(|account| (account, account.to_string()));
        Self {
            accounts: accounts.collect(),
            tokens: HashMap::new(),
        }
    }

    /// Returns the address by which the account was requested, the first of several accounts.
    pub(super) fn requested_address(&self) -> &str {
        self.accounts.values().next().map_or("", String::as_str)
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

    /// Returns the address of an account. A requested account has the address of the request.
    pub fn address(&self, account: AccountId) -> String {
        let requested = self.accounts.get(&account).cloned();
        requested.unwrap_or_else(|| account.to_string())
    }

    /// Returns the records of a page; `latest` is the sequence number of the latest ledger.
    pub fn transactions(&self, entries: &[Entry], latest: u32) -> Vec<XlmTransaction> {
        let mut page: Vec<_> = entries.iter().map(|entry| self.transaction(entry, latest)).collect();
        let transactions = page.iter_mut().map(|row| &mut row.transaction);
        let is_requested = |address: &str| self.accounts.values().any(|requested| requested == address);
        flag_look_alikes(transactions, is_requested, |address| address);
        page
    }

    /// Returns the counterparties of transactions by their accounts, also for muxed addresses. A transfer of zero proves no
    /// payment: a spender of a contract can cause a transfer of zero.
    pub fn counterparties(&self, entries: &[Entry]) -> Vec<Counterparty> {
        let rows: Vec<_> = entries.iter().map(|entry| self.transaction(entry, 0)).collect();
        let account = |text: &str| text.parse().ok().map(|muxed: MuxedAccount| muxed.account);
        let canonical = |text: &str| account(text).map_or_else(|| text.to_owned(), |account| account.to_string());
        let is_own = |text: &str| account(text).is_some_and(|account| self.accounts.contains_key(&account));
        let transactions = rows.iter().map(|row| &row.transaction);
        counterparties_of(transactions, canonical, is_own, XlmAction::moves_value)
    }

    /// Returns the record of a transaction (docs/decisions/stellar-history.md#stellar-transaction-records); `latest` is
    /// the sequence number of the latest ledger.
    pub fn transaction(&self, entry: &Entry, latest: u32) -> XlmTransaction {
        let is_shown = |transfer: &Transfer| self.shows(transfer);
        let Effect { net, direction } = entry.effect(&self.accounts, is_shown);
        let payee = |operation: &Operation| operation.body.payee(is_shown);
        let payee = entry.operations.iter().find_map(payee);
        let actions = self.actions(entry);
        let flags = [
            actions
                .iter()
                .any(XlmAction::is_unlisted)
                .then_some(Flag::UnlistedToken),
            entry.pays_dust(&self.accounts).then_some(Flag::Dust),
        ];
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
            value: AssetValue::new(entry.native_change_of(&self.accounts), DECIMALS),
            net: AssetValue::new(net, DECIMALS),
            direction,
            confirmations: confirmations(Some(entry.ledger.into()), latest.into()),
            from: self.muxed(entry.source),
            to: payee.map(|payee| self.party(&payee)).unwrap_or_default(),
            status,
            actions,
            flags: flags.into_iter().flatten().collect(),
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

//! A transaction as one of its accounts sees it.

use super::facts::Entry;
use super::party::Party;
use crate::record::XlmAction;
use crate::{AccountId, Asset, Chain, Credit, DECIMALS, MuxedAccount};
use wallet_core::model::{self, AssetValue, ChainName, Status, Transaction};

/// The eyes through which transactions are seen: an account, and the form in which it was asked for.
#[derive(Clone, Debug)]
pub struct View {
    account: AccountId,
    asked: String,
}

impl View {
    /// The view of an account that was asked for by this text.
    pub const fn new(account: AccountId, asked: String) -> Self {
        Self { account, asked }
    }

    /// The text that the account was asked for by.
    pub(super) fn asked(&self) -> &str {
        &self.asked
    }

    /// An asset as the specification has it: the lumen is a coin. Its issuer is part of its name, and never muxed.
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

    /// An account as text: the requested one as it was asked for.
    pub fn address(&self, account: AccountId) -> String {
        if account == self.account {
            self.asked.clone()
        } else {
            account.to_string()
        }
    }

    /// The record of a transaction (docs/decisions/0911).
    pub fn transaction(&self, entry: &Entry) -> Transaction<XlmAction> {
        let payee = entry.operations.iter().find_map(|operation| operation.body.payee());
        let status = if entry.succeeded {
            Status::Confirmed
        } else {
            Status::Rejected
        };
        Transaction {
            txid: hex::encode(entry.hash),
            block: entry.ledger.to_string(),
            date: entry.time,
            fee: AssetValue::new(entry.fee, DECIMALS),
            value: AssetValue::new(entry.native_change(self.account), DECIMALS),
            from: self.muxed(entry.source),
            to: payee.map(|payee| self.party(&payee)).unwrap_or_default(),
            status,
            actions: if entry.succeeded {
                self.actions(entry)
            } else {
                Vec::new()
            },
        }
    }

    /// An address with the number of the user where there is one, since it tells who of many is paid.
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

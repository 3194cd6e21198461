//! What address info tells: balances and history, before a payment and after.

use super::api::Api;
use super::step::{AtStep, StepError, ensure};
use serde::Deserialize;

/// The base path of the service.
const SERVICE: &str = "/address-info-btc-like/v1";

/// A payment that was sent.
pub struct Sent {
    /// Its id.
    pub txid: String,
    /// Who paid.
    pub sender: String,
    /// Who was paid.
    pub recipient: String,
    /// How much, in smallest units.
    pub amount: u64,
    /// What was paid for including it, in smallest units.
    pub fee: u64,
}

/// What an address holds, and its history.
#[derive(Deserialize)]
pub struct Holdings {
    balances: Vec<Balance>,
    /// Newest first.
    transactions: Vec<Transaction>,
}

#[derive(Deserialize)]
struct Balance {
    balance: Amount,
}

/// A number of smallest units.
#[derive(Deserialize)]
struct Amount {
    amount: String,
}

impl Amount {
    /// The number; 0 when it is none.
    fn units(&self) -> u64 {
        self.amount.parse().unwrap_or(0)
    }
}

#[derive(Deserialize)]
struct Transaction {
    txid: String,
    status: String,
    from: String,
    to: String,
    value: Amount,
    fee: Amount,
}

impl Holdings {
    /// Asks for those of an address.
    pub async fn of(api: &Api, chain: &str, address: &str, step: &'static str) -> Result<Self, StepError> {
        let path = format!("{SERVICE}/api/{chain}/");
        let query = [("address", address), ("network", "testnet")];
        api.get(&path, &query).await.at(step)
    }

    /// The balance in smallest units. One coin is listed, even when there is none of it.
    pub fn balance(&self, step: &'static str) -> Result<u64, StepError> {
        ensure(self.balances.len() == 1, step, || {
            format!("{} balances are listed", self.balances.len())
        })?;
        Ok(self.balances.iter().map(|row| row.balance.units()).sum())
    }

    /// Whether the newest transaction is this payment, `pending` or `confirmed`.
    pub fn newest_is(&self, sent: &Sent, status: &str) -> bool {
        self.transactions.first().is_some_and(|newest| {
            (&*newest.txid, &*newest.status) == (&*sent.txid, status)
                && (&newest.from, &newest.to) == (&sent.sender, &sent.recipient)
                && (newest.value.units(), newest.fee.units()) == (sent.amount, sent.fee)
        })
    }
}

//! Address info of UTXO chains: balances and history, before and after a payment.

use super::api::Api;
use super::step::{AtStep, StepError, ensure};
use serde::Deserialize;

/// The base path of the service.
const SERVICE: &str = "/address-info-btc-like/v1";

/// A submitted payment.
pub struct Sent {
    /// The transaction hash.
    pub txid: String,
    /// The address of the sender.
    pub sender: String,
    /// The address of the recipient.
    pub recipient: String,
    /// The amount in base units.
    pub amount: u64,
    /// The miner fee in base units.
    pub fee: u64,
}

/// The balances and the history of an address.
#[derive(Deserialize)]
pub struct Holdings {
    balances: Vec<Balance>,
    /// Sorted from latest to oldest.
    transactions: Vec<Transaction>,
}

#[derive(Deserialize)]
struct Balance {
    balance: Amount,
}

/// An amount in base units.
#[derive(Deserialize)]
struct Amount {
    amount: String,
}

impl Amount {
    /// Returns the amount, or 0 if it is not a number.
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
    /// Requests the holdings of an address.
    pub async fn of(api: &Api, chain: &str, address: &str, step: &'static str) -> Result<Self, StepError> {
        let path = format!("{SERVICE}/api/{chain}/");
        let query = [("address", address), ("network", "testnet")];
        api.get(&path, &query).await.at(step)
    }

    /// Returns the balance in base units. Address info lists exactly one coin, even if its balance is 0.
    pub fn balance(&self, step: &'static str) -> Result<u64, StepError> {
        ensure(self.balances.len() == 1, step, || {
            format!("{} balances are listed, expected 1", self.balances.len())
        })?;
        Ok(self.balances.iter().map(|row| row.balance.units()).sum())
    }

    /// Returns true if the latest transaction is this payment with the status `pending` or `confirmed`.
    pub fn newest_is(&self, sent: &Sent, status: &str) -> bool {
        self.transactions.first().is_some_and(|latest| {
            (&*latest.txid, &*latest.status) == (&*sent.txid, status)
                && (&latest.from, &latest.to) == (&sent.sender, &sent.recipient)
                && (latest.value.units(), latest.fee.units()) == (sent.amount, sent.fee)
        })
    }
}

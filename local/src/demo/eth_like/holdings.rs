//! Address info of EVM chains: coins, tokens and history.

use super::responses::Token;
use crate::demo::api::Api;
use crate::demo::step::{AtStep, Problem, StepError};
use serde::Deserialize;

/// The base path of the service.
const SERVICE: &str = "/address-info-eth-like/v1";

/// Amounts of coins and tokens in base units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moved {
    pub coins: u128,
    pub tokens: u128,
}

/// The expected history entry of a transaction.
pub struct Expected {
    /// The recipient or the called contract.
    to: String,
    /// The value of the transaction in wei.
    value: u128,
    /// The transferred tokens: contract, recipient, amount.
    tokens: Option<(String, String, u128)>,
}

impl Expected {
    /// Returns the expectation for a payment of coins.
    pub fn coins(to: &str, value: u128) -> Self {
        Self {
            to: to.to_owned(),
            value,
            tokens: None,
        }
    }

    /// Returns the expectation for a transfer of tokens.
    pub fn tokens(to: &str, token: &Token, amount: u128) -> Self {
        Self {
            to: token.contract.clone(),
            value: 0,
            tokens: Some((token.contract.clone(), to.to_owned(), amount)),
        }
    }

    /// Returns the expectation for a call that transfers nothing.
    pub fn nothing(contract: &str) -> Self {
        Self::coins(contract, 0)
    }
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
    asset: Asset,
    balance: Amount,
}

#[derive(Deserialize)]
struct Asset {
    kind: String,
    contract: Option<String>,
}

/// An amount in base units.
#[derive(Deserialize)]
struct Amount {
    amount: String,
}

impl Amount {
    /// Returns the amount, or 0 if it is not a number.
    fn units(&self) -> u128 {
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
    actions: Vec<Action>,
}

#[derive(Deserialize)]
struct Action {
    asset: Asset,
    value: Amount,
    from: String,
    to: String,
}

impl Holdings {
    /// Requests the holdings of an address.
    pub async fn of(api: &Api, chain: &str, address: &str, step: &'static str) -> Result<Self, StepError> {
        let path = format!("{SERVICE}/api/{chain}/");
        let query = [("address", address), ("network", "testnet")];
        api.get(&path, &query).await.at(step)
    }

    /// Returns the balances of the coin and of a token.
    pub fn moved(&self, token: &Token) -> Moved {
        let of = |matches: &dyn Fn(&Asset) -> bool| {
            let rows = self.balances.iter().filter(|row| matches(&row.asset));
            rows.map(|row| row.balance.units()).sum()
        };
        Moved {
            coins: of(&|asset| asset.kind == "coin"),
            tokens: of(&|asset| asset.contract.as_deref() == Some(&token.contract)),
        }
    }

    /// Returns the fee of the latest transaction in wei, if that transaction is the expected one and
    /// confirmed.
    pub fn latest(&self, sender: &str, txid: &str, expected: &Expected) -> Result<u128, Problem> {
        let mismatch = |reason: &str| Problem::Unexpected(format!("the latest transaction {reason}"));
        let latest = self.transactions.first().ok_or_else(|| mismatch("is missing"))?;
        if (&*latest.txid, &*latest.status) != (txid, "confirmed") {
            return Err(mismatch("is not the confirmed one"));
        }
        let found = (&*latest.from, &latest.to, latest.value.units());
        if found != (sender, &expected.to, expected.value) {
            return Err(mismatch(&format!("has {found:?}")));
        }
        if let Some((contract, to, amount)) = &expected.tokens {
            let fits = |action: &Action| {
                action.asset.contract.as_ref() == Some(contract)
                    && (&*action.from, &action.to, action.value.units()) == (sender, to, *amount)
            };
            if !latest.actions.iter().any(fits) {
                return Err(mismatch("transfers no tokens"));
            }
        }
        Ok(latest.fee.units())
    }
}

//! What address info tells of an address: coins, tokens, history.

use super::answers::Token;
use crate::demo::api::Api;
use crate::demo::step::{AtStep, Problem, StepError};
use serde::Deserialize;

/// The base path of the service.
const SERVICE: &str = "/address-info-eth-like/v1";

/// Coins and tokens, in smallest units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moved {
    pub coins: u128,
    pub tokens: u128,
}

/// What a transaction must say in the history.
pub struct Expected {
    /// Who was paid or called.
    to: String,
    /// The coins that it carried, in wei.
    value: u128,
    /// The tokens that it moved: contract, recipient, amount.
    tokens: Option<(String, String, u128)>,
}

impl Expected {
    /// A payment of coins.
    pub fn coins(to: &str, value: u128) -> Self {
        Self {
            to: to.to_owned(),
            value,
            tokens: None,
        }
    }

    /// A transfer of tokens.
    pub fn tokens(to: &str, token: &Token, amount: u128) -> Self {
        Self {
            to: token.contract.clone(),
            value: 0,
            tokens: Some((token.contract.clone(), to.to_owned(), amount)),
        }
    }

    /// A call that moves nothing.
    pub fn nothing(contract: &str) -> Self {
        Self::coins(contract, 0)
    }
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
    asset: Asset,
    balance: Amount,
}

#[derive(Deserialize)]
struct Asset {
    kind: String,
    contract: Option<String>,
}

/// A number of smallest units.
#[derive(Deserialize)]
struct Amount {
    amount: String,
}

impl Amount {
    /// The number; 0 when it is none.
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
    /// Asks for those of an address.
    pub async fn of(api: &Api, chain: &str, address: &str, step: &'static str) -> Result<Self, StepError> {
        let path = format!("{SERVICE}/api/{chain}/");
        let query = [("address", address), ("network", "testnet")];
        api.get(&path, &query).await.at(step)
    }

    /// What is there of the coin and of a token.
    pub fn moved(&self, token: &Token) -> Moved {
        let of = |wanted: &dyn Fn(&Asset) -> bool| {
            let rows = self.balances.iter().filter(|row| wanted(&row.asset));
            rows.map(|row| row.balance.units()).sum()
        };
        Moved {
            coins: of(&|asset| asset.kind == "coin"),
            tokens: of(&|asset| asset.contract.as_deref() == Some(&token.contract)),
        }
    }

    /// The fee of the newest transaction in wei, when that is the one expected and confirmed.
    pub fn newest(&self, sender: &str, txid: &str, expected: &Expected) -> Result<u128, Problem> {
        let wrong = |what: &str| Problem::Wrong(format!("the newest transaction {what}"));
        let newest = self.transactions.first().ok_or_else(|| wrong("is missing"))?;
        if (&*newest.txid, &*newest.status) != (txid, "confirmed") {
            return Err(wrong("is not the confirmed one"));
        }
        let told = (&*newest.from, &newest.to, newest.value.units());
        if told != (sender, &expected.to, expected.value) {
            return Err(wrong(&format!("says {told:?}")));
        }
        if let Some((contract, to, amount)) = &expected.tokens {
            let fits = |action: &Action| {
                action.asset.contract.as_ref() == Some(contract)
                    && (&*action.from, &action.to, action.value.units()) == (sender, to, *amount)
            };
            if !newest.actions.iter().any(fits) {
                return Err(wrong("moves no tokens"));
            }
        }
        Ok(newest.fee.units())
    }
}

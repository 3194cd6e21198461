//! Address info of EVM chains: coins, tokens and history.

use super::token::Token;
use crate::demo::NETWORK;
use crate::demo::step::{AtStep, Problem, StepError};
use wallet_client::Client;
use wallet_client::address_info_eth_like::{AddressInfoRequest, AddressInfoResponse, Movement, address_info};
use wallet_client::payments::eth_like::Action;
use wallet_client::wire::{Asset, Status, Value};

/// Amounts of coins and tokens in base units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moved {
    pub coins: u128,
    pub tokens: u128,
}

/// The expected history entry of a transaction.
pub struct Expected<'a> {
    /// The recipient or the called contract.
    to: &'a str,
    /// The value of the transaction in wei.
    value: String,
    /// The transferred tokens: contract, recipient, amount.
    tokens: Option<(&'a str, &'a str, String)>,
}

impl<'a> Expected<'a> {
    /// Returns the expectation for an action.
    pub fn of(action: &'a Action) -> Self {
        let (to, value, tokens) = match action {
            Action::Pay { to, amount } => (&**to, amount.to_string(), None),
            Action::TransferToken { contract, to, amount } => (
                &**contract,
                "0".to_owned(),
                Some((&**contract, &**to, amount.to_string())),
            ),
            Action::ApproveToken { contract, .. } => (&**contract, "0".to_owned(), None),
            // The demo makes no such transaction.
            Action::PayAll { .. } | Action::ApproveUnlimited { .. } | Action::Call { .. } => ("", String::new(), None),
        };
        Self { to, value, tokens }
    }
}

/// The balances and the history of an address.
pub struct Holdings(AddressInfoResponse);

/// Returns an amount in base units, or 0 if it is not a number.
fn units(value: &Value) -> u128 {
    value.amount.parse().unwrap_or(0)
}

/// Returns true if the asset is the token of this contract.
fn is_token(asset: &Asset, expected: &str) -> bool {
    matches!(asset, Asset::Erc20 { contract, .. } if contract == expected)
}

impl Holdings {
    /// Requests the holdings of an address.
    pub async fn of(client: &Client, chain: &str, address: &str, step: &'static str) -> Result<Self, StepError> {
        let request = AddressInfoRequest {
            address: address.to_owned(),
            network: Some(NETWORK),
            ..AddressInfoRequest::default()
        };
        address_info(client, chain, &request).await.map(Self).at(step)
    }

    /// Returns the balances of the coin and of a token.
    pub fn moved(&self, token: &Token) -> Moved {
        let of = |matches: &dyn Fn(&Asset) -> bool| {
            let rows = self.0.balances.iter().filter(|row| matches(&row.asset));
            rows.map(|row| units(&row.balance)).sum()
        };
        Moved {
            coins: of(&|asset| matches!(asset, Asset::Coin { .. })),
            tokens: of(&|asset| is_token(asset, &token.contract)),
        }
    }

    /// Returns the fee of the latest transaction in wei, if that transaction is the expected one and
    /// confirmed.
    pub fn latest(&self, sender: &str, txid: &str, expected: &Expected) -> Result<u128, Problem> {
        let mismatch = |reason: &str| Problem::Unexpected(format!("the latest transaction {reason}"));
        let latest = self.0.transactions.first().ok_or_else(|| mismatch("is missing"))?;
        if (&*latest.txid, &latest.status) != (txid, &Status::Confirmed) {
            return Err(mismatch("is not the confirmed one"));
        }
        let found = (&*latest.from, &*latest.to, &latest.value.amount);
        if found != (sender, expected.to, &expected.value) {
            return Err(mismatch(&format!("has {found:?}")));
        }
        if let Some((contract, to, amount)) = &expected.tokens {
            let fits = |action: &Movement| {
                is_token(&action.asset, contract)
                    && (&*action.from, &*action.to, &action.value.amount) == (sender, *to, amount)
            };
            if !latest.actions.iter().any(fits) {
                return Err(mismatch("transfers no tokens"));
            }
        }
        Ok(units(&latest.fee))
    }
}

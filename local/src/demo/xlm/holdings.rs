//! Stellar address info: lumens, the asset, reserves, history and claimable balances.

use super::actors::{ExpectedHoldings, issued};
use super::transaction::Expected;
use crate::demo::api::Api;
use crate::demo::step::{AtStep, Problem, StepError};
use serde::Deserialize;
use serde_json::{Value, json};

/// The path of the service.
const PATH: &str = "/address-info-xlm/v1/api/xlm/";

/// The balances and the history of an address.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Holdings {
    activated: bool,
    reserves: Reserves,
    balances: Vec<Balance>,
    /// Sorted from latest to oldest.
    transactions: Vec<Transaction>,
    claimable_balances: Vec<Claimable>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Reserves {
    base_reserve: String,
    reserved_balance: Balance,
}

#[derive(Deserialize)]
struct Balance {
    asset: Value,
    balance: Amount,
}

/// An amount in base units, negative for outgoing funds.
#[derive(Deserialize)]
struct Amount {
    amount: String,
}

impl Amount {
    fn units(&self) -> Result<i64, Problem> {
        let not_a_number = |_| Problem::Unexpected(format!("{:?} is not an amount", self.amount));
        self.amount.parse().map_err(not_a_number)
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
    actions: Value,
}

/// A claimable balance.
#[derive(Deserialize)]
pub struct Claimable {
    pub id: String,
    pub status: String,
    pub from: String,
    pub to: String,
    pub conditions: Value,
    asset: Value,
    balance: Amount,
}

impl Claimable {
    /// Returns true if the balance is the given amount of lumens in stroops.
    pub fn is_lumens(&self, amount: i64) -> bool {
        self.asset == lumen() && self.balance.amount == amount.to_string()
    }
}

/// Returns the lumen as an asset.
pub fn lumen() -> Value {
    json!({ "kind": "coin", "chain": "xlm" })
}

impl Holdings {
    /// Requests the holdings of an address.
    pub async fn of(api: &Api, address: &str, step: &'static str) -> Result<Self, StepError> {
        let query = [("address", address), ("network", "testnet")];
        api.get(PATH, &query).await.at(step)
    }

    /// Returns true if the account exists.
    pub fn is_activated(&self) -> bool {
        self.activated
    }

    /// Returns the only claimable balance.
    pub fn only_claimable(mut self) -> Result<Claimable, Problem> {
        let listed = self.claimable_balances.len();
        let found = self.claimable_balances.pop().filter(|_| listed == 1);
        found.ok_or_else(|| Problem::Unexpected(format!("{listed} claimable balances are listed, expected 1")))
    }

    /// Returns the balances of the lumen and of the asset of this issuer, and the number of locked base
    /// reserves.
    pub fn owned(&self, issuer: &str) -> Result<ExpectedHoldings, Problem> {
        let units = |asset: Value| {
            let row = self.balances.iter().find(|row| row.asset == asset);
            row.map(|row| row.balance.units()).transpose()
        };
        let reserved = self.reserves.reserved_balance.balance.units()?;
        let base: i64 = self.reserves.base_reserve.parse().unwrap_or(i64::MAX);
        Ok(ExpectedHoldings {
            lumens: units(lumen())?.unwrap_or_default(),
            tokens: units(issued(issuer))?,
            reserves: reserved.checked_div(base).unwrap_or_default(),
        })
    }

    /// Returns the fee of the latest transaction in stroops, if that transaction is the expected one and
    /// confirmed.
    pub fn latest(&self, source: &str, txid: &str, expected: &Expected) -> Result<i64, Problem> {
        let mismatch = |reason: String| Problem::Unexpected(format!("the latest transaction {reason}"));
        let latest = self
            .transactions
            .first()
            .ok_or_else(|| mismatch("is missing".to_owned()))?;
        if (&*latest.txid, &*latest.status) != (txid, "confirmed") {
            return Err(mismatch(format!("is {} and {}", latest.txid, latest.status)));
        }
        let found = (&*latest.from, &*latest.to, latest.value.units()?);
        if found != (source, &*expected.to, expected.value) {
            return Err(mismatch(format!("has {found:?}")));
        }
        if without_offer_ids(&latest.actions) != json!([expected.action]) {
            return Err(mismatch(format!(
                "has the actions {}, expected {}",
                latest.actions, expected.action
            )));
        }
        latest.fee.units()
    }
}

/// Returns the actions with offer IDs replaced by `null`.
fn without_offer_ids(actions: &Value) -> Value {
    let mut actions = actions.clone();
    for action in actions.as_array_mut().into_iter().flatten() {
        if let Some(Value::String(id)) = action.get_mut("offerId")
            && id.parse::<u64>().is_ok_and(|id| id > 0)
        {
            action["offerId"] = Value::Null;
        }
    }
    actions
}

#[cfg(test)]
mod tests {
    use super::*;

    fn response() -> Value {
        json!({
            "activated": true, "claimableBalances": [],
            "reserves": {
                "baseReserve": "5000000",
                "reservedBalance": { "asset": lumen(), "balance": { "amount": "15000000", "decimals": 7 } },
            },
            "balances": [
                { "asset": lumen(), "balance": { "amount": "70", "decimals": 7 } },
                { "asset": issued("GISSUER"), "balance": { "amount": "0", "decimals": 7 } },
            ],
            "transactions": [{
                "txid": "ab", "status": "confirmed", "from": "GA", "to": "GB",
                "value": { "amount": "-5" }, "fee": { "amount": "100" }, "actions": [{ "type": "transfer" }],
            }],
        })
    }

    fn latest_fee(response: Value) -> Option<i64> {
        let expected = Expected {
            to: "GB".to_owned(),
            value: -5,
            action: json!({ "type": "transfer" }),
        };
        let holdings: Holdings = serde_json::from_value(response).unwrap();
        holdings.latest("GA", "ab", &expected).ok()
    }

    #[test]
    fn any_difference_in_the_history_is_detected() {
        assert_eq!(latest_fee(response()), Some(100));
        for (field, other) in [
            ("txid", json!("cd")),
            ("status", json!("rejected")),
            ("from", json!("GB")),
            ("to", json!("")),
            ("value", json!({ "amount": "5" })),
            ("actions", json!([])),
            ("actions", json!([{ "type": "transfer", "more": 1 }])),
            ("fee", json!({ "amount": "1.5" })),
        ] {
            let mut changed = response();
            changed["transactions"][0][field] = other;
            assert_eq!(latest_fee(changed), None, "{field}");
        }
    }

    #[test]
    fn offer_ids_are_replaced_by_null() {
        let actions = |id: Value| without_offer_ids(&json!([{ "offerId": id, "price": "1" }]));
        assert_eq!(actions(json!("7")), json!([{ "offerId": null, "price": "1" }]));
        assert_eq!(actions(json!("0"))[0]["offerId"], "0", "0 is not the id of an offer");
        assert_eq!(actions(json!(7))[0]["offerId"], 7, "the id must be a string");
    }

    #[test]
    fn holdings_contain_lumens_the_asset_and_reserves() {
        let holdings: Holdings = serde_json::from_value(response()).unwrap();
        let owned = |issuer| holdings.owned(issuer).unwrap();
        let expected = ExpectedHoldings {
            lumens: 70,
            tokens: Some(0),
            reserves: 3,
        };
        assert_eq!(owned("GISSUER"), expected);
        assert_eq!(
            owned("GANOTHER").tokens,
            None,
            "a missing trustline differs from an empty one"
        );
    }
}

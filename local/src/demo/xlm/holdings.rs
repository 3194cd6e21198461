//! What address info tells of an address: lumens, the asset, reserves, history, what can be claimed.

use super::cast::{Purse, issued};
use super::transaction::Expected;
use crate::demo::api::Api;
use crate::demo::step::{AtStep, Problem, StepError};
use serde::Deserialize;
use serde_json::{Value, json};

/// The address of the service.
const PATH: &str = "/address-info-xlm/v1/api/xlm/";

/// What an address holds, and its history.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Holdings {
    activated: bool,
    reserves: Reserves,
    balances: Vec<Balance>,
    /// Newest first.
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

/// A number of smallest units, behind a minus where it left.
#[derive(Deserialize)]
struct Amount {
    amount: String,
}

impl Amount {
    fn units(&self) -> Result<i64, Problem> {
        let no_number = |_| Problem::Wrong(format!("{:?} is no amount", self.amount));
        self.amount.parse().map_err(no_number)
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

/// A balance that waits to be claimed.
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
    /// Whether it is so many stroops of the lumen.
    pub fn is_lumens(&self, amount: i64) -> bool {
        self.asset == lumen() && self.balance.amount == amount.to_string()
    }
}

/// The lumen as an asset.
pub fn lumen() -> Value {
    json!({ "kind": "coin", "chain": "xlm" })
}

impl Holdings {
    /// Asks for those of an address.
    pub async fn of(api: &Api, address: &str, step: &'static str) -> Result<Self, StepError> {
        let query = [("address", address), ("network", "testnet")];
        api.get(PATH, &query).await.at(step)
    }

    /// Whether there is such an account.
    pub fn is_activated(&self) -> bool {
        self.activated
    }

    /// The one balance that waits to be claimed.
    pub fn only_claimable(mut self) -> Result<Claimable, Problem> {
        let listed = self.claimable_balances.len();
        let found = self.claimable_balances.pop().filter(|_| listed == 1);
        found.ok_or_else(|| Problem::Wrong(format!("{listed} claimable balances are listed")))
    }

    /// What the account holds of the lumen and of the asset of this issuer, and how many base reserves it must keep.
    pub fn purse(&self, issuer: &str) -> Result<Purse, Problem> {
        let units = |asset: Value| {
            let row = self.balances.iter().find(|row| row.asset == asset);
            row.map(|row| row.balance.units()).transpose()
        };
        let reserved = self.reserves.reserved_balance.balance.units()?;
        let base: i64 = self.reserves.base_reserve.parse().unwrap_or(i64::MAX);
        Ok(Purse {
            lumens: units(lumen())?.unwrap_or_default(),
            tokens: units(issued(issuer))?,
            reserves: reserved.checked_div(base).unwrap_or_default(),
        })
    }

    /// The fee of the newest transaction in stroops, when that is the one expected and confirmed.
    pub fn newest(&self, source: &str, txid: &str, expected: &Expected) -> Result<i64, Problem> {
        let wrong = |what: String| Problem::Wrong(format!("the newest transaction {what}"));
        let newest = self
            .transactions
            .first()
            .ok_or_else(|| wrong("is missing".to_owned()))?;
        if (&*newest.txid, &*newest.status) != (txid, "confirmed") {
            return Err(wrong(format!("is {} and {}", newest.txid, newest.status)));
        }
        let told = (&*newest.from, &*newest.to, newest.value.units()?);
        if told != (source, &*expected.to, expected.value) {
            return Err(wrong(format!("says {told:?}")));
        }
        if without_offer_ids(&newest.actions) != json!([expected.action]) {
            return Err(wrong(format!("does {} and not {}", newest.actions, expected.action)));
        }
        newest.fee.units()
    }
}

/// The actions with `null` in place of the numbers of offers.
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

    fn answer() -> Value {
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

    fn newest(answer: Value) -> Option<i64> {
        let expected = Expected {
            to: "GB".to_owned(),
            value: -5,
            action: json!({ "type": "transfer" }),
        };
        let holdings: Holdings = serde_json::from_value(answer).unwrap();
        holdings.newest("GA", "ab", &expected).ok()
    }

    #[test]
    fn anything_that_the_history_says_otherwise_is_noticed() {
        assert_eq!(newest(answer()), Some(100));
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
            let mut changed = answer();
            changed["transactions"][0][field] = other;
            assert_eq!(newest(changed), None, "{field}");
        }
    }

    #[test]
    fn an_offer_has_a_number_whichever_it_is() {
        let actions = |id: Value| without_offer_ids(&json!([{ "offerId": id, "price": "1" }]));
        assert_eq!(actions(json!("7")), json!([{ "offerId": null, "price": "1" }]));
        assert_eq!(actions(json!("0"))[0]["offerId"], "0", "a new offer has one");
        assert_eq!(actions(json!(7))[0]["offerId"], 7, "a text, as everywhere");
    }

    #[test]
    fn a_purse_holds_lumens_the_asset_and_reserves() {
        let holdings: Holdings = serde_json::from_value(answer()).unwrap();
        let purse = |issuer| holdings.purse(issuer).unwrap();
        let expected = Purse {
            lumens: 70,
            tokens: Some(0),
            reserves: 3,
        };
        assert_eq!(purse("GISSUER"), expected);
        assert_eq!(
            purse("GANOTHER").tokens,
            None,
            "no trustline is not the same as nothing on it"
        );
    }
}

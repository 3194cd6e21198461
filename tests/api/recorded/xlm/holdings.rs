//! Balances of recorded accounts.

use super::data;
use super::differences::Differences;
use super::values::{asset_of, stroops};
use crate::address_info_xlm::App;
use serde_json::{Value, json};

/// The base reserve, in stroops.
const BASE_RESERVE: i64 = 5_000_000;

fn amount(units: &Value) -> i64 {
    stroops(units).parse().expect("an amount")
}

/// Returns the reserve of an account (CAP-33), in stroops.
fn reserve(account: &Value) -> i64 {
    let count = |name: &str| account[name].as_i64().unwrap_or_default();
    BASE_RESERVE * (2 + count("subentry_count") + count("num_sponsoring") - count("num_sponsored"))
}

/// Returns the balance that the service must report for a recorded one.
fn expected(account: &Value, recorded: &Value) -> Value {
    let balance = amount(&recorded["balance"]);
    let selling = amount(&recorded["selling_liabilities"]);
    let spendable = match recorded["asset_type"].as_str() {
        Some("native") => balance - selling - reserve(account),
        _ if recorded["is_authorized"] == false => 0,
        _ => balance - selling,
    };
    let value = |amount: i64| json!({ "amount": amount.max(0).to_string(), "decimals": 7 });
    json!({ "asset": asset_of(recorded, ""), "balance": value(balance), "spendable": value(spendable) })
}

#[tokio::test]
async fn balances_are_those_of_recorded_accounts() {
    let mut differences = Differences::default();
    let mut count = 0;
    for fact in data::of("accounts") {
        let account = fact.get("record");
        let app = App::new().await;
        app.ledger().put(account.clone());
        let info = app.info_of(account["account_id"].as_str().expect("an address")).await;
        for recorded in account["balances"].as_array().expect("a list") {
            if recorded["asset_type"] == "liquidity_pool_shares" {
                continue;
            }
            let expected = expected(account, recorded);
            let found = info["balances"].as_array().expect("a list").iter();
            let mut found = found.filter(|balance| balance["asset"] == expected["asset"]);
            let found = found.next().unwrap_or(&Value::Null);
            let found =
                json!({ "asset": found["asset"], "balance": found["balance"], "spendable": found["spendable"] });
            differences.compare(&fact.to_string(), found, expected);
            count += 1;
        }
    }
    differences.assert_none();
    assert!(count >= 10, "{count} balances");
}

//! Operation records of real Horizons, in the history of their source account.

use super::data::{self, Fact};
use super::differences::Differences;
use super::values::{asset, asset_of, digits, memo, stroops, value};
use crate::address_info_xlm::App;
use serde_json::{Value, json};

/// Returns the transaction of an operation record: the recorded one, or one with the ledger that the id of the
/// operation contains (SEP-35).
pub fn transaction(record: &Value, recorded: Option<&Fact>) -> Value {
    if let Some(fact) = recorded {
        return fact.value.clone();
    }
    let id: u64 = record["id"].as_str().and_then(|id| id.parse().ok()).expect("an id");
    json!({ "hash": record["transaction_hash"], "ledger": id >> 32, "created_at": record["created_at"],
        "successful": record["transaction_successful"], "source_account": record["source_account"],
        "fee_charged": "100", "memo_type": "none" })
}

/// Returns `CODE:ISSUER` or `native` of the fields with this prefix.
fn asset_text(record: &Value, prefix: &str) -> String {
    let asset = asset_of(record, prefix);
    match (asset["code"].as_str(), asset["issuer"].as_str()) {
        (Some(code), Some(issuer)) => format!("{code}:{issuer}"),
        _ => "native".to_owned(),
    }
}

/// Returns the muxed account of a field if recorded, otherwise the account.
fn party<'a>(record: &'a Value, name: &str) -> &'a Value {
    match &record[format!("{name}_muxed")] {
        Value::Null => &record[name],
        muxed => muxed,
    }
}

/// Returns the action of a recorded operation.
fn payment(record: &Value, name: &str) -> Option<Value> {
    let paid = |kind: &str| {
        json!({ "type": kind, "asset": asset_of(record, ""), "value": value(&record["amount"]),
            "from": party(record, "from"), "to": party(record, "to") })
    };
    let swapped = |spent: &str, received: &str| {
        let mut action = paid(&format!("path-payment-{}", &name[13..].replace('_', "-")));
        action["value"] = value(&record[received]);
        action["sourceAsset"] = asset_of(record, "source_");
        action["sourceValue"] = value(&record[spent]);
        action
    };
    let is_successful = record["transaction_successful"] == true;
    Some(match name {
        "create_account" => json!({ "type": "create-account", "asset": asset("native"),
            "value": value(&record["starting_balance"]), "from": party(record, "funder"), "to": record["account"] }),
        "payment" => paid("transfer"),
        "path_payment_strict_receive" => swapped(if is_successful { "source_amount" } else { "source_max" }, "amount"),
        "path_payment_strict_send" => swapped(
            "source_amount",
            if is_successful { "amount" } else { "destination_min" },
        ),
        "account_merge" => json!({ "type": "account-merge", "destination": party(record, "into") }),
        "create_claimable_balance" => json!({ "type": "create-claimable-balance",
            "asset": asset(record["asset"].as_str()?), "value": value(&record["amount"]),
            "sponsor": record["sponsor"] }),
        "claim_claimable_balance" => json!({ "type": "claim-claimable-balance", "balanceId": record["balance_id"] }),
        "clawback" => json!({ "type": "clawback", "asset": asset_of(record, ""), "from": party(record, "from"),
            "value": value(&record["amount"]) }),
        "clawback_claimable_balance" => json!({ "type": name.replace('_', "-"), "id": record["balance_id"] }),
        _ => return None,
    })
}

/// Returns the action of a recorded offer. The names until 2019 had no side.
fn offer(record: &Value, name: &str) -> Option<Value> {
    let offer = |kind: &str, asset: &str, to: &str| {
        json!({ "type": kind, "asset": asset_of(record, asset), "value": value(&record["amount"]),
            "to": asset_text(record, to), "price": record["price"], "offerId": digits(&record["offer_id"]) })
    };
    Some(match name {
        "manage_sell_offer" | "manage_offer" => offer("manage-sell-offer", "selling_", "buying_"),
        "manage_buy_offer" => offer("manage-buy-offer", "buying_", "selling_"),
        "create_passive_sell_offer" => json!({ "type": "create-passive-sell-offer",
            "assetFrom": asset_of(record, "selling_"), "assetTo": asset_of(record, "buying_"),
            "value": value(&record["amount"]), "price": record["price"], "offerId": "0" }),
        _ => return None,
    })
}

fn trust(record: &Value, name: &str) -> Option<Value> {
    Some(match name {
        "change_trust" if record["asset_type"] == "liquidity_pool_shares" => json!({ "type": "change-trust",
            "liquidityPoolId": record["liquidity_pool_id"], "to": party(record, "trustor") }),
        "change_trust" => {
            json!({ "type": "change-trust", "asset": asset_of(record, ""), "to": record["asset_issuer"] })
        }
        "allow_trust" => json!({ "type": "allow-trust", "asset": asset_of(record, ""),
            "authorize": record["authorize"], "trustor": record["trustor"], "trustee": party(record, "trustee") }),
        "set_trust_line_flags" => json!({ "type": "set-trust-line-flags", "asset": asset_of(record, ""),
            "setFlags": record["set_flags"], "clearFlags": record["clear_flags"], "trustor": record["trustor"] }),
        _ => return None,
    })
}

fn other(record: &Value, name: &str) -> Option<Value> {
    let kind = name.replace('_', "-");
    Some(match name {
        "set_options" => {
            let weight = [&record["signer_weight"], &record["master_key_weight"]];
            match weight.into_iter().find(|weight| weight.is_number()) {
                Some(weight) => json!({ "type": kind, "weight": weight }),
                None => json!({ "type": kind }),
            }
        }
        "manage_data" => json!({ "type": kind, "name": record["name"] }),
        "bump_sequence" => json!({ "type": kind, "to": record["bump_to"] }),
        "begin_sponsoring_future_reserves" => json!({ "type": kind, "id": record["sponsored_id"] }),
        "end_sponsoring_future_reserves" => json!({ "type": kind, "sponsor": record["begin_sponsor"] }),
        "revoke_sponsorship" => json!({ "type": kind, "accountId": record["account_id"] }),
        "liquidity_pool_deposit" => json!({ "type": kind, "id": record["liquidity_pool_id"],
            "minPrice": record["min_price"], "maxPrice": record["max_price"],
            "sharesReceived": stroops(&record["shares_received"]) }),
        "liquidity_pool_withdraw" => json!({ "type": kind, "id": record["liquidity_pool_id"],
            "shares": stroops(&record["shares"]) }),
        _ => return None,
    })
}

/// Returns the transfers that a contract call has recorded.
fn transfers(fact: &Fact) -> Vec<Value> {
    let record = fact.get("record");
    let changes = record["asset_balance_changes"].as_array().into_iter().flatten();
    // A muxed recipient is recorded as its account and id; the address of both is from a different implementation.
    let to = |change: &Value| match &change["destination_muxed_id"] {
        Value::Null => change["to"].clone(),
        _ => fact.get("to_muxed").clone(),
    };
    let transfer = |change: &Value| {
        json!({ "type": "transfer", "asset": asset_of(change, ""), "value": value(&change["amount"]),
            "from": change["from"], "to": to(change) })
    };
    changes.map(transfer).collect()
}

/// Returns the actions of a recorded operation. Operations that the specification does not define have none.
fn actions(fact: &Fact) -> Vec<Value> {
    let record = fact.get("record");
    let name = record["type"].as_str().expect("a type");
    if name == "invoke_host_function" {
        return transfers(fact);
    }
    let action = payment(record, name).or_else(|| offer(record, name));
    let action = action.or_else(|| trust(record, name)).or_else(|| other(record, name));
    action.into_iter().collect()
}

/// Compares the fee and the memo of a row with the recorded transaction.
fn compare_transaction(row: &Value, recorded: &Fact, differences: &mut Differences) {
    let place = recorded.to_string();
    let fee = digits(recorded.get("fee_charged"));
    differences.compare(&place, &row["fee"]["amount"], fee);
    differences.compare(&place, &row["block"], digits(recorded.get("ledger")));
    differences.compare(&place, &row["memo"], memo(recorded));
}

/// Compares the only row of a history with the recorded operation.
fn compare(fact: &Fact, info: &Value, differences: &mut Differences) {
    let record = fact.get("record");
    let row = &info["transactions"][0];
    let place = fact.to_string();
    // The amount of a claim is in the effects of the transaction, which are not recorded.
    let partial = if record["type"] == "claim_claimable_balance" {
        json!(["claims"])
    } else {
        Value::Null
    };
    differences.compare(&place, &info["source"]["partial"], partial);
    differences.compare(&place, &row["txid"], &record["transaction_hash"]);
    differences.compare(&place, &row["date"], fact.get("time"));
    let (status, list) = if record["transaction_successful"] == true {
        ("confirmed", "actions")
    } else {
        ("rejected", "failedActions")
    };
    differences.compare(&place, &row["status"], status);
    let mut expected = json!(actions(fact));
    if list == "failedActions" && expected == json!([]) {
        expected = Value::Null;
    }
    differences.compare(&place, &row[list], expected);
}

#[tokio::test]
async fn operations_of_real_horizons_are_actions() {
    let mut differences = Differences::default();
    let transactions = data::of("transactions");
    let mut complete = 0;
    for fact in data::of("operations") {
        let mut record = fact.get("record").clone();
        let recorded = transactions
            .iter()
            .find(|recorded| *recorded.get("hash") == record["transaction_hash"] && !recorded.get("ledger").is_null());
        record["transaction"] = transaction(&record, recorded);
        let address = record["source_account"].as_str().expect("an address").to_owned();
        let app = App::with_operations(vec![record]).await;
        let info = app.info_of(&address).await;
        compare(&fact, &info, &mut differences);
        if let Some(recorded) = recorded {
            compare_transaction(&info["transactions"][0], recorded, &mut differences);
            complete += 1;
        }
    }
    differences.assert_none();
    assert!(complete >= 8, "{complete} with their transaction");
}

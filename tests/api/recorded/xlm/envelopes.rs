//! Envelopes of real ledgers, decoded by parse.

use super::data::{self, Fact};
use super::differences::Differences;
use super::operations::{expected, is_price, starting_balance};
use super::values::{digits, memo};
use crate::blockchain_connector_xlm::App;
use serde_json::{Value, json};

/// Compares the fields of a transaction.
fn compare_fields(fact: &Fact, parsed: &Value, differences: &mut Differences) {
    let place = |name: &str| format!("{name}: {fact}");
    differences.compare(&place("txid"), &parsed["txid"], fact.get("hash"));
    differences.compare(&place("signed"), &parsed["signed"], true);
    if fact.get("source_account").is_null() {
        return;
    }
    let account = match fact.get("account_muxed") {
        Value::Null => fact.get("source_account"),
        muxed => muxed,
    };
    differences.compare(&place("from"), &parsed["from"], account);
    differences.compare(
        &place("sequence"),
        &parsed["sequence"],
        fact.get("source_account_sequence"),
    );
    differences.compare(&place("fee"), &parsed["fee"], digits(fact.get("max_fee")));
    let found = (&parsed["memoType"], &parsed["memo"]);
    let recorded = memo(fact);
    differences.compare(&place("memo"), found, (&recorded["type"], &recorded["value"]));
    let count = parsed["operations"].as_array().map(Vec::len);
    differences.compare(&place("operations"), count, fact.get("operation_count"));
    if let Some(signatures) = fact.get("signatures").as_u64() {
        differences.compare(&place("signatures"), &parsed["signatures"], signatures);
    }
}

/// Compares an operation with the recorded one.
fn compare_operation(place: &str, parsed: &Value, from: &Value, recorded: &Value, differences: &mut Differences) {
    let source = if parsed["source"].is_null() {
        from
    } else {
        &parsed["source"]
    };
    differences.compare(place, source, &recorded["source"]);
    for (name, value) in expected(recorded).as_object().expect("fields") {
        let found = match (name.as_str(), &parsed[name]) {
            ("setFlags" | "clearFlags", Value::Null) => &json!(0),
            (_, found) => found,
        };
        differences.compare(&format!("{name}, {place}"), found, value);
    }
    if recorded["type"] == "create_account" {
        differences.compare(place, starting_balance(parsed), &recorded["starting_balance"]);
    }
    if let Some(price) = recorded["price"].as_str()
        && !is_price(&parsed["price"], price)
    {
        differences.compare(&format!("price, {place}"), &parsed["price"], price);
    }
}

#[tokio::test]
async fn envelopes_of_real_ledgers_are_decoded() {
    let app = App::new();
    let mut differences = Differences::default();
    let mut operations = 0;
    for fact in data::of("transactions") {
        let body = json!({ "txdata": fact.get("envelope_xdr"), "network": fact.get("network") });
        let response = app.post("transaction/parse/xlm", &body).await;
        assert!(response.status.is_success(), "{fact}: {}", response.text);
        let parsed = response.data();
        compare_fields(&fact, parsed, &mut differences);
        for (index, recorded) in fact.get("operations").as_array().into_iter().flatten().enumerate() {
            let place = format!("operation {index}: {fact}");
            compare_operation(
                &place,
                &parsed["operations"][index],
                &parsed["from"],
                recorded,
                &mut differences,
            );
            operations += 1;
        }
    }
    differences.assert_none();
    assert!(operations >= 200, "{operations} operations");
}

/// A signature of a source account verifies for the intended network only.
#[tokio::test]
async fn envelope_of_the_other_network_is_rejected_if_its_source_has_signed() {
    let app = App::new();
    let mut differences = Differences::default();
    for fact in data::of("transactions") {
        let other = if fact.text("network") == "livenet" {
            "testnet"
        } else {
            "livenet"
        };
        let body = json!({ "txdata": fact.get("envelope_xdr"), "network": other });
        let response = app.post("transaction/parse/xlm", &body).await;
        let is_rejected = response.json["error"]["code"] == "invalid_transaction";
        differences.compare(&fact.to_string(), is_rejected, fact.get("signed_by_source"));
    }
    differences.assert_none();
}

//! POST /address-info-xlm/v1/api/xlm/recipient: the recipients in the recorded operations, each in a history with all recorded
//! operations of the payer.

use super::data;
use super::histories::transaction;
use crate::address_info_xlm::App;
use crate::support::client::{call, request};
use address_info_xlm::NAME;
use axum::http::Method;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// The minimum number of checked recipients.
const RECIPIENTS: usize = 14;

/// Returns the accounts that a successful operation pays.
fn recipient(record: &Value) -> Option<&str> {
    let is_paying = [
        "payment",
        "create_account",
        "path_payment_strict_send",
        "path_payment_strict_receive",
    ]
    .iter()
    .any(|kind| record["type"] == *kind);
    let to = ["to_muxed", "to", "account"]
        .iter()
        .find_map(|field| record[*field].as_str());
    to.filter(|to| is_paying && record["transaction_successful"] == true && record["source_account"] != *to)
}

#[tokio::test]
async fn recipients_of_real_histories_cause_no_alarm() {
    let mut histories: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for fact in data::of("operations") {
        let mut record = fact.get("record").clone();
        record["transaction"] = transaction(&record, None);
        let payer = record["source_account"].as_str().expect("an address").to_owned();
        histories.entry(payer).or_default().push(record);
    }
    let mut checked = 0;
    for (payer, records) in histories {
        let recipients: BTreeSet<_> = records.iter().filter_map(recipient).map(str::to_owned).collect();
        let app = App::with_operations(records).await;
        for to in recipients {
            let body = json!({ "address": payer, "to": to });
            let path = format!("/{NAME}/v1/api/xlm/recipient");
            let response = call(&app.router, request(Method::POST, &path, app.token(), Some(&body))).await;
            let record = response.data();
            assert_eq!(record["lookAlikes"], json!([]), "{payer} {to}");
            assert_eq!(record["warnings"], Value::Null, "{payer} {to}: {record}");
            checked += 1;
        }
    }
    assert!(checked >= RECIPIENTS, "{checked} recipients");
}

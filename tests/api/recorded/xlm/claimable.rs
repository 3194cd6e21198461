//! Recorded claimable balances, for each of their claimants.

use super::data;
use super::differences::Differences;
use super::values::{asset, value};
use crate::address_info_xlm::App;
use serde_json::{Value, json};

#[tokio::test]
async fn claimable_balances_are_shown_to_their_claimants() {
    let mut differences = Differences::default();
    let mut count = 0;
    for fact in data::of("claimable") {
        let record = fact.get("record");
        let app = App::new().await;
        app.ledger().claimable = vec![record.clone()];
        for claimant in record["claimants"].as_array().expect("a list") {
            let address = claimant["destination"].as_str().expect("an address");
            let info = app.info_of(address).await;
            let mut shown = info["claimableBalances"][0].clone();
            let mut expected = json!({ "asset": asset(record["asset"].as_str().expect("an asset")),
                "balance": value(&record["amount"]), "id": record["id"], "to": address });
            if record["sponsor"].is_string() {
                expected["from"] = record["sponsor"].clone();
            }
            if claimant["predicate"] == json!({ "unconditional": true }) {
                expected["status"] = json!("claimable");
                expected["conditions"] = json!({});
            } else if let Value::Object(fields) = &mut shown {
                fields.retain(|name, _| !matches!(name.as_str(), "status" | "conditions"));
            }
            differences.compare(&fact.to_string(), shown, expected);
            count += 1;
        }
    }
    differences.assert_none();
    assert!(count >= 10, "{count} claimants");
}

//! Signed transactions of real ledgers, sent again: the network that the signatures identify, the outcome with the
//! recorded result, and the status.

use super::data::{self, Fact};
use super::differences::Differences;
use super::horizon::{LEDGER, Replay};
use crate::support::client::TestResponse;
use serde_json::{Value, json};
use wallet_core::model::Network;

/// The code that Horizon documents for the end of a recorded code
/// (<https://developers.stellar.org/docs/data/apis/horizon/api-reference/errors/result-codes/operation-specific>).
const CODES: [(&str, &str); 9] = [
    ("Success", "op_success"),
    ("Underfunded", "op_underfunded"),
    ("LineFull", "op_line_full"),
    ("NoTrust", "op_no_trust"),
    ("AlreadyExist", "op_already_exists"),
    ("LowReserve", "op_low_reserve"),
    ("TooFewOffers", "op_too_few_offers"),
    ("OverSendmax", "op_over_source_max"),
    ("CrossSelf", "op_cross_self"),
];

fn horizon_code(recorded: &Value) -> &'static str {
    let recorded = recorded.as_str().expect("a code");
    let known = CODES.into_iter().find(|(end, _)| recorded.ends_with(end));
    known.unwrap_or_else(|| panic!("unexpected {recorded}")).1
}

/// Compares the response to a submission with the recorded result.
fn compare_outcome(fact: &Fact, response: &TestResponse, differences: &mut Differences) {
    let place = fact.to_string();
    if fact.get("successful") != false {
        differences.compare(&place, &response.json["data"], json!({ "txid": fact.get("hash") }));
        return;
    }
    differences.compare(&place, response.status.as_u16(), 422);
    differences.compare(&place, response.detail("reason"), "operation_failed");
    let operations = fact.get("operations").as_array();
    if let Some(operations) = operations.filter(|operations| operations[0]["code"].is_string()) {
        let codes: Vec<_> = operations
            .iter()
            .map(|operation| horizon_code(&operation["code"]))
            .collect();
        let expected = json!({ "transaction": "tx_failed", "operations": codes });
        differences.compare(&place, response.detail("resultCodes"), expected);
    }
}

#[tokio::test]
async fn sent_transactions_have_the_recorded_outcome_and_status() {
    let replay = Replay::start().await;
    let mut differences = Differences::default();
    let (mut detected, mut failed) = (0, 0);
    for fact in data::of("transactions") {
        replay.set(&fact);
        let network = fact.text("network");
        let mut body = json!({ "txdata": fact.get("envelope_xdr") });
        if fact.get("signed_by_source") == true {
            detected += 1;
        } else {
            // The Horizons have no account, so that its signers do not identify the network.
            let response = replay.app.post("transaction/send/xlm", &body).await;
            let code = &response.json["error"]["code"];
            differences.compare(&fact.to_string(), code, "invalid_signature");
            body["network"] = json!(network);
        }
        failed += usize::from(fact.get("successful") == false);
        let response = replay.app.post("transaction/send/xlm", &body).await;
        compare_outcome(&fact, &response, &mut differences);
        let expected = if network == "livenet" {
            Network::Livenet
        } else {
            Network::Testnet
        };
        assert_eq!(replay.submitted(), [expected], "{fact}");

        let Some(ledger) = fact.get("ledger").as_u64() else {
            continue;
        };
        let path = format!("transaction/status/xlm?txid={}&network={network}", fact.text("hash"));
        let status = if fact.get("successful") == false {
            "rejected"
        } else {
            "confirmed"
        };
        let expected = json!({ "txid": fact.get("hash"), "status": status, "confirmations": LEDGER - ledger + 1,
            "block": ledger.to_string(), "date": fact.get("time") });
        differences.compare(&fact.to_string(), replay.app.get(&path).await.data(), expected);
    }
    differences.assert_none();
    assert!(detected >= 150 && failed >= 20, "{detected} detected, {failed} failed");
}

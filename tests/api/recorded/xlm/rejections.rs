//! Results with which Horizon rejected submissions, and the codes that it returned for them.

use super::data;
use super::differences::Differences;
use super::horizon::Replay;
use serde_json::{Value, json};

/// Our reason for a recorded code of a transaction.
fn reason(code: &Value) -> &'static str {
    match code.as_str().expect("a code") {
        "tx_bad_seq" => "bad_sequence",
        "tx_insufficient_fee" => "fee_too_low",
        "tx_failed" => "operation_failed",
        other => panic!("unexpected {other}"),
    }
}

#[tokio::test]
async fn recorded_results_have_their_codes_and_a_reason() {
    let replay = Replay::start().await;
    let mut differences = Differences::default();
    for fact in data::of("rejections") {
        replay.reject(fact.get("result_xdr"));
        let body = json!({ "txdata": fact.get("envelope_xdr"), "network": fact.get("network") });
        let response = replay.app.post("transaction/send/xlm", &body).await;
        let codes = fact.get("result_codes");
        let place = format!("{fact}: {}", response.text);
        differences.compare(&place, response.detail("reason"), reason(&codes["transaction"]));
        let operations = codes["operations"].as_array().cloned().unwrap_or_default();
        let expected = json!({ "transaction": codes["transaction"], "operations": operations });
        differences.compare(&place, response.detail("resultCodes"), expected);
    }
    differences.assert_none();
}

//! Recorded fee statistics.

use super::data;
use super::horizon::Replay;
use serde_json::json;

#[tokio::test]
async fn fee_stats_are_those_of_the_record() {
    for fact in data::of("fees") {
        let replay = Replay::start().await;
        let record = fact.get("record");
        replay.set_fees(record);
        let response = replay.app.get("prepare-transaction/fee-stat/xlm").await;
        let charged = &record["fee_charged"];
        let expected = json!({ "lastLedgerBaseFee": record["last_ledger_base_fee"],
            "feeCharged": { "min": charged["min"], "max": charged["max"] } });
        assert_eq!(response.data(), &expected, "{fact}");
    }
}

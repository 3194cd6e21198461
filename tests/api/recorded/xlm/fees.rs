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
        let offered = &record["max_fee"];
        let usage: f64 = record["ledger_capacity_usage"]
            .as_str()
            .expect("a string")
            .parse()
            .expect("a number");
        let expected = json!({ "lastLedgerBaseFee": record["last_ledger_base_fee"],
            "feeCharged": { "min": charged["min"], "max": charged["max"] },
            "maxFee": { "p10": offered["p10"], "p50": offered["p50"], "p95": offered["p95"] },
            "ledgerCapacityUsage": format!("{usage:.2}") });
        assert_eq!(response.data(), &expected, "{fact}");
    }
}

//! GET /api/prepare-transaction/fee-stat/{chain}

use super::App;
use serde_json::json;

#[tokio::test]
async fn fee_stats_are_returned_with_and_without_trailing_slash() {
    let app = App::new();
    for path in ["xlm", "xlm/", "xlm?network=testnet", "xlm/?network=livenet"] {
        let response = app.get(&format!("prepare-transaction/fee-stat/{path}")).await;
        let expected = json!({ "lastLedgerBaseFee": "100", "feeCharged": { "min": "101", "max": "50000" },
            "maxFee": { "p10": "100", "p50": "5000", "p95": "80000" }, "ledgerCapacityUsage": "0.20" });
        assert_eq!(response.data(), &expected, "{path}");
    }
    assert_eq!(app.requests(), ["fee_stats"; 4]);
}

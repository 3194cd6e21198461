//! GET /api/transaction/status/{chain}

use super::App;
use serde_json::json;
use wallet_xlm::TransactionStatus;

const TXID: &str = "9a80f668d46d8c900b9d1b084b0ca65b6b36f56b04693c5a217b5e0ef11a63ee";

#[tokio::test]
async fn transaction_in_a_ledger_is_confirmed_or_failed() {
    let app = App::new();
    for (succeeded, status) in [(true, "confirmed"), (false, "rejected")] {
        let found = TransactionStatus {
            succeeded,
            ledger: 50_000_000,
            confirmations: 3,
            time: 1_767_225_600,
        };
        let hash = hex::decode(TXID).expect("hex").try_into().expect("32 bytes");
        app.fixture().transactions.insert(hash, found);
        for txid in [TXID.to_owned(), format!("0x{}", TXID.to_uppercase())] {
            let response = app.get(&format!("transaction/status/xlm?txid={txid}")).await;
            let expected = json!({ "txid": TXID, "status": status, "confirmations": 3, "block": "50000000",
                "date": 1_767_225_600 });
            assert_eq!(response.data(), &expected);
        }
    }
}

#[tokio::test]
async fn unknown_transaction_is_a_retriable_404() {
    let app = App::new();
    let response = app.get(&format!("transaction/status/xlm?txid={TXID}")).await;
    response.assert_error(404, "transaction_not_found", None);
}

#[tokio::test]
async fn invalid_hashes_are_rejected() {
    let app = App::new();
    for (query, field) in [
        (String::new(), "txid"),
        ("txid=".to_owned(), "txid"),
        (format!("txid={}", &TXID[2..]), "txid"),
        (format!("txid={TXID}00"), "txid"),
        (format!("txid={TXID}&network=main"), "network"),
    ] {
        let response = app.get(&format!("transaction/status/xlm?{query}")).await;
        response.assert_error(400, "invalid_request", Some(field));
    }
    assert_eq!(app.requests(), [""; 0]);
}

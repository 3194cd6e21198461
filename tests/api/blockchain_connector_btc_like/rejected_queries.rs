//! Rejected queries of the GET endpoints: code and field. None of them causes an upstream request.

use super::App;

#[tokio::test]
async fn invalid_price_and_utxo_queries_are_rejected_by_field() {
    let app = App::new().await;
    let list = "prepare-transaction/utxo-list/btc";
    for (path, code, field) in [
        (list.to_owned(), "invalid_request", Some("address")),
        (format!("{list}?network=livenet"), "invalid_request", Some("address")),
        (format!("{list}?address="), "invalid_address", Some("address")),
        (format!("{list}?address=../../x"), "invalid_address", Some("address")),
        (
            format!("{list}?address=DFpN6QqFfUm3gKNaxN6tNcab1FArL9cZLE"),
            "invalid_address",
            Some("address"),
        ),
        (
            format!("{list}?address=bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4&network=testnet"),
            "invalid_address",
            Some("address"),
        ),
        (
            format!("{list}?address=x&network=mainnet"),
            "invalid_request",
            Some("network"),
        ),
        (format!("{list}?address=a&address=b"), "invalid_request", None),
        (
            "prepare-transaction/price-per-byte/btc?network=".to_owned(),
            "invalid_request",
            Some("network"),
        ),
        (
            "prepare-transaction/price-per-byte/btc?network=test".to_owned(),
            "invalid_request",
            Some("network"),
        ),
    ] {
        app.get(&path).await.assert_error(400, code, field);
    }
    assert_eq!(app.requests(), []);
}

#[tokio::test]
async fn invalid_status_and_address_queries_are_rejected_by_field() {
    let app = App::new().await;
    let (status, validate) = ("transaction/status/btc", "validate-address/btc");
    for (path, code, field) in [
        (status.to_owned(), "invalid_request", Some("txid")),
        (format!("{status}?network=livenet"), "invalid_request", Some("txid")),
        (format!("{status}?txid="), "invalid_request", Some("txid")),
        (format!("{status}?txid=../utxo/x"), "invalid_request", Some("txid")),
        (
            format!("{status}?txid={}", "0".repeat(63)),
            "invalid_request",
            Some("txid"),
        ),
        (
            format!("{status}?txid=0x0x{}", "0".repeat(64)),
            "invalid_request",
            Some("txid"),
        ),
        (
            format!("{status}?txid={}&network=mainnet", "0".repeat(64)),
            "invalid_request",
            Some("network"),
        ),
        (validate.to_owned(), "invalid_request", Some("address")),
        (
            format!("{validate}?network=livenet"),
            "invalid_request",
            Some("address"),
        ),
        (
            format!("{validate}?address=x&network=Livenet"),
            "invalid_request",
            Some("network"),
        ),
    ] {
        app.get(&path).await.assert_error(400, code, field);
    }
    assert_eq!(app.requests(), []);
}

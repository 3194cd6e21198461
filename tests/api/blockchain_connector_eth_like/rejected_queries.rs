//! Rejected queries of the GET endpoints: code and field. None of them causes an upstream request.

use super::App;
use super::wallet::ADDRESS;

#[tokio::test]
async fn invalid_queries_are_rejected_by_field() {
    let app = App::new().await;
    let (nonce, price) = ("prepare-transaction/nonce/eth", "prepare-transaction/gas-price/eth");
    let (status, validate) = ("transaction/status/eth", "validate-address/eth");
    let txid = "0".repeat(64);
    for (path, code, field) in [
        (nonce.to_owned(), "invalid_request", Some("address")),
        (format!("{nonce}?network=x"), "invalid_request", Some("address")),
        (
            format!("{nonce}?address=&network=x"),
            "invalid_address",
            Some("address"),
        ),
        (format!("{nonce}?address=../../x"), "invalid_address", Some("address")),
        (
            format!("{nonce}?address={}", &ADDRESS[..41]),
            "invalid_address",
            Some("address"),
        ),
        (
            format!("{nonce}?address={ADDRESS}&network=mainnet"),
            "invalid_request",
            Some("network"),
        ),
        (format!("{nonce}?address=a&address=b"), "invalid_request", None),
        (format!("{price}?network="), "invalid_request", Some("network")),
        (format!("{price}?network=test"), "invalid_request", Some("network")),
        (status.to_owned(), "invalid_request", Some("txid")),
        (format!("{status}?txid="), "invalid_request", Some("txid")),
        (format!("{status}?txid=x&network=x"), "invalid_request", Some("txid")),
        (format!("{status}?txid={}", &txid[1..]), "invalid_request", Some("txid")),
        (format!("{status}?txid=0x0x{txid}"), "invalid_request", Some("txid")),
        (
            format!("{status}?txid={txid}&network=mainnet"),
            "invalid_request",
            Some("network"),
        ),
        (validate.to_owned(), "invalid_request", Some("address")),
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

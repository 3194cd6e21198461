//! `GET /api/prepare-transaction/erc20-transfer-data` and `GET /api/prepare-transaction/erc20-approve-data`

use super::App;
use serde_json::json;

const TRANSFER: &str = "prepare-transaction/erc20-transfer-data";
const APPROVE: &str = "prepare-transaction/erc20-approve-data";

/// 2^256 − 1: the amount of an unlimited approval.
const MAX: &str = "115792089237316195423570985008687907853269984665640564039457584007913129639935";

#[tokio::test]
async fn calldata_is_selector_address_and_amount() {
    let app = App::new().await;
    // ABI encoding: <https://docs.soliditylang.org/en/latest/abi-spec.html>
    let to = "0000000000000000000000005aaeb6053f3e94c9b9a09f33669435e7ef1beaed";
    let zero = "0".repeat(64);
    for (path, amount, data) in [
        (TRANSFER, "2500000", format!("0xa9059cbb{to}{:064x}", 2_500_000)),
        (TRANSFER, "0", format!("0xa9059cbb{to}{zero}")),
        (APPROVE, "0", format!("0x095ea7b3{to}{zero}")),
        (APPROVE, MAX, format!("0x095ea7b3{to}{}", "f".repeat(64))),
    ] {
        for address in [
            "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
            "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed",
        ] {
            let response = app.get(&format!("{path}?to={address}&amount={amount}")).await;
            assert_eq!(response.data(), &json!({ "data": data }));
        }
    }
    assert_eq!(app.requests(), []);
}

#[tokio::test]
async fn first_invalid_parameter_is_reported() {
    let app = App::new().await;
    let valid = "to=0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
    for path in [TRANSFER, APPROVE] {
        for (query, code, field) in [
            (String::new(), "invalid_request", Some("to")),
            ("amount=x".to_owned(), "invalid_request", Some("to")),
            ("to=x&amount=x".to_owned(), "invalid_address", Some("to")),
            (
                "to=0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed&amount=1".to_owned(),
                "invalid_address",
                Some("to"),
            ),
            (
                format!("to=0x{}&amount=1", "0".repeat(40)),
                "invalid_address",
                Some("to"),
            ),
            (valid.to_owned(), "invalid_request", Some("amount")),
            (format!("{valid}&amount="), "invalid_amount", Some("amount")),
            (format!("{valid}&amount=-1"), "invalid_amount", Some("amount")),
            (format!("{valid}&amount=1.5"), "invalid_amount", Some("amount")),
            (format!("{valid}&amount=0x10"), "invalid_amount", Some("amount")),
            (format!("{valid}&amount={MAX}0"), "invalid_amount", Some("amount")),
            (format!("{valid}&amount=1&amount=2"), "invalid_request", None),
        ] {
            app.get(&format!("{path}?{query}")).await.assert_error(400, code, field);
        }
    }
}

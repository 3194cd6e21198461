//! Calldata of transfers of non-fungible tokens, and of calls that revoke rights.

use super::App;
use serde_json::json;

const FROM: &str = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const TO: &str = "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359";
const TOKEN: &str = "0xdAC17F958D2ee523a2206206994597C13D831ec7";

/// The number 2^256, too large.
const TOO_LARGE: &str = "115792089237316195423570985008687907853269984665640564039457584007913129639936";

fn zero() -> String {
    format!("0x{}", "0".repeat(40))
}

fn words(selector: &str, words: &[&str]) -> String {
    let words = words.iter();
    let words: Vec<_> = words
        .map(|word| format!("{:0>64}", word.trim_start_matches("0x").to_lowercase()))
        .collect();
    format!("0x{selector}{}", words.concat())
}

/// The calldata that ethers 6.16 encodes.
#[tokio::test]
async fn calldata_is_that_of_ethers() {
    let app = App::new().await;
    for (query, data) in [
        (
            format!("erc721-transfer-data?from={FROM}&to={TO}&id=7"),
            json!({ "data": words("42842e0e", &[FROM, TO, "7"]) }),
        ),
        (
            format!("erc1155-transfer-data?from={FROM}&to={TO}&id=7&amount=3"),
            json!({ "data": words("f242432a", &[FROM, TO, "7", "3", "a0", "0"]) }),
        ),
        (
            format!("set-approval-for-all-data?operator={TO}&approved=false"),
            json!({ "data": words("a22cb465", &[TO, "0"]) }),
        ),
        (
            format!("set-approval-for-all-data?operator={TO}&approved=true"),
            json!({ "data": words("a22cb465", &[TO, "1"]) }),
        ),
        (
            format!("permit2-lockdown-data?token={TOKEN}&spender={TO}"),
            json!({
                "contract": "0x000000000022D473030F116dDEE9F6B43aC78BA3",
                "data": words("cc53287f", &["20", "1", TOKEN, TO]),
            }),
        ),
    ] {
        let response = app.get(&format!("prepare-transaction/{query}")).await;
        assert_eq!(response.data(), &data, "{query}");
    }
    assert_eq!(app.requests(), []);
}

/// A query with placeholders, the code of the error and the field.
const INVALID: [(&str, &str, &str); 18] = [
    ("erc721-transfer-data", "invalid_request", "from"),
    ("erc721-transfer-data?from=x&to={TO}&id=7", "invalid_address", "from"),
    ("erc721-transfer-data?from={FROM}&id=7", "invalid_request", "to"),
    (
        "erc721-transfer-data?from={FROM}&to={to_zero}&id=7",
        "invalid_address",
        "to",
    ),
    ("erc721-transfer-data?from={FROM}&to={TO}", "invalid_request", "id"),
    ("erc721-transfer-data?from={FROM}&to={TO}&id=-1", "invalid_amount", "id"),
    (
        "erc721-transfer-data?from={FROM}&to={TO}&id={large}",
        "invalid_amount",
        "id",
    ),
    (
        "erc1155-transfer-data?from={FROM}&to={to_zero}&id=7&amount=1",
        "invalid_address",
        "to",
    ),
    (
        "erc1155-transfer-data?from={FROM}&to={TO}&id=0x7&amount=1",
        "invalid_amount",
        "id",
    ),
    (
        "erc1155-transfer-data?from={FROM}&to={TO}&id=7",
        "invalid_request",
        "amount",
    ),
    (
        "erc1155-transfer-data?from={FROM}&to={TO}&id=7&amount=1.5",
        "invalid_amount",
        "amount",
    ),
    (
        "set-approval-for-all-data?operator={to_zero}&approved=true",
        "invalid_address",
        "operator",
    ),
    ("set-approval-for-all-data?operator={TO}", "invalid_request", "approved"),
    (
        "set-approval-for-all-data?operator={TO}&approved=1",
        "invalid_request",
        "approved",
    ),
    (
        "set-approval-for-all-data?operator={TO}&approved=",
        "invalid_request",
        "approved",
    ),
    ("permit2-lockdown-data?token=x&spender={TO}", "invalid_address", "token"),
    ("permit2-lockdown-data?token={TOKEN}", "invalid_request", "spender"),
    (
        "permit2-lockdown-data?token={TOKEN}&spender={digits}",
        "invalid_address",
        "spender",
    ),
];

#[tokio::test]
async fn first_invalid_parameter_is_reported() {
    let app = App::new().await;
    let (to_zero, large) = (zero(), TOO_LARGE);
    for (query, code, field) in INVALID {
        let query = [
            ("{FROM}", FROM),
            ("{TO}", TO),
            ("{TOKEN}", TOKEN),
            ("{to_zero}", &to_zero),
            ("{large}", large),
            ("{digits}", &TO[2..]),
        ]
        .into_iter()
        .fold(query.to_owned(), |query, (name, value)| query.replace(name, value));
        let response = app.get(&format!("prepare-transaction/{query}")).await;
        response.assert_error(400, code, Some(field));
    }
}

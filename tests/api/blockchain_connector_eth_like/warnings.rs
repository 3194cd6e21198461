//! Warnings of estimate, get-hash, parse and validate-address, and the names of calls in parse.

use super::App;
use super::fixture::GWEI;
use super::wallet::{ADDRESS, RECIPIENT, example, sign};
use serde_json::{Value, json};

const TOKEN: &str = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";

/// Returns an argument: hex digits, padded to a word.
fn word(digits: &str) -> String {
    format!("{:0>64}", digits.trim_start_matches("0x").to_lowercase())
}

fn approval(amount: &str) -> String {
    format!("0x095ea7b3{}{}", word(RECIPIENT), word(amount))
}

fn codes(data: &Value) -> Vec<&str> {
    let warnings = data["warnings"].as_array().map(Vec::as_slice).unwrap_or_default();
    warnings
        .iter()
        .map(|warning| warning["code"].as_str().expect("a string"))
        .collect()
}

/// Returns the body of get-hash for a call of the token.
fn token_call(data: &str) -> Value {
    let mut body = example();
    body["to"] = TOKEN.into();
    body["amount"] = "0".into();
    body["data"] = data.into();
    body["gasLimit"] = "100000".into();
    body["fee"] = (100_000 * 20 * GWEI).to_string().into();
    body
}

/// Returns `data` of get-hash and of parse for the same transaction.
async fn get_hash_and_parse(app: &App, mut body: Value) -> (Value, Value) {
    let hash = app.post("transaction/get-hash/eth", &body).await.data().clone();
    body["signature"] = sign(hash["hash"].as_str().expect("a string"));
    let response = app.post("transaction/attach-signature/eth", &body).await;
    let txdata = response.data()["txdata"].clone();
    let parsed = app.post("transaction/parse/eth", &json!({ "txdata": txdata })).await;
    (hash, parsed.data().clone())
}

#[tokio::test]
async fn unlimited_approvals_are_named_with_a_warning() {
    let app = App::new().await;
    let maximum = "f".repeat(64);
    for (data, method, warns) in [
        (approval(&maximum), "approve", true),
        (approval("0"), "approve", false),
        (approval("2625a0"), "approve", false),
        (
            format!("0x39509351{}{}", word(RECIPIENT), maximum),
            "increaseAllowance",
            true,
        ),
        (
            format!("0xa22cb465{}{}", word(RECIPIENT), word("1")),
            "setApprovalForAll",
            true,
        ),
        (
            format!("0xa22cb465{}{}", word(RECIPIENT), word("0")),
            "setApprovalForAll",
            false,
        ),
        (
            format!(
                "0xd505accf{}{}{maximum}{}{}{}{}",
                word(ADDRESS),
                word(RECIPIENT),
                word("5"),
                word("1b"),
                word("1"),
                word("2")
            ),
            "permit",
            true,
        ),
    ] {
        let (hash, parsed) = get_hash_and_parse(&app, token_call(&data)).await;
        let expected: &[&str] = if warns { &["unlimited_approval"] } else { &[] };
        assert_eq!(
            (codes(&hash), codes(&parsed)),
            (expected.to_vec(), expected.to_vec()),
            "{method}"
        );
        let call = &parsed["calls"][0];
        assert_eq!((&call["method"], &call["to"]), (&json!(method), &json!(RECIPIENT)));
        assert_eq!(call["contract"], TOKEN);
    }
    assert_eq!(app.requests(), []);
}

/// Tokens execute each as an approval of everything; ethers and viem decode the first.
#[tokio::test]
async fn calldata_with_further_bytes_have_their_warning() {
    let app = App::new().await;
    let exact = approval(&"f".repeat(64));
    let dirty = exact.replacen("0x095ea7b300", "0x095ea7b301", 1);
    for data in [format!("{exact}00"), format!("{exact}{}", word("7")), dirty] {
        let (hash, parsed) = get_hash_and_parse(&app, token_call(&data)).await;
        let warning = vec!["unlimited_approval"];
        assert_eq!(
            (codes(&hash), codes(&parsed)),
            (warning.clone(), warning.clone()),
            "{data}"
        );
        assert_eq!(parsed["token"]["method"], "approve");
        assert_eq!(parsed["calls"][0]["trailingData"], true);
        let body = json!({ "address": ADDRESS, "to": TOKEN, "amount": "0", "data": data });
        let estimate = app.post("prepare-transaction/estimate/eth", &body).await;
        assert_eq!(codes(estimate.data()), warning);
    }
    let (_, parsed) = get_hash_and_parse(&app, token_call(&exact)).await;
    assert!(parsed["calls"][0].get("trailingData").is_none());
}

/// `approve` of Permit2 names the token.
#[tokio::test]
async fn approvals_within_permit2_are_named_with_their_token() {
    let app = App::new().await;
    let data = format!(
        "0x87517c45{}{}{}{}",
        word(TOKEN),
        word(RECIPIENT),
        word(&"f".repeat(40)),
        word("ffffffff")
    );
    let (hash, parsed) = get_hash_and_parse(&app, token_call(&data)).await;
    assert_eq!(codes(&hash), ["unlimited_approval"]);
    let call = &parsed["calls"][0];
    assert_eq!((&call["method"], &call["token"]), (&json!("approve"), &json!(TOKEN)));
    assert_eq!(
        (&call["to"], &call["expiration"]),
        (&json!(RECIPIENT), &json!("4294967295"))
    );
}

#[tokio::test]
async fn tokens_for_their_contract_are_a_warning() {
    let app = App::new().await;
    for (selector, arguments) in [
        ("a9059cbb", format!("{}{}", word(TOKEN), word("7"))),
        ("23b872dd", format!("{}{}{}", word(ADDRESS), word(TOKEN), word("7"))),
        ("42842e0e", format!("{}{}{}", word(ADDRESS), word(TOKEN), word("7"))),
    ] {
        let (hash, parsed) = get_hash_and_parse(&app, token_call(&format!("0x{selector}{arguments}"))).await;
        let expected = vec!["recipient_is_token_contract"];
        assert_eq!((codes(&hash), codes(&parsed)), (expected.clone(), expected));
    }
}

#[tokio::test]
async fn calls_of_a_wrapper_are_listed() {
    let app = App::new().await;
    // multicall(bytes[]) with an approval and four unknown bytes.
    let approval = approval(&"f".repeat(64));
    let data = format!(
        "0xac9650d8{}{}{}{}{}{}{:0<192}{}{:0<64}",
        word("20"),
        word("2"),
        word("40"),
        word("c0"),
        word("44"),
        "",
        approval.trim_start_matches("0x"),
        word("4"),
        "01020304"
    );
    let (_, parsed) = get_hash_and_parse(&app, token_call(&data)).await;
    assert_eq!(codes(&parsed), ["unlimited_approval"]);
    assert_eq!(
        parsed["calls"][1],
        json!({ "method": "unknown", "contract": TOKEN, "selector": "0x01020304", "wrapper": "multicall" })
    );
    assert_eq!(parsed["calls"][0]["wrapper"], "multicall");
}

#[tokio::test]
async fn fee_above_a_fifth_of_a_payment_is_a_warning() {
    let app = App::new().await;
    let fee = 21_000 * 20 * u128::from(GWEI);
    for (amount, expected) in [(fee * 5, vec![]), (fee * 5 - 1, vec!["fee_share"])] {
        let mut body = example();
        body["amount"] = amount.to_string().into();
        let (hash, parsed) = get_hash_and_parse(&app, body).await;
        assert_eq!((codes(&hash), codes(&parsed)), (expected.clone(), expected), "{amount}");
    }
    let body = json!({ "address": ADDRESS, "to": RECIPIENT, "amount": "1000" });
    let response = app.post("prepare-transaction/estimate/eth", &body).await;
    assert_eq!(codes(response.data()), ["fee_share"]);
    let body = json!({ "address": ADDRESS, "to": RECIPIENT, "amount": "500000000000000000" });
    let response = app.post("prepare-transaction/estimate/eth", &body).await;
    assert_eq!(codes(response.data()), [""; 0]);
}

#[tokio::test]
async fn contract_recipient_is_a_warning_of_estimate() {
    let app = App::new().await;
    app.fixture().code.insert(RECIPIENT.to_lowercase(), "0x60");
    let transfer = format!("0xa9059cbb{}{}", word(RECIPIENT), word("7"));
    let coins = json!({ "address": ADDRESS, "to": RECIPIENT, "amount": "500000000000000000" });
    let tokens = json!({ "address": ADDRESS, "to": TOKEN, "amount": "0", "data": transfer });
    for body in [&coins, &tokens] {
        let response = app.post("prepare-transaction/estimate/eth", body).await;
        assert_eq!(codes(response.data()), ["contract_recipient"]);
    }
    // A call of a contract is not a payment to the contract.
    let call = json!({ "address": ADDRESS, "to": RECIPIENT, "amount": "0", "data": "0x01020304" });
    let response = app.post("prepare-transaction/estimate/eth", &call).await;
    assert_eq!(codes(response.data()), [""; 0]);
    // Without the code the estimate is the same.
    app.fixture().instead_of.insert("eth_getCode", Ok(json!("no code")));
    let response = app.post("prepare-transaction/estimate/eth", &coins).await;
    assert_eq!(codes(response.data()), [""; 0]);
}

#[tokio::test]
async fn contracts_are_a_warning_of_validate_address() {
    let app = App::new().await;
    let path = format!("validate-address/etc?address={RECIPIENT}&network=testnet");
    assert_eq!(codes(app.get(&path).await.data()), [""; 0]);
    app.fixture().code.insert(RECIPIENT.to_lowercase(), "0x60");
    assert_eq!(codes(app.get(&path).await.data()), ["contract_recipient"]);
    // Decimals of 6, and the same word as name and symbol, on a network without Multicall3.
    app.fixture()
        .instead_of
        .insert("eth_call", Ok(json!(format!("0x{}", word("6")))));
    assert_eq!(
        codes(app.get(&path).await.data()),
        ["contract_recipient", "recipient_is_token_contract"]
    );
}

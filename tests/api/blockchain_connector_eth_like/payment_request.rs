//! POST /api/payment-request/parse/{chain} and POST /api/payment-request/create/{chain}

use super::App;
use super::wallet::{ADDRESS, RECIPIENT};
use serde_json::{Value, json};

const PARSE: &str = "payment-request/parse/eth";
const CREATE: &str = "payment-request/create/eth";
const CONTRACT: &str = "0x89205A3A3b2A69De6Dbf7f01ED13B2108B2c43e7";

#[tokio::test]
async fn request_is_parsed_without_a_call_of_an_upstream() {
    let app = App::new().await;
    // The examples of EIP-681, with addresses in lower case.
    let uri = "ethereum:0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359?value=2.014e18";
    let response = app.post(PARSE, &json!({ "uri": uri })).await;
    let expected = json!({ "network": "livenet", "to": "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
        "amount": "2014000000000000000" });
    assert_eq!(*response.data(), expected);
    let uri = "ethereum:0x89205a3a3b2a69de6dbf7f01ed13b2108b2c43e7/transfer\
               ?address=0x8e23ee67d1332ad560396262c48ffbb01f93d052&uint256=1&gas=60000";
    let response = app.post(PARSE, &json!({ "uri": uri })).await;
    let to = "0x8e23Ee67d1332aD560396262C48ffbB01F93D052";
    let data = format!("0xa9059cbb{:0>64}{:064x}", to[2..].to_lowercase(), 1);
    let expected = json!({ "network": "livenet", "to": CONTRACT, "amount": "0", "data": data,
        "token": { "to": to, "amount": "1" }, "gasLimit": "60000" });
    assert_eq!(*response.data(), expected);
    assert_eq!(app.methods(), Vec::<String>::new());
}

#[tokio::test]
async fn response_with_the_sender_is_a_body_of_estimate() {
    let app = App::new().await;
    let uri = format!("ethereum:{RECIPIENT}@1?value=1e17");
    let mut body = app.post(PARSE, &json!({ "uri": uri })).await.data().clone();
    body["address"] = ADDRESS.into();
    let response = app.post("prepare-transaction/estimate/eth", &body).await;
    assert_eq!(response.data()["gasLimit"], "21000");
}

#[tokio::test]
async fn created_request_is_parsed_to_the_same_payment() {
    let app = App::new().await;
    let coins = json!({ "network": "testnet", "to": RECIPIENT, "amount": "2014000000000000000" });
    let uri = app.post(CREATE, &coins).await.data()["uri"].clone();
    assert_eq!(uri, format!("ethereum:{RECIPIENT}@11155111?value=2.014e18"));
    let parsed = app.post(PARSE, &json!({ "uri": uri, "network": "testnet" })).await;
    assert_eq!(*parsed.data(), coins);
    let tokens = json!({ "to": RECIPIENT, "amount": "1", "contract": CONTRACT });
    let uri = app.post(CREATE, &tokens).await.data()["uri"].clone();
    assert_eq!(
        uri,
        format!("ethereum:{CONTRACT}@1/transfer?address={RECIPIENT}&uint256=1")
    );
    let parsed = app.post(PARSE, &json!({ "uri": uri })).await;
    assert_eq!(parsed.data()["token"], json!({ "to": RECIPIENT, "amount": "1" }));
}

/// A body, and the code and the field of its error.
type Case = (Value, &'static str, &'static str);

async fn all_rejected(app: &App, path: &str, cases: &[Case]) {
    for (body, code, field) in cases {
        app.post(path, body).await.assert_error(400, code, Some(field));
    }
}

#[tokio::test]
async fn first_invalid_field_of_parse_is_reported() {
    let app = App::new().await;
    let uri = |text: &str| json!({ "uri": format!("ethereum:{text}") });
    let cases: [Case; 9] = [
        (json!({}), "invalid_request", "uri"),
        (json!({ "uri": RECIPIENT }), "invalid_request", "uri"),
        (json!({ "uri": "x", "network": "x" }), "invalid_request", "network"),
        (uri("vitalik.eth?value=1"), "invalid_address", "uri"),
        (uri("0x00"), "invalid_address", "uri"),
        (uri(&format!("{RECIPIENT}@137")), "invalid_request", "uri"),
        (uri(&format!("{RECIPIENT}?value=1.5")), "invalid_amount", "uri"),
        (uri(&format!("{RECIPIENT}/f?uint8=256")), "invalid_request", "uri"),
        (uri(&format!("{RECIPIENT}/f?tuple=1")), "invalid_request", "uri"),
    ];
    all_rejected(&app, PARSE, &cases).await;
    let name = app.post(PARSE, &uri("vitalik.eth")).await;
    assert!(name.text.contains("resolve-name"), "{}", name.text);
    let address = app.get("validate-address/eth?address=ethereum:x").await;
    assert!(address.text.contains("payment-request/parse"), "{}", address.text);
}

#[tokio::test]
async fn first_invalid_field_of_create_is_reported() {
    let app = App::new().await;
    let cases: [Case; 6] = [
        (json!({}), "invalid_request", "to"),
        (json!({ "to": "x" }), "invalid_address", "to"),
        (json!({ "to": RECIPIENT, "amount": "1.5" }), "invalid_amount", "amount"),
        (
            json!({ "to": RECIPIENT, "contract": "x" }),
            "invalid_address",
            "contract",
        ),
        (
            json!({ "to": format!("0x{}", "0".repeat(40)), "contract": CONTRACT }),
            "invalid_address",
            "to",
        ),
        (json!({ "network": "x", "to": RECIPIENT }), "invalid_request", "network"),
    ];
    all_rejected(&app, CREATE, &cases).await;
}

//! POST /api/payment-request/parse/{chain} and POST /api/payment-request/create/{chain}

use super::App;
use serde_json::{Value, json};

const PARSE: &str = "payment-request/parse/xlm";
const CREATE: &str = "payment-request/create/xlm";
const TO: &str = "GCALNQQBXAPZ2WIRSDDBMSTAKCUH5SG6U76YBFLQLIXJTF7FE5AX7AOO";
const ISSUER: &str = "GCRCUE2C5TBNIPYHMEP7NK5RWTT2WBSZ75CMARH7GDOHDDCQH3XANFOB";
/// SEP-7, version 2.1.0, the example of a signature.
const SIGNED: &str = "web+stellar:pay?destination=GCALNQQBXAPZ2WIRSDDBMSTAKCUH5SG6U76YBFLQLIXJTF7FE5AX7AOO\
    &amount=120.1234567&memo=skdjfasf&msg=pay%20me%20with%20lumens&origin_domain=someDomain.com\
    &signature=JTlGMGzxUv90P2SWxUY9xo%2BLlbXaDloend6gkpyylY8X4bUNf6%2F9mFTMJs7JKqSDPRtejlK1kQvrsJfRZSJeAQ%3D%3D";

#[tokio::test]
async fn request_is_parsed_and_not_verified_without_a_key() {
    let app = App::new();
    let response = app.post(PARSE, &json!({ "uri": SIGNED })).await;
    let expected = json!({ "operation": "pay", "network": "livenet", "to": TO, "amount": "1201234567",
        "asset": { "kind": "coin", "chain": "xlm" }, "memo": "skdjfasf", "memoType": "text",
        "message": "pay me with lumens", "origin": { "domain": "someDomain.com", "verified": false, "reason": "unavailable" } });
    assert_eq!(*response.data(), expected);
    let wrong = app.post(PARSE, &json!({ "uri": SIGNED, "signingKey": TO })).await;
    wrong.assert_error(400, "invalid_signature", Some("uri"));
    assert_eq!(app.requests(), Vec::<String>::new());
}

#[tokio::test]
async fn response_with_the_sender_is_a_body_of_estimate() {
    let app = App::new();
    let fields = json!({ "network": "testnet", "to": app.bob.address(), "amount": "10000000" });
    let uri = app.post(CREATE, &fields).await.data()["uri"].clone();
    let parsed = app.post(PARSE, &json!({ "uri": uri, "network": "testnet" })).await;
    let mut body = parsed.data().clone();
    body["address"] = app.alice.address().into();
    let response = app.post("prepare-transaction/estimate/xlm", &body).await;
    assert_eq!(response.data()["sequence"], "8");
}

#[tokio::test]
async fn created_request_is_parsed_to_the_same_fields() {
    let app = App::new();
    let mut fields = json!({ "network": "livenet", "to": TO, "amount": "25000000",
        "asset": { "kind": "xlm-asset", "chain": "xlm", "code": "USD", "issuer": ISSUER },
        "memo": "ab".repeat(32), "memoType": "hash", "callback": "https://example.com/?a=b&c=d", "message": "Order 5" });
    let uri = app.post(CREATE, &fields).await.data()["uri"].clone();
    let parsed = app.post(PARSE, &json!({ "uri": uri })).await;
    fields["operation"] = "pay".into();
    assert_eq!(*parsed.data(), fields);
}

#[tokio::test]
async fn transaction_of_get_hash_is_requested() {
    let app = App::new();
    let message = app.payment().await["unsignedMessage"].clone();
    let fields = json!({ "network": "testnet", "unsignedMessage": message, "publicKey": app.alice.address() });
    let uri = app.post(CREATE, &fields).await.data()["uri"].clone();
    let parsed = app.post(PARSE, &json!({ "uri": uri, "network": "testnet" })).await;
    let expected = json!({ "operation": "tx", "network": "testnet", "unsignedMessage": message,
        "publicKey": app.alice.address() });
    assert_eq!(*parsed.data(), expected);
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
    let app = App::new();
    let pay = |query: &str| json!({ "uri": format!("web+stellar:pay?destination={TO}&{query}") });
    let cases: [Case; 11] = [
        (json!({}), "invalid_request", "uri"),
        (json!({ "uri": TO }), "invalid_request", "uri"),
        (json!({ "uri": TO, "network": "x" }), "invalid_request", "network"),
        (
            json!({ "uri": TO, "signingKey": "x" }),
            "invalid_public_key",
            "signingKey",
        ),
        (json!({ "uri": SIGNED, "network": "testnet" }), "invalid_request", "uri"),
        (
            json!({ "uri": "web+stellar:pay?destination=bob*example.com" }),
            "invalid_address",
            "uri",
        ),
        (
            json!({ "uri": "web+stellar:tx?xdr=AAAA" }),
            "invalid_transaction",
            "uri",
        ),
        (pay("amount=0"), "invalid_amount", "uri"),
        (pay("memo=x&memo_type=MEMO_ID"), "invalid_request", "uri"),
        (pay("callback=url%3Ahttp%3A%2F%2Fa"), "invalid_request", "uri"),
        (pay("origin_domain=example.com"), "invalid_request", "uri"),
    ];
    all_rejected(&app, PARSE, &cases).await;
    let address = app.get("validate-address/xlm?address=web%2Bstellar:pay").await;
    assert!(address.text.contains("payment-request/parse"), "{}", address.text);
}

#[tokio::test]
async fn first_invalid_field_of_create_is_reported() {
    let app = App::new();
    let cases: [Case; 9] = [
        (json!({}), "invalid_request", "to"),
        (json!({ "to": "x" }), "invalid_address", "to"),
        (json!({ "to": TO, "amount": "0" }), "invalid_amount", "amount"),
        (
            json!({ "to": TO, "asset": { "code": "USD" } }),
            "invalid_request",
            "asset.issuer",
        ),
        (
            json!({ "to": TO, "memo": "x", "memoType": "id" }),
            "invalid_request",
            "memo",
        ),
        (json!({ "to": TO, "callback": "x" }), "invalid_request", "callback"),
        (
            json!({ "to": TO, "message": "x".repeat(301) }),
            "invalid_request",
            "message",
        ),
        (
            json!({ "unsignedMessage": "x" }),
            "invalid_transaction",
            "unsignedMessage",
        ),
        (
            json!({ "to": TO, "unsignedMessage": "x" }),
            "invalid_request",
            "unsignedMessage",
        ),
    ];
    all_rejected(&app, CREATE, &cases).await;
}

//! The services as run by Lambda: API Gateway events through `lambda_http` into the real routers.

mod accounts;
mod assets;
mod event;
mod evm;
mod services;
mod xlm;

use event::{Event, invoke};
use serde_json::{Value, json};
use services::{CONNECTOR, connector};
use wallet_test_support::tokens;

/// A compressed public key: the generator of secp256k1.
const PUBLIC_KEY: &str = "0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798";
/// The address of the key on btc livenet (BIP 173, examples).
const ADDRESS: &str = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";

fn bearer() -> String {
    format!("Bearer {}", tokens::token(&["read"]))
}

/// Returns a valid `POST get-address` request with a token.
fn get_address(chain: &str) -> Event {
    Event::new("POST", &format!("{CONNECTOR}/api/get-address/{chain}"))
        .header("authorization", &bearer())
        .json(&json!({ "publicKey": PUBLIC_KEY }))
}

#[tokio::test]
async fn service_document_requires_no_token() {
    let response = invoke(&connector(), Event::new("GET", &format!("{CONNECTOR}/health"))).await;
    assert_eq!(response.status(), 200);
    assert_eq!(response.json()["data"]["service"], "blockchain-connector-btc-like");
    assert_eq!(response.header("cache-control"), Some("no-store"));
}

#[tokio::test]
async fn json_response_is_an_envelope_as_text() {
    let response = invoke(&connector(), get_address("btc")).await;
    assert_eq!(response.status(), 200, "{response:?}");
    assert_eq!(response.json()["data"], json!({ "address": ADDRESS }));
    assert_eq!(response.header("content-type"), Some("application/json"));
}

#[tokio::test]
async fn base64_body_is_decoded() {
    let response = invoke(&connector(), get_address("btc").in_base64()).await;
    assert_eq!(response.json()["data"], json!({ "address": ADDRESS }), "{response:?}");
}

#[tokio::test]
async fn request_id_is_returned_in_body_and_header() {
    let id = "7d444840-9dc0-11d1-b245-5ffdce74fad2";
    let response = invoke(&connector(), get_address("btc").header("request-id", id)).await;
    assert_eq!(response.json()["requestId"], id);
    assert_eq!(response.header("request-id"), Some(id));
}

#[tokio::test]
async fn trailing_slash_is_the_same_resource() {
    let response = invoke(&connector(), get_address("btc/")).await;
    assert_eq!(response.json()["data"]["address"], ADDRESS, "{response:?}");
}

#[tokio::test]
async fn post_without_a_body_is_rejected() {
    let path = format!("{CONNECTOR}/api/get-address/btc");
    for content_type in [None, Some("application/json")] {
        let event = Event::new("POST", &path).header("authorization", &bearer());
        let event = content_type
            .into_iter()
            .fold(event, |event, value| event.header("content-type", value));
        let (status, code) = invoke(&connector(), event).await.error();
        assert_eq!((status, code.as_str()), (400, "invalid_request"), "{content_type:?}");
    }
}

#[tokio::test]
async fn body_over_the_limit_is_rejected() {
    let event = get_address("btc").json(&json!({ "publicKey": "0".repeat(300 * 1024) }));
    let (status, code) = invoke(&connector(), event).await.error();
    assert_eq!((status, code.as_str()), (413, "payload_too_large"));
}

#[tokio::test]
async fn token_sent_twice_is_rejected() {
    let twice = format!("{0},{0}", bearer());
    let (status, code) = invoke(&connector(), get_address("btc").header("authorization", &twice))
        .await
        .error();
    assert_eq!((status, code.as_str()), (401, "invalid_token"));
}

#[tokio::test]
async fn token_is_read_only_from_its_header() {
    let token = tokens::token(&["read"]);
    let event = Event::new("POST", &format!("{CONNECTOR}/api/get-address/btc"))
        .query(&format!("access_token={token}"))
        .cookies(&[&format!("authorization={token}"), &format!("access_token={token}")])
        .json(&json!({ "publicKey": PUBLIC_KEY, "access_token": token }));
    let response = invoke(&connector(), event).await;
    assert_eq!(response.error(), (401, "unauthorized".to_owned()));
    assert_eq!(response.header("www-authenticate"), Some("Bearer"));
}

#[tokio::test]
async fn cookies_change_nothing() {
    let event = get_address("btc").cookies(&["session=1", "theme=dark; chain=doge"]);
    let response = invoke(&connector(), event).await;
    assert_eq!(response.json()["data"]["address"], ADDRESS);
    assert_eq!(response.0["cookies"], json!([]), "no cookie is set");
}

#[tokio::test]
async fn decoded_path_is_handled() {
    let app = connector();
    for chain in [
        "b tc", "b/tc", "bt\u{e7}", "<btc>", "\"", "%", "btc%20", "..", "btc?", "b\ntc\\",
    ] {
        let status = invoke(&app, get_address(chain)).await.status();
        assert!(status == 200 || status == 404 || status == 405, "{chain:?}: {status}");
    }
}

#[tokio::test]
async fn query_is_decoded_once() {
    let list = |query: &str| {
        Event::new("GET", &format!("{CONNECTOR}/api/prepare-transaction/utxo-list/bch"))
            .header("authorization", &bearer())
            .query(query)
    };
    // CashAddr specification, test vectors.
    let address = "qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a";
    let app = connector();
    // A valid address reaches the upstream, which is not configured.
    for query in [
        format!("address=bitcoincash%3A{address}"),
        format!("address=bitcoincash:{address}&network=livenet"),
    ] {
        let (status, code) = invoke(&app, list(&query)).await.error();
        assert_eq!((status, code.as_str()), (503, "not_configured"), "{query}");
    }
    for query in [
        format!("address=bitcoincash%253A{address}"),
        "address=%FF".to_owned(),
        "address=%".to_owned(),
        String::new(),
    ] {
        let (status, _) = invoke(&app, list(&query)).await.error();
        assert_eq!(status, 400, "{query}");
    }
}

#[tokio::test]
async fn preflight_is_handled_by_the_function() {
    let event = Event::new("OPTIONS", &format!("{CONNECTOR}/api/get-address/btc"))
        .header("origin", "https://wallet.example")
        .header("access-control-request-method", "POST")
        .header("access-control-request-headers", "authorization,content-type");
    let response = invoke(&connector(), event).await;
    assert_eq!(response.status(), 200, "{response:?}");
    assert_eq!(response.header("access-control-allow-origin"), Some("*"));
    assert_eq!(response.header("access-control-max-age"), Some("600"));
    let allowed = response.header("access-control-allow-headers").unwrap_or_default();
    assert!(
        allowed.contains("authorization") && allowed.contains("request-id"),
        "{allowed}"
    );
}

#[tokio::test]
async fn unsupported_method_returns_the_allowed_one() {
    let response = invoke(
        &connector(),
        Event::new("PATCH", &format!("{CONNECTOR}/api/get-address/btc")),
    )
    .await;
    assert_eq!(response.error(), (405, "method_not_allowed".to_owned()));
    assert_eq!(response.header("allow"), Some("POST"));
}

#[tokio::test]
async fn unknown_path_returns_an_error_envelope() {
    let response = invoke(&connector(), Event::new("GET", &format!("{CONNECTOR}/nothing"))).await;
    assert_eq!(response.error(), (404, "not_found".to_owned()));
}

#[tokio::test]
async fn named_stage_would_hide_every_service() {
    // Reason for `$default` in the template: the runtime prefixes the path with any other stage.
    let event = Event::new("GET", &format!("{CONNECTOR}/health")).with(|event| {
        event["requestContext"]["stage"] = "prod".into();
    });
    assert_eq!(invoke(&connector(), event).await.status(), 404);
}

#[test]
fn event_that_is_not_a_request_is_an_error() {
    for event in [
        json!({}),
        json!({ "source": "aws.events" }),
        json!({ "Records": [] }),
        Value::Null,
    ] {
        assert!(serde_json::from_value::<lambda_http::request::LambdaRequest>(event).is_err());
    }
}

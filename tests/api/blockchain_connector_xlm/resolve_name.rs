//! GET /api/resolve-name/{chain}, and the signature of POST /api/payment-request/parse/{chain}

use super::App;
use serde_json::{Value, json};
use wallet_core::ports::public_fetch::FetchError;

const TOML: &str = "https://stellar.org/.well-known/stellar.toml";
const FILE: &str = "FEDERATION_SERVER=\"https://f.stellar.org/federation\"\n";
/// SEP-2, the request of the example.
const QUERY: &str = "https://f.stellar.org/federation?q=bob%2Astellar.org&type=name";
const ACCOUNT: &str = "GCIBUCGPOHWMMMFPFTDWBSVHQRT4DIBJ7AD6BZJYDITBK2LCVBYW7HUQ";
/// The first muxed address of SEP-23.
const MUXED: &str = "MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLK";
const PATH: &str = "resolve-name/xlm?name=";

fn app(file: &str) -> App {
    let app = App::new();
    app.names.put(TOML, 200, file);
    app
}

fn with_record(record: &Value) -> App {
    let app = app(FILE);
    app.names.put(QUERY, 200, &record.to_string());
    app
}

async fn resolve(app: &App, name: &str) -> Value {
    app.get(&format!("{PATH}{name}")).await.data().clone()
}

#[tokio::test]
async fn name_has_account_and_memo() {
    // SEP-2, the example of a response.
    let app = with_record(
        &json!({ "stellar_address": "bob*stellar.org", "account_id": ACCOUNT, "memo_type": "id",
        "memo": "123" }),
    );
    let expected = json!({ "name": "bob*stellar.org", "address": ACCOUNT, "memo": { "type": "id", "value": "123" },
        "kind": "federation", "verified": false });
    assert_eq!(resolve(&app, "bob*Stellar.ORG").await, expected);
    assert_eq!(app.names.requests(), [TOML, QUERY]);
    assert_eq!(app.requests(), Vec::<String>::new());
}

#[tokio::test]
async fn muxed_account_has_no_memo() {
    let app = with_record(&json!({ "account_id": MUXED }));
    let expected = json!({ "name": "bob*stellar.org", "address": MUXED, "kind": "federation", "verified": false });
    assert_eq!(resolve(&app, "bob*stellar.org").await, expected);
}

#[tokio::test]
async fn memo_of_the_response_is_a_memo_of_get_hash() {
    let app = App::new();
    app.names.put(TOML, 200, FILE);
    let record = json!({ "account_id": app.bob.address(), "memo_type": "hash", "memo": "BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=" });
    app.names.put(QUERY, 200, &record.to_string());
    let found = resolve(&app, "bob*stellar.org&network=testnet").await;
    let body = json!({ "publicKey": app.alice.public_key(), "network": "testnet", "to": found["address"],
        "amount": "10000000", "fee": "100", "memo": found["memo"]["value"], "memoType": found["memo"]["type"] });
    let built = app.post("transaction/get-hash/xlm/transfer", &body).await;
    let parsed = app.parsed(&built.data()["unsignedMessage"]).await;
    assert_eq!(parsed["memo"], "07".repeat(32));
}

#[tokio::test]
async fn confusable_name_has_a_warning() {
    let app = App::new();
    app.names
        .put("https://xn--pypal-4ve.com/.well-known/stellar.toml", 200, FILE);
    let query = QUERY.replace("stellar.org&", "xn--pypal-4ve.com&");
    app.names
        .put(&query, 200, &json!({ "account_id": ACCOUNT }).to_string());
    let found = resolve(&app, "bob*xn--pypal-4ve.com").await;
    assert_eq!(found["warnings"][0]["code"], "confusable_name");
}

#[tokio::test]
async fn invalid_requests_are_rejected() {
    let app = App::new();
    for (query, code, field) in [
        ("resolve-name/xlm", "invalid_request", "name"),
        (
            "resolve-name/xlm?name=bob*stellar.org&network=x",
            "invalid_request",
            "network",
        ),
        ("resolve-name/xlm?name=stellar.org", "invalid_name", "name"),
        ("resolve-name/xlm?name=a*b*stellar.org", "invalid_name", "name"),
        ("resolve-name/xlm?name=a%20b*stellar.org", "invalid_name", "name"),
        ("resolve-name/xlm?name=a*127.0.0.1", "invalid_name", "name"),
        ("resolve-name/xlm?name=a*localhost", "invalid_name", "name"),
    ] {
        app.get(query).await.assert_error(400, code, Some(field));
    }
    let other = app.get("resolve-name/btc?name=bob*stellar.org").await;
    other.assert_error(404, "chain_not_supported", None);
    assert_eq!(app.names.requests(), Vec::<String>::new());
}

#[tokio::test]
async fn missing_names_have_their_reason() {
    let other_network = format!("NETWORK_PASSPHRASE=\"Test SDF Network ; September 2015\"\n{FILE}");
    let private = FILE.replace("https://f.stellar.org/", "http://169.254.169.254/");
    let unknown = app(FILE);
    unknown.names.put(QUERY, 404, "{\"detail\":\"evil words\"}");
    let forbidden = app(&private);
    forbidden.names.fail(
        &QUERY.replace("https://f.stellar.org/", "http://169.254.169.254/"),
        FetchError::Forbidden,
    );
    let no_file = App::new();
    no_file.names.put(TOML, 404, "");
    for (app, reason) in [
        (unknown, "unknown_name"),
        (forbidden, "no_public_server"),
        (no_file, "no_server"),
        (app("VERSION=\"2\""), "no_server"),
        (app(&other_network), "other_network"),
    ] {
        let response = app.get(&format!("{PATH}bob*stellar.org")).await;
        response.assert_error(404, "name_not_found", None);
        assert_eq!(response.detail("reason"), reason);
        assert!(!response.text.contains("evil"), "{}", response.text);
    }
}

#[tokio::test]
async fn hostile_servers_are_errors_of_the_upstream() {
    let failing = |error| {
        let app = App::new();
        app.names.fail(TOML, error);
        app
    };
    let redirect = App::new();
    redirect.names.put(TOML, 302, "");
    let overloaded = app(FILE);
    overloaded.names.put(QUERY, 500, "evil words");
    for (app, status, code) in [
        (App::new(), 503, "upstream_unavailable"),
        (failing(FetchError::Unavailable), 503, "upstream_unavailable"),
        (failing(FetchError::Timeout), 504, "upstream_timeout"),
        (failing(FetchError::TooLong), 502, "upstream_error"),
        (redirect, 502, "upstream_error"),
        (app("<html>evil words"), 502, "upstream_error"),
        (app(&format!("# {}", "x".repeat(102_400))), 502, "upstream_error"),
        (overloaded, 503, "upstream_unavailable"),
        (with_record(&json!([])), 502, "upstream_error"),
        (
            with_record(&json!({ "account_id": ACCOUNT, "memo": "1" })),
            502,
            "upstream_error",
        ),
        (
            with_record(&json!({ "account_id": ACCOUNT, "stellar_address": "eve*stellar.org" })),
            502,
            "upstream_error",
        ),
        (
            with_record(&json!({ "account_id": MUXED, "memo_type": "id", "memo": "1" })),
            502,
            "upstream_error",
        ),
    ] {
        let response = app.get(&format!("{PATH}bob*stellar.org")).await;
        response.assert_error(status, code, None);
        assert!(!response.text.contains("evil"), "{}", response.text);
    }
}

const PARSE: &str = "payment-request/parse/xlm";
/// SEP-7, the example of a signature by the key GD7ACHBPHSC5OJMJZZBXA7Z5IAUFTH6E6XVLNBPASDQYJ7LO5UIYBDQW.
const SIGNED: &str = "web+stellar:pay?destination=GCALNQQBXAPZ2WIRSDDBMSTAKCUH5SG6U76YBFLQLIXJTF7FE5AX7AOO\
    &amount=120.1234567&memo=skdjfasf&msg=pay%20me%20with%20lumens&origin_domain=someDomain.com\
    &signature=JTlGMGzxUv90P2SWxUY9xo%2BLlbXaDloend6gkpyylY8X4bUNf6%2F9mFTMJs7JKqSDPRtejlK1kQvrsJfRZSJeAQ%3D%3D";
const SIGNER: &str = "GD7ACHBPHSC5OJMJZZBXA7Z5IAUFTH6E6XVLNBPASDQYJ7LO5UIYBDQW";
const ORIGIN: &str = "https://somedomain.com/.well-known/stellar.toml";

#[tokio::test]
async fn signature_is_verified_with_the_key_of_the_domain() {
    let app = App::new();
    let body = json!({ "uri": SIGNED });
    let key = |key: &str| format!("URI_REQUEST_SIGNING_KEY=\"{key}\"");
    app.names.put(ORIGIN, 200, &key(SIGNER));
    let response = app.post(PARSE, &body).await;
    let expected = json!({ "domain": "someDomain.com", "verified": true });
    assert_eq!(response.data()["origin"], expected);
    assert_eq!(app.names.requests(), [ORIGIN]);
    app.names.put(ORIGIN, 200, &key(ACCOUNT));
    app.post(PARSE, &body)
        .await
        .assert_error(400, "invalid_signature", Some("uri"));
    let changed = json!({ "uri": SIGNED.replace("120.1", "120.2") });
    app.names.put(ORIGIN, 200, &key(SIGNER));
    app.post(PARSE, &changed)
        .await
        .assert_error(400, "invalid_signature", Some("uri"));
}

#[tokio::test]
async fn origin_without_a_readable_key_is_not_verified() {
    let app = App::new();
    for (file, reason) in [
        (None, "unavailable"),
        (Some((302, "")), "unavailable"),
        (Some((200, "<html>")), "unavailable"),
        (Some((404, "")), "no_key"),
        (Some((200, "VERSION=\"2\"")), "no_key"),
        (Some((200, "URI_REQUEST_SIGNING_KEY=\"x\"")), "no_key"),
    ] {
        if let Some((status, text)) = file {
            app.names.put(ORIGIN, status, text);
        }
        let response = app.post(PARSE, &json!({ "uri": SIGNED })).await;
        let expected = json!({ "domain": "someDomain.com", "verified": false, "reason": reason });
        assert_eq!(response.data()["origin"], expected);
    }
}

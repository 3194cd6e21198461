//! Webhooks and Web Push of subscriptions.

use super::fixture::{Bearer, Fixture, OWNER, SUBSCRIPTIONS, keys, master_key, push, to_addresses};
use crate::support::client::{TestResponse, call, request};
use axum::http::Method;
use secrecy::ExposeSecret;
use serde_json::{Value, json};
use wallet_notifications::WebhookStatus;
use wallet_notifications::delivery::{KEY_VERSION, jwk_set};
use wallet_notifications::ports::Deliveries;

/// The id of a subscription.
const ID: &str = "0b7f4a52-6d0c-4f0e-9a57-3f6d1f1f9c11";

/// The path of the public keys.
const KEYS: &str = "/notifications/v1/.well-known/webhook-keys.json";

/// The path of the key for pushes.
const PUSH_KEY: &str = "/notifications/v1/push-key";

/// Returns the body of a subscription with one other field.
fn with(field: &str, value: &Value) -> Value {
    let mut body = to_addresses(&["a1"]);
    body["id"] = ID.into();
    body[field] = value.clone();
    body
}

/// Returns the secret of the subscription with the id [`ID`].
fn secret(version: u32) -> Value {
    let secret = master_key().secret(ID.parse().expect("an id"), version).to_text();
    secret.expose_secret().into()
}

async fn put(fixture: &Fixture, bearer: &Bearer, body: Value) -> TestResponse {
    let path = format!("{SUBSCRIPTIONS}/{ID}");
    fixture.send(bearer, Method::PUT, &path, Some(body)).await
}

async fn get(fixture: &Fixture, bearer: &Bearer) -> Value {
    let response = fixture.get(bearer, &format!("{SUBSCRIPTIONS}/{ID}")).await;
    response.data().clone()
}

async fn rotate(fixture: &Fixture, bearer: &Bearer) -> TestResponse {
    let path = format!("{SUBSCRIPTIONS}/{ID}/secret");
    fixture.send(bearer, Method::POST, &path, None).await
}

#[tokio::test]
async fn creation_with_a_webhook_returns_the_secret_also_when_repeated() {
    let fixture = Fixture::new().await;
    let body = with("webhook", &json!({ "url": "HTTPS://Shop.Example:443/hooks?key=1" }));
    let created = fixture.create(&Bearer::Merchant, &body).await;
    let webhook = json!({ "url": "https://shop.example/hooks?key=1", "status": "active" });
    assert_eq!(
        (&created.data()["webhook"], &created.data()["secret"]),
        (&webhook, &secret(0))
    );
    let repeated = fixture.create(&Bearer::Merchant, &body).await;
    assert_eq!(repeated.data(), created.data());
    let mut expected = created.data().clone();
    expected.as_object_mut().unwrap().remove("secret");
    assert_eq!(get(&fixture, &Bearer::Merchant).await, expected);
    let list = fixture.get(&Bearer::Merchant, SUBSCRIPTIONS).await;
    assert_eq!(list.data()["subscriptions"], json!([expected]));
    let other = with("webhook", &json!({ "url": "https://shop.example/hooks?key=2" }));
    let response = fixture.create(&Bearer::Merchant, &other).await;
    response.assert_error(409, "already_exists", Some("id"));
}

#[tokio::test]
async fn webhook_is_given_changed_and_removed() {
    let fixture = Fixture::new().await;
    let bearer = Bearer::Merchant;
    let created = fixture.create(&bearer, &with("label", &json!("x"))).await;
    assert_eq!(
        (&created.data()["webhook"], &created.data()["secret"]),
        (&Value::Null, &Value::Null)
    );
    let first = put(&fixture, &bearer, json!({ "webhook": { "url": "https://a.example/" } })).await;
    assert_eq!(
        first.data()["webhook"],
        json!({ "url": "https://a.example/", "status": "active" })
    );
    assert_eq!(first.data()["secret"], secret(0));
    let second = put(&fixture, &bearer, json!({ "webhook": { "url": "https://b.example" } })).await;
    assert_eq!(second.data()["webhook"]["url"], "https://b.example/");
    assert_eq!(second.data()["secret"], Value::Null, "the secret stays");
    let unchanged = put(&fixture, &bearer, json!({ "label": "y" })).await;
    assert_eq!(unchanged.data()["webhook"], second.data()["webhook"]);
    let both = json!({ "webhook": { "url": "https://c.example" }, "removeWebhook": true });
    put(&fixture, &bearer, both)
        .await
        .assert_error(400, "invalid_request", Some("removeWebhook"));
    let removed = put(&fixture, &bearer, json!({ "removeWebhook": true })).await;
    assert_eq!(removed.data()["webhook"], Value::Null);
    assert_eq!(get(&fixture, &bearer).await["webhook"], Value::Null);
}

#[tokio::test]
async fn disabled_webhook_is_shown_and_enabled_by_the_same_url() {
    let fixture = Fixture::new().await;
    let bearer = Bearer::Merchant;
    let webhook = json!({ "url": "https://a.example/" });
    fixture.create(&bearer, &with("webhook", &webhook)).await.data();
    for status in [WebhookStatus::Failing, WebhookStatus::Disabled] {
        let id = ID.parse().expect("an id");
        let set = fixture.database.set_webhook_status(id, "https://a.example/", status);
        set.await.expect("a write");
        let shown = get(&fixture, &bearer).await;
        assert_eq!(
            (&shown["webhook"]["status"], &shown["health"]["webhook"]),
            (&json!(status.name()), &json!(status.name()))
        );
    }
    let enabled = put(&fixture, &bearer, json!({ "webhook": webhook })).await;
    assert_eq!(enabled.data()["webhook"]["status"], "active");
    assert_eq!(enabled.data()["health"], json!({ "state": "watching" }));
    assert_eq!(enabled.data().get("secret"), None);
}

#[tokio::test]
async fn secret_is_replaced() {
    let fixture = Fixture::new().await;
    let bearer = Bearer::Merchant;
    fixture.create(&bearer, &to_addresses(&["a1"])).await.data();
    fixture.create(&bearer, &with("label", &json!("x"))).await.data();
    let without = rotate(&fixture, &bearer).await;
    without.assert_error(400, "invalid_request", Some("id"));
    let webhook = json!({ "webhook": { "url": "https://a.example/" } });
    assert_eq!(put(&fixture, &bearer, webhook).await.data()["secret"], secret(0));
    for version in [1, 2] {
        let rotated = rotate(&fixture, &bearer).await;
        assert_eq!(rotated.data(), &json!({ "secret": secret(version) }));
    }
    assert_eq!(get(&fixture, &bearer).await.get("secret"), None);
}

#[tokio::test]
async fn webhook_with_an_invalid_url_is_rejected_and_nothing_is_stored() {
    let fixture = Fixture::new().await;
    let bearer = Bearer::Merchant;
    fixture.subscribe(&bearer, &["a2"]).await;
    let long = format!("https://shop.example/{}", "x".repeat(2048));
    let urls = [
        "",
        "shop.example",
        "http://shop.example/",
        "https://93.184.215.14/",
        "https://0x7f.1/",
        "https://[::1]/",
        "https://localhost/",
        "http://127.0.0.1:8080/",
        "https://user:password@shop.example/",
        "https://shop.example/#part",
        "https://shop.example:80/",
        &long,
    ];
    let invalid = urls.map(|url| (json!({ "url": url }), "webhook.url"));
    let others = [
        (json!({}), "webhook.url"),
        (json!({ "url": 1 }), "webhook.url"),
        (json!("https://shop.example/"), "webhook"),
    ];
    for (webhook, field) in invalid.into_iter().chain(others) {
        let created = fixture.create(&bearer, &with("webhook", &webhook)).await;
        created.assert_error(400, "invalid_request", Some(field));
    }
    fixture.create(&bearer, &with("label", &json!("x"))).await.data();
    let changed = put(&fixture, &bearer, json!({ "webhook": { "url": "https://10.0.0.1" } })).await;
    changed.assert_error(400, "invalid_request", Some("webhook.url"));
    assert_eq!(get(&fixture, &bearer).await["webhook"], Value::Null);
}

#[tokio::test]
async fn account_has_pushes_and_no_webhooks() {
    let fixture = Fixture::new().await;
    let body = with("push", &push());
    let created = fixture.create(&OWNER, &body).await;
    let shown = json!({ "endpoint": push()["endpoint"] });
    assert_eq!((&created.data()["push"], created.data().get("secret")), (&shown, None));
    assert_eq!(fixture.create(&OWNER, &body).await.data(), created.data());
    let webhook = json!({ "webhook": { "url": "https://shop.example" } });
    let rejected = put(&fixture, &OWNER, webhook).await;
    rejected.assert_error(403, "insufficient_permission", Some("webhook"));
    assert_eq!(rejected.detail("required"), "notify");
    rotate(&fixture, &OWNER)
        .await
        .assert_error(400, "invalid_request", Some("id"));

    let both = json!({ "push": push(), "removePush": true });
    put(&fixture, &OWNER, both)
        .await
        .assert_error(400, "invalid_request", Some("removePush"));
    let unchanged = put(&fixture, &OWNER, json!({ "removePush": false })).await;
    assert_eq!(unchanged.data()["push"], shown);
    let removed = put(&fixture, &OWNER, json!({ "removePush": true })).await;
    assert_eq!(removed.data().get("push"), None);
    let given = put(&fixture, &OWNER, json!({ "push": push() })).await;
    assert_eq!(given.data()["push"], shown);
}

#[tokio::test]
async fn invalid_push_subscription_is_rejected_at_the_field() {
    let fixture = Fixture::new().await;
    let key = |name: &str, value: Value| {
        let mut push = push();
        push["keys"][name] = value;
        push
    };
    let mut local = push();
    local["endpoint"] = "https://192.168.0.1/push".into();
    let off_curve = format!("BA{}", "A".repeat(85));
    for (push, field) in [
        (json!({}), "push.endpoint"),
        (local, "push.endpoint"),
        (json!({ "endpoint": push()["endpoint"] }), "push.keys"),
        (json!({ "endpoint": push()["endpoint"], "keys": "x" }), "push.keys"),
        (key("p256dh", Value::Null), "push.keys.p256dh"),
        (key("p256dh", json!("AAAA")), "push.keys.p256dh"),
        (key("p256dh", json!(off_curve)), "push.keys.p256dh"),
        (key("auth", json!("AAAA")), "push.keys.auth"),
        (key("auth", json!(7)), "push.keys.auth"),
    ] {
        let response = fixture.create(&OWNER, &with("push", &push)).await;
        response.assert_error(400, "invalid_request", Some(field));
    }
    let list = fixture.get(&OWNER, SUBSCRIPTIONS).await;
    assert_eq!(list.data(), &json!({ "subscriptions": [] }));
}

#[tokio::test]
async fn public_keys_are_served_without_a_token() {
    let fixture = Fixture::new().await;
    let response = call(&fixture.router, request(Method::GET, KEYS, "", None)).await;
    assert_eq!(response.status, 200);
    assert_eq!(response.text, jwk_set([&master_key().signing_key(KEY_VERSION)]));
    assert_eq!(response.headers["cache-control"], "public, max-age=300");
}

#[tokio::test]
async fn push_key_is_served_without_a_token() {
    let fixture = Fixture::new().await;
    let response = call(&fixture.router, request(Method::GET, PUSH_KEY, "", None)).await;
    let expected = master_key().vapid_key(KEY_VERSION).public_key();
    assert_eq!(response.data(), &json!({ "publicKey": expected }));
}

#[tokio::test]
async fn missing_master_key_is_an_error_only_of_requests_that_use_the_key() {
    let fixture = Fixture::with_keys(keys("other").await).await;
    let bearer = Bearer::Merchant;
    for path in [KEYS, PUSH_KEY] {
        let response = call(&fixture.router, request(Method::GET, path, "", None)).await;
        response.assert_error(503, "service_unavailable", None);
    }
    let body = with("webhook", &json!({ "url": "https://shop.example/" }));
    fixture
        .create(&bearer, &body)
        .await
        .assert_error(503, "service_unavailable", None);
    let list = fixture.get(&bearer, SUBSCRIPTIONS).await;
    assert_eq!(list.data(), &json!({ "subscriptions": [] }));
    fixture.create(&bearer, &with("label", &json!("x"))).await.data();
    let webhook = json!({ "webhook": { "url": "https://shop.example/" } });
    put(&fixture, &bearer, webhook)
        .await
        .assert_error(503, "service_unavailable", None);
    assert_eq!(get(&fixture, &bearer).await["webhook"], Value::Null);
}

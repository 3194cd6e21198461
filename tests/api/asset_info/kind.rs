//! `POST /api/{kind}`

use super::fixture::{App, CONTRACT, TETHER, body, meta, stored};
use serde_json::{Value, json};

/// Returns the kind, identity fields and path of an asset of each kind.
fn identities() -> [(&'static str, Value, String); 5] {
    let contract = |chain: &str| json!({ "chain": chain, "contract": CONTRACT });
    [
        ("fiat", json!({ "currency": "xts" }), "fiat/xts".to_owned()),
        ("coin", json!({ "chain": "btc" }), "coin/btc".to_owned()),
        ("erc20", contract("eth"), format!("erc20/eth:{CONTRACT}")),
        ("erc721", contract("matic"), format!("erc721/matic:{CONTRACT}")),
        ("erc1155", contract("op"), format!("erc1155/op:{CONTRACT}")),
    ]
}

#[tokio::test]
async fn asset_of_each_kind_is_added_shown_and_listed() {
    let app = App::new().await;
    // Every chain has a coin in the seed.
    app.delete("coin/btc").await.data();
    for (kind, identity, path) in identities() {
        let before = app.list(&format!("{kind}/list")).await.len();
        let response = app.post(kind, &body("Mine", &identity)).await;
        let added = response.data().clone();
        let mut expected = stored("Mine", &identity);
        expected["kind"] = json!(kind);
        expected["revision"] = json!(if kind == "coin" { 2 } else { 1 });
        assert_eq!(added, expected);
        assert_eq!(app.get(&path).await.data(), &expected, "{path}");
        let list = app.list(&format!("{kind}/list")).await;
        expected.as_object_mut().expect("an object").remove("revision");
        assert!(list.contains(&expected), "{kind}");
        assert_eq!(list.len(), before + 1);
    }
}

#[tokio::test]
async fn listed_asset_is_not_added_again() {
    let app = App::new().await;
    for (kind, identity) in [
        ("fiat", json!({ "currency": "usd" })),
        ("coin", json!({ "chain": "xlm" })),
        ("erc20", json!({ "chain": "eth", "contract": TETHER })),
        ("erc20", json!({ "chain": "eth", "contract": TETHER.to_lowercase() })),
    ] {
        let response = app.post(kind, &body("Mine", &identity)).await;
        response.assert_error(409, "already_exists", None);
    }
    let identity = json!({ "chain": "bsc", "contract": CONTRACT });
    app.post("erc1155", &body("Mine", &identity)).await.data();
    let again = app.post("erc1155", &body("Other", &identity)).await;
    again.assert_error(409, "already_exists", None);
    // The same contract is a different asset on a different chain, and as a different kind.
    app.post("erc721", &body("Mine", &identity)).await.data();
    let elsewhere = json!({ "chain": "eth", "contract": CONTRACT });
    app.post("erc1155", &body("Mine", &elsewhere)).await.data();
}

#[tokio::test]
async fn contract_is_case_insensitive() {
    let app = App::new().await;
    for (chain, contract) in [
        ("eth", CONTRACT.to_owned()),
        ("op", CONTRACT.to_lowercase()),
        ("bsc", format!("0x{}", CONTRACT[2..].to_uppercase())),
    ] {
        let identity = json!({ "chain": chain, "contract": contract });
        let response = app.post("erc20", &body("Mine", &identity)).await;
        assert_eq!(response.data()["contract"], CONTRACT, "{contract}");
    }
}

#[tokio::test]
async fn icon_and_tags_are_optional_and_unknown_fields_are_ignored() {
    let app = App::new().await;
    let bare =
        json!({ "currency": "xts", "name": "Bare", "ticker": "XTS", "decimals": 0, "icon": null, "colour": "red" });
    let expected = json!({
        "kind": "fiat", "currency": "xts", "name": "Bare", "ticker": "XTS", "decimals": 0, "tags": [], "revision": 1
    });
    assert_eq!(app.post("fiat", &bare).await.data(), &expected);
}

#[tokio::test]
async fn deceptive_names_are_rejected_or_normalised() {
    let app = App::new().await;
    let named = |name: &str| {
        let mut body = meta(name);
        body["currency"] = json!("xts");
        body
    };
    for name in [
        "US\u{202e}TD",
        "US\u{200b}D",
        "U\u{ad}SD",
        "US\u{a0}D",
        "US\u{2066}D",
        "\u{feff}USD",
        "USD\n",
    ] {
        let response = app.post("fiat", &named(name)).await;
        response.assert_error(400, "invalid_request", Some("name"));
        assert!(!response.text.contains(name), "the name is not quoted");
        let mut ticker = named("Fine");
        ticker["ticker"] = json!(name);
        app.post("fiat", &ticker)
            .await
            .assert_error(400, "invalid_request", Some("ticker"));
    }
    let response = app.post("fiat", &named("Zlote\u{301}")).await;
    assert_eq!(response.data()["name"], "Zlot\u{e9}");
}

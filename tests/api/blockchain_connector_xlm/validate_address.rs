//! GET /api/validate-address/{chain}

use super::App;
use super::fixture::{line, usd};
use super::wallet::Wallet;
use serde_json::json;

const ACCOUNT: &str = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ";
const MUXED: &str = "MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ";

#[tokio::test]
async fn valid_address_has_facts_for_the_payer() {
    let app = App::new();
    for (text, kind) in [(ACCOUNT, "account"), (MUXED, "muxed")] {
        let response = app.get(&format!("validate-address/xlm?address={text}")).await;
        let expected = json!({ "valid": true, "address": text, "kind": kind, "exists": false, "memoRequired": false });
        assert_eq!(response.data(), &expected);
    }
    let mut shop = app.alice.account(1);
    shop.id = ACCOUNT.parse().expect("an address");
    shop.requires_memo = true;
    app.fixture().put(&shop);
    for (text, kind, memo_required) in [(ACCOUNT, "account", true), (MUXED, "muxed", false)] {
        let response = app.get(&format!("validate-address/xlm?address={text}")).await;
        let expected =
            json!({ "valid": true, "address": text, "kind": kind, "exists": true, "memoRequired": memo_required });
        assert_eq!(response.data(), &expected);
    }
}

#[tokio::test]
async fn trustline_of_a_requested_asset_is_reported() {
    let app = App::new();
    app.change(&app.alice, |alice| alice.lines = vec![line(usd(&app.bob), 0)]);
    for (wallet, trusts) in [(&app.alice, true), (&app.bob, true), (&Wallet::new(3), false)] {
        let (address, issuer) = (wallet.address(), app.bob.address());
        let path = format!("validate-address/xlm?address={address}&code=USD&issuer={issuer}");
        assert_eq!(app.get(&path).await.data()["trusts"], trusts, "{path}");
    }
    for (query, field) in [("code=USD", "issuer"), (&*format!("issuer={ACCOUNT}"), "code")] {
        let response = app
            .get(&format!("validate-address/xlm?address={ACCOUNT}&{query}"))
            .await;
        response.assert_error(400, "invalid_request", Some(field));
    }
}

#[tokio::test]
async fn invalid_addresses_have_a_reason_without_upstream_request() {
    let app = App::new();
    let long = "x".repeat(5000);
    // The seed and the contract are examples of SEP-23.
    for (text, reason) in [
        (
            "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGA",
            "starts with G or M",
        ),
        (
            "CA3D5KRYM6CB7OWQ6TWYRR3Z4T7GNZLKERYNZGGA5SOAOPIFY6YQGAXE",
            "not of an account",
        ),
        ("0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F", "starts with G or M"),
        ("", "starts with G or M"),
        ("%00%0d", "starts with G or M"),
        (&long, "starts with G or M"),
    ] {
        let response = app.get(&format!("validate-address/xlm?address={text}")).await;
        let mut data = response.data().clone();
        let actual = data["reason"].take();
        let actual = actual.as_str().expect("a reason");
        assert!(actual.contains(reason), "{text}: {actual}");
        let expected = json!({ "valid": false, "address": "", "kind": "", "exists": false, "memoRequired": false,
            "reason": null });
        assert_eq!(data, expected);
    }
    app.get("validate-address/xlm")
        .await
        .assert_error(400, "invalid_request", Some("address"));
    assert_eq!(app.requests(), [""; 0]);
}

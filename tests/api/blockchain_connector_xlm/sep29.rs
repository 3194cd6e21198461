//! Payments to accounts that require a memo: by SEP-29, or by the operator's list
//! (docs/decisions/stellar-payments.md#accounts-that-require-memos).
//! <https://github.com/stellar/stellar-protocol/blob/master/ecosystem/sep-0029.md>

use super::App;
use super::fixture::{line, unavailable, usd, usd_json};
use super::wallet::Wallet;
use crate::support::client::TestResponse;
use blockchain_connector_xlm::memo_list;
use serde_json::{Value, json};
use wallet_core::model::Network;
use wallet_xlm::{MemoList, MemoPolicy, MuxedAccount};

/// A service with a shop that requires memos and holds an asset of Bob's.
struct MemoRequiredFixture {
    app: App,
    shop: Wallet,
}

impl MemoRequiredFixture {
    fn new() -> Self {
        Self::with(App::new(), true)
    }

    /// Creates the service with a shop of the operator's list that states no requirement on the network.
    fn listed(policy: &str) -> Self {
        let entry = format!("{}{policy}", Wallet::new(5).address());
        Self::with(App::with_memo_list(entry.parse().expect("a list")), false)
    }

    fn with(app: App, requires_memo: bool) -> Self {
        let shop = Wallet::new(5);
        let mut account = shop.account(5);
        account.requires_memo = requires_memo;
        account.lines = vec![line(usd(&app.bob), 0)];
        app.fixture().put(&account);
        app.change(&app.alice, |alice| alice.lines = vec![line(usd(&app.bob), 900)]);
        Self { app, shop }
    }

    /// Returns a request of each kind that pays the address.
    fn payments(&self, to: &str) -> Vec<(&'static str, Value)> {
        let (coin, dollar) = (json!({ "kind": "coin", "chain": "xlm" }), usd_json(&self.app.bob));
        let mut paid = vec![
            json!({ "type": "payment", "destination": to, "asset": coin, "amount": "1" }),
            json!({ "type": "pathPaymentStrictReceive", "sendAsset": coin, "sendMax": "1", "destination": to,
                "destAsset": dollar, "destAmount": "1", "path": [] }),
            json!({ "type": "pathPaymentStrictSend", "sendAsset": coin, "sendAmount": "1", "destination": to,
                "destAsset": dollar, "destMin": "1", "path": [] }),
            json!({ "type": "accountMerge", "destination": to }),
        ];
        let harmless = json!({ "type": "bumpSequence", "bumpTo": "1" });
        let mut bodies: Vec<_> = paid
            .drain(..)
            .map(|payment| ("multi-operations", json!({ "operations": [harmless, payment] })))
            .collect();
        bodies.push(("transfer", json!({ "to": to, "amount": "20000000" })));
        bodies.push(("transfer", json!({ "to": to, "amount": "1", "asset": dollar })));
        bodies
    }

    async fn request(&self, endpoint: &str, body: &Value) -> TestResponse {
        let mut body = body.clone();
        body["publicKey"] = json!(self.app.alice.public_key());
        body["network"] = json!("testnet");
        body["fee"] = json!("1000");
        let path = format!("transaction/get-hash/xlm/{endpoint}");
        self.app.post(&path, &body).await
    }

    /// Requests a transaction that is built, and returns the response's data.
    async fn accepts(&self, endpoint: &str, body: &Value) -> Value {
        let response = self.request(endpoint, body).await;
        assert_eq!(response.status, 200, "{endpoint} {body}: {}", response.text);
        response.data().clone()
    }

    /// Returns a muxed address of the shop.
    fn user(&self, id: u64) -> String {
        let account = self.shop.id();
        MuxedAccount { account, id: Some(id) }.to_string()
    }
}

#[tokio::test]
async fn memo_is_required_by_recipient() {
    let it = MemoRequiredFixture::new();
    for (endpoint, body) in it.payments(&it.shop.address()) {
        for nothing in [Value::Null, json!("")] {
            let mut without = body.clone();
            without["memo"] = nothing;
            let response = it.request(endpoint, &without).await;
            response.assert_error(400, "invalid_request", Some("memo"));
            assert_eq!(response.detail("memoRequired"), true, "{body}");
        }
        let hash = "ab".repeat(32);
        for (kind, memo) in [("text", "0"), ("id", "0"), ("hash", &hash), ("return", &hash)] {
            let mut with = body.clone();
            with["memo"] = json!(memo);
            with["memoType"] = json!(kind);
            it.accepts(endpoint, &with).await;
        }
    }
}

#[tokio::test]
async fn muxed_recipient_needs_no_memo() {
    let it = MemoRequiredFixture::new();
    for id in [0, u64::MAX] {
        for (endpoint, body) in it.payments(&it.user(id)) {
            it.accepts(endpoint, &body).await;
        }
    }
    // Together with a payment to the plain address.
    let (_, mut both) = it.payments(&it.user(1)).swap_remove(0);
    let (_, plain) = it.payments(&it.shop.address()).swap_remove(0);
    let operations = both["operations"].as_array_mut().expect("an array");
    operations.extend(plain["operations"].as_array().expect("an array").clone());
    it.request("multi-operations", &both)
        .await
        .assert_error(400, "invalid_request", Some("memo"));
}

#[tokio::test]
async fn recipient_without_requirement_needs_no_memo() {
    let it = MemoRequiredFixture::new();
    it.app.change(&it.shop, |shop| shop.requires_memo = false);
    for (endpoint, body) in it.payments(&it.shop.address()) {
        it.accepts(endpoint, &body).await;
    }
    let missing = Wallet::new(44).address();
    for (endpoint, body) in it.payments(&missing).into_iter().take(5) {
        it.accepts(endpoint, &body).await;
    }
}

/// A failed account request does not mean that no memo is required.
#[tokio::test]
async fn upstream_failure_prevents_the_payment() {
    let it = MemoRequiredFixture::new();
    it.app.fixture().failing = Some((Network::Testnet, unavailable()));
    for (endpoint, body) in it.payments(&it.shop.address()) {
        let response = it.request(endpoint, &body).await;
        response.assert_error(503, "upstream_unavailable", None);
    }
}

/// Claimable balances, authorizations and clawbacks are not payments to the account that they name.
#[tokio::test]
async fn operations_other_than_payments_need_no_memo() {
    let it = MemoRequiredFixture::new();
    let shop = it.shop.address();
    let coin = json!({ "kind": "coin", "chain": "xlm" });
    let own = json!({ "code": "OWN", "issuer": it.app.alice.address() });
    let operations = json!([
        { "type": "createAccount", "destination": shop, "startingBalance": "5" },
        { "type": "createClaimableBalance", "asset": coin, "amount": "1", "claimants": [{ "destination": shop }] },
        { "type": "allowTrust", "trustor": shop, "assetCode": "OWN", "authorize": 1 },
        { "type": "setTrustLineFlags", "trustor": shop, "asset": own, "flags": { "authorized": true } },
        { "type": "clawback", "asset": own, "amount": "1", "from": shop },
        { "type": "revokeAccountSponsorship", "account": shop },
        { "type": "beginSponsoringFutureReserves", "sponsoredId": shop },
        { "type": "endSponsoringFutureReserves", "source": shop },
    ]);
    it.app.requests();
    it.accepts("multi-operations", &json!({ "operations": operations }))
        .await;
    let shop_request = format!("account {shop}");
    assert!(!it.app.requests().contains(&shop_request));
}

#[tokio::test]
async fn memo_is_required_by_the_list_as_by_the_recipient() {
    for policy in ["", "=required"] {
        let it = MemoRequiredFixture::listed(policy);
        for (endpoint, body) in it.payments(&it.shop.address()) {
            let response = it.request(endpoint, &body).await;
            response.assert_error(400, "invalid_request", Some("memo"));
            assert_eq!(response.detail("memoRequired"), true, "{body}");
            let mut with = body.clone();
            with["memo"] = json!("77001");
            assert_eq!(it.accepts(endpoint, &with).await["warnings"], Value::Null);
        }
        for (endpoint, body) in it.payments(&it.user(7)) {
            assert_eq!(it.accepts(endpoint, &body).await["warnings"], Value::Null);
        }
    }
}

#[tokio::test]
async fn recommended_memo_is_a_warning() {
    let it = MemoRequiredFixture::listed("=recommended");
    for (endpoint, body) in it.payments(&it.shop.address()) {
        let built = it.accepts(endpoint, &body).await;
        assert_eq!(built["warnings"][0]["code"], "memo_recommended", "{body}");
        let parsed = it.app.parsed(&built["unsignedMessage"]).await;
        assert_eq!(parsed["warnings"], built["warnings"], "{body}");
        let mut with = body.clone();
        with["memo"] = json!("77001");
        let built = it.accepts(endpoint, &with).await;
        let parsed = it.app.parsed(&built["unsignedMessage"]).await;
        assert_eq!((&built["warnings"], &parsed["warnings"]), (&Value::Null, &Value::Null));
    }
    // The list does not change an account's own requirement.
    it.app.change(&it.shop, |shop| shop.requires_memo = true);
    for (endpoint, body) in it.payments(&it.shop.address()) {
        let response = it.request(endpoint, &body).await;
        response.assert_error(400, "invalid_request", Some("memo"));
    }
}

#[tokio::test]
async fn parse_warns_about_a_missing_memo_that_the_list_requires() {
    let unlisted = MemoRequiredFixture::with(App::new(), false);
    let (endpoint, body) = unlisted.payments(&unlisted.shop.address()).swap_remove(4);
    let built = unlisted.accepts(endpoint, &body).await;
    let without = unlisted.app.parsed(&built["unsignedMessage"]).await;
    assert_eq!(without["warnings"], Value::Null);
    let it = MemoRequiredFixture::listed("=required");
    let parsed = it.app.parsed(&built["unsignedMessage"]).await;
    assert_eq!(parsed["warnings"][0]["code"], "memo_recommended");
}

#[tokio::test]
async fn validate_address_reports_the_list() {
    for (policy, is_required, warnings) in [
        ("", true, Value::Null),
        ("=required", true, Value::Null),
        ("=recommended", false, json!("memo_recommended")),
    ] {
        let it = MemoRequiredFixture::listed(policy);
        for (address, is_muxed) in [(it.shop.address(), false), (it.user(7), true)] {
            let path = format!("validate-address/xlm?network=testnet&address={address}");
            let response = it.app.get(&path).await;
            let data = response.data();
            assert_eq!(data["memoRequired"], is_required && !is_muxed, "{policy} {data}");
            let expected = if is_muxed { &Value::Null } else { &warnings };
            assert_eq!(&data["warnings"][0]["code"], expected, "{policy} {data}");
        }
    }
}

#[test]
fn list_is_a_setting_whose_error_does_not_show_it() {
    let list = |value: Option<&str>| {
        let value = value.map(ToOwned::to_owned);
        memo_list(move |name| value.clone().filter(|_| name == "WALLET_CLOUD_MEMO_REQUIRED"))
    };
    let shop = Wallet::new(5);
    let read = list(Some(&format!("{}=recommended", shop.address()))).expect("a valid list");
    assert_eq!(read.policy(shop.id()), Some(MemoPolicy::Recommended));
    assert_eq!(list(None), Ok(MemoList::default()));
    let error = list(Some(&format!("{},secret", shop.address()))).expect_err("an invalid entry");
    let text = error.to_string();
    assert!(
        text.contains("WALLET_CLOUD_MEMO_REQUIRED") && text.contains("entry 2"),
        "{text}"
    );
    assert!(!text.contains("secret") && !text.contains(&shop.address()), "{text}");
}

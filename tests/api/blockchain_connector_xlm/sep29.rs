//! SEP-29, case by case: who is paid and demands a memo gets one.
//! <https://github.com/stellar/stellar-protocol/blob/master/ecosystem/sep-0029.md>

use super::App;
use super::wallet::Wallet;
use super::world::{line, unavailable, usd, usd_json};
use crate::support::client::Answer;
use serde_json::{Value, json};
use wallet_core::model::Network;
use wallet_core::xlm::MuxedAccount;

/// A service with a shop that demands memos and holds dollars of Bob's.
struct Shopping {
    app: App,
    shop: Wallet,
}

impl Shopping {
    fn new() -> Self {
        let app = App::new();
        let shop = Wallet::new(5);
        let mut account = shop.account(5);
        account.requires_memo = true;
        account.lines = vec![line(usd(&app.bob), 0)];
        app.world().put(&account);
        app.change(&app.alice, |alice| alice.lines = vec![line(usd(&app.bob), 900)]);
        Self { app, shop }
    }

    /// Everything that pays this address.
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

    async fn ask(&self, endpoint: &str, body: &Value) -> Answer {
        let mut body = body.clone();
        body["publicKey"] = json!(self.app.alice.public_key());
        body["network"] = json!("testnet");
        body["fee"] = json!("1000");
        let path = format!("transaction/get-hash/xlm/{endpoint}");
        self.app.post(&path, &body).await
    }

    async fn takes(&self, endpoint: &str, body: &Value) {
        let response = self.ask(endpoint, body).await;
        assert_eq!(response.status, 200, "{endpoint} {body}: {}", response.text);
    }

    /// A user of the shop.
    fn user(&self, id: u64) -> String {
        let account = self.shop.id();
        MuxedAccount { account, id: Some(id) }.to_string()
    }
}

#[tokio::test]
async fn whoever_demands_a_memo_is_paid_with_one_only() {
    let it = Shopping::new();
    for (endpoint, body) in it.payments(&it.shop.address()) {
        for nothing in [Value::Null, json!("")] {
            let mut without = body.clone();
            without["memo"] = nothing;
            let response = it.ask(endpoint, &without).await;
            response.assert_error(400, "invalid_request", Some("memo"));
            assert_eq!(response.detail("memoRequired"), true, "{body}");
        }
        let hash = "ab".repeat(32);
        for (kind, memo) in [("text", "0"), ("id", "0"), ("hash", &hash), ("return", &hash)] {
            let mut with = body.clone();
            with["memo"] = json!(memo);
            with["memoType"] = json!(kind);
            it.takes(endpoint, &with).await;
        }
    }
}

#[tokio::test]
async fn a_numbered_user_of_it_needs_none() {
    let it = Shopping::new();
    for id in [0, u64::MAX] {
        for (endpoint, body) in it.payments(&it.user(id)) {
            it.takes(endpoint, &body).await;
        }
    }
    // Beside one who does.
    let (_, mut both) = it.payments(&it.user(1)).swap_remove(0);
    let (_, plain) = it.payments(&it.shop.address()).swap_remove(0);
    let operations = both["operations"].as_array_mut().expect("an array");
    operations.extend(plain["operations"].as_array().expect("an array").clone());
    it.ask("multi-operations", &both)
        .await
        .assert_error(400, "invalid_request", Some("memo"));
}

#[tokio::test]
async fn whoever_demands_nothing_or_does_not_exist_is_paid_without() {
    let it = Shopping::new();
    it.app.change(&it.shop, |shop| shop.requires_memo = false);
    for (endpoint, body) in it.payments(&it.shop.address()) {
        it.takes(endpoint, &body).await;
    }
    let nobody = Wallet::new(44).address();
    for (endpoint, body) in it.payments(&nobody).into_iter().take(5) {
        it.takes(endpoint, &body).await;
    }
}

/// A network that does not tell is no network that says no.
#[tokio::test]
async fn what_cannot_be_known_is_not_sent() {
    let it = Shopping::new();
    it.app.world().silent = Some((Network::Testnet, unavailable()));
    for (endpoint, body) in it.payments(&it.shop.address()) {
        let response = it.ask(endpoint, &body).await;
        response.assert_error(503, "upstream_unavailable", None);
    }
}

/// What is set aside, authorized or taken back is no payment to the account that it names.
#[tokio::test]
async fn what_is_no_payment_asks_for_no_memo() {
    let it = Shopping::new();
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
    it.app.asked();
    it.takes("multi-operations", &json!({ "operations": operations })).await;
    let asked_for = format!("account {shop}");
    assert!(!it.app.asked().contains(&asked_for));
}

//! The service over Stellar RPC alone: the sandbox, without Horizon.

use super::fixture::{NOW, limited_service_over_rpc, service_over_horizon, service_over_rpc};
use crate::support::client::{TestResponse, call, request};
use crate::support::stellar_rpc::RpcNetwork;
use crate::support::tokens;
use address_info_xlm::NAME;
use axum::Router;
use axum::http::Method;
use serde_json::{Value, json};
use stellar_xdr as xdr;
use wallet_core::model::Network;
use wallet_http::UpstreamRequests;
use wallet_sandbox::xlm::test_wallet::COIN;
use wallet_xlm::contract::ContractId;
use xdr::OperationBody as Body;

struct Service {
    network: RpcNetwork,
    router: Router,
}

impl Service {
    /// Starts a service with two accounts, of which the first issues an asset that the second trusts and owns.
    async fn start() -> Self {
        let network = RpcNetwork::start(NOW - 60, 3).await;
        let (issuer, owner) = (RpcNetwork::wallet(1).1, RpcNetwork::wallet(2).1);
        let asset = issuer.asset("USDX");
        let xdr::Asset::CreditAlphanum4(credit) = asset.clone() else {
            unreachable!("a code of four letters")
        };
        let trust = xdr::ChangeTrustOp {
            line: xdr::ChangeTrustAsset::CreditAlphanum4(credit),
            limit: 1000 * COIN,
        };
        owner.does(&network.node, Body::ChangeTrust(trust));
        let payment = xdr::PaymentOp {
            destination: owner.account(),
            asset,
            amount: 25 * COIN,
        };
        issuer.does(&network.node, Body::Payment(payment));
        let router = service_over_rpc(&network);
        Self { network, router }
    }

    async fn get(&self, path: &str) -> TestResponse {
        let path = format!("/{NAME}/v1/api/{path}");
        let token = tokens::token(&["read"]);
        call(&self.router, request(Method::GET, &path, &token, None)).await
    }

    async fn post(&self, path: &str, body: &Value) -> TestResponse {
        let path = format!("/{NAME}/v1/api/{path}");
        let token = tokens::token(&["read"]);
        call(&self.router, request(Method::POST, &path, &token, Some(body))).await
    }

    /// Returns the info of a wallet with this seed and these assets.
    async fn info(&self, seed: u8, assets: &str) -> Value {
        let address = address(seed);
        let path = format!("xlm/?network=testnet&limit=5&address={address}{assets}");
        self.get(&path).await.data().clone()
    }
}

fn address(seed: u8) -> String {
    RpcNetwork::wallet(seed).0.address()
}

fn usdx() -> String {
    format!("USDX:{}", address(1))
}

#[tokio::test(flavor = "multi_thread")]
async fn missing_lists_are_named() {
    let service = Service::start().await;
    let info = service.info(2, "").await;
    assert_eq!(info["source"]["upstream"], "stellar-rpc");
    let partial = ["trustlines", "history", "claimable-balances"];
    assert_eq!(info["source"]["partial"], json!(partial), "{info}");
    assert_eq!(
        (&info["activated"], info["balances"].as_array().map(Vec::len)),
        (&json!(true), Some(1))
    );
    assert_eq!(info["claimableBalances"], json!([]));
    // Two base reserves of the account and one of the unlisted trustline.
    assert_eq!(
        info["reserves"]["reservedBalance"]["balance"]["amount"], "15000000",
        "{info}"
    );
    // Account 3 has no further entries, and account 4 does not exist.
    for (seed, balances) in [(3, 1), (4, 0)] {
        let info = service.info(seed, "").await;
        assert_eq!(
            info["source"]["partial"],
            json!(["history", "claimable-balances"]),
            "{info}"
        );
        assert_eq!(info["balances"].as_array().map(Vec::len), Some(balances));
    }
}

/// Horizon lists all transactions, and events show the transactions with movements of the lumen and of named assets, and with
/// fees that the account paid.
#[tokio::test(flavor = "multi_thread")]
async fn transfers_of_known_contracts_are_those_of_horizon() {
    let service = Service::start().await;
    let rows = |info: &Value| info["transactions"].as_array().expect("a list").clone();
    let horizon = service_over_horizon(&service.network);
    let path = format!("/{NAME}/v1/api/xlm/?network=testnet&limit=9&address={}", address(2));
    let all = call(&horizon, request(Method::GET, &path, &tokens::token(&["read"]), None)).await;
    let all = rows(all.data());
    // The payment of the asset, the trustline, and the payment that created the account.
    assert_eq!(all.len(), 3);
    assert_eq!(rows(&service.info(2, "").await), all[1..]);
    let named = service.info(2, &format!("&assets={}", usdx())).await;
    assert_eq!(rows(&named), all, "{named}");
    assert_eq!(named["nextCursor"], Value::Null);
    let contract = ContractId::of_asset(usdx().parse().expect("an asset"), Network::Testnet);
    assert_eq!(rows(&service.info(2, &format!("&tokens={contract}")).await), all);
    assert_eq!(rows(&service.info(4, "").await), [] as [Value; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn requested_assets_have_balances() {
    let service = Service::start().await;
    let other = format!("EURX:{}", address(1));
    let info = service.info(2, &format!("&assets={},{other}", usdx())).await;
    assert_eq!(
        info["source"]["partial"],
        json!(["history", "claimable-balances"]),
        "{info}"
    );
    let balances = info["balances"].as_array().expect("balances");
    assert_eq!(balances.len(), 2);
    assert_eq!(balances[1]["asset"]["code"], "USDX");
    assert_eq!(
        (&balances[1]["balance"]["amount"], &balances[1]["details"]["limit"]),
        (&json!("250000000"), &json!("10000000000"))
    );
    let entry = json!({ "chain": "xlm", "address": address(2), "limit": 0, "assets": [usdx()] });
    let body = json!({ "network": "testnet", "requests": [entry] });
    let batch = service.post("batch", &body).await;
    let results = &batch.data()["results"];
    assert_eq!(
        results[0]["data"]["balances"].as_array().map(Vec::len),
        Some(2),
        "{results}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn invalid_assets_are_rejected() {
    let service = Service::start().await;
    let many: Vec<_> = (0..51).map(|number| format!("A{number}:{}", address(1))).collect();
    for (assets, field) in [
        (many.join(","), "assets"),
        (format!("{},{}", usdx(), usdx()), "assets[1]"),
        ("native".to_owned(), "assets[0]"),
        ("USDX".to_owned(), "assets[0]"),
        (format!("{},US-D:{}", usdx(), address(1)), "assets[1]"),
    ] {
        let path = format!("xlm/?network=testnet&address={}&assets={assets}", address(2));
        let rejected = service.get(&path).await;
        rejected.assert_error(400, "invalid_request", Some(field));
    }
    let issuer = service
        .get(&format!("xlm/?address={}&assets=USDX:GABC", address(2)))
        .await;
    issuer.assert_error(400, "invalid_address", Some("assets[0]"));
}

#[tokio::test(flavor = "multi_thread")]
async fn offers_and_data_are_named_unless_known_to_be_missing() {
    let service = Service::start().await;
    for (seed, offers, data) in [(2, json!(["offers"]), json!(["data"])), (3, Value::Null, Value::Null)] {
        let of = format!("network=testnet&address={}", address(seed));
        let found = service.get(&format!("xlm/offers?{of}")).await;
        let found = found.data();
        assert_eq!(
            (&found["offers"], &found["source"]["partial"]),
            (&json!([]), &offers),
            "{found}"
        );
        let found = service.get(&format!("xlm/account?{of}")).await;
        let found = found.data();
        assert_eq!(
            (&found["source"]["partial"], &found["signers"][0]["key"]),
            (&data, &json!(address(seed)))
        );
    }
    let missing = service
        .get(&format!("xlm/account?network=testnet&address={}", address(4)))
        .await;
    missing.assert_error(404, "account_not_found", Some("address"));
}

#[tokio::test(flavor = "multi_thread")]
async fn histories_of_balances_name_the_missing_history() {
    let service = Service::start().await;
    let body = json!({ "address": address(2), "network": "testnet", "interval": "day" });
    let history = service.post("xlm/balance-history", &body).await;
    assert_eq!(
        history.data()["source"]["partial"],
        json!(["history"]),
        "{}",
        history.text
    );
    let body =
        json!({ "address": address(2), "network": "testnet", "from": NOW - 1000, "to": NOW - 10, "format": "json" });
    let statement = service.post("xlm/statement", &body).await;
    statement.assert_error(503, "not_configured", None);
    let body = json!({ "address": address(2), "to": address(3), "network": "testnet" });
    let recipient = service.post("xlm/recipient", &body).await;
    assert_eq!(
        recipient.data()["source"]["partial"],
        json!(["history"]),
        "{}",
        recipient.text
    );
}

/// The reserved cost of five transactions is 6, and of a balance alone 5. The events and each transaction are a request.
/// The ledger has an offer under the account and the id, so that no list is required.
#[tokio::test(flavor = "multi_thread")]
async fn offer_is_found_by_the_id_as_over_horizon() {
    let service = Service::start().await;
    let owner = RpcNetwork::wallet(2).1;
    let offer = xdr::ManageSellOfferOp {
        selling: RpcNetwork::wallet(1).1.asset("USDX"),
        buying: xdr::Asset::Native,
        amount: 5 * COIN,
        price: xdr::Price { n: 1, d: 3 },
        offer_id: 0,
    };
    owner.does(&service.network.node, Body::ManageSellOffer(offer));
    let horizon = service_over_horizon(&service.network);
    let offers = |query: String| {
        request(
            Method::GET,
            &format!("/{NAME}/v1/api/xlm/offers?network=testnet&{query}"),
            &tokens::token(&["read"]),
            None,
        )
    };
    let listed = call(&horizon, offers(format!("address={}", address(2)))).await;
    let [expected] = listed.data()["offers"].as_array().expect("a list").as_slice() else {
        panic!("{listed:?}")
    };
    let id = expected["offerId"].as_str().expect("an id");
    for (router, upstream) in [(&service.router, "stellar-rpc"), (&horizon, "horizon")] {
        for (seed, id, found) in [(2, id, json!([expected])), (2, "77", json!([])), (3, id, json!([]))] {
            let response = call(router, offers(format!("address={}&offerId={id}", address(seed)))).await;
            let data = response.data();
            assert_eq!(
                (&data["offers"], &data["source"]["upstream"]),
                (&found, &json!(upstream))
            );
            assert_eq!(data["source"]["partial"], Value::Null);
        }
    }
    // Without the id, the missing list is named.
    let unlisted = call(&service.router, offers(format!("address={}", address(2)))).await;
    assert_eq!(
        (&unlisted.data()["offers"], &unlisted.data()["source"]["partial"]),
        (&json!([]), &json!(["offers"]))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_for_recent_transfers_use_the_budget() {
    let service = Service::start().await;
    // A separate budget for each request: a budget in use grows with the time.
    let limited = || limited_service_over_rpc(&service.network, UpstreamRequests::per_minute(100));
    let path = |fields: &str| format!("/{NAME}/v1/api/{fields}");
    let assets = usdx();
    let get = |limit: u32| {
        let path = path(&format!(
            "xlm/?network=testnet&limit={limit}&address={}&assets={assets}",
            address(2)
        ));
        request(Method::GET, &path, &tokens::token(&["read"]), None)
    };
    let remaining = |response: &TestResponse| response.headers["ratelimit"].to_str().expect("text").to_owned();
    let response = call(&limited(), get(0)).await;
    assert!(
        remaining(&response).starts_with("\"upstream-requests\";r=95;"),
        "{response:?}"
    );
    let response = call(&limited(), get(5)).await;
    assert_eq!(response.data()["transactions"].as_array().map(Vec::len), Some(3));
    assert!(
        remaining(&response).starts_with("\"upstream-requests\";r=90;"),
        "{response:?}"
    );
    let entry = json!({ "chain": "xlm", "address": address(2), "limit": 5, "assets": [assets] });
    let body = json!({ "network": "testnet", "requests": [entry, entry] });
    let batch = request(Method::POST, &path("batch"), &tokens::token(&["read"]), Some(&body));
    let response = call(&limited(), batch).await;
    assert!(
        remaining(&response).starts_with("\"upstream-requests\";r=80;"),
        "{response:?}"
    );
}

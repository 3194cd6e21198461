//! A complete payment with an Esplora and with a mempool.space upstream.

use super::fixture::service;
use super::wallet::Wallet;
use crate::support::client::{TestResponse, call, request};
use crate::support::esplora::{Dialect, EsploraState, block_hash, row, status, text};
use crate::support::stub::{Reply, Stub};
use crate::support::tokens;
use axum::Router;
use axum::http::Method;
use bitcoin::Transaction;
use bitcoin::consensus::encode::serialize_hex;
use blockchain_connector_btc_like::NAME;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use wallet_client::Client;
use wallet_client::payments::btc_like::quote;
use wallet_client::wire::{FeeMode, Status};
use wallet_tests::support::router;

/// The service with a server, and the server's state.
struct App {
    router: Router,
    fixture: Arc<Mutex<EsploraState>>,
    /// Stops the server on drop.
    _stub: Stub,
}

impl App {
    async fn new(dialect: Dialect, wallet: &Wallet) -> Self {
        let fixture = Arc::new(Mutex::new(EsploraState::new(dialect, &wallet.address())));
        let script = Arc::clone(&fixture);
        let stub = Stub::start(move |request| script.lock().expect("no panic while held").respond(request)).await;
        let upstream = format!("esplora+{}/api", stub.url);
        let served = ["WALLET_CLOUD_UPSTREAM_BTC_LIVENET", "WALLET_CLOUD_UPSTREAM_LTC_LIVENET"];
        let router = service(&[], |name| served.contains(&name).then(|| upstream.clone()));
        Self {
            router,
            fixture,
            _stub: stub,
        }
    }

    fn change_state(&self, change: impl FnOnce(&mut EsploraState)) {
        change(&mut self.fixture.lock().expect("no panic while held"));
    }

    async fn call(&self, method: Method, path: &str, body: Option<&Value>) -> TestResponse {
        let path = format!("/{NAME}/v1/api/{path}");
        call(&self.router, request(method, &path, &tokens::token(&["read"]), body)).await
    }

    fn client(&self) -> Client {
        router::client(&self.router, &tokens::token(&["read"]))
    }

    async fn post(&self, path: &str, body: &Value) -> TestResponse {
        self.call(Method::POST, path, Some(body)).await
    }
}

/// Fee estimates of mempool.space for testnet4 (macrowallets/waas).
const TESTNET4: &str =
    r#"{"1":1,"2":1,"3":0.5,"4":0.5,"5":0.5,"6":0.1,"7":0.1,"24":0.1,"25":0.1,"144":0.1,"1008":0.1}"#;

/// Returns the outputs of a transaction in a block as listed by Esplora.
fn outputs(transaction: &Transaction, height: u32) -> Vec<Value> {
    let txid = transaction.compute_txid().to_string();
    let row = |(vout, output): (usize, &bitcoin::TxOut)| json!({ "txid": txid, "vout": vout, "value": output.value.to_sat(), "status": status(Some(height)) });
    transaction.output.iter().enumerate().map(row).collect()
}

/// Creates a server with old outputs of 3 and 4 coins, and an immature coinbase output of 50 coins.
async fn funded(dialect: Dialect, wallet: &Wallet) -> App {
    let app = App::new(dialect, wallet).await;
    let (income, mined) = (
        wallet.income(&[300_000_000, 400_000_000], 1),
        wallet.income(&[5_000_000_000], 2),
    );
    app.change_state(|fixture| {
        let listed = [outputs(&income, 500), outputs(&mined, 790)].concat();
        fixture.overrides.insert(
            format!("address/{}/utxo", wallet.address()),
            Reply::ok(json!(listed).to_string()),
        );
        let coinbase = text(200, &mined.compute_txid().to_string());
        fixture
            .overrides
            .insert(format!("block/{}/txid/0", block_hash(790)), coinbase);
        fixture
            .hex
            .insert(income.compute_txid().to_string(), serialize_hex(&income));
        fixture.fee_estimates = Reply::ok(r#"{"2":20.5,"6":10.25,"144":1.0}"#);
    });
    app
}

#[tokio::test]
async fn payment_succeeds() {
    for (dialect, chain) in [
        (Dialect::Plain, "btc"),
        (Dialect::MempoolSpace, "btc"),
        (Dialect::MempoolSpace, "ltc"),
    ] {
        let wallet = Wallet::new(chain, "livenet", "p2wpkh");
        let app = funded(dialect, &wallet).await;
        let client = app.client();
        let quote = quote(&client, &wallet.spend(500_000_000)).await.expect("a quote");
        assert_eq!(quote.estimate.utxo.len(), 2);
        let prepared = quote.prepare(&client, FeeMode::Normal).await.expect("a transaction");
        let signed = wallet.sign_prepared(&client, &prepared).await;
        let txid = &signed.txid;

        app.change_state(|fixture| fixture.submit = text(200, txid));
        signed.send(&client).await.expect("the transaction is accepted");
        for (height, expected) in [(None, Status::Pending), (Some(800), Status::Confirmed)] {
            app.change_state(|fixture| {
                let mut shown = row(1, height, &[("", 9)], &[("", 9)]);
                shown["txid"] = txid.clone().into();
                fixture.transactions = vec![shown];
            });
            let found = signed.status(&client).await.expect("a status");
            assert_eq!(found.map(|found| found.status), Some(expected));
        }
    }
}

#[tokio::test]
async fn immature_coinbase_outputs_are_not_spent() {
    let wallet = Wallet::btc();
    let app = funded(Dialect::Plain, &wallet).await;
    let mut body = wallet.payment(&[], 800_000_000, 0);
    body["address"] = wallet.address().into();
    let response = app.post("prepare-transaction/estimate/btc", &body).await;
    response.assert_error(400, "insufficient_funds", None);
}

#[tokio::test]
async fn fee_rates_come_from_the_node() {
    let wallet = Wallet::btc();
    for (dialect, status, estimates, prices, rates) in [
        (
            Dialect::Plain,
            200,
            r#"{"2":20.5,"6":10.25,"144":1.0}"#,
            ["1", "11", "21"],
            ["1", "10.25", "20.5"],
        ),
        (Dialect::MempoolSpace, 200, "{}", ["2", "5", "9"], ["2", "5", "9"]),
        // Responses of mempool.space for testnet4 (macrowallets/waas) and, with this status, for signet.
        (
            Dialect::MempoolSpace,
            200,
            TESTNET4,
            ["1", "1", "1"],
            ["0.1", "0.1", "1"],
        ),
        (
            Dialect::MempoolSpace,
            203,
            r#"{"1":3.501,"2":3.501,"3":3.251,"25":3.001,"144":0.2,"504":0.2,"1008":0.1}"#,
            ["4", "4", "4"],
            ["3.001", "3.001", "3.501"],
        ),
    ] {
        let app = App::new(dialect, &wallet).await;
        app.change_state(|fixture| fixture.fee_estimates = Reply::json(status, estimates));
        let response = app
            .call(Method::GET, "prepare-transaction/price-per-byte/btc", None)
            .await;
        let data = &response.data()["bytePrices"];
        assert_eq!(
            [&data["slow"], &data["normal"], &data["fast"]],
            prices,
            "{}",
            response.text
        );
        let data = &response.data()["feeRates"];
        assert_eq!(
            [&data["slow"], &data["normal"], &data["fast"]],
            rates,
            "{}",
            response.text
        );
    }
}

/// Pays with the fees of an estimate at rates below a unit per vbyte: they pass the checks of get-hash.
#[tokio::test]
async fn fees_below_one_unit_per_vbyte_are_accepted() {
    let wallet = Wallet::btc();
    let app = funded(Dialect::Plain, &wallet).await;
    app.change_state(|fixture| fixture.fee_estimates = Reply::ok(TESTNET4));
    let mut body = wallet.payment(&[], 100_000, 0);
    body["address"] = wallet.address().into();
    let response = app.post("prepare-transaction/estimate/btc", &body).await;
    let estimate = response.data().clone();
    let size = estimate["size"].as_u64().expect("a size");
    assert_eq!(estimate["fees"]["slow"], size.div_ceil(10).to_string());
    assert_eq!(estimate["fees"]["normal"], size.div_ceil(10).to_string());
    assert_eq!(estimate["fees"]["fast"], size.to_string());
    body["utxo"] = estimate["utxo"].clone();
    body["fee"] = estimate["fees"]["slow"].clone();
    let hashes = app.post("transaction/get-hash/btc", &body).await;
    assert!(hashes.data()["hashes"].is_array());
}

#[tokio::test]
async fn rejection_text_of_the_node_does_not_leak() {
    let wallet = Wallet::btc();
    let app = funded(Dialect::Plain, &wallet).await;
    let income = wallet.income(&[300_000_000, 400_000_000], 1);
    let body = wallet.payment(&[&income], 500_000_000, 1000);
    let signed = wallet.signed(&app.client(), &body).await;
    let signed = json!({ "txdata": signed.txdata });
    for (message, reason) in [
        ("sendrawtransaction RPC error -26: dust secret words", "dust"),
        (
            r#"sendrawtransaction RPC error: {"code":-26,"message":"min relay fee not met, secret words"}"#,
            "fee_too_low",
        ),
    ] {
        app.change_state(|fixture| fixture.submit = text(400, message));
        let response = app.post("transaction/send/btc", &signed).await;
        assert_eq!(
            (response.status.as_u16(), response.detail("reason")),
            (422, &json!(reason)),
            "{}",
            response.text
        );
        assert!(!response.text.contains("secret words"), "{}", response.text);
    }
}

//! POST /api/transaction/send/{chain}

use super::fixture::{App, known, rejection, service, timeouts, unknown};
use super::wallet::Wallet;
use crate::support::broadcasts::{Behaviour, Records};
use crate::support::client::{TestResponse, call, request};
use crate::support::stub::{Reply, Stub, closed_port};
use axum::http::Method;
use bitcoin::Transaction;
use bitcoin::consensus::encode::serialize_hex;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use wallet_client::payments::Signed;

/// A phishing text from a malicious upstream.
const PHISHING: &str = "<h1>Your wallet is outdated, get a new one at evil.example</h1>";

/// A service and a signed transaction with parents known to the upstream.
pub struct Scene {
    pub app: App,
    chain: &'static str,
    pub txdata: String,
    pub txid: String,
    parents: Vec<Transaction>,
}

impl Scene {
    async fn new() -> Self {
        let wallet = Wallet::btc();
        let parents = vec![wallet.income(&[60_000], 1), wallet.income(&[70_000, 80_000], 2)];
        let body = wallet.payment(&parents.iter().collect::<Vec<_>>(), 100_000, 1000);
        Self::of(&wallet, parents, body).await
    }

    /// Signs a payment, which the service records.
    async fn recorded(records: &Arc<Records>) -> Self {
        let wallet = Wallet::btc();
        let income = wallet.income(&[60_000], 1);
        let body = wallet.payment(&[&income], 50_000, 1000);
        Self::with(App::recording(records.log()).await, &wallet, vec![income], body).await
    }

    /// Signs a payment.
    pub async fn of(wallet: &Wallet, parents: Vec<Transaction>, body: Value) -> Self {
        Self::with(App::new().await, wallet, parents, body).await
    }

    async fn with(app: App, wallet: &Wallet, parents: Vec<Transaction>, body: Value) -> Self {
        let Signed { txdata, txid, .. } = wallet.signed(&app.client(), &body).await;
        for parent in &parents {
            let txid = parent.compute_txid().to_string();
            app.fixture().transactions.insert(txid, known(parent));
        }
        Self {
            app,
            chain: wallet.chain,
            txdata,
            txid,
            parents,
        }
    }

    /// Makes the transaction known to the upstream.
    fn transaction_is_known(&self) {
        let reply = Reply::ok(json!({ "hex": self.txdata }).to_string());
        self.app.fixture().transactions.insert(self.txid.clone(), reply);
    }

    async fn send(&self) -> TestResponse {
        let path = format!("transaction/send/{}", self.chain);
        let response = self.app.post(&path, &json!({ "txdata": self.txdata })).await;
        assert!(
            !response.text.contains("evil") && !response.text.contains("127.0.0.1"),
            "{}",
            response.text
        );
        response
    }

    pub async fn send_with(&self, submit: Reply) -> TestResponse {
        self.app.fixture().submit = submit;
        self.send().await
    }

    /// Returns the number of submissions of the transaction.
    pub fn submissions(&self) -> usize {
        self.app
            .requests()
            .iter()
            .filter(|request| request.method == "POST")
            .count()
    }

    #[track_caller]
    pub fn assert_sent(&self, response: &TestResponse) {
        assert_eq!(response.data(), &json!({ "txid": self.txid }));
    }

    /// Checks for a 504 with the txid: the outcome of the broadcast is unknown.
    #[track_caller]
    fn assert_unknown(&self, response: &TestResponse) {
        response.assert_error(504, "upstream_timeout", None);
        assert_eq!(response.detail("txid"), &self.txid);
    }
}

#[track_caller]
fn assert_rejected(response: &TestResponse, reason: &str) {
    response.assert_error(422, "transaction_rejected", None);
    assert_eq!(response.detail("reason"), reason);
}

#[tokio::test(start_paused = true)]
async fn accepted_transaction_is_sent_once_and_unchanged() {
    let scene = Scene::new().await;
    let response = scene
        .send_with(Reply::ok(json!({ "result": scene.txid }).to_string()))
        .await;
    scene.assert_sent(&response);
    let requests = scene.app.requests();
    let last = requests.last().expect("a request");
    assert_eq!((last.path.as_str(), &last.body), ("/api/v2/sendtx/", &scene.txdata));
    assert_eq!(requests.len(), 3, "each parent is looked up once: {requests:?}");
}

#[tokio::test(start_paused = true)]
async fn known_transaction_is_a_success() {
    let scene = Scene::new().await;
    for text in [
        "-27: Transaction already in block chain",
        "-27: Transaction outputs already in utxo set",
        "-26: txn-already-known",
        "-26: txn-already-in-mempool",
        "-26: 257: txn-already-known",
    ] {
        scene.assert_sent(&scene.send_with(rejection(text)).await);
    }
}

#[tokio::test(start_paused = true)]
async fn rejection_has_a_listed_reason_without_node_text() {
    let scene = Scene::new().await;
    for (text, reason) in [
        ("-26: txn-mempool-conflict", "conflict"),
        ("-26: insufficient fee, rejecting replacement", "conflict"),
        ("-26: min relay fee not met, 10 < 20", "fee_too_low"),
        ("-26: dust", "dust"),
        ("-26: mandatory-script-verify-flag-failed (evil)", "invalid_script"),
        ("-26: non-BIP68-final", "not_standard"),
        ("-26: <h1>evil</h1>", "rejected_by_node"),
        ("-22: TX decode failed", "rejected_by_node"),
    ] {
        assert_rejected(&scene.send_with(rejection(text)).await, reason);
    }
}

#[tokio::test(start_paused = true)]
async fn missing_inputs_are_verified_by_lookup() {
    for text in [
        "-25: Missing inputs",
        "-25: bad-txns-inputs-missingorspent",
        "-26: bad-txns-inputs-spent",
    ] {
        let scene = Scene::new().await;
        assert_rejected(&scene.send_with(rejection(text)).await, "missing_inputs");
        scene.transaction_is_known();
        scene.assert_sent(&scene.send().await);
    }
}

#[tokio::test(start_paused = true)]
async fn lookup_resolves_a_submission_without_response() {
    for reply in [
        Reply::Hang,
        Reply::Reset,
        Reply::Drip(Duration::from_millis(100)),
        Reply::json(504, "{}"),
        Reply::text(524, "text/html", PHISHING),
        Reply::text(408, "text/html", PHISHING),
    ] {
        let scene = Scene::new().await;
        scene.assert_unknown(&scene.send_with(reply).await);
        scene.transaction_is_known();
        scene.assert_sent(&scene.send().await);
        assert_eq!(scene.submissions(), 2, "one upstream, one submission each time");
    }
}

#[tokio::test(start_paused = true)]
async fn hanging_upstream_respects_the_deadlines() {
    let scene = Scene::new().await;
    scene.app.fixture().transactions.insert(scene.txid.clone(), Reply::Hang);
    let start = tokio::time::Instant::now();
    scene.assert_unknown(&scene.send_with(Reply::Hang).await);
    assert!(start.elapsed() < timeouts().request, "{:?}", start.elapsed());
}

#[tokio::test(start_paused = true)]
async fn unusable_responses_are_502_without_their_text() {
    let target = Stub::start(|_| Reply::ok("{}")).await;
    for reply in [
        Reply::text(200, "text/html", PHISHING),
        Reply::text(400, "text/html", PHISHING),
        rejection(PHISHING),
        Reply::ok(json!({ "result": PHISHING }).to_string()),
        Reply::ok(json!({ "result": 7 }).to_string()),
        Reply::ok("garbage"),
        Reply::ok("{}"),
        Reply::json(500, r#"{"error":"Internal server error"}"#),
        Reply::Flood,
        Reply::Raw(b"SSH-2.0-OpenSSH_9.9\r\n\r\n".to_vec()),
        Reply::ok(" ".repeat(timeouts().limits.body + 1)),
        Reply::json(307, "{}").with_header(&format!("location: {}/api/v2/sendtx/", target.url)),
    ] {
        let scene = Scene::new().await;
        let response = scene.send_with(reply).await;
        response.assert_error(502, "upstream_error", None);
        assert_eq!(response.detail("txid"), &scene.txid);
    }
    assert_eq!(target.requests(), [], "no redirect is followed");
}

#[tokio::test(start_paused = true)]
async fn unusable_response_may_hide_a_success() {
    for reply in [
        Reply::text(200, "text/html", PHISHING),
        rejection(PHISHING),
        Reply::ok("{}"),
        Reply::json(502, "{}"),
    ] {
        let scene = Scene::new().await;
        scene.transaction_is_known();
        scene.assert_sent(&scene.send_with(reply).await);
    }
}

#[tokio::test(start_paused = true)]
async fn different_txid_in_response_is_502_unless_ours_is_known() {
    let scene = Scene::new().await;
    let other = Reply::ok(json!({ "result": "00".repeat(32) }).to_string());
    let response = scene.send_with(other.clone()).await;
    response.assert_error(502, "upstream_error", None);
    assert_eq!(response.detail("txid"), &scene.txid);
    scene.transaction_is_known();
    scene.assert_sent(&scene.send_with(other).await);
}

#[tokio::test(start_paused = true)]
async fn unsent_transaction_is_503() {
    let scene = Scene::new().await;
    let response = scene
        .send_with(Reply::json(429, "{}").with_header("retry-after: 17"))
        .await;
    response.assert_error(503, "upstream_unavailable", None);
    assert_eq!(response.headers["retry-after"], "17");
    assert_eq!(response.detail("txid"), &scene.txid);
    // The first upstream is backed off for 17 s.
    let scene = Scene::new().await;
    let response = scene.send_with(Reply::json(503, "{}")).await;
    response.assert_error(503, "upstream_unavailable", None);
    assert_eq!(response.detail("txid"), &scene.txid);

    let closed = format!("blockbook+{}", closed_port());
    let unconfigured = service(&[], |_| None);
    let rejected = service(&[], |_| Some(closed.clone()));
    let path = "/blockchain-connector-btc-like/v1/api/transaction/send/btc";
    let body = json!({ "txdata": scene.txdata });
    let setting = json!("WALLET_CLOUD_UPSTREAM_BTC_LIVENET");
    for (router, code, setting) in [
        (rejected, "upstream_unavailable", Value::Null),
        (unconfigured, "not_configured", setting),
    ] {
        let response = call(&router, request(Method::POST, path, scene.app.token(), Some(&body))).await;
        response.assert_error(503, code, None);
        assert!(response.headers.contains_key("retry-after"));
        assert_eq!(response.detail("setting"), &setting);
        assert!(!response.text.contains("127.0.0.1"), "{}", response.text);
    }
}

#[tokio::test(start_paused = true)]
async fn unknown_parent_is_missing_inputs_unless_the_transaction_is_known() {
    let scene = Scene::new().await;
    let txid = scene.parents[0].compute_txid().to_string();
    scene.app.fixture().transactions.insert(txid.clone(), unknown(&txid));
    assert_rejected(&scene.send().await, "missing_inputs");
    scene.transaction_is_known();
    scene.assert_sent(&scene.send().await);
    assert_eq!(scene.submissions(), 0);
}

#[tokio::test(start_paused = true)]
async fn unavailable_parents_prevent_sending() {
    for (reply, status, code) in [
        (Reply::Hang, 504, "upstream_timeout"),
        (Reply::Reset, 503, "upstream_unavailable"),
        (Reply::json(429, "{}"), 503, "upstream_unavailable"),
        (Reply::ok("{}"), 502, "upstream_error"),
        (Reply::text(200, "text/html", PHISHING), 502, "upstream_error"),
        (rejection(PHISHING), 502, "upstream_error"),
        (Reply::ok(json!({ "hex": "00" }).to_string()), 502, "upstream_error"),
        // A valid but different transaction: the values do not apply.
        (known(&Wallet::btc().income(&[99], 9)), 502, "upstream_error"),
    ] {
        let scene = Scene::new().await;
        let txid = scene.parents[0].compute_txid().to_string();
        scene.app.fixture().transactions.insert(txid, reply);
        let response = scene.send().await;
        response.assert_error(status, code, None);
        assert_eq!(response.detail("txid"), &Value::Null, "nothing was sent");
        assert_eq!(scene.submissions(), 0);
    }
}

/// The caller assumed a value of 1 coin, but the output has 101. A legacy signature does not commit to the value.
#[tokio::test(start_paused = true)]
async fn excessive_fee_hidden_by_a_false_value_is_rejected() {
    for chain in ["btc", "ltc", "doge"] {
        let wallet = Wallet::new(chain, "livenet", "p2pkh");
        let income = wallet.income(&[10_100_000_000], 1);
        let mut body = wallet.payment(&[&income], 50_000_000, 1_000_000);
        body["utxo"][0]["value"] = "100000000".into();
        let scene = Scene::of(&wallet, vec![income], body).await;
        let response = scene
            .send_with(Reply::ok(json!({ "result": scene.txid }).to_string()))
            .await;
        response.assert_error(400, "fee_too_high", Some("txdata"));
        assert!(response.detail("maximum").is_string());
        assert_eq!(scene.submissions(), 0);
    }
}

#[tokio::test(start_paused = true)]
async fn overstated_value_is_insufficient_funds() {
    let wallet = Wallet::new("doge", "livenet", "p2pkh");
    let income = wallet.income(&[100_000_000], 1);
    let mut body = wallet.payment(&[&income], 50_000_000, 1_000_000);
    body["utxo"][0]["value"] = "200000000".into();
    let scene = Scene::of(&wallet, vec![income], body).await;
    scene
        .send()
        .await
        .assert_error(400, "insufficient_funds", Some("txdata"));
    assert_eq!(scene.submissions(), 0);
}

#[tokio::test(start_paused = true)]
async fn nonexistent_output_is_missing_inputs() {
    let wallet = Wallet::new("doge", "livenet", "p2pkh");
    let income = wallet.income(&[100_000_000], 1);
    let mut body = wallet.payment(&[&income], 50_000_000, 1_000_000);
    body["utxo"][0]["vout"] = 1.into();
    let scene = Scene::of(&wallet, vec![income], body).await;
    assert_rejected(&scene.send().await, "missing_inputs");
    assert_eq!(scene.submissions(), 0);
}

#[tokio::test(start_paused = true)]
async fn parents_with_litecoin_extension_block_are_parsed() {
    let wallet = Wallet::new("ltc", "livenet", "p2wpkh");
    let income = wallet.income(&[100_000], 1);
    let scene = Scene::of(&wallet, vec![income.clone()], wallet.payment(&[&income], 50_000, 1000)).await;
    // Version, marker, flag 0x08, inputs and outputs, the extension (here: none), locktime.
    let plain = serialize_hex(&income);
    let (start, end) = (&plain[..8], plain.len() - 8);
    let extended = format!("{start}0008{}00{}", &plain[8..end], &plain[end..]);
    let reply = Reply::ok(json!({ "hex": extended }).to_string());
    scene
        .app
        .fixture()
        .transactions
        .insert(income.compute_txid().to_string(), reply);
    let response = scene
        .send_with(Reply::ok(json!({ "result": scene.txid }).to_string()))
        .await;
    scene.assert_sent(&response);
}

#[tokio::test(start_paused = true)]
async fn only_accepted_transactions_are_recorded() {
    let records = Records::new(Behaviour::Works);
    let scene = Scene::recorded(&records).await;
    scene.send_with(rejection("-26: dust")).await;
    scene.send_with(Reply::Hang).await;
    assert_eq!(records.transactions(), [""; 0]);
    let accepted = Reply::ok(json!({ "result": scene.txid }).to_string());
    for reply in [accepted, rejection("-26: txn-already-in-mempool")] {
        scene.assert_sent(&scene.send_with(reply).await);
    }
    let record = format!("btc livenet {}", scene.txid);
    assert_eq!(records.transactions(), [record.clone(), record]);
}

#[tokio::test(start_paused = true)]
async fn database_never_fails_and_hardly_delays_a_broadcast() {
    for (behaviour, delay) in [(Behaviour::Fails, 0), (Behaviour::Hangs, 200)] {
        let records = Records::new(behaviour);
        let scene = Scene::recorded(&records).await;
        let accepted = Reply::ok(json!({ "result": scene.txid }).to_string());
        scene.assert_sent(&scene.send_with(accepted).await);
        let elapsed = records.elapsed();
        assert!(
            elapsed <= Duration::from_millis(delay + 1),
            "{behaviour:?}: {elapsed:?}"
        );
    }
}

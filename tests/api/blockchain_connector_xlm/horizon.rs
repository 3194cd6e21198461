//! The same service with a Horizon upstream over HTTP.

use super::App;
use super::wallet::Wallet;
use crate::support::rejected::{REPETITIONS, rejections};
use crate::support::stub::{Reply, Request, Stub};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use wallet_core::model::Network;
use wallet_xlm::{Envelope, passphrase};

/// The state of a scripted Horizon of the test network.
#[derive(Default)]
struct Ledger {
    /// Account records by address.
    accounts: HashMap<String, Value>,
    /// The status and problem type that replace all account responses.
    broken: Option<(u16, &'static str)>,
    /// The address of rejected requests, and the response.
    rejected: Option<(String, Reply)>,
    /// The result with which submissions are rejected, in base64.
    rejection: Option<&'static str>,
    /// Hashes of the accepted submissions.
    applied: Vec<String>,
}

type Shared = Arc<Mutex<Ledger>>;

async fn start() -> (App, Stub, Shared) {
    let ledger = Shared::default();
    let script = Arc::clone(&ledger);
    let stub = Stub::start(move |request| {
        let mut ledger = script.lock().unwrap_or_else(PoisonError::into_inner);
        ledger.response(request)
    })
    .await;
    let app = App::over_horizon(&stub.url);
    put(&ledger, &app.alice, false);
    (app, stub, ledger)
}

fn change(ledger: &Shared, change: impl FnOnce(&mut Ledger)) {
    change(&mut ledger.lock().unwrap_or_else(PoisonError::into_inner));
}

/// Inserts an account with 100 lumens.
fn put(ledger: &Shared, wallet: &Wallet, requires_memo: bool) {
    let data = if requires_memo {
        json!({ "config.memo_required": "MQ==" })
    } else {
        json!({})
    };
    let account = json!({
        "id": wallet.address(),
        "account_id": wallet.address(),
        "sequence": "7",
        "thresholds": { "low_threshold": 0, "med_threshold": 0, "high_threshold": 0 },
        "flags": { "auth_required": false, "auth_revocable": false },
        "subentry_count": u32::from(requires_memo),
        "balances": [{ "balance": "100.0000000", "buying_liabilities": "0.0000000",
            "selling_liabilities": "0.0000000", "asset_type": "native" }],
        "signers": [{ "weight": 1, "key": wallet.address(), "type": "ed25519_public_key" }],
        "data": data,
        "num_sponsoring": 0,
        "num_sponsored": 0,
    });
    change(ledger, |ledger| {
        ledger.accounts.insert(wallet.address(), account);
    });
}

impl Ledger {
    fn response(&mut self, request: &Request) -> Reply {
        if let Some((address, reply)) = &self.rejected
            && request.path.contains(address)
        {
            return reply.clone();
        }
        let path = request.path.split('?').next().unwrap_or_default();
        let mut parts = path.trim_start_matches('/').split('/');
        let document = match (parts.next(), parts.next()) {
            (Some(""), None) => Some(json!({ "network_passphrase": passphrase(Network::Testnet) })),
            (Some("ledgers"), None) => Some(json!({ "_embedded": { "records": [{ "sequence": 50_000_000,
                "closed_at": "2027-01-15T07:59:57Z", "base_reserve_in_stroops": 5_000_000 }] } })),
            (Some("fee_stats"), None) => Some(json!({ "last_ledger": "50000000", "last_ledger_base_fee": "100",
                "ledger_capacity_usage": "0.20", "max_fee": { "p10": "100", "p50": "5000", "p95": "80000" },
                "fee_charged": { "min": "100", "max": "50000", "mode": "100" } })),
            (Some("accounts"), Some(id)) => match self.broken {
                Some((status, kind)) => return problem(status, kind),
                None => self.accounts.get(id).cloned(),
            },
            (Some("transactions"), Some(hash)) => {
                let is_known = self.applied.iter().any(|known| known == hash);
                is_known.then(|| transaction(hash))
            }
            (Some("transactions_async"), None) => return self.submit(&request.body),
            _ => None,
        };
        document.map_or_else(|| problem(404, "not_found"), |document| Reply::ok(document.to_string()))
    }

    fn submit(&mut self, body: &str) -> Reply {
        let encoded = body.strip_prefix("tx=").expect("a form with a transaction");
        let base64 = encoded.replace("%2B", "+").replace("%2F", "/").replace("%3D", "=");
        let envelope = Envelope::parse_signed(&base64).expect("a signed envelope");
        let hash = hex::encode(envelope.hash(Network::Testnet));
        if let Some(result) = self.rejection {
            let rejected = json!({ "tx_status": "ERROR", "hash": hash, "error_result_xdr": result });
            return Reply::json(400, rejected.to_string());
        }
        self.applied.push(hash.clone());
        Reply::json(201, json!({ "tx_status": "PENDING", "hash": hash }).to_string())
    }
}

fn transaction(hash: &str) -> Value {
    json!({ "hash": hash, "ledger": 49_999_999, "created_at": "2027-01-15T07:59:52Z", "successful": true,
        "source_account": Wallet::new(1).address(), "fee_charged": "100" })
}

fn problem(status: u16, kind: &str) -> Reply {
    let document = json!({ "type": format!("https://stellar.org/horizon-errors/{kind}"), "title": "evil words",
        "status": status, "detail": "evil words" });
    Reply::json(status, document.to_string())
}

#[tokio::test]
async fn payment_to_a_new_account_succeeds_end_to_end() {
    let (app, _stub, _) = start().await;
    let fees = app.get("prepare-transaction/fee-stat/xlm/?network=testnet").await;
    assert_eq!(fees.data()["feeCharged"]["max"], "50000");
    let payment = app.payment().await;
    let signed = app.signed(&payment, &app.alice).await;
    let parsed = app.parsed(&signed).await;
    assert_eq!(
        parsed["operations"][0]["type"], "createAccount",
        "Bob's account does not exist yet"
    );
    let body = json!({ "txdata": signed, "network": "testnet" });
    let sent = app.post("transaction/send/xlm", &body).await;
    assert_eq!(sent.data(), &json!({ "txid": payment["hash"] }));
    let txid = payment["hash"].as_str().expect("a string");
    let path = format!("transaction/status/xlm?txid={txid}&network=testnet");
    let status = app.get(&path).await;
    assert_eq!(
        status.data(),
        &json!({ "txid": txid, "status": "confirmed", "confirmations": 2, "block": "49999999",
            "date": 1_799_999_992 })
    );
}

#[tokio::test]
async fn rejection_has_the_network_result_codes() {
    let (app, _stub, ledger) = start().await;
    let signed = app.signed(&app.payment().await, &app.alice).await;
    // A fee of 100 and `txBAD_SEQ`.
    change(&ledger, |ledger| ledger.rejection = Some("AAAAAAAAAGT////7AAAAAA=="));
    let body = json!({ "txdata": signed, "network": "testnet" });
    let response = app.post("transaction/send/xlm", &body).await;
    response.assert_error(422, "transaction_rejected", None);
    assert_eq!(response.detail("reason"), "bad_sequence");
    assert_eq!(response.detail("resultCodes")["transaction"], "tx_bad_seq");
}

#[tokio::test]
async fn recipient_lookup_failure_prevents_the_payment() {
    let (app, _stub, ledger) = start().await;
    let shop = Wallet::new(5);
    put(&ledger, &shop, true);
    let pay = json!({ "type": "payment", "destination": shop.address(), "asset": { "kind": "coin", "chain": "xlm" },
        "amount": "1" });
    let body = json!({ "publicKey": app.alice.public_key(), "network": "testnet", "operations": [pay], "fee": "100" });
    let path = "transaction/get-hash/xlm/multi-operations";
    let response = app.post(path, &body).await;
    response.assert_error(400, "invalid_request", Some("memo"));
    assert_eq!(response.detail("memoRequired"), true);
    for (status, kind) in [(429, "rate_limit_exceeded"), (504, "timeout"), (500, "server_error")] {
        change(&ledger, |ledger| ledger.broken = Some((status, kind)));
        let response = app.post(path, &body).await;
        assert!(
            response.status.is_server_error() && response.status.as_u16() != 500,
            "{}",
            response.text
        );
        assert!(!response.text.contains("evil"), "{}", response.text);
    }
}

#[tokio::test]
async fn livenet_without_upstream_is_not_configured() {
    let (app, _stub, _) = start().await;
    let response = app.get("utility/base-reserve").await;
    response.assert_error(503, "not_configured", None);
    assert_eq!(response.detail("setting"), "WALLET_CLOUD_UPSTREAM_XLM_LIVENET");
}

#[tokio::test]
async fn rejected_requests_do_not_affect_the_estimates_of_others() {
    let (app, _stub, ledger) = start().await;
    let estimate = async |wallet: &Wallet| {
        let body = json!({ "address": wallet.address(), "network": "testnet" });
        app.post("prepare-transaction/estimate/xlm", &body).await
    };
    let shop = Wallet::new(5);
    for reply in rejections() {
        change(&ledger, |ledger| ledger.rejected = Some((shop.address(), reply)));
        for _ in 0..REPETITIONS {
            estimate(&shop).await.assert_error(502, "upstream_error", None);
        }
        assert!(estimate(&app.alice).await.data()["fees"].is_object());
    }
}

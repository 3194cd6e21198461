//! The same service over a Horizon that answers HTTP.

use super::App;
use super::wallet::Wallet;
use crate::support::stub::{Reply, Request, Stub};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use wallet_core::model::Network;
use wallet_core::xlm::{Envelope, passphrase};

/// The test network as a Horizon tells of it.
#[derive(Default)]
struct Ledger {
    /// By their addresses.
    accounts: HashMap<String, Value>,
    /// What every account is answered with instead.
    broken: Option<(u16, &'static str)>,
    /// What is handed in is refused with this result, in base64.
    refusal: Option<&'static str>,
    /// The hashes of what was handed in.
    applied: Vec<String>,
}

type Shared = Arc<Mutex<Ledger>>;

async fn start() -> (App, Stub, Shared) {
    let ledger = Shared::default();
    let script = Arc::clone(&ledger);
    let stub = Stub::start(move |request| {
        let mut ledger = script.lock().unwrap_or_else(PoisonError::into_inner);
        ledger.answer(request)
    })
    .await;
    let app = App::over_horizon(&stub.url);
    put(&ledger, &app.alice, false);
    (app, stub, ledger)
}

fn change(ledger: &Shared, change: impl FnOnce(&mut Ledger)) {
    change(&mut ledger.lock().unwrap_or_else(PoisonError::into_inner));
}

/// An account with 100 lumens.
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
    fn answer(&mut self, request: &Request) -> Reply {
        let path = request.path.split('?').next().unwrap_or_default();
        let mut parts = path.trim_start_matches('/').split('/');
        let document = match (parts.next(), parts.next()) {
            (Some(""), None) => Some(json!({ "network_passphrase": passphrase(Network::Testnet) })),
            (Some("ledgers"), None) => Some(json!({ "_embedded": { "records": [{ "sequence": 50_000_000,
                "closed_at": "2027-01-15T07:59:57Z", "base_reserve_in_stroops": 5_000_000 }] } })),
            (Some("fee_stats"), None) => Some(json!({ "last_ledger": "50000000", "last_ledger_base_fee": "100",
                "fee_charged": { "min": "100", "max": "50000", "mode": "100" } })),
            (Some("accounts"), Some(id)) => match self.broken {
                Some((status, word)) => return problem(status, word),
                None => self.accounts.get(id).cloned(),
            },
            (Some("transactions"), Some(hash)) => {
                let is_known = self.applied.iter().any(|known| known == hash);
                is_known.then(|| transaction(hash))
            }
            (Some("transactions_async"), None) => return self.take(&request.body),
            _ => None,
        };
        document.map_or_else(|| problem(404, "not_found"), |document| Reply::ok(document.to_string()))
    }

    fn take(&mut self, body: &str) -> Reply {
        let encoded = body.strip_prefix("tx=").expect("a form with a transaction");
        let base64 = encoded.replace("%2B", "+").replace("%2F", "/").replace("%3D", "=");
        let envelope = Envelope::parse_signed(&base64).expect("a signed envelope");
        let hash = hex::encode(envelope.hash(Network::Testnet));
        if let Some(result) = self.refusal {
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

fn problem(status: u16, word: &str) -> Reply {
    let document = json!({ "type": format!("https://stellar.org/horizon-errors/{word}"), "title": "evil words",
        "status": status, "detail": "evil words" });
    Reply::json(status, document.to_string())
}

#[tokio::test]
async fn a_payment_that_makes_an_account_goes_the_whole_way() {
    let (app, _stub, _) = start().await;
    let fees = app.get("prepare-transaction/fee-stat/xlm/?network=testnet").await;
    assert_eq!(fees.data()["feeCharged"]["max"], "50000");
    let payment = app.payment().await;
    let signed = app.signed(&payment, &app.alice).await;
    let parsed = app.parsed(&signed).await;
    assert_eq!(parsed["operations"][0]["type"], "createAccount", "Bob is not there yet");
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
async fn a_refusal_is_told_in_the_codes_of_the_network() {
    let (app, _stub, ledger) = start().await;
    let signed = app.signed(&app.payment().await, &app.alice).await;
    // A fee of 100 and txBAD_SEQ.
    change(&ledger, |ledger| ledger.refusal = Some("AAAAAAAAAGT////7AAAAAA=="));
    let body = json!({ "txdata": signed, "network": "testnet" });
    let answer = app.post("transaction/send/xlm", &body).await;
    answer.assert_error(422, "transaction_rejected", None);
    assert_eq!(answer.detail("reason"), "bad_sequence");
    assert_eq!(answer.detail("resultCodes")["transaction"], "tx_bad_seq");
}

#[tokio::test]
async fn a_recipient_of_whom_nothing_can_be_told_is_not_paid() {
    let (app, _stub, ledger) = start().await;
    let shop = Wallet::new(5);
    put(&ledger, &shop, true);
    let pay = json!({ "type": "payment", "destination": shop.address(), "asset": { "kind": "coin", "chain": "xlm" },
        "amount": "1" });
    let body = json!({ "publicKey": app.alice.public_key(), "network": "testnet", "operations": [pay], "fee": "100" });
    let path = "transaction/get-hash/xlm/multi-operations";
    let answer = app.post(path, &body).await;
    answer.assert_error(400, "invalid_request", Some("memo"));
    assert_eq!(answer.detail("memoRequired"), true);
    for (status, word) in [(429, "rate_limit_exceeded"), (504, "timeout"), (500, "server_error")] {
        change(&ledger, |ledger| ledger.broken = Some((status, word)));
        let answer = app.post(path, &body).await;
        assert!(
            answer.status.is_server_error() && answer.status.as_u16() != 500,
            "{}",
            answer.text
        );
        assert!(!answer.text.contains("evil"), "{}", answer.text);
    }
}

#[tokio::test]
async fn the_livenet_has_no_upstream_here() {
    let (app, _stub, _) = start().await;
    let answer = app.get("utility/base-reserve").await;
    answer.assert_error(503, "upstream_unavailable", None);
    assert_eq!(answer.detail("setting"), "WALLET_CLOUD_UPSTREAM_XLM_LIVENET");
}

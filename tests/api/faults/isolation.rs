//! One caller repeats everything hostile that it can cause at an upstream, while another caller sends its own requests
//! (wallet specification, section 4): all of them succeed, and no upstream is paused or counted as failed. `amplification`
//! checks the latency of the other caller.

use super::evm_node;
use super::family::Family;
use super::fixture::{Fixture, HOSTILE};
use super::payment::Payment;
use super::upstream::{Behaviour, HEIGHT, State};
use crate::address_info_btc_like::xpub::scripted::ZPUB;
use crate::blockchain_connector_btc_like::{Wallet, rejection};
use crate::support::client::TestResponse;
use crate::support::json_rpc::{Call, Outcome, calls, error, respond};
use crate::support::stub::{Reply, Request};
use futures::future::join;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Repetitions of each hostile request: more than the 20 recent calls by which a circuit breaker decides.
const REPETITIONS: usize = 25;

/// Repetitions of a batch, each of which derives 2000 addresses.
const BATCH_REPETITIONS: usize = 4;

/// A request of the hostile caller.
enum Hostile {
    /// `POST /api/{path}` of the connector.
    Post(&'static str, Value),
    /// `GET /api/{path}` of a service.
    Get(&'static str, String),
    /// `POST /api/batch` of address info.
    Batch(Value),
}

impl Hostile {
    async fn send(&self, fixture: &Fixture) -> TestResponse {
        match self {
            Self::Post(path, body) => fixture.post(path, body).await,
            Self::Get(service, path) => fixture.get(service, path).await,
            Self::Batch(body) => fixture.batch(body).await,
        }
    }
}

/// Outcomes of `eth_estimateGas` that a caller causes with calldata (go-ethereum
/// `core/vm/errors.go`).
fn execution_errors() -> Vec<Outcome> {
    let revert = |text: &str| {
        let message = format!("execution reverted: {text}");
        Err(json!({ "code": 3, "message": message, "data": "0x08c379a0" }))
    };
    let mut outcomes = vec![
        revert("Rate limit exceeded"),
        revert("daily limit exceeded"),
        revert(HOSTILE),
        error(-32005, "Transaction gas limit exceeds block gas limit"),
    ];
    for message in [
        "invalid code: must not begin with 0xef",
        "return data out of bounds",
        "max call depth exceeded",
        "gas uint64 overflow",
        "out of gas",
        "invalid opcode: INVALID",
        "Transaction processing could not be completed due to an exception",
    ] {
        outcomes.push(error(-32000, message));
    }
    outcomes
}

/// Reasons of EVM nodes against a transaction, of the transaction and of the node.
const EVM_REJECTIONS: [(i64, &str); 6] = [
    (-32000, "intrinsic gas too low"),
    (-32000, "transaction underpriced"),
    (-32000, "txpool is full"),
    (-32000, "in-flight transaction limit reached for delegated accounts"),
    (-32001, "rpc method is not whitelisted"),
    (-32002, "Transaction pool not enabled or node not yet in sync"),
];

/// Reasons of UTXO nodes.
const UTXO_REJECTIONS: [&str; 5] = [
    "-26: dust",
    "-26: mempool full",
    "-26: txn-mempool-conflict",
    "-25: bad-txns-inputs-missingorspent",
    "-26: too-long-mempool-chain",
];

/// The first byte of the calldata of hostile calls; the second selects the outcome.
const MARK: u8 = 0xee;

fn calldata(which: usize) -> String {
    format!("0x{MARK:02x}{which:02x}")
}

/// Returns the outcome that the calldata of a call selects.
fn selected(call: &Call) -> Option<Outcome> {
    let transaction = &call.params[0];
    let data = transaction["data"].as_str().or_else(|| transaction["input"].as_str())?;
    let which = (0..execution_errors().len()).find(|which| calldata(*which) == data)?;
    (call.method == "eth_estimateGas").then(|| execution_errors().swap_remove(which))
}

/// Returns a node that reports execution errors by calldata, and rejects every transaction while `rejects` is set.
fn evm_node(rejects: &'static AtomicBool) -> Behaviour {
    let sent = AtomicUsize::new(0);
    Behaviour::Scripted(Box::new(move |request| {
        let calls = calls(request);
        let submits = calls.iter().any(|call| call.method == "eth_sendRawTransaction");
        if submits && rejects.load(Ordering::SeqCst) {
            let (code, message) = EVM_REJECTIONS[sent.fetch_add(1, Ordering::SeqCst) % EVM_REJECTIONS.len()];
            return Some(respond(request, |_| error(code, message)));
        }
        let is_hostile = calls.iter().any(|call| selected(call).is_some());
        is_hostile.then(|| {
            respond(request, |call| {
                selected(call).unwrap_or_else(|| evm_node::outcome(&State::default(), call))
            })
        })
    }))
}

/// Returns an index with unreadable rows for the recipient's address, which rejects every transaction while `rejects` is
/// set.
fn utxo_index(rejects: &'static AtomicBool) -> Behaviour {
    let sent = AtomicUsize::new(0);
    let hostile_address = Wallet::btc().recipient();
    Behaviour::Scripted(Box::new(move |request: &Request| {
        let submits = request.path.starts_with("/api/v2/sendtx");
        if submits && rejects.load(Ordering::SeqCst) {
            let message = UTXO_REJECTIONS[sent.fetch_add(1, Ordering::SeqCst) % UTXO_REJECTIONS.len()];
            return Some(rejection(message));
        }
        let is_history = request.path.starts_with("/api/v2/address/") && request.path.contains(&hostile_address);
        is_history.then(unreadable_history)
    }))
}

fn unreadable_history() -> Reply {
    let rows = json!([
        { "txid": "GENESIS", "blockHeight": HEIGHT - 20, "vin": [], "vout": [] },
        { "txid": 7, "blockHeight": HEIGHT - 21, "vin": {}, "vout": null },
        { "txid": "00".repeat(32), "blockHeight": HEIGHT - 22, "vin": [{ "n": 0, "value": "-1" }],
            "vout": [{ "n": 0, "value": "x" }] },
    ]);
    let response = json!({ "page": 1, "totalPages": 1, "balance": "1", "unconfirmedBalance": "0", "txs": 3,
        "transactions": rows });
    Reply::ok(response.to_string())
}

/// Returns a Horizon that rejects every transaction while `rejects` is set.
fn horizon(rejects: &'static AtomicBool) -> Behaviour {
    let sent = AtomicUsize::new(0);
    Behaviour::Scripted(Box::new(move |request| {
        let submits = Family::Stellar.submitted_transaction(request).is_some();
        if !submits || !rejects.load(Ordering::SeqCst) {
            return None;
        }
        let rejections = ["txBAD_AUTH", "txINSUFFICIENT_BALANCE", "txBAD_SEQ"];
        let which = sent.fetch_add(1, Ordering::SeqCst) % (rejections.len() + 1);
        Some(match rejections.get(which) {
            Some(name) => Family::Stellar.rejection_reply(name),
            None => super::horizon::status(503, "TRY_AGAIN_LATER", super::horizon::APPLIED),
        })
    }))
}

fn behaviour(family: Family, rejects: &'static AtomicBool) -> Behaviour {
    match family {
        Family::Utxo => utxo_index(rejects),
        Family::Evm => evm_node(rejects),
        Family::Stellar => horizon(rejects),
    }
}

/// Returns the requests of the hostile caller: the transaction, and what a family can cause beside it.
fn hostile_requests(family: Family, payment: &Payment) -> Vec<Hostile> {
    let txdata = json!({ "txdata": payment.txdata });
    match family {
        Family::Utxo => {
            let address = Wallet::btc().recipient();
            let entry = json!({ "chain": "btc", "address": address, "limit": 20 });
            let key = json!({ "chain": "btc", "xpub": ZPUB, "gap": 100 });
            vec![
                Hostile::Batch(json!({ "requests": vec![entry; 10], "keys": vec![key; 10] })),
                Hostile::Post("transaction/send/btc", txdata),
                Hostile::Get("address-info-btc-like", format!("btc?address={address}")),
                Hostile::Get(
                    "blockchain-connector-btc-like",
                    format!("transaction/status/btc?txid={}", "ab".repeat(32)),
                ),
            ]
        }
        Family::Evm => {
            let call = |which| {
                let body = json!({ "address": evm_node::ADDRESS, "to": null, "amount": "0", "data": calldata(which) });
                Hostile::Post("prepare-transaction/gas-limit/eth", body)
            };
            let mut requests: Vec<_> = (0..execution_errors().len()).map(call).collect();
            requests.push(Hostile::Post("transaction/send/eth", txdata));
            requests
        }
        Family::Stellar => {
            let unknown = format!("transaction/status/xlm?txid={}", "ab".repeat(32));
            vec![
                Hostile::Post("transaction/send/xlm", txdata),
                Hostile::Get("blockchain-connector-xlm", unknown),
            ]
        }
    }
}

/// Sends every hostile request repeatedly, each at the same time as the reads of another caller. Each gets a precise error, at
/// worst a 503 for a reason of the node.
async fn attack(fixture: &Fixture, requests: &[Hostile]) {
    for hostile in requests {
        let repetitions = match hostile {
            Hostile::Batch(_) => BATCH_REPETITIONS,
            Hostile::Post(..) | Hostile::Get(..) => REPETITIONS,
        };
        for _ in 0..repetitions {
            let (response, ()) = join(hostile.send(fixture), read_all(fixture)).await;
            assert!(![500, 502, 504].contains(&response.status.as_u16()), "{response:?}");
        }
    }
}

/// Sends the reads of a caller sequentially. All of them succeed.
async fn read_all(fixture: &Fixture) {
    for read in fixture.family().reads() {
        let response = fixture.read(*read).await;
        assert_eq!(response.status, 200, "{read:?}: {response:?}");
    }
}

async fn check(family: Family, rejects: &'static AtomicBool) {
    let fixture = Fixture::of(family, [behaviour(family, rejects), behaviour(family, rejects)]).await;
    let payment = Payment::signed(&fixture).await;
    read_all(&fixture).await;
    rejects.store(true, Ordering::SeqCst);
    let requests = hostile_requests(family, &payment);
    attack(&fixture, &requests).await;
    rejects.store(false, Ordering::SeqCst);
    payment.assert_sent(&payment.send(&fixture).await);
}

#[tokio::test(start_paused = true)]
async fn hostile_requests_to_utxo_chains_do_not_affect_other_callers() {
    static REJECTS: AtomicBool = AtomicBool::new(false);
    check(Family::Utxo, &REJECTS).await;
}

#[tokio::test(start_paused = true)]
async fn hostile_requests_to_evm_chains_do_not_affect_other_callers() {
    static REJECTS: AtomicBool = AtomicBool::new(false);
    check(Family::Evm, &REJECTS).await;
}

#[tokio::test(start_paused = true)]
async fn hostile_requests_to_stellar_do_not_affect_other_callers() {
    static REJECTS: AtomicBool = AtomicBool::new(false);
    check(Family::Stellar, &REJECTS).await;
}

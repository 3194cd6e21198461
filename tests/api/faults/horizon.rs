//! The responses of a fault-free livenet Horizon, and the parsing of its requests.

use super::fixture::HOSTILE;
use super::upstream::{HEIGHT, State};
use crate::support::stub::{Reply, Request};
use crate::support::xlm_wallet::Wallet;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use wallet_core::model::Network;
use wallet_core::ports::system::Clock;
use wallet_http::system::SystemClock;
use wallet_xlm::operation::Operations;
use wallet_xlm::{Envelope, Fee, Frame, Memo, PublicKey, SequenceNumber, Signature, UnsignedTransaction, passphrase};

/// A transaction in a ledger.
pub const APPLIED: &str = "4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b";

/// The number of ledgers after that ledger.
const CONFIRMATIONS: u64 = 10;

/// Returns the wallet of the transaction.
pub fn wallet() -> Wallet {
    Wallet::new(1)
}

/// Returns a payment of one lumen, signed for this network.
pub fn signed_for(network: Network) -> String {
    signed_by(&wallet(), network)
}

/// Returns the same payment, signed by this wallet.
pub fn signed_by(signer: &Wallet, network: Network) -> String {
    let (wallet, payee) = (wallet(), Wallet::new(2).address());
    let pay = json!({ "type": "payment", "destination": payee, "asset": { "kind": "coin", "chain": "xlm" },
        "amount": "10000000" });
    let operations = Operations::read(&[pay], wallet.id()).expect("a payment");
    let frame = Frame {
        source: wallet.id(),
        sequence: SequenceNumber::new(8).expect("above 0"),
        fee: Fee::new(100, 1).expect("the minimum fee"),
        memo: Memo::NONE,
        valid_until: 0,
    };
    let unsigned = UnsignedTransaction::build(&frame, &operations);
    let halves = signer.sign(&json!(hex::encode(unsigned.hash(network))));
    let half = |name: &str| halves[name].as_str().expect("a text").to_owned();
    let signature = Signature::parse(&half("R"), &half("s")).expect("two halves");
    let key = PublicKey::parse(&signer.public_key()).expect("a key");
    let envelope = Envelope::parse(&unsigned.to_base64()).expect("the built envelope");
    let envelope = envelope.attach(network, &key, &signature);
    envelope.expect("its own signature").to_base64()
}

/// Returns the hash of a livenet transaction.
pub fn txid(txdata: &str) -> String {
    let envelope = Envelope::parse(txdata).expect("an envelope");
    hex::encode(envelope.hash(Network::Livenet))
}

/// Returns the transaction that a request submits.
pub fn submitted_transaction(request: &Request) -> Option<String> {
    let encoded = request.body.strip_prefix("tx=")?;
    Some(encoded.replace("%2B", "+").replace("%2F", "/").replace("%3D", "="))
}

/// Returns the response to a request.
pub fn reply(state: &mut State, request: &Request) -> Reply {
    if let Some(txdata) = submitted_transaction(request) {
        return accept(state, &txdata);
    }
    let path = request.path.split('?').next().unwrap_or_default();
    let mut parts = path.trim_start_matches('/').split('/');
    let document = match (parts.next(), parts.next()) {
        (Some(""), None) => root(Network::Livenet),
        (Some("ledgers"), None) => ledgers(&ledger(state)),
        (Some("fee_stats"), None) => fees(),
        (Some("accounts"), Some(id)) if id == wallet().address() => account(),
        (Some("transactions"), Some(id)) if id == APPLIED || state.transactions.contains_key(id) => transaction(id),
        (Some("accounts" | "transactions"), Some(_)) => return problem(404, "not_found"),
        _ => return problem(500, "server_error"),
    };
    Reply::ok(document.to_string())
}

fn accept(state: &mut State, txdata: &str) -> Reply {
    let id = txid(txdata);
    state.transactions.insert(id.clone(), txdata.to_owned());
    status(201, "PENDING", &id)
}

/// Returns the response of the asynchronous endpoint for a transaction.
pub fn status(code: u16, word: &str, hash: &str) -> Reply {
    Reply::json(code, json!({ "tx_status": word, "hash": hash }).to_string())
}

/// Returns the rejection of a transaction with this result code.
pub fn rejection_reply(code: i32) -> Reply {
    let fee = 100_i64.to_be_bytes();
    let result = [&fee[..], &code.to_be_bytes(), &[0; 4]].concat();
    let rejection = json!({ "tx_status": "ERROR", "hash": APPLIED, "error_result_xdr": STANDARD.encode(result) });
    Reply::json(400, rejection.to_string())
}

/// Returns the root document of a Horizon.
pub fn root(network: Network) -> Value {
    json!({ "horizon_version": "28.0.0", "network_passphrase": passphrase(network) })
}

/// Returns the latest ledger.
pub fn ledger(state: &State) -> Value {
    let now = OffsetDateTime::from_unix_timestamp(SystemClock.now().as_secs().cast_signed());
    let now = now.expect("a time").format(&Rfc3339).expect("a date");
    json!({ "sequence": state.height, "closed_at": state.time.unwrap_or(&now), "base_fee_in_stroops": 100,
        "base_reserve_in_stroops": 5_000_000, "protocol_version": 25 })
}

/// Returns a page with only this ledger.
pub fn ledgers(ledger: &Value) -> Value {
    json!({ "_embedded": { "records": [ledger] } })
}

/// Returns the fee statistics.
pub fn fees() -> Value {
    json!({ "last_ledger": HEIGHT.to_string(), "last_ledger_base_fee": "100",
        "ledger_capacity_usage": "0.20", "max_fee": { "p10": "100", "p50": "5000", "p95": "80000" },
        "fee_charged": { "min": "100", "max": "50000", "mode": "100" } })
}

/// Returns the account of the wallet.
pub fn account() -> Value {
    let address = wallet().address();
    json!({
        "id": address,
        "account_id": address,
        "sequence": "7",
        "thresholds": { "low_threshold": 0, "med_threshold": 0, "high_threshold": 0 },
        "flags": { "auth_required": false, "auth_revocable": false },
        "subentry_count": 0,
        "balances": [{ "balance": "100.0000000", "buying_liabilities": "0.0000000",
            "selling_liabilities": "0.0000000", "asset_type": "native" }],
        "signers": [{ "weight": 1, "key": address, "type": "ed25519_public_key" }],
        "data": {},
        "num_sponsoring": 0,
        "num_sponsored": 0,
    })
}

/// Returns a transaction in a ledger.
pub fn transaction(hash: &str) -> Value {
    json!({ "hash": hash, "ledger": HEIGHT - CONFIRMATIONS, "created_at": "2027-01-15T07:59:52Z", "successful": true,
        "source_account": wallet().address(), "fee_charged": "100" })
}

/// Returns a problem document.
pub fn problem(status: u16, word: &str) -> Reply {
    let document = json!({ "type": format!("https://stellar.org/horizon-errors/{word}"), "title": HOSTILE,
        "status": status, "detail": HOSTILE });
    Reply::json(status, document.to_string())
}

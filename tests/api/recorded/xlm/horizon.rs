//! The connector with scripted Horizons of both networks that have one transaction.

use super::data::Fact;
use crate::blockchain_connector_xlm::App;
use crate::support::stub::{Reply, Request, Stub};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex, PoisonError};
use wallet_core::model::Network;
use wallet_xlm::passphrase;

/// The latest ledger.
pub const LEDGER: u64 = 63_800_000;
/// The time of a transaction whose ledger is not recorded.
const CREATED_AT: &str = "2026-08-04T20:14:07Z";

/// The state of both Horizons.
#[derive(Default)]
struct State {
    /// The reply to a submission.
    reply: Value,
    /// The record of the transaction, and null if no ledger contains it.
    record: Value,
    /// The networks of the submissions.
    submitted: Vec<Network>,
    /// The response of `/fee_stats`.
    fees: Value,
}

type Shared = Arc<Mutex<State>>;

/// The service with its Horizons.
pub struct Replay {
    pub app: App,
    state: Shared,
    _stubs: [Stub; 2],
}

fn locked(state: &Shared) -> std::sync::MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

async fn start(network: Network, state: &Shared) -> Stub {
    let state = Arc::clone(state);
    Stub::start(move |request| locked(&state).response(network, request)).await
}

impl State {
    fn response(&mut self, network: Network, request: &Request) -> Reply {
        let path = request.path.split('?').next().unwrap_or_default();
        let mut parts = path.trim_start_matches('/').split('/');
        let document = match (parts.next(), parts.next()) {
            (Some(""), None) => json!({ "network_passphrase": passphrase(network) }),
            (Some("ledgers"), None) => json!({ "_embedded": { "records": [{ "sequence": LEDGER,
                "closed_at": "2027-01-15T07:59:57Z", "base_reserve_in_stroops": 5_000_000 }] } }),
            (Some("fee_stats"), None) => self.fees.clone(),
            (Some("transactions"), Some(hash)) if self.record["hash"] == hash => self.record.clone(),
            (Some("transactions_async"), None) => {
                self.submitted.push(network);
                return Reply::json(201, self.reply.to_string());
            }
            _ => {
                let document = json!({ "type": "https://stellar.org/horizon-errors/not_found", "status": 404 });
                return Reply::json(404, document.to_string());
            }
        };
        Reply::ok(document.to_string())
    }
}

impl Replay {
    pub async fn start() -> Self {
        let state = Shared::default();
        let stubs = [
            start(Network::Livenet, &state).await,
            start(Network::Testnet, &state).await,
        ];
        let urls = [
            (Network::Livenet, stubs[0].url.as_str()),
            (Network::Testnet, stubs[1].url.as_str()),
        ];
        Self {
            app: App::over_horizons(&urls),
            state,
            _stubs: stubs,
        }
    }

    /// Replaces the transaction: the submission is accepted, and the ledger contains it as recorded.
    pub fn set(&self, fact: &Fact) {
        let mut record = fact.value.clone();
        for (name, value) in [
            ("ledger", json!(LEDGER)),
            ("created_at", json!(CREATED_AT)),
            ("successful", json!(true)),
        ] {
            if record[name].is_null() {
                record[name] = value;
            }
        }
        if record["source_account"].is_null() {
            record["source_account"] = json!("");
        }
        let mut state = locked(&self.state);
        state.reply = json!({ "tx_status": "PENDING", "hash": fact.get("hash") });
        state.record = record;
        state.submitted.clear();
    }

    /// Makes both Horizons reject submissions with this result.
    pub fn reject(&self, result: &Value) {
        let mut state = locked(&self.state);
        state.reply = json!({ "tx_status": "ERROR", "hash": "", "error_result_xdr": result });
        state.record = Value::Null;
    }

    /// Replaces the fee statistics.
    pub fn set_fees(&self, fees: &Value) {
        locked(&self.state).fees = fees.clone();
    }

    /// Returns the networks of the submissions since the last transaction.
    pub fn submitted(&self) -> Vec<Network> {
        locked(&self.state).submitted.clone()
    }
}

//! A Blockbook that knows one wallet and misbehaves as it is told.

use super::world::{HOSTILE, Wallet, income};
use crate::blockchain_connector_btc_like::{estimate, listed, unknown};
use crate::support::stub::{Reply, Request, Stub, closed_port};
use bitcoin::Transaction;
use bitcoin::consensus::encode::{deserialize_hex, serialize_hex};
use serde_json::json;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

/// The height of every chain.
pub const HEIGHT: u64 = 800_000;

/// In place of an answer to a request, `None` where there is nothing to misbehave about.
type Script = Box<dyn FnMut(&Request) -> Option<Reply> + Send>;

/// How an upstream behaves.
pub enum Behaviour {
    /// As it should.
    Good,
    /// Nobody listens.
    Closed,
    /// It takes connections and never reads from them.
    Deaf,
    /// It says this to everything.
    Says(Reply),
    /// It says what the script does, and otherwise what it should.
    Does(Script),
}

/// A running upstream.
pub struct Upstream {
    /// Its address.
    pub url: String,
    server: Server,
    state: Arc<Mutex<State>>,
}

enum Server {
    None,
    Deaf(JoinHandle<()>),
    Stub(Stub),
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Self::Deaf(task) = self {
            task.abort();
        }
    }
}

/// What an upstream knows and does.
pub struct State {
    /// Its newest block.
    pub height: u64,
    /// When that came (RFC 3339), where it tells.
    pub time: Option<&'static str>,
    transactions: HashMap<String, String>,
    script: Script,
}

impl Upstream {
    /// Starts one.
    pub async fn start(behaviour: Behaviour) -> Self {
        let parent = income(&Wallet::btc());
        let state = Arc::new(Mutex::new(State {
            height: HEIGHT,
            time: None,
            transactions: HashMap::from([(parent.compute_txid().to_string(), serialize_hex(&parent))]),
            script: Box::new(|_| None),
        }));
        let (url, server) = match behaviour {
            Behaviour::Closed => (closed_port().await, Server::None),
            Behaviour::Deaf => deaf().await,
            Behaviour::Good => serve(&state).await,
            Behaviour::Says(reply) => {
                state.lock().expect("free").script = Box::new(move |_| Some(reply.clone()));
                serve(&state).await
            }
            Behaviour::Does(script) => {
                state.lock().expect("free").script = script;
                serve(&state).await
            }
        };
        Self { url, server, state }
    }

    /// What it knows and does from now on.
    pub fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("no panic while held")
    }

    /// It behaves so from now on.
    pub fn does(&self, script: impl FnMut(&Request) -> Option<Reply> + Send + 'static) {
        self.state().script = Box::new(script);
    }

    /// It has this transaction from now on.
    pub fn learns(&self, txdata: &str) {
        let transaction: Transaction = deserialize_hex(txdata).expect("a transaction");
        let txid = transaction.compute_txid().to_string();
        self.state().transactions.insert(txid, txdata.to_owned());
    }

    fn requests(&self) -> Vec<Request> {
        match &self.server {
            Server::Stub(stub) => stub.requests(),
            Server::None | Server::Deaf(_) => Vec::new(),
        }
    }

    /// How often it was asked for a path that begins so.
    pub fn asked(&self, path: &str) -> usize {
        let requests = self.requests();
        requests.iter().filter(|request| request.path.starts_with(path)).count()
    }

    /// The transactions that it was handed.
    pub fn handed(&self) -> Vec<String> {
        let posts = self.requests().into_iter().filter(|request| request.method == "POST");
        posts.map(|request| request.body).collect()
    }
}

async fn serve(state: &Arc<Mutex<State>>) -> (String, Server) {
    let state = Arc::clone(state);
    let stub = Stub::start(move |request| {
        let mut state = state.lock().expect("no panic while held");
        let instead = (state.script)(request);
        instead.unwrap_or_else(|| state.answer(request))
    })
    .await;
    (stub.url.clone(), Server::Stub(stub))
}

/// Connections are held open, unread.
async fn deaf() -> (String, Server) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let url = format!("http://{}", listener.local_addr().expect("a bound port"));
    let task = tokio::spawn(async move {
        let mut held = Vec::new();
        while let Ok((stream, _)) = listener.accept().await {
            held.push(stream);
        }
    });
    (url, Server::Deaf(task))
}

impl State {
    /// What a Blockbook without fault says.
    fn answer(&mut self, request: &Request) -> Reply {
        if request.path == "/api/status" {
            let mut index = json!({ "bestHeight": self.height, "inSync": true });
            if let Some(time) = self.time {
                index["lastBlockTime"] = json!(time);
            }
            let status = json!({ "blockbook": index, "backend": {} });
            return Reply::ok(status.to_string());
        }
        let path = request.path.trim_start_matches("/api/v2/");
        match path.split_once('/') {
            Some(("utxo", _)) => Reply::ok(json!(listed(&income(&Wallet::btc()), 11)).to_string()),
            Some(("estimatefee", _)) => estimate("0.00010000"),
            Some(("tx", txid)) => self.transaction(txid),
            Some(("address", _)) => address(),
            Some(("sendtx", "")) if request.method == "POST" => accepted(&request.body),
            _ => Reply::json(500, json!({ "error": HOSTILE }).to_string()),
        }
    }

    fn transaction(&self, txid: &str) -> Reply {
        let Some(hex) = self.transactions.get(txid) else {
            return unknown(txid);
        };
        let place = json!({
            "txid": txid,
            "hex": hex,
            "blockHeight": HEIGHT - 10,
            "confirmations": 11,
            "blockTime": 1_700_000_000,
        });
        Reply::ok(place.to_string())
    }
}

/// Balance and history of the wallet.
fn address() -> Reply {
    let wallet = Wallet::btc();
    let own = wallet.address();
    let row = json!({
        "txid": income(&wallet).compute_txid().to_string(),
        "vin": [{ "n": 0, "addresses": [wallet.recipient()], "value": "220000" }],
        "vout": [{ "n": 0, "addresses": [own], "value": "210000" }],
        "blockHeight": HEIGHT - 10,
        "confirmations": 11,
        "blockTime": 1_700_000_000,
        "fees": "10000",
    });
    let answer = json!({
        "page": 1,
        "totalPages": 1,
        "balance": "210000",
        "unconfirmedBalance": "0",
        "txs": 1,
        "transactions": [row],
    });
    Reply::ok(answer.to_string())
}

/// The answer to a transaction that a node takes.
pub fn accepted(txdata: &str) -> Reply {
    let transaction: Transaction = deserialize_hex(txdata).expect("only transactions are handed over");
    Reply::ok(json!({ "result": transaction.compute_txid().to_string() }).to_string())
}

//! A scripted upstream that knows one wallet and can misbehave.

use super::family::{Family, is_request_for};
use super::fixture::{Wallet, income};
use super::{blockbook, evm_node, horizon};
use crate::support::stub::{Reply, Request, Stub, closed_port};
use bitcoin::Transaction;
use bitcoin::consensus::encode::{deserialize_hex, serialize_hex};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

/// The height of every chain in blocks or ledgers.
pub const HEIGHT: u64 = 800_000;

/// Replaces the response to a request; `None` leaves the request to the default behaviour.
type Script = Box<dyn FnMut(&Request) -> Option<Reply> + Send>;

/// The behaviour of an upstream.
pub enum Behaviour {
    /// Correct responses.
    Healthy,
    /// A closed port.
    Closed,
    /// Accepts connections and never reads from them.
    NeverReads,
    /// The same response to every request.
    Replies(Reply),
    /// A scripted response, or a correct one if the script returns `None`.
    Scripted(Script),
}

/// A running upstream.
pub struct Upstream {
    /// The base URL.
    pub url: String,
    family: Family,
    server: Server,
    state: Arc<Mutex<State>>,
}

enum Server {
    None,
    NeverReads(JoinHandle<()>),
    Stub(Stub),
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Self::NeverReads(task) = self {
            task.abort();
        }
    }
}

/// The data and script of an upstream.
pub struct State {
    /// The height of the latest block.
    pub height: u64,
    /// The time of the latest block (RFC 3339), if reported.
    pub time: Option<&'static str>,
    /// The known transactions by id.
    pub transactions: HashMap<String, String>,
    script: Script,
}

impl Default for State {
    fn default() -> Self {
        let parent = income(&Wallet::btc());
        Self {
            height: HEIGHT,
            time: None,
            transactions: HashMap::from([(parent.compute_txid().to_string(), serialize_hex(&parent))]),
            script: Box::new(|_| None),
        }
    }
}

impl Upstream {
    /// Starts an upstream.
    pub async fn start(family: Family, behaviour: Behaviour) -> Self {
        let state = Arc::new(Mutex::new(State::default()));
        let (url, server) = match behaviour {
            Behaviour::Closed => (closed_port(), Server::None),
            Behaviour::NeverReads => never_reads().await,
            Behaviour::Healthy => serve(family, &state).await,
            Behaviour::Replies(reply) => {
                state.lock().expect("free").script = Box::new(move |_| Some(reply.clone()));
                serve(family, &state).await
            }
            Behaviour::Scripted(script) => {
                state.lock().expect("free").script = script;
                serve(family, &state).await
            }
        };
        Self {
            url,
            family,
            server,
            state,
        }
    }

    /// Locks data and script for reading or changes.
    pub fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("no panic while held")
    }

    /// Replaces the script.
    pub fn set_script(&self, script: impl FnMut(&Request) -> Option<Reply> + Send + 'static) {
        self.state().script = Box::new(script);
    }

    /// Adds a known transaction.
    pub fn add_transaction(&self, txdata: &str) {
        let txid = match self.family {
            Family::Utxo => {
                let transaction: Transaction = deserialize_hex(txdata).expect("a transaction");
                transaction.compute_txid().to_string()
            }
            Family::Evm => evm_node::read(txdata).hash().to_string(),
            Family::Stellar => horizon::txid(txdata),
        };
        self.state().transactions.insert(txid, txdata.to_owned());
    }

    /// Returns the requests, without connections that were closed before a request was sent.
    fn requests(&self) -> Vec<Request> {
        let mut requests = match &self.server {
            Server::Stub(stub) => stub.requests(),
            Server::None | Server::NeverReads(_) => Vec::new(),
        };
        requests.retain(|request| !request.path.is_empty());
        requests
    }

    /// Counts the requests for a path prefix or a method.
    pub fn request_count(&self, endpoint: &str) -> usize {
        let requests = self.requests();
        requests
            .iter()
            .filter(|request| is_request_for(request, endpoint))
            .count()
    }

    /// Returns the submitted transactions in order.
    pub fn submitted_transactions(&self) -> Vec<String> {
        let requests = self.requests().into_iter();
        requests
            .filter_map(|request| self.family.submitted_transaction(&request))
            .collect()
    }
}

async fn serve(family: Family, state: &Arc<Mutex<State>>) -> (String, Server) {
    let state = Arc::clone(state);
    let stub = Stub::start(move |request| {
        let mut state = state.lock().expect("no panic while held");
        let instead = (state.script)(request);
        instead.unwrap_or_else(|| match family {
            Family::Utxo => blockbook::reply(&state, request),
            Family::Evm => evm_node::reply(&state, request),
            Family::Stellar => horizon::reply(&mut state, request),
        })
    })
    .await;
    (stub.url.clone(), Server::Stub(stub))
}

/// Accepts connections and holds them open, unread.
async fn never_reads() -> (String, Server) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let url = format!("http://{}", listener.local_addr().expect("a bound port"));
    let task = tokio::spawn(async move {
        let mut held = Vec::new();
        while let Ok((stream, _)) = listener.accept().await {
            held.push(stream);
        }
    });
    (url, Server::NeverReads(task))
}

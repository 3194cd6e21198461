//! An upstream that knows one wallet and misbehaves as it is told.

use super::family::{Family, asks_for};
use super::world::{Wallet, income};
use super::{blockbook, evm_node, horizon};
use crate::support::stub::{Reply, Request, Stub, closed_port};
use bitcoin::Transaction;
use bitcoin::consensus::encode::{deserialize_hex, serialize_hex};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

/// The height of every chain, in blocks or ledgers.
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
    family: Family,
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
    /// The transactions that it has, by their ids.
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
    /// Starts one.
    pub async fn start(family: Family, behaviour: Behaviour) -> Self {
        let state = Arc::new(Mutex::new(State::default()));
        let (url, server) = match behaviour {
            Behaviour::Closed => (closed_port(), Server::None),
            Behaviour::Deaf => deaf().await,
            Behaviour::Good => serve(family, &state).await,
            Behaviour::Says(reply) => {
                state.lock().expect("free").script = Box::new(move |_| Some(reply.clone()));
                serve(family, &state).await
            }
            Behaviour::Does(script) => {
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

    fn requests(&self) -> Vec<Request> {
        match &self.server {
            Server::Stub(stub) => stub.requests(),
            Server::None | Server::Deaf(_) => Vec::new(),
        }
    }

    /// How often it was asked for this: a path that begins so, or a method.
    pub fn asked(&self, what: &str) -> usize {
        let requests = self.requests();
        requests.iter().filter(|request| asks_for(request, what)).count()
    }

    /// The transactions that it was handed.
    pub fn handed(&self) -> Vec<String> {
        let requests = self.requests().into_iter();
        requests.filter_map(|request| self.family.handed(&request)).collect()
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

//! A sandbox network with Stellar RPC and Horizon over HTTP, for services without an index.

use super::xlm_wallet::Wallet;
use std::sync::Arc;
use tokio::net::TcpListener;
use tokio::task::JoinSet;
use wallet_core::model::Network;
use wallet_core::ports::system::Clock;
use wallet_sandbox::clock::Timestamp;
use wallet_sandbox::xlm::node::Node;
use wallet_sandbox::xlm::test_wallet::TestWallet;
use wallet_sandbox::xlm::{horizon, rpc};
use wallet_upstream::client::{HttpClient, Limits};
use wallet_upstream::config::setting_name;
use wallet_upstream_xlm::XlmUpstreams;

/// A sandbox network on a local port, which closes a ledger for each transaction.
pub struct RpcNetwork {
    /// The network with the ledgers.
    pub node: Arc<Node>,
    /// The URL of Horizon, without a slash at the end.
    url: String,
    _server: JoinSet<()>,
}

impl RpcNetwork {
    /// Starts a network at this Unix time with an account of one hundred lumens for each wallet, from seed 1 on.
    pub async fn start(now: u64, wallets: u8) -> Self {
        let clock = move || Timestamp::from_secs(now);
        let node = Node::open(Arc::new(clock), None).expect("a node in memory");
        let node = Arc::new(node.closing_immediately());
        for seed in 1..=wallets {
            TestWallet::funded(&node, seed);
        }
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let router = horizon::router(Arc::clone(&node)).merge(rpc::router(Arc::clone(&node)));
        let mut server = JoinSet::new();
        server.spawn(async move { axum::serve(listener, router).await.expect("a running server") });
        Self {
            node,
            url,
            _server: server,
        }
    }

    /// Returns the ports over Stellar RPC alone.
    pub fn upstreams(&self, clock: &Arc<dyn Clock>) -> XlmUpstreams {
        upstreams(&format!("stellar-rpc+{}{}", self.url, rpc::PATH), clock)
    }

    /// Returns the ports over Horizon alone.
    pub fn over_horizon(&self, clock: &Arc<dyn Clock>) -> XlmUpstreams {
        upstreams(&format!("horizon+{}", self.url), clock)
    }

    /// Returns the wallet of the network with the key of a wallet.
    pub fn wallet(seed: u8) -> (Wallet, TestWallet) {
        (Wallet::new(seed), TestWallet::new(seed))
    }
}

/// Returns the ports over upstreams of the test network.
fn upstreams(value: &str, clock: &Arc<dyn Clock>) -> XlmUpstreams {
    let client = HttpClient::new(Limits::default()).expect("a client");
    let name = setting_name("xlm", Network::Testnet);
    let setting = |requested: &str| (requested == name).then(|| value.to_owned());
    XlmUpstreams::from_settings(client, clock, setting).expect("a valid setting")
}

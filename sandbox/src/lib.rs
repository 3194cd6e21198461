//! Sandbox networks: small chains in this process that stand behind `testnet`.
//!
//! Each chain speaks the protocols of public servers over loopback, so the services reach it
//! through the same adapters as any upstream and do not know that it exists; nor does it know them.
//! Two calls on the public port are its own, [`faucet`] and [`mine`].
//! Decisions 0501, 0841 and 0931 say how true to real networks it is.

pub mod btc_like;
pub mod chain;
pub mod eth_like;
pub mod faucet;
pub mod journal;
pub mod mine;
pub mod xlm;

use axum::Router;
use axum::routing::post;
use chain::SandboxChain;
use journal::JournalError;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::task::JoinSet;
use wallet_core::model::{ChainName, Network};
use wallet_core::ports::system::Clock;
use wallet_http::{ApiError, ErrorCode};

/// How a sandbox is set up.
#[derive(Clone)]
pub struct SandboxOptions {
    /// The chains that it stands in for, as they stand in paths.
    pub chains: Vec<&'static str>,
    /// Where the chains are kept; `None` keeps them in memory only.
    pub folder: Option<PathBuf>,
    /// How often waiting transactions get into a block by themselves; `None` leaves it to `mine`.
    pub block_interval: Option<Duration>,
    /// Whether a transaction on Stellar has its ledger at once. There the connector's `send` waits for the ledger.
    pub ledgers_at_once: bool,
    /// Tells the time.
    pub clock: Arc<dyn Clock>,
}

/// Why a sandbox does not start.
#[derive(Debug, thiserror::Error)]
pub enum SandboxError {
    /// A chain's file is unusable.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The folder cannot be made.
    #[error("the sandbox folder {folder} cannot be made")]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// Opening the chains did not come to its end.
    #[error("the sandbox chains were not opened")]
    Interrupted(#[from] tokio::task::JoinError),
    /// There is no free port on loopback.
    #[error("the sandbox cannot listen on loopback")]
    Listen(#[source] io::Error),
}

/// Running chains. Dropping it stops them; what was accepted is in their files already.
pub struct Sandbox {
    chains: SandboxChains,
    address: SocketAddr,
    /// Ends its tasks when it is dropped.
    _tasks: JoinSet<()>,
}

/// The chains as the sandbox's own calls see them.
#[derive(Clone)]
pub struct SandboxChains(Arc<[Arc<dyn SandboxChain>]>);

/// The chains that a sandbox can stand in for, in the order of the documentation.
pub fn chain_names() -> impl Iterator<Item = &'static str> {
    let btc_like = wallet_btc_like::Chain::ALL.iter().map(|chain| chain.name());
    let eth_like = wallet_eth_like::Chain::ALL.iter().map(|chain| chain.name());
    let xlm = wallet_xlm::Chain::ALL.iter().map(|chain| chain.name());
    btc_like.chain(eth_like).chain(xlm)
}

impl Sandbox {
    /// Opens the chains and listens on a free port of loopback.
    pub async fn start(options: SandboxOptions) -> Result<Self, SandboxError> {
        let interval = options.block_interval;
        let chains = tokio::task::spawn_blocking(move || open(&options)).await??;
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))
            .await
            .map_err(SandboxError::Listen)?;
        let address = listener.local_addr().map_err(SandboxError::Listen)?;
        let mut tasks = JoinSet::new();
        let app = chains.0.iter().fold(Router::new(), |app, chain| {
            app.nest(&format!("/{}", chain.name()), chain.router())
        });
        tasks.spawn(async move {
            if let Err(error) = axum::serve(listener, app).await {
                tracing::error!(%error, "the sandbox stopped");
            }
        });
        if let Some(interval) = interval {
            tasks.spawn(mine_now_and_then(chains.clone(), interval));
        }
        Ok(Self {
            chains,
            address,
            _tasks: tasks,
        })
    }

    /// The upstream that stands for the testnet of a chain, as a setting would name it; `None` for a chain not served.
    pub fn upstream(&self, chain: &str) -> Option<String> {
        let served = self.chains.find(chain)?;
        Some(served.upstream(&format!("http://{}/{chain}", self.address)))
    }

    /// The sandbox's own calls, relative to `/sandbox/v1`.
    pub fn router(&self) -> Router {
        Router::new()
            .route("/faucet", post(faucet::post))
            .route("/mine", post(mine::post))
            .with_state(self.chains.clone())
    }
}

impl SandboxChains {
    fn find(&self, name: &str) -> Option<&Arc<dyn SandboxChain>> {
        self.0.iter().find(|served| served.name() == name)
    }

    /// The chain with this name, or the refusal that lists those there are.
    fn named(&self, name: &str) -> Result<Arc<dyn SandboxChain>, ApiError> {
        self.find(name).cloned().ok_or_else(|| {
            let supported: Vec<_> = self.0.iter().map(|served| served.name()).collect();
            let message = format!("Use a chain of the sandbox: {}.", supported.join(", "));
            ApiError::new(ErrorCode::ChainNotSupported, message)
                .detail("supported", supported)
                .at("chain")
        })
    }
}

fn open(options: &SandboxOptions) -> Result<SandboxChains, SandboxError> {
    if let Some(folder) = &options.folder {
        std::fs::create_dir_all(folder).map_err(|source| SandboxError::Folder {
            folder: folder.clone(),
            source,
        })?;
    }
    let chains = options.chains.iter().filter_map(|name| open_chain(options, name));
    chains
        .collect::<Result<Arc<[_]>, JournalError>>()
        .map(SandboxChains)
        .map_err(SandboxError::from)
}

/// Opens a chain of whichever family it belongs to; `None` when no family has it.
fn open_chain(options: &SandboxOptions, name: &str) -> Option<Result<Arc<dyn SandboxChain>, JournalError>> {
    let file = options
        .folder
        .as_ref()
        .map(|folder| folder.join(format!("{name}.jsonl")));
    let (clock, file) = (Arc::clone(&options.clock), file.as_deref());
    if let Some(chain) = wallet_btc_like::Chain::from_name(name) {
        let params = wallet_btc_like::Params::of(chain, Network::Testnet)?;
        let node = btc_like::node::Node::open(btc_like::rules::Rules::of(chain), clock, file);
        return Some(node.map(|node| {
            let node = Arc::new(node);
            Arc::new(btc_like::blockbook::Blockbook { node, params }) as Arc<dyn SandboxChain>
        }));
    }
    if wallet_xlm::Chain::from_name(name).is_some() {
        let node = xlm::node::Node::open(clock, file);
        return Some(node.map(|node| {
            let node = if options.ledgers_at_once {
                node.closing_at_once()
            } else {
                node
            };
            Arc::new(xlm::served::Served(Arc::new(node))) as Arc<dyn SandboxChain>
        }));
    }
    let chain = wallet_eth_like::Chain::from_name(name)?;
    let node = eth_like::node::Node::open(eth_like::rules::Rules::of(chain), clock, file);
    Some(node.map(|node| Arc::new(eth_like::served::Served(Arc::new(node))) as Arc<dyn SandboxChain>))
}

async fn mine_now_and_then(chains: SandboxChains, interval: Duration) {
    loop {
        tokio::time::sleep(interval).await;
        for chain in chains.0.iter() {
            let waiting = Arc::clone(chain);
            let mined = tokio::task::spawn_blocking(move || waiting.mine_if_waiting()).await;
            if let Ok(Err(error)) = mined {
                tracing::error!(%error, chain = chain.name(), "the sandbox could not make a block");
            }
        }
    }
}

#[cfg(test)]
mod tests;

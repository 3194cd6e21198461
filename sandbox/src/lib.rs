//! Sandbox networks: small in-process chains that back `testnet`.
//!
//! Each chain serves the protocols of public servers over loopback, so the services use the same adapters as
//! for any upstream. The package is a reference for the services, and shares no rule and no package with them.
//! [`SandboxChains::pay`] and [`SandboxChains::mine`] control the chains; the local server serves them as HTTP
//! endpoints. docs/decisions/local.md#utxo-sandbox-chains, docs/decisions/local.md#evm-sandbox-chains,
//! docs/decisions/local.md#stellar-sandbox-ledger state how faithful the sandbox is to real networks.

pub mod btc_like;
pub mod chain;
pub mod clock;
pub mod eth_like;
pub mod journal;
pub mod listener;
pub mod local_caller;
mod prices;
pub mod xlm;

use axum::Router;
use chain::{ControlError, Endpoint, MineError, Mined, Paid, PayError, Payment, Reorganised, SandboxChain, Token};
use clock::Clock;
use journal::JournalError;
use listener::{BoundedListener, MAX_CONNECTIONS, WRITE_TIMEOUT, listen};
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::task::JoinSet;

/// The configuration of a sandbox.
#[derive(Clone)]
pub struct SandboxOptions {
    /// The chains to serve, by their names in URL paths.
    pub chains: Vec<&'static str>,
    /// The loopback port of all chains; 0 selects a free port.
    pub port: u16,
    /// The folder of the chain files; `None` stores the chains in memory only.
    pub folder: Option<PathBuf>,
    /// The interval at which blocks with pending transactions are mined; `None` mines only on `mine`.
    pub block_interval: Option<Duration>,
    /// If true, every submitted Stellar transaction closes a separate ledger immediately, because the connector's
    /// `send` waits for the ledger.
    pub close_ledgers_immediately: bool,
    /// The tokens of the EVM chains.
    pub tokens: Vec<Token>,
    /// The source of the current time.
    pub clock: Arc<dyn Clock>,
}

/// An error that prevents the sandbox from starting.
#[derive(Debug, thiserror::Error)]
pub enum SandboxError {
    /// The file of a chain is unusable.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The folder cannot be created.
    #[error("the sandbox folder {folder} cannot be created")]
    Folder {
        /// The path of the folder.
        folder: PathBuf,
        source: io::Error,
    },
    /// The task that opens the chains panicked or was cancelled.
    #[error("the sandbox chains were not opened")]
    Interrupted(#[from] tokio::task::JoinError),
    /// The port is in use.
    #[error("{0} is in use by another program")]
    PortInUse(SocketAddr),
    /// The port is not available for a different reason.
    #[error("the sandbox cannot listen on {address}")]
    Listen {
        /// The address with the configured port.
        address: SocketAddr,
        source: io::Error,
    },
}

/// A set of running chains. Dropping the set stops all chains; accepted transactions are already in files.
pub struct Sandbox {
    chains: SandboxChains,
    address: SocketAddr,
    /// Aborts the server and mining tasks on drop.
    _tasks: JoinSet<()>,
}

/// The chains of a running sandbox.
#[derive(Clone)]
pub struct SandboxChains {
    served: Arc<[Served]>,
    /// True if blocks are mined periodically.
    periodic: bool,
}

/// A chain of a running sandbox.
struct Served {
    chain: Arc<dyn SandboxChain>,
    /// False while the automatic blocks of the chain are stopped.
    is_automatic: AtomicBool,
}

/// Returns the names of all chains that a sandbox supports, in the order of the documentation.
pub fn chain_names() -> impl Iterator<Item = &'static str> {
    let btc_like = btc_like::rules::Chain::ALL.iter().map(|chain| chain.name());
    let eth_like = eth_like::rules::CHAINS.iter().map(|rules| rules.name);
    btc_like.chain(eth_like).chain([xlm::rules::NAME])
}

impl Sandbox {
    /// Listens on the loopback port and opens the chains.
    pub async fn start(options: SandboxOptions) -> Result<Self, SandboxError> {
        let (listener, address) = bind(options.port)?;
        let interval = options.block_interval;
        let prices = prices::router(&options.tokens, Arc::clone(&options.clock));
        let chains = tokio::task::spawn_blocking(move || open(&options)).await??;
        let mut tasks = JoinSet::new();
        let app = Router::new().nest(prices::PATH, prices);
        let app = chains.all().fold(app, |app, chain| {
            // Unlike `nest`, it also serves the path of the chain with a slash at the end.
            app.nest_service(&format!("/{}", chain.name()), Arc::clone(chain).router())
        });
        let app = local_caller::protect(app);
        let listener = BoundedListener::new(listener, MAX_CONNECTIONS, WRITE_TIMEOUT);
        tasks.spawn(async move {
            if let Err(error) = axum::serve(listener, app).await {
                tracing::error!(%error, "sandbox server stopped");
            }
        });
        if let Some(interval) = interval {
            tasks.spawn(mine_periodically(chains.clone(), interval));
        }
        Ok(Self {
            chains,
            address,
            _tasks: tasks,
        })
    }

    /// Returns the upstream setting for the testnet of a chain, or `None` if the sandbox does not serve the
    /// chain.
    pub fn upstream(&self, chain: &str) -> Option<String> {
        let served = self.chains.find(chain)?;
        Some(served.upstream(&self.url(chain)))
    }

    /// Returns the URL of the Stellar RPC of the Stellar network, or `None` if the sandbox does not serve the network.
    pub fn stellar_rpc_url(&self) -> Option<String> {
        let served = self.chains.find(xlm::rules::NAME)?;
        Some(format!("{}{}", self.url(served.name()), xlm::rpc::PATH))
    }

    /// Returns the upstream setting for the artificial prices.
    pub fn prices(&self) -> String {
        format!("coingecko+http://{}{}", self.address, prices::PATH)
    }

    /// Returns the addresses of all chains for wallets.
    pub fn endpoints(&self) -> Vec<Endpoint> {
        let endpoints = self
            .chains
            .all()
            .flat_map(|served| served.endpoints(&self.url(served.name())));
        endpoints.collect()
    }

    fn url(&self, chain: &str) -> String {
        format!("http://{}/{chain}", self.address)
    }

    /// Returns the chains.
    pub fn chains(&self) -> SandboxChains {
        self.chains.clone()
    }
}

impl SandboxChains {
    /// Returns the names of the chains.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.all().map(|chain| chain.name())
    }

    /// Makes a faucet payment. Blocks on locks and disk writes.
    pub fn pay(&self, chain: &str, payment: &Payment) -> Result<Paid, PayError> {
        self.find(chain).ok_or(PayError::UnknownChain)?.pay(payment)
    }

    /// Mines a block from the mempool; the block may be empty. Blocks on locks and disk writes.
    pub fn mine(&self, chain: &str) -> Result<Mined, MineError> {
        Ok(self.find(chain).ok_or(MineError::UnknownChain)?.mine()?)
    }

    /// Abandons the last `depth` blocks of a UTXO or EVM chain: their transactions are pending again where they are
    /// still valid, and `depth + 1` empty blocks follow. Blocks on locks and disk writes.
    pub fn reorganise(&self, chain: &str, depth: u32) -> Result<Reorganised, ControlError> {
        let chain = self.find(chain).ok_or(ControlError::UnknownChain)?;
        chain.reorganise(depth)
    }

    /// Removes a pending transaction of a UTXO or EVM chain, and the pending transactions that depend on it. Blocks on
    /// locks and disk writes.
    pub fn drop_pending(&self, chain: &str, txid: &str) -> Result<(), ControlError> {
        let chain = self.find(chain).ok_or(ControlError::UnknownChain)?;
        chain.drop_pending(txid)
    }

    /// Stops or restarts the automatic blocks of a chain. Returns true if the chain makes such blocks now, which
    /// requires an interval of blocks or ledgers that close immediately.
    pub fn set_automatic_blocks(&self, chain: &str, on: bool) -> Result<bool, ControlError> {
        let served = self.served.iter().find(|served| served.chain.name() == chain);
        let served = served.ok_or(ControlError::UnknownChain)?;
        served.is_automatic.store(on, Ordering::Relaxed);
        Ok(served.chain.set_immediate_blocks(on) || on && self.periodic)
    }

    fn all(&self) -> impl Iterator<Item = &Arc<dyn SandboxChain>> {
        self.served.iter().map(|served| &served.chain)
    }

    fn find(&self, name: &str) -> Option<&Arc<dyn SandboxChain>> {
        self.all().find(|chain| chain.name() == name)
    }
}

fn bind(port: u16) -> Result<(TcpListener, SocketAddr), SandboxError> {
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    let failed = |source: io::Error| match source.kind() {
        io::ErrorKind::AddrInUse => SandboxError::PortInUse(address),
        _ => SandboxError::Listen { address, source },
    };
    let listener = listen(port).map_err(failed)?;
    let address = listener.local_addr().map_err(failed)?;
    Ok((listener, address))
}

fn open(options: &SandboxOptions) -> Result<SandboxChains, SandboxError> {
    if let Some(folder) = &options.folder {
        std::fs::create_dir_all(folder).map_err(|source| SandboxError::Folder {
            folder: folder.clone(),
            source,
        })?;
    }
    let chains = options.chains.iter().filter_map(|name| open_chain(options, name));
    let served = chains.map(|chain| {
        Ok(Served {
            chain: chain?,
            is_automatic: AtomicBool::new(true),
        })
    });
    Ok(SandboxChains {
        served: served.collect::<Result<_, JournalError>>()?,
        periodic: options.block_interval.is_some(),
    })
}

/// Opens a chain with the node of the family, or returns `None` if no family has the chain.
fn open_chain(options: &SandboxOptions, name: &str) -> Option<Result<Arc<dyn SandboxChain>, JournalError>> {
    let folder = options.folder.as_ref();
    let file = folder.map(|folder| folder.join(format!("{name}.jsonl")));
    let (clock, file) = (Arc::clone(&options.clock), file.as_deref());
    if let Some(chain) = btc_like::rules::Chain::from_name(name) {
        let node = btc_like::node::Node::open(btc_like::rules::Rules::of(chain), clock, file);
        return Some(node.map(|node| Arc::new(node) as Arc<dyn SandboxChain>));
    }
    if name == xlm::rules::NAME {
        let closes = options.close_ledgers_immediately;
        let node = xlm::node::Node::open(clock, file);
        let node = node.map(|node| if closes { node.closing_immediately() } else { node });
        return Some(node.map(|node| Arc::new(node) as Arc<dyn SandboxChain>));
    }
    let rules = eth_like::rules::Rules::named(name)?;
    let node = eth_like::node::Node::open(rules, &options.tokens, clock, file);
    Some(node.map(|node| Arc::new(node) as Arc<dyn SandboxChain>))
}

async fn mine_periodically(chains: SandboxChains, interval: Duration) {
    loop {
        tokio::time::sleep(interval).await;
        for Served { chain, is_automatic } in chains.served.iter() {
            if !is_automatic.load(Ordering::Relaxed) {
                continue;
            }
            let owned = Arc::clone(chain);
            let mined = tokio::task::spawn_blocking(move || owned.mine_if_pending()).await;
            if let Ok(Err(error)) = mined {
                tracing::error!(%error, chain = chain.name(), "sandbox block not mined");
            }
        }
    }
}

#[cfg(test)]
mod tests;

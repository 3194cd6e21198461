//! The local server: all services in one process, with their dependencies.
//!
//! Each service uses the same adapters as on AWS. Only their back ends are local: an embedded DynamoDB,
//! secrets in a file, and the sandbox chains as upstreams of `testnet`.

mod banner;
mod connections;
mod data_folder;
mod database;
mod in_process;
mod merchant;
mod metrics;
mod production;
mod proxy;
mod secrets;
mod server;
mod services;
mod socket;
mod upstreams;
mod watch;

pub use banner::Banner;
pub use data_folder::{DataFolder, Purpose, is_production, require_private_files};
pub use database::{EmbeddedDatabase, table_names};
pub use production::{Production, ProductionOptions, check_production_settings, start_production};
pub use secrets::{FILE as SECRETS_FILE, new_private_file, sync_folder};
pub use server::stop_signal;
pub use services::{check_service_settings, combined_document};
pub use socket::{SocketLimits, Sockets};
pub use upstreams::{Upstreams, connect as connect_upstreams, or_public};

use crate::sandbox_api::{self, Operator};
use crate::site::{self, with_site};
use crate::wallet_page::with_wallet_page;
use connections::Responders;
use secrecy::{ExposeSecret, SecretString};
use server::Server;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;
use wallet_http::{HttpConfig, env, mount, overloaded};
use wallet_notifications::delivery::Reach;
use wallet_sandbox::chain::Endpoint;

/// The default address of the local server.
pub const DEFAULT_LISTEN: &str = "127.0.0.1:9000";
/// The default data folder of the local server.
pub const DEFAULT_DATA: &str = ".wallet-cloud";
/// The environment variable with a fixed merchant key for the local server.
pub const MERCHANT_KEY_VARIABLE: &str = "WALLET_CLOUD_DEV_MERCHANT_KEY";
/// The interval at which pending sandbox transactions are mined.
const BLOCK_INTERVAL: Duration = Duration::from_secs(10);
/// Maximum time for running requests to complete when the server stops.
const GRACE: Duration = Duration::from_secs(10);

/// The configuration of a local server.
#[derive(Clone)]
pub struct Options {
    /// The address to listen on; port 0 selects a free port.
    pub listen: SocketAddr,
    /// The loopback port of the sandbox, for wallets and nodes; 0 selects a free port.
    pub sandbox_port: u16,
    /// The folder that stores the state; `None` stores nothing.
    pub data: Option<PathBuf>,
    /// The merchant key; `None` uses the key of the data folder, or a new key.
    pub merchant_key: Option<SecretString>,
    /// The interval at which pending sandbox transactions are mined; `None` mines only on request.
    pub block_interval: Option<Duration>,
    /// If true, the services use the Stellar RPC of the sandbox without the Horizon.
    pub stellar_rpc_only: bool,
    /// Returns the value of a setting (`WALLET_CLOUD_UPSTREAM_…`), like the environment.
    pub settings: fn(&str) -> Option<String>,
}

impl Options {
    /// Returns the options of `cargo run`: the settings of the environment and public servers for the
    /// livenets.
    pub fn from_env(listen: SocketAddr, sandbox_port: u16, data: Option<PathBuf>) -> Self {
        Self {
            listen,
            sandbox_port,
            data,
            merchant_key: env::var(MERCHANT_KEY_VARIABLE).map(SecretString::from),
            block_interval: Some(BLOCK_INTERVAL),
            stellar_rpc_only: false,
            settings: |name| or_public(name, env::var(name).as_deref()),
        }
    }

    /// Returns options for tests: free ports, no stored state, no environment variables, blocks only on
    /// request.
    pub fn ephemeral() -> Self {
        Self {
            listen: SocketAddr::from(([127, 0, 0, 1], 0)),
            sandbox_port: 0,
            data: None,
            merchant_key: None,
            block_interval: None,
            stellar_rpc_only: false,
            settings: |_| None,
        }
    }
}

/// A running server, which stops when [`Running::shutdown`] is called or the process ends.
pub struct Running {
    /// The URL of the server: `http://127.0.0.1:9000`.
    pub base_url: String,
    /// A merchant key with all permissions.
    pub merchant_key: String,
    /// The location of the state, for display.
    pub place: String,
    /// The addresses of the sandbox, which serves the testnets without a configured upstream.
    pub sandbox: Vec<Endpoint>,
    /// The chains with an upstream of the livenet.
    pub livenet_chains: Vec<&'static str>,
    server: Server,
}

/// Starts a server and returns when the server accepts requests.
pub async fn start(options: Options) -> anyhow::Result<Running> {
    // Bind first: a port in use is the most common start-up failure.
    let (listener, base_url) = server::bind(options.listen)?;
    let open = |path| DataFolder::open_for(path, Purpose::Development);
    let folder = options.data.as_deref().map(open).transpose()?;
    let file = |name: &str| folder.as_ref().map(|folder| folder.join(name));
    let database = EmbeddedDatabase::open(file(EmbeddedDatabase::FILE).as_deref()).await?;
    let secrets = secrets::open(file(secrets::FILE)).await?;
    let key_file = file(merchant::KEY_FILE);
    let merchant_key = merchant::entitle(&secrets, options.merchant_key.clone(), key_file.as_deref()).await?;
    let sandbox = upstreams::start_sandbox(&options, file("sandbox")).await?;
    let of_sandbox = |name: &str| upstreams::sandbox_setting(&sandbox, name, options.stellar_rpc_only);
    let setting = |name: &str| (options.settings)(name).or_else(|| of_sandbox(name));
    let upstreams = upstreams::connect(setting, |family| secrets.upstream_keys(family))?;
    let mut services = services::all(
        &base_url,
        &database,
        &secrets,
        upstreams,
        Reach::PublicAndLoopback,
        options.settings,
    )
    .await?;
    let operator = Operator {
        authorization: services.authorization,
        merchant_key: merchant_key.clone(),
    };
    services.list.push(sandbox_api::service(sandbox_api::Services {
        chains: sandbox.chains(),
        operator,
    }));
    let mut endpoints = sandbox.endpoints();
    endpoints.retain(|endpoint| !(options.stellar_rpc_only && endpoint.protocol == "Horizon"));
    let watch = watch::start(services.background);
    let http = HttpConfig::from_settings(options.settings)?.with_docs(site::address());
    let responders = Responders {
        services: with_wallet_page(with_site(services::with_openapi(mount(services.list, &http)))),
        overloaded: overloaded(&http),
    };
    let kept = (database, folder);
    let server = Server::start(listener, responders, (services.sockets, (watch, sandbox)), kept, GRACE);
    Ok(Running {
        base_url,
        merchant_key: merchant_key.expose_secret().to_owned(),
        place: options
            .data
            .map_or("in memory only".to_owned(), |path| path.display().to_string()),
        sandbox: endpoints,
        livenet_chains: upstreams::livenet_chains(options.settings),
        server,
    })
}

impl Running {
    /// Stops accepting requests, completes the running requests and closes the files.
    pub async fn shutdown(self) -> anyhow::Result<()> {
        self.server.shutdown().await
    }
}

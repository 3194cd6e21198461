//! `serve --production`: the services of a provider with one machine, without sandbox and development merchant.

mod settings;

use super::connections::Responders;
use super::proxy;
use super::server::Server;
use super::services::check_service_settings;
use super::{DEFAULT_LISTEN, DataFolder, EmbeddedDatabase, Purpose, listener, openapi, secrets, services, upstreams};
use settings::ProductionSettings;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;
use wallet_http::{HttpConfig, env, mount, overloaded};
use wallet_upstream::config::or_default;

/// Maximum time for running requests to complete when the server stops: longer than the time limit of a request.
const GRACE: Duration = Duration::from_secs(30);

/// The configuration of a production server.
#[derive(Clone)]
pub struct ProductionOptions {
    /// The loopback address to listen on, for the reverse proxy.
    pub listen: SocketAddr,
    /// The folder that stores the state.
    pub data: PathBuf,
    /// Returns the value of a setting, like the environment.
    pub settings: fn(&str) -> Option<String>,
}

impl ProductionOptions {
    /// Returns the options with the settings of the environment. Unlike the development server it uses no public
    /// servers by default.
    pub fn from_env(listen: SocketAddr, data: PathBuf) -> Self {
        Self {
            listen,
            data,
            settings: |name| or_default(env::var(name), None),
        }
    }
}

/// A running production server.
pub struct Production {
    /// The address on which it listens: `http://127.0.0.1:9000`.
    pub address: String,
    /// The public base URL.
    pub base_url: String,
    server: Server,
}

/// Checks the settings as the start of a server does, except the upstreams.
pub fn check_production_settings(settings: fn(&str) -> Option<String>) -> anyhow::Result<()> {
    ProductionSettings::read(DEFAULT_LISTEN.parse()?, settings)?;
    check_service_settings(settings)
}

/// Checks the settings and the data folder, starts the server and returns when it accepts requests.
pub async fn start_production(options: ProductionOptions) -> anyhow::Result<Production> {
    let ProductionSettings { base_url, proxies } = ProductionSettings::read(options.listen, options.settings)?;
    check_service_settings(options.settings)?;
    let http = HttpConfig::from_settings(options.settings)?;
    let (listener, address) = listener::bind(options.listen)?;
    let folder = DataFolder::open_for(&options.data, Purpose::Production)?;
    let secrets = secrets::open(Some(folder.join(secrets::FILE))).await?;
    let upstreams = upstreams::connect(options.settings, |family| secrets.upstream_keys(family))?;
    let database = EmbeddedDatabase::open(Some(&folder.join(EmbeddedDatabase::FILE))).await?;
    let services = services::all(&base_url, &database, &secrets, upstreams, options.settings).await?;
    let responders = Responders {
        services: proxy::behind(proxies, openapi::with_openapi(mount(services.list, &http))),
        overloaded: overloaded(&http),
    };
    Ok(Production {
        address,
        base_url,
        server: Server::start(listener, responders, (), (database, Some(folder)), GRACE),
    })
}

impl Production {
    /// Stops accepting requests, completes the running ones and closes the files.
    pub async fn shutdown(self) -> anyhow::Result<()> {
        self.server.shutdown().await
    }
}

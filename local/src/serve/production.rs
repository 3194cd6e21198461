//! `serve --production`: the services of a provider with a single machine, without sandbox and development merchant.

use super::connections::Responders;
use super::metrics::{Gauges, MetricsServer};
use super::proxy::{Proxies, ProxiesError};
use super::server::Server;
use super::services::check_service_settings;
use super::upstreams::chains_with_upstream;
use super::{
    DEFAULT_LISTEN, DataFolder, EmbeddedDatabase, MERCHANT_KEY_VARIABLE, Purpose, proxy, secrets, server, services,
    upstreams, watch,
};
use crate::metrics::Metrics;
use anyhow::Context;
use reqwest::Url;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use wallet_core::model::Network;
use wallet_http::env::EnvError;
use wallet_http::telemetry::{TraceSink, set_trace_sinks};
use wallet_http::{HttpConfig, env, mount, overloaded};
use wallet_notifications::delivery::Reach;
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
    /// Returns the options with the settings of the environment. Unlike the development server, production uses no
    /// public servers by default.
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
    /// The address on which the server listens: `http://127.0.0.1:9000`.
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

/// Checks the settings and the data folder, starts the server and returns when the server accepts requests. `sinks` receive the
/// completed requests, as the metrics do.
pub async fn start_production(
    options: ProductionOptions,
    mut sinks: Vec<Box<dyn TraceSink>>,
) -> anyhow::Result<Production> {
    let ProductionSettings {
        base_url,
        proxies,
        metrics,
    } = ProductionSettings::read(options.listen, options.settings)?;
    check_service_settings(options.settings)?;
    let http = HttpConfig::from_settings(options.settings)?;
    let (listener, address) = server::bind(options.listen)?;
    let metrics = metrics.map(|address| anyhow::Ok((server::bind(address).context(METRICS)?, Metrics::default())));
    let metrics = metrics.transpose()?;
    if let Some((_, metrics)) = &metrics {
        sinks.push(Box::new(metrics.clone()));
    }
    set_trace_sinks(sinks);
    let folder = DataFolder::open_for(&options.data, Purpose::Production)?;
    let secrets = secrets::open(Some(folder.join(secrets::FILE))).await?;
    let upstreams = upstreams::connect(options.settings, |family| secrets.upstream_keys(family))?;
    let database = EmbeddedDatabase::open(Some(&folder.join(EmbeddedDatabase::FILE))).await?;
    let services = services::all(
        &base_url,
        &database,
        &secrets,
        upstreams,
        Reach::Public,
        options.settings,
    )
    .await?;
    let metrics = metrics.map(|((listener, address), metrics)| {
        tracing::info!(address, "serving metrics");
        let gauges = Gauges {
            queue: Arc::clone(&services.background.queue),
            sockets: Arc::clone(&services.sockets),
        };
        MetricsServer::start(listener, &metrics, gauges)
    });
    let watch = watch::start(services.background);
    let responders = Responders {
        services: proxy::behind(proxies, services::with_openapi(mount(services.list, &http))),
        overloaded: overloaded(&http),
    };
    Ok(Production {
        address,
        base_url,
        server: Server::start(
            listener,
            responders,
            (services.sockets, (watch, metrics)),
            (database, Some(folder)),
            GRACE,
        ),
    })
}

impl Production {
    /// Stops accepting requests, completes the running requests and closes the files.
    pub async fn shutdown(self) -> anyhow::Result<()> {
        self.server.shutdown().await
    }
}

/// The variable of the public base URL.
const BASE_URL: &str = "WALLET_CLOUD_BASE_URL";

/// The variable of the addresses of the reverse proxies.
const PROXIES: &str = "WALLET_CLOUD_PROXIES";

/// The variable of the address on which the metrics are served.
const METRICS: &str = "WALLET_CLOUD_METRICS_LISTEN";

/// A setting prevents the start. The message names the setting and the remedy, never the value.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProductionError {
    /// The base URL is missing.
    #[error("{BASE_URL} is not set; set it to the public URL of the reverse proxy: https://wallet.example")]
    NoBaseUrl,
    /// The base URL is invalid.
    #[error("{BASE_URL} {problem}; expected the public URL of the reverse proxy: https://wallet.example")]
    BaseUrl {
        /// The reason.
        problem: &'static str,
    },
    /// The addresses of the reverse proxies are missing.
    #[error(
        "{PROXIES} is not set; set it to the address from which the reverse proxy connects: 127.0.0.1, or none to ignore X-Forwarded-For"
    )]
    NoProxies,
    /// The addresses of the reverse proxies are invalid.
    #[error("{PROXIES} is invalid; {0}")]
    Proxies(#[from] ProxiesError),
    /// No chain has an upstream.
    #[error(
        "no chain has an upstream; set WALLET_CLOUD_UPSTREAM_<CHAIN>_<NETWORK> for each chain to serve, for example \
         WALLET_CLOUD_UPSTREAM_BTC_LIVENET (docs/configuration.md). A production server uses no public servers by default"
    )]
    NoUpstream,
    /// The merchant key of the development server is set.
    #[error(
        "{MERCHANT_KEY_VARIABLE} is set, which is for development only; remove it, and create merchants with: wallet-cloud merchant create"
    )]
    DevelopmentKey,
    /// The address is reachable from further machines.
    #[error(
        "--listen must be a loopback address, since the server has no TLS; put a reverse proxy with TLS in front of it"
    )]
    PublicAddress,
    /// The address of the metrics is invalid.
    #[error(transparent)]
    Metrics(#[from] EnvError),
}

/// The settings of a production server that have no default.
#[derive(Debug, PartialEq, Eq)]
struct ProductionSettings {
    /// The public base URL, without a trailing slash.
    base_url: String,
    /// The reverse proxies, which report the addresses of callers.
    proxies: Proxies,
    /// The address on which the metrics are served, if any.
    metrics: Option<SocketAddr>,
}

impl ProductionSettings {
    /// Reads and checks the settings; `settings` returns the value of a variable, or `None` if the variable is not set.
    fn read(listen: SocketAddr, settings: fn(&str) -> Option<String>) -> Result<Self, ProductionError> {
        if settings(MERCHANT_KEY_VARIABLE).is_some() {
            return Err(ProductionError::DevelopmentKey);
        }
        let base_url = settings(BASE_URL).ok_or(ProductionError::NoBaseUrl)?;
        check_base_url(&base_url).map_err(|problem| ProductionError::BaseUrl { problem })?;
        if !listen.ip().is_loopback() {
            return Err(ProductionError::PublicAddress);
        }
        let proxies = settings(PROXIES).ok_or(ProductionError::NoProxies)?.parse()?;
        let mut networks = [Network::Livenet, Network::Testnet].into_iter();
        if networks.all(|network| chains_with_upstream(network, settings).next().is_none()) {
            return Err(ProductionError::NoUpstream);
        }
        let metrics = env::parsed(METRICS, settings)?;
        Ok(Self {
            base_url,
            proxies,
            metrics,
        })
    }
}

fn check_base_url(text: &str) -> Result<(), &'static str> {
    let url = Url::parse(text).map_err(|_| "is not a URL")?;
    if url.scheme() != "https" {
        return Err("does not start with https://");
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err("contains credentials");
    }
    if url.query().is_some() || url.fragment().is_some() {
        return Err("has a query or a fragment");
    }
    if text.ends_with('/') {
        return Err("ends with a slash");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOOPBACK: ([u8; 4], u16) = ([127, 0, 0, 1], 9000);

    fn valid(name: &str) -> Option<String> {
        match name {
            BASE_URL => Some("https://wallet.example".to_owned()),
            PROXIES => Some("127.0.0.1".to_owned()),
            "WALLET_CLOUD_UPSTREAM_XLM_TESTNET" => Some("horizon+https://horizon.example".to_owned()),
            _ => None,
        }
    }

    fn rejected(settings: fn(&str) -> Option<String>) -> ProductionError {
        ProductionSettings::read(LOOPBACK.into(), settings).unwrap_err()
    }

    #[test]
    fn base_url_and_one_upstream_suffice() {
        let settings = ProductionSettings::read(LOOPBACK.into(), valid).unwrap();
        assert_eq!(settings.base_url, "https://wallet.example");
    }

    #[test]
    fn missing_and_dangerous_settings_are_rejected() {
        assert_eq!(
            rejected(|name| valid(name).filter(|_| name != BASE_URL)),
            ProductionError::NoBaseUrl
        );
        assert_eq!(
            rejected(|name| valid(name).filter(|_| [BASE_URL, PROXIES].contains(&name))),
            ProductionError::NoUpstream
        );
        assert_eq!(
            rejected(|name| valid(name).filter(|_| name != PROXIES)),
            ProductionError::NoProxies
        );
        let with_key = |name: &str| {
            (name == MERCHANT_KEY_VARIABLE)
                .then(|| "x".to_owned())
                .or_else(|| valid(name))
        };
        assert_eq!(rejected(with_key), ProductionError::DevelopmentKey);
        let public = SocketAddr::from(([0, 0, 0, 0], 9000));
        let error = ProductionSettings::read(public, valid).unwrap_err();
        assert_eq!(error, ProductionError::PublicAddress);
    }

    #[test]
    fn base_url_is_https_without_other_parts() {
        for (text, problem) in [
            ("wallet.example", "is not a URL"),
            ("http://wallet.example", "does not start with https://"),
            ("https://a:b@wallet.example", "contains credentials"),
            ("https://wallet.example?a", "has a query or a fragment"),
            ("https://wallet.example#a", "has a query or a fragment"),
            ("https://wallet.example/", "ends with a slash"),
        ] {
            assert_eq!(check_base_url(text), Err(problem), "{text}");
        }
        assert_eq!(check_base_url("https://wallet.example/api"), Ok(()));
    }
}

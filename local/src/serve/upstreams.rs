//! The sources of chain data: configured upstreams, and sandbox chains for testnets without an upstream.

use super::Options;
use crate::sandbox_api;
use anyhow::bail;
use std::path::PathBuf;
use std::sync::Arc;
use wallet_core::model::Network;
use wallet_core::ports::system::Clock;
use wallet_core::ports::upstream_keys::UpstreamKeys;
use wallet_http::system::SystemClock;
use wallet_sandbox::{self as sandbox, Sandbox, SandboxError, SandboxOptions};
use wallet_store::secrets::UpstreamFamily;
use wallet_upstream::client::{HttpClient, Limits};
use wallet_upstream::config::setting_name;
use wallet_upstream_btc_like::BtcLikeUpstreams;
use wallet_upstream_eth_like::{EthLikeHistories, EthLikeNodes, NodesAndIndexes};
use wallet_upstream_prices::PriceUpstreams;
use wallet_upstream_xlm::XlmUpstreams;

/// The upstreams of all chains.
pub struct Upstreams {
    /// The upstreams of btc, ltc, bch and doge.
    pub btc_like: Arc<BtcLikeUpstreams>,
    /// The nodes and indexes of the EVM chains.
    pub eth_like: NodesAndIndexes,
    /// The Stellar upstreams.
    pub xlm: Arc<XlmUpstreams>,
    /// The price sources.
    pub prices: Arc<PriceUpstreams>,
}

/// Returns the value of a setting, or the public servers of the chain and network that the setting names.
pub fn or_public(name: &str, value: Option<&str>) -> Option<String> {
    let families = [
        wallet_upstream_btc_like::public_servers::or_public,
        wallet_upstream_eth_like::public_servers::or_public,
        wallet_upstream_xlm::public_servers::or_public,
    ];
    families
        .iter()
        .find_map(|or_public| or_public(name, value.map(str::to_owned)))
}

/// Returns the chains with an upstream of the livenet.
pub fn livenet_chains(settings: fn(&str) -> Option<String>) -> Vec<&'static str> {
    chains_with_upstream(Network::Livenet, settings).collect()
}

/// Returns the chains that have an upstream on a network.
pub fn chains_with_upstream(
    network: Network,
    settings: fn(&str) -> Option<String>,
) -> impl Iterator<Item = &'static str> {
    sandbox::chain_names().filter(move |chain| settings(&setting_name(chain, network)).is_some())
}

/// Starts a sandbox for each testnet without a configured upstream.
pub async fn start_sandbox(options: &Options, folder: Option<PathBuf>) -> anyhow::Result<Sandbox> {
    let configured: Vec<_> = chains_with_upstream(Network::Testnet, options.settings).collect();
    let chains: Vec<_> = sandbox::chain_names()
        .filter(|chain| !configured.contains(chain))
        .collect();
    let sandbox = Sandbox::start(SandboxOptions {
        // Without a chain only the services use the sandbox, for prices, at any address.
        port: if chains.is_empty() { 0 } else { options.sandbox_port },
        chains,
        folder,
        block_interval: options.block_interval,
        close_ledgers_immediately: true,
        tokens: sandbox_api::tokens(),
        clock: sandbox_api::sandbox_clock(Arc::new(SystemClock)),
    });
    match sandbox.await {
        Err(SandboxError::PortInUse(address)) => bail!(
            "{address}, the port of the sandbox, is in use by another program (perhaps another instance of this \
             server); stop it, or choose another port: --sandbox-port {}",
            address.port().wrapping_add(10)
        ),
        started => Ok(started?),
    }
}

/// Connects the upstreams that the settings name.
pub fn connect(
    setting: impl Fn(&str) -> Option<String>,
    keys: impl Fn(UpstreamFamily) -> Arc<dyn UpstreamKeys>,
) -> anyhow::Result<Upstreams> {
    let clock: Arc<dyn Clock> = Arc::new(SystemClock);
    let client = HttpClient::new(Limits::default())?;
    let of = |family| client.clone().with_keys(keys(family));
    let eth_like = of(UpstreamFamily::EthLike);
    let btc_like = BtcLikeUpstreams::from_settings(of(UpstreamFamily::BtcLike), &clock, &setting)?;
    let indexes = EthLikeHistories::from_settings(&eth_like, &clock, &setting)?;
    let nodes = EthLikeNodes::from_settings(eth_like, &clock, &setting)?;
    let prices = PriceUpstreams::from_settings(&of(UpstreamFamily::Prices), &clock, &setting)?;
    let xlm = XlmUpstreams::from_settings(of(UpstreamFamily::Xlm), &clock, &setting)?;
    Ok(Upstreams {
        btc_like: Arc::new(btc_like),
        eth_like: NodesAndIndexes {
            nodes: Arc::new(nodes),
            indexes: Arc::new(indexes),
        },
        xlm: Arc::new(xlm),
        prices: Arc::new(prices),
    })
}

/// Returns the setting that refers to the sandbox of a chain, or to the prices of the sandbox.
pub fn sandbox_setting(sandbox: &Sandbox, name: &str, stellar_rpc_only: bool) -> Option<String> {
    if name == wallet_upstream_prices::setting_name(Network::Testnet) {
        return Some(sandbox.prices());
    }
    let chain = sandbox::chain_names().find(|chain| setting_name(chain, Network::Testnet) == name)?;
    if stellar_rpc_only && chain == "xlm" {
        return sandbox.stellar_rpc_url().map(|url| format!("stellar-rpc+{url}"));
    }
    sandbox.upstream(chain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn port_of_the_sandbox_is_not_used_without_a_chain() {
        let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let options = |settings| Options {
            sandbox_port: taken.local_addr().unwrap().port(),
            settings,
            ..Options::ephemeral()
        };
        assert!(start_sandbox(&options(|_| None), None).await.is_err());
        let configured = options(|name| name.ends_with("_TESTNET").then(|| "configured".to_owned()));
        let sandbox = start_sandbox(&configured, None).await.unwrap();
        assert!(sandbox.endpoints().is_empty());
        let prices = format!(":{}/", configured.sandbox_port);
        assert!(!sandbox.prices().contains(&prices), "{}", sandbox.prices());
    }
}

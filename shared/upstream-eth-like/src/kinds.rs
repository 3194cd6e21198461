//! Adapters by kind of upstream for the EVM chains.
//!
//! A setting lists nodes, which provide the state of a chain and accept transactions, and history sources,
//! which list the transactions of an address.

use crate::blockbook::Blockbook;
use crate::etherscan::{Dialect, Etherscan};
use crate::json_rpc::JsonRpc;
use crate::windows::HistorySource;
use std::sync::Arc;
use wallet_eth_like::{Hash, Params};
use wallet_upstream::{Clocks, Endpoint, Entry, FirstSeen, HttpClient, Kind, UpstreamConfigError};

/// Supported kinds of an EVM chain for the error message.
const SUPPORTED: &str = "jsonrpc for a node, and etherscan, blockscout or blockbook for histories";

/// Role of an entry in a chain's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// Node of the chain.
    Node,
    /// History source.
    History,
}

/// Returns the role of an entry; an error if the kind supports neither.
pub(crate) fn role(entry: &Entry) -> Result<Role, UpstreamConfigError> {
    match entry.kind {
        Kind::JsonRpc => Ok(Role::Node),
        Kind::Etherscan | Kind::Blockscout | Kind::Blockbook => Ok(Role::History),
        Kind::Esplora | Kind::Electrum | Kind::Horizon | Kind::StellarRpc | Kind::CoinGecko => {
            Err(entry.unsupported(SUPPORTED))
        }
    }
}

/// Creates the adapter of a node entry. Sends no request.
pub(crate) fn node(
    entry: &Entry,
    client: &HttpClient,
    params: Params,
    first_seen: &Arc<FirstSeen<Hash>>,
) -> Result<Arc<JsonRpc>, UpstreamConfigError> {
    let endpoint = Endpoint::new(client.clone(), entry.base_url()?).limited(entry.rate, entry.concurrency);
    Ok(Arc::new(JsonRpc::new(endpoint, params, Arc::clone(first_seen))))
}

/// Creates the adapter of a history entry. Sends no request.
pub(crate) fn history_source(
    entry: &Entry,
    client: &HttpClient,
    params: Params,
    first_seen: &Arc<FirstSeen<Hash>>,
    clocks: &Clocks,
) -> Result<Arc<dyn HistorySource>, UpstreamConfigError> {
    let rate = entry.rate.or_else(|| default_rate(entry));
    let endpoint = Endpoint::new(client.clone(), entry.base_url()?).limited(rate, entry.concurrency);
    let adapter = |endpoint, dialect| Etherscan::new(endpoint, params, dialect, Arc::clone(first_seen), clocks.clone());
    match entry.kind {
        Kind::Blockbook => Ok(Arc::new(Blockbook::new(endpoint))),
        Kind::Etherscan => Ok(Arc::new(adapter(endpoint, Dialect::Etherscan))),
        Kind::Blockscout => Ok(Arc::new(adapter(endpoint, Dialect::Blockscout))),
        Kind::JsonRpc | Kind::Esplora | Kind::Electrum | Kind::Horizon | Kind::StellarRpc | Kind::CoinGecko => {
            Err(entry.unsupported(SUPPORTED))
        }
    }
}

/// Calls per second of Etherscan's free plan and of a Blockscout without a key.
const FREE_RATE: u32 = 3;
/// Host of Routescan, and the calls per second without a key.
const ROUTESCAN: &str = "routescan.io";
const ROUTESCAN_RATE: u32 = 2;

/// Returns the calls per second that an index allows without a paid plan, `None` without a known limit. An index
/// in a private network, which alone is reached without TLS, belongs to the operator.
fn default_rate(entry: &Entry) -> Option<u32> {
    if !entry.address.starts_with("https://") {
        return None;
    }
    match entry.kind {
        Kind::Etherscan if entry.host().ends_with(ROUTESCAN) => Some(ROUTESCAN_RATE),
        Kind::Etherscan | Kind::Blockscout => Some(FREE_RATE),
        Kind::JsonRpc
        | Kind::Blockbook
        | Kind::Esplora
        | Kind::Electrum
        | Kind::Horizon
        | Kind::StellarRpc
        | Kind::CoinGecko => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wallet_upstream::parse_list;

    const SETTING: &str = "WALLET_CLOUD_UPSTREAM_ETH_LIVENET";

    fn roles(value: &str) -> Result<Vec<Role>, UpstreamConfigError> {
        parse_list(SETTING, value)?.iter().map(role).collect()
    }

    #[test]
    fn nodes_and_history_sources_are_distinguished() {
        let value = "etherscan+https://a.example,jsonrpc+https://b.example,blockscout+https://c.example,blockbook+https://d.example";
        let expected = [Role::History, Role::Node, Role::History, Role::History];
        assert_eq!(roles(value).unwrap(), expected);
    }

    #[test]
    fn free_indexes_have_a_rate() {
        let value = "etherscan+https://api.etherscan.io/v2/api,etherscan+https://api.routescan.io/v2,blockscout+https://c.example,blockbook+https://d.example,blockscout+http://10.0.0.1";
        let entries = parse_list(SETTING, value).unwrap();
        let rates: Vec<_> = entries.iter().map(default_rate).collect();
        assert_eq!(rates, [Some(3), Some(2), Some(3), None, None]);
    }

    #[test]
    fn kinds_without_evm_support_are_rejected() {
        for kind in ["esplora", "electrum", "horizon"] {
            let error = roles(&format!("jsonrpc+https://a.example,{kind}+https://b.example")).unwrap_err();
            let expected =
                format!("{SETTING}: entry 2 has the kind {kind}, which does not support this chain; use jsonrpc");
            assert!(error.to_string().starts_with(&expected), "{error}");
        }
    }
}

//! Which adapter serves which kind of upstream of an EVM chain.
//!
//! One setting lists nodes, which know the state of a chain and take transactions, and sources of histories, which know
//! what an address has done.

use crate::blockbook::Blockbook;
use crate::etherscan::{Dialect, Etherscan};
use crate::history_source::HistorySource;
use crate::json_rpc::JsonRpc;
use crate::node_source::NodeSource;
use std::sync::Arc;
use wallet_eth_like::{Hash, Params};
use wallet_upstream::client::HttpClient;
use wallet_upstream::config::{Entry, Kind, UpstreamConfigError};
use wallet_upstream::endpoint::Endpoint;
use wallet_upstream::first_seen::FirstSeen;

/// The kinds that an operator may name for an EVM chain, as the error says them.
const SUPPORTED: &str = "jsonrpc for a node, and etherscan, blockscout or blockbook for histories";

/// What an entry of a chain's list is there for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// A node.
    Node,
    /// A source of histories.
    History,
}

/// What an entry of a chain's list is there for; an error when it can be neither.
pub(crate) fn role(entry: &Entry) -> Result<Role, UpstreamConfigError> {
    match entry.kind {
        Kind::JsonRpc => Ok(Role::Node),
        Kind::Etherscan | Kind::Blockscout | Kind::Blockbook => Ok(Role::History),
        Kind::Esplora | Kind::Electrum | Kind::Horizon => Err(entry.unsupported(SUPPORTED)),
    }
}

/// The adapter for an entry that is a node. Nothing is asked of the upstream yet.
pub(crate) fn node(
    entry: &Entry,
    client: &HttpClient,
    params: Params,
) -> Result<Arc<dyn NodeSource>, UpstreamConfigError> {
    let endpoint = Endpoint::new(client.clone(), entry.base_url()?);
    Ok(Arc::new(JsonRpc::new(endpoint, params)))
}

/// The adapter for an entry that is a source of histories. Nothing is asked of the upstream yet.
pub(crate) fn history_source(
    entry: &Entry,
    client: &HttpClient,
    params: Params,
    first_seen: &Arc<FirstSeen<Hash>>,
) -> Result<Arc<dyn HistorySource>, UpstreamConfigError> {
    let endpoint = Endpoint::new(client.clone(), entry.base_url()?);
    let speaking = |endpoint, dialect| Etherscan::new(endpoint, params, dialect, Arc::clone(first_seen));
    match entry.kind {
        Kind::Blockbook => Ok(Arc::new(Blockbook::new(endpoint))),
        Kind::Etherscan => Ok(Arc::new(speaking(endpoint, Dialect::Etherscan))),
        Kind::Blockscout => Ok(Arc::new(speaking(endpoint, Dialect::Blockscout))),
        Kind::JsonRpc | Kind::Esplora | Kind::Electrum | Kind::Horizon => Err(entry.unsupported(SUPPORTED)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wallet_upstream::config::parse_list;

    const SETTING: &str = "WALLET_CLOUD_UPSTREAM_ETH_LIVENET";

    fn roles(value: &str) -> Result<Vec<Role>, UpstreamConfigError> {
        parse_list(SETTING, value)?.iter().map(role).collect()
    }

    #[test]
    fn nodes_are_told_from_sources_of_histories() {
        let value = "etherscan+https://a.example,jsonrpc+https://b.example,blockscout+https://c.example,blockbook+https://d.example";
        let expected = [Role::History, Role::Node, Role::History, Role::History];
        assert_eq!(roles(value).unwrap(), expected);
    }

    #[test]
    fn what_serves_no_evm_chain_stops_the_start() {
        for kind in ["esplora", "electrum", "horizon"] {
            let error = roles(&format!("jsonrpc+https://a.example,{kind}+https://b.example")).unwrap_err();
            let expected =
                format!("{SETTING}: entry 2 is of kind {kind}, which cannot serve this chain yet; use jsonrpc");
            assert!(error.to_string().starts_with(&expected), "{error}");
        }
    }
}

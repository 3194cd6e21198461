//! Public nodes and indexes of the livenets, used when the operator configures none
//! (docs/decisions/upstreams.md#default-evm-nodes).

use wallet_core::model::ChainName;
use wallet_eth_like::Chain;
use wallet_upstream::{is_livenet_of, or_default};

/// Returns the value of a setting, or the public servers of the chain if the setting is absent.
/// `None` where there are none, and where the value is `none`.
pub fn or_public(name: &str, value: Option<String>) -> Option<String> {
    or_default(value, public(name))
}

fn public(name: &str) -> Option<&'static str> {
    let chain = Chain::ALL.iter().find(|chain| is_livenet_of(name, chain.name()))?;
    servers(chain.name())
}

/// Returns the servers of a chain in the format of the setting.
fn servers(chain: &str) -> Option<&'static str> {
    Some(match chain {
        "eth" => {
            "jsonrpc+https://ethereum-rpc.publicnode.com,\
             jsonrpc+https://eth.drpc.org,\
             etherscan+https://api.routescan.io/v2/network/mainnet/evm/1/etherscan/api"
        }
        "etc" => {
            "jsonrpc+https://etc.rivet.link,\
             jsonrpc+https://etc.etcdesktop.com"
        }
        "ftm" => {
            "jsonrpc+https://rpcapi.fantom.network,\
             jsonrpc+https://fantom-rpc.publicnode.com,\
             jsonrpc+https://fantom.drpc.org"
        }
        "avax" => {
            "jsonrpc+https://api.avax.network/ext/bc/C/rpc,\
             jsonrpc+https://avalanche-c-chain-rpc.publicnode.com,\
             jsonrpc+https://avalanche.drpc.org,\
             etherscan+https://api.routescan.io/v2/network/mainnet/evm/43114/etherscan/api"
        }
        "matic" => {
            "jsonrpc+https://polygon-bor-rpc.publicnode.com,\
             jsonrpc+https://polygon.drpc.org"
        }
        "bsc" => {
            "jsonrpc+https://bsc-dataseed.bnbchain.org,\
             jsonrpc+https://bsc-rpc.publicnode.com,\
             jsonrpc+https://bsc.drpc.org"
        }
        "op" => {
            "jsonrpc+https://mainnet.optimism.io,\
             jsonrpc+https://optimism-rpc.publicnode.com,\
             jsonrpc+https://optimism.drpc.org"
        }
        "base" => {
            "jsonrpc+https://mainnet.base.org,\
             jsonrpc+https://base-rpc.publicnode.com,\
             jsonrpc+https://base.drpc.org"
        }
        "arb" => {
            "jsonrpc+https://arb1.arbitrum.io/rpc,\
             jsonrpc+https://arbitrum-one-rpc.publicnode.com,\
             jsonrpc+https://arbitrum.drpc.org"
        }
        "gno" => {
            "jsonrpc+https://rpc.gnosischain.com,\
             jsonrpc+https://gnosis-rpc.publicnode.com,\
             jsonrpc+https://gnosis.drpc.org"
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kinds::{self, Role};
    use std::collections::HashSet;
    use wallet_core::model::Network;
    use wallet_upstream::{parse_list, setting_name};

    /// Returns the registrable domain of a host.
    fn domain(host: &str) -> String {
        let labels: Vec<_> = host.rsplit('.').take(2).collect();
        labels.join(".")
    }

    #[test]
    fn every_livenet_has_nodes_of_two_operators_behind_tls() {
        for chain in Chain::ALL {
            let name = setting_name(chain.name(), Network::Livenet);
            let value = or_public(&name, None).unwrap();
            let entries = parse_list(&name, &value).unwrap();
            let nodes = entries.iter().filter(|entry| kinds::role(entry).unwrap() == Role::Node);
            let operators: HashSet<_> = nodes.map(|entry| domain(&entry.host())).collect();
            assert!(operators.len() >= 2, "{operators:?}");
            assert_ne!(domain(&entries[0].host()), domain(&entries[1].host()), "{value}");
            for entry in &entries {
                assert!(entry.address.starts_with("https://"), "{}", entry.address);
                assert!(!entry.base_url().unwrap().requires_key());
            }
        }
    }

    #[test]
    fn testnets_have_no_public_servers() {
        assert_eq!(or_public("WALLET_CLOUD_UPSTREAM_ETH_TESTNET", None), None);
    }
}

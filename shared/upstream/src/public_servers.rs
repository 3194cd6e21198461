//! Public servers of the livenets, the default without configured upstreams (docs/decisions/0443, 0821 and
//! 0913).

use crate::config::setting_name;
use wallet_core::btc_like::Chain;
use wallet_core::eth_like;
use wallet_core::model::{ChainName, Network};
use wallet_core::xlm;

/// Value of a setting for no upstream at all.
const NONE: &str = "none";

/// Returns the value of a setting, or the chain's public servers if a livenet setting is not set. Returns
/// `None` if there are none, or if the operator disabled them.
pub fn or_public(name: &str, value: Option<String>) -> Option<String> {
    match value {
        None => public(name).map(str::to_owned),
        Some(value) if value.trim() == NONE => None,
        Some(value) => Some(value),
    }
}

fn public(name: &str) -> Option<&'static str> {
    let matches = |chain: &str| setting_name(chain, Network::Livenet) == name;
    let utxo = Chain::ALL.iter().find(|chain| matches(chain.name()));
    let evm = eth_like::Chain::ALL.iter().find(|chain| matches(chain.name()));
    if matches(xlm::Chain::Xlm.name()) {
        return Some(HORIZONS);
    }
    utxo.map(|chain| servers(*chain)).or_else(|| {
        let params = eth_like::Params::of(*evm?, Network::Livenet);
        Some(params.public_upstreams()).filter(|servers| !servers.is_empty())
    })
}

/// Horizon servers of the Stellar Development Foundation and of a wallet company.
const HORIZONS: &str = "horizon+https://horizon.stellar.org,horizon+https://horizon.stellar.lobstr.co";

/// Returns the Electrum servers of a chain in the format of a setting. The first two have different operators.
const fn servers(chain: Chain) -> &'static str {
    match chain {
        Chain::Btc => {
            "electrum+ssl://electrum.blockstream.info:50002,\
             electrum+ssl://fulcrum.sethforprivacy.com:50002,\
             electrum+ssl://bitcoin.lu.ke:50002"
        }
        Chain::Ltc => {
            "electrum+ssl://electrum1.cipig.net:20063,\
             electrum+ssl://litecoin.stackwallet.com:20063,\
             electrum+ssl://electrum2.cipig.net:20063"
        }
        Chain::Doge => {
            "electrum+ssl://electrum1.cipig.net:20060,\
             electrum+ssl://dogecoin.stackwallet.com:50022,\
             electrum+ssl://electrum2.cipig.net:20060"
        }
        Chain::Bch => {
            "electrum+ssl://cashnode.bch.ninja:50002,\
             electrum+ssl://electron.jochen-hoenicke.de:51002,\
             electrum+ssl://bch.imaginary.cash:50002"
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Kind, parse_list};
    use crate::electrum::ServerAddress;
    use crate::evm_kinds::{self, Role};
    use std::collections::HashSet;

    #[test]
    fn every_utxo_livenet_has_three_servers_behind_tls() {
        for chain in Chain::ALL {
            let name = setting_name(chain.name(), Network::Livenet);
            let value = or_public(&name, None).unwrap();
            let entries = parse_list(&name, &value).unwrap();
            assert_eq!(entries.len(), 3, "{value}");
            for entry in &entries {
                assert_eq!(entry.kind, Kind::Electrum);
                let address = ServerAddress::parse(entry.address).unwrap();
                assert!(address.to_string().starts_with("ssl://"), "{address}");
            }
            let domain = |index: usize| entries[index].host().rsplit('.').nth(1).map(str::to_owned);
            assert_ne!(domain(0), domain(1));
        }
    }

    /// Returns the registrable domain of a host.
    fn domain(host: &str) -> String {
        let labels: Vec<_> = host.rsplit('.').take(2).collect();
        labels.join(".")
    }

    #[test]
    fn every_evm_livenet_has_nodes_of_two_operators_behind_tls() {
        for chain in eth_like::Chain::ALL {
            let name = setting_name(chain.name(), Network::Livenet);
            let value = or_public(&name, None).unwrap();
            let entries = parse_list(&name, &value).unwrap();
            let nodes = entries
                .iter()
                .filter(|entry| evm_kinds::role(entry).unwrap() == Role::Node);
            let operators: HashSet<_> = nodes.map(|entry| domain(&entry.host())).collect();
            assert!(operators.len() >= 2, "{operators:?}");
            for entry in &entries {
                assert!(entry.address.starts_with("https://"), "{}", entry.address);
                assert!(!entry.base_url().unwrap().wants_key());
            }
        }
    }

    #[test]
    fn stellar_has_horizons_of_two_operators_behind_tls() {
        let name = setting_name("xlm", Network::Livenet);
        let value = or_public(&name, None).unwrap();
        let entries = parse_list(&name, &value).unwrap();
        let operators: HashSet<_> = entries.iter().map(|entry| domain(&entry.host())).collect();
        assert_eq!(operators.len(), 2, "{operators:?}");
        for entry in &entries {
            assert_eq!(entry.kind, Kind::Horizon);
            assert!(entry.address.starts_with("https://"), "{}", entry.address);
        }
    }

    #[test]
    fn explicit_setting_wins() {
        let name = "WALLET_CLOUD_UPSTREAM_BTC_LIVENET";
        for (value, expected) in [
            (
                "blockbook+https://btc.example.org",
                Some("blockbook+https://btc.example.org"),
            ),
            ("none", None),
            (" none ", None),
            // Rejected later, when the list is parsed.
            ("nonesuch", Some("nonesuch")),
        ] {
            assert_eq!(or_public(name, Some(value.to_owned())).as_deref(), expected);
        }
        assert_eq!(or_public("WALLET_CLOUD_UPSTREAM_BTC_TESTNET", None), None);
        assert_eq!(or_public("WALLET_CLOUD_UPSTREAM_ETH_TESTNET", None), None);
        assert_eq!(or_public("WALLET_CLOUD_UPSTREAM_XLM_TESTNET", None), None);
        assert_eq!(
            or_public("WALLET_CLOUD_UPSTREAM_DOGE_TESTNET", Some("none".to_owned())),
            None
        );
    }
}

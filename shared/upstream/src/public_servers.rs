//! Public servers for the livenets, for whoever names no upstream (docs/decisions/0443, 0821 and 0913).

use crate::config::setting_name;
use wallet_btc_like::Chain;
use wallet_core::model::{ChainName, Network};
use wallet_eth_like as eth_like;
use wallet_xlm as xlm;

/// The value of a setting that stands for no upstream at all.
const NONE: &str = "none";

/// The value of a setting, or the public servers of the chain whose livenet setting it is when it has none.
/// `None` where there are none, and where the operator wants none.
pub fn or_public(name: &str, value: Option<String>) -> Option<String> {
    match value {
        None => public(name).map(str::to_owned),
        Some(value) if value.trim() == NONE => None,
        Some(value) => Some(value),
    }
}

fn public(name: &str) -> Option<&'static str> {
    let is_it = |chain: &str| setting_name(chain, Network::Livenet) == name;
    let utxo = Chain::ALL.iter().find(|chain| is_it(chain.name()));
    let evm = eth_like::Chain::ALL.iter().find(|chain| is_it(chain.name()));
    if is_it(xlm::Chain::Xlm.name()) {
        return Some(HORIZONS);
    }
    utxo.map(|chain| servers(*chain)).or_else(|| {
        let params = eth_like::Params::of(*evm?, Network::Livenet);
        Some(params.public_upstreams()).filter(|servers| !servers.is_empty())
    })
}

/// The Horizons of Stellar: of the foundation behind it, and of the company behind a wallet.
const HORIZONS: &str = "horizon+https://horizon.stellar.org,horizon+https://horizon.stellar.lobstr.co";

/// The Electrum servers of a chain, as an operator would write them. The first two are of different operators.
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
            let domain = |place: usize| entries[place].host().rsplit('.').nth(1).map(str::to_owned);
            assert_ne!(domain(0), domain(1));
        }
    }

    /// The part of a host that its operator owns.
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
    fn what_is_set_counts() {
        let name = "WALLET_CLOUD_UPSTREAM_BTC_LIVENET";
        for (value, expected) in [
            (
                "blockbook+https://btc.example.org",
                Some("blockbook+https://btc.example.org"),
            ),
            ("none", None),
            (" none ", None),
            // Refused further on, where the list is read.
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

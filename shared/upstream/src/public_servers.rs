//! Public Electrum servers for the livenets, for whoever names no upstream (docs/decisions/0443).

use crate::config::setting_name;
use wallet_core::btc_like::Chain;
use wallet_core::model::{ChainName, Network};

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
    let chains = Chain::ALL.iter().copied();
    let mut chains = chains.filter(|chain| setting_name(chain.name(), Network::Livenet) == name);
    chains.next().map(servers)
}

/// The servers of a chain, as an operator would write them. The first two are of different operators.
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

    #[test]
    fn every_livenet_has_three_servers_behind_tls() {
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
        assert_eq!(or_public("WALLET_CLOUD_UPSTREAM_ETH_LIVENET", None), None);
        assert_eq!(
            or_public("WALLET_CLOUD_UPSTREAM_DOGE_TESTNET", Some("none".to_owned())),
            None
        );
    }
}

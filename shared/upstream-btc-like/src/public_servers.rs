//! Public Electrum servers of the livenets, used when the operator configures none (docs/decisions/0443).

use wallet_btc_like::Chain;
use wallet_core::model::{ChainName, Network};
use wallet_upstream::config::{or_default, setting_name};

/// Returns the value of a setting, or the public servers of its chain if the setting is absent.
/// `None` where there are none, and where the value is `none`.
pub fn or_public(name: &str, value: Option<String>) -> Option<String> {
    or_default(value, public(name))
}

fn public(name: &str) -> Option<&'static str> {
    let is_it = |chain: &&Chain| setting_name(chain.name(), Network::Livenet) == name;
    Chain::ALL.iter().find(is_it).map(|chain| servers(*chain))
}

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
    use crate::electrum::ServerAddress;
    use wallet_upstream::config::{Kind, parse_list};

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
            let domain = |index: usize| entries[index].host().rsplit('.').nth(1).map(str::to_owned);
            assert_ne!(domain(0), domain(1));
        }
    }

    #[test]
    fn testnets_have_no_public_servers() {
        assert_eq!(or_public("WALLET_CLOUD_UPSTREAM_BTC_TESTNET", None), None);
    }
}

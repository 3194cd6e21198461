//! Public servers of the livenets, used when the operator configures none
//! (docs/decisions/upstreams.md#default-utxo-servers).

use wallet_btc_like::Chain;
use wallet_core::model::ChainName;
use wallet_upstream::{is_livenet_of, or_default};

/// Returns the value of a setting, or the public servers of the chain if the setting is absent.
/// `None` where there are none, and where the value is `none`.
pub fn or_public(name: &str, value: Option<String>) -> Option<String> {
    or_default(value, public(name))
}

fn public(name: &str) -> Option<&'static str> {
    let is_it = |chain: &&Chain| is_livenet_of(name, chain.name());
    Chain::ALL.iter().find(is_it).map(|chain| servers(*chain))
}

/// The servers of a chain, as an operator would write them. Each has a different operator.
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
             esplora+https://litecoinspace.org/api"
        }
        Chain::Doge => {
            "electrum+ssl://electrum1.cipig.net:20060,\
             electrum+ssl://dogecoin.stackwallet.com:50022,\
             blockbook+https://dogecoin.atomicwallet.io"
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
    use std::collections::HashSet;
    use std::sync::Arc;
    use wallet_core::model::Network;
    use wallet_core::ports::system::{Clock, Timestamp};
    use wallet_upstream::{Entry, HttpClient, Kind, Limits, parse_list, setting_name};

    struct FixedClock;

    impl Clock for FixedClock {
        fn now(&self) -> Timestamp {
            Timestamp::from_secs(1_700_000_000)
        }
    }

    #[test]
    fn every_livenet_has_servers_of_three_operators_behind_tls() {
        for chain in Chain::ALL {
            let name = setting_name(chain.name(), Network::Livenet);
            let value = or_public(&name, None).unwrap();
            let entries = parse_list(&name, &value).unwrap();
            assert_eq!(entries.len(), 3, "{value}");
            for entry in &entries {
                if entry.kind == Kind::Electrum {
                    let address = ServerAddress::parse(entry.address).unwrap();
                    assert!(address.to_string().starts_with("ssl://"), "{address}");
                } else {
                    assert!(entry.address.starts_with("https://"), "{}", entry.address);
                    assert!(!entry.base_url().unwrap().requires_key());
                }
            }
            let domain = |entry: &Entry<'_>| {
                let name = entry.host().split(':').next().unwrap().to_owned();
                name.rsplit('.').take(2).collect::<Vec<_>>().join(".")
            };
            let operators: HashSet<_> = entries.iter().map(domain).collect();
            assert_eq!(operators.len(), entries.len(), "{operators:?}");
        }
    }

    #[test]
    fn defaults_are_valid_settings() {
        let client = HttpClient::new(Limits::default()).unwrap();
        let clock: Arc<dyn Clock> = Arc::new(FixedClock);
        assert!(crate::BtcLikeUpstreams::from_settings(client, &clock, |name| or_public(name, None)).is_ok());
    }

    #[test]
    fn testnets_have_no_public_servers() {
        assert_eq!(or_public("WALLET_CLOUD_UPSTREAM_BTC_TESTNET", None), None);
    }
}

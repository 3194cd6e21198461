//! Public Horizons of the livenet, used when the operator configures none
//! (docs/decisions/upstreams.md#default-horizon-servers).

use wallet_core::model::{ChainName, Network};
use wallet_upstream::{or_default, setting_name};
use wallet_xlm::Chain;

/// The Horizons of the Stellar Development Foundation and of LOBSTR.
const HORIZONS: &str = "horizon+https://horizon.stellar.org,horizon+https://horizon.stellar.lobstr.co";

/// Returns the value of a setting, or the public servers of the livenet without a setting.
/// `None` for unrelated settings, and where the value is `none`.
pub fn or_public(name: &str, value: Option<String>) -> Option<String> {
    let is_livenet = setting_name(Chain::Xlm.name(), Network::Livenet) == name;
    or_default(value, is_livenet.then_some(HORIZONS))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use wallet_upstream::{Kind, parse_list};

    /// Returns the registrable domain of a host.
    fn domain(host: &str) -> String {
        let labels: Vec<_> = host.rsplit('.').take(2).collect();
        labels.join(".")
    }

    #[test]
    fn livenet_has_horizons_of_two_operators_behind_tls() {
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
    fn testnet_has_no_public_servers() {
        assert_eq!(or_public("WALLET_CLOUD_UPSTREAM_XLM_TESTNET", None), None);
    }
}

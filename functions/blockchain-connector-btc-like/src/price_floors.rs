//! The lowest prices that are given out.
//!
//! | Variable | Value |
//! |---|---|
//! | `WALLET_CLOUD_PRICE_FLOOR_<CHAIN>` | smallest units per vbyte, an integer; the default is the chain's: 1, doge 1000 |

use std::collections::HashMap;
use wallet_btc_like::{Chain, Params};
use wallet_core::model::{ChainName, Network};

/// A price floor that cannot be used; the process cannot start.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{setting} must be an integer from {minimum} to {maximum} in smallest units per vbyte")]
pub struct PriceFloorsError {
    setting: String,
    minimum: u64,
    maximum: u64,
}

/// The price floor of each chain, in smallest units per vbyte. The default has the chains' own.
#[derive(Clone, Debug, Default)]
pub struct PriceFloors {
    configured: HashMap<Chain, u64>,
}

impl PriceFloors {
    /// Reads the floors from the settings: `setting` gives the value of a variable, `None` when it is not set.
    ///
    /// A floor below what nodes relay would give out prices that get-hash refuses, so it is refused here.
    pub fn from_settings(setting: impl Fn(&str) -> Option<String>) -> Result<Self, PriceFloorsError> {
        let mut configured = HashMap::new();
        for params in Params::all().iter().filter(|row| row.network == Network::Livenet) {
            let name = format!("WALLET_CLOUD_PRICE_FLOOR_{}", params.chain.name().to_ascii_uppercase());
            let Some(value) = setting(&name) else { continue };
            let (minimum, maximum) = (params.relay_minimum, params.fee_cap);
            let floor = value.parse().ok().filter(|floor| (minimum..=maximum).contains(floor));
            let floor = floor.ok_or(PriceFloorsError {
                setting: name,
                minimum,
                maximum,
            })?;
            configured.insert(params.chain, floor);
        }
        Ok(Self { configured })
    }

    /// The floor for a chain, the same on both networks.
    pub fn of(&self, params: &Params) -> u64 {
        self.configured
            .get(&params.chain)
            .copied()
            .unwrap_or(params.price_floor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn doge(value: &str) -> Result<u64, PriceFloorsError> {
        let floors =
            PriceFloors::from_settings(|name| (name == "WALLET_CLOUD_PRICE_FLOOR_DOGE").then(|| value.to_owned()))?;
        let params = Params::of(Chain::Doge, Network::Testnet).expect("doge has a testnet");
        Ok(floors.of(params))
    }

    #[test]
    fn a_configured_floor_replaces_the_chains_own() {
        assert_eq!(doge("5000"), Ok(5000));
        let params = Params::of(Chain::Doge, Network::Livenet).expect("doge has a livenet");
        assert_eq!(PriceFloors::default().of(params), 1000);
    }

    #[test]
    fn floors_that_nodes_or_get_hash_would_refuse_stop_the_start() {
        for wrong in ["99", "1000001", "-1", "1.5", "cheap", ""] {
            let error = doge(wrong).expect_err(wrong).to_string();
            assert!(error.starts_with("WALLET_CLOUD_PRICE_FLOOR_DOGE must be"), "{error}");
        }
    }
}

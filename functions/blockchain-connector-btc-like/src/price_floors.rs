//! Minimum prices.
//!
//! | Variable | Value |
//! |---|---|
//! | `WALLET_CLOUD_PRICE_FLOOR_<CHAIN>` | base units per vbyte, an integer; the default depends on the chain: 1, doge 1000 |

use std::collections::HashMap;
use wallet_btc_like::{Chain, Params};
use wallet_core::model::{ChainName, Network};

/// Invalid price floor, which prevents the start of the process.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{setting} must be an integer from {minimum} to {maximum} in base units per vbyte")]
pub struct PriceFloorsError {
    setting: String,
    minimum: u64,
    maximum: u64,
}

/// Price floors in base units per vbyte. The default value contains no overrides of the chains' floors.
#[derive(Clone, Debug, Default)]
pub struct PriceFloors {
    configured: HashMap<Chain, u64>,
}

impl PriceFloors {
    /// Reads the floors from the settings: `setting` returns the value of a variable, or `None` if it is not
    /// set.
    ///
    /// A floor below the relay minimum is an error: get-hash would reject the resulting fees.
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

    /// Returns the floor of a chain, the same on both networks.
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
    fn configured_floor_replaces_the_default() {
        assert_eq!(doge("5000"), Ok(5000));
        let params = Params::of(Chain::Doge, Network::Livenet).expect("doge has a livenet");
        assert_eq!(PriceFloors::default().of(params), 1000);
    }

    #[test]
    fn out_of_range_floors_are_rejected() {
        for invalid in ["99", "1000001", "-1", "1.5", "cheap", ""] {
            let error = doge(invalid).expect_err(invalid).to_string();
            assert!(error.starts_with("WALLET_CLOUD_PRICE_FLOOR_DOGE must be"), "{error}");
        }
    }
}

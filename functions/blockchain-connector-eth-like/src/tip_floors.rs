//! Minimum tips.
//!
//! | Variable | Value |
//! |---|---|
//! | `WALLET_CLOUD_TIP_FLOOR_<CHAIN>` | wei per gas, an integer; the default depends on the chain, matic 25000000000 |

use std::collections::HashMap;
use wallet_core::model::{ChainName, Network};
use wallet_eth_like::{Amount, Chain, Params};

/// Invalid tip floor, which prevents the start of the process.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{setting} must be an integer from 0 to {maximum} in wei per gas")]
pub struct TipFloorsError {
    setting: String,
    maximum: Amount,
}

/// Tip floors in wei per gas. The default value contains no overrides of the chains' floors.
#[derive(Clone, Debug, Default)]
pub struct TipFloors {
    configured: HashMap<Chain, Amount>,
}

impl TipFloors {
    /// Reads the floors from the settings: `setting` returns the value of a variable, or `None` if it is not
    /// set.
    ///
    /// A floor at which a payment costs more than the chain's maximum fee is an error.
    pub fn from_settings(setting: impl Fn(&str) -> Option<String>) -> Result<Self, TipFloorsError> {
        let mut configured = HashMap::new();
        for chain in Chain::ALL.iter().copied() {
            let name = format!("WALLET_CLOUD_TIP_FLOOR_{}", chain.name().to_ascii_uppercase());
            let Some(value) = setting(&name) else { continue };
            let maximum = Params::of(chain, Network::Livenet).max_gas_price();
            let floor = value.parse::<Amount>().ok().filter(|floor| *floor <= maximum);
            let floor = floor.ok_or(TipFloorsError { setting: name, maximum })?;
            configured.insert(chain, floor);
        }
        Ok(Self { configured })
    }

    /// Returns the floor of a chain, the same on both networks.
    pub fn of(&self, params: Params) -> Amount {
        let configured = self.configured.get(&params.chain).copied();
        configured.unwrap_or_else(|| params.min_tip())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matic(value: &str) -> Result<Amount, TipFloorsError> {
        let floors =
            TipFloors::from_settings(|name| (name == "WALLET_CLOUD_TIP_FLOOR_MATIC").then(|| value.to_owned()))?;
        let chain = Chain::from_name("matic").expect("a chain");
        Ok(floors.of(Params::of(chain, Network::Testnet)))
    }

    #[test]
    fn configured_floor_replaces_the_default() {
        assert_eq!(matic("30000000000"), Ok(Amount::from(30_000_000_000_u64)));
        assert_eq!(matic("0"), Ok(Amount::ZERO));
        let matic = Params::of(Chain::from_name("matic").expect("a chain"), Network::Livenet);
        assert_eq!(TipFloors::default().of(matic), Amount::from(25_000_000_000_u64));
    }

    #[test]
    fn out_of_range_floors_are_rejected() {
        // 1000 coins for 21 000 gas are 47 619 047 619 047 619 wei per gas.
        assert!(matic("47619047619047619").is_ok());
        for invalid in ["47619047619047620", "-1", "1.5", "30 gwei", ""] {
            let error = matic(invalid).expect_err(invalid).to_string();
            assert!(error.starts_with("WALLET_CLOUD_TIP_FLOOR_MATIC must be"), "{error}");
        }
    }
}

//! Parameters of the chains with the rates that the operator sets.
//!
//! | Variable | Value |
//! |---|---|
//! | `WALLET_CLOUD_RELAY_MINIMUM_<CHAIN>` | lowest accepted fee rate; the default depends on the chain: btc 0.1, ltc and bch 1, doge 100 |
//! | `WALLET_CLOUD_PRICE_FLOOR_<CHAIN>` | lowest returned fee rate; the default is the relay minimum, doge 1000 |
//!
//! Both are in base units per vbyte, with at most three decimals.

use std::sync::Arc;
use wallet_btc_like::{Chain, FeeRate, Params};
use wallet_core::model::{ChainName, Network};

/// Invalid rate, which prevents the start of the process.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{setting} must be a number from {minimum} to {maximum} in base units per vbyte, with at most three decimals")]
pub struct RateSettingError {
    setting: String,
    minimum: FeeRate,
    maximum: FeeRate,
}

/// The lowest rate that can be set, above 0.
const LOWEST: FeeRate = FeeRate::per_kilobyte(1);

/// Rows of all chains and networks. The default value contains no changes of the operator.
#[derive(Clone, Debug)]
pub struct ChainTable(Arc<[&'static Params]>);

impl Default for ChainTable {
    fn default() -> Self {
        Self(Params::all().iter().collect())
    }
}

impl ChainTable {
    /// Reads the rates from the settings: `setting` returns the value of a variable, or `None` if not set.
    ///
    /// A price floor below the relay minimum is an error: get-hash would reject the resulting fees.
    pub fn from_settings(setting: impl Fn(&str) -> Option<String>) -> Result<Self, RateSettingError> {
        let rows: Result<_, _> = Params::all().iter().map(|row| with_settings(row, &setting)).collect();
        rows.map(Self)
    }

    /// Returns the row of a chain on a network, or `None` if the combination is not supported.
    pub fn params(&self, chain: Chain, network: Network) -> Option<&'static Params> {
        let mut rows = self.0.iter().copied();
        rows.find(|row| row.chain == chain && row.network == network)
    }
}

/// Returns the row with the operator's rates, the same on both networks. A changed row lives as long as the process.
fn with_settings(
    row: &'static Params,
    setting: &impl Fn(&str) -> Option<String>,
) -> Result<&'static Params, RateSettingError> {
    let maximum = FeeRate::per_byte(row.fee_cap);
    let relay_minimum = read("RELAY_MINIMUM", row, LOWEST, maximum, setting)?;
    let lowest_floor = relay_minimum.unwrap_or(row.relay_minimum);
    let price_floor = read("PRICE_FLOOR", row, lowest_floor, maximum, setting)?;
    if relay_minimum.is_none() && price_floor.is_none() {
        return Ok(row);
    }
    Ok(Box::leak(Box::new(Params {
        relay_minimum: lowest_floor,
        price_floor: price_floor.unwrap_or(row.price_floor.max(lowest_floor)),
        ..row.clone()
    })))
}

fn read(
    name: &str,
    row: &Params,
    minimum: FeeRate,
    maximum: FeeRate,
    setting: impl Fn(&str) -> Option<String>,
) -> Result<Option<FeeRate>, RateSettingError> {
    let name = format!("WALLET_CLOUD_{name}_{}", row.chain.name().to_ascii_uppercase());
    let Some(value) = setting(&name) else { return Ok(None) };
    let rate = value.parse().ok().filter(|rate| (minimum..=maximum).contains(rate));
    rate.map(Some).ok_or(RateSettingError {
        setting: name,
        minimum,
        maximum,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns relay minimum and price floor of a chain with the settings.
    #[track_caller]
    fn rates(chain: Chain, settings: &[(&str, &str)]) -> Result<[String; 2], String> {
        let setting = |name: &str| {
            let found = settings.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| (*value).to_owned())
        };
        let table = ChainTable::from_settings(setting).map_err(|error| error.to_string())?;
        let [livenet, testnet] = [Network::Livenet, Network::Testnet].map(|network| {
            let row = table.params(chain, network).expect("both networks");
            [row.relay_minimum, row.price_floor].map(|rate| rate.to_string())
        });
        assert_eq!(livenet, testnet);
        Ok(livenet)
    }

    fn pair(relay_minimum: &str, price_floor: &str) -> [String; 2] {
        [relay_minimum.to_owned(), price_floor.to_owned()]
    }

    const FLOOR: &str = "WALLET_CLOUD_PRICE_FLOOR_DOGE";
    const MINIMUM: &str = "WALLET_CLOUD_RELAY_MINIMUM_DOGE";

    #[test]
    fn configured_rates_replace_the_defaults() {
        assert_eq!(rates(Chain::Doge, &[]), Ok(pair("100", "1000")));
        assert_eq!(rates(Chain::Doge, &[(FLOOR, "5000.5")]), Ok(pair("100", "5000.5")));
        assert_eq!(rates(Chain::Doge, &[(MINIMUM, "10")]), Ok(pair("10", "1000")));
        assert_eq!(rates(Chain::Doge, &[(MINIMUM, "2000")]), Ok(pair("2000", "2000")));
        assert_eq!(
            rates(Chain::Doge, &[(MINIMUM, "10"), (FLOOR, "10")]),
            Ok(pair("10", "10"))
        );
        assert_eq!(
            rates(Chain::Btc, &[(MINIMUM, "10"), (FLOOR, "10")]),
            Ok(pair("0.1", "0.1"))
        );
        let btc = [("WALLET_CLOUD_RELAY_MINIMUM_BTC", "1")];
        assert_eq!(rates(Chain::Btc, &btc), Ok(pair("1", "1")));
    }

    #[test]
    fn out_of_range_rates_are_rejected() {
        for invalid in ["99", "99.999", "1000000.001", "-1", "100.0001", "cheap", ""] {
            let error = rates(Chain::Doge, &[(FLOOR, invalid)]).expect_err(invalid);
            assert!(
                error.starts_with("WALLET_CLOUD_PRICE_FLOOR_DOGE must be a number from 100 to"),
                "{error}"
            );
        }
        for invalid in ["0", "0.0001", "1000001", "-1", ""] {
            let error = rates(Chain::Doge, &[(MINIMUM, invalid)]).expect_err(invalid);
            assert!(error.starts_with("WALLET_CLOUD_RELAY_MINIMUM_DOGE must be"), "{error}");
        }
        let below = [(MINIMUM, "500"), (FLOOR, "400")];
        assert!(rates(Chain::Doge, &below).is_err());
    }
}

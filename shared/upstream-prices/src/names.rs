//! CoinGecko's names for the chains, from the catalogue's file without the catalogue: services of a single family have past
//! prices, and compile no other family.

use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The file of the chains. A test compares the names with those that the catalogue reads.
const CHAINS: &str = include_str!("../../assets/data/catalogue/chains.json");

/// The names of a chain.
#[derive(Deserialize)]
pub(crate) struct Names {
    /// The id of the coin: `bitcoin`.
    pub(crate) coin: String,
    /// The platform of the tokens: `ethereum`; `None` on a chain without tokens.
    pub(crate) platform: Option<String>,
}

/// A row of the file; only rows of the livenet have names.
#[derive(Deserialize)]
struct Row {
    chain: String,
    prices: Option<Names>,
}

static NAMES: LazyLock<BTreeMap<String, Names>> = LazyLock::new(|| {
    let rows: Vec<Row> = serde_json::from_str(CHAINS).expect("a test reads the file");
    let named = rows.into_iter().filter_map(|row| Some((row.chain, row.prices?)));
    named.collect()
});

/// Returns the names of the chain with this name, `None` where the source does not have the chain.
pub(crate) fn names_of(chain: &str) -> Option<&'static Names> {
    NAMES.get(chain)
}

#[cfg(all(test, feature = "quotes"))]
mod tests {
    use super::*;
    use wallet_assets::chains;

    #[test]
    fn names_are_those_of_the_catalogue() {
        let mut count = 0;
        for facts in chains() {
            let Some(expected) = &facts.prices else { continue };
            let names = names_of(facts.chain.name()).expect("names");
            assert_eq!((&names.coin, &names.platform), (&expected.coin, &expected.platform));
            count += 1;
        }
        assert_eq!(count, NAMES.len());
    }
}

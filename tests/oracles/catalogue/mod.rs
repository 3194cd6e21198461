//! The curated asset catalogue, compared with third-party lists.
//!
//! `docs/decisions/assets.md#token-selection` to `0513` describe the sources of the data and the exclusions.

mod chains;
mod coins;
mod currencies;
mod icons;
mod served;
mod tokens;
mod versions;
mod xlm_assets;

use serde_json::Value;

/// The content of a catalogue file.
macro_rules! file {
    ($name:literal) => {
        include_str!(concat!("../../../shared/assets/data/catalogue/", $name))
    };
}

/// Each eth-like chain with the minimum number of tokens and the token list.
pub const TOKEN_LISTS: &[(&str, usize, &str)] = &[
    ("eth", 40, file!("erc20/eth.json")),
    ("bsc", 15, file!("erc20/bsc.json")),
    ("matic", 15, file!("erc20/matic.json")),
    ("avax", 15, file!("erc20/avax.json")),
    ("op", 15, file!("erc20/op.json")),
    ("base", 15, file!("erc20/base.json")),
    ("arb", 15, file!("erc20/arb.json")),
    ("gno", 10, file!("erc20/gno.json")),
    ("etc", 1, file!("erc20/etc.json")),
    ("ftm", 1, file!("erc20/ftm.json")),
];
pub const COINS: &str = file!("coins.json");
pub const CURRENCIES: &str = file!("fiat.json");
pub const XLM_ASSETS: &str = file!("xlm-assets.json");
pub const SOURCES: &str = file!("sources.json");
pub const VERSIONS: &str = file!("versions.json");

pub fn parse(text: &str) -> Value {
    serde_json::from_str(text).expect("the catalogue is JSON")
}

pub fn rows(list: &Value) -> &Vec<Value> {
    list.as_array().expect("a list")
}

pub fn text<'a>(row: &'a Value, field: &str) -> &'a str {
    row[field].as_str().unwrap_or_else(|| panic!("{field} of {row}"))
}

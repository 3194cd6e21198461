//! Inputs and checks that the fuzz targets of several protocols have in common.

use serde::de::DeserializeOwned;
use wallet_btc_like::history::Entry;
use wallet_btc_like::{Chain, Params, Txid};
use wallet_core::model::Network;

/// A transaction id.
pub const TXID: &str = "4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b";

/// Returns the parameters of the decoders.
pub fn params() -> &'static Params {
    Params::of(Chain::Btc, Network::Livenet).expect("btc has a livenet")
}

/// Returns the parsed transaction id.
pub fn txid() -> Txid {
    TXID.parse().expect("64 hex digits")
}

/// Returns the value that a decoder reads from a JSON text, `None` if either rejects the text.
pub fn read<W: DeserializeOwned, T, E>(text: &str, decode: impl FnOnce(W) -> Result<T, E>) -> Option<T> {
    decode(serde_json::from_str(text).ok()?).ok()
}

/// Panics if an amount in a history exceeds the money supply.
pub fn check_history(entries: &[Entry], text: &str) {
    let amounts = entries.iter().flat_map(|entry| {
        let outputs = entry.outputs.iter().map(|output| output.value);
        outputs.chain([entry.fee])
    });
    assert!(
        amounts.max().is_none_or(|amount| amount <= params().max_money),
        "{text}"
    );
}

/// Panics if a price, in base units per 1000 vbytes, exceeds the highest accepted fee.
pub fn check_prices(prices: impl IntoIterator<Item = Option<u64>>, text: &str) {
    let highest = prices.into_iter().flatten().max();
    assert!(highest.is_none_or(|price| price <= params().fee_cap * 1000), "{text}");
}

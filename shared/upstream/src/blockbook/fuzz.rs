//! Every decoder against texts of strangers: a value or a failure, never a panic, and never a value out of bounds.

use super::{ErrorBody, fees, head, history, status, transaction, utxo};
use wallet_core::btc_like::{Chain, Params, Txid};
use wallet_core::model::Network;

/// Takes a text for the answer to every question; panics where a decoder lets something impossible through.
pub fn read_all(text: &str) {
    let params = Params::of(Chain::Btc, Network::Livenet).expect("btc has a livenet");
    if let Ok(rows) = serde_json::from_str(text)
        && let Ok(outputs) = utxo::decode(rows, params)
    {
        assert!(outputs.iter().all(|output| output.utxo.value <= params.max_money));
    }
    if let Ok(estimate) = serde_json::from_str(text)
        && let Ok(Some(rate)) = fees::decode(&estimate, params)
    {
        assert!(rate <= params.fee_cap * 1000);
    }
    if let Ok(answer) = serde_json::from_str(text)
        && let Ok(balance) = history::balance(&answer, params)
    {
        assert!(balance <= params.max_money);
    }
    if let Ok(rows) = serde_json::from_str(text)
        && let Ok(entries) = history::decode(rows, params)
    {
        assert!(entries.iter().all(|entry| entry.fee <= params.max_money));
    }
    if let Ok(found) = serde_json::from_str(text) {
        let _ = transaction::decode_hex(found);
    }
    if let Ok(found) = serde_json::from_str::<status::Place>(text) {
        let _ = found.decode("00".repeat(32).parse::<Txid>().expect("64 hex digits"));
    }
    if let Ok(answer) = serde_json::from_str::<head::StatusAnswer>(text) {
        let _ = answer.blockbook.decode();
    }
    if let Ok(ErrorBody { error }) = serde_json::from_str(text) {
        let _ = (transaction::says_unknown(&error), crate::node_verdict::verdict(&error));
    }
}

#[cfg(test)]
mod tests {
    use super::read_all;
    use crate::hostile_json::hostile_json;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(10_000))]

        #[test]
        fn hostile_json_never_panics_a_decoder(body in hostile_json()) {
            read_all(&body.to_string());
        }
    }
}

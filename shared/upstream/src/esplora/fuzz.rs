//! Every decoder against hostile JSON: a value or a failure, never a panic, and never a value out of bounds.

use super::stats::Stats;
use super::transaction::Place;
use super::{broadcast, fees, is_beyond_limits, pages, utxo};
use crate::hostile_json::hostile_json;
use proptest::prelude::*;
use wallet_core::btc_like::{Chain, Params, Txid};
use wallet_core::model::Network;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    #[test]
    fn hostile_json_never_panics_a_decoder(body in hostile_json()) {
        let params = Params::of(Chain::Btc, Network::Livenet).expect("btc has a livenet");
        let text = body.to_string();
        if let Ok(rows) = serde_json::from_str(&text)
            && let Ok(outputs) = utxo::decode(rows, params)
        {
            prop_assert!(outputs.iter().all(|output| output.value() <= params.max_money));
            let _ = utxo::young_blocks(&outputs, 800_000, params);
        }
        if let Ok(estimates) = serde_json::from_str(&text)
            && let Ok(rates) = fees::decode(&estimates, params)
        {
            let rates = [rates.slow, rates.normal, rates.fast];
            prop_assert!(rates.into_iter().flatten().all(|rate| rate <= params.fee_cap * 1000));
        }
        if let Ok(recommended) = serde_json::from_str(&text) {
            let _ = fees::decode_recommended(&recommended, params);
        }
        if let Ok(stats) = serde_json::from_str::<Stats>(&text)
            && let Ok(balance) = stats.balance(params)
        {
            prop_assert!(balance <= params.max_money);
        }
        if let Ok(rows) = serde_json::from_str(&text)
            && let Ok(entries) = pages::decode(rows, params)
        {
            prop_assert!(entries.iter().all(|entry| entry.fee <= params.max_money));
        }
        if let Ok(place) = serde_json::from_str::<Place>(&text) {
            let _ = place.decode("00".repeat(32).parse::<Txid>().expect("64 hex digits"), 800_000);
        }
        let _ = (is_beyond_limits(&text), crate::node_verdict::verdict(&broadcast::node_words(&text)));
    }
}

//! Gas prices from recorded fee histories.

use super::data;
use super::numbers::number;
use crate::blockchain_connector_eth_like::App;
use serde_json::{Value, json};

/// The modes, from the cheapest.
const MODES: [&str; 3] = ["slow", "normal", "fast"];

/// The greatest tip that does not come from the history: the node's suggestion or the minimum of a chain, in wei.
const OTHER_TIP: u128 = 30_000_000_000;

/// Returns the numbers of all modes.
fn modes(data: &Value) -> [u128; 3] {
    MODES.map(|mode| number(&data[mode]))
}

#[tokio::test]
async fn prices_cover_the_next_base_fee_of_real_networks() {
    for fact in data::of("fees") {
        let fees = fact.get("baseFeePerGas").as_array().expect("a list");
        let next = number(fees.last().expect("the next fee"));
        let rewards = fact.get("reward").as_array().into_iter().flatten();
        let greatest = rewards
            .flat_map(|row| row.as_array().expect("a list"))
            .map(number)
            .max();
        let history = json!({
            "oldestBlock": fact.get("oldestBlock"),
            "baseFeePerGas": fees,
            "reward": fact.get("reward"),
        });
        let app = App::new().await;
        {
            let mut node = app.fixture();
            node.instead_of.insert("eth_feeHistory", Ok(history));
            node.gas_price = u64::try_from(next).expect("a small price").max(1);
        }
        let response = app
            .get(&format!("prepare-transaction/gas-price/{}", fact.text("chain")))
            .await;
        let data = response.data();
        assert_eq!(data["baseFeePerGas"], next.to_string(), "{fact}");
        let (prices, tips) = (modes(&data["gasPrices"]), modes(&data["priorityFees"]));
        assert!(prices.is_sorted() && tips.is_sorted(), "{fact}: {data}");
        for (price, tip) in prices.into_iter().zip(tips) {
            assert!(price >= next + tip, "{fact}: {data}");
            assert!(tip <= greatest.unwrap_or_default().max(OTHER_TIP), "{fact}: {data}");
            // The headroom never exceeds the base fee itself.
            assert!(price <= 2 * next + tip.max(1), "{fact}: {data}");
        }
    }
}

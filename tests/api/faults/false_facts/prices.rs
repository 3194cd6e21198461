//! False prices.

use super::{evm, outlier, scripted, warnings};
use crate::blockchain_connector_btc_like::estimate;
use crate::faults::evm_node::quantity;
use crate::faults::family::Family;
use crate::faults::fixture::{Fixture, Read};
use crate::faults::horizon;
use crate::support::stub::{Reply, Request};
use serde_json::{Value, json};

/// Fee estimates in btc per 1000 vbytes: 10 satoshi per vbyte, and nearly the highest that get-hash accepts.
const BTC: &str = "0.00010000";
const BTC_EXTREME: &str = "0.09990000";

async fn btc(reported: &[&'static str]) -> Fixture {
    let script = |coins: &'static str| {
        move |request: &Request| {
            request
                .path
                .starts_with("/api/v2/estimatefee/")
                .then(|| estimate(coins))
        }
    };
    scripted(Family::Utxo, reported.iter().map(|coins| script(coins))).await
}

#[tokio::test(start_paused = true)]
async fn f13_price_per_byte() {
    for (reported, price, has_outlier) in [
        (&[BTC_EXTREME][..], "9990", false),
        (&[BTC_EXTREME, BTC], "10", true),
        (&[BTC, BTC_EXTREME], "10", true),
        (&[BTC_EXTREME, BTC, BTC], "10", true),
        (&[BTC, BTC_EXTREME, BTC], "10", true),
        (&[BTC, BTC], "10", false),
        // Too low a price delays a payment; of three it is ignored.
        (&["0.00001000", BTC], "1", true),
        (&["0.00001000", BTC, BTC], "10", true),
    ] {
        let fixture = btc(reported).await;
        for _ in 0..2 {
            let response = fixture.read(Read::PricePerByte).await;
            let data = response.data();
            assert_eq!(data["bytePrices"]["normal"], price, "{reported:?}");
            assert_eq!(data["bytePrices"]["fast"], price, "{reported:?}");
            assert_eq!(warnings(data), outlier(has_outlier), "{reported:?}: also when cached");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn f13_estimate_of_a_utxo_payment() {
    let honest = btc(&[BTC]).await.read(Read::Estimate).await;
    assert!(warnings(honest.data()).is_empty());
    for reported in [&[BTC_EXTREME, BTC][..], &[BTC, BTC_EXTREME], &[BTC_EXTREME, BTC, BTC]] {
        let response = btc(reported).await.read(Read::Estimate).await;
        let data = response.data();
        assert_eq!(data["fees"], honest.data()["fees"], "{reported:?}");
        assert_eq!(data["utxo"], honest.data()["utxo"], "{reported:?}");
        assert_eq!(warnings(data), ["fee_outlier"]);
    }
}

#[tokio::test(start_paused = true)]
async fn f13_implausible_estimate_of_a_single_upstream_is_an_error() {
    let response = btc(&["0.10000001"]).await.read(Read::PricePerByte).await;
    response.assert_error(502, "upstream_error", None);
}

/// Gas prices in gwei: a plain one, and one with which a payment costs 0.987 ETH.
const GAS_PRICE: u64 = 20;
const GAS_PRICE_EXTREME: u64 = 47_000;

async fn eth(reported: &[u64]) -> Fixture {
    evm(reported, "eth_gasPrice", |gwei, _| quantity(gwei * 1_000_000_000)).await
}

#[tokio::test(start_paused = true)]
async fn f13_gas_prices() {
    // The node's price, above 1.125 times the base fee of 15 gwei and a tip of 1 gwei.
    let (honest, extreme) = ("20000000000", "47000000000000");
    for (reported, price, has_outlier) in [
        (&[GAS_PRICE_EXTREME][..], extreme, false),
        (&[GAS_PRICE_EXTREME, GAS_PRICE], honest, true),
        (&[GAS_PRICE, GAS_PRICE_EXTREME], honest, true),
        (&[GAS_PRICE_EXTREME, GAS_PRICE, GAS_PRICE], honest, true),
        (&[GAS_PRICE, GAS_PRICE, GAS_PRICE_EXTREME], honest, true),
        (&[GAS_PRICE, GAS_PRICE], honest, false),
    ] {
        let fixture = eth(reported).await;
        for read in [Read::GasPrice, Read::GasPrice, Read::EvmEstimate] {
            let response = fixture.read(read).await;
            let data = response.data();
            assert_eq!(data["gasPrices"]["normal"], price, "{reported:?}");
            assert_eq!(data["baseFeePerGas"], "15000000000", "{reported:?}");
            let mut expected = outlier(has_outlier).to_vec();
            if price == extreme && read == Read::EvmEstimate {
                expected.push("fee_share");
            }
            assert_eq!(warnings(data), expected, "{reported:?} {read:?}");
        }
    }
}

/// Returns the fee history of a node with this base fee in gwei.
fn history(base_fee: u64) -> Value {
    json!({ "baseFeePerGas": vec![quantity(base_fee * 1_000_000_000); 11],
        "reward": vec![[quantity(1), quantity(1_000_000_000), quantity(2_000_000_000)]; 10] })
}

/// A false base fee does not change the base fee that is returned with the prices.
#[tokio::test(start_paused = true)]
async fn f13_base_fee() {
    for (reported, base_fee) in [
        (&[20_000][..], "20000000000000"),
        (&[20_000, 15], "15000000000"),
        (&[15, 20_000], "15000000000"),
        (&[15, 1, 15], "15000000000"),
    ] {
        let fixture = evm(reported, "eth_feeHistory", |gwei, _| history(gwei)).await;
        let response = fixture.read(Read::GasPrice).await;
        let data = response.data();
        assert_eq!(data["baseFeePerGas"], base_fee, "{reported:?}");
        let [price, tip] = ["gasPrices", "priorityFees"].map(|field| wei(&data[field]["normal"]));
        assert!(price >= tip && price >= wei(&data["baseFeePerGas"]), "{data}");
    }
}

fn wei(value: &Value) -> u128 {
    value.as_str().and_then(|text| text.parse().ok()).expect("an amount")
}

async fn xlm(reported: &[u64]) -> Fixture {
    let script = |max: u64| {
        move |request: &Request| {
            let mut fees = horizon::fees();
            fees["fee_charged"]["max"] = json!(max.to_string());
            request
                .path
                .starts_with("/fee_stats")
                .then(|| Reply::ok(fees.to_string()))
        }
    };
    scripted(Family::Stellar, reported.iter().map(|max| script(*max))).await
}

#[tokio::test(start_paused = true)]
async fn f13_fee_statistics() {
    let extreme = 9_000_000_000_000_000_000;
    for (reported, max, has_outlier) in [
        (&[extreme][..], "100000000", false),
        (&[extreme, 500], "500", true),
        (&[500, extreme], "500", true),
        (&[500, extreme, 600], "600", true),
        (&[600, 500, 100], "500", true),
        (&[500, 600], "500", false),
    ] {
        let fixture = xlm(reported).await;
        for _ in 0..2 {
            let response = fixture.read(Read::FeeStat).await;
            let data = response.data();
            assert_eq!(data["feeCharged"]["max"], max, "{reported:?}");
            assert_eq!(warnings(data), outlier(has_outlier), "{reported:?}");
        }
    }
}

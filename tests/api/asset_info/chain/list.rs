//! `GET /api/chain/list`

use crate::asset_info::App;
use crate::support::client::{TestResponse, call, request};
use crate::support::tokens;
use axum::body::Body;
use axum::http::{Method, Request};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::time::Duration;
use wallet_btc_like::{AddressType, PublicKey, Sender};
use wallet_core::model::{ChainName, Network};
use wallet_eth_like as eth_like;

const PATH: &str = "/asset-info/v1/api/chain/list";

/// The point G of secp256k1, compressed.
const PUBLIC_KEY: &str = "0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798";

/// Returns the row of a chain on a network.
fn row<'a>(list: &'a [Value], chain: &str, network: Network) -> &'a Value {
    let found = list
        .iter()
        .find(|row| row["chain"] == chain && row["network"] == network.name());
    found.unwrap_or_else(|| panic!("no {chain} {network}"))
}

fn block_time(row: &Value) -> Option<Duration> {
    row["blockTime"].as_u64().map(Duration::from_secs)
}

/// The limits of a fee in base units.
struct FeeLimit {
    absolute: u64,
    tip: Option<u64>,
}

/// Reads the limits of a row, with the share of every chain.
fn fee_limit(row: &Value) -> FeeLimit {
    let limit = &row["feeLimit"];
    assert_eq!(limit["percent"], 2, "{row}");
    let amount = |field: &str| Some(limit.get(field)?.as_str()?.parse().expect("an amount"));
    FeeLimit {
        absolute: amount("absolute").expect("a bound"),
        tip: amount("tip"),
    }
}

#[tokio::test]
async fn rows_have_the_fields_of_the_specification() {
    let app = App::new().await;
    let list = app.list("chain/list").await;
    let fields = [
        "chain",
        "network",
        "family",
        "name",
        "coin",
        "decimals",
        "slip44",
        "addressTypes",
        "feeModel",
        "feeLimit",
        "blockTime",
        "confirmations",
        "explorer",
        "derivationPath",
    ];
    for row in &list {
        let mut expected: BTreeSet<_> = fields.into_iter().collect();
        match row["family"].as_str() {
            Some("eth-like") => expected.extend(["chainId"]),
            Some("btc-like") => expected.extend(["derivationPaths"]),
            family => assert_eq!(family, Some("xlm")),
        }
        let found: BTreeSet<_> = row.as_object().expect("an object").keys().map(String::as_str).collect();
        assert_eq!(found, expected, "{row}");
        assert_eq!(row["explorer"].as_object().map(serde_json::Map::len), Some(2), "{row}");
    }
    let names: BTreeSet<_> = list.iter().map(|row| row["name"].to_string()).collect();
    assert_eq!((list.len(), names.len()), (30, 30));
    assert_eq!(
        row(&list, "eth", Network::Testnet),
        &json!({
            "chain": "eth", "network": "testnet", "family": "eth-like", "name": "Ethereum Sepolia", "coin": "ETH",
            "decimals": 18, "chainId": 11_155_111, "slip44": 1, "addressTypes": [], "feeModel": "eip1559",
            "feeLimit": { "percent": 2, "absolute": "20000000000000000", "tip": "2000000000000000" },
            "blockTime": 12, "confirmations": 64, "derivationPath": "m/44'/60'/0'/0/0",
            "explorer": {
                "transaction": "https://sepolia.etherscan.io/tx/{txid}",
                "address": "https://sepolia.etherscan.io/address/{address}",
            },
        })
    );
    assert_eq!(
        row(&list, "ltc", Network::Livenet)["derivationPaths"],
        json!({
            "p2pkh": "m/44'/2'/0'/0/0", "p2sh-p2wpkh": "m/49'/2'/0'/0/0", "p2wpkh": "m/84'/2'/0'/0/0",
            "p2tr": "m/86'/2'/0'/0/0",
        })
    );
}

#[tokio::test]
async fn utxo_chains_have_the_facts_of_their_table() {
    let list = App::new().await.list("chain/list").await;
    let public_key = PublicKey::parse(PUBLIC_KEY).expect("a public key");
    for params in wallet_btc_like::Params::all() {
        let row = row(&list, params.chain.name(), params.network);
        assert_eq!(row["family"], "btc-like");
        assert_eq!(row["decimals"], params.decimals, "{row}");
        assert_eq!(row["feeModel"], "byte");
        assert_eq!(block_time(row), Some(params.block_interval), "{row}");
        // The limit covers 1000 vbytes at the lowest price, and less than the highest fee of the smallest payment.
        let limit = fee_limit(row);
        let bounds = params.price_floor.fee(1000)..params.fee_cap * 110;
        assert!(bounds.contains(&limit.absolute), "{row}");
        assert_eq!(limit.tip, None, "{row}");
        let derived = |requested| {
            let sender = Sender::new(params, public_key, requested).expect("a compressed key");
            sender.address_type()
        };
        let types = ["p2pkh", "p2wpkh", "p2sh-p2wpkh", "p2tr"];
        let of_connector = types
            .into_iter()
            .filter(|text| text.parse().is_ok_and(|known: AddressType| derived(known) == known));
        let listed: Vec<_> = row["addressTypes"]
            .as_array()
            .expect("types")
            .iter()
            .filter_map(Value::as_str)
            .collect();
        let sorted: BTreeSet<_> = listed.iter().copied().collect();
        assert_eq!(sorted, of_connector.collect(), "{row}");
        assert_eq!(listed[0].parse(), Ok(derived(AddressType::default())), "{row}");
        let paths = &row["derivationPaths"];
        assert_eq!(paths[listed[0]], row["derivationPath"], "{row}");
        assert_eq!(paths.as_object().map(serde_json::Map::len), Some(listed.len()), "{row}");
    }
}

#[tokio::test]
async fn evm_chains_and_stellar_have_the_facts_of_their_tables() {
    let list = App::new().await.list("chain/list").await;
    for network in Network::ALL {
        for chain in eth_like::Chain::ALL {
            let params = eth_like::Params::of(*chain, network);
            let row = row(&list, chain.name(), network);
            assert_eq!(row["family"], "eth-like");
            assert_eq!(row["chainId"], params.chain_id(), "{row}");
            assert_eq!(row["decimals"], eth_like::Params::DECIMALS, "{row}");
            let shown = params.block_interval().max(Duration::from_secs(1));
            assert_eq!(block_time(row), Some(shown), "{row}");
            assert_eq!(row["feeModel"] == "eip1559", params.has_fee_market(), "{row}");
            let limit = fee_limit(row);
            assert_eq!(limit.absolute.to_string(), params.fee_limit().to_string(), "{row}");
            let max_fee: u128 = params.max_fee().to_string().parse().expect("a number");
            assert!(u128::from(limit.absolute) * 50 <= max_fee, "{row}");
            // The limit covers the minimum tip of a call with 500,000 gas.
            let min_tip: u64 = params.min_tip().to_string().parse().expect("a number");
            assert_eq!(limit.tip.is_some(), params.has_fee_market(), "{row}");
            assert!(limit.tip.is_none_or(|tip| tip * 10 == limit.absolute), "{row}");
            assert!(limit.tip.is_none_or(|tip| tip >= min_tip * 500_000), "{row}");
        }
        let row = row(&list, "xlm", network);
        assert_eq!(row["decimals"], wallet_xlm::DECIMALS);
        assert_eq!(row["feeModel"], "stellar");
        let limit = fee_limit(row);
        assert_eq!((limit.absolute, limit.tip), (5_000_000, None));
    }
}

#[tokio::test]
async fn list_is_cacheable_and_reads_no_table() {
    let app = App::new().await;
    let get = async |tag: &str| -> TestResponse {
        let request = Request::get(PATH)
            .header("authorization", format!("Bearer {}", tokens::token(&["read"])))
            .header("if-none-match", tag);
        call(&app.router, request.body(Body::empty()).expect("a request")).await
    };
    let list = get("\"other\"").await;
    assert_eq!(list.status, 200);
    assert_eq!(list.headers["cache-control"], "private, max-age=300");
    let same = get(list.headers["etag"].to_str().expect("a string")).await;
    assert_eq!((same.status.as_u16(), same.text.as_str()), (304, ""));
    assert_eq!(app.proxy.take_operations(), [""; 0]);
}

#[tokio::test]
async fn list_requires_read_and_supports_get_only() {
    let app = App::new().await;
    let send = async |method: Method, token: &str| call(&app.router, request(method, PATH, token, None)).await;
    send(Method::GET, "").await.assert_error(401, "unauthorized", None);
    let other = send(Method::GET, &tokens::token(&["register", "secret", "assets"])).await;
    other.assert_error(403, "insufficient_permission", None);
    assert_eq!(other.detail("required"), "read");
    for method in [Method::POST, Method::PUT, Method::DELETE] {
        let response = send(method, &tokens::token(&["read", "assets"])).await;
        response.assert_error(405, "method_not_allowed", None);
        assert_eq!(response.headers["allow"], "GET,HEAD");
    }
    // `chain` is no kind of asset.
    app.get("chain/btc").await.assert_error(404, "not_found", None);
}

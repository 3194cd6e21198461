//! The same transactions through HTTP: address, hash, signed transaction and parse result.

use crate::evm::{Account, ReferenceResult, Signing, point, query_references};
use crate::evm_transaction::{Case, places};
use serde_json::{Value, json};
use wallet_core::model::Network;
use wallet_eth_like::{Amount, GasPrice};
use wallet_tests::support::connector::Connector;
use wallet_tests::support::oracle::Oracle;
use wallet_tests::support::random::Random;

/// Random transactions on each chain and network.
const TRANSACTIONS: usize = 12;

const fn network(network: Network) -> &'static str {
    match network {
        Network::Livenet => "livenet",
        Network::Testnet => "testnet",
    }
}

fn prices(price: GasPrice) -> Value {
    match price {
        GasPrice::Legacy { gas_price } => json!({ "gasPrice": gas_price.to_string() }),
        GasPrice::FeeMarket {
            max_fee_per_gas,
            max_priority_fee_per_gas,
        } => json!({
            "maxFeePerGas": max_fee_per_gas.to_string(),
            "maxPriorityFeePerGas": max_priority_fee_per_gas.to_string(),
        }),
    }
}

/// Returns the fields that requests and responses have in common.
fn common(case: &Case) -> Value {
    let fields = &case.fields;
    let fee = Amount::from(fields.gas_limit).checked_mul(fields.price.max_fee_per_gas());
    let mut common = prices(fields.price);
    common["to"] = json!(fields.to.map(|to| to.to_string()));
    common["amount"] = json!(fields.amount.to_string());
    common["fee"] = json!(fee.expect("below the cap").to_string());
    common["gasLimit"] = json!(fields.gas_limit.to_string());
    common["nonce"] = json!(fields.nonce);
    common["data"] = json!(format!("0x{}", hex::encode(&fields.data)));
    common
}

async fn check(connector: &Connector, case: &Case, compressed: bool, result: &ReferenceResult<Signing>) {
    let (reference, theirs) = (&result.reference, &result.value);
    let chain = case.fields.params.chain;
    let mut body = common(case);
    body["network"] = json!(network(case.fields.params.network));
    body["publicKey"] = json!(if compressed {
        hex::encode(point(&case.secret).serialize())
    } else {
        hex::encode(point(&case.secret).serialize_uncompressed())
    });
    let address = connector.data(&format!("get-address/{chain}"), &body).await;
    assert_eq!(address["address"], theirs.from, "{reference}");
    let hash = connector.data(&format!("transaction/get-hash/{chain}"), &body).await;
    assert_eq!(hash["hash"], theirs.hash, "{reference}: {case:?}");

    body["signature"] = json!({ "r": theirs.r, "s": theirs.s, "recovery": theirs.y_parity });
    let path = format!("transaction/attach-signature/{chain}");
    let signed = connector.data(&path, &body).await;
    assert_eq!(signed["txdata"], theirs.signed, "{reference}: {case:?}");
}

async fn check_parse(connector: &Connector, oracle: &mut Oracle, case: &Case, theirs: &Signing) {
    let params = case.fields.params;
    let mut expected = common(case);
    expected["signed"] = json!(true);
    expected["txid"] = json!(theirs.txid);
    expected["from"] = json!(theirs.from);
    if case.fields.to.is_none() {
        let request = json!({ "secret": case.secret, "nonce": case.fields.nonce });
        let [account, ..] = &query_references::<Account>(oracle, "evmAccount", request).await[..] else {
            unreachable!("there are two libraries")
        };
        expected["contract"] = json!(account.value.contract);
    }
    let list = &case.to_json()["accessList"];
    if list.as_array().is_some_and(|list| !list.is_empty()) {
        expected["accessList"] = list.clone();
    }
    let body = json!({ "txdata": theirs.signed, "network": network(params.network) });
    let path = format!("transaction/parse/{}", params.chain);
    let mut ours = connector.data(&path, &body).await;
    // Third-party libraries do not warn.
    ours.as_object_mut().expect("an object").remove("warnings");
    assert_eq!(ours, expected);
}

#[tokio::test]
async fn evm_connector_matches_other_libraries() {
    let Some(mut oracle) = Oracle::start("oracles of the EVM connector") else {
        return;
    };
    let connector = Connector::evm_without_upstream();
    let mut random = Random::new();
    for params in places() {
        for _ in 0..TRANSACTIONS {
            let case = Case::random(&mut random, params);
            for result in &query_references::<Signing>(&mut oracle, "evmSign", case.to_json()).await {
                if case.access_list.is_empty() {
                    check(&connector, &case, random.once_in(2), result).await;
                }
                check_parse(&connector, &mut oracle, &case, &result.value).await;
            }
        }
    }
}

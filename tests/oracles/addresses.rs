//! Addresses encoded by third-party libraries, and invalid addresses.

use crate::payment::CHAINS;
use serde_json::json;
use wallet_btc_like::{Address, Params};
use wallet_client::payments::btc_like::{AddressError, output_script};
use wallet_core::model::ChainName;
use wallet_tests::support::connector::Connector;
use wallet_tests::support::oracle::Oracle;
use wallet_tests::support::random::Random;

const NETWORKS: [&str; 2] = ["livenet", "testnet"];

fn params(chain: &str, network: &str) -> &'static Params {
    let chain = ChainName::from_name(chain).expect("a chain");
    Params::of(chain, network.parse().expect("a network")).expect("both networks")
}

/// Returns the output script of an address in the Rust client.
fn client_script(chain: &str, network: &str, address: &str) -> Result<Vec<u8>, AddressError> {
    let chain = ChainName::from_name(chain).expect("a chain");
    output_script(chain, network.parse().expect("a network"), address)
}

#[tokio::test]
async fn addresses_of_every_kind_decode_to_the_same_script() {
    let Some(mut oracle) = Oracle::start("oracles of addresses") else {
        return;
    };
    let mut random = Random::new();
    for _ in 0..20 {
        let seed = random.between(0, u64::MAX);
        for (chain, network) in CHAINS
            .iter()
            .flat_map(|chain| NETWORKS.map(|network| (chain.name, network)))
        {
            for valid in oracle.valid_addresses(seed, chain, network).await {
                let ours = Address::parse(params(chain, network), &valid.address)
                    .unwrap_or_else(|error| panic!("{chain} {network} {valid:?}: {error}"));
                for (code, script) in [
                    ("service", Ok(ours.script_pubkey().to_bytes())),
                    ("client", client_script(chain, network, &valid.address)),
                ] {
                    let script = script.map(hex::encode);
                    assert_eq!(script.as_ref(), Ok(&valid.script), "{code} {chain} {network} {valid:?}");
                }
            }
        }
    }
}

#[tokio::test]
async fn invalid_addresses_are_rejected() {
    let Some(mut oracle) = Oracle::start("oracles of invalid addresses") else {
        return;
    };
    let connector = Connector::without_upstream();
    let seed = Random::new().seed();
    for (chain, network) in CHAINS
        .iter()
        .flat_map(|chain| NETWORKS.map(|network| (chain.name, network)))
    {
        for wrong in oracle.invalid_addresses(seed, chain, network).await {
            let body = json!({
                "network": network,
                "publicKey": "02c6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5",
                "to": wrong.address,
                "amount": "100000000",
                "utxo": [{ "txid": "01".repeat(32), "vout": 0, "value": "200000000" }],
            });
            let response = connector
                .post(&format!("prepare-transaction/size/{chain}"), &body)
                .await;
            let in_client = client_script(chain, network, &wrong.address);
            assert!(in_client.is_err(), "client of {chain} {network} accepted {wrong:?}");
            let error = &response.body["error"];
            assert_eq!(
                (response.status, &error["code"], &error["field"]),
                (400, &json!("invalid_address"), &json!("to")),
                "{chain} {network} accepted {wrong:?}: {}",
                response.body
            );
        }
    }
}

//! Payment requests as URIs, read and written by bip21 and bitcore (BIP 21) and by eth-url-parser (EIP-681).

use crate::evm_transaction::places;
use serde_json::{Value, json};
use wallet_client::signers::KeyForm;
use wallet_core::model::ChainName;
use wallet_eth_like::Address;
use wallet_tests::support::connector::Connector;
use wallet_tests::support::oracle::Oracle;
use wallet_tests::support::random::Random;
use wallet_tests::support::signer::Signer;

/// Random requests on each chain.
const REQUESTS: usize = 25;

/// The number of coins of Bitcoin in base units, the smallest of the chains.
const COINS: u64 = 2_100_000_000_000_000;

/// Parts of labels, with the characters that separate the parts of a URI.
const TEXTS: [&str; 8] = ["Shop", " ", "&", "=", "?#", "+%", "\u{20bf}", "\u{e9}\u{1f600}"];

fn text(random: &mut Random) -> String {
    let parts = random.between(1, 4);
    (0..parts).map(|_| *random.one_of(&TEXTS)).collect()
}

async fn coin_requests_agree(chain: &'static str, kind: &str) {
    let Some(mut oracle) = Oracle::start(&format!("payment requests on {chain}")) else {
        return;
    };
    let (connector, mut random) = (Connector::without_upstream(), Random::new());
    for _ in 0..REQUESTS {
        let signer = Signer::random(&mut random, KeyForm::Compressed);
        let body = json!({ "publicKey": signer.public_key(), "type": kind });
        let to = connector.data(&format!("get-address/{chain}"), &body).await["address"].clone();
        let to = to.as_str().expect("a string");
        let to = if chain == "bch" {
            format!("bitcoincash:{to}")
        } else {
            to.to_owned()
        };
        // Above the dust limit of Dogecoin.
        let amount = 1_000_000 + random.magnitude(COINS - 1_000_000);
        let request = json!({ "network": "livenet", "to": to, "amount": amount.to_string(),
            "label": text(&mut random), "message": text(&mut random) });
        let created = connector
            .data(&format!("payment-request/create/{chain}"), &request)
            .await;
        let theirs = oracle
            .call("coinRequest", json!({ "chain": chain, "uri": created["uri"] }))
            .await;
        for part in ["to", "amount", "label", "message"] {
            assert_eq!(theirs[part], request[part], "{part} of {created}");
        }
        let parsed = connector
            .data(
                &format!("payment-request/parse/{chain}"),
                &json!({ "uri": theirs["written"] }),
            )
            .await;
        assert_eq!(parsed, request, "{theirs}");
    }
}

#[tokio::test]
async fn requests_of_btc_agree_with_bip21() {
    coin_requests_agree("btc", "p2wpkh").await;
}

#[tokio::test]
async fn requests_of_ltc_agree_with_bitcore() {
    coin_requests_agree("ltc", "p2wpkh").await;
}

#[tokio::test]
async fn requests_of_doge_agree_with_bitcore() {
    coin_requests_agree("doge", "p2pkh").await;
}

#[tokio::test]
async fn requests_of_bch_agree_with_bitcore() {
    coin_requests_agree("bch", "p2pkh").await;
}

fn evm_address(random: &mut Random) -> Value {
    let address: Address = format!("0x{}", hex::encode(random.bytes::<20>()))
        .parse()
        .expect("an address");
    address.to_string().into()
}

#[tokio::test]
async fn requests_of_evm_chains_agree_with_eth_url_parser() {
    let Some(mut oracle) = Oracle::start("payment requests of EVM chains") else {
        return;
    };
    let (connector, mut random) = (Connector::evm_without_upstream(), Random::new());
    for place in places() {
        let (chain, network) = (place.chain.name(), place.network);
        for tokens in [false, true] {
            // Above 64 bits, and with zeros at the end, which EIP-681 writes as an exponent.
            let amount = format!(
                "{}{}",
                random.magnitude(u64::MAX),
                "0".repeat(usize::from(random.bytes::<1>()[0] % 12))
            );
            let (to, contract) = (evm_address(&mut random), evm_address(&mut random));
            let mut request = json!({ "network": network, "to": to, "amount": amount });
            let mut expected = json!({ "target": to, "chainId": place.chain_id().to_string(), "amount": amount });
            if tokens {
                request["contract"] = contract.clone();
                expected["target"] = contract.clone();
                expected["to"] = to.clone();
            }
            let created = connector
                .data(&format!("payment-request/create/{chain}"), &request)
                .await;
            let mut theirs = oracle.call("evmRequest", json!({ "uri": created["uri"] })).await;
            let written = theirs["written"].take();
            expected["written"] = Value::Null;
            assert_eq!(theirs, expected, "{created}");
            let body = json!({ "uri": written, "network": network });
            let parsed = connector.data(&format!("payment-request/parse/{chain}"), &body).await;
            if tokens {
                assert_eq!(parsed["to"], contract, "{written}");
                assert_eq!(parsed["token"], json!({ "to": to, "amount": amount }), "{written}");
            } else {
                assert_eq!(parsed, request, "{written}");
            }
        }
    }
}

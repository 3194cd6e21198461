//! POST /api/message/get-hash/{chain}: the hashes and signatures that `eth-sig-util` publishes in its
//! tests.
//!
//! Its struct hashes do not depend on a domain. They are completed with the domain of the example of EIP-712, whose
//! separator is published as well, since a domain without fields is rejected here.

use super::data;
use crate::blockchain_connector_eth_like::App;
use bitcoin::secp256k1::ecdsa::{RecoverableSignature, RecoveryId};
use bitcoin::secp256k1::{Message, PublicKey, Secp256k1, SecretKey};
use serde_json::{Value, json};
use sha3::{Digest, Keccak256};

const PATH: &str = "message/get-hash/eth";

/// The separator of [`domain`] (<https://eips.ethereum.org/assets/eip-712/Example.js>).
const SEPARATOR: &str = "f2cee375fa42b42143804025fc449deafd50cc031ca257e0b194a650a912090f";

/// The facts with values that eth-sig-util converts or adds, and that are rejected here
/// (docs/decisions/evm-payments.md#strict-encoder-of-typed-data): texts for booleans, numbers for bytes and addresses,
/// bytes of a different length, types without a size, a missing struct.
const CONVERTED: usize = 48;
/// The facts whose values both accept as they are.
const EXACT: usize = 34;

fn domain() -> Value {
    json!({
        "name": "Ether Mail", "version": "1", "chainId": 1,
        "verifyingContract": "0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC",
    })
}

fn bytes(hex: &str) -> Vec<u8> {
    hex::decode(hex.trim_start_matches("0x")).expect("hex")
}

fn keccak(parts: &[&[u8]]) -> String {
    format!("0x{}", hex::encode(Keccak256::digest(parts.concat())))
}

/// Returns the address of a key: the last 20 bytes of the hash.
fn address(key: &PublicKey) -> String {
    let hash = keccak(&[&key.serialize_uncompressed()[1..]]);
    format!("0x{}", &hash[26..])
}

/// Returns the public key that made a signature of 65 bytes.
fn signer(hash: &str, signature: &str) -> PublicKey {
    let signature = bytes(signature);
    let id = RecoveryId::from_i32(i32::from(signature[64]) - 27).expect("27 or 28");
    let signature = RecoverableSignature::from_compact(&signature[..64], id).expect("a signature");
    let message = Message::from_digest(bytes(hash).try_into().expect("32 bytes"));
    let key = Secp256k1::new().recover_ecdsa(&message, &signature);
    key.expect("a recoverable key")
}

#[tokio::test]
async fn typed_data_have_the_hashes_of_eth_sig_util() {
    let app = App::new().await;
    let (mut exact, mut converted) = (0, 0);
    for fact in data::of("messages") {
        let hash = fact.text("structHash");
        let (domain, digest) = match fact.text("digest") {
            "" if hash.is_empty() => continue,
            "" => (domain(), keccak(&[&[0x19, 0x01], &bytes(SEPARATOR), &bytes(hash)])),
            digest => (fact.get("domain").clone(), format!("0x{digest}")),
        };
        let message = json!({
            "types": fact.get("types"), "primaryType": fact.get("primaryType"), "domain": domain,
            "message": fact.get("message"),
        });
        let response = app
            .post(PATH, &json!({ "type": "typed-data", "message": message }))
            .await;
        if response.status == 400 {
            assert_eq!(response.json["error"]["code"], "invalid_request", "{fact}");
            converted += 1;
        } else {
            assert_eq!(response.data()["hash"], digest.as_str(), "{fact}");
            exact += 1;
        }
    }
    assert_eq!((exact, converted), (EXACT, CONVERTED));
}

#[tokio::test]
async fn personal_messages_have_the_signers_of_eth_sig_util() {
    let app = App::new().await;
    let mut checked = 0;
    for fact in data::of("messages") {
        let signature = fact.text("signature");
        if signature.is_empty() {
            continue;
        }
        let body = json!({ "type": "personal", "encoding": "hex", "message": fact.text("text") });
        let response = app.post(PATH, &body).await;
        let hash = response.data()["hash"].as_str().expect("a string");
        let signer = signer(hash, signature);
        match fact.text("privateKey") {
            "" => assert_eq!(address(&signer), fact.text("address"), "{fact}"),
            secret => {
                let secret = SecretKey::from_slice(&bytes(secret)).expect("a key");
                assert_eq!(signer, secret.public_key(&Secp256k1::new()), "{fact}");
            }
        }
        checked += 1;
    }
    assert_eq!(checked, 4);
}

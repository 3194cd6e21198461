//! Published signature hashes and signed transactions.
//!
//! - <https://github.com/bitcoin/bips/blob/master/bip-0143.mediawiki>, "Native P2WPKH" and "P2SH-P2WPKH"
//! - <https://github.com/bitcoin-sv/go-sdk/blob/master/transaction/signaturehash_test.go>: fork id 0, which bsv
//!   shares with bch, and the legacy hashes of the same transactions
//! - a signed transaction of the bch chain, published in
//!   <https://github.com/trustwallet/wallet-core/blob/master/tests/chains/BitcoinCash/TWBitcoinCashTests.cpp>

use super::*;
use crate::transaction::sighash::{Scheme, ecdsa_sighash};
use bitcoin::sighash::SighashCache;
use bitcoin::{Transaction, consensus};

#[track_caller]
fn check(scheme: Scheme, transaction: &str, input: usize, script_code: &str, value: u64, expected: &str) {
    let transaction: Transaction = consensus::encode::deserialize_hex(transaction).unwrap();
    let script_code = ScriptBuf::from_hex(script_code).unwrap();
    let hash = ecdsa_sighash(&mut SighashCache::new(&transaction), input, scheme, &script_code, value);
    assert_eq!(hex::encode(hash), expected);
}

#[test]
fn bip143_native_p2wpkh() {
    check(
        Scheme::SegwitV0,
        "0100000002fff7f7881a8099afa6940d42d1e7f6362bec38171ea3edf433541db4e4ad969f0000000000eeffffffef51e1b804cc89d182\
         d279655c3aa89e815b1b309fe287d9b2b55d57b90ec68a0100000000ffffffff02202cb206000000001976a9148280b37df378db99f66f\
         85c95a783a76ac7a6d5988ac9093510d000000001976a9143bde42dbee7e4dbe6a21b2d50ce2f0167faa815988ac11000000",
        1,
        "76a9141d0f172a0ecb48aee1be1f2687d2963ae33f71a188ac",
        600_000_000,
        "c37af31116d1b27caf68aae9e3ac82f1477929014d5b917657d0eb49478cb670",
    );
}

#[test]
fn bip143_p2sh_p2wpkh() {
    check(
        Scheme::SegwitV0,
        "0100000001db6b1b20aa0fd7b23880be2ecbd4a98130974cf4748fb66092ac4d3ceb1a54770100000000feffffff02b8b4eb0b00000000\
         1976a914a457b684d7f0d539a46a45bbc043f35b59d0d96388ac0008af2f000000001976a914fd270b1ee6abcaea97fea7ad0402e8bd8a\
         d6d77c88ac92040000",
        0,
        "76a91479091972186c449eb1ded22b78e40d009bdf008988ac",
        1_000_000_000,
        "64f3b0f4dd2bb3aa1ce8566d220cc74dda9df97d8490cc81d89d735c92e59fb6",
    );
}

#[test]
fn bip143_example_signature_is_valid() {
    let key = PublicKey::parse("025476c2e83188368da1ff3e292e7acafcdb3566bb0ad253f62fc70f07aeee6357").unwrap();
    let signature = Signature::parse(
        "3609e17b84f6a7d30c80bfa610b5b4542f32a8a0d5447a12fb1366d7f01cc44a",
        "573a954c4518331561406f90300e8f3358f51928d43c212a8caed02de67eebee",
    )
    .unwrap();
    let hash = hex::decode("c37af31116d1b27caf68aae9e3ac82f1477929014d5b917657d0eb49478cb670").unwrap();
    assert!(key.verifies(&Secp256k1::new(), hash.try_into().unwrap(), signature.as_ecdsa()));
    let der = "304402203609e17b84f6a7d30c80bfa610b5b4542f32a8a0d5447a12fb1366d7f01cc44a0220573a954c4518331561406f90300e\
               8f3358f51928d43c212a8caed02de67eebee01";
    assert_eq!(hex::encode(signature.to_der(0x01)), der);
}

/// Unsigned transaction with two inputs and three outputs.
const TWO_INPUTS: &str = "01000000027e2705da59f7112c7337d79840b56fff582b8f3a0e9df8eb19e282377bebb1bc0100000000ffffffffdebe6f\
     e5ad8e9220a10fcf6340f7fca660d87aeedf0f74a142fba6de1f68d8490000000000ffffffff0300e1f505000000001976a9142987362cf0d2\
     1193ce7e7055824baac1ee245d0d88ac00e1f505000000001976a9143ca26faa390248b7a7ac45be53b0e4004ad7952688ac34657fe2000000\
     001976a914eb0bd5edba389198e73f8efabddfc61666969ff788ac00000000";
const TWO_INPUTS_CODE: &str = "76a914eb0bd5edba389198e73f8efabddfc61666969ff788ac";

/// Unsigned transaction with an input and two outputs.
const ONE_INPUT: &str = "010000000193a35408b6068499e0d5abd799d3e827d9bfe70c9b75ebe209c91d25072326510000000000ffffffff02404b4c\
     00000000001976a91404ff367be719efa79d76e4416ffb072cd53b208888acde94a905000000001976a91404d03f746652cfcb6cb55119ab47\
     3a045137d26588ac00000000";
const ONE_INPUT_CODE: &str = "76a914c0a3c167a28cabb9fbb495affa0761e6e74ac60d88ac";

#[test]
fn fork_id_hashes() {
    let check = |transaction, input, code, value, expected| {
        check(Scheme::ForkId, transaction, input, code, value, expected);
    };
    check(
        ONE_INPUT,
        0,
        ONE_INPUT_CODE,
        100_000_000,
        "be9a42ef2e2dd7ef02cd631290667292cbbc5018f4e3f6843a8f4c302a2111b1",
    );
    check(
        TWO_INPUTS,
        0,
        TWO_INPUTS_CODE,
        2_000_000_000,
        "8b15eecfb6d5e727485e19797b5d1829e0630e8b43c806707685238e28a3194c",
    );
    check(
        TWO_INPUTS,
        1,
        TWO_INPUTS_CODE,
        2_000_000_000,
        "7b72c355a2714a5039d97fbd5eee792099b0eab4bf07d2e5bfcfc3309f81badb",
    );
}

#[test]
fn legacy_hashes() {
    let check = |transaction, input, code, expected| {
        check(Scheme::Legacy, transaction, input, code, 0, expected);
    };
    check(
        ONE_INPUT,
        0,
        ONE_INPUT_CODE,
        "7bd029c36f5a950fe21989893bba45b657b217d62df9b1b49933b9cbe4aff389",
    );
    check(
        TWO_INPUTS,
        0,
        TWO_INPUTS_CODE,
        "66308491ca2e295f816fcc0cc88b4c46ba3fe58a69654f05833a4917d1102770",
    );
    check(
        TWO_INPUTS,
        1,
        TWO_INPUTS_CODE,
        "4c8ee5be8b0b4a822284248e3854bda603e6eca5e2db73498759cd3f7c25d329",
    );
}

/// The bch transaction 96ee20002b34e468f9d3c5ee54f6a8ddaa61c118889c4f35395c2cd93ba5bbb4 without its
/// input script.
#[test]
fn signature_from_the_bch_chain_is_valid() {
    let unsigned = "0100000001e28c2b955293159898e34c6840d99bf4d390e2ee1c6f606939f18ee1e2000d050200000000ffffffff0258020000\
                    000000001976a914769bdff96a02f9135a1d19b749db6a78fe07dc9088ace5100000000000001976a9149e089b6889e032d46e\
                    3b915a3392edfd616fb1c488ac00000000";
    let transaction: Transaction = consensus::encode::deserialize_hex(unsigned).unwrap();
    let code = ScriptBuf::from_hex("76a914aff1e0789e5fe316b729577665aa0a04d5b0f8c788ac").unwrap();
    let hash = ecdsa_sighash(&mut SighashCache::new(&transaction), 0, Scheme::ForkId, &code, 5151);
    let key = PublicKey::parse("038eab72ec78e639d02758e7860cdec018b49498c307791f785aa3019622f4ea5b").unwrap();
    let signature = Signature::parse(
        "b70d158b43cbcded60e6977e93f9a84966bc0cec6f2dfd1463d1223a90563f0d",
        "7548d081069de570a494d0967ba388ff02641d91cadb060587ead95a98d4e353",
    )
    .unwrap();
    assert!(key.verifies(&Secp256k1::new(), hash, signature.as_ecdsa()));
}

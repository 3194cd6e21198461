//! Addresses, hashes, signed transactions and calldata of the EVM chains, compared with ethers and viem.

use crate::evm_transaction::{Case, amount, places, secret};
use bitcoin::secp256k1;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use wallet_eth_like::{
    Address, Amount, AttachError, DecodedTransaction, Parity, PublicKey, Signature, SignedTransaction, TokenMetadata,
    UnsignedTransaction, erc20,
};
use wallet_tests::support::oracle::Oracle;
use wallet_tests::support::random::Random;

/// Random transactions on each chain and network.
const TRANSACTIONS: usize = 25;

/// The result of a reference library.
#[derive(Debug, Deserialize)]
pub struct ReferenceResult<T> {
    /// The library, ethers or viem.
    pub reference: String,
    /// The result.
    pub value: T,
}

/// A transaction signed by a reference library.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Signing {
    /// The unsigned serialisation.
    pub unsigned: String,
    /// The hash to sign.
    pub hash: String,
    pub r: String,
    pub s: String,
    pub y_parity: u64,
    /// The signed serialisation.
    pub signed: String,
    pub txid: String,
    pub from: String,
}

/// The data derived from a secret key.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Account {
    pub address: String,
    pub public_keys: Vec<String>,
    /// The address of the contract deployed with the requested nonce.
    pub contract: String,
}

/// Returns the results of both libraries.
pub async fn query_references<T: DeserializeOwned>(
    oracle: &mut Oracle,
    operation: &str,
    parameters: Value,
) -> Vec<ReferenceResult<T>> {
    let result = oracle.call(operation, parameters).await;
    let results: Vec<_> = serde_json::from_value(result).expect("the oracle's form");
    assert_eq!(results.len(), 2, "ethers and viem");
    results
}

/// Checks that the library's transaction decodes to the requested fields, and that the fields yield the
/// same transaction.
fn check(case: &Case, library: &str, theirs: &Signing) {
    let params = case.fields.params;
    let read = SignedTransaction::parse(params, &theirs.signed)
        .unwrap_or_else(|error| panic!("{library}'s {theirs:?} of {case:?}: {error}"));
    assert_eq!(read.fields(), &case.fields, "{library}");
    assert_eq!(read.unsigned().access_list(), case.access_list, "{library}");
    let ours = (read.to_hex(), read.hash().to_string(), read.sender().to_string());
    let expected = (theirs.signed.clone(), theirs.txid.clone(), theirs.from.clone());
    assert_eq!(ours, expected, "{library} of {case:?}");
    let decoded = DecodedTransaction::parse(params, &theirs.unsigned).expect("the same without its signature");
    assert_eq!(
        decoded,
        DecodedTransaction::Unsigned(read.unsigned().clone()),
        "{library}"
    );

    if case.access_list.is_empty() {
        check_built(case, library, theirs);
    }
}

fn check_built(case: &Case, library: &str, theirs: &Signing) {
    let gas = Amount::from(case.fields.gas_limit);
    let fee = gas
        .checked_mul(case.fields.price.max_fee_per_gas())
        .expect("below the cap");
    let unsigned = UnsignedTransaction::build(case.fields.clone(), fee).expect("within bounds");
    assert_eq!(
        format!("0x{}", hex::encode(unsigned.bytes())),
        theirs.unsigned,
        "{library}"
    );
    assert_eq!(unsigned.sighash().to_string(), theirs.hash, "{library}");

    let key = PublicKey::parse(&point(&case.secret).to_string()).expect("a point");
    let signature = Signature::parse(&theirs.r, &theirs.s).expect("numbers in range");
    let chain_id = case.fields.params.chain_id();
    let recoveries = [
        (None, None),
        (Some(theirs.y_parity), None),
        (None, Some(theirs.y_parity)),
        (None, Some(theirs.y_parity + 27)),
        (Some(theirs.y_parity), Some(theirs.y_parity + 35 + 2 * chain_id)),
    ];
    for (recovery, v) in recoveries {
        let parity = Parity::of(case.fields.params, recovery, v).expect("a parity");
        let signed = unsigned
            .clone()
            .attach(&key, &signature, parity)
            .expect("their signature");
        assert_eq!(signed.to_hex(), theirs.signed, "{library}");
    }
    let wrong = Parity::of(case.fields.params, Some(1 - theirs.y_parity), None).expect("a parity");
    assert_eq!(unsigned.attach(&key, &signature, wrong), Err(AttachError::OtherParity));
}

/// Returns the public key, computed with the secp256k1 library.
pub fn point(secret: &str) -> secp256k1::PublicKey {
    let secret: secp256k1::SecretKey = secret[2..].parse().expect("a secret key");
    secret.public_key(&secp256k1::Secp256k1::new())
}

#[tokio::test]
async fn evm_transactions_match_other_libraries() {
    let Some(mut oracle) = Oracle::start("oracles of EVM transactions") else {
        return;
    };
    let mut random = Random::new();
    let mut checked = 0;
    for params in places() {
        for _ in 0..TRANSACTIONS {
            let case = Case::random(&mut random, params);
            for result in query_references::<Signing>(&mut oracle, "evmSign", case.to_json()).await {
                check(&case, &result.reference, &result.value);
            }
            checked += 1;
        }
    }
    println!("{checked} transactions agree with ethers and viem");
}

#[tokio::test]
async fn key_and_contract_addresses_match_other_libraries() {
    let Some(mut oracle) = Oracle::start("oracles of EVM addresses") else {
        return;
    };
    let mut random = Random::new();
    for _ in 0..200 {
        let nonce = random.magnitude(1 << 53) - 1;
        let parameters = json!({ "secret": secret(&mut random), "nonce": nonce });
        for ReferenceResult { reference, value } in
            query_references::<Account>(&mut oracle, "evmAccount", parameters).await
        {
            for key in &value.public_keys {
                let address = PublicKey::parse(key).expect("a key").address();
                assert_eq!(address.to_string(), value.address, "{reference} {key}");
                assert_eq!(
                    address.deployed(nonce).to_string(),
                    value.contract,
                    "{reference} {nonce}"
                );
            }
        }
    }
}

#[tokio::test]
async fn address_validation_matches_other_libraries() {
    let Some(mut oracle) = Oracle::start("oracles of ERC-55") else {
        return;
    };
    let mut random = Random::new();
    let mut accepted = 0;
    for _ in 0..400 {
        let text = misspelt(&mut random);
        let ours = text.parse::<Address>().is_ok();
        accepted += u32::from(ours);
        for ReferenceResult { reference, value } in
            query_references::<bool>(&mut oracle, "evmIsAddress", json!({ "text": text })).await
        {
            // Only viem validates an all-upper-case address against the checksum; ERC-55 has such an example.
            let is_upper_case = text[2..] == text[2..].to_uppercase();
            assert!(
                ours == value || (is_upper_case && reference == "viem"),
                "{reference}: {text}"
            );
        }
    }
    assert!((20..380).contains(&accepted), "{accepted} of 400");
}

/// Returns a valid address, or an address with a letter in the wrong case, a changed digit, or a digit less or
/// more.
fn misspelt(random: &mut Random) -> String {
    let valid = Address::from_bytes(random.bytes()).to_string();
    let at = usize::try_from(random.between(2, 41)).expect("an index");
    let (head, tail) = valid.split_at(at);
    let (digit, tail) = tail.split_at(1);
    let flipped = if digit.to_lowercase() == digit {
        digit.to_uppercase()
    } else {
        digit.to_lowercase()
    };
    match random.between(0, 6) {
        0 => valid.clone(),
        1 => valid.to_lowercase(),
        2 => format!("0x{}", valid[2..].to_uppercase()),
        3 => format!("{head}{tail}"),
        4 => format!("{head}{digit}0{tail}"),
        5 => format!("{head}e{tail}"),
        _ => format!("{head}{flipped}{tail}"),
    }
}

#[tokio::test]
async fn token_calldata_matches_other_libraries() {
    let Some(mut oracle) = Oracle::start("oracles of ERC-20") else {
        return;
    };
    let mut random = Random::new();
    for _ in 0..200 {
        let (address, amount) = (Address::from_bytes(random.bytes()), amount(&mut random));
        let (call, ours, kind) = if random.once_in(2) {
            (
                "transfer",
                erc20::transfer_data(address, amount),
                erc20::TokenCallKind::Transfer,
            )
        } else {
            (
                "approve",
                erc20::approve_data(address, amount),
                erc20::TokenCallKind::Approve,
            )
        };
        let ours = ours.expect("not the zero address");
        let expected = erc20::TokenCall { kind, address, amount };
        assert_eq!(erc20::decode(&ours), Some(expected));
        let parameters = json!({ "call": call, "address": address.to_string(), "amount": amount.to_string() });
        for ReferenceResult { reference, value } in
            query_references::<String>(&mut oracle, "evmCalldata", parameters).await
        {
            assert_eq!(format!("0x{}", hex::encode(&ours)), value, "{reference}");
        }
    }
}

/// The return data of a contract for a text.
#[derive(Debug, Deserialize)]
struct Texts {
    /// As a string of the ABI.
    string: String,
    /// As `bytes32`, if the text is short enough.
    bytes32: Option<String>,
}

#[tokio::test]
async fn token_texts_of_other_libraries_are_decoded() {
    let Some(mut oracle) = Oracle::start("oracles of token metadata") else {
        return;
    };
    let mut random = Random::new();
    let letters = ["a", "Z", "0", "-", "é", "ł", "中", "💰"];
    let known = [
        "",
        "Maker",
        "MKR",
        "Tether USD",
        "USD₮0",
        "0123456789abcdef0123456789abcde",
    ];
    let made = (0..100).map(|_| {
        let length = random.between(0, 64);
        (0..length).map(|_| *random.one_of(&letters)).collect()
    });
    let made: Vec<String> = made.collect();
    for text in made.iter().map(String::as_str).chain(known) {
        let encodings = query_references::<Texts>(&mut oracle, "evmTexts", json!({ "text": text })).await;
        for ReferenceResult { reference, value } in encodings {
            assert_eq!(value.bytes32.is_some(), text.len() < 32);
            for data in [Some(value.string), value.bytes32].into_iter().flatten() {
                let data = hex::decode(&data[2..]).expect("hex");
                let decoded = TokenMetadata::from_return_data(&data, &data, 18);
                assert_eq!((&*decoded.name, &*decoded.ticker), (text, text), "{reference}");
            }
        }
    }
}

//! Messages: texts and typed data.

use super::client;
use crate::ephemeral;
use serde_json::{Value, json};
use wallet_client::Network::Testnet;
use wallet_client::blockchain_connector_eth_like::message::{GetHashRequest, get_hash};
use wallet_client::payments::PaymentError;
use wallet_client::payments::eth_like::{Message, MessageContent, PreparedMessage, prepare_message};
use wallet_client::signers::Secp256k1Key;
use wallet_client::{Client, ErrorCode};

pub const TOKEN: &str = "0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC";
const SPENDER: &str = "0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB";

pub fn message(key: &Secp256k1Key, content: MessageContent) -> Message {
    Message::builder()
        .chain("eth")
        .network(Testnet)
        .public_key(key.public_key())
        .content(content)
        .build()
}

/// Declares the fields of a struct.
fn fields(list: &[(&str, &str)]) -> Value {
    let fields = list.iter().map(|(kind, name)| json!({ "name": name, "type": kind }));
    fields.collect()
}

/// Returns a permit of EIP-2612.
pub fn permit(value: &str) -> Value {
    json!({
        "types": { "Permit": fields(&[
            ("address", "owner"), ("address", "spender"), ("uint256", "value"), ("uint256", "nonce"),
            ("uint256", "deadline"),
        ]) },
        "primaryType": "Permit",
        "domain": { "name": "USD", "version": "1", "chainId": 11_155_111, "verifyingContract": TOKEN },
        "message": { "owner": SPENDER, "spender": SPENDER, "value": value, "nonce": 0, "deadline": "1798761600" },
    })
}

/// Returns a permit of DAI.
fn dai(allowed: bool, expiry: u64) -> Value {
    json!({
        "types": { "Permit": fields(&[
            ("address", "holder"), ("address", "spender"), ("uint256", "nonce"), ("uint256", "expiry"),
            ("bool", "allowed"),
        ]) },
        "primaryType": "Permit",
        "domain": { "name": "DAI", "verifyingContract": TOKEN },
        "message": { "holder": SPENDER, "spender": SPENDER, "nonce": 0, "expiry": expiry, "allowed": allowed },
    })
}

/// Returns a permit of Permit2: an allowance, or a transfer with a witness.
fn permit2(is_allowance: bool, count: usize) -> Value {
    let (inner, primary, list, own) = if is_allowance {
        let inner = [
            ("address", "token"),
            ("uint160", "amount"),
            ("uint48", "expiration"),
            ("uint48", "nonce"),
        ];
        (
            "PermitDetails",
            "PermitBatch",
            "details",
            (inner.to_vec(), "sigDeadline"),
        )
    } else {
        let inner = [("address", "token"), ("uint256", "amount")];
        (
            "TokenPermissions",
            "PermitBatchWitnessTransferFrom",
            "permitted",
            (inner.to_vec(), "deadline"),
        )
    };
    let (inner_fields, deadline) = own;
    let list_type = format!("{inner}[]");
    let mut declared = vec![(&*list_type, list), ("address", "spender")];
    let entry = |index: usize| {
        let mut entry = json!({ "token": TOKEN, "amount": index.to_string() });
        if is_allowance {
            entry["expiration"] = json!(index);
            entry["nonce"] = json!(0);
        }
        entry
    };
    let entries: Vec<_> = (0..count).map(entry).collect();
    let mut value = json!({ list: entries, "spender": SPENDER, deadline: "7" });
    if !is_allowance {
        declared.push(("uint256", "nonce"));
        value["nonce"] = json!(0);
    }
    declared.push(("uint256", deadline));
    let mut types = json!({ inner: fields(&inner_fields) });
    if !is_allowance {
        declared.push(("Witness", "witness"));
        types["Witness"] = fields(&[("bool", "flag")]);
        value["witness"] = json!({ "flag": true });
    }
    types[primary] = fields(&declared);
    json!({
        "types": types,
        "primaryType": primary,
        "domain": { "name": "Permit2", "chainId": "0xaa36a7", "verifyingContract": TOKEN },
        "message": value,
    })
}

async fn prepared(client: &Client, key: &Secp256k1Key, content: MessageContent) -> PreparedMessage {
    prepare_message(client, &message(key, content)).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn texts_and_typed_data_are_signed() {
    let running = ephemeral().await;
    let client = client(&running).await;
    let key = Secp256k1Key::from_bytes(&[0x46; 32]).unwrap();
    for content in [
        MessageContent::Text("Sign in to example.com\n💰".to_owned()),
        MessageContent::Text("0x00".to_owned()),
        MessageContent::Text(String::new()),
        MessageContent::Bytes(vec![0, 0xff, 0x80]),
        MessageContent::Bytes(Vec::new()),
        MessageContent::TypedData(permit("5")),
    ] {
        let prepared = prepared(&client, &key, content.clone()).await;
        assert_eq!(prepared.hash(), content.hash().unwrap());
        let signature = prepared.sign(&client, &key).await.unwrap();
        let own = key.sign_ecdsa(prepared.hash());
        let halves = format!("0x{}{}", hex::encode(own.r), hex::encode(own.s));
        assert!(signature.starts_with(&halves), "{content:?}");
        assert!(["1b", "1c"].contains(&&signature[130..]), "{signature}");
        let error = prepared.sign(&client, &Secp256k1Key::random()).await.unwrap_err();
        assert!(matches!(error, PaymentError::InvalidSignature), "{error}");
    }
    running.shutdown().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn permits_are_those_of_the_service() {
    let running = ephemeral().await;
    let client = client(&running).await;
    let key = Secp256k1Key::random();
    let maximum = "115792089237316195423570985008687907853269984665640564039457584007913129639935";
    for (data, standard, amount, deadline, is_unlimited) in [
        (permit("5"), "eip-2612", Some("5"), Some("1798761600"), false),
        (permit(maximum), "eip-2612", Some(maximum), Some("1798761600"), true),
        (dai(true, 0), "dai", Some(maximum), None, true),
        (dai(false, 9), "dai", Some("0"), Some("9"), false),
        (permit2(true, 1), "permit2-allowance", Some("0"), Some("7"), false),
        (permit2(true, 3), "permit2-allowance", None, Some("7"), false),
        (permit2(false, 2), "permit2-transfer", None, Some("7"), false),
        (permit2(false, 0), "permit2-transfer", None, Some("7"), false),
    ] {
        let prepared = prepared(&client, &key, MessageContent::TypedData(data)).await;
        let review = prepared.review();
        let found = review.permit.as_ref().unwrap();
        assert_eq!(
            (&*found.standard, &*found.spender, &*found.contract),
            (standard, SPENDER, TOKEN)
        );
        assert_eq!((found.amount.as_deref(), found.deadline.as_deref()), (amount, deadline));
        assert_eq!(review.is_unlimited, is_unlimited, "{standard}");
        assert_eq!(
            review.warnings.len(),
            usize::from(is_unlimited),
            "{:?}",
            review.warnings
        );
        assert_eq!(review.is_valid_on_all_chains, standard == "dai");
    }
    // One field of another type: no permit.
    let mut similar = permit("5");
    similar["types"]["Permit"][2]["type"] = json!("uint128");
    let prepared = prepared(&client, &key, MessageContent::TypedData(similar)).await;
    assert_eq!(prepared.review().permit, None);
    running.shutdown().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn messages_of_other_chains_and_invalid_ones_are_rejected() {
    let running = ephemeral().await;
    let client = client(&running).await;
    let key = Secp256k1Key::random();
    let mut other_chain = permit("5");
    other_chain["domain"]["chainId"] = json!(1);
    let mut out_of_range = permit("5");
    out_of_range["message"]["value"] = json!("-5");
    for data in [other_chain.clone(), out_of_range] {
        let error = prepare_message(&client, &message(&key, MessageContent::TypedData(data))).await;
        let error = error.unwrap_err();
        assert!(
            matches!(error, PaymentError::Invalid { field: "message", .. }),
            "{error}"
        );
    }
    // The service rejects the domain of livenet on the testnet as well.
    let request = GetHashRequest::builder()
        .r#type("typed-data")
        .message(other_chain)
        .network(Testnet)
        .build();
    let error = get_hash(&client, "eth", &request).await.unwrap_err();
    assert!(error.is(ErrorCode::InvalidRequest), "{error}");
    running.shutdown().await.unwrap();
}

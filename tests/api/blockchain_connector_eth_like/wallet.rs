//! A client of the service: a key and the signatures.

use super::fixture::GWEI;
use bitcoin::secp256k1::{Message, Secp256k1, SecretKey};
use serde_json::{Value, json};

/// The address of the key in EIP-155.
pub const ADDRESS: &str = "0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F";

/// The recipient in EIP-155.
pub const RECIPIENT: &str = "0x3535353535353535353535353535353535353535";

/// Returns the key of the example in EIP-155: <https://eips.ethereum.org/EIPS/eip-155>.
fn key() -> SecretKey {
    SecretKey::from_slice(&[0x46; 32]).expect("a number below the group order")
}

/// Returns the compressed public key in hex.
pub fn public_key() -> String {
    key().public_key(&Secp256k1::new()).to_string()
}

/// Returns the uncompressed public key in hex.
pub fn uncompressed_public_key() -> String {
    hex::encode(key().public_key(&Secp256k1::new()).serialize_uncompressed())
}

/// Returns the example transaction of EIP-155: one coin to a different address.
pub fn example() -> Value {
    json!({
        "publicKey": public_key(),
        "to": RECIPIENT,
        "amount": "1000000000000000000",
        "fee": "420000000000000",
        "gasLimit": "21000",
        "gasPrice": "20000000000",
        "nonce": 9,
        "data": "",
    })
}

/// Returns the same transaction with the two prices of EIP-1559.
pub fn fee_market() -> Value {
    let mut body = example();
    body["gasPrice"] = Value::Null;
    body["maxFeePerGas"] = (20 * GWEI).to_string().into();
    body["maxPriorityFeePerGas"] = (2 * GWEI).to_string().into();
    body
}

/// Returns the signature of a hash, with the recovery id.
pub fn sign(hash: &str) -> Value {
    let hash = hex::decode(hash.trim_start_matches("0x")).expect("hex");
    let message = Message::from_digest(hash.try_into().expect("32 bytes"));
    let signature = Secp256k1::new().sign_ecdsa_recoverable(&message, &key());
    let (recovery, compact) = signature.serialize_compact();
    json!({
        "r": hex::encode(&compact[..32]),
        "s": hex::encode(&compact[32..]),
        "recovery": recovery.to_i32(),
    })
}

/// Returns the equivalent signature with the high s and the opposite recovery id.
pub fn with_high_s(signature: &Value) -> Value {
    let s = hex::decode(signature["s"].as_str().expect("a string")).expect("hex");
    let s = SecretKey::from_slice(&s)
        .expect("a number below the group order")
        .negate();
    let recovery = signature["recovery"].as_i64().expect("a number");
    json!({
        "r": signature["r"],
        "s": hex::encode(s.secret_bytes()),
        "recovery": 1 - recovery,
    })
}

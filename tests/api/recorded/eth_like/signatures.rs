//! Recovery of the signer by secp256k1, without the code of the services.

use super::numbers::number;
use bitcoin::secp256k1::ecdsa::{RecoverableSignature, RecoveryId};
use bitcoin::secp256k1::{Message, Secp256k1};
use serde_json::{Value, json};

/// A valid public key for requests whose result does not depend on it: the generator of the group.
const ANY_KEY: &str = "0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798";

/// Returns the body of get-hash for a transaction in the format of JSON-RPC.
pub fn request(transaction: &Value) -> Value {
    let price = ["maxFeePerGas", "gasPrice"]
        .into_iter()
        .find(|name| transaction[*name].is_string())
        .expect("a price");
    let fee = number(&transaction["gas"]) * number(&transaction[price]);
    let mut body = json!({
        "publicKey": ANY_KEY,
        "to": transaction["to"],
        "amount": number(&transaction["value"]).to_string(),
        "fee": fee.to_string(),
        "gasLimit": number(&transaction["gas"]).to_string(),
        "nonce": u64::try_from(number(&transaction["nonce"])).expect("a nonce"),
        "data": transaction["input"],
    });
    for name in ["gasPrice", "maxFeePerGas", "maxPriorityFeePerGas"] {
        if transaction[name].is_string() {
            body[name] = number(&transaction[name]).to_string().into();
        }
    }
    body
}

/// Returns the recovery id in the `v` of a transaction: 0 or 1, also in the form of EIP-155.
pub fn parity(v: &Value) -> u8 {
    let v = number(v);
    u8::from(if v >= 35 { v.is_multiple_of(2) } else { v == 1 })
}

/// Recovers the public key from the signature of a hash.
pub fn signer(hash: &str, transaction: &Value) -> String {
    let hash = hex::decode(hash.trim_start_matches("0x")).expect("hex");
    let part = |name: &str| {
        let digits = transaction[name].as_str().expect("a number").trim_start_matches("0x");
        hex::decode(format!("{digits:0>64}")).expect("hex")
    };
    let compact = [part("r"), part("s")].concat();
    let id = RecoveryId::from_i32(parity(&transaction["v"]).into()).expect("0 or 1");
    let signature = RecoverableSignature::from_compact(&compact, id).expect("a signature");
    let message = Message::from_digest(hash.try_into().expect("32 bytes"));
    let key = Secp256k1::new().recover_ecdsa(&message, &signature);
    key.expect("a recoverable key").to_string()
}

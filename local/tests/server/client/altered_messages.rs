//! A server that alters a message obtains no signature.

use super::eth_like_message::{message, permit};
use super::signer::Counting;
use super::{Altering, mismatch, other_digit};
use crate::ephemeral;
use serde_json::{Value, json};
use wallet_client::payments::EcdsaSigner;
use wallet_client::payments::eth_like::{Message, MessageContent, prepare_message};
use wallet_client::signers::Secp256k1Key;

type Change = fn(&mut Value);

const CHANGES: &[(&str, Change, (&str, &str), usize)] = &[
    (
        "message/get-hash",
        |data| other_digit(&mut data["hash"], 9),
        ("message/get-hash", "hash"),
        0,
    ),
    (
        "message/get-hash",
        |data| data["summary"] = json!(null),
        ("message/get-hash", "permit"),
        0,
    ),
    (
        "message/get-hash",
        |data| data["summary"]["amount"] = "4".into(),
        ("message/get-hash", "permit"),
        0,
    ),
    (
        "message/get-hash",
        |data| data["summary"]["spender"] = "0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf".into(),
        ("message/get-hash", "permit"),
        0,
    ),
    (
        "message/get-hash",
        |data| drop(data["summary"].as_object_mut().unwrap().remove("deadline")),
        ("message/get-hash", "permit"),
        0,
    ),
    (
        "message/attach-signature",
        |data| other_digit(&mut data["signature"], 9),
        ("message/attach-signature", "signature"),
        1,
    ),
];

#[tokio::test(flavor = "multi_thread")]
async fn altered_messages_are_not_signed() {
    let running = ephemeral().await;
    for (path, change, expected, signatures) in CHANGES {
        let key = Secp256k1Key::random();
        let content = MessageContent::TypedData(permit("5"));
        let message: Message = message(&key, content);
        let signer = Counting::new(key);
        assert_eq!(EcdsaSigner::public_key(&signer), message.public_key);
        let altering = Altering::new(path, *change);
        let client = altering.client(&running).await;
        let outcome = async {
            let prepared = prepare_message(&client, &message).await?;
            prepared.sign(&client, &signer).await.map(drop)
        };
        assert_eq!(mismatch(outcome.await), *expected, "{path}");
        assert_eq!(signer.count(), *signatures, "{path}");
        assert!(altering.changed() > 0);
    }
    running.shutdown().await.unwrap();
}

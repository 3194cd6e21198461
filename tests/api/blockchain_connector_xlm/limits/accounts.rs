//! Account operations: creation, options, merge, data entries and sequence numbers.

use super::{ABOVE_MAXIMUM, Limits, MAXIMUM, third_party};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde_json::{Value, json};

const MUXED: &str = "MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ";
const CONTRACT: &str = "CA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUWDA";

#[tokio::test]
async fn create_account() {
    let it = Limits::new();
    let valid = json!({ "type": "createAccount", "destination": third_party(), "startingBalance": "1" });
    it.check(
        &valid,
        &[
            ("destination", "invalid_request", json!(it.alice), json!(it.bob)),
            ("destination", "invalid_address", json!(MUXED), json!(it.bob)),
            ("destination", "invalid_address", json!(CONTRACT), json!(it.bob)),
            (
                "startingBalance",
                "invalid_amount",
                json!("0.9999999"),
                json!("1.0000000"),
            ),
            (
                "startingBalance",
                "invalid_amount",
                json!("1.00000001"),
                json!("1.0000001"),
            ),
            (
                "startingBalance",
                "invalid_amount",
                json!("922337203685.4775808"),
                json!("922337203685.4775807"),
            ),
            ("startingBalance", "invalid_amount", json!("-1"), json!("1")),
            ("startingBalance", "invalid_request", json!(1), json!("1")),
            ("source", "invalid_address", json!(CONTRACT), json!(MUXED)),
        ],
    )
    .await;
}

#[tokio::test]
async fn account_merge() {
    let it = Limits::new();
    let own_user = muxed(&it.alice).to_string();
    let valid = json!({ "type": "accountMerge", "destination": it.bob });
    it.check(
        &valid,
        &[
            ("destination", "invalid_request", json!(it.alice), json!(it.bob)),
            // A muxed address of the same account is the same account.
            ("destination", "invalid_request", json!(own_user), json!(MUXED)),
        ],
    )
    .await;
}

/// Returns a muxed address of the account.
fn muxed(account: &str) -> wallet_xlm::MuxedAccount {
    let account = account.parse().expect("an account");
    wallet_xlm::MuxedAccount { account, id: Some(7) }
}

#[tokio::test]
async fn manage_data() {
    let it = Limits::new();
    let valid = json!({ "type": "manageData", "name": "a", "value": "b" });
    let longest = "a".repeat(64);
    it.check(
        &valid,
        &[
            ("name", "invalid_request", json!(""), json!(" ")),
            ("name", "invalid_request", json!("a".repeat(65)), json!(longest)),
            ("name", "invalid_request", json!("a\u{7f}"), json!("a\u{7e}")),
            ("name", "invalid_request", json!("a\u{1f}"), json!("a\u{20}")),
            ("name", "invalid_request", json!("ü"), json!("u")),
            ("value", "invalid_request", json!("ü".repeat(33)), json!("ü".repeat(32))),
            ("value", "invalid_request", json!("b".repeat(65)), json!("b".repeat(64))),
            ("value", "invalid_request", json!(7), Value::Null),
            ("value", "invalid_request", json!([]), json!("")),
        ],
    )
    .await;
    it.rejects(
        &json!({ "type": "manageData", "name": "a" }),
        "invalid_request",
        "value",
    )
    .await;
    for (base64, is_valid) in [
        (BASE64.encode([255; 64]), true),
        (BASE64.encode([255; 65]), false),
        (String::new(), true),
        ("/w==".to_owned(), true),
        ("/w".to_owned(), false),
    ] {
        let bytes = json!({ "type": "manageData", "name": "a", "value": { "base64": base64 } });
        if is_valid {
            it.accepts(&bytes).await;
        } else {
            it.rejects(&bytes, "invalid_request", "value.base64").await;
        }
    }
}

#[tokio::test]
async fn bump_sequence() {
    let it = Limits::new();
    let valid = json!({ "type": "bumpSequence", "bumpTo": "0" });
    it.check(
        &valid,
        &[
            ("bumpTo", "invalid_request", json!("-1"), json!("0")),
            ("bumpTo", "invalid_request", json!(-1), json!(0)),
            ("bumpTo", "invalid_request", json!(ABOVE_MAXIMUM), json!(MAXIMUM)),
            (
                "bumpTo",
                "invalid_request",
                json!(9_007_199_254_740_992_u64),
                json!(9_007_199_254_740_991_u64),
            ),
            ("bumpTo", "invalid_request", json!(1.5), json!(1)),
            ("bumpTo", "invalid_request", json!("01"), json!("1")),
        ],
    )
    .await;
}

#[tokio::test]
async fn set_options() {
    let it = Limits::new();
    it.accepts(&json!({ "type": "setOptions" })).await;
    let mut limits = Vec::new();
    for field in ["masterWeight", "lowThreshold", "medThreshold", "highThreshold"] {
        limits.push((field, "invalid_request", json!(256), json!(255)));
        limits.push((field, "invalid_request", json!(-1), json!(0)));
        limits.push((field, "invalid_request", json!("256"), json!("255")));
    }
    for field in ["setFlags", "clearFlags"] {
        limits.push((field, "invalid_request", json!(16), json!(15)));
    }
    let domain = "d".repeat(32);
    limits.extend([
        ("homeDomain", "invalid_request", json!("d".repeat(33)), json!(domain)),
        ("homeDomain", "invalid_request", json!("a\nb"), json!("")),
        ("homeDomain", "invalid_request", json!("ü.org"), json!("~.org")),
        ("inflationDest", "invalid_address", json!(MUXED), json!(it.alice)),
    ]);
    it.check(&json!({ "type": "setOptions" }), &limits).await;
    let flags = json!({ "type": "setOptions", "clearFlags": 5, "setFlags": 2 });
    it.check(&flags, &[("setFlags", "invalid_request", json!(4), json!(10))])
        .await;
}

#[tokio::test]
async fn signers() {
    let it = Limits::new();
    let hash = "ab".repeat(32);
    let signer = |signer: Value| json!({ "type": "setOptions", "signer": signer });
    let valid = signer(json!({ "sha256Hash": hash, "weight": 1 }));
    it.check(
        &valid,
        &[
            ("signer.weight", "invalid_request", json!(256), json!(255)),
            (
                "signer.sha256Hash",
                "invalid_request",
                json!("ab".repeat(31)),
                json!("AB".repeat(32)),
            ),
        ],
    )
    .await;
    let key = |key: &str| signer(json!({ "ed25519PublicKey": key, "weight": 1 }));
    it.rejects(&key(&it.alice), "invalid_request", "signer").await;
    it.accepts(&key(&it.bob)).await;
    it.rejects(&key(MUXED), "invalid_public_key", "signer.ed25519PublicKey")
        .await;
    // The signer must not be the operation's source account, regardless of the transaction's source.
    let mut of_bob = key(&it.bob);
    of_bob["source"] = json!(it.bob);
    it.rejects(&of_bob, "invalid_request", "signer").await;
    let payload = |length: usize| {
        let payload = vec![7; length].try_into().expect("at most 64 bytes");
        let key = wallet_xlm::SignerKey::SignedPayload { key: [1; 32], payload };
        signer(json!({ "ed25519SignedPayload": key.to_string(), "weight": 1 }))
    };
    it.accepts(&payload(1)).await;
    it.accepts(&payload(64)).await;
    // A strkey with an empty payload, which is invalid.
    let empty = "PA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAKH4Y";
    it.rejects(
        &signer(json!({ "ed25519SignedPayload": empty, "weight": 1 })),
        "invalid_request",
        "signer.ed25519SignedPayload",
    )
    .await;
}

//! Keys that the Rust client derives from random mnemonics, compared with a third-party library.

use serde_json::{Value, json};
use wallet_client::hd::{Mnemonic, Path};
use wallet_tests::support::oracle::Oracle;
use wallet_tests::support::random::Random;

/// The number of keys: 2048 hashes each.
const KEYS: usize = 12;

fn path(random: &mut Random) -> String {
    let numbers = (0..random.between(1, 6)).map(|_| {
        let number = random.magnitude(1 << 31) - 1;
        format!("/{number}{}", if random.once_in(2) { "'" } else { "" })
    });
    format!("m{}", numbers.collect::<String>())
}

#[tokio::test]
async fn keys_of_random_mnemonics_match_another_library() {
    let Some(mut oracle) = Oracle::start("keys from mnemonics") else {
        return;
    };
    let mut random = Random::new();
    let passphrases = ["", "TREZOR", "ünïcode ①"];
    let cases: Vec<Value> = (0..KEYS)
        .map(|_| {
            let length = 4 * usize::try_from(random.between(4, 8)).expect("few");
            let entropy = hex::encode(&random.bytes::<32>()[..length]);
            let passphrase = *random.one_of(&passphrases);
            json!({ "entropy": entropy, "passphrase": passphrase, "path": path(&mut random) })
        })
        .collect();
    let theirs = oracle.call("hdKeys", json!({ "cases": cases })).await;
    let theirs = theirs.as_array().expect("a list");
    assert_eq!(theirs.len(), KEYS);
    for (case, theirs) in cases.iter().zip(theirs) {
        let text = |value: &Value| value.as_str().expect("a string").to_owned();
        let mnemonic: Mnemonic = text(&theirs["words"]).parse().expect("a mnemonic");
        let path: Path = text(&case["path"]).parse().expect("a path");
        let seed = mnemonic.seed(&text(&case["passphrase"]));
        let key = seed.secp256k1(&path).expect("a key");
        assert_eq!(key.public_key(), text(&theirs["publicKey"]), "{case}");
    }
}

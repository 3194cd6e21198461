//! Addresses of random extended keys, compared with third-party libraries.

use serde_json::{Value, json};
use wallet_btc_like::{Branch, ExtendedKey, Params};
use wallet_core::model::ChainName;
use wallet_tests::support::oracle::Oracle;
use wallet_tests::support::random::Random;

/// The kinds of addresses of each chain.
const KINDS: [(&str, &[&str]); 4] = [
    ("btc", &["p2pkh", "p2sh-p2wpkh", "p2wpkh", "p2tr"]),
    ("ltc", &["p2pkh", "p2sh-p2wpkh", "p2wpkh", "p2tr"]),
    ("bch", &["p2pkh"]),
    ("doge", &["p2pkh"]),
];

/// Returns random seeds with the positions of addresses, two for each kind of each chain and network.
fn cases() -> Vec<Value> {
    let mut random = Random::new();
    let mut cases = Vec::new();
    for (chain, kinds) in KINDS {
        for (network, kind) in ["livenet", "testnet"]
            .iter()
            .flat_map(|network| kinds.iter().map(move |kind| (network, kind)))
        {
            for _ in 0..2 {
                let positions: Vec<_> = (0..4)
                    .map(|_| (random.between(0, 1), random.magnitude(1 << 31) - 1))
                    .collect();
                cases.push(
                    json!({ "seed": hex::encode(random.bytes::<32>()), "chain": chain, "network": network,
                    "kind": kind, "positions": positions }),
                );
            }
        }
    }
    cases
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a string")
}

fn number(value: &Value) -> u32 {
    value
        .as_u64()
        .and_then(|number| number.try_into().ok())
        .expect("an index")
}

#[tokio::test]
async fn addresses_of_random_keys_match_other_libraries() {
    let Some(mut oracle) = Oracle::start("addresses of extended keys") else {
        return;
    };
    let cases = cases();
    let theirs = oracle.call("extendedKeys", json!({ "cases": cases })).await;
    let theirs = theirs.as_array().expect("a list");
    assert_eq!(theirs.len(), cases.len());
    for (case, theirs) in cases.iter().zip(theirs) {
        let chain = ChainName::from_name(text(&case["chain"])).expect("a chain");
        let params = Params::of(chain, text(&case["network"]).parse().expect("a network")).expect("both networks");
        for form in theirs["keys"].as_array().expect("a list") {
            let key = ExtendedKey::parse(params, text(form)).unwrap_or_else(|error| panic!("{case}: {error}"));
            let positions = case["positions"].as_array().expect("a list");
            let rows = theirs["rows"].as_array().expect("a list");
            assert_eq!((positions.len(), rows.len()), (4, 4));
            for (position, row) in positions.iter().zip(rows) {
                let branch = Branch::ALL[usize::try_from(number(&position[0])).expect("a branch")];
                let ours = key.address(branch, number(&position[1])).expect("an address");
                assert_eq!(ours.address.to_string(), text(&row["address"]), "{case} {form}");
                assert_eq!(ours.public_key.to_string(), text(&row["publicKey"]), "{case} {form}");
            }
        }
    }
}

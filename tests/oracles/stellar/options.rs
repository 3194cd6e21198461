//! Random account settings with every subset of their fields.

use super::values::{account, plain, signer};
use serde_json::{Value, json};
use wallet_tests::support::random::Random;
use wallet_xlm::SignerKey;

/// The fields, in the order of the specification.
const FIELDS: [&str; 9] = [
    "inflationDest",
    "clearFlags",
    "setFlags",
    "masterWeight",
    "lowThreshold",
    "medThreshold",
    "highThreshold",
    "signer",
    "homeDomain",
];

/// The number of subsets of the fields.
pub const SETS: u64 = 1 << FIELDS.len();

/// Returns settings with a random subset of the fields.
pub fn some(random: &mut Random) -> Value {
    let chosen = random.between(0, SETS - 1);
    of(random, chosen)
}

/// Returns settings with the fields selected by the bits, from the lowest bit.
pub fn of(random: &mut Random, chosen: u64) -> Value {
    let cleared = random.between(0, 15);
    let mut options = json!({});
    let fields = FIELDS.into_iter().enumerate();
    for (_, field) in fields.filter(|(place, _)| chosen & (1 << place) != 0) {
        options[field] = match field {
            "inflationDest" => account(random).into(),
            "clearFlags" => cleared.into(),
            // No flag is both set and cleared.
            "setFlags" if options["clearFlags"].is_null() => random.between(0, 15).into(),
            "setFlags" => (random.between(0, 15) & !cleared).into(),
            "signer" => weighed(random),
            "homeDomain" => {
                let length = random.between(0, 32);
                plain(random, length).into()
            }
            _ => random.between(0, 255).into(),
        };
    }
    options
}

/// Returns a signer of any kind with a weight.
fn weighed(random: &mut Random) -> Value {
    let mut signer = if random.once_in(4) {
        json!({ "ed25519SignedPayload": signed_payload(random) })
    } else {
        signer(random)
    };
    signer["weight"] = random.between(0, 255).into();
    signer
}

/// Returns a signed payload of 1 to 64 bytes.
fn signed_payload(random: &mut Random) -> String {
    let length = usize::try_from(random.between(1, 64)).expect("few");
    let payload = random.bytes::<64>()[..length].to_vec();
    let key = random.bytes();
    let payload = payload.try_into().expect("at most 64 bytes");
    SignerKey::SignedPayload { key, payload }.to_string()
}

//! Random values for operations.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde_json::{Value, json};
use wallet_tests::support::random::Random;
use wallet_xlm::{AccountId, MuxedAccount, Price};

pub fn account(random: &mut Random) -> String {
    AccountId(random.bytes()).to_string()
}

/// Returns an account, or a muxed account.
pub fn destination(random: &mut Random) -> String {
    let id = match random.between(0, 3) {
        0 => Some(0),
        1 => Some(random.magnitude(u64::MAX)),
        _ => None,
    };
    let account = AccountId(random.bytes());
    MuxedAccount { account, id }.to_string()
}

/// Returns 32 bytes in hex.
pub fn hash(random: &mut Random) -> String {
    hex::encode(random.bytes::<32>())
}

/// Returns a positive amount in stroops, sometimes the maximum.
pub fn amount(random: &mut Random) -> String {
    let max = i64::MAX as u64;
    let amount = if random.once_in(10) { max } else { random.magnitude(max) };
    amount.to_string()
}

/// Returns an amount in stroops, possibly 0.
pub fn zero_or_amount(random: &mut Random) -> String {
    if random.once_in(4) {
        "0".to_owned()
    } else {
        amount(random)
    }
}

/// Returns a number that is not an amount.
pub fn number(random: &mut Random) -> String {
    zero_or_amount(random)
}

/// Returns an amount in whole units.
pub fn lumens(random: &mut Random) -> String {
    let (whole, decimals) = (random.between(1, 900_000_000_000), random.between(0, 9_999_999));
    without_zeros(&format!("{whole}.{decimals:07}"))
}

fn without_zeros(text: &str) -> String {
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Returns a fraction in canonical form: as a decimal number if that is exact.
pub fn fraction(n: u64, d: u64) -> String {
    let price: Price = format!("{n}/{d}").parse().expect("a fraction");
    price.to_string()
}

/// Returns a reduced fraction, or a decimal number in the shortest form.
pub fn price(random: &mut Random) -> String {
    let mut part = || random.magnitude(i32::MAX as u64);
    let (n, d) = (part(), part());
    if random.once_in(2) {
        return fraction(n, d);
    }
    without_zeros(&format!(
        "{}.{:03}",
        random.between(1, 1_000_000),
        random.between(0, 999)
    ))
}

/// Returns a decimal number with any number of digits on either side.
pub fn long_price(random: &mut Random) -> String {
    let whole = random.magnitude(i32::MAX as u64) - 1;
    let decimals: String = (0..random.between(1, 12)).map(|_| digit(random)).collect();
    format!("{whole}.{decimals}")
}

fn digit(random: &mut Random) -> char {
    *random.one_of(&['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'])
}

/// Returns the lumen.
pub fn coin() -> Value {
    json!({ "kind": "coin", "chain": "xlm" })
}

/// Returns an asset code of either type.
pub fn code(random: &mut Random) -> String {
    const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    let length = if random.once_in(2) {
        random.between(1, 4)
    } else {
        random.between(5, 12)
    };
    let code: String = (0..length).map(|_| char::from(*random.one_of(LETTERS))).collect();
    // The SDK reads an issued asset with this code in any case as `XLM`
    // (docs/decisions/stellar-payments.md#deviations-of-the-stellar-sdk).
    if code.eq_ignore_ascii_case("XLM") {
        self::code(random)
    } else {
        code
    }
}

/// Returns an issued asset.
pub fn credit(random: &mut Random) -> Value {
    json!({ "kind": "xlm-asset", "chain": "xlm", "code": code(random), "issuer": account(random) })
}

/// Returns any asset.
pub fn asset(random: &mut Random) -> Value {
    if random.once_in(3) { coin() } else { credit(random) }
}

/// Returns two different assets.
pub fn two_assets(random: &mut Random) -> (Value, Value) {
    let (one, other) = (asset(random), credit(random));
    if random.once_in(2) { (one, other) } else { (other, one) }
}

/// Returns the path of a path payment.
pub fn path(random: &mut Random) -> Vec<Value> {
    (0..random.between(0, 5)).map(|_| asset(random)).collect()
}

/// Returns the asset of a trustline: an asset, or a pool of two in order with different types and codes.
pub fn line(random: &mut Random) -> Value {
    if random.once_in(2) {
        return credit(random);
    }
    let (one, other) = two_assets(random);
    let rank = |asset: &Value| {
        let code = asset["code"].as_str().unwrap_or_default().to_owned();
        (code.len().div_ceil(4).min(2), code)
    };
    let (first, second) = if rank(&one) <= rank(&other) {
        (one, other)
    } else {
        (other, one)
    };
    json!({ "assetA": first, "assetB": second, "fee": 30 })
}

/// Returns the name of a data entry.
pub fn name(random: &mut Random) -> String {
    let length = random.between(1, 64);
    plain(random, length)
}

/// Returns printable ASCII of this length.
pub fn plain(random: &mut Random, length: u64) -> String {
    let mut letter = || u8::try_from(random.between(0x20, 0x7e)).expect("ASCII");
    (0..length).map(|_| char::from(letter())).collect()
}

/// Returns 1 to 64 random bytes that are not UTF-8.
fn not_text(random: &mut Random) -> Vec<u8> {
    let length = random.between(0, 63);
    let byte = |_| u8::try_from(random.between(0, 255)).expect("a byte");
    let mut bytes: Vec<u8> = (0..length).map(byte).collect();
    bytes.push(0xff);
    bytes
}

/// Returns the value of a data entry.
pub fn value(random: &mut Random) -> Value {
    let texts = [
        json!("some text"),
        json!("ünïcode ✓"),
        json!("x".repeat(64)),
        json!(""),
        json!("\u{0}\n"),
        json!({ "base64": BASE64.encode(not_text(random)) }),
        Value::Null,
    ];
    random.one_of(&texts).clone()
}

/// Returns a signer of any of the three kinds that the SDK always decodes.
pub fn signer(random: &mut Random) -> Value {
    match random.between(0, 2) {
        0 => json!({ "ed25519PublicKey": account(random) }),
        1 => json!({ "sha256Hash": hash(random) }),
        _ => json!({ "preAuthTx": hash(random) }),
    }
}

/// Returns claimants of a balance.
pub fn claimants(random: &mut Random) -> Vec<Value> {
    let count = random.between(1, 10);
    let claimant = |random: &mut Random| {
        let mut claimant = json!({ "destination": account(random) });
        if !random.once_in(4) {
            claimant["predicate"] = predicate(random, 4);
        }
        claimant
    };
    (0..count).map(|_| claimant(random)).collect()
}

/// Returns a predicate with a maximum depth.
fn predicate(random: &mut Random, depth: u32) -> Value {
    let leaf = depth == 1;
    match random.between(if leaf { 3 } else { 0 }, 4) {
        0 => json!({ "and": [predicate(random, depth - 1), predicate(random, depth - 1)] }),
        1 => json!({ "or": [predicate(random, depth - 1), predicate(random, depth - 1)] }),
        2 => json!({ "not": predicate(random, depth - 1) }),
        3 => json!({ "abs_before": number(random) }),
        _ => json!({ "rel_before": number(random) }),
    }
}

//! Random operations of every variant in the JSON of the connector, in its canonical form.

use serde_json::{Value, json};
use wallet_core::xlm::operation::OperationBody;
use wallet_core::xlm::{AccountId, MuxedAccount, SignerKey};
use wallet_tests::support::random::Random;

/// An operation of this variant.
pub fn operation(random: &mut Random, kind: &str) -> Value {
    let mut operation = fields(random, kind);
    operation["type"] = kind.into();
    if matches!(kind, "clawback" | "setTrustLineFlags") {
        // Only the issuer of an asset may.
        operation["source"] = operation["asset"]["issuer"].clone();
    } else if random.once_in(3) {
        operation["source"] = destination(random).into();
    }
    operation
}

/// Every variant, the two that belong together around one of the others.
pub fn one_of_each(random: &mut Random) -> Vec<Value> {
    let names = OperationBody::NAMES.iter();
    let others = names.filter(|name| !name.ends_with("SponsoringFutureReserves"));
    let mut operations: Vec<_> = others.map(|name| operation(random, name)).collect();
    let sponsored = account(random);
    let begin = json!({ "type": "beginSponsoringFutureReserves", "sponsoredId": sponsored });
    let end = json!({ "type": "endSponsoringFutureReserves", "source": sponsored });
    operations.insert(0, begin);
    operations.insert(2, end);
    operations
}

fn fields(random: &mut Random, kind: &str) -> Value {
    match kind {
        "createAccount" => json!({ "destination": account(random), "startingBalance": lumens(random) }),
        "payment" => json!({ "destination": destination(random), "asset": asset(random), "amount": amount(random) }),
        "pathPaymentStrictReceive" => json!({ "sendAsset": asset(random), "sendMax": amount(random),
            "destination": destination(random), "destAsset": asset(random), "destAmount": amount(random),
            "path": path(random) }),
        "pathPaymentStrictSend" => json!({ "sendAsset": asset(random), "sendAmount": amount(random),
            "destination": destination(random), "destAsset": asset(random), "destMin": amount(random),
            "path": path(random) }),
        "manageSellOffer" => json!({ "selling": coin(), "buying": credit(random), "amount": amount(random),
            "price": price(random), "offerId": number(random) }),
        "manageBuyOffer" => json!({ "selling": credit(random), "buying": coin(), "buyAmount": amount(random),
            "price": price(random), "offerId": number(random) }),
        "createPassiveSellOffer" => json!({ "selling": credit(random), "buying": credit(random),
            "amount": amount(random), "price": price(random) }),
        "setOptions" => options(random),
        "changeTrust" => json!({ "asset": line(random), "limit": amount(random) }),
        "accountMerge" => json!({ "destination": destination(random) }),
        "manageData" => json!({ "name": name(random), "value": value(random) }),
        "bumpSequence" => json!({ "bumpTo": number(random) }),
        "createClaimableBalance" => json!({ "asset": asset(random), "amount": amount(random),
            "claimants": claimants(random) }),
        "liquidityPoolDeposit" => json!({ "liquidityPoolId": hash(random), "maxAmountA": amount(random),
            "maxAmountB": amount(random), "minPrice": "1/3", "maxPrice": "0.5" }),
        "liquidityPoolWithdraw" => json!({ "liquidityPoolId": hash(random), "amount": amount(random),
            "minAmountA": amount(random), "minAmountB": "0" }),
        other => of_issuers_and_sponsors(random, other),
    }
}

fn of_issuers_and_sponsors(random: &mut Random, kind: &str) -> Value {
    match kind {
        "allowTrust" => json!({ "trustor": account(random), "assetCode": code(random),
            "authorize": random.between(0, 2) }),
        "clawback" => json!({ "asset": credit(random), "amount": amount(random), "from": destination(random) }),
        "setTrustLineFlags" => json!({ "trustor": account(random), "asset": credit(random),
            "flags": random.one_of(&[json!({ "authorized": true }), json!({ "clawbackEnabled": false }),
                json!({ "authorized": false, "authorizedToMaintainLiabilities": true })]) }),
        "claimClaimableBalance" | "clawbackClaimableBalance" | "revokeClaimableBalanceSponsorship" => {
            json!({ "balanceId": format!("00000000{}", hash(random)) })
        }
        "revokeAccountSponsorship" => json!({ "account": account(random) }),
        "revokeTrustlineSponsorship" => json!({ "account": account(random),
            "asset": if random.once_in(2) { json!({ "liquidityPoolId": hash(random) }) } else { credit(random) } }),
        "revokeOfferSponsorship" => json!({ "seller": account(random), "offerId": number(random) }),
        "revokeDataSponsorship" => json!({ "account": account(random), "name": name(random) }),
        "revokeLiquidityPoolSponsorship" => json!({ "liquidityPoolId": hash(random) }),
        "revokeSignerSponsorship" => json!({ "account": account(random), "signer": signer(random) }),
        other => panic!("a variant that nobody made an example of: {other}"),
    }
}

fn account(random: &mut Random) -> String {
    AccountId(random.bytes()).to_string()
}

fn destination(random: &mut Random) -> String {
    let id = random.once_in(2).then(|| random.magnitude(u64::MAX));
    let account = AccountId(random.bytes());
    MuxedAccount { account, id }.to_string()
}

fn hash(random: &mut Random) -> String {
    hex::encode(random.bytes::<32>())
}

/// Stroops above 0.
fn amount(random: &mut Random) -> String {
    random.magnitude(i64::MAX as u64).to_string()
}

/// A number above 0 that is no amount.
fn number(random: &mut Random) -> String {
    random.magnitude(i64::MAX as u64).to_string()
}

fn lumens(random: &mut Random) -> String {
    let (whole, decimals) = (random.between(1, 900_000_000_000), random.between(0, 9_999_999));
    let text = format!("{whole}.{decimals:07}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A fraction that is kept as it is, or a decimal number in its shortest form.
fn price(random: &mut Random) -> String {
    let mut part = || random.magnitude(i32::MAX as u64);
    let (n, d) = (part(), part());
    if random.once_in(2) {
        let text = format!("{n}/{d}");
        // What a decimal number says as well is told as that one.
        let read: wallet_core::xlm::Price = text.parse().expect("a fraction");
        return read.to_string();
    }
    let text = format!("{}.{:03}", random.between(1, 1_000_000), random.between(0, 999));
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn coin() -> Value {
    json!({ "kind": "coin", "chain": "xlm" })
}

fn code(random: &mut Random) -> String {
    const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    let length = random.between(1, 12);
    (0..length).map(|_| char::from(*random.one_of(LETTERS))).collect()
}

fn credit(random: &mut Random) -> Value {
    json!({ "kind": "xlm-asset", "chain": "xlm", "code": code(random), "issuer": account(random) })
}

fn asset(random: &mut Random) -> Value {
    if random.once_in(3) { coin() } else { credit(random) }
}

fn path(random: &mut Random) -> Vec<Value> {
    (0..random.between(0, 5)).map(|_| asset(random)).collect()
}

/// A trustline for an asset or for a pool, whose first asset is the coin so that the order is right.
fn line(random: &mut Random) -> Value {
    if random.once_in(3) {
        json!({ "assetA": coin(), "assetB": credit(random), "fee": 30 })
    } else {
        credit(random)
    }
}

fn name(random: &mut Random) -> String {
    let length = random.between(1, 64);
    (0..length)
        .map(|_| char::from(u8::try_from(random.between(0x20, 0x7e)).expect("ASCII")))
        .collect()
}

fn value(random: &mut Random) -> Value {
    let texts = [
        json!("some text"),
        json!("ünïcode ✓"),
        json!("x".repeat(64)),
        Value::Null,
    ];
    random.one_of(&texts).clone()
}

fn signer(random: &mut Random) -> Value {
    match random.between(0, 2) {
        0 => json!({ "ed25519PublicKey": account(random) }),
        1 => json!({ "sha256Hash": hash(random) }),
        _ => json!({ "preAuthTx": hash(random) }),
    }
}

fn options(random: &mut Random) -> Value {
    let mut options = json!({});
    let mut set = |name: &str, value: Value, given: bool| {
        if given {
            options[name] = value;
        }
    };
    let mut given = || random.once_in(2);
    let chosen: [bool; 8] = std::array::from_fn(|_| given());
    set("inflationDest", account(random).into(), chosen[0]);
    set("clearFlags", random.between(0, 15).into(), chosen[1]);
    set("masterWeight", random.between(0, 255).into(), chosen[2]);
    set("lowThreshold", random.between(0, 255).into(), chosen[3]);
    set("medThreshold", random.between(0, 255).into(), chosen[4]);
    set("highThreshold", random.between(0, 255).into(), chosen[5]);
    set("homeDomain", "example.org".into(), chosen[6]);
    let mut signer = signer(random);
    if random.once_in(4) {
        signer = json!({ "ed25519SignedPayload": signed_payload(random) });
    }
    signer["weight"] = random.between(0, 255).into();
    set("signer", signer, chosen[7]);
    options
}

fn signed_payload(random: &mut Random) -> String {
    let payload = random.bytes::<29>().to_vec().try_into().expect("at most 64 bytes");
    let key = random.bytes();
    SignerKey::SignedPayload { key, payload }.to_string()
}

fn claimants(random: &mut Random) -> Vec<Value> {
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

/// A condition of at most so many levels.
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

//! Random operations of every variant in the JSON of the connector, in canonical form.

use super::options;
use super::values::{
    account, amount, asset, claimants, code, credit, destination, fraction, hash, line, lumens, name, number, path,
    price, signer, two_assets, value, zero_or_amount,
};
use serde_json::{Value, json};
use wallet_tests::support::random::Random;
use wallet_xlm::operation::OperationBody;

/// Returns the variants that are valid alone.
pub fn names() -> impl Iterator<Item = &'static str> {
    let names = OperationBody::NAMES.iter().copied();
    names.filter(|name| !name.ends_with("SponsoringFutureReserves"))
}

/// Returns a random operation of this variant.
pub fn operation(random: &mut Random, kind: &str) -> Value {
    let mut operation = fields(random, kind);
    operation["type"] = kind.into();
    if matches!(kind, "clawback" | "setTrustLineFlags") {
        // Only valid for the issuer of the asset.
        operation["source"] = operation["asset"]["issuer"].clone();
    } else if random.once_in(3) {
        operation["source"] = destination(random).into();
    }
    operation
}

/// Returns an operation of every variant, with the sponsoring pair around a different operation.
pub fn one_of_each(random: &mut Random) -> Vec<Value> {
    let mut operations: Vec<_> = names().map(|name| operation(random, name)).collect();
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
        "setOptions" => options::some(random),
        "changeTrust" => json!({ "asset": line(random), "limit": zero_or_amount(random) }),
        "accountMerge" => json!({ "destination": destination(random) }),
        "manageData" => json!({ "name": name(random), "value": value(random) }),
        "bumpSequence" => json!({ "bumpTo": number(random) }),
        "createClaimableBalance" => json!({ "asset": asset(random), "amount": amount(random),
            "claimants": claimants(random) }),
        "liquidityPoolDeposit" => deposit(random),
        "liquidityPoolWithdraw" => json!({ "liquidityPoolId": hash(random), "amount": amount(random),
            "minAmountA": zero_or_amount(random), "minAmountB": zero_or_amount(random) }),
        "manageSellOffer" | "manageBuyOffer" | "createPassiveSellOffer" => offer(random, kind),
        other => of_issuers_and_sponsors(random, other),
    }
}

fn offer(random: &mut Random, kind: &str) -> Value {
    let (selling, buying) = two_assets(random);
    let mut offer = json!({ "selling": selling, "buying": buying, "price": price(random) });
    if kind == "createPassiveSellOffer" {
        offer["amount"] = amount(random).into();
        return offer;
    }
    let (field, id) = (
        if kind == "manageSellOffer" {
            "amount"
        } else {
            "buyAmount"
        },
        number(random),
    );
    // 0 creates an offer, or deletes none.
    offer[field] = if id == "0" {
        amount(random)
    } else {
        zero_or_amount(random)
    }
    .into();
    offer["offerId"] = id.into();
    offer
}

/// Returns a deposit with a minimum price not above the maximum price.
fn deposit(random: &mut Random) -> Value {
    let (n, d) = (random.magnitude(1 << 30), random.magnitude(1 << 30));
    let more = random.between(0, 1 << 30);
    json!({ "liquidityPoolId": hash(random), "maxAmountA": amount(random), "maxAmountB": amount(random),
        "minPrice": fraction(n, d), "maxPrice": fraction(n + more, d) })
}

fn of_issuers_and_sponsors(random: &mut Random, kind: &str) -> Value {
    match kind {
        "allowTrust" => json!({ "trustor": account(random), "assetCode": code(random),
            "authorize": random.between(0, 2) }),
        "clawback" => json!({ "asset": credit(random), "amount": amount(random), "from": destination(random) }),
        "setTrustLineFlags" => json!({ "trustor": account(random), "asset": credit(random),
            "flags": trustline_flags(random) }),
        "claimClaimableBalance" | "clawbackClaimableBalance" | "revokeClaimableBalanceSponsorship" => {
            json!({ "balanceId": format!("00000000{}", hash(random)) })
        }
        "revokeAccountSponsorship" => json!({ "account": account(random) }),
        "revokeTrustlineSponsorship" => json!({ "account": account(random),
            "asset": if random.once_in(2) { json!({ "liquidityPoolId": hash(random) }) } else { credit(random) } }),
        "revokeOfferSponsorship" => json!({ "seller": account(random), "offerId": amount(random) }),
        "revokeDataSponsorship" => json!({ "account": account(random), "name": name(random) }),
        "revokeLiquidityPoolSponsorship" => json!({ "liquidityPoolId": hash(random) }),
        "revokeSignerSponsorship" => json!({ "account": account(random), "signer": signer(random) }),
        other => panic!("no example of the variant {other}"),
    }
}

/// Sets, clears or omits each flag, as the protocol allows.
fn trustline_flags(random: &mut Random) -> Value {
    let mut flags = json!({});
    let authorized = random.between(0, 2);
    let maintain = random.between(0, if authorized == 1 { 1 } else { 2 });
    for (name, choice) in [
        ("authorized", authorized),
        ("authorizedToMaintainLiabilities", maintain),
    ] {
        match choice {
            0 => flags[name] = false.into(),
            1 if name == "authorized" => flags[name] = true.into(),
            2 if name != "authorized" => flags[name] = true.into(),
            _ => {}
        }
    }
    // The SDK does not build the operation without flags, which the network would accept.
    if flags == json!({}) || random.once_in(2) {
        flags["clawbackEnabled"] = false.into();
    }
    flags
}

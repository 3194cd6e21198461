//! Tests of every action of the specification.

use super::{ISSUER, OTHER, OWN, OWN_MUXED, account, credit, entry, id, stroops};
use crate::history::{
    Body, Offer, OperationEffect, PathPayment, Payment, Revoked, Strict, TransactionEffects, Transfer, TransferAmount,
    View,
};
use crate::{Asset, BalanceId, Credit, PoolId, TrustlineAsset};
use serde_json::{Value, json};

const BALANCE: &str = "000000000101010101010101010101010101010101010101010101010101010101010101";
const POOL: &str = "0202020202020202020202020202020202020202020202020202020202020202";

fn usd() -> Value {
    json!({ "kind": "xlm-asset", "chain": "xlm", "code": "USD", "issuer": ISSUER })
}

fn xlm() -> Value {
    json!({ "kind": "coin", "chain": "xlm" })
}

fn amount(amount: &str) -> Value {
    json!({ "amount": amount, "decimals": 7 })
}

fn issued() -> Credit {
    match credit() {
        Asset::Credit(credit) => credit,
        Asset::Native => unreachable!("the asset is issued"),
    }
}

fn paid(asset: Asset) -> Payment {
    Payment {
        asset,
        amount: stroops(5),
        from: account(OWN),
        to: account(OTHER),
    }
}

#[track_caller]
fn check(body: Body, expected: &Value) {
    let record = View::new(id(OWN), OWN.to_owned()).transaction(&entry(vec![body], TransactionEffects::default()), 175);
    let actions = record.transaction.actions;
    assert_eq!(serde_json::to_value(actions).unwrap(), json!([expected]));
}

#[test]
fn payments() {
    let moved = |kind: &str, asset: Value| json!({ "type": kind, "asset": asset, "value": amount("5"), "from": OWN, "to": OTHER });
    check(Body::Payment(paid(credit())), &moved("transfer", usd()));
    check(
        Body::CreateAccount(paid(Asset::Native)),
        &moved("create-account", xlm()),
    );
    for (strict, kind) in [
        (Strict::Receive, "path-payment-strict-receive"),
        (Strict::Send, "path-payment-strict-send"),
    ] {
        let path = PathPayment {
            payment: paid(Asset::Native),
            strict,
            spent: credit(),
            spent_amount: stroops(9),
        };
        let mut expected = moved(kind, xlm());
        expected["sourceAsset"] = usd();
        expected["sourceValue"] = amount("9");
        check(Body::PathPayment(path), &expected);
    }
    let merge = Body::AccountMerge {
        account: account(OWN),
        into: account(OTHER),
    };
    check(merge, &json!({ "type": "account-merge", "destination": OTHER }));
}

#[test]
fn offers() {
    let offer = |id| Offer {
        selling: Asset::Native,
        buying: credit(),
        amount: stroops(5),
        price: "0.2500000".to_owned(),
        id,
    };
    let buying = format!("USD:{ISSUER}");
    check(
        Body::SellOffer(offer(8)),
        &json!({ "type": "manage-sell-offer", "asset": xlm(), "value": amount("5"), "to": buying,
            "price": "0.2500000", "offerId": "8" }),
    );
    check(
        Body::BuyOffer(offer(0)),
        &json!({ "type": "manage-buy-offer", "asset": usd(), "value": amount("5"), "to": "native",
            "price": "0.2500000", "offerId": "0" }),
    );
    check(
        Body::PassiveOffer(offer(0)),
        &json!({ "type": "create-passive-sell-offer", "assetFrom": xlm(), "assetTo": usd(), "value": amount("5"),
            "price": "0.2500000", "offerId": "0" }),
    );
    let effects = TransactionEffects {
        operations: vec![OperationEffect {
            offer_id: Some(12),
            ..OperationEffect::default()
        }],
        ..TransactionEffects::default()
    };
    let view = View::new(id(OWN), OWN.to_owned());
    for (offer_id, reported) in [(0, "12"), (8, "8")] {
        let record = view.transaction(&entry(vec![Body::SellOffer(offer(offer_id))], effects.clone()), 175);
        let actions = record.transaction.actions;
        assert_eq!(serde_json::to_value(actions).unwrap()[0]["offerId"], reported);
    }
}

#[test]
fn trustlines() {
    let trust = |line| Body::ChangeTrust {
        line,
        trustor: account(OWN),
    };
    check(
        trust(TrustlineAsset::Credit(issued())),
        &json!({ "type": "change-trust", "asset": usd(), "to": ISSUER }),
    );
    check(
        trust(TrustlineAsset::PoolShares(PoolId([2; 32]))),
        &json!({ "type": "change-trust", "liquidityPoolId": POOL, "to": OWN }),
    );
    let allow = Body::AllowTrust {
        credit: issued(),
        authorize: true,
        trustor: id(OTHER),
        trustee: account(ISSUER),
    };
    check(
        allow,
        &json!({ "type": "allow-trust", "asset": usd(), "authorize": true, "trustor": OTHER, "trustee": ISSUER }),
    );
    let flags = Body::SetTrustLineFlags {
        credit: issued(),
        set: vec![1],
        clear: vec![2, 4],
        trustor: id(OTHER),
    };
    check(
        flags,
        &json!({ "type": "set-trust-line-flags", "asset": usd(), "setFlags": [1], "clearFlags": [2, 4],
            "trustor": OTHER }),
    );
    let clawback = Body::Clawback {
        credit: issued(),
        from: account(OTHER),
        amount: stroops(5),
    };
    check(
        clawback,
        &json!({ "type": "clawback", "asset": usd(), "from": OTHER, "value": amount("5") }),
    );
}

#[test]
fn settings() {
    for (signer_weight, master_weight, expected) in [
        (Some(3), Some(4), json!({ "type": "set-options", "weight": 3 })),
        (None, Some(0), json!({ "type": "set-options", "weight": 0 })),
        (None, None, json!({ "type": "set-options" })),
    ] {
        let options = Body::SetOptions {
            signer_weight,
            master_weight,
        };
        check(options, &expected);
    }
    let data = Body::ManageData { name: "a".to_owned() };
    check(data, &json!({ "type": "manage-data", "name": "a" }));
    let bump = Body::BumpSequence { to: 7 };
    check(bump, &json!({ "type": "bump-sequence", "to": "7" }));
}

#[test]
fn claimable_balances() {
    let id = BalanceId([1; 32]);
    let create = Body::CreateClaimableBalance {
        asset: credit(),
        amount: stroops(5),
        sponsor: account(OTHER),
        claimants: Vec::new(),
    };
    check(
        create,
        &json!({ "type": "create-claimable-balance", "asset": usd(), "value": amount("5"), "sponsor": OTHER }),
    );
    let claim = Body::ClaimClaimableBalance {
        id,
        claimant: account(OWN),
        claimed: None,
    };
    check(
        claim,
        &json!({ "type": "claim-claimable-balance", "balanceId": BALANCE }),
    );
    check(
        Body::ClawbackClaimableBalance { id },
        &json!({ "type": "clawback-claimable-balance", "id": BALANCE }),
    );
}

#[test]
fn sponsorships() {
    let begin = Body::BeginSponsoring { sponsored: id(OTHER) };
    check(
        begin,
        &json!({ "type": "begin-sponsoring-future-reserves", "id": OTHER }),
    );
    for (sponsor, expected) in [(Some(account(OTHER)), OTHER), (None, "")] {
        check(
            Body::EndSponsoring { sponsor },
            &json!({ "type": "end-sponsoring-future-reserves", "sponsor": expected }),
        );
    }
    let line = |line| Revoked::Line {
        account: id(OTHER),
        line,
    };
    for (revoked, mut expected) in [
        (Revoked::Account(id(OTHER)), json!({ "accountId": OTHER })),
        (
            Revoked::ClaimableBalance(BalanceId([1; 32])),
            json!({ "claimableBalanceId": BALANCE }),
        ),
        (
            Revoked::Data {
                account: id(OTHER),
                name: "a".to_owned(),
            },
            json!({ "dataAccountId": OTHER, "dataName": "a" }),
        ),
        (Revoked::Offer(5), json!({ "offerId": "5" })),
        (
            line(TrustlineAsset::Credit(issued())),
            json!({ "trustlineAccountId": OTHER, "trustlineAsset": format!("USD:{ISSUER}") }),
        ),
        (
            line(TrustlineAsset::PoolShares(PoolId([2; 32]))),
            json!({ "trustlineAccountId": OTHER, "trustlineLiquidityPoolId": POOL }),
        ),
        (
            Revoked::Signer {
                account: id(OTHER),
                key: ISSUER.to_owned(),
            },
            json!({ "signerAccountId": OTHER, "signerKey": ISSUER }),
        ),
        (Revoked::Other, json!({})),
    ] {
        expected["type"] = "revoke-sponsorship".into();
        check(Body::RevokeSponsorship(revoked), &expected);
    }
}

#[test]
fn pools() {
    let deposit = Body::PoolDeposit {
        pool: PoolId([2; 32]),
        min_price: "1.0000000".to_owned(),
        max_price: "2.0000000".to_owned(),
        shares: stroops(8),
        reserves: Vec::new(),
        intended: vec![stroops(9), stroops(7)],
    };
    check(
        deposit,
        &json!({ "type": "liquidity-pool-deposit", "id": POOL, "minPrice": "1.0000000", "maxPrice": "2.0000000",
            "sharesReceived": "8", "maxAmounts": ["9", "7"] }),
    );
    let withdraw = Body::PoolWithdraw {
        pool: PoolId([2; 32]),
        shares: stroops(8),
        reserves: Vec::new(),
    };
    check(
        withdraw,
        &json!({ "type": "liquidity-pool-withdraw", "id": POOL, "shares": "8" }),
    );
}

#[test]
fn contracts_transfer() {
    let transfer = Transfer {
        amount: TransferAmount::Asset(credit(), stroops(5)),
        from: None,
        to: Some(OTHER.parse().unwrap()),
    };
    let expected = json!({ "type": "transfer", "asset": usd(), "value": amount("5"), "from": "", "to": OTHER });
    let transfers = vec![transfer];
    check(Body::CallContract { transfers }, &expected);
}

#[test]
fn requested_account_has_the_requested_address_and_others_are_muxed() {
    let view = View::new(id(OWN), OWN_MUXED.to_owned());
    let mut paid = paid(Asset::Native);
    let record = view.transaction(&entry(vec![Body::Payment(paid)], TransactionEffects::default()), 175);
    let record = record.transaction;
    assert_eq!((record.from.as_str(), record.to.as_str()), (OWN_MUXED, OTHER));
    paid.to = account(OWN_MUXED);
    let view = View::new(id(OWN), OWN.to_owned());
    let record = view.transaction(&entry(vec![Body::Payment(paid)], TransactionEffects::default()), 175);
    let record = record.transaction;
    assert_eq!((record.from.as_str(), record.to.as_str()), (OWN, OWN_MUXED));
    assert_eq!(view.asset(&credit()), serde_asset());
}

fn serde_asset() -> wallet_core::model::Asset {
    wallet_core::model::Asset::XlmAsset {
        chain: "xlm",
        code: "USD".to_owned(),
        issuer: ISSUER.to_owned(),
    }
}

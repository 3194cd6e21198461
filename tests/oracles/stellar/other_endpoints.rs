//! The endpoints for a single operation: transfer, add-trustline and claimable-balance, compared like all
//! others.

use super::case::{Case, Terms};
use super::fixture::OracleFixture;
use super::values::{account, coin, credit, destination, hash};
use serde_json::{Value, json};
use wallet_xlm::{AccountId, Asset, Credit, MuxedAccount};

/// Number of transactions of each kind.
const OF_EACH: usize = 6;

/// Returns a case with the request and the single operation that the endpoint derives from it.
fn case(fixture: &mut OracleFixture, endpoint: &'static str, request: Value, operation: Value) -> Case {
    Case {
        endpoint,
        request,
        operations: vec![operation],
        terms: Terms::random(&mut fixture.random),
    }
}

/// Returns an amount that every test account can pay.
fn amount(fixture: &mut OracleFixture) -> String {
    fixture.random.magnitude(1 << 60).max(20_000_000).to_string()
}

fn parsed(asset: &Value) -> Credit {
    let text = |name: &str| asset[name].as_str().expect("a string").to_owned();
    let asset = format!("{}:{}", text("code"), text("issuer")).parse();
    match asset.expect("an asset") {
        Asset::Credit(credit) => credit,
        Asset::Native => panic!("an asset of an issuer"),
    }
}

fn base(address: &str) -> AccountId {
    let muxed: MuxedAccount = address.parse().expect("an address");
    muxed.account
}

#[tokio::test]
async fn transfers_match_payments_of_the_sdk() {
    let Some(mut fixture) = OracleFixture::start("Stellar transfers") else {
        return;
    };
    let mut cases = Vec::new();
    for _ in 0..OF_EACH {
        let (to, amount) = (destination(&mut fixture.random), amount(&mut fixture));
        let asset = credit(&mut fixture.random);
        let request = json!({ "to": to, "amount": amount, "asset": asset });
        let payment = json!({ "type": "payment", "destination": to, "asset": asset, "amount": amount });
        let case = case(&mut fixture, "transfer", request, payment);
        let line = Some(parsed(&asset));
        fixture.accounts.put_trusting(base(&to), 1, line);
        fixture
            .accounts
            .put_trusting(case.terms.account(), case.terms.sequence, line);
        cases.push(case);
    }
    for _ in 0..OF_EACH {
        let (to, amount) = (destination(&mut fixture.random), amount(&mut fixture));
        let payment = json!({ "type": "payment", "destination": to, "asset": coin(), "amount": amount });
        let case = case(&mut fixture, "transfer", json!({ "to": to, "amount": amount }), payment);
        fixture.accounts.put(base(&to), 1);
        fixture.accounts.put(case.terms.account(), case.terms.sequence);
        cases.push(case);
    }
    fixture.go(&cases).await;
}

#[tokio::test]
async fn transfers_to_new_accounts_match_create_account_of_the_sdk() {
    let Some(mut fixture) = OracleFixture::start("new Stellar accounts") else {
        return;
    };
    let mut cases = Vec::new();
    for _ in 0..OF_EACH {
        let (to, stroops) = (account(&mut fixture.random), amount(&mut fixture));
        let units = format!("{stroops:0>8}");
        let (whole, places) = units.split_at(units.len() - 7);
        let units = format!("{whole}.{places}")
            .trim_end_matches('0')
            .trim_end_matches('.')
            .to_owned();
        let create = json!({ "type": "createAccount", "destination": to, "startingBalance": units });
        let case = case(&mut fixture, "transfer", json!({ "to": to, "amount": stroops }), create);
        fixture.accounts.put(case.terms.account(), case.terms.sequence);
        cases.push(case);
    }
    fixture.go(&cases).await;
}

#[tokio::test]
async fn trustlines_and_claims_match_the_sdk() {
    let Some(mut fixture) = OracleFixture::start("Stellar trustlines and claims") else {
        return;
    };
    let mut cases = Vec::new();
    for _ in 0..OF_EACH {
        let (asset, limit) = (credit(&mut fixture.random), amount(&mut fixture));
        let trust = |limit: &str| json!({ "type": "changeTrust", "asset": asset, "limit": limit });
        let all = trust("9223372036854775807");
        cases.push(case(&mut fixture, "add-trustline", json!({ "asset": asset }), all));
        let some = json!({ "asset": asset, "amount": limit });
        cases.push(case(&mut fixture, "add-trustline", some, trust(&limit)));
        let id = format!("00000000{}", hash(&mut fixture.random));
        let claim = json!({ "type": "claimClaimableBalance", "balanceId": id });
        for endpoint in ["claimable-balance", "add-trustline"] {
            let request = json!({ "claimableBalanceId": id });
            cases.push(case(&mut fixture, endpoint, request, claim.clone()));
        }
    }
    for case in &cases {
        fixture.accounts.put(case.terms.account(), case.terms.sequence);
    }
    fixture.go(&cases).await;
}

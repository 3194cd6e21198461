//! Sponsorships of several accounts that begin and end in any order that the network allows.

use super::fixture::OracleFixture;
use super::{cases, operation};
use serde_json::{Value, json};
use wallet_tests::support::random::Random;

const TRANSACTIONS: usize = 12;

fn begin(sponsor: &str, sponsored: &str) -> Value {
    json!({ "type": "beginSponsoringFutureReserves", "source": sponsor, "sponsoredId": sponsored })
}

fn end(sponsored: &str) -> Value {
    json!({ "type": "endSponsoringFutureReserves", "source": sponsored })
}

/// Returns operations with sponsorships of three accounts by several sponsors, sequential or nested, possibly
/// repeated, with operations of the accounts in between.
fn interleaved(random: &mut Random) -> Vec<Value> {
    let sponsored: Vec<_> = (0..3).map(|_| super::values::account(random)).collect();
    let sponsors: Vec<_> = (0..2).map(|_| super::values::destination(random)).collect();
    let mut is_open = [false; 3];
    let mut operations = Vec::new();
    for _ in 0..12 {
        let chosen = usize::try_from(random.between(0, 2)).expect("few");
        let account = &sponsored[chosen];
        operations.push(if is_open[chosen] {
            end(account)
        } else {
            let sponsor = random.one_of(&sponsors);
            begin(sponsor, account)
        });
        is_open[chosen] = !is_open[chosen];
        let mut inner = if is_open[chosen] {
            json!({ "type": "createAccount", "destination": account, "startingBalance": "0" })
        } else {
            operation(random, "manageData")
        };
        inner["source"] = json!(random.one_of(&sponsors));
        operations.push(inner);
    }
    let open = sponsored.iter().zip(is_open).filter(|(_, is_open)| *is_open);
    operations.extend(open.map(|(account, _)| end(account)));
    operations
}

#[tokio::test]
async fn sponsorships_in_every_order_match_the_sdk() {
    let Some(mut fixture) = OracleFixture::start("Stellar sponsorships") else {
        return;
    };
    let operations = (0..TRANSACTIONS).map(|_| interleaved(&mut fixture.random)).collect();
    let cases = cases(&mut fixture, operations);
    fixture.go(&cases).await;
}

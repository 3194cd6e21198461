//! Tests of the order of sponsorships.

use super::{ALICE, BOB, read, rejection};
use serde_json::{Value, json};

const CAROL: &str = "GAAZI4TCR3TY5OJHCTJC2A4QSY6CJWJH5IAJTGKIN2ER7LBNVKOCCWN7";

fn begin(sponsored: &str, sponsor: &str) -> Value {
    json!({ "type": "beginSponsoringFutureReserves", "sponsoredId": sponsored, "source": sponsor })
}

fn end(sponsored: &str) -> Value {
    json!({ "type": "endSponsoringFutureReserves", "source": sponsored })
}

fn create(destination: &str, balance: &str) -> Value {
    json!({ "type": "createAccount", "destination": destination, "startingBalance": balance })
}

#[test]
fn every_sponsorship_must_end() {
    assert_eq!(rejection(&[create(CAROL, "1"), begin(BOB, ALICE)]).0, "[1]");
    assert_eq!(rejection(&[end(BOB)]).0, "[0]");
    assert_eq!(rejection(&[begin(BOB, ALICE), end(ALICE)]).0, "[1]");
    assert_eq!(rejection(&[begin(BOB, ALICE), end(BOB), end(BOB)]).0, "[2]");
}

#[test]
fn sponsor_may_have_several_sponsored_accounts_but_no_chain() {
    assert!(read(&[begin(BOB, ALICE), begin(CAROL, ALICE), end(CAROL), end(BOB)]).is_ok());
    assert_eq!(
        rejection(&[begin(BOB, ALICE), begin(BOB, CAROL), end(BOB)]).0,
        "[1].sponsoredId"
    );
    assert_eq!(
        rejection(&[begin(BOB, ALICE), begin(CAROL, BOB), end(CAROL), end(BOB)]).0,
        "[1]"
    );
    assert_eq!(
        rejection(&[begin(BOB, ALICE), begin(ALICE, CAROL), end(ALICE), end(BOB)]).0,
        "[1]"
    );
}

//! Tests of starting balances.

use super::{ALICE, BOB, alice, read};
use crate::Stroops;
use crate::operation::StartingBalanceError;
use serde_json::{Value, json};

/// Returns a base reserve of half a lumen.
fn base_reserve() -> Stroops {
    Stroops::new(5_000_000).unwrap()
}

fn begin() -> Value {
    json!({ "type": "beginSponsoringFutureReserves", "sponsoredId": BOB, "source": ALICE })
}

fn end() -> Value {
    json!({ "type": "endSponsoringFutureReserves", "source": BOB })
}

fn create(balance: &str) -> Value {
    json!({ "type": "createAccount", "destination": BOB, "startingBalance": balance })
}

#[track_caller]
fn check(operations: &[Value]) -> Result<(), StartingBalanceError> {
    read(operations)
        .unwrap()
        .check_starting_balances(alice(), base_reserve())
}

#[test]
fn account_starts_with_two_base_reserves() {
    let minimum = Stroops::new(10_000_000).unwrap();
    assert_eq!(check(&[create("1")]), Ok(()));
    let below_minimum = Err(StartingBalanceError { index: 0, minimum });
    assert_eq!(check(&[create("0.9999999")]), below_minimum);
}

#[test]
fn sponsored_account_may_start_with_nothing() {
    assert_eq!(check(&[begin(), create("0"), end()]), Ok(()));
    let late = check(&[begin(), end(), create("0.9999999")]).unwrap_err();
    assert_eq!(late.index, 2);
}

#[test]
fn base_reserve_matters_only_for_new_accounts() {
    assert!(read(&[begin(), create("0"), end()]).unwrap().create_accounts());
    assert!(!read(&[begin(), end()]).unwrap().create_accounts());
}

//! Tests of trustline changes by the rules of the network.

use super::transfers::{BASE_RESERVE, account, id, line, stroops, usd, with_line};
use crate::operation::{OperationBody, TrustlineTarget};
use crate::{Account, Stroops, Trust, TrustError};

fn trust(account: &Account, limit: i64) -> Result<OperationBody, TrustError> {
    let trust = Trust {
        asset: usd(),
        limit: stroops(limit),
    };
    let operation = trust.operation(account, stroops(BASE_RESERVE));
    operation.map(|operation| operation.body)
}

#[test]
fn trustline_is_created_with_its_limit() {
    let made = trust(&account(1, 100_000_000), i64::MAX);
    let Ok(OperationBody::ChangeTrust(change)) = made else {
        panic!("{made:?}");
    };
    assert_eq!(
        (change.asset, change.limit),
        (TrustlineTarget::Credit(usd()), Stroops::MAX)
    );
}

#[test]
fn new_trustline_requires_a_base_reserve_and_the_fee() {
    // Two base reserves for the account, a third for the trustline, and the minimum fee.
    assert!(trust(&account(1, 15_000_100), 1).is_ok());
    let rejected = TrustError::InsufficientFunds {
        available: stroops(5_000_099),
        required: stroops(5_000_100),
    };
    assert_eq!(trust(&account(1, 15_000_099), 1), Err(rejected));
    let poor = Account {
        native: account(1, 15_000_000).native,
        ..with_line(1, line(0, 5))
    };
    assert!(trust(&poor, 6).is_ok(), "a change requires no further reserve");
}

#[test]
fn limit_covers_balance_and_buying_liabilities() {
    let mut held = line(50, 100);
    held.holding.buying_liabilities = stroops(10);
    let holder = with_line(1, held);
    assert!(trust(&holder, 60).is_ok());
    let minimum = stroops(60);
    for limit in [59, 0] {
        assert_eq!(trust(&holder, limit), Err(TrustError::LimitBelowBalance { minimum }));
    }
    assert!(
        trust(&with_line(1, line(0, 5)), 0).is_ok(),
        "an empty trustline is deleted"
    );
}

#[test]
fn missing_and_own_trustlines_are_rejected() {
    assert_eq!(trust(&account(1, 100_000_000), 0), Err(TrustError::Missing));
    let issuer = account(9, 100_000_000);
    assert_eq!(issuer.id, id(9));
    assert_eq!(trust(&issuer, 5), Err(TrustError::OwnAsset));
}

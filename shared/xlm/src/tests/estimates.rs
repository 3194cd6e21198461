//! Estimates by the rules of the network.

use super::transfers::{BASE_RESERVE, account, id, line, stroops, usd};
use crate::operation::PositiveStroops;
use crate::{
    Account, Asset, Credit, Estimate, EstimateQuery, Holding, Modes, RequestedAmount, Stroops, TransferBlocker,
    TransferError,
};
use proptest::prelude::*;
use wallet_core::error::{CodedError, ErrorCode};

const FEES: Modes<i64> = Modes {
    slow: 100,
    normal: 500,
    fast: 10_000,
};

/// The reserve of an account without subentries.
const RESERVE: i64 = 2 * BASE_RESERVE;

fn estimate(
    to: Option<u8>,
    asset: Asset,
    amount: RequestedAmount,
    [sender, recipient]: [Option<&Account>; 2],
) -> Result<Estimate, TransferError> {
    let query = EstimateQuery {
        to: to.map(|salt| id(salt).into()),
        asset,
        amount,
    };
    query.estimate(sender.unwrap(), recipient, stroops(BASE_RESERVE), FEES.map(stroops))
}

fn amounts(estimate: &Estimate) -> [i64; 3] {
    let amounts = estimate.amounts.unwrap().map(Stroops::get);
    [amounts.slow, amounts.normal, amounts.fast]
}

fn fixed(amount: i64) -> RequestedAmount {
    RequestedAmount::Fixed(PositiveStroops::new(stroops(amount)).unwrap())
}

/// Returns an account with this balance of USD and this limit.
fn holder(salt: u8, balance: i64, limit: i64) -> Account {
    Account {
        lines: vec![line(balance, limit)],
        subentries: 1,
        ..account(salt, RESERVE + BASE_RESERVE + 20_000)
    }
}

#[test]
fn maximum_of_lumens_is_the_spendable_amount_without_the_fee() {
    let (sender, recipient) = (account(1, RESERVE + 20_000), account(2, RESERVE));
    for to in [None, Some(2)] {
        let max = estimate(
            to,
            Asset::Native,
            RequestedAmount::Max,
            [Some(&sender), Some(&recipient)],
        )
        .unwrap();
        assert_eq!((max.spendable, max.creates_account), (stroops(20_000), false));
        assert_eq!(amounts(&max), [19_900, 19_500, 10_000]);
    }
    let poor = account(1, RESERVE + 501);
    let max = estimate(
        Some(2),
        Asset::Native,
        RequestedAmount::Max,
        [Some(&poor), Some(&recipient)],
    )
    .unwrap();
    assert_eq!(amounts(&max), [401, 1, 0]);
}

#[test]
fn maximum_without_funds_is_rejected() {
    let max = |balance| {
        let sender = account(1, RESERVE + balance);
        estimate(None, Asset::Native, RequestedAmount::Max, [Some(&sender), None])
    };
    let (available, required) = (stroops(100), stroops(101));
    assert_eq!(max(100), Err(TransferError::InsufficientFunds { available, required }));
    let (available, required) = (stroops(99), stroops(100));
    let error = max(99).unwrap_err();
    assert_eq!(error, TransferError::Fee { available, required });
    assert_eq!(error.info().code, ErrorCode::InsufficientFunds);
    assert_eq!(error.info().field.as_deref(), Some("address"));
}

#[test]
fn new_account_receives_at_least_its_reserve() {
    let max = |balance| {
        let sender = account(1, RESERVE + balance);
        estimate(Some(2), Asset::Native, RequestedAmount::Max, [Some(&sender), None])
    };
    let created = max(RESERVE + 500).unwrap();
    assert!(created.creates_account);
    assert_eq!(amounts(&created), [RESERVE + 400, RESERVE, 0]);
    let minimum = stroops(RESERVE);
    assert_eq!(max(RESERVE + 99), Err(TransferError::StartingBalance { minimum }));
    let sender = holder(1, 5, 10);
    let reason = TransferBlocker::AccountMissing;
    let credit = estimate(Some(2), usd().into(), RequestedAmount::Open, [Some(&sender), None]);
    assert_eq!(credit, Err(TransferError::Destination { reason }));
}

#[test]
fn maximum_of_an_asset_is_limited_by_both_trustlines() {
    let max = |balance, held, limit| {
        let (sender, recipient) = (holder(1, balance, 1000), holder(2, held, limit));
        let both = [Some(&sender), Some(&recipient)];
        estimate(Some(2), usd().into(), RequestedAmount::Max, both)
    };
    assert_eq!(amounts(&max(50, 0, 1000).unwrap()), [50; 3]);
    let limited = max(50, 90, 100).unwrap();
    assert_eq!((limited.spendable, amounts(&limited)), (stroops(50), [10; 3]));
    let reason = TransferBlocker::LimitExceeded;
    assert_eq!(max(50, 100, 100), Err(TransferError::Destination { reason }));
    let (available, required) = (stroops(0), stroops(1));
    assert_eq!(
        max(0, 0, 100),
        Err(TransferError::InsufficientFunds { available, required })
    );
}

#[test]
fn issuer_pays_and_receives_any_amount() {
    let Credit { issuer, .. } = usd();
    let issuer = Account {
        id: issuer,
        ..account(9, RESERVE + 20_000)
    };
    let other = holder(2, 10, 100);
    let minted = estimate(
        Some(2),
        usd().into(),
        RequestedAmount::Max,
        [Some(&issuer), Some(&other)],
    )
    .unwrap();
    assert_eq!((minted.spendable, amounts(&minted)), (Stroops::MAX, [90; 3]));
    let query = EstimateQuery {
        to: Some(issuer.id.into()),
        asset: usd().into(),
        amount: RequestedAmount::Max,
    };
    let redeemed = query.estimate(&other, Some(&issuer), stroops(BASE_RESERVE), FEES.map(stroops));
    assert_eq!(amounts(&redeemed.unwrap()), [10; 3]);
}

#[test]
fn sender_without_authorized_trustline_is_rejected() {
    let with = |change: fn(&mut Account)| {
        let mut sender = holder(1, 50, 100);
        change(&mut sender);
        estimate(None, usd().into(), RequestedAmount::Open, [Some(&sender), None])
    };
    let rejected = |reason| {
        let required = stroops(0);
        Err(TransferError::Sender { reason, required })
    };
    assert_eq!(with(|_| ()).unwrap().spendable, stroops(50));
    assert_eq!(
        with(|sender| sender.lines.clear()),
        rejected(TransferBlocker::TrustlineMissing)
    );
    let unauthorized = with(|sender| sender.lines[0].is_authorized = false);
    assert_eq!(unauthorized, rejected(TransferBlocker::NotAuthorized));
}

proptest! {
    #[test]
    fn fixed_amount_is_accepted_up_to_the_maximum(
        balance in 0..20_000_i64, held in 0..1000_i64, is_lumens: bool, exists: bool, names_recipient: bool,
    ) {
        let sender = Account {
            native: Holding { balance: stroops(3 * RESERVE + balance), ..Holding::default() },
            ..holder(1, balance, i64::MAX)
        };
        let recipient = holder(2, held, 1000);
        let parties = [Some(&sender), Some(&recipient).filter(|_| exists || !names_recipient)];
        let asset = if is_lumens { Asset::Native } else { usd().into() };
        let to = names_recipient.then_some(2);
        let estimate = |amount| estimate(to, asset, amount, parties);
        if let Ok(max) = estimate(RequestedAmount::Max) {
            let [slow, ..] = amounts(&max);
            prop_assert!(estimate(fixed(slow)).is_ok());
            prop_assert!(estimate(fixed(slow + 1)).is_err());
        } else {
            prop_assert!(estimate(fixed(1)).is_err());
        }
    }
}

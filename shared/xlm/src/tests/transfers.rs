//! Tests of payments and reserves by the rules of the network.

use crate::operation::{OperationBody, PositiveStroops, TrustlineTarget};
use crate::{
    Account, AccountId, AccountSettings, Asset, Credit, Holding, Memo, MemoType, MuxedAccount, PoolId, Reserve,
    Stroops, Transfer, TransferBlocker, TransferError, Trust, TrustError, TrustLine, TrustlineAsset,
};

pub(super) const BASE_RESERVE: i64 = 5_000_000;

pub(super) fn stroops(number: i64) -> Stroops {
    Stroops::new(number).unwrap()
}

pub(super) fn id(salt: u8) -> AccountId {
    AccountId([salt; 32])
}

pub(super) fn account(salt: u8, balance: i64) -> Account {
    Account {
        id: id(salt),
        sequence: 1,
        subentries: 0,
        sponsoring: 0,
        sponsored: 0,
        is_sponsored: false,
        native: Holding {
            balance: stroops(balance),
            ..Holding::default()
        },
        lines: Vec::new(),
        signers: Vec::new(),
        requires_memo: false,
        settings: AccountSettings::default(),
    }
}

pub(super) fn usd() -> Credit {
    Credit {
        code: "USD".parse().unwrap(),
        issuer: id(9),
    }
}

pub(super) fn line(balance: i64, limit: i64) -> TrustLine {
    TrustLine {
        asset: TrustlineAsset::Credit(usd()),
        holding: Holding {
            balance: stroops(balance),
            ..Holding::default()
        },
        limit: stroops(limit),
        is_authorized: true,
        may_maintain_liabilities: true,
        has_clawback: false,
        sponsor: None,
    }
}

pub(super) fn with_line(salt: u8, line: TrustLine) -> Account {
    Account {
        lines: vec![line],
        subentries: 1,
        ..account(salt, 100_000_000)
    }
}

fn transfer(to: impl Into<MuxedAccount>, asset: Asset, amount: i64) -> Transfer {
    Transfer {
        to: to.into(),
        asset,
        amount: PositiveStroops::new(stroops(amount)).unwrap(),
    }
}

fn pay(transfer: &Transfer, sender: &Account, recipient: Option<&Account>) -> Result<OperationBody, TransferError> {
    let operation = transfer.operation(sender, recipient, &Memo::NONE, stroops(BASE_RESERVE));
    operation.map(|operation| operation.body)
}

#[test]
fn payment_to_a_missing_account_creates_it() {
    let rich = account(1, 100_000_000);
    let created = pay(&transfer(id(2), Asset::Native, 10_000_000), &rich, None);
    assert!(matches!(created, Ok(OperationBody::CreateAccount(_))), "{created:?}");
    let minimum = stroops(2 * BASE_RESERVE);
    let below_minimum = pay(&transfer(id(2), Asset::Native, 9_999_999), &rich, None);
    assert_eq!(below_minimum, Err(TransferError::StartingBalance { minimum }));
    let missing = Err(TransferError::Destination {
        reason: TransferBlocker::AccountMissing,
    });
    let muxed = MuxedAccount {
        account: id(2),
        id: Some(5),
    };
    assert_eq!(pay(&transfer(muxed, Asset::Native, 10_000_000), &rich, None), missing);
    assert_eq!(pay(&transfer(id(2), usd().into(), 1), &rich, None), missing);
}

#[test]
fn reserved_lumens_and_liabilities_cannot_be_spent() {
    let mut sender = account(1, 30_000_000);
    sender.subentries = 1;
    sender.native.selling_liabilities = stroops(5_000_000);
    let recipient = account(2, 10_000_000);
    // 3 base reserves and the liabilities leave 1 lumen, which also covers the minimum fee of 100
    // stroops.
    let pays = |amount| pay(&transfer(id(2), Asset::Native, amount), &sender, Some(&recipient));
    assert!(pays(9_999_900).is_ok());
    let available = stroops(10_000_000);
    let required = stroops(10_000_001);
    assert_eq!(
        pays(9_999_901),
        Err(TransferError::InsufficientFunds { available, required })
    );
}

#[test]
fn memo_is_required_for_unmuxed_addresses_only() {
    let sender = account(1, 100_000_000);
    let shop = Account {
        requires_memo: true,
        ..account(2, 10_000_000)
    };
    let plain = transfer(id(2), Asset::Native, 5);
    assert_eq!(pay(&plain, &sender, Some(&shop)), Err(TransferError::MemoRequired));
    let memo = Memo::parse(MemoType::Text, "order 1").unwrap();
    assert!(
        plain
            .operation(&sender, Some(&shop), &memo, stroops(BASE_RESERVE))
            .is_ok()
    );
    let customer = MuxedAccount {
        account: id(2),
        id: Some(1),
    };
    assert!(pay(&transfer(customer, Asset::Native, 5), &sender, Some(&shop)).is_ok());
}

#[test]
fn asset_needs_trustlines_on_both_sides() {
    let sender = with_line(1, line(50, 100));
    let to = |recipient: &Account, amount| pay(&transfer(recipient.id, usd().into(), amount), &sender, Some(recipient));
    let rejected = |reason| Err(TransferError::Destination { reason });
    assert!(to(&with_line(2, line(0, 50)), 50).is_ok());
    assert_eq!(
        to(&account(2, 10_000_000), 50),
        rejected(TransferBlocker::TrustlineMissing)
    );
    assert_eq!(
        to(&with_line(2, line(1, 50)), 50),
        rejected(TransferBlocker::LimitExceeded)
    );
    let frozen = TrustLine {
        is_authorized: false,
        ..line(0, 100)
    };
    assert_eq!(
        to(&with_line(2, frozen.clone()), 50),
        rejected(TransferBlocker::NotAuthorized)
    );
    let (available, required) = (stroops(50), stroops(51));
    let above_balance = to(&with_line(2, line(0, 100)), 51);
    assert_eq!(
        above_balance,
        Err(TransferError::InsufficientFunds { available, required })
    );
    let issuer = account(9, 10_000_000);
    assert!(to(&issuer, 50).is_ok(), "an issuer receives its own asset");
    let recipient = with_line(2, line(0, 100));
    let from_nothing = pay(&transfer(id(2), usd().into(), 100), &issuer, Some(&recipient));
    assert!(from_nothing.is_ok(), "an issuer pays without a balance");
    let payment = transfer(id(2), usd().into(), 1);
    let lacks = |reason| {
        Err(TransferError::Sender {
            reason,
            required: stroops(1),
        })
    };
    assert_eq!(
        pay(&payment, &account(3, 100_000_000), Some(&recipient)),
        lacks(TransferBlocker::TrustlineMissing)
    );
    assert_eq!(
        pay(&payment, &with_line(3, frozen), Some(&recipient)),
        lacks(TransferBlocker::NotAuthorized)
    );
}

#[test]
fn reserves_exclude_sponsored_entries() {
    let reserve = |account: &Account| {
        let Reserve {
            account,
            others,
            lines,
            total,
        } = Reserve::of(account, stroops(BASE_RESERVE));
        [account, others, lines, total].map(|part| part.get() / BASE_RESERVE)
    };
    assert_eq!(reserve(&account(1, 0)), [2, 0, 0, 2]);
    let shares = TrustLine {
        asset: TrustlineAsset::PoolShares(PoolId([1; 32])),
        ..line(0, 1)
    };
    let sponsored_line = TrustLine {
        sponsor: Some(id(8)),
        ..line(0, 1)
    };
    let many = Account {
        lines: vec![line(0, 1), shares, sponsored_line],
        // Three trustlines, the third of which counts twice, and two offers.
        subentries: 6,
        sponsoring: 3,
        sponsored: 1,
        ..account(1, 0)
    };
    assert_eq!(reserve(&many), [2, 5, 3, 10]);
    let wholly_sponsored = Account {
        is_sponsored: true,
        sponsored: 2,
        ..account(1, 0)
    };
    assert_eq!(reserve(&wholly_sponsored), [0, 0, 0, 0]);
}

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

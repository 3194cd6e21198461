//! The maximum amounts of estimates, compared with the ledger of the sandbox, which accepts exactly these amounts and
//! rejects 1 stroop more.

use super::spendable::{Case, code, payment};
use super::{Services, id, soon};
use std::sync::Arc;
use stellar_xdr::Asset;
use wallet_core::model::Network::Testnet;
use wallet_sandbox::xlm::ledger::Included;
use wallet_sandbox::xlm::test_wallet::{COIN, TestWallet};
use wallet_tests::support::random::Random;
use wallet_xlm::ports::XlmNode;
use wallet_xlm::{self as xlm, Estimate, EstimateQuery, FeeStats, Modes, RequestedAmount, Stroops, TransferError};

/// Number of random accounts.
const CASES: u8 = 20;

/// Returns the fees of the sandbox for an operation.
async fn fees(services: &Services) -> Modes<Stroops> {
    let stats = services.upstreams.fee_stats(Testnet, soon()).await.unwrap();
    FeeStats::survey(&stats).value.of_transaction(1)
}

/// Estimates the maximum payment of the owner to this wallet.
async fn maximum(case: &Case<'_>, to: &TestWallet, asset: xlm::Asset) -> Result<Estimate, TransferError> {
    let services = case.services;
    let query = EstimateQuery {
        to: Some(id(to).into()),
        asset,
        amount: RequestedAmount::Max,
    };
    let ledger = services.upstreams.ledger(Testnet, soon()).await.unwrap();
    let (sender, recipient) = (services.account(&case.owner).await, services.account(to).await);
    query.estimate(
        &sender.unwrap(),
        recipient.as_ref(),
        ledger.base_reserve,
        fees(services).await,
    )
}

/// Pays an amount with the slow fee.
async fn pays(case: &Case<'_>, to: &TestWallet, asset: Asset, amount: i64) -> Arc<Included> {
    let fee = u32::try_from(fees(case.services).await.slow.get()).unwrap();
    let node = &case.services.node;
    node.settle(&case.owner.sign(node, fee, payment(to, asset, amount)))
        .unwrap()
}

fn slow(estimate: &Estimate) -> i64 {
    estimate.amounts.unwrap().slow.get()
}

#[tokio::test(flavor = "multi_thread")]
async fn ledger_accepts_exactly_the_maximum() {
    for (services, _) in Services::of_each_kind("ledger_accepts_exactly_the_maximum").await {
        accepts_exactly_the_maximum(&services).await;
    }
}

async fn accepts_exactly_the_maximum(services: &Services) {
    let mut random = Random::new();
    let mut is_full = 0;
    for number in 1..=CASES {
        let case = Case::new(services, number);
        for step in 0..8 {
            case.change(&mut random, step);
        }
        let limit = i64::try_from(random.between(1, 60)).unwrap() * COIN;
        case.other.does(&services.node, case.trust_up_to("GOLD", limit));
        is_full += usize::from(check_gold(&case).await);
        check_lumens(&case).await;
    }
    assert!((1..usize::from(CASES)).contains(&is_full), "{is_full}");
}

/// Checks the maximum of `GOLD`. Returns true if the trustline of the recipient limits it.
async fn check_gold(case: &Case<'_>) -> bool {
    let issuer = id(&case.issuer);
    let gold = format!("GOLD:{issuer}").parse().unwrap();
    let amount = match maximum(case, &case.other, gold).await {
        Ok(estimate) => slow(&estimate),
        Err(TransferError::InsufficientFunds { .. }) => 0,
        Err(error) => panic!("{error}"),
    };
    let asset = || case.issuer.asset("GOLD");
    let more = pays(case, &case.other, asset(), amount + 1).await;
    let more = code(&more);
    assert!(more == ["op_underfunded"] || more == ["op_line_full"], "{more:?}");
    if amount > 0 {
        assert!(pays(case, &case.other, asset(), amount).await.is_success, "{amount}");
    }
    more == ["op_line_full"]
}

async fn check_lumens(case: &Case<'_>) {
    let native = || xlm::Asset::Native;
    let before = maximum(case, &case.other, native()).await.unwrap();
    let failed = pays(case, &case.other, Asset::Native, slow(&before) + 1).await;
    assert_eq!(code(&failed), ["op_underfunded"]);
    // The failed payment was charged the fee.
    let after = maximum(case, &case.other, native()).await.unwrap();
    assert_eq!(slow(&after), slow(&before) - failed.fee_charged());
    assert!(pays(case, &case.other, Asset::Native, slow(&after)).await.is_success);
    let nothing = maximum(case, &case.other, native()).await;
    assert!(matches!(nothing, Err(TransferError::Fee { .. })), "{nothing:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn maximum_creates_an_account() {
    for (services, _) in Services::of_each_kind("maximum_creates_an_account").await {
        creates_an_account(&services).await;
    }
}

async fn creates_an_account(services: &Services) {
    let case = Case::new(services, 1);
    let new = TestWallet::new(200);
    let estimate = maximum(&case, &new, xlm::Asset::Native).await.unwrap();
    assert!(estimate.creates_account);
    let create = |amount| {
        let body = stellar_xdr::OperationBody::CreateAccount(stellar_xdr::CreateAccountOp {
            destination: new.id(),
            starting_balance: amount,
        });
        services
            .node
            .settle(&case.owner.sign(&services.node, 100, body))
            .unwrap()
    };
    assert_eq!(code(&create(slow(&estimate) + 1)), ["op_underfunded"]);
    assert!(create(slow(&estimate) - 100).is_success);
}

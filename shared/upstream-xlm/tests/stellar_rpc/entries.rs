//! Accounts, claimable balances, ledgers and fees.

use super::xdr::{
    ACCOUNT, BALANCE, HEADER_ENTRY, HEADER_FREE, KEY_ACCOUNT, KEY_BALANCE, KEY_LONG, KEY_MEMO, KEY_OFFER, KEY_POOL,
    KEY_USDC, LONG, MEMO, OFFER, POOL, RECORDED, SPONSORED, UNSPONSORED, USDC,
};
use super::{ISSUER, LEDGER, NOW, OTHER, OWN, Server, entries, id, latest, soon};
use serde_json::{Value, json};
use wallet_core::model::Network::Livenet;
use wallet_core::ports::upstream::UpstreamError;
use wallet_xlm::operation::Claimant;
use wallet_xlm::ports::{XlmIndex, XlmNode};
use wallet_xlm::{
    Account, AccountQuery, Asset, BalanceId, Ledger, OfferId, OpenOffer, PoolId, Price, StoredBalance, Stroops,
    TrustlineAsset, WeightedSigner,
};

fn stroops(number: i64) -> Stroops {
    Stroops::new(number).expect("an amount")
}

fn asset(code: &str) -> Asset {
    format!("{code}:{ISSUER}").parse().expect("an asset")
}

/// Returns the query of the account with all known trustlines.
fn query() -> AccountQuery {
    let mut query = AccountQuery::from(id(OWN)).with_assets(&[asset("USDC"), asset("LONGCODE"), Asset::Native]);
    query.lines.push(TrustlineAsset::PoolShares(PoolId([0xab; 32])));
    query
}

async fn account(server: &Server, query: AccountQuery) -> Account {
    let account = server.node.account(Livenet, query, soon()).await.expect("a response");
    account.expect("an account")
}

#[tokio::test(start_paused = true)]
async fn account_has_the_requested_entries() {
    let server = Server::start().await;
    let found = [
        (ACCOUNT, SPONSORED),
        (MEMO, UNSPONSORED),
        (USDC, SPONSORED),
        (LONG, UNSPONSORED),
        (POOL, UNSPONSORED),
    ];
    server.set_result("getLedgerEntries", entries(&found));
    let account = account(&server, query()).await;
    let keys = [KEY_ACCOUNT, KEY_MEMO, KEY_USDC, KEY_LONG, KEY_POOL];
    assert_eq!(
        server.calls("getLedgerEntries"),
        [json!({ "keys": keys, "xdrFormat": "base64" })]
    );
    assert_eq!((account.sequence, account.subentries), (253_400_000_000_123, 6));
    let native = [
        account.native.balance,
        account.native.buying_liabilities,
        account.native.selling_liabilities,
    ];
    assert_eq!(native.map(Stroops::get), [1_234_567_890, 7, 20]);
    assert_eq!(
        (account.sponsoring, account.sponsored, account.is_sponsored),
        (3, 1, true)
    );
    let settings = &account.settings;
    let weights = [
        settings.thresholds.low,
        settings.thresholds.medium,
        settings.thresholds.high,
    ];
    assert_eq!(weights, [1, 2, 3]);
    assert!(settings.flags.required && settings.flags.revocable && !settings.flags.immutable);
    assert_eq!(
        settings.home_domain.as_ref().map(ToString::to_string).as_deref(),
        Some("example.com")
    );
    assert_eq!(settings.sequence_set, Some((58_999_000, 1_795_280_000)));
    assert_eq!(settings.sponsor, Some(id(OTHER)));
    assert!(account.requires_memo && !settings.lacks_entries);
    check_signers(&account.signers);
    check_lines(&account);
    // Two signers, a data entry, and three trustlines of which that of pool shares counts twice.
    assert_eq!(settings.unlisted, 0);
}

fn check_signers(signers: &[WeightedSigner]) {
    let shown = signers
        .iter()
        .map(|signer| (signer.key.to_string(), signer.weight, signer.sponsor));
    let shown: Vec<_> = shown.collect();
    assert_eq!(shown[0], (OTHER.to_owned(), 5, Some(id(OTHER))));
    assert!(shown[1].0.starts_with('X') && shown[1].2.is_none(), "{shown:?}");
    assert_eq!(shown[2], (OWN.to_owned(), 2, None));
}

fn check_lines(account: &Account) {
    let lines = account.lines.iter().map(|line| {
        let holding = &line.holding;
        let amounts = [
            holding.balance,
            holding.buying_liabilities,
            holding.selling_liabilities,
            line.limit,
        ];
        let flags = [line.is_authorized, line.may_maintain_liabilities, line.has_clawback];
        (amounts.map(Stroops::get), flags, line.sponsor.is_some())
    });
    assert_eq!(
        lines.collect::<Vec<_>>(),
        [
            ([5_000_000, 3, 4, 900_000_000], [true, true, true], true),
            ([0, 0, 0, 100], [false, true, false], false),
            ([42, 0, 0, i64::MAX], [true, true, false], false),
        ]
    );
}

#[tokio::test(start_paused = true)]
async fn entries_that_were_not_requested_are_counted() {
    let server = Server::start().await;
    server.set_result(
        "getLedgerEntries",
        entries(&[(ACCOUNT, UNSPONSORED), (USDC, UNSPONSORED)]),
    );
    let query = AccountQuery::from(id(OWN)).with_assets(&[asset("USDC")]);
    let found = account(&server, query).await;
    assert_eq!((found.settings.unlisted, found.requires_memo), (3, false));
    let recorded = Server::start().await;
    recorded.set_result("getLedgerEntries", entries(&[(RECORDED, UNSPONSORED)]));
    let owner = id("GBZXN7PIRZGNMHGA7MUUUF4GWPY5AYPV6LY4UV2GL6VJGIQRXFDNMADI");
    let found = account(&recorded, owner.into()).await;
    assert_eq!((found.sequence, found.settings.unlisted), (1_606_317_768_968, 5));
    assert_eq!(found.settings.sequence_set, Some((943_492, 1_754_990_629)));
}

#[tokio::test(start_paused = true)]
async fn missing_account_and_balance_are_no_errors() {
    for found in [
        json!({ "entries": [], "latestLedger": LEDGER }),
        json!({ "latestLedger": LEDGER }),
    ] {
        let server = Server::start().await;
        server.set_result("getLedgerEntries", found);
        assert_eq!(server.node.account(Livenet, query(), soon()).await, Ok(None));
        let balance = server.node.claimable_balance(Livenet, BalanceId([0x11; 32]), soon());
        assert_eq!(balance.await, Ok(None));
    }
}

#[tokio::test(start_paused = true)]
async fn claimable_balance_has_all_claimants() {
    let server = Server::start().await;
    server.set_result("getLedgerEntries", entries(&[(BALANCE, SPONSORED)]));
    let balance = server.node.claimable_balance(Livenet, BalanceId([0x11; 32]), soon());
    let StoredBalance {
        asset: claimed,
        amount,
        claimants,
        sponsor,
        has_clawback,
        ..
    } = balance.await.expect("a response").expect("a balance");
    assert_eq!((claimed, amount, has_clawback), (asset("USDC"), 777, true));
    assert_eq!(sponsor, Some(id(OTHER)));
    let owners: Vec<_> = claimants
        .iter()
        .map(|Claimant { destination, .. }| *destination)
        .collect();
    assert_eq!(owners, [id(OWN), id(OTHER)]);
    assert_eq!(server.calls("getLedgerEntries")[0]["keys"], json!([KEY_BALANCE]));
    let different = server.node.claimable_balance(Livenet, BalanceId([0x12; 32]), soon());
    assert!(matches!(different.await, Err(UpstreamError::Unusable { .. })));
}

#[tokio::test(start_paused = true)]
async fn base_reserve_is_requested_once_from_servers_of_all_versions() {
    let expected = Ledger {
        upstream: "stellar-rpc",
        sequence: LEDGER,
        closed_at: NOW - 2,
        base_reserve: stroops(5_000_000),
    };
    let server = Server::start().await;
    for _ in 0..2 {
        assert_eq!(server.node.ledger(Livenet, soon()).await, Ok(expected));
    }
    assert_eq!(server.calls("getLatestLedger"), [Value::Null]);
    assert_eq!(server.calls("getHealth"), [Value::Null]);
    // Version 23: neither close times nor headers of the latest ledger.
    let old = Server::start().await;
    old.set_result(
        "getHealth",
        json!({ "status": "healthy", "latestLedger": LEDGER, "oldestLedger": 1, "ledgerRetentionWindow": 17_280 }),
    );
    let found = json!({ "id": "cd".repeat(32), "protocolVersion": "23", "sequence": LEDGER });
    old.set_result("getLatestLedger", found);
    old.set_result(
        "getTransaction",
        json!({ "status": "NOT_FOUND", "latestLedger": LEDGER, "latestLedgerCloseTime": (NOW - 2).to_string(),
            "oldestLedger": 1, "oldestLedgerCloseTime": "1" }),
    );
    let ledgers = json!({ "ledgers": [{ "sequence": LEDGER, "headerXdr": HEADER_ENTRY }], "latestLedger": LEDGER });
    old.set_result("getLedgers", ledgers);
    assert_eq!(old.node.ledger(Livenet, soon()).await, Ok(expected));
    let page = json!({ "startLedger": LEDGER, "pagination": { "limit": 1 }, "xdrFormat": "base64" });
    assert_eq!(old.calls("getLedgers"), [page]);
    let free = Server::start().await;
    free.set_result("getLatestLedger", latest(LEDGER, HEADER_FREE));
    let implausible = free.node.ledger(Livenet, soon()).await;
    assert!(
        matches!(implausible, Err(UpstreamError::Unusable { .. })),
        "{implausible:?}"
    );
}

fn fees(p10: &str, p50: &str, p95: &str) -> Value {
    let fee = json!({ "max": "5000", "min": "100", "mode": "100", "p10": p10, "p20": "100", "p30": "100", "p40": "100",
        "p50": p50, "p60": "200", "p70": "200", "p80": "200", "p90": "210", "p95": p95, "p99": "5000",
        "transactionCount": "523", "ledgerCount": 50 });
    json!({ "sorobanInclusionFee": fee, "inclusionFee": fee, "latestLedger": LEDGER })
}

#[tokio::test(start_paused = true)]
async fn fees_are_those_of_transactions() {
    let server = Server::start().await;
    server.set_result("getFeeStats", fees("100", "200", "300"));
    let stats = server.node.fee_stats(Livenet, soon()).await.expect("statistics");
    let stats = *stats.first();
    let found = [
        stats.last_ledger_base_fee,
        stats.charged_min,
        stats.charged_max,
        stats.offered.p10,
        stats.offered.p50,
        stats.offered.p95,
    ];
    assert_eq!(found.map(Stroops::get), [100, 100, 5000, 100, 200, 300]);
    assert_eq!(stats.capacity_usage, None);
    for (p10, p50, p95) in [("200", "100", "300"), ("-1", "100", "100"), ("x", "100", "100")] {
        let server = Server::start().await;
        server.set_result("getFeeStats", fees(p10, p50, p95));
        let stats = server.node.fee_stats(Livenet, soon()).await;
        assert!(matches!(stats, Err(UpstreamError::Unusable { .. })), "{stats:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn offers_are_unknown_unless_no_entry_is_unlisted() {
    for (found, lacks_offers) in [(vec![(ACCOUNT, UNSPONSORED)], true), (Vec::new(), false)] {
        let server = Server::start().await;
        server.set_result("getLedgerEntries", entries(&found));
        let offers = server
            .node
            .offers(Livenet, id(OWN), None, 10, soon())
            .await
            .expect("offers");
        assert_eq!(
            (offers.offers.len(), offers.lacks_offers, offers.upstream),
            (0, lacks_offers, "stellar-rpc")
        );
    }
}

#[tokio::test(start_paused = true)]
async fn offer_is_read_by_the_id() {
    let server = Server::start().await;
    let offer = |seller: &str, number: i64| {
        let id = OfferId::new(number).expect("a number above 0");
        server.node.offer(Livenet, self::id(seller), id, soon())
    };
    server.set_result("getLedgerEntries", entries(&[(OFFER, UNSPONSORED)]));
    let found = offer(OWN, 7).await.expect("offers");
    let expected = OpenOffer {
        id: OfferId::new(7).expect("a number above 0"),
        selling: asset("USDC"),
        buying: Asset::Native,
        amount: stroops(50_000_001),
        price: Price::new(1, 3).expect("a price"),
    };
    assert_eq!(
        (found.offers, found.lacks_offers, found.upstream),
        (vec![expected], false, "stellar-rpc")
    );
    assert!(
        server
            .calls("getLedgerEntries")
            .contains(&json!({ "keys": [KEY_OFFER], "xdrFormat": "base64" }))
    );
    // Offers that were not requested.
    for (seller, number) in [(OWN, 8), (OTHER, 7)] {
        let unusable = offer(seller, number).await;
        assert!(matches!(unusable, Err(UpstreamError::Unusable { .. })), "{unusable:?}");
    }
    for unexpected in [
        vec![(BALANCE, UNSPONSORED)],
        vec![(OFFER, UNSPONSORED), (OFFER, UNSPONSORED)],
    ] {
        server.set_result("getLedgerEntries", entries(&unexpected));
        assert!(matches!(offer(OWN, 7).await, Err(UpstreamError::Unusable { .. })));
    }
    server.set_result("getLedgerEntries", entries(&[]));
    assert_eq!(offer(OWN, 7).await.expect("offers").offers, []);
}

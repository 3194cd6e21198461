//! Accounts, ledgers and fees.

use super::{ISSUER, NOW, OTHER, OWN, Server, assert_unusable, ledgers, own, problem, soon};
use futures::future::join_all;
use serde_json::{Value, json};
use wallet_core::model::Network::{Livenet, Testnet};
use wallet_core::ports::upstream::UpstreamError;
use wallet_core::ports::upstream_health::{UpstreamHealth, UpstreamState};
use wallet_test_support::stub::Reply;
use wallet_xlm::ports::XlmIndex;
use wallet_xlm::ports::XlmNode;
use wallet_xlm::{Holding, Stroops, TrustlineAsset};

const ACCOUNT: &str = "/accounts/GAQXAWHCM4A7SQCT3BOSVEGRI2OOB7LO2CMFOYFF6YRXU4VQSB5V2V2K";
const POOL: &str = "2c0bfa623845dd101cbf074a1ca1ae4b2458cc8d0104ad65939ebe2cd9054355";

fn stroops(number: i64) -> Stroops {
    Stroops::new(number).expect("not below 0")
}

fn account() -> Value {
    json!({ "id": OWN, "account_id": OWN, "sequence": "103720918407102567", "sequence_ledger": 58_999_000,
        "subentry_count": 5, "num_sponsoring": 1, "num_sponsored": 2, "last_modified_ledger": 58_999_000,
        "thresholds": { "low_threshold": 0, "med_threshold": 0, "high_threshold": 0 },
        "flags": { "auth_required": false, "auth_revocable": false, "auth_immutable": false,
            "auth_clawback_enabled": false },
        "balances": [
            { "balance": "5.0000000", "limit": "7.5000000", "buying_liabilities": "0.5000000",
                "selling_liabilities": "1.0000000", "sponsor": OTHER, "last_modified_ledger": 7, "is_authorized": true,
                "is_authorized_to_maintain_liabilities": true, "asset_type": "credit_alphanum4",
                "asset_code": "USD", "asset_issuer": ISSUER },
            { "balance": "1.0000000", "limit": "9.0000000", "liquidity_pool_id": POOL, "last_modified_ledger": 7,
                "is_authorized": false, "is_authorized_to_maintain_liabilities": false,
                "asset_type": "liquidity_pool_shares" },
            { "balance": "1.0000000", "asset_type": "something_new" },
            { "balance": "99.9999900", "buying_liabilities": "0.0000000", "selling_liabilities": "2.0000000",
                "asset_type": "native" },
        ],
        "signers": [
            { "weight": 1, "key": OWN, "type": "ed25519_public_key" },
            { "weight": 2, "key": "Z", "type": "something_new" },
        ],
        "data": { "config.memo_required": "MQ==", "other": "AA==" }, "paging_token": OWN })
}

#[tokio::test(start_paused = true)]
async fn account_is_parsed_completely() {
    let server = Server::start().await;
    server.set_document(ACCOUNT, account());
    let found = server
        .node
        .account(Livenet, own().into(), soon())
        .await
        .unwrap()
        .unwrap();
    assert_eq!((found.id, found.sequence), (own(), 103_720_918_407_102_567));
    assert_eq!((found.subentries, found.sponsoring, found.sponsored), (5, 1, 2));
    assert!(!found.is_sponsored && found.requires_memo);
    let native = Holding {
        balance: stroops(999_999_900),
        buying_liabilities: stroops(0),
        selling_liabilities: stroops(20_000_000),
    };
    assert_eq!(found.native, native);
    let [usd, shares] = &found.lines[..] else {
        panic!("{:?}", found.lines)
    };
    assert!(usd.is_authorized && usd.sponsor == Some(OTHER.parse().unwrap()) && shares.sponsor.is_none());
    assert_eq!((usd.room(), usd.limit), (stroops(20_000_000), stroops(75_000_000)));
    assert_eq!(shares.asset, TrustlineAsset::PoolShares(POOL.parse().unwrap()));
    assert_eq!(found.signers.len(), 1, "an unknown signer type is omitted");
}

#[tokio::test(start_paused = true)]
async fn balances_of_unknown_kinds_are_disclosed() {
    let server = Server::start().await;
    let mut known = account();
    server.set_document(ACCOUNT, account());
    let facts = server.node.account_facts(Livenet, own().into(), soon()).await.unwrap();
    assert!(facts.lacks_rows && facts.account.is_some_and(|account| account.lines.len() == 2));
    known["balances"].as_array_mut().unwrap().remove(2);
    server.set_document(ACCOUNT, known);
    assert!(
        !server
            .node
            .account_facts(Livenet, own().into(), soon())
            .await
            .unwrap()
            .lacks_rows
    );
}

#[tokio::test(start_paused = true)]
async fn missing_account_is_not_a_failure() {
    let server = Server::start().await;
    assert_eq!(server.node.account(Livenet, own().into(), soon()).await, Ok(None));
    let facts = server.node.account_facts(Livenet, own().into(), soon()).await.unwrap();
    assert_eq!(
        (facts.account, facts.upstream, facts.ledger.sequence),
        (None, "horizon", super::LEDGER)
    );
}

#[tokio::test(start_paused = true)]
async fn other_404_is_a_failure() {
    let server = Server::start().await;
    for kind in ["not_here", "before_history"] {
        server.set_handler(ACCOUNT, move |_| problem(404, kind));
        assert_unusable(&server.node.account(Livenet, own().into(), soon()).await);
    }
    server.set_handler(ACCOUNT, |_| Reply::json(404, "{}"));
    assert_unusable(&server.node.account(Livenet, own().into(), soon()).await);
}

#[tokio::test(start_paused = true)]
async fn invalid_account_is_unusable() {
    for (pointer, value) in [
        ("/account_id", json!(OTHER)),
        ("/sequence", json!("-1")),
        ("/sequence", json!(7)),
        ("/subentry_count", json!(-1)),
        ("/balances", json!([])),
        ("/balances/0/asset_issuer", json!("evil")),
        ("/balances/0/limit", json!("1.00000001")),
        ("/balances/1/liquidity_pool_id", json!(null)),
        ("/balances/3/balance", json!("-1.0")),
    ] {
        let server = Server::start().await;
        let mut document = account();
        *document.pointer_mut(pointer).expect(pointer) = value;
        server.set_document(ACCOUNT, document);
        assert_unusable(&server.node.account(Livenet, own().into(), soon()).await);
    }
}

#[tokio::test(start_paused = true)]
async fn latest_ledger_is_cached() {
    let server = Server::start().await;
    for _ in 0..3 {
        let ledger = server.node.ledger(Livenet, soon()).await.unwrap();
        assert_eq!((ledger.sequence, ledger.closed_at), (super::LEDGER, NOW - 2));
        assert_eq!(ledger.base_reserve, stroops(5_000_000));
    }
    assert_eq!(server.requests_for("/ledgers").len(), 1);
    assert_eq!(server.requests_for("/ledgers")[0].path, "/ledgers?order=desc&limit=1");
}

#[tokio::test(start_paused = true)]
async fn fees_are_at_least_the_network_minimum() {
    for (reported, (base, min, max)) in [
        (("100", "100", "20000"), (100, 100, 20_000)),
        (("0", "0", "0"), (100, 100, 100)),
    ] {
        let stats = json!({ "last_ledger": "59000000", "last_ledger_base_fee": reported.0, "ledger_capacity_usage": "0.97",
            "fee_charged": { "max": reported.2, "min": reported.1, "mode": "100", "p10": "100" }, "max_fee": { "max": "9", "p10": "0", "p50": "100", "p95": "90000" } });
        // The fee statistics of a Horizon are cached for a while.
        let server = Server::start().await;
        server.set_document("/fee_stats", stats);
        let found = *server.node.fee_stats(Livenet, soon()).await.unwrap().first();
        let expected = (stroops(base), stroops(min), stroops(max));
        assert_eq!(
            (found.last_ledger_base_fee, found.charged_min, found.charged_max),
            expected
        );
        let offered = [100, 100, 90_000].map(stroops);
        assert_eq!([found.offered.p10, found.offered.p50, found.offered.p95], offered);
        assert_eq!(
            found.capacity_usage.map(|usage| usage.to_string()).as_deref(),
            Some("0.97")
        );
    }
}

fn fee_stats() -> Value {
    json!({ "last_ledger_base_fee": "100", "ledger_capacity_usage": "0.5", "fee_charged": { "max": "5000", "min": "100" },
        "max_fee": { "p10": "100", "p50": "200", "p95": "3000" } })
}

#[tokio::test(start_paused = true)]
async fn concurrent_fee_requests_share_one_upstream_request() {
    let server = Server::start().await;
    let stats = fee_stats();
    server.set_document("/fee_stats", stats);
    let found = join_all((0..20).map(|_| server.node.fee_stats(Livenet, soon()))).await;
    assert!(found.iter().all(Result::is_ok), "{found:?}");
    assert_eq!(server.requests_for("/fee_stats").len(), 1);
}

#[tokio::test(start_paused = true)]
async fn invalid_fee_statistics_are_unusable() {
    for (pointer, value) in [
        ("/max_fee/p10", json!("201")),
        ("/max_fee/p50", json!("-1")),
        ("/max_fee/p95", json!("199")),
        ("/max_fee", json!(null)),
        ("/ledger_capacity_usage", json!("full")),
        ("/fee_charged/min", json!("5001")),
    ] {
        let server = Server::start().await;
        let mut stats = fee_stats();
        *stats.pointer_mut(pointer).expect(pointer) = value;
        server.set_document("/fee_stats", stats);
        assert_unusable(&server.node.fee_stats(Livenet, soon()).await);
    }
}

#[tokio::test(start_paused = true)]
async fn failed_fee_request_is_not_cached() {
    let server = Server::start().await;
    server.set_document("/fee_stats", json!({}));
    assert_unusable(&server.node.fee_stats(Livenet, soon()).await);
    let stats = fee_stats();
    server.set_document("/fee_stats", stats);
    assert!(server.node.fee_stats(Livenet, soon()).await.is_ok());
}

#[tokio::test(start_paused = true)]
async fn horizon_of_another_network_is_not_used() {
    let server = Server::start().await;
    server.set_document("/", super::root(Testnet));
    server.set_document(ACCOUNT, account());
    let result = server.node.account(Livenet, own().into(), soon()).await;
    assert!(matches!(result, Err(UpstreamError::Unavailable { .. })), "{result:?}");
    let missing = server.node.account(Testnet, own().into(), soon()).await;
    assert!(
        matches!(missing, Err(UpstreamError::NotConfigured { .. })),
        "{missing:?}"
    );
}

#[tokio::test(start_paused = true)]
async fn lagging_horizon_is_skipped_and_reported() {
    let (lagging, current) = (Server::start().await, Server::start().await);
    let mut old = ledgers(super::LEDGER - 20);
    old["_embedded"]["records"][0]["closed_at"] = json!("2026-11-21T19:58:20Z");
    lagging.set_document("/ledgers", old);
    lagging.set_document("/fee_stats", json!("nonsense"));
    current.set_document(ACCOUNT, account());
    let both = super::node(&[&lagging.stub.url, &current.stub.url]);
    let found = both.account(Livenet, own().into(), soon()).await.unwrap();
    assert!(found.is_some(), "the first one has no such account");
    let reports = both.upstreams(soon()).await;
    let states: Vec<_> = reports
        .iter()
        .map(|report| (report.kind, report.state, report.lag))
        .collect();
    let expected = [
        ("horizon", UpstreamState::Behind, Some(20)),
        ("horizon", UpstreamState::Up, Some(0)),
    ];
    assert_eq!(states, expected);
}

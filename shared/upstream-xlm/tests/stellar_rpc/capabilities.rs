//! Requests that only an index serves, and pools of both kinds.

use super::xdr::{ACCOUNT, UNSPONSORED};
use super::{LEDGER, NOW, OWN, Server, entries, id, node, soon};
use serde_json::{Value, json};
use wallet_core::model::Network::Livenet;
use wallet_core::ports::upstream::UpstreamError;
use wallet_test_support::stub::{Reply, Stub};
use wallet_xlm::history::Position;
use wallet_xlm::operation::PositiveStroops;
use wallet_xlm::ports::{XlmIndex, XlmNode};
use wallet_xlm::{Asset, BestOffers, Market, PathQuery, Retention, Stroops, TransactionLookup, passphrase};

fn not_configured<T>() -> Result<T, UpstreamError> {
    Err(UpstreamError::NotConfigured {
        setting: "WALLET_CLOUD_UPSTREAM_XLM_LIVENET".to_owned(),
    })
}

fn path() -> PathQuery {
    PathQuery::StrictSend {
        source: Asset::Native,
        amount: PositiveStroops::new(Stroops::MIN_FEE).expect("an amount"),
        to: id(OWN),
    }
}

#[tokio::test(start_paused = true)]
async fn lists_of_an_index_are_not_configured_without_horizon() {
    let server = Server::start().await;
    let node = &server.node;
    assert_eq!(
        node.history(Livenet, id(OWN), Position::Start, 10, soon()).await,
        not_configured()
    );
    assert_eq!(
        node.claimable_balances(Livenet, id(OWN), soon()).await,
        not_configured()
    );
    assert_eq!(node.paths(Livenet, path(), soon()).await, not_configured());
    let market = Market {
        base: Asset::Native,
        counter: Asset::Native,
    };
    assert_eq!(node.best_offers(Livenet, market, soon()).await, BestOffers::default());
    assert!(server.stub.requests().is_empty());
}

/// Starts a Horizon with an account without trustlines, and no transactions.
async fn horizon() -> Stub {
    Stub::start(|request| {
        let path = request.path.split('?').next().unwrap_or_default();
        let document = match path {
            "/" => json!({ "network_passphrase": passphrase(Livenet) }),
            "/ledgers" => page(&[json!({ "sequence": LEDGER, "closed_at": "2026-11-21T19:59:58Z",
                "base_reserve_in_stroops": 5_000_000 })]),
            "/claimable_balances" => page(&[]),
            path if path == format!("/accounts/{OWN}") => json!({ "account_id": OWN, "sequence": "253400000000123",
                "subentry_count": 0, "balances": [{ "balance": "123.4567890", "asset_type": "native" }], "signers": [],
                "thresholds": { "low_threshold": 0, "med_threshold": 0, "high_threshold": 0 },
                "flags": { "auth_required": false, "auth_revocable": false } }),
            _ => {
                let problem = json!({ "type": "https://stellar.org/horizon-errors/not_found", "status": 404 });
                return Reply::text(404, "application/problem+json", problem.to_string());
            }
        };
        Reply::ok(document.to_string())
    })
    .await
}

fn page(records: &[Value]) -> Value {
    json!({ "_embedded": { "records": records } })
}

#[tokio::test(start_paused = true)]
async fn horizon_completes_lists_that_stellar_rpc_lacks() {
    let (rpc, horizon) = (Server::start().await, horizon().await);
    rpc.set_result("getLedgerEntries", entries(&[(ACCOUNT, UNSPONSORED)]));
    let both = node(&[("stellar-rpc", &rpc.stub.url), ("horizon", &horizon.url)]);
    let facts = both
        .account_facts(Livenet, id(OWN).into(), soon())
        .await
        .expect("facts");
    assert_eq!(facts.upstream, "horizon");
    let claimable = both.claimable_balances(Livenet, id(OWN), soon()).await;
    assert!(claimable.expect("a list").balances.is_empty());
    let account = both.account(Livenet, id(OWN).into(), soon()).await.expect("a response");
    assert_eq!(account.map(|account| account.settings.unlisted), Some(0));
    let states = wallet_core::ports::upstream_health::UpstreamHealth::upstreams(&both, soon()).await;
    let kinds: Vec<_> = states.iter().map(|report| (report.kind, report.height)).collect();
    let height = Some(u64::from(LEDGER));
    assert_eq!(kinds, [("stellar-rpc", height), ("horizon", height)]);
}

#[tokio::test(start_paused = true)]
async fn retention_counts_only_without_the_whole_history() {
    let (rpc, horizon) = (Server::start().await, horizon().await);
    rpc.set_result(
        "getTransaction",
        json!({ "status": "NOT_FOUND", "txHash": "00".repeat(32), "latestLedger": LEDGER,
            "latestLedgerCloseTime": NOW.to_string(), "oldestLedger": LEDGER - 120_959,
            "oldestLedgerCloseTime": (NOW - 604_800).to_string(), "applicationOrder": 0, "feeBump": false,
            "events": {}, "ledger": 0, "createdAt": "0" }),
    );
    let retention = Retention {
        ledger: LEDGER - 120_959,
        time: NOW - 604_800,
    };
    let lookup = rpc.node.transaction_status(Livenet, [0; 32], soon()).await;
    assert_eq!(lookup, Ok(TransactionLookup::Missing(Some(retention))));
    let both = node(&[("stellar-rpc", &rpc.stub.url), ("horizon", &horizon.url)]);
    let lookup = both.transaction_status(Livenet, [0; 32], soon()).await;
    assert_eq!(lookup, Ok(TransactionLookup::Missing(None)));
}

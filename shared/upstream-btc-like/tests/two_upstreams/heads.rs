//! Upstreams that lag behind their chain.

use super::fixture::{Fixture, Server, node, retry_after, status, unspent};
use serde_json::json;
use wallet_core::ports::upstream_health::{UpstreamHealth, UpstreamReport, UpstreamState};
use wallet_test_support::stub::{Reply, closed_port};

/// Thirteen minutes before the clock of these tests.
const RECENT: &str = "2023-11-14T22:00:00Z";
/// The time of the clock of these tests.
const NEW: &str = "2023-11-14T22:13:20Z";
/// Two hours and a second before it.
const OLD: &str = "2023-11-14T20:13:19.123+00:00";

/// Returns the status of an index that reports no block time.
fn in_sync_at(height: u32) -> Reply {
    let index = json!({ "inSync": true, "bestHeight": height });
    Reply::ok(json!({ "blockbook": index, "backend": {} }).to_string())
}

#[tokio::test(start_paused = true)]
async fn response_of_a_lagging_index_is_never_returned() {
    for stale in [
        status(true, 794, "2023-11-14T21:30:00Z"),
        status(true, 800, OLD),
        status(false, 800, RECENT),
    ] {
        let fixture = Fixture::new().await;
        fixture.first.set_reply("/api/status", stale);
        fixture
            .first
            .set_reply("/api/v2/estimatefee/", Reply::ok(r#"{"result":"0.00009000"}"#));
        assert_eq!(fixture.fee_estimates().await.expect("the second's").slow, Some(2000));
        assert_eq!(fixture.unspent().await, Ok(Vec::new()));
        assert!(
            fixture.first.requests_for("/api/v2/utxo/").is_empty(),
            "the lag is known by now"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn lag_of_five_blocks_or_two_hours_is_tolerated() {
    for tolerated in [
        status(true, 795, "2023-11-14T21:30:00Z"),
        status(true, 800, "2023-11-14T20:13:20Z"),
    ] {
        let fixture = Fixture::new().await;
        fixture.first.set_reply("/api/status", tolerated);
        assert_eq!(fixture.unspent().await, Ok(Vec::new()));
        assert!(fixture.second.requests_for("/api/v2/utxo/").is_empty());
    }
}

#[tokio::test(start_paused = true)]
async fn greater_height_of_a_single_other_demotes_no_index() {
    for claimed in [status(true, 1800, NEW), status(true, 806, NEW), in_sync_at(u32::MAX)] {
        let fixture = Fixture::new().await;
        fixture.second.set_reply("/api/status", claimed);
        fixture
            .second
            .set_reply("/api/v2/estimatefee/", Reply::ok(r#"{"result":"0.09999000"}"#));
        assert_eq!(fixture.unspent().await, Ok(Vec::new()));
        assert_eq!(fixture.fee_estimates().await.expect("the first's").slow, Some(2000));
        // Of two prices the lower one counts, so both are queried for them.
        assert!(fixture.second.requests_for("/api/v2/utxo/").is_empty());
    }
}

#[tokio::test(start_paused = true)]
async fn lagging_index_without_alternative_is_503() {
    let server = Server::start().await;
    server.set_reply("/api/status", status(true, 800, OLD));
    let node = node(&format!("blockbook+{}", server.stub.url));
    assert_eq!(retry_after(unspent(&node).await), None);
}

#[tokio::test(start_paused = true)]
async fn equally_old_tips_mean_a_slow_chain() {
    let fixture = Fixture::new().await;
    fixture.first.set_reply("/api/status", status(true, 800, OLD));
    fixture.second.set_reply("/api/status", status(true, 798, OLD));
    assert_eq!(fixture.unspent().await, Ok(Vec::new()));
}

#[tokio::test(start_paused = true)]
async fn each_upstream_is_reported_by_host_kind_and_state() {
    let [up, lagging, out_of_sync, limited] = [
        Server::start().await,
        Server::start().await,
        Server::start().await,
        Server::start().await,
    ];
    lagging.set_reply("/api/status", status(true, 700, OLD));
    out_of_sync.set_reply("/api/status", status(false, 650, RECENT));
    limited.set_reply("/api/status", Reply::json(429, "{}"));
    let unreachable = closed_port();
    let urls = [
        &up.stub.url,
        &lagging.stub.url,
        &out_of_sync.stub.url,
        &limited.stub.url,
        &unreachable,
    ];
    let setting = urls.map(|url| format!("blockbook+{url}/0secret")).join(",");
    let node = node(&setting);
    let reports = node.upstreams(super::fixture::soon()).await;
    let hosts: Vec<_> = reports.iter().map(|report| format!("http://{}", report.host)).collect();
    assert_eq!(hosts.iter().collect::<Vec<_>>(), urls);
    let states: Vec<_> = reports
        .iter()
        .map(|report| (report.state, report.height, report.lag))
        .collect();
    assert_eq!(
        states,
        [
            (UpstreamState::Up, Some(800), Some(0)),
            (UpstreamState::Behind, Some(700), Some(100)),
            (UpstreamState::Behind, None, None),
            (UpstreamState::Down, None, None),
            (UpstreamState::Down, None, None),
        ]
    );
    let UpstreamReport {
        chain,
        kind,
        block_time,
        ..
    } = &reports[0];
    assert_eq!((*chain, *kind, *block_time), ("btc", "blockbook", Some(1_699_999_200)));
}

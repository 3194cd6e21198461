//! The upstreams of the chains, with the genesis check of their pools.

use super::diagnosis::{Area, Check};
use crate::serve::Upstreams;
use std::time::{Duration, Instant};
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::upstream_health::{UpstreamHealth, UpstreamReport, UpstreamState};

/// The time limit of the calls to all upstreams.
const LIMIT: Duration = Duration::from_secs(20);

/// Calls all upstreams.
pub async fn check(upstreams: &Upstreams) -> Vec<Check> {
    let deadline = Deadline::at(Instant::now() + LIMIT);
    let (btc_like, eth_like, xlm, prices) = tokio::join!(
        upstreams.btc_like.upstreams(deadline),
        upstreams.eth_like.upstreams(deadline),
        upstreams.xlm.upstreams(deadline),
        upstreams.prices.upstreams(deadline),
    );
    let reports = [btc_like, eth_like, xlm, prices].concat();
    if reports.is_empty() {
        return vec![Check::not_checked(
            Area::Upstreams,
            "no upstream is set",
            "run the command with the settings WALLET_CLOUD_UPSTREAM_… of the server, or with --stack",
        )];
    }
    reports.iter().map(state).collect()
}

fn state(report: &UpstreamReport) -> Check {
    let UpstreamReport {
        chain,
        network,
        kind,
        host,
        ..
    } = report;
    let name = format!("{chain} {}: {kind} at {host}", network.name());
    let finding = |problem: &str, action: &str| Check::finding(Area::Upstreams, format!("{name} {problem}"), action);
    match report.state {
        UpstreamState::Up => {
            let height = report
                .height
                .map_or(String::new(), |height| format!(" at height {height}"));
            Check::ok(Area::Upstreams, format!("{name} is in sync{height}"))
        }
        UpstreamState::Behind => finding(
            "lags behind, or follows another chain or network",
            "compare its latest block and its genesis block with an explorer; remove it if it does not recover",
        ),
        UpstreamState::Paused => finding("requests a pause", "put it later in the list, or get a larger plan"),
        UpstreamState::Down => finding(
            "returns no usable response",
            "check the URL, its API key (wallet-cloud upstreams list) and the network of this machine",
        ),
    }
}

//! The connectors of the EVM chains and of xlm over upstreams of the fault matrix.

use super::fixture::Timeouts;
use crate::support::asset_list::AssetList;
use crate::support::names::ScriptedServers;
use crate::support::tokens;
use axum::Router;
use blockchain_connector_eth_like as eth_like;
use blockchain_connector_xlm as xlm;
use std::sync::Arc;
use wallet_core::ports::system::{Clock, Timestamp};
use wallet_http::system::SystemClock;
use wallet_http::{BroadcastLog, HttpConfig, OperatorLists, Service, UpstreamRequests, mount};
use wallet_test_support::clock::FixedClock;
use wallet_upstream::client::HttpClient;
use wallet_upstream_eth_like::EthLikeNodes;
use wallet_upstream_xlm::XlmUpstreams;

/// The clock of the Stellar service, fixed, so that equal requests yield equal responses: 2027-01-15T08:00:00Z.
const NOW: Timestamp = Timestamp::from_secs(1_800_000_000);

fn config(timeouts: Timeouts) -> HttpConfig {
    HttpConfig {
        request_time: timeouts.request,
        upstream_requests: UpstreamRequests::UNLIMITED,
        ..HttpConfig::default()
    }
}

/// Returns the connector of the EVM chains with the upstreams.
pub fn eth_like(timeouts: Timeouts, upstream: impl Fn(&str) -> Option<String>) -> Router {
    let client = HttpClient::new(timeouts.limits).expect("a client");
    let clock: Arc<dyn Clock> = Arc::new(SystemClock);
    let upstreams = Arc::new(EthLikeNodes::from_settings(client, &clock, &upstream).expect("valid upstreams"));
    let services = eth_like::Services {
        authorizer: tokens::authorizer(),
        node: upstreams.clone(),
        tokens: AssetList::empty(),
        tip_floors: eth_like::TipFloors::from_settings(upstream).expect("valid floors"),
        broadcasts: BroadcastLog::default(),
        lists: OperatorLists::default(),
        gateways: eth_like::NameGateways::default(),
    };
    let service = Service::new(eth_like::NAME, eth_like::router(), services, eth_like::DOCUMENT);
    mount(vec![service.with_upstreams(upstreams)], &config(timeouts))
}

/// Returns the connector of xlm with the upstreams, which use the system clock.
pub fn xlm(timeouts: Timeouts, upstream: impl Fn(&str) -> Option<String>) -> Router {
    let client = HttpClient::new(timeouts.limits).expect("a client");
    let clock: Arc<dyn Clock> = Arc::new(SystemClock);
    let upstreams = Arc::new(XlmUpstreams::from_settings(client, &clock, upstream).expect("valid upstreams"));
    let services = xlm::Services {
        authorizer: tokens::authorizer(),
        node: upstreams.clone(),
        contracts: upstreams.clone(),
        clock: FixedClock::at(NOW),
        memo_list: Arc::default(),
        lists: OperatorLists::default(),
        names: Arc::new(ScriptedServers::default()),
    };
    let service = Service::new(xlm::NAME, xlm::router(), services, xlm::DOCUMENT);
    mount(vec![service.with_upstreams(upstreams)], &config(timeouts))
}

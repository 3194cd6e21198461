//! The services at the base URL with their public keys and the clock, and the upstreams of the chains.

use super::diagnosis::{Area, Check};
use crate::check::SERVICES;
use crate::serve::Upstreams;
use serde_json::Value;
use std::time::{Duration, Instant, UNIX_EPOCH};
use tokio::time::timeout;
use wallet_client::{Method, Request, Response, Transport};
use wallet_core::auth::PublicKeySet;
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::system::Timestamp;
use wallet_core::ports::upstream_health::{UpstreamHealth, UpstreamReport, UpstreamState};

/// The time limit of a request.
const LIMIT: Duration = Duration::from_secs(10);

/// The largest difference of two clocks without a finding, in seconds. Tokens are valid for 600.
const CLOCK_DIFFERENCE: u64 = 30;

/// The version of this program.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Checks the services at a base URL. `keys` are the public keys in the secret, if they are known.
pub async fn check(
    transport: &dyn Transport,
    base_url: &str,
    keys: Option<&PublicKeySet>,
    now: impl Fn() -> Timestamp,
) -> Vec<Check> {
    let mut checks = Vec::new();
    for service in SERVICES {
        let response = get(transport, &format!("{base_url}/{service}/v1/health")).await;
        checks.push(version(service, response.as_ref().ok()));
    }
    let url = format!("{base_url}/authorization/v1/.well-known/jwks.json");
    match get(transport, &url).await {
        Ok(response) if response.status == 200 => {
            checks.push(public_keys(&response, keys));
            checks.push(clock(&response, now()));
        }
        Ok(response) => checks.push(unreachable(&url, &format!("status {}", response.status))),
        Err(problem) => checks.push(unreachable(&url, &problem)),
    }
    checks
}

async fn get(transport: &dyn Transport, url: &str) -> Result<Response, String> {
    let request = Request::builder().method(Method::Get).url(url.to_owned()).build();
    match timeout(LIMIT, transport.send(request)).await {
        Ok(Ok(response)) => Ok(response),
        Ok(Err(error)) => Err(error.to_string()),
        Err(_) => Err("no response in time".to_owned()),
    }
}

fn unreachable(url: &str, problem: &str) -> Check {
    Check::finding(
        Area::Services,
        format!("{url} cannot be read: {problem}"),
        "check the base URL, the DNS records, the certificate, and the logs of authorization",
    )
}

fn version(service: &str, response: Option<&Response>) -> Check {
    let body: Option<Value> = response
        .filter(|response| response.status == 200)
        .and_then(|response| serde_json::from_slice(&response.body).ok());
    match body.as_ref().and_then(|body| body["data"]["version"].as_str()) {
        Some(VERSION) => Check::ok(Area::Services, format!("{service} has the version {VERSION}")),
        Some(other) => Check::finding(
            Area::Services,
            format!("{service} has the version {other}, this program {VERSION}"),
            "deploy the same version, or use the program of the deployed one",
        ),
        None => {
            let status = response.map_or("no response".to_owned(), |response| {
                format!("status {}", response.status)
            });
            Check::finding(
                Area::Services,
                format!("{service} is not healthy: {status}"),
                format!("check the log of {service}; the first lines name an invalid setting"),
            )
        }
    }
}

fn public_keys(response: &Response, keys: Option<&PublicKeySet>) -> Check {
    let served = std::str::from_utf8(&response.body).ok();
    let served = served.and_then(|json| PublicKeySet::from_jwks_json(json).ok());
    match (served, keys) {
        (None, _) => Check::finding(
            Area::Services,
            "the response of jwks.json is not a set of public keys",
            "check that the base URL leads to wallet-cloud",
        ),
        (Some(_), None) => Check::not_checked(
            Area::Services,
            "jwks.json has keys, which cannot be compared",
            "correct the findings about secrets first",
        ),
        (Some(served), Some(keys)) if served == *keys => {
            Check::ok(Area::Services, "jwks.json has the keys of the secret")
        }
        (Some(_), Some(_)) => Check::finding(
            Area::Services,
            "jwks.json has other keys than the secret",
            "after a change of keys, wait five minutes; otherwise check --prefix and the base URL",
        ),
    }
}

fn clock(response: &Response, now: Timestamp) -> Check {
    let date = response
        .header("date")
        .and_then(|date| httpdate::parse_http_date(date).ok());
    let served = date.and_then(|date| date.duration_since(UNIX_EPOCH).ok());
    let Some(served) = served.map(|since| since.as_secs()) else {
        return Check::not_checked(
            Area::Clock,
            "the base URL returns no date",
            "compare the clock of this machine with another one",
        );
    };
    let difference = now.as_secs().abs_diff(served);
    if difference > CLOCK_DIFFERENCE {
        return Check::finding(
            Area::Clock,
            format!("the clock of this machine differs by {difference} s from that of the base URL"),
            "synchronize the clock (systemd-timesyncd, chrony)",
        );
    }
    Check::ok(Area::Clock, "the clock agrees with that of the base URL")
}

/// The time limit of the calls to all upstreams.
const UPSTREAMS_LIMIT: Duration = Duration::from_secs(20);

/// Calls all upstreams.
pub async fn check_upstreams(upstreams: &Upstreams) -> Vec<Check> {
    let deadline = Deadline::at(Instant::now() + UPSTREAMS_LIMIT);
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

//! Electrum adapter tests against servers that behave correctly, misbehave and return inconsistent data.

mod balances;
mod blocks;
mod broadcast;
mod chain;
mod connection;
mod facts;
mod histories;
mod ledger;
mod outputs;
mod scripts;
mod server;
mod status;
mod tls;

use server::Server;
use std::sync::Arc;
use std::time::Duration;
use wallet_core::ports::system::{Clock, Timestamp};
use wallet_test_support::clock::FixedClock;
use wallet_upstream::client::{Deadline, HttpClient, Limits, after};
use wallet_upstream_btc_like::BtcLikeUpstreams;

const LIMITS: Limits = Limits {
    connect: Duration::from_millis(500),
    attempt: Duration::from_millis(800),
    body: 100_000,
};

/// The time of all tests here, in Unix seconds. No block is older.
const NOW: u64 = ledger::GENESIS_TIME as u64;

/// Returns the deadline of a request that starts now.
fn soon() -> Deadline {
    after(Duration::from_secs(4))
}

/// Returns the port over this server, for btc livenet.
fn node(server: &Server) -> BtcLikeUpstreams {
    configured(&server.setting())
}

/// Returns the port over this setting.
fn configured(setting: &str) -> BtcLikeUpstreams {
    let clock: Arc<dyn Clock> = Arc::new(FixedClock(Timestamp::from_secs(NOW)));
    at(&clock, setting)
}

/// Returns the port over this setting with this clock.
fn at(clock: &Arc<dyn Clock>, setting: &str) -> BtcLikeUpstreams {
    port(LIMITS, clock, setting)
}

/// Returns the port over this setting with the limits.
fn within(limits: Limits, setting: &str) -> BtcLikeUpstreams {
    let clock: Arc<dyn Clock> = Arc::new(FixedClock(Timestamp::from_secs(NOW)));
    port(limits, &clock, setting)
}

fn port(limits: Limits, clock: &Arc<dyn Clock>, setting: &str) -> BtcLikeUpstreams {
    let client = HttpClient::new(limits).expect("a client");
    BtcLikeUpstreams::from_settings(client, clock, |name| {
        (name == "WALLET_CLOUD_UPSTREAM_BTC_LIVENET").then(|| setting.to_owned())
    })
    .expect("a valid setting")
}

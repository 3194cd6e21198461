//! The Electrum adapter against servers that behave, misbehave and lie.

mod broadcast;
mod connection;
mod facts;
mod ledger;
mod outputs;
mod server;
mod status;
mod tls;

use crate::clock::StoppedClock;
use server::Server;
use std::sync::Arc;
use std::time::Duration;
use wallet_core::ports::system::{Clock, Timestamp};
use wallet_upstream::client::{Deadline, HttpClient, Limits, after};
use wallet_upstream_btc_like::BtcLikeUpstreams;

const LIMITS: Limits = Limits {
    connect: Duration::from_millis(500),
    attempt: Duration::from_millis(800),
    body: 100_000,
};

/// The moment at which all tests here take place, in Unix seconds. No block is older.
const NOW: u64 = ledger::GENESIS_TIME as u64;

/// The deadline of a request that begins now.
fn soon() -> Deadline {
    after(Duration::from_secs(4))
}

/// The port over this server, for btc livenet.
fn node(server: &Server) -> BtcLikeUpstreams {
    configured(&server.setting())
}

/// The port over this setting.
fn configured(setting: &str) -> BtcLikeUpstreams {
    let clock: Arc<dyn Clock> = Arc::new(StoppedClock(Timestamp::from_secs(NOW)));
    at(&clock, setting)
}

/// The same by this clock.
fn at(clock: &Arc<dyn Clock>, setting: &str) -> BtcLikeUpstreams {
    let client = HttpClient::new(LIMITS).expect("a client");
    BtcLikeUpstreams::from_settings(client, clock, |name| {
        (name == "WALLET_CLOUD_UPSTREAM_BTC_LIVENET").then(|| setting.to_owned())
    })
    .expect("a good setting")
}

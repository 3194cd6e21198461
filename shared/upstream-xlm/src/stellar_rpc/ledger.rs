//! Network, latest ledger and the parameters in the header of a ledger: `getNetwork`, `getHealth`, `getLatestLedger` and
//! `getLedgers`.

use super::message::{number, optional_number};
use super::{StellarRpc, call};
use crate::horizon::BASE_RESERVES;
use futures::future::{BoxFuture, try_join};
use serde::Deserialize;
use serde_json::{Value, json};
use wallet_upstream::{Deadline, Endpoint, Failure, Kind, for_log};
use wallet_xlm::{Ledger, LedgerParameters, passphrase};

#[derive(Debug, Deserialize)]
struct WireNetwork {
    passphrase: String,
}

/// Health of a server with the latest ledger.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct WireHealth {
    status: String,
    latest_ledger: u32,
    /// Absent before version 27.1.
    #[serde(default, deserialize_with = "optional_number")]
    latest_ledger_close_time: Option<u64>,
    oldest_ledger: Option<u32>,
}

/// Latest ledger in the response to the look-up of a transaction.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct WireLatest {
    latest_ledger: u32,
    #[serde(deserialize_with = "number")]
    latest_ledger_close_time: u64,
}

/// Latest ledger with the header.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct WireHeader {
    sequence: u32,
    /// Absent before version 25.
    header_xdr: Option<String>,
}

#[derive(Debug, Deserialize)]
pub(super) struct WireLedgers {
    ledgers: Vec<WireHeader>,
}

/// Latest ledger of a healthy server.
#[derive(Clone, Copy, Debug)]
pub(super) struct Health {
    pub(super) sequence: u32,
    /// Close time in Unix seconds.
    pub(super) closed_at: u64,
    /// Sequence number of the oldest ledger, if reported.
    pub(super) oldest: Option<u32>,
}

/// Hash of no transaction.
const NO_HASH: [u8; 32] = [0; 32];

impl StellarRpc {
    /// Returns true if the server follows the configured network.
    pub(super) async fn follows_network(&self, deadline: Deadline) -> Result<bool, Failure> {
        let network: WireNetwork = self.call("getNetwork", Value::Null, deadline).await?;
        Ok(network.passphrase == passphrase(self.network))
    }

    /// Returns the latest ledger, which may be a few seconds old.
    pub(super) async fn health(&self, deadline: Deadline) -> Result<Health, Failure> {
        let request = || -> BoxFuture<'static, _> { Box::pin(health(self.endpoint.clone(), deadline)) };
        self.health.get_until(deadline, Failure::TimedOut, request).await
    }

    /// Returns the oldest ledger that the server knows now, if reported.
    pub(super) async fn oldest(&self, deadline: Deadline) -> Result<Option<u32>, Failure> {
        Ok(health(self.endpoint.clone(), deadline).await?.oldest)
    }

    /// Returns the latest ledger, which may be a few seconds old, with the base reserve.
    pub(super) async fn ledger(&self, deadline: Deadline) -> Result<Ledger, Failure> {
        let (health, parameters) = try_join(self.health(deadline), self.parameters(deadline)).await?;
        Ok(Ledger {
            upstream: Kind::StellarRpc.name(),
            sequence: health.sequence,
            closed_at: health.closed_at,
            base_reserve: parameters.base_reserve,
        })
    }

    /// Returns the parameters of the network.
    pub(super) async fn parameters(&self, deadline: Deadline) -> Result<LedgerParameters, Failure> {
        let endpoint = self.ledger_endpoint.clone();
        let request = || -> BoxFuture<'static, _> { Box::pin(parameters(endpoint, deadline)) };
        self.parameters.get_until(deadline, Failure::TimedOut, request).await
    }
}

/// Requests the health. A server that lags reports an internal error.
async fn health(endpoint: Endpoint, deadline: Deadline) -> Result<Health, Failure> {
    let health: Result<WireHealth, _> = call(&endpoint, "getHealth", Value::Null, deadline).await;
    let health = health.map_err(lagging)?;
    if let Some(health) = health.read()? {
        return Ok(health);
    }
    let latest: WireLatest = call(&endpoint, "getTransaction", look_up(NO_HASH), deadline).await?;
    Ok(Health {
        sequence: latest.latest_ledger,
        closed_at: latest.latest_ledger_close_time,
        oldest: None,
    })
}

impl WireHealth {
    /// Returns `None` from a server that does not report the close time.
    pub(super) fn read(&self) -> Result<Option<Health>, Failure> {
        if self.status != "healthy" {
            return Err(Failure::Lagging {
                cause: format!("status {}", for_log(&self.status)),
            });
        }
        Ok(self.latest_ledger_close_time.map(|closed_at| Health {
            sequence: self.latest_ledger,
            closed_at,
            oldest: self.oldest_ledger,
        }))
    }
}

fn lagging(failure: Failure) -> Failure {
    match failure {
        Failure::ServerError { cause } if cause.starts_with("getHealth") => Failure::Lagging { cause },
        failure => failure,
    }
}

/// Returns the parameters of the look-up of a transaction.
pub(super) fn look_up(hash: [u8; 32]) -> Value {
    json!({ "hash": hex::encode(hash), "xdrFormat": "base64" })
}

async fn parameters(endpoint: Endpoint, deadline: Deadline) -> Result<LedgerParameters, Failure> {
    let latest: WireHeader = call(&endpoint, "getLatestLedger", Value::Null, deadline).await?;
    if latest.header_xdr.is_some() {
        return latest.read();
    }
    let page = json!({ "startLedger": latest.sequence, "pagination": { "limit": 1 }, "xdrFormat": "base64" });
    let ledgers: WireLedgers = call(&endpoint, "getLedgers", page, deadline).await?;
    ledgers.read()
}

impl WireLedgers {
    pub(super) fn read(&self) -> Result<LedgerParameters, Failure> {
        match self.ledgers.as_slice() {
            [ledger] => ledger.read(),
            _ => Err(Failure::unusable("not the one requested ledger")),
        }
    }
}

impl WireHeader {
    pub(super) fn read(&self) -> Result<LedgerParameters, Failure> {
        let header = self.header_xdr.as_deref().and_then(LedgerParameters::read);
        let parameters = header.ok_or_else(|| Failure::unusable("invalid header of a ledger"))?;
        if !BASE_RESERVES.contains(&parameters.base_reserve.get()) {
            return Err(Failure::unusable("implausible base reserve"));
        }
        Ok(parameters)
    }
}

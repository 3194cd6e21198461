//! A server with CoinGecko's API (v3).

use async_trait::async_trait;
use serde::Deserialize;
use serde_json::value::RawValue;
use std::time::Duration;
use wallet_upstream::{Deadline, Endpoint, Failure, Head, Kind, Source, UpstreamResponse};

/// A server with CoinGecko's API.
pub(crate) struct CoinGecko {
    pub(crate) endpoint: Endpoint,
}

/// The status in the body of an error.
#[derive(Deserialize)]
struct ErrorStatus {
    error_code: Option<u32>,
}

/// The code of an exceeded rate limit.
const RATE_LIMITED: u32 = 429;

#[async_trait]
impl Source for CoinGecko {
    fn kind(&self) -> Kind {
        Kind::CoinGecko
    }

    /// Returns an error, since prices have no blocks. An unknown head does not count against an upstream.
    async fn head(&self, _: Deadline) -> Result<Head, Failure> {
        Err(Failure::unusable("a price source has no blocks"))
    }

    async fn follows_chain(&self, _: Deadline) -> Result<bool, Failure> {
        Ok(true)
    }
}

impl CoinGecko {
    /// Creates the adapter of the server at this endpoint.
    pub(crate) fn new(endpoint: Endpoint) -> Self {
        Self { endpoint }
    }

    /// Checks that the server responds.
    pub(crate) async fn ping(&self, deadline: Deadline) -> Result<(), Failure> {
        let response = self.endpoint.get(self.endpoint.url(&["ping"]), deadline).await?;
        check_status(&response)
    }
}

/// Returns the failure of a response with an error in the body.
pub(crate) fn reported(status: &RawValue) -> Failure {
    match serde_json::from_str(status.get()) {
        Ok(ErrorStatus {
            error_code: Some(RATE_LIMITED),
        }) => Failure::Throttled {
            status: 429,
            retry_after: None,
        },
        _ => Failure::unusable("an error with the status of a success"),
    }
}

/// Checks the status. A request that the server or the server's plan does not support does not count as a failure.
pub(crate) fn check_status(response: &UpstreamResponse) -> Result<(), Failure> {
    if response.is_success() {
        Ok(())
    } else {
        Err(response.failure("no prices"))
    }
}

/// The time for which a health check waits.
pub(crate) const PING_TIME: Duration = Duration::from_secs(3);

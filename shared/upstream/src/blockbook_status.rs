//! `GET /api/status`: state of the index.

use crate::client::UpstreamResponse;
use crate::failure::{Failure, for_log};
use crate::resilience::Head;
use serde::Deserialize;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

/// Status of the server.
#[derive(Deserialize)]
pub struct StatusResponse {
    pub blockbook: IndexStatus,
}

/// Status of the index.
#[derive(Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct IndexStatus {
    /// Chain name of the server.
    #[serde(default)]
    pub coin: String,
    /// False while the server indexes blocks, except for the first seconds of a new block.
    in_sync: bool,
    /// Height of the latest indexed block.
    pub best_height: u32,
    /// Time of indexing that block (RFC 3339 with an offset); a zero time before the first block.
    last_block_time: Option<String>,
}

impl IndexStatus {
    /// Returns the height of the latest indexed block, unless the server is indexing blocks.
    pub fn indexed_height(&self) -> Result<u32, Failure> {
        if self.in_sync {
            Ok(self.best_height)
        } else {
            Err(Failure::Lagging {
                cause: format!("not in sync by its own status, at height {}", self.best_height),
            })
        }
    }

    pub fn decode(self) -> Result<Head, Failure> {
        let height = self.indexed_height()?;
        let time = self.last_block_time.as_deref().map(unix_time).transpose()?;
        Ok(Head {
            height: height.into(),
            time,
        })
    }
}

fn unix_time(text: &str) -> Result<u64, Failure> {
    let time = OffsetDateTime::parse(text, &Rfc3339).map_err(Failure::unusable)?;
    // The zero time, in year 1, is before the epoch and counts as time 0.
    Ok(time.unix_timestamp().try_into().unwrap_or(0))
}

/// The body of an error.
#[derive(Deserialize)]
pub struct ErrorBody {
    /// The text of the error.
    pub error: String,
}

/// Returns the failure for an error response without a specific meaning.
pub fn unexpected_error(response: &UpstreamResponse) -> Failure {
    match response.json::<ErrorBody>() {
        Ok(body) => response.failure(for_log(&body.error)),
        Err(failure) => failure,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn decoded(blockbook: &Value) -> Result<Head, Failure> {
        let response: StatusResponse =
            serde_json::from_value(json!({ "blockbook": blockbook, "backend": {} })).map_err(Failure::unusable)?;
        response.blockbook.decode()
    }

    /// Response of a public server, without the remaining fields.
    #[test]
    fn height_and_time_of_the_latest_block_are_read() {
        let head = decoded(&json!({
            "coin": "Bitcoin", "initialSync": false, "inSync": true, "bestHeight": 577_261,
            "lastBlockTime": "2019-05-22T18:03:33.547762973+02:00", "inSyncMempool": true,
        }));
        let expected = Head {
            height: 577_261,
            time: Some(1_558_541_013),
        };
        assert_eq!(head, Ok(expected));
    }

    #[test]
    fn unsynced_index_is_lagging() {
        let head = decoded(&json!({ "inSync": false, "bestHeight": 7, "lastBlockTime": "2019-05-22T18:03:33Z" }));
        assert!(matches!(head, Err(Failure::Lagging { .. })), "{head:?}");
    }

    #[test]
    fn time_is_optional() {
        let head = decoded(&json!({ "inSync": true, "bestHeight": 7 }));
        assert_eq!(head, Ok(Head { height: 7, time: None }));
        let head = decoded(&json!({ "inSync": true, "bestHeight": 7, "lastBlockTime": "0001-01-01T00:00:00Z" }));
        assert_eq!(
            head,
            Ok(Head {
                height: 7,
                time: Some(0)
            })
        );
    }

    #[test]
    fn anything_else_is_unusable() {
        for blockbook in [
            json!({ "bestHeight": 7 }),
            json!({ "inSync": true }),
            json!({ "inSync": "true", "bestHeight": 7 }),
            json!({ "inSync": true, "bestHeight": -1 }),
            json!({ "inSync": true, "bestHeight": 7, "lastBlockTime": 1_558_541_013 }),
            json!({ "inSync": true, "bestHeight": 7, "lastBlockTime": "yesterday" }),
        ] {
            let head = decoded(&blockbook);
            assert!(matches!(head, Err(Failure::Unusable { .. })), "{blockbook}: {head:?}");
        }
    }
}

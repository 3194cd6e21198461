//! Blockbook's `GET /api/status` and its error body: the part of the protocol that is the same for UTXO and EVM chains.

use crate::client::Answer;
use crate::failure::{Failure, for_log};
use crate::resilience::Head;
use serde::Deserialize;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

/// What the server knows of itself.
#[derive(Deserialize)]
pub struct StatusAnswer {
    pub blockbook: IndexStatus,
}

/// What it knows of its index.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct IndexStatus {
    /// What the server calls its chain.
    #[serde(default)]
    pub coin: String,
    /// False while it indexes blocks, but for the first seconds of a new one.
    in_sync: bool,
    /// The height of the newest block indexed.
    pub best_height: u32,
    /// When that block was indexed (RFC 3339 with an offset); a zero time before the first one.
    #[serde(default)]
    last_block_time: Option<String>,
}

impl IndexStatus {
    pub fn decode(self) -> Result<Head, Failure> {
        if !self.in_sync {
            return Err(Failure::Behind {
                cause: format!("by its own word, at height {}", self.best_height),
            });
        }
        let time = self.last_block_time.as_deref().map(unix_time).transpose()?;
        Ok(Head {
            height: self.best_height.into(),
            time,
        })
    }
}

fn unix_time(text: &str) -> Result<u64, Failure> {
    let moment = OffsetDateTime::parse(text, &Rfc3339).map_err(Failure::unusable)?;
    // Zero time, the year 1, is before the epoch: as old as can be.
    Ok(moment.unix_timestamp().try_into().unwrap_or(0))
}

/// The body of an error.
#[derive(Deserialize)]
pub struct ErrorBody {
    /// The text of the error.
    pub error: String,
}

/// An error that has no meaning of its own where it occurred.
pub fn unexpected_error(answer: &Answer) -> Failure {
    match answer.json::<ErrorBody>() {
        Ok(body) => Failure::unusable(format_args!("status {}: {}", answer.status(), for_log(&body.error))),
        Err(failure) => failure,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn decoded(blockbook: &Value) -> Result<Head, Failure> {
        let answer: StatusAnswer =
            serde_json::from_value(json!({ "blockbook": blockbook, "backend": {} })).map_err(Failure::unusable)?;
        answer.blockbook.decode()
    }

    /// As a server on the net answered, its other fields left out.
    #[test]
    fn height_and_time_of_the_newest_block() {
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
    fn an_index_out_of_sync_is_behind_by_its_own_word() {
        let head = decoded(&json!({ "inSync": false, "bestHeight": 7, "lastBlockTime": "2019-05-22T18:03:33Z" }));
        assert!(matches!(head, Err(Failure::Behind { .. })), "{head:?}");
    }

    #[test]
    fn without_a_time_the_height_tells_what_it_can() {
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

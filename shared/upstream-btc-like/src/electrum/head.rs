//! `blockchain.headers.subscribe` and `blockchain.block.header`: the tip of the server and the times of blocks.

use super::message::{Request, RpcResponse};
use serde::Deserialize;
use serde_json::json;
use std::ops::Range;
use wallet_upstream::failure::Failure;

/// Latest block of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tip {
    /// Block height.
    pub(super) height: u32,
    /// Block time in Unix seconds.
    pub(super) time: u64,
}

/// Maximum number of blocks that may arrive between two responses.
const RACE: u32 = 3;

impl Tip {
    /// Returns the tip height raised to the highest block of another response, which may be slightly newer.
    pub(super) fn not_below(self, highest: u32) -> Result<u32, Failure> {
        if highest > self.height.saturating_add(RACE) {
            return Err(Failure::unusable(format_args!(
                "height {highest} with a tip of {}",
                self.height
            )));
        }
        Ok(self.height.max(highest))
    }
}

/// Creates the request for the tip. The server's notifications about later blocks are ignored.
pub(super) fn tip_request() -> Request {
    Request::new("blockchain.headers.subscribe", json!([]))
}

/// Reads the tip.
pub(super) fn read_tip(response: RpcResponse) -> Result<Tip, Failure> {
    response.read::<Subscription>()?.tip()
}

#[derive(Deserialize)]
pub(super) struct Subscription {
    height: u32,
    hex: String,
}

impl Subscription {
    pub(super) fn tip(&self) -> Result<Tip, Failure> {
        Ok(Tip {
            height: self.height,
            time: time(&self.hex)?,
        })
    }
}

/// Creates the request for a block header.
pub(super) fn header_request(height: u32) -> Request {
    Request::new("blockchain.block.header", json!([height]))
}

/// Returns the time of a block in Unix seconds from its header.
pub(super) fn read_time(response: RpcResponse) -> Result<u64, Failure> {
    time(&response.read::<String>()?)
}

/// Size of a header, and the bytes of its time. Dogecoin headers continue with the proof of the merge-mined
/// parent chain.
const HEADER: usize = 80;
const TIME: Range<usize> = 68..72;

/// Returns the time of a header in Unix seconds.
pub(super) fn time(header: &str) -> Result<u64, Failure> {
    let header = hex::decode(header).map_err(|error| Failure::unusable(format_args!("block header: {error}")))?;
    let time = header.get(TIME).filter(|_| header.len() >= HEADER);
    let time = time.and_then(|time| time.try_into().ok()).map(u32::from_le_bytes);
    time.map(u64::from)
        .ok_or_else(|| Failure::unusable(format_args!("block header of {} bytes", header.len())))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Block 0 of btc: <https://en.bitcoin.it/wiki/Genesis_block>.
    const GENESIS: &str = "0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e\
                           67768f617fc81bc3888a51323a9fb8aa4b1e5e4a29ab5f49ffff001d1dac2b7c";

    #[test]
    fn time_is_read_from_the_header() {
        assert_eq!(time(GENESIS), Ok(1_231_006_505));
        assert_eq!(time(&format!("{GENESIS}00ff")), Ok(1_231_006_505));
    }

    #[test]
    fn invalid_headers_are_rejected() {
        for text in ["", "00ff", "zz", &GENESIS[2..], &GENESIS[1..]] {
            assert!(time(text).is_err(), "{text}");
        }
    }
}

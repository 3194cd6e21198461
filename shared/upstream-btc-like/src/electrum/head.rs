//! Tip of the server, and headers of blocks: `blockchain.headers.subscribe` and `blockchain.block.header`.

use super::Electrum;
use super::message::{Request, RpcResponse};
use serde::Deserialize;
use serde_json::json;
use wallet_btc_like::{BlockHash, BlockHeader, BlockId};
use wallet_upstream::{Deadline, Failure};

/// Latest block of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tip {
    pub(super) height: u32,
    /// Block time in Unix seconds.
    pub(super) time: u64,
}

/// Maximum number of blocks that may arrive between two responses.
const RACE: u32 = 3;

impl Tip {
    /// Returns the tip height raised to the highest block of a further response, which may be slightly newer.
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

pub(super) fn read_tip(response: RpcResponse) -> Result<Tip, Failure> {
    response.read::<Subscription>()?.tip()
}

#[derive(Deserialize)]
pub(super) struct Subscription {
    height: u32,
    hex: String,
}

impl Subscription {
    pub(super) fn id(&self) -> Result<BlockId, Failure> {
        Ok(BlockId {
            height: self.height,
            hash: hash(&self.hex)?,
        })
    }

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

/// Returns the time of a block in Unix seconds from the header.
pub(super) fn read_time(response: RpcResponse) -> Result<u64, Failure> {
    time(&response.read::<String>()?)
}

/// Returns the time of a header in Unix seconds.
pub(super) fn time(text: &str) -> Result<u64, Failure> {
    header(text).map(|header| header.time)
}

/// Returns the hash of a block from the header.
pub(super) fn hash(text: &str) -> Result<BlockHash, Failure> {
    header(text).map(|header| header.hash)
}

/// Decodes a header in hex. Dogecoin headers continue with the proof of the merge-mined parent chain.
pub(super) fn header(text: &str) -> Result<BlockHeader, Failure> {
    let bytes = hex::decode(text).map_err(|error| Failure::unusable(format_args!("block header: {error}")))?;
    let header = BlockHeader::decode(&bytes);
    header.ok_or_else(|| Failure::unusable(format_args!("block header of {} bytes", bytes.len())))
}

impl Electrum {
    /// Returns the hash of the block at a height, computed from the header: a server of a different chain cannot repeat
    /// the hash from a setting.
    pub(super) async fn block_hash(&self, height: u32, deadline: Deadline) -> Result<BlockHash, Failure> {
        let request = header_request(height);
        let [header] = self.client.call([request], self.client.attempt(deadline)).await?;
        hash(&header.read::<String>()?)
    }
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
    fn hash_is_that_of_the_first_80_bytes() {
        let genesis = "000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f";
        assert_eq!(hash(GENESIS).map(|hash| hash.to_string()).as_deref(), Ok(genesis));
        let longer = hash(&format!("{GENESIS}00ff")).map(|hash| hash.to_string());
        assert_eq!(longer.as_deref(), Ok(genesis), "merge-mined block");
    }

    #[test]
    fn invalid_headers_are_rejected() {
        for text in ["", "00ff", "zz", &GENESIS[2..], &GENESIS[1..]] {
            assert!(time(text).is_err() && hash(text).is_err(), "{text}");
        }
    }
}

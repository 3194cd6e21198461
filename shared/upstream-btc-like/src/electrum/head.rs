//! `blockchain.headers.subscribe` and `blockchain.block.header`: how far the server is, and when a block was made.

use super::message::{Answer, Request};
use serde::Deserialize;
use serde_json::json;
use std::ops::Range;
use wallet_upstream::failure::Failure;

/// The newest block of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tip {
    /// Its height.
    pub(super) height: u32,
    /// Its time in Unix seconds.
    pub(super) time: u64,
}

/// How many blocks may arrive while an answer about one is on its way.
const RACE: u32 = 3;

impl Tip {
    /// The height of the newest block as it follows from another answer, which may be a moment younger.
    pub(super) fn not_below(self, newest: u32) -> Result<u32, Failure> {
        if newest > self.height.saturating_add(RACE) {
            return Err(Failure::unusable(format_args!(
                "height {newest} with a tip of {}",
                self.height
            )));
        }
        Ok(self.height.max(newest))
    }
}

/// Asks for the newest block. What the server tells of later ones is ignored.
pub(super) fn ask_tip() -> Request {
    Request::new("blockchain.headers.subscribe", json!([]))
}

/// Reads the newest block.
pub(super) fn read_tip(answer: Answer) -> Result<Tip, Failure> {
    answer.read::<Subscription>()?.tip()
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

/// Asks for the header of a block.
pub(super) fn ask_header(height: u32) -> Request {
    Request::new("blockchain.block.header", json!([height]))
}

/// Reads the time of a block in Unix seconds from its header.
pub(super) fn read_time(answer: Answer) -> Result<u64, Failure> {
    time(&answer.read::<String>()?)
}

/// Where the time stands in the 80 bytes of a header. Behind them Dogecoin's headers have the proof of the other chain.
const HEADER: usize = 80;
const TIME: Range<usize> = 68..72;

/// The time in a header.
pub(super) fn time(header: &str) -> Result<u64, Failure> {
    let header = hex::decode(header).map_err(|error| Failure::unusable(format_args!("a block's header: {error}")))?;
    let time = header.get(TIME).filter(|_| header.len() >= HEADER);
    let time = time.and_then(|time| time.try_into().ok()).map(u32::from_le_bytes);
    time.map(u64::from)
        .ok_or_else(|| Failure::unusable(format_args!("a block's header of {} bytes", header.len())))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Block 0 of btc: <https://en.bitcoin.it/wiki/Genesis_block>.
    const GENESIS: &str = "0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e\
                           67768f617fc81bc3888a51323a9fb8aa4b1e5e4a29ab5f49ffff001d1dac2b7c";

    #[test]
    fn the_time_of_a_block_is_in_its_header() {
        assert_eq!(time(GENESIS), Ok(1_231_006_505));
        assert_eq!(time(&format!("{GENESIS}00ff")), Ok(1_231_006_505));
    }

    #[test]
    fn other_texts_are_no_headers() {
        for text in ["", "00ff", "zz", &GENESIS[2..], &GENESIS[1..]] {
            assert!(time(text).is_err(), "{text}");
        }
    }
}

//! Tests of the operations by variant.

mod limits;
mod payment_recipients;
mod round_trip;

use super::{FieldError, Operations};
use crate::AccountId;
use serde_json::Value;

pub(super) const ALICE: &str = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ";
pub(super) const BOB: &str = "GBZXN7PIRZGNMHGA7MUUUF4GWPY5AYPV6LY4UV2GL6VJGIQRXFDNMADI";
pub(super) const MUXED: &str = "MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ";
pub(super) const HASH: &str = "dd7b1ab831c273310ddbec6f97870aa83c2fbd78ce22aded37ecbf4f3380fac7";

pub(super) fn alice() -> AccountId {
    ALICE.parse().unwrap()
}

/// Parses the operations of a transaction of Alice.
pub(super) fn read(operations: &[Value]) -> Result<Operations, FieldError> {
    Operations::read(operations, alice())
}

/// Returns the path and the message of the error.
#[track_caller]
pub(super) fn rejection(operations: &[Value]) -> (String, String) {
    let error = read(operations).unwrap_err();
    (error.path.clone(), error.to_string())
}

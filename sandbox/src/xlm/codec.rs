//! XDR encoding of in-memory values, which are always within the limits of their types.

use super::rules::sha256;
use stellar_xdr::{Limits, VecM, WriteXdr};

/// Returns the XDR bytes.
pub fn bytes(value: &impl WriteXdr) -> Vec<u8> {
    // Writing to memory fails only on limits, and none are set.
    value.to_xdr(Limits::none()).unwrap_or_default()
}

/// Returns the XDR bytes in base64.
pub fn base64(value: &impl WriteXdr) -> String {
    // Cannot fail, as above.
    value.to_xdr_base64(Limits::none()).unwrap_or_default()
}

/// Returns the SHA-256 hash of the XDR bytes.
pub fn hash(value: &impl WriteXdr) -> [u8; 32] {
    sha256(&bytes(value))
}

/// Converts a list to XDR. A list above the maximum length becomes empty, which the ledger rules exclude.
pub fn list<T, const MAX: u32>(items: Vec<T>) -> VecM<T, MAX> {
    items.try_into().unwrap_or_default()
}

//! XDR in base64, its transport encoding.

use stellar_xdr::{Limits, ReadXdr, WriteXdr};

/// The maximum nesting depth of XDR, equal to that of the contract host (`DEFAULT_XDR_RW_LIMITS` of
/// soroban-env-host). Other values are far less nested.
const MAX_DEPTH: u32 = 500;

/// Decodes the base64 of exactly one value. Returns `None` for anything else.
pub(super) fn from_base64<T: ReadXdr>(text: &str) -> Option<T> {
    let limits = Limits {
        depth: MAX_DEPTH,
        len: text.len(),
    };
    T::from_xdr_base64(text, limits).ok()
}

/// Encodes a value.
pub(super) fn to_base64(value: &impl WriteXdr) -> String {
    // Writing to memory fails only at limits, and none are set.
    value.to_xdr_base64(Limits::none()).unwrap_or_default()
}

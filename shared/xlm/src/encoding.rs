//! XDR in base64, the form in which it travels.

use stellar_xdr::{Limits, ReadXdr, WriteXdr};

/// How deep XDR may be nested: as deep as the machine that runs contracts reads it (`DEFAULT_XDR_RW_LIMITS` of
/// soroban-env-host). Everything else is far from it.
const MAX_DEPTH: u32 = 500;

/// Reads the base64 of exactly one value; `None` for anything else.
pub(super) fn from_base64<T: ReadXdr>(text: &str) -> Option<T> {
    let limits = Limits {
        depth: MAX_DEPTH,
        len: text.len(),
    };
    T::from_xdr_base64(text, limits).ok()
}

/// Writes a value.
pub(super) fn to_base64(value: &impl WriteXdr) -> String {
    // Writing to memory fails at limits only, and there are none.
    value.to_xdr_base64(Limits::none()).unwrap_or_default()
}

//! XDR of what is in memory, which is always within the limits of its types.

use super::rules::sha256;
use stellar_xdr::{Limits, VecM, WriteXdr};

/// The bytes.
pub fn bytes(value: &impl WriteXdr) -> Vec<u8> {
    // Writing to memory fails only at limits, and there are none.
    value.to_xdr(Limits::none()).unwrap_or_default()
}

/// The bytes in base64.
pub fn base64(value: &impl WriteXdr) -> String {
    // As above.
    value.to_xdr_base64(Limits::none()).unwrap_or_default()
}

/// The hash of the bytes.
pub fn hash(value: &impl WriteXdr) -> [u8; 32] {
    sha256(&bytes(value))
}

/// A list as XDR holds it. What is too long for it is left out, which the ledger's own rules never let happen.
pub fn list<T, const MAX: u32>(items: Vec<T>) -> VecM<T, MAX> {
    items.try_into().unwrap_or_default()
}

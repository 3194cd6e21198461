//! An address of an extended public key in a response.

use serde::Serialize;

/// An address of a key.
#[derive(Serialize)]
pub struct KeyAddress {
    pub r#type: &'static str,
    pub name: String,
    pub path: String,
    pub transfers: usize,
    pub decimals: u8,
}

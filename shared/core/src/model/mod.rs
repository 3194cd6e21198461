//! The records of the specification that every family of chains shares.

mod amount;
mod chain;
mod hex_text;

pub use amount::{AmountError, parse_amount};
pub use chain::{ChainName, Network, UnknownNetworkError};
pub use hex_text::{HexError, parse_hex};

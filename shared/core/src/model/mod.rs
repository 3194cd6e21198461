//! The records of the specification that every family of chains shares.

mod amount;
mod chain;

pub use amount::{AmountError, parse_amount};
pub use chain::{ChainName, Network, UnknownNetworkError};

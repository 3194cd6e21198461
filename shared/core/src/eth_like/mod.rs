//! The EVM chains: eth, etc, ftm, avax, matic, bsc and op.
//!
//! `ethers-core` is named only below this module, and its types appear in no signature that leaves it.

mod address;
mod params;

pub use address::{Address, AddressError};
pub use params::Chain;

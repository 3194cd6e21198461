//! Keys of all chains from a mnemonic: BIP 39, BIP 32 for the UTXO and EVM chains, SLIP-10 for Stellar (SEP-5).
//!
//! The usual path of each chain is that of `GET /api/chain/list` (docs/decisions/clients.md#keys-from-a-mnemonic), so
//! that third-party wallets find the same addresses.

mod mnemonic;
mod path;
mod seed;

#[cfg(test)]
mod tests;

pub use mnemonic::{Length, Mnemonic, MnemonicError};
pub use path::{Path, PathError, Position};
pub use seed::{DerivationError, Seed, SeedError};

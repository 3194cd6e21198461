//! The numbers of the network.

use sha2::{Digest, Sha256};

/// The version of the protocol that the sandbox keeps to, in what it supports of it.
pub const PROTOCOL: u32 = 23;
/// What an operation costs at least, in stroops.
pub const BASE_FEE: i64 = 100;
/// What an account holds for each of its entries, in stroops.
pub const BASE_RESERVE: i64 = 5_000_000;
/// The most entries of an account.
pub const MAX_SUBENTRIES: u32 = 1000;
/// The most signers of an account beside its own key.
pub const MAX_SIGNERS: usize = 20;
/// The most operations that a ledger takes.
pub const MAX_LEDGER_OPERATIONS: u32 = 1000;
/// All lumens that there are, in stroops.
pub const TOTAL_COINS: i64 = 1_000_000_000_000_000_000;
/// When the first ledger closed, in seconds since the Unix epoch.
pub const FIRST_CLOSE: u64 = 1_735_689_600;
/// The sentence that names the network.
pub const PASSPHRASE: &str = "Test SDF Network ; September 2015";

/// The hash of the sentence, which is part of everything signed.
pub fn network_id() -> [u8; 32] {
    sha256(PASSPHRASE.as_bytes())
}

/// SHA-256.
pub fn sha256(bytes: &[u8]) -> [u8; 32] {
    Sha256::digest(bytes).into()
}

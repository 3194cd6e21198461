//! The parameters of the network.

use sha2::{Digest, Sha256};

/// The name of the chain in URL paths.
pub const NAME: &str = "xlm";
/// The protocol version of the sandbox, as far as the features are supported.
pub const PROTOCOL: u32 = 23;
/// The minimum fee per operation in stroops.
pub const BASE_FEE: i64 = 100;
/// The reserve per entry of an account in stroops.
pub const BASE_RESERVE: i64 = 5_000_000;
/// The maximum number of subentries of an account.
pub const MAX_SUBENTRIES: u32 = 1000;
/// The maximum number of additional signers of an account.
pub const MAX_SIGNERS: usize = 20;
/// The maximum number of operations in a ledger.
pub const MAX_LEDGER_OPERATIONS: u32 = 1000;
/// The total supply of lumens in stroops.
pub const TOTAL_COINS: i64 = 1_000_000_000_000_000_000;
/// The close time of the first ledger in seconds since the Unix epoch.
pub const FIRST_CLOSE: u64 = 1_735_689_600;
/// The network passphrase.
pub const PASSPHRASE: &str = "Test SDF Network ; September 2015";

/// Returns the network id: the hash of the passphrase, which every signature covers.
pub fn network_id() -> [u8; 32] {
    sha256(PASSPHRASE.as_bytes())
}

/// Computes SHA-256.
pub fn sha256(bytes: &[u8]) -> [u8; 32] {
    Sha256::digest(bytes).into()
}

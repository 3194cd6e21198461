//! Dust limits of the chains.

/// Minimum relayed output by output type, in base units. An output at the limit is relayed.
///
/// Columns of output types that the chain lacks are never read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DustLimits {
    /// Output to a public key hash.
    pub p2pkh: u64,
    /// Output to a 20-byte script hash.
    pub p2sh: u64,
    /// Output to a 32-byte script hash (bch only).
    pub p2sh32: u64,
    /// Output to a witness public key hash.
    pub p2wpkh: u64,
    /// Output to a witness script hash or taproot key.
    pub p2wsh: u64,
    /// Pay-to-anchor output (btc only).
    pub p2a: u64,
}

// Bitcoin Core, src/policy/policy.cpp, `GetDustThreshold` at 3000 per kvB.
pub(super) const BTC: DustLimits = DustLimits {
    p2pkh: 546,
    p2sh: 540,
    p2sh32: 576,
    p2wpkh: 294,
    p2wsh: 330,
    p2a: 240,
};
// The same formula at Litecoin's 30 000 per kvB.
pub(super) const LTC: DustLimits = DustLimits {
    p2pkh: 5460,
    p2sh: 5400,
    p2sh32: 5760,
    p2wpkh: 2940,
    p2wsh: 3300,
    p2a: 2400,
};
// Dogecoin, doc/fee-recommendation.md: an output below the soft limit costs an additional fee of that amount.
pub(super) const DOGE: DustLimits = DustLimits {
    p2pkh: 1_000_000,
    p2sh: 1_000_000,
    p2sh32: 1_000_000,
    p2wpkh: 1_000_000,
    p2wsh: 1_000_000,
    p2a: 1_000_000,
};

//! What nodes relay: dust limits, data carriers and replacements.

use crate::fee::rate::FeeRate;

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

impl DustLimits {
    /// Bitcoin Core, src/policy/policy.cpp, `GetDustThreshold` at 3000 per kvB.
    pub(crate) const BTC: Self = Self {
        p2pkh: 546,
        p2sh: 540,
        p2sh32: 576,
        p2wpkh: 294,
        p2wsh: 330,
        p2a: 240,
    };
    /// The same formula at Litecoin's 30 000 per kvB.
    pub(crate) const LTC: Self = Self {
        p2pkh: 5460,
        p2sh: 5400,
        p2sh32: 5760,
        p2wpkh: 2940,
        p2wsh: 3300,
        p2a: 2400,
    };
    /// Dogecoin, doc/fee-recommendation.md: an output below the soft limit costs an additional fee of that amount.
    pub(crate) const DOGE: Self = Self {
        p2pkh: 1_000_000,
        p2sh: 1_000_000,
        p2sh32: 1_000_000,
        p2wpkh: 1_000_000,
        p2wsh: 1_000_000,
        p2a: 1_000_000,
    };
}

/// Limits of the data outputs of a transaction, by the default policy of nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DataCarrier {
    /// The maximum length of the scripts of all data outputs, in bytes.
    pub max_bytes: usize,
    /// True if a transaction may have several data outputs.
    pub several: bool,
}

impl DataCarrier {
    /// Bitcoin Core 30.0, `MAX_OP_RETURN_RELAY`: bounded by the size of the transaction only.
    pub(crate) const BTC: Self = Self {
        max_bytes: 100_000,
        several: true,
    };
    /// Litecoin Core 0.21 and Dogecoin Core 1.14, `MAX_OP_RETURN_RELAY`: 80 bytes of data in a single push.
    pub(crate) const ONE: Self = Self {
        max_bytes: 83,
        several: false,
    };
    /// Bitcoin Cash Node since the upgrade of May 2021: 220 bytes of data in a push, or several outputs within the
    /// limit.
    pub(crate) const BCH: Self = Self {
        max_bytes: 223,
        several: true,
    };
}

/// Replacement of pending transactions by the nodes of a chain (BIP 125).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReplacementPolicy {
    /// Additional fee rate of a replacement (rule 4): the default of `-incrementalrelayfee` of nodes in use.
    pub increment: FeeRate,
    /// True if nodes replace transactions unless the operators disable replacement.
    pub is_default: bool,
}

impl ReplacementPolicy {
    /// Nodes replace transactions, with an increment of 1 per byte.
    pub const DEFAULT: Self = Self {
        increment: FeeRate::per_byte(1),
        is_default: true,
    };

    /// Nodes replace transactions only if the operators enable replacement, with an increment of 1 per byte.
    pub const OPTIONAL: Self = Self {
        is_default: false,
        ..Self::DEFAULT
    };
}

//! Replacement of pending transactions by the nodes of a chain.

use super::fee_rate::FeeRate;

/// Replacement of pending transactions by the nodes of a chain (BIP 125).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReplacementPolicy {
    /// Additional fee rate of a replacement (rule 4): the default of `-incrementalrelayfee` of nodes in use.
    pub increment: FeeRate,
    /// True if nodes replace transactions unless their operators disable it.
    pub is_default: bool,
}

impl ReplacementPolicy {
    /// Nodes replace transactions, with an increment of 1 per byte.
    pub const DEFAULT: Self = Self {
        increment: FeeRate::per_byte(1),
        is_default: true,
    };

    /// Nodes replace transactions only if their operators enable it, with an increment of 1 per byte.
    pub const OPTIONAL: Self = Self {
        is_default: false,
        ..Self::DEFAULT
    };
}

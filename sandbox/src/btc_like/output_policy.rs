//! Policies of nodes about outputs: dust and data.

/// The rule by which the nodes of a chain classify an output as dust.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DustRule {
    /// An output is dust if its value is below the cost of spending it at this rate in base units per byte
    /// (`GetDustThreshold`).
    SpendingCost(u64),
    /// Dogecoin 1.14: outputs below `hard` are rejected; each output below `soft` adds `soft` to the required
    /// fee.
    HardAndSoft {
        /// The value below which outputs are never relayed, in base units.
        hard: u64,
        /// The value below which an output adds this amount to the required fee, in base units.
        soft: u64,
    },
}

/// The limits of the outputs of a relayed transaction that carry data (`OP_RETURN`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DataPolicy {
    /// One output.
    One {
        /// The maximum length of its script in bytes.
        maximum: usize,
    },
    /// Any number of outputs.
    Total {
        /// The maximum length of their scripts in bytes.
        maximum: usize,
        /// The reason of a rejection above it.
        reason: &'static str,
    },
}

//! Limits of outputs that carry data.

/// Limits of the data outputs of one transaction, by the default policy of nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DataCarrier {
    /// The maximum length of the scripts of all data outputs, in bytes.
    pub max_bytes: usize,
    /// True if a transaction may have more than one data output.
    pub several: bool,
}

// Bitcoin Core 30.0, `MAX_OP_RETURN_RELAY`: bounded by the size of the transaction only.
pub(super) const BTC: DataCarrier = DataCarrier {
    max_bytes: 100_000,
    several: true,
};
// Litecoin Core 0.21 and Dogecoin Core 1.14, `MAX_OP_RETURN_RELAY`: 80 bytes of data in one push.
pub(super) const ONE: DataCarrier = DataCarrier {
    max_bytes: 83,
    several: false,
};
// Bitcoin Cash Node since the upgrade of May 2021: 220 bytes of data in one push, or several outputs within the limit.
pub(super) const BCH: DataCarrier = DataCarrier {
    max_bytes: 223,
    several: true,
};

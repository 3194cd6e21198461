//! `/api/prepare-transaction`

use crate::wire::{NetworkRequest, Warning};

operations! {
    "blockchain-connector-xlm";
    /// Returns the fees charged in the last five ledgers.
    Get "/api/prepare-transaction/fee-stat/{chain}" fee_stat(chain) query: NetworkRequest => <FeeStatResponse>;
}

responses! {
    /// Fee statistics in stroops per operation.
    FeeStatResponse {
        /// The base fee of the latest ledger.
        pub last_ledger_base_fee: String,
        /// The range of charged fees.
        pub fee_charged: FeeCharged,
        /// Warnings about the prices.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub warnings: Vec<Warning>,
    }

    /// A range of fees.
    FeeCharged {
        /// The minimum.
        pub min: String,
        /// The maximum.
        pub max: String,
    }
}

//! `/api/prepare-transaction`

use super::XlmAsset;
use crate::Network;
use crate::wire::{Asset, FeeSet, NetworkRequest, Warning};

operations! {
    "blockchain-connector-xlm";
    /// Returns the fees of a transaction, the spendable amount and the next sequence number.
    Post "/api/prepare-transaction/estimate/{chain}" estimate(chain) body: EstimateRequest => <EstimateResponse>;
    /// Returns the paths of a payment through the exchange.
    Get "/api/prepare-transaction/paths/{chain}" paths(chain) query: PathsRequest => <PathsResponse>;
    /// Returns the fees charged and offered in the last five ledgers.
    Get "/api/prepare-transaction/fee-stat/{chain}" fee_stat(chain) query: NetworkRequest => <FeeStatResponse>;
}

requests! {
    /// A payment to estimate.
    EstimateRequest {
        /// The sender's address.
        pub address: String,
        /// The recipient.
        pub to: Option<String>,
        /// The amount in base units, or `max`.
        pub amount: Option<String>,
        /// The asset; the lumen if absent.
        pub asset: Option<XlmAsset>,
        /// The network; `livenet` if absent.
        pub network: Option<Network>,
        /// The number of operations; 1 if absent.
        pub operations: Option<u64>,
    }

    /// A payment between two assets, of which exactly one is set.
    PathsRequest {
        /// The sender's address.
        pub from: String,
        /// The recipient; the sender if absent.
        pub to: Option<String>,
        /// The amount of the asset in base units.
        pub amount: String,
        /// The sent asset: `native` or `CODE:ISSUER`.
        pub source_asset: Option<String>,
        /// The received asset: `native` or `CODE:ISSUER`.
        pub destination_asset: Option<String>,
        /// The network; `livenet` if absent.
        pub network: Option<Network>,
    }
}

responses! {
    /// Fees of a transaction, and the amounts of a payment.
    EstimateResponse {
        /// The maximum fee of each mode.
        pub fees: FeeSet,
        /// The amount of the asset that the sender can pay; of lumens, including the fee.
        pub spendable: String,
        /// The maximum amount for each fee; present with the amount `max`.
        pub amounts: Option<FeeSet>,
        /// The next sequence number of the sender.
        pub sequence: String,
        /// True if the payment creates the account of the recipient.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        pub creates_account: bool,
        /// Warnings about the payment.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub warnings: Vec<Warning>,
    }

    /// The paths of a payment.
    PathsResponse {
        /// The paths, in the order of the server.
        pub paths: Vec<PaymentPath>,
    }

    /// A path, with the amounts at current prices in base units.
    PaymentPath {
        /// The sent asset.
        pub source_asset: Asset,
        /// The sent amount.
        pub source_amount: String,
        /// The received asset.
        pub destination_asset: Asset,
        /// The received amount.
        pub destination_amount: String,
        /// The assets between the two.
        pub path: Vec<Asset>,
    }

    /// Fee statistics in stroops per operation.
    FeeStatResponse {
        /// The base fee of the latest ledger.
        pub last_ledger_base_fee: String,
        /// The range of charged fees.
        pub fee_charged: FeeCharged,
        /// The offered maximum fees.
        pub max_fee: MaxFee,
        /// The used part of the capacity of the ledgers.
        pub ledger_capacity_usage: Option<String>,
        /// Warnings about the prices.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub warnings: Vec<Warning>,
    }

    /// Percentiles of offered maximum fees.
    MaxFee {
        /// The 10th percentile.
        pub p10: String,
        /// The median.
        pub p50: String,
        /// The 95th percentile.
        pub p95: String,
    }

    /// A range of fees.
    FeeCharged {
        /// The minimum.
        pub min: String,
        /// The maximum.
        pub max: String,
    }
}

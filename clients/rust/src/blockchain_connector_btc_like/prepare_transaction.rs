//! `/api/prepare-transaction`

use super::{AddressType, Utxo};
use crate::Network;
use crate::wire::{AddressRequest, FeeSet, NetworkRequest, Warning};

operations! {
    "blockchain-connector-btc-like";
    /// Selects inputs for a payment and returns its fees.
    Post "/api/prepare-transaction/estimate/{chain}" estimate(chain) body: EstimateRequest => <EstimateResponse>;
    /// Returns the spendable outputs of an address.
    Get "/api/prepare-transaction/utxo-list/{chain}" utxo_list(chain) query: AddressRequest => <UtxoListResponse>;
    /// Returns the size of a payment.
    Post "/api/prepare-transaction/size/{chain}" size(chain) body: PaymentRequest => <SizeResponse>;
    /// Returns the current price of a virtual byte.
    Get "/api/prepare-transaction/price-per-byte/{chain}" price_per_byte(chain) query: NetworkRequest
        => <PricePerByteResponse>;
}

requests! {
    /// A payment to estimate.
    EstimateRequest {
        /// The sender's address.
        pub address: String,
        /// The sender's public key in hex.
        pub public_key: String,
        /// The network; `livenet` if absent.
        pub network: Option<Network>,
        /// The type of the sender's address; p2wpkh if absent.
        pub r#type: Option<AddressType>,
        /// The recipient's address.
        pub to: String,
        /// The amount in base units, or `max` for all funds.
        pub amount: String,
    }

    /// A payment without its fee.
    PaymentRequest {
        /// The sender's public key in hex.
        pub public_key: String,
        /// The network; `livenet` if absent.
        pub network: Option<Network>,
        /// The type of the sender's address; p2wpkh if absent.
        pub r#type: Option<AddressType>,
        /// The outputs to spend.
        pub utxo: Vec<Utxo>,
        /// The recipient's address.
        pub to: String,
        /// The amount in base units.
        pub amount: String,
    }
}

responses! {
    /// Inputs, size and fees of a payment.
    EstimateResponse {
        /// The outputs to spend.
        pub utxo: Vec<Utxo>,
        /// The size in virtual bytes.
        pub size: u64,
        /// The fee of each mode in base units.
        pub fees: FeeSet,
        /// The fee rate of each mode in base units per virtual byte, with at most three decimals.
        pub fee_rates: FeeSet,
        /// The amount for each fee; present with the amount `max`.
        pub amounts: Option<FeeSet>,
        /// Warnings about the prices.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub warnings: Vec<Warning>,
    }

    /// Unspent outputs.
    UtxoListResponse {
        /// The outputs.
        pub utxo: Vec<Utxo>,
    }

    /// The size of a payment.
    SizeResponse {
        /// The size in virtual bytes.
        pub size: u64,
    }

    /// Prices of a virtual byte.
    PricePerByteResponse {
        /// The price of each mode in base units, rounded up.
        pub byte_prices: FeeSet,
        /// The fee rate of each mode, with at most three decimals.
        pub fee_rates: FeeSet,
        /// Warnings about the prices.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub warnings: Vec<Warning>,
    }
}

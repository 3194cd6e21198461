//! `/api/prepare-transaction`

use super::{AddressType, PaymentOutput, Utxo};
use crate::Network;
use crate::wire::{AddressRequest, FeeSet, NetworkRequest, Warning};

operations! {
    "blockchain-connector-btc-like";
    /// Selects inputs for a payment and returns its fees.
    Post "/api/prepare-transaction/estimate/{chain}" estimate(chain) body: EstimateRequest => <EstimateResponse>;
    /// Plans a higher fee for a pending transaction.
    Post "/api/prepare-transaction/bump/{chain}" bump(chain) body: BumpRequest => <BumpResponse>;
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
        /// The outputs to select from; all outputs of the address if absent.
        pub utxo: Option<Vec<Utxo>>,
        /// The recipient's address; absent with `outputs`.
        pub to: Option<String>,
        /// The amount in base units, or `max` for all funds; absent with `outputs`.
        pub amount: Option<String>,
        /// The recipients, instead of `to` and `amount`.
        pub outputs: Option<Vec<PaymentOutput>>,
        /// The address of the change; the sender's if absent.
        pub change_address: Option<String>,
        /// The lowest number of confirmations of the outputs to spend.
        pub min_confirmations: Option<u32>,
        /// True to include `parents` in the response.
        pub parents: Option<bool>,
    }

    /// A pending transaction.
    BumpRequest {
        /// The transaction hash.
        pub txid: String,
        /// The sender's public key in hex.
        pub public_key: String,
        /// The network; `livenet` if absent.
        pub network: Option<Network>,
        /// The type of the sender's address; p2wpkh if absent.
        pub r#type: Option<AddressType>,
        /// Inputs of further keys, and outputs to spend if the change does not cover the fee.
        pub utxo: Option<Vec<Utxo>>,
        /// The address of the change; the sender's if absent.
        pub change_address: Option<String>,
    }
}

spendings! {
    /// A payment without the fee.
    PaymentRequest {}
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
        /// The transactions that created the inputs with values that the signatures do not prove, without witnesses.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub parents: Vec<String>,
        /// Warnings about the payment and the prices.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub warnings: Vec<Warning>,
    }

    /// A replacement, or a child that pays for its parent.
    BumpResponse {
        /// The inputs of the replacement.
        pub utxo: Option<Vec<Utxo>>,
        /// The payments.
        pub outputs: Option<Vec<PaymentOutput>>,
        /// The address of the change.
        pub change_address: Option<String>,
        /// The size in virtual bytes.
        pub size: Option<u64>,
        /// The lowest fee that nodes accept, in base units.
        pub minimum_fee: Option<String>,
        /// The fee of each mode in base units.
        pub fees: Option<FeeSet>,
        /// The outputs of an incoming transaction to spend.
        pub child_pays_for_parent: Option<ChildPaysForParent>,
        /// Warnings about the prices, and about nodes that reject replacements.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub warnings: Vec<Warning>,
    }

    /// A transaction that spends outputs of a pending one.
    ChildPaysForParent {
        /// The outputs.
        pub utxo: Vec<Utxo>,
        /// The fee of each mode in base units.
        pub fees: FeeSet,
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

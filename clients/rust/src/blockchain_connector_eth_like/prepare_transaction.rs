//! `/api/prepare-transaction`

use crate::Network;
use crate::wire::{AddressRequest, FeeSet, NetworkRequest, Warning};

operations! {
    "blockchain-connector-eth-like";
    /// Returns the calldata of an ERC-20 transfer.
    Get "/api/prepare-transaction/erc20-transfer-data" erc20_transfer_data() query: Erc20Request
        => <Erc20DataResponse>;
    /// Returns the calldata of an ERC-20 approval.
    Get "/api/prepare-transaction/erc20-approve-data" erc20_approve_data() query: Erc20Request
        => <Erc20DataResponse>;
    /// Returns the calldata of an ERC-721 transfer.
    Get "/api/prepare-transaction/erc721-transfer-data" erc721_transfer_data() query: Erc721Request
        => <Erc20DataResponse>;
    /// Returns the calldata of an ERC-1155 transfer.
    Get "/api/prepare-transaction/erc1155-transfer-data" erc1155_transfer_data() query: Erc1155Request
        => <Erc20DataResponse>;
    /// Returns the calldata that grants or revokes the right of an operator.
    Get "/api/prepare-transaction/set-approval-for-all-data" set_approval_for_all_data() query: OperatorRequest
        => <Erc20DataResponse>;
    /// Returns the calldata that revokes an allowance within Permit2.
    Get "/api/prepare-transaction/permit2-lockdown-data" permit2_lockdown_data() query: LockdownRequest
        => <LockdownDataResponse>;
    /// Returns nonce, gas limit and prices of a transaction.
    Post "/api/prepare-transaction/estimate/{chain}" estimate(chain) body: EstimateRequest => <EstimateResponse>;
    /// Returns the nonce of the next transaction.
    Get "/api/prepare-transaction/nonce/{chain}" nonce(chain) query: AddressRequest => <NonceResponse>;
    /// Returns the gas limit of a transaction.
    Post "/api/prepare-transaction/gas-limit/{chain}" gas_limit(chain) body: GasLimitRequest => <GasLimitResponse>;
    /// Returns a transaction that replaces a pending transaction.
    Post "/api/prepare-transaction/bump/{chain}" bump(chain) body: BumpRequest => <BumpResponse>;
    /// Returns the current gas prices.
    Get "/api/prepare-transaction/gas-price/{chain}" gas_price(chain) query: NetworkRequest => <GasPriceResponse>;
}

requests! {
    /// A token transfer or approval.
    Erc20Request {
        /// The recipient or spender.
        pub to: String,
        /// The amount in base units of the token.
        pub amount: String,
    }

    /// A transfer of an ERC-721 token.
    Erc721Request {
        /// The owner of the token.
        pub from: String,
        /// The recipient of the token.
        pub to: String,
        /// The id of the token.
        pub id: String,
    }

    /// A transfer of ERC-1155 tokens.
    Erc1155Request {
        /// The owner of the token.
        pub from: String,
        /// The recipient of the token.
        pub to: String,
        /// The id of the tokens.
        pub id: String,
        /// The amount of the token.
        pub amount: String,
    }

    /// The right of an operator.
    OperatorRequest {
        /// The operator of the collection.
        pub operator: String,
        /// `true` to grant, `false` to revoke.
        pub approved: String,
    }

    /// An allowance within Permit2.
    LockdownRequest {
        /// The contract of the token.
        pub token: String,
        /// The spender of the token.
        pub spender: String,
    }

    /// A transaction to estimate.
    EstimateRequest {
        /// The sender's address.
        pub address: String,
        /// The network; `livenet` if absent.
        pub network: Option<Network>,
        /// Without effect: the addresses have a single type.
        pub r#type: Option<String>,
        /// The recipient or the called contract; `None` deploys a contract.
        #[serialize_always]
        pub to: Option<String>,
        /// The amount in wei, or `max` for all funds.
        pub amount: String,
        /// The calldata in hex.
        pub data: Option<String>,
        /// The nonce to use.
        pub nonce: Option<u64>,
    }

    /// A pending transaction to replace.
    BumpRequest {
        /// The hash of the pending transaction.
        pub txid: String,
        /// The network; `livenet` if absent.
        pub network: Option<Network>,
        /// `speed-up` or `cancel`.
        pub mode: String,
    }

    /// A transaction to simulate.
    GasLimitRequest {
        /// The recipient or the called contract; `None` deploys a contract.
        #[serialize_always]
        pub to: Option<String>,
        /// The amount in wei.
        pub amount: String,
        /// The calldata in hex, or empty.
        pub data: String,
        /// The nonce.
        pub nonce: u64,
        /// The network; `livenet` if absent.
        pub network: Option<Network>,
        /// The sender.
        pub address: Option<String>,
    }
}

responses! {
    /// The calldata for Permit2.
    LockdownDataResponse {
        /// The address of Permit2.
        pub contract: String,
        /// The calldata in hex.
        pub data: String,
    }

    /// Calldata.
    Erc20DataResponse {
        /// The calldata in hex.
        pub data: String,
    }

    /// Nonce, gas limit, prices and fees. Prices and fees are in wei.
    EstimateResponse {
        /// The nonce.
        pub nonce: u64,
        /// The gas limit.
        pub gas_limit: String,
        /// The price of each mode for a legacy transaction.
        pub gas_prices: FeeSet,
        /// The maximum price of each mode for an EIP-1559 transaction.
        pub max_fees: Option<FeeSet>,
        /// The base fee of the next block.
        pub base_fee_per_gas: Option<String>,
        /// The tip of each mode.
        pub priority_fees: Option<FeeSet>,
        /// The fee of each mode with `gas_prices`.
        pub fees: FeeSet,
        /// The fee of each mode with `max_fees`.
        pub maximum_fees: Option<FeeSet>,
        /// The fees of a rollup in addition.
        pub l1_fee: Option<String>,
        /// The amount for each fee; present with the amount `max`.
        pub amounts: Option<FeeSet>,
        /// Warnings about the prices.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub warnings: Vec<Warning>,
    }

    /// A replacement.
    BumpResponse {
        /// The sender of the pending transaction.
        pub from: String,
        /// The recipient or the called contract; `None` deploys a contract.
        #[serialize_always]
        pub to: Option<String>,
        /// The amount in wei.
        pub amount: String,
        /// The maximum fee in wei.
        pub fee: String,
        /// The gas limit.
        pub gas_limit: String,
        /// The price of a legacy transaction.
        pub gas_price: Option<String>,
        /// The maximum price of an EIP-1559 transaction.
        pub max_fee_per_gas: Option<String>,
        /// The tip of an EIP-1559 transaction.
        pub max_priority_fee_per_gas: Option<String>,
        /// The nonce of the pending transaction.
        pub nonce: u64,
        /// The calldata in hex.
        pub data: String,
        /// Warnings about the prices.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub warnings: Vec<Warning>,
    }

    /// The nonce of the next transaction.
    NonceResponse {
        /// The nonce.
        pub nonce: u64,
        /// The number of transactions in blocks.
        pub confirmed: u64,
    }

    /// The gas limit of a transaction.
    GasLimitResponse {
        /// The gas limit.
        pub gas_limit: String,
        /// `Some(false)` if the exact transaction could not be simulated.
        pub exact: Option<bool>,
    }

    /// Gas prices in wei.
    GasPriceResponse {
        /// The price of each mode for a legacy transaction.
        pub gas_prices: FeeSet,
        /// The maximum price of each mode for an EIP-1559 transaction.
        pub max_fees: Option<FeeSet>,
        /// The base fee of the next block.
        pub base_fee_per_gas: Option<String>,
        /// The tip of each mode.
        pub priority_fees: Option<FeeSet>,
        /// Warnings about the prices.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub warnings: Vec<Warning>,
    }
}

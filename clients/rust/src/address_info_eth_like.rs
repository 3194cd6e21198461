//! Address info of the EVM chains: balances of coins and tokens, and history.

use crate::wire::{
    AddressInfoRequest, Asset, Balance, Direction, ErrorCatalogue, Health, HealthRequest, Source, Status, Value,
};

operations! {
    "address-info-eth-like";
    /// Returns balances and transactions of an address.
    Get "/api/{chain}" address_info(chain) query: AddressInfoRequest => <AddressInfoResponse>;
    /// Returns the state of the service.
    Get "/health" health() query: HealthRequest => <Health>;
    /// Returns the OpenAPI document.
    Get "/openapi.json" openapi() => flat<serde_json::Value>;
    /// Returns the error catalogue.
    Get "/errors.json" errors() => flat<ErrorCatalogue>;
}

responses! {
    /// Balances and transactions of an address.
    AddressInfoResponse {
        /// The requested address.
        pub address: String,
        /// The chain.
        pub chain: String,
        /// The balances.
        pub balances: Vec<Balance>,
        /// The pending transactions of the address; absent without any.
        pub pending: Option<PendingCount>,
        /// The transactions, latest first.
        pub transactions: Vec<Transaction>,
        /// The cursor of the next page.
        pub next_cursor: Option<String>,
        /// The source of the data.
        pub source: Source,
    }

    /// The number of pending transactions.
    PendingCount {
        /// The number.
        pub count: u64,
    }

    /// A transaction of an address.
    Transaction {
        /// The transaction hash.
        pub txid: String,
        /// The block height; empty while it is pending.
        pub block: String,
        /// The time in Unix seconds.
        pub date: u64,
        /// The fee.
        pub fee: Value,
        /// The value in the coin.
        pub value: Value,
        /// The change of the balance, fees included.
        pub net: Value,
        /// The direction.
        pub direction: Direction,
        /// The number of confirmations; 0 while it is pending.
        pub confirmations: u64,
        /// The sender.
        pub from: String,
        /// The recipient, or the called contract.
        pub to: String,
        /// The status.
        pub status: Status,
        /// The transfers of coins and tokens.
        pub actions: Vec<Movement>,
    }

    /// A transfer of a coin or a token.
    Movement {
        /// The asset.
        pub asset: Asset,
        /// The value.
        pub value: Value,
        /// The sender.
        pub from: String,
        /// The recipient.
        pub to: String,
    }
}

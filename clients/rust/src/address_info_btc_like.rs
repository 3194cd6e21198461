//! Address info of btc, ltc, bch and doge: balances and history.

use crate::batch::{BatchEntry, BatchRequest, BatchResponse};
use crate::wire::{
    AddressInfoRequest, Asset, Direction, ErrorCatalogue, Flag, Health, HealthRequest, Source, Status, Value,
};

operations! {
    "address-info-btc-like";
    /// Returns balances and transactions of an address.
    Get "/api/{chain}" address_info(chain) query: AddressInfoRequest => <AddressInfoResponse>;
    /// Returns balances and transactions of several addresses, each with its own error.
    Post "/api/batch" batch() body: BatchRequest<BatchEntry> => <BatchResponse<AddressInfoResponse>>;
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
        pub balances: Vec<BtcLikeBalance>,
        /// The transactions, latest first.
        pub transactions: Vec<Transaction>,
        /// The cursor of the next page.
        pub next_cursor: Option<String>,
        /// The source of the data.
        pub source: Source,
    }

    /// The balance of the coin.
    BtcLikeBalance {
        /// The asset.
        pub asset: Asset,
        /// The balance.
        pub balance: Value,
        /// The part that a payment can spend now.
        pub spendable: Option<Value>,
        /// The parts of the balance.
        pub details: BtcLikeBalanceDetails,
    }

    /// The parts of a balance in base units.
    BtcLikeBalanceDetails {
        /// The amount in blocks.
        pub confirmed: String,
        /// The change by pending transactions.
        pub unconfirmed: String,
        /// The amount of immature coinbase outputs.
        pub immature: Option<String>,
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
        /// The transferred value.
        pub value: Value,
        /// The change of the balance, fees included.
        pub net: Value,
        /// The direction.
        pub direction: Direction,
        /// The number of confirmations; 0 while it is pending.
        pub confirmations: u64,
        /// The sender.
        pub from: String,
        /// The recipient.
        pub to: String,
        /// The status.
        pub status: Status,
        /// The transfers.
        pub actions: Vec<Action>,
        /// Hints that the transaction may be an attempt at fraud.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub flags: Vec<Flag>,
    }

    /// A transfer of a transaction.
    Action {
        /// Always `transfer`.
        pub r#type: String,
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

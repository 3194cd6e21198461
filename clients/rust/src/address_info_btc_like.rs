//! Address info of btc, ltc, bch and doge: balances and history.

use crate::batch::{BatchEntry, BatchResult, ErrorObject};
use crate::own_history::{BalanceHistoryResponse, StatementResponse};
use crate::wire::{
    AddressInfoRequest, Asset, Direction, ErrorCatalogue, Flag, Health, HealthRequest, RecipientResponse, Source,
    Status, Value,
};
use wallet_core::model::Network;

operations! {
    "address-info-btc-like";
    /// Returns balances and transactions of an address.
    Get "/api/{chain}" address_info(chain) query: AddressInfoRequest => <AddressInfoResponse>;
    /// Returns all addresses of an extended public key, with balances, unspent outputs and transactions.
    Post "/api/{chain}/xpub" extended_key_info(chain) body: ExtendedKeyRequest => <ExtendedKeyResponse>;
    /// Returns earlier payments to a recipient, and addresses that look like the recipient.
    Post "/api/{chain}/recipient" recipient(chain) body: RecipientRequest => <RecipientResponse>;
    /// Returns the confirmed balance over time.
    Post "/api/{chain}/balance-history" balance_history(chain) body: BalanceHistoryRequest => <BalanceHistoryResponse>;
    /// Returns a page of a statement.
    Post "/api/{chain}/statement" statement(chain) body: StatementRequest => <StatementResponse>;
    /// Returns balances and transactions of several addresses and extended keys, each with a separate error.
    Post "/api/batch" batch() body: BatchRequest => <BatchResponse>;
    /// Returns the state of the service.
    Get "/health" health() query: HealthRequest => <Health>;
    /// Returns the OpenAPI document.
    Get "/openapi.json" openapi() => flat<serde_json::Value>;
    /// Returns the error catalogue.
    Get "/errors.json" errors() => flat<ErrorCatalogue>;
}

requests! {
    /// The payer and the recipient of a payment. Either the address or the key is required.
    RecipientRequest {
        /// The address of the payer.
        pub address: Option<String>,
        /// The extended public key or the output descriptor of the payer.
        pub key: Option<String>,
        /// The address of the recipient.
        pub to: String,
        /// The network; `livenet` if absent.
        pub network: Option<Network>,
    }

    /// The owner and the times of balances. Either the address or the key is required.
    BalanceHistoryRequest {
        /// The address; absent with `key`.
        pub address: Option<String>,
        /// The extended public key or the output descriptor.
        pub key: Option<String>,
        /// The network; `livenet` if absent.
        pub network: Option<Network>,
        /// The start in Unix seconds; a day, 30 days or a year before the end if absent.
        pub from: Option<u64>,
        /// The end in Unix seconds; now if absent.
        pub to: Option<u64>,
        /// The distance of the points: `hour`, `day` or `month`.
        pub interval: String,
        /// The currency of the worth.
        pub currency: Option<String>,
    }

    /// The owner and the period of a statement. Either the address or the key is required.
    StatementRequest {
        /// The address; absent with `key`.
        pub address: Option<String>,
        /// The extended public key or the output descriptor.
        pub key: Option<String>,
        /// The network; `livenet` if absent.
        pub network: Option<Network>,
        /// The start in Unix seconds.
        pub from: u64,
        /// The end in Unix seconds, which is not part of the period.
        pub to: u64,
        /// The form of the rows: `json` or `csv`.
        pub format: String,
        /// The currency of prices and worths.
        pub currency: Option<String>,
        /// `nextCursor` of the previous page.
        pub cursor: Option<String>,
    }

    /// Addresses and extended keys on the chains of this family. At least one list has entries.
    BatchRequest {
        /// The network of all entries; `livenet` if absent.
        pub network: Option<Network>,
        /// The addresses, up to 50.
        #[builder(default)]
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub requests: Vec<BatchEntry>,
        /// The extended keys, up to 10.
        #[builder(default)]
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub keys: Vec<BatchKeyEntry>,
    }

    /// An extended public key, and the page of the history.
    BatchKeyEntry {
        /// The chain.
        pub chain: String,
        /// The extended public key, or an output descriptor. Never a private key.
        pub xpub: String,
        /// The maximum number of transactions, 0 to 200; 0 if absent.
        pub limit: Option<u32>,
        /// `nextCursor` of the previous page.
        pub cursor: Option<String>,
        /// The number of consecutive unused addresses that ends the search, 1 to 100; 20 if absent.
        pub gap: Option<u32>,
    }

    /// An extended public key and a page of the history.
    ExtendedKeyRequest {
        /// The extended public key, or an output descriptor. Never a private key.
        pub xpub: String,
        /// The network; `livenet` if absent.
        pub network: Option<Network>,
        /// The maximum number of transactions, 0 to 200.
        pub limit: Option<u32>,
        /// `nextCursor` of the previous page.
        pub cursor: Option<String>,
        /// The number of consecutive unused addresses that ends the search, 1 to 100; 20 if absent.
        pub gap: Option<u32>,
    }
}

responses! {
    /// The results of a batch.
    BatchResponse {
        /// The results of the addresses, in the order of the entries.
        pub results: Vec<BatchResult<AddressInfoResponse>>,
        /// The results of the extended keys, in the order of the entries.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub keys: Vec<BatchKeyResult>,
    }

    /// The result of an extended key: either `data` or `error`.
    BatchKeyResult {
        /// The chain of the entry.
        pub chain: String,
        /// The result, as of a single request.
        pub data: Option<ExtendedKeyResponse>,
        /// The error, as of a single request.
        pub error: Option<ErrorObject>,
    }

    /// All addresses of an extended public key.
    ExtendedKeyResponse {
        /// The chain.
        pub chain: String,
        /// The balances over all addresses.
        pub balances: Vec<BtcLikeBalance>,
        /// The addresses up to the gap after the last used addresses.
        pub addresses: Vec<ExtendedKeyAddress>,
        /// The next unused addresses.
        pub next: NextAddresses,
        /// The unspent outputs of all addresses.
        pub utxo: Vec<ExtendedKeyOutput>,
        /// The transactions from the view of the whole key, latest first.
        pub transactions: Vec<Transaction>,
        /// The cursor of the next page.
        pub next_cursor: Option<String>,
        /// The source of the data.
        pub source: Source,
    }

    /// An address of an extended public key.
    ExtendedKeyAddress {
        /// The address.
        pub address: String,
        /// The derivation path.
        pub path: String,
        /// True for an address for change.
        pub change: bool,
        /// True if the address has transactions.
        pub used: bool,
        /// The balance.
        pub balance: Value,
    }

    /// The next unused addresses of an extended public key.
    NextAddresses {
        /// The next address for a payment from others.
        pub receive: Option<String>,
        /// The next address for change.
        pub change: Option<String>,
    }

    /// An unspent output of an extended public key.
    ExtendedKeyOutput {
        /// The transaction that created the output.
        pub txid: String,
        /// The index of the output.
        pub vout: u32,
        /// The value in base units.
        pub value: String,
        /// The address that has the output.
        pub address: String,
        /// The derivation path of the address.
        pub path: String,
        /// The public key of the address in hex; of a taproot address the internal key.
        pub public_key: String,
        /// The number of confirmations; 0 while pending.
        pub confirmations: u32,
    }

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
        /// The block height; empty while pending.
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
        /// The number of confirmations; 0 while pending.
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

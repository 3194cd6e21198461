//! Address info of the EVM chains: balances of coins and tokens, and history.

use crate::batch::{BatchRequest, BatchResponse};
use crate::own_history::{BalanceHistoryRequest, BalanceHistoryResponse, StatementRequest, StatementResponse};
use crate::wire::{
    Asset, Balance, Direction, ErrorCatalogue, Flag, Health, HealthRequest, RecipientRequest, RecipientResponse,
    Source, Status, Value,
};
use wallet_core::model::Network;

operations! {
    "address-info-eth-like";
    /// Returns balances and transactions of an address.
    Get "/api/{chain}" address_info(chain) query: AddressInfoRequest => <AddressInfoResponse>;
    /// Returns the metadata of a token from its contract.
    Get "/api/{chain}/token" token(chain) query: TokenRequest => <TokenData>;
    /// Returns the rights of spenders to move assets of an address that are in force.
    Get "/api/{chain}/approvals" approvals(chain) query: OwnerRequest => <ApprovalsResponse>;
    /// Returns the non-fungible tokens that an address owns.
    Get "/api/{chain}/nfts" nfts(chain) query: OwnerRequest => <NftsResponse>;
    /// Returns earlier payments to a recipient, and addresses that look like the recipient.
    Post "/api/{chain}/recipient" recipient(chain) body: RecipientRequest => <RecipientResponse>;
    /// Returns the confirmed balance over time.
    Post "/api/{chain}/balance-history" balance_history(chain) body: BalanceHistoryRequest => <BalanceHistoryResponse>;
    /// Returns a page of a statement.
    Post "/api/{chain}/statement" statement(chain) body: StatementRequest => <StatementResponse>;
    /// Returns balances and transactions of several addresses, each with a separate error.
    Post "/api/batch" batch() body: BatchRequest<BatchEntry> => <BatchResponse<AddressInfoResponse>>;
    /// Returns the state of the service.
    Get "/health" health() query: HealthRequest => <Health>;
    /// Returns the OpenAPI document.
    Get "/openapi.json" openapi() => flat<serde_json::Value>;
    /// Returns the error catalogue.
    Get "/errors.json" errors() => flat<ErrorCatalogue>;
}

requests! {
    /// The page of an address's history, and tokens.
    AddressInfoRequest {
        /// The address.
        pub address: String,
        /// The network; `livenet` if absent.
        pub network: Option<Network>,
        /// The maximum number of transactions, 0 to 200.
        pub limit: Option<u32>,
        /// `nextCursor` of the previous page.
        pub cursor: Option<String>,
        /// Contracts of tokens whose balances are returned as well, up to 50 separated by commas.
        pub tokens: Option<String>,
    }

    /// An address, the page of the history, and tokens.
    BatchEntry {
        /// The chain.
        pub chain: String,
        /// The address.
        pub address: String,
        /// The maximum number of transactions, 0 to 200; 0 if absent.
        pub limit: Option<u32>,
        /// `nextCursor` of the previous page.
        pub cursor: Option<String>,
        /// Contracts of tokens whose balances are returned as well, up to 50.
        pub tokens: Option<Vec<String>>,
    }

    /// An owner, and the page of a list.
    OwnerRequest {
        /// The address of the owner.
        pub address: String,
        /// The network; `livenet` if absent.
        pub network: Option<Network>,
        /// `nextCursor` of the previous page.
        pub cursor: Option<String>,
    }

    /// The contract of a token.
    TokenRequest {
        /// The address of the contract.
        pub contract: String,
        /// The network; `livenet` if absent.
        pub network: Option<Network>,
    }
}

responses! {
    /// The metadata of a token, as returned by the contract. Every account can deploy a contract with any name.
    TokenData {
        /// The address of the contract with its checksum.
        pub contract: String,
        /// The name, empty if the contract has none.
        pub name: String,
        /// The ticker symbol, empty if the contract has none.
        pub ticker: String,
        /// The decimal places of the whole unit.
        pub decimals: u8,
        /// True if the token is in the asset list.
        pub listed: bool,
    }

    /// The rights of spenders to move assets of an address.
    ApprovalsResponse {
        /// The rights, last changed first.
        pub approvals: Vec<Approval>,
        /// The cursor of the next page.
        pub next_cursor: Option<String>,
        /// The source of the amounts.
        pub source: Source,
    }

    /// A right of a spender.
    Approval {
        /// `erc20`, `operator` or `permit2`.
        pub kind: String,
        /// The contract of the token or of the collection.
        pub token: String,
        /// True if the contract is not in the asset list.
        pub unlisted: Option<bool>,
        /// The name of an unlisted contract, which anyone can choose.
        pub name: Option<String>,
        /// The ticker of an unlisted contract, which anyone can choose.
        pub ticker: Option<String>,
        /// The spender or the operator.
        pub spender: String,
        /// The name of a spender that is the same contract on every chain.
        pub spender_name: Option<String>,
        /// The amount; absent for operators.
        pub amount: Option<Value>,
        /// True for an operator, and for an amount without an effective limit.
        pub unlimited: bool,
        /// The end of an allowance within Permit2 in Unix seconds.
        pub expires: Option<u64>,
        /// The last transaction that granted or changed the right.
        pub since: Since,
    }

    /// The transaction that granted or changed a right.
    Since {
        /// The hash of the transaction.
        pub txid: String,
        /// The block time in Unix seconds, if known.
        pub at: Option<u64>,
    }

    /// The non-fungible tokens of an address.
    NftsResponse {
        /// The tokens, last received first.
        pub nfts: Vec<Nft>,
        /// The cursor of the next page.
        pub next_cursor: Option<String>,
        /// The source of the owners.
        pub source: Source,
    }

    /// A non-fungible token of the address.
    Nft {
        /// The standard: `erc721` or `erc1155`.
        pub kind: String,
        /// The contract of the collection.
        pub contract: String,
        /// The id of the token.
        pub id: String,
        /// The amount that the address owns.
        pub amount: String,
        /// The name of the collection, which anyone can choose.
        pub collection: Option<String>,
        /// The URI of the metadata, which may be hostile.
        pub token_uri: Option<String>,
        /// True if the collection is not in the asset list.
        pub unlisted: bool,
        /// Hints that the token may be an attempt at fraud.
        pub flags: Vec<Flag>,
    }

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
        /// The hash of the transaction.
        pub txid: String,
        /// The block height; empty while pending.
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
        /// The number of confirmations; 0 while pending.
        pub confirmations: u64,
        /// The sender.
        pub from: String,
        /// The recipient, or the called contract.
        pub to: String,
        /// The status.
        pub status: Status,
        /// The transfers of coins and tokens.
        pub actions: Vec<Movement>,
        /// Hints that the transaction may be an attempt at fraud.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub flags: Vec<Flag>,
    }

    /// A transfer of a coin or a token. The last four fields are present for a token that is not in the asset list.
    Movement {
        /// The asset.
        pub asset: Asset,
        /// The value.
        pub value: Value,
        /// The sender.
        pub from: String,
        /// The recipient.
        pub to: String,
        /// True.
        pub unlisted: Option<bool>,
        /// The name, which anyone can choose.
        pub name: Option<String>,
        /// The ticker, which anyone can choose.
        pub ticker: Option<String>,
        /// The decimal places, as in `value`.
        pub decimals: Option<u8>,
    }
}

impl From<crate::wire::AddressInfoRequest> for AddressInfoRequest {
    fn from(request: crate::wire::AddressInfoRequest) -> Self {
        let crate::wire::AddressInfoRequest {
            address,
            network,
            limit,
            cursor,
        } = request;
        Self {
            address,
            network,
            limit,
            cursor,
            tokens: None,
        }
    }
}

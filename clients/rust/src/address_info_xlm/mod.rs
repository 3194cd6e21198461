//! Stellar address info: balances, reserves, claimable balances, history, account settings and open offers.

mod account;
mod action;

pub use account::{
    AccountFlags, AccountResponse, AccountSigner, AccountThresholds, OffersResponse, OpenOffer, SignerType,
};
pub use action::{Action, KnownAction, Revoked};

use crate::Network;
use crate::batch::{BatchRequest, BatchResponse};
use crate::own_history::{BalanceHistoryRequest, BalanceHistoryResponse, StatementRequest, StatementResponse};
use crate::wire::{
    AddressRequest, Asset, Balance, Direction, ErrorCatalogue, Flag, Health, HealthRequest, RecipientRequest,
    RecipientResponse, Source, Status, Value,
};

operations! {
    "address-info-xlm";
    /// Returns balances, reserves, claimable balances and transactions of an address.
    Get "/api/{chain}" address_info(chain) query: AddressInfoRequest => <AddressInfoResponse>;
    /// Returns the signers, thresholds, flags and data entries of an account.
    Get "/api/{chain}/account" account(chain) query: AddressRequest => <AccountResponse>;
    /// Returns the open offers of an account, or one by the id.
    Get "/api/{chain}/offers" offers(chain) query: OffersRequest => <OffersResponse>;
    /// Returns earlier payments to a recipient, and addresses that look like the recipient.
    Post "/api/{chain}/recipient" recipient(chain) body: RecipientRequest => <RecipientResponse>;
    /// Returns the confirmed balance over time.
    Post "/api/{chain}/balance-history" balance_history(chain) body: BalanceHistoryRequest => <BalanceHistoryResponse>;
    /// Returns a page of a statement.
    Post "/api/{chain}/statement" statement(chain) body: StatementRequest => <StatementResponse>;
    /// Returns balances, reserves, claimable balances and transactions of several addresses, each with a separate
    /// error.
    Post "/api/batch" batch() body: BatchRequest<BatchEntry> => <BatchResponse<AddressInfoResponse>>;
    /// Returns the state of the service.
    Get "/health" health() query: HealthRequest => <Health>;
    /// Returns the OpenAPI document.
    Get "/openapi.json" openapi() => flat<serde_json::Value>;
    /// Returns the error catalogue.
    Get "/errors.json" errors() => flat<ErrorCatalogue>;
}

requests! {
    /// The page of an address's history, and assets.
    AddressInfoRequest {
        /// The address of an account.
        pub address: String,
        /// The network; `livenet` if absent.
        pub network: Option<Network>,
        /// The maximum number of transactions, 0 to 200.
        pub limit: Option<u32>,
        /// `nextCursor` of the previous page.
        pub cursor: Option<String>,
        /// Assets whose balances are returned also without an index, up to 50 `CODE:ISSUER` separated by commas.
        pub assets: Option<String>,
        /// Contracts of the tokens (SEP-41) to return, up to 20 separated by commas.
        pub tokens: Option<String>,
    }

    /// An address, and the page of the offers or the id of an offer.
    OffersRequest {
        /// The address of an account.
        pub address: String,
        /// The network; `livenet` if absent.
        pub network: Option<Network>,
        /// The maximum number of offers, 0 to 200.
        pub limit: Option<u32>,
        /// `nextCursor` of the previous page.
        pub cursor: Option<String>,
        /// The id of the only offer to return, also without an index. Not together with `limit` and `cursor`.
        pub offer_id: Option<String>,
    }

    /// An address, the page of the history, and assets.
    BatchEntry {
        /// The chain, always `xlm`.
        pub chain: String,
        /// The address of an account.
        pub address: String,
        /// The maximum number of transactions, 0 to 200; 0 if absent.
        pub limit: Option<u32>,
        /// `nextCursor` of the previous page.
        pub cursor: Option<String>,
        /// Assets whose balances are returned also without an index, up to 50 `CODE:ISSUER`.
        pub assets: Option<Vec<String>>,
        /// Contracts of the tokens (SEP-41) to return, up to 20.
        pub tokens: Option<Vec<String>>,
    }
}

impl From<crate::wire::AddressInfoRequest> for AddressInfoRequest {
    fn from(request: crate::wire::AddressInfoRequest) -> Self {
        Self {
            address: request.address,
            network: request.network,
            limit: request.limit,
            cursor: request.cursor,
            assets: None,
            tokens: None,
        }
    }
}

text_enum! {
    /// The state of a claimable balance.
    ClaimState {
        /// The balance can no longer be claimed.
        Expired "expired",
        /// The balance can be claimed now.
        Claimable "claimable",
        /// The balance can be claimed later.
        Upcoming "upcoming",
    }
}

text_enum! {
    /// The reason for the missing balance of a token.
    TokenProblem {
        /// The contract returns no valid balance or decimals.
        NoToken "no-token",
        /// The account has no trustline of the asset.
        NotHeld "not-held",
        /// No upstream simulated the calls.
        Unavailable "unavailable",
    }
}

responses! {
    /// Balances, reserves and transactions of an address.
    AddressInfoResponse {
        /// The requested address.
        pub address: String,
        /// The chain.
        pub chain: String,
        /// The balances, the lumen first.
        pub balances: Vec<XlmBalance>,
        /// The transactions, latest first.
        pub transactions: Vec<XlmTransaction>,
        /// The cursor of the next page.
        pub next_cursor: Option<String>,
        /// True if the account exists.
        pub activated: bool,
        /// The reserves of the account.
        pub reserves: Reserves,
        /// The claimable balances with the address as a claimant.
        pub claimable_balances: Vec<ClaimableBalance>,
        /// The shares of liquidity pools.
        pub liquidity_pools: Vec<PoolShares>,
        /// The requested tokens of contracts; none if the request names none.
        #[serde(default)]
        pub tokens: Vec<TokenBalance>,
        /// The source of the data.
        pub source: Source,
    }

    /// The balance of a token of a contract.
    TokenBalance {
        /// The address of the contract.
        pub contract: String,
        /// The asset that the contract represents.
        pub asset: Option<Asset>,
        /// The code of the asset, or the symbol that the contract returns.
        pub symbol: Option<String>,
        /// The balance with the decimals of the contract.
        pub balance: Option<Value>,
        /// The reason for the missing balance.
        pub problem: Option<TokenProblem>,
    }

    /// The balance of an asset.
    XlmBalance {
        /// The asset.
        pub asset: Asset,
        /// The balance.
        pub balance: Value,
        /// The part that a payment can spend now.
        pub spendable: Option<Value>,
        /// The state of the trustline.
        pub details: BalanceDetails,
    }

    /// The state of a trustline. Amounts are in base units.
    BalanceDetails {
        /// The amount that open offers sell.
        pub selling_liabilities: String,
        /// The amount that open offers buy.
        pub buying_liabilities: String,
        /// The limit of the trustline.
        pub limit: Option<String>,
        /// True if the issuer authorized the trustline.
        pub authorized: Option<bool>,
        /// True if the trustline may keep offers.
        pub authorized_to_maintain_liabilities: Option<bool>,
        /// True if the issuer may take the asset back.
        pub clawback_enabled: Option<bool>,
        /// The account that pays the reserve.
        pub sponsor: Option<String>,
    }

    /// A transaction of an address.
    XlmTransaction {
        /// The transaction hash.
        pub txid: String,
        /// The ledger number.
        pub block: String,
        /// The time in Unix seconds.
        pub date: u64,
        /// The fee.
        pub fee: Value,
        /// The change of the lumens.
        pub value: Value,
        /// The change of the balance, fees included.
        pub net: Value,
        /// The direction.
        pub direction: Direction,
        /// The number of confirmations; 0 while pending.
        pub confirmations: u64,
        /// The source account.
        pub from: String,
        /// The recipient of the first payment; empty without a payment.
        pub to: String,
        /// The status.
        pub status: Status,
        /// The operations.
        pub actions: Vec<Action>,
        /// Hints that the transaction may be an attempt at fraud.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub flags: Vec<Flag>,
        /// The memo.
        pub memo: Option<Memo>,
        /// The intended operations of a failed transaction.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub failed_actions: Vec<Action>,
    }

    /// The memo of a transaction.
    Memo {
        /// The type: text, id, hash or return.
        pub r#type: String,
        /// The content.
        pub value: String,
        /// The bytes of a text that is not valid UTF-8, in hex.
        pub bytes: Option<String>,
    }

    /// The reserves of an account.
    Reserves {
        /// The base reserve of the network in stroops.
        pub base_reserve: String,
        /// The number of trustlines.
        pub trustlines_count: u64,
        /// The reserved lumens.
        pub reserved_balance: Balance,
    }

    /// A claimable balance.
    ClaimableBalance {
        /// The state.
        pub status: ClaimState,
        /// The asset.
        pub asset: Asset,
        /// The amount.
        pub balance: Value,
        /// The id.
        pub id: String,
        /// The creator.
        pub from: Option<String>,
        /// The claimant.
        pub to: String,
        /// The period of a claim.
        pub conditions: ClaimConditions,
    }

    /// A period in Unix seconds.
    #[derive(bon::Builder)]
    ClaimConditions {
        /// The start.
        pub valid_from: Option<u64>,
        /// The end.
        pub valid_to: Option<u64>,
    }

    /// Shares of a liquidity pool.
    PoolShares {
        /// The id of the pool.
        pub id: String,
        /// The shares.
        pub shares: Value,
    }
}

//! Records that several services use.

use serde::{Deserialize, Serialize};
use wallet_core::model::Network;

pub use crate::warning::{Warning, WarningCode};

text_enum! {
    /// The status of a transaction.
    Status {
        /// In no block yet.
        Pending "pending",
        /// In a block of the chain.
        Confirmed "confirmed",
        /// Failed in a block, or replaced.
        Rejected "rejected",
    }
}

text_enum! {
    /// The direction of a transaction from the view of an address.
    Direction {
        /// The address only received.
        In "in",
        /// The address paid a counterparty, or only a fee.
        Out "out",
        /// The address paid the same address only.
        Own "self",
    }
}

text_enum! {
    /// A hint that a transaction may be an attempt at fraud.
    Flag {
        /// The transaction moves a token that is not in the asset list.
        UnlistedToken "unlisted-token",
        /// A counterparty looks like a second counterparty.
        LookAlikeAddress "look-alike-address",
        /// The transaction pays an amount that is too small to be worth spending.
        Dust "dust",
    }
}

/// A coin, a token or an issued asset.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Asset {
    /// The coin of a chain.
    Coin {
        /// The chain of the coin.
        chain: String,
    },
    /// An ERC-20 token of an EVM chain.
    Erc20 {
        /// The chain of the token contract.
        chain: String,
        /// The contract with the checksum.
        contract: String,
    },
    /// An ERC-721 token, in the actions of a history.
    Erc721 {
        /// The chain of the collection.
        chain: String,
        /// The contract of the collection with the checksum.
        contract: String,
        /// The id of the token.
        id: String,
    },
    /// An amount of ERC-1155 tokens with the same id, in the actions of a history.
    Erc1155 {
        /// The chain of the collection.
        chain: String,
        /// The contract of the collection with the checksum.
        contract: String,
        /// The id of the tokens.
        id: String,
    },
    /// An issued asset on Stellar.
    XlmAsset {
        /// The chain, `xlm`.
        chain: String,
        /// The code of the asset, 1 to 12 characters.
        code: String,
        /// The account of the issuer, an address G….
        issuer: String,
    },
    /// A token of a contract on Stellar (SEP-41), in the actions of a history.
    XlmToken {
        /// The chain, `xlm`.
        chain: String,
        /// The contract, an address C….
        contract: String,
    },
}

responses! {
    /// A payment request as a URI.
    CreatePaymentRequestResponse {
        /// The URI, as in a link or QR code.
        pub uri: String,
    }

    /// The address of a name. Show the address with the name before a payment.
    ResolvedName {
        /// The name in the form in which it was resolved.
        pub name: String,
        /// The address on the chain and network of the request.
        pub address: String,
        /// The memo that a payment on Stellar requires.
        pub memo: Option<NameMemo>,
        /// The system of names: `ens`, `federation` or `bip353`.
        pub kind: String,
        /// True if a proof shows that the owner of the name has chosen the address.
        pub verified: bool,
        /// The time until which the address may be used, in Unix seconds.
        pub expires_at: Option<u64>,
        /// The warnings about the name.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub warnings: Vec<Warning>,
    }

    /// The memo of a name.
    NameMemo {
        /// The type of the memo: `text`, `id` or `hash`.
        #[serde(rename = "type")]
        pub kind: String,
        /// The content of the memo.
        pub value: String,
    }

    /// Earlier payments to a recipient, and addresses that look like the recipient.
    RecipientResponse {
        /// The number of transactions among the latest 200 of the payer that pay the recipient; absent without the history.
        pub paid_before: Option<u32>,
        /// The time of the latest such payment in Unix seconds.
        pub last_at: Option<u64>,
        /// The addresses that look like the recipient.
        pub look_alikes: Vec<LookAlike>,
        /// True if the recipient is an address of the payer.
        pub own: bool,
        /// The lists of the operator that contain the recipient.
        pub lists: Vec<RecipientList>,
        /// The warnings about the recipient.
        #[serde(default)]
        pub warnings: Vec<Warning>,
        /// The missing parts of the response.
        pub source: RecipientSource,
    }

    /// A list of the operator that contains a recipient.
    RecipientList {
        /// The name of the list.
        pub name: String,
        /// `warn` for a warning, `refuse` if the services estimate and hash no payment to the recipient.
        pub action: String,
    }

    /// An address that looks like the recipient.
    LookAlike {
        /// The address in its canonical form.
        pub address: String,
        /// `counterparty` for an address in the history, `own` for an address of the payer.
        pub kind: String,
        /// The time of the latest transaction with the counterparty in Unix seconds.
        pub at: Option<u64>,
    }

    /// The parts that no upstream has returned.
    RecipientSource {
        /// The names of the missing parts.
        #[serde(default)]
        pub partial: Vec<String>,
    }

    /// An amount of an asset.
    Value {
        /// The amount in base units, with a leading minus if negative.
        pub amount: String,
        /// The decimal places of the whole unit.
        pub decimals: u8,
    }

    /// The balance of an asset.
    Balance {
        /// The asset of the balance.
        pub asset: Asset,
        /// The balance with the decimals.
        pub balance: Value,
        /// The part that a payment can spend now.
        pub spendable: Option<Value>,
    }

    /// The errors of a service.
    ErrorCatalogue {
        /// The error codes that the operations of the service can return.
        pub errors: Vec<CatalogueItem>,
    }

    /// An error code of the services.
    CatalogueItem {
        /// The stable code, as in `error.code`.
        pub code: String,
        /// The HTTP status of the response.
        pub status: u16,
        /// True if the same request may succeed later.
        pub retriable: bool,
        /// The meaning in one sentence.
        pub meaning: String,
        /// The entries that `details` can contain.
        pub details: Vec<CatalogueDetail>,
        /// The recommended reaction of a client.
        pub action: String,
        /// The ids of the operations that can return the code.
        pub operations: Vec<String>,
    }

    /// An entry of `details`.
    CatalogueDetail {
        /// The name of the entry.
        pub name: String,
        /// The type: `amount` for a decimal number in a string.
        pub r#type: String,
        /// True if every error with the code has the entry.
        pub always: bool,
        /// The meaning in one sentence.
        pub meaning: String,
    }

    /// The source of a response.
    Source {
        /// The kind of the upstream.
        pub upstream: String,
        /// The block height or ledger number of the data.
        pub block: String,
        /// The missing parts of the response.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub partial: Vec<String>,
    }

    /// A value per fee mode: slow ≤ normal ≤ fast.
    FeeSet {
        /// The value for later blocks.
        pub slow: String,
        /// The value for the next blocks.
        pub normal: String,
        /// The value for the next block.
        pub fast: String,
    }

    /// The state of a service.
    Health {
        /// `ok`, or `degraded` if an upstream is down, behind or paused.
        pub status: String,
        /// The name of the service.
        pub service: String,
        /// The version of the service.
        pub version: String,
        /// The upstreams; present with `deep`.
        pub upstreams: Option<Vec<UpstreamStatus>>,
    }

    /// The state of an upstream.
    UpstreamStatus {
        /// The chain, for example `btc`.
        pub chain: String,
        /// The network: `livenet` or `testnet`.
        pub network: String,
        /// The protocol of the upstream.
        pub kind: String,
        /// The host, without path and key.
        pub host: String,
        /// The state.
        pub state: String,
        /// The height of the latest block.
        pub height: Option<u64>,
        /// The number of missing blocks.
        pub lag: Option<u64>,
        /// The seconds since the latest block.
        pub age: Option<u64>,
    }

    /// The address of a public key.
    GetAddressResponse {
        /// The address in the canonical form.
        pub address: String,
    }

    /// A transaction with its signatures.
    AttachSignatureResponse {
        /// The transaction: hex, or XDR in base64 on Stellar.
        pub txdata: String,
    }

    /// A transaction that was sent.
    SendResponse {
        /// The hash of the transaction.
        pub txid: String,
    }
}

requests! {
    /// The page of an address's history.
    AddressInfoRequest {
        /// The address with the history.
        pub address: String,
        /// The network; `livenet` if absent.
        pub network: Option<Network>,
        /// The maximum number of transactions, 0 to 200.
        pub limit: Option<u32>,
        /// `nextCursor` of the previous page.
        pub cursor: Option<String>,
    }

    /// The payer and the recipient of a payment.
    RecipientRequest {
        /// The address of the payer.
        pub address: String,
        /// The address of the recipient.
        pub to: String,
        /// The network; `livenet` if absent.
        pub network: Option<Network>,
    }

    /// A payment request as a URI.
    ParsePaymentRequest {
        /// The URI, as in a link or QR code.
        pub uri: String,
        /// The network; `livenet` if absent.
        pub network: Option<Network>,
    }

    /// A name to resolve.
    ResolveNameRequest {
        /// The name of the recipient.
        pub name: String,
        /// The network; `livenet` if absent.
        pub network: Option<Network>,
    }

    /// The detail of the health.
    HealthRequest {
        /// True to include the upstreams, which requires the permission `read`.
        pub deep: Option<bool>,
    }

    /// The network of a request.
    NetworkRequest {
        /// The network; `livenet` if absent.
        pub network: Option<Network>,
    }

    /// An address on a network.
    AddressRequest {
        /// The address.
        pub address: String,
        /// The network; `livenet` if absent.
        pub network: Option<Network>,
    }

    /// A transaction on a network.
    TransactionStatusRequest {
        /// The hash of the transaction.
        pub txid: String,
        /// The network; `livenet` if absent.
        pub network: Option<Network>,
    }

    /// A transaction to decode, in either field.
    ParseRequest {
        /// The transaction, signed or unsigned.
        pub txdata: Option<String>,
        /// The transaction, under the name in get-hash on Stellar.
        pub unsigned_message: Option<String>,
        /// The network; `livenet` if absent.
        pub network: Option<Network>,
        /// Outputs that the transaction spends, on btc-like chains: with `addresses` the response has `net`.
        pub utxo: Option<Vec<SpentOutput>>,
        /// Own addresses, on btc-like chains.
        pub addresses: Option<Vec<String>>,
    }

    /// An output that a transaction may spend.
    SpentOutput {
        /// The transaction that created the output.
        pub txid: String,
        /// The index of the output.
        pub vout: u32,
        /// The value in base units.
        pub value: String,
        /// The address of the owner; absent for an output without an address.
        pub address: Option<String>,
    }

    /// A transaction to send.
    SendRequest {
        /// The transaction with its signatures.
        pub txdata: String,
        /// The network; `livenet` if absent. On Stellar detected if absent.
        pub network: Option<Network>,
    }
}

impl FeeSet {
    /// Returns the value of a mode.
    pub fn of(&self, mode: FeeMode) -> &str {
        match mode {
            FeeMode::Slow => &self.slow,
            FeeMode::Normal => &self.normal,
            FeeMode::Fast => &self.fast,
        }
    }
}

/// The urgency of a transaction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FeeMode {
    /// A price for later blocks.
    Slow,
    /// A price for the next blocks.
    #[default]
    Normal,
    /// A price for the next block.
    Fast,
}

//! `/api/transaction`

use crate::Network;
use crate::wire::{AttachSignatureResponse, ParseRequest, SendRequest, SendResponse, Source, Status, Value, Warning};

operations! {
    "blockchain-connector-eth-like";
    /// Returns the hash to sign of a transaction.
    Post "/api/transaction/get-hash/{chain}" get_hash(chain) body: GetHashRequest => <GetHashResponse>;
    /// Verifies the signature and returns the signed transaction.
    Post "/api/transaction/attach-signature/{chain}" attach_signature(chain) body: AttachSignatureRequest
        => <AttachSignatureResponse>;
    /// Broadcasts a signed transaction. The same bytes may be sent again.
    Post "/api/transaction/send/{chain}" send(chain) body: SendRequest => <SendResponse>;
    /// Decodes a transaction.
    Post "/api/transaction/parse/{chain}" parse(chain) body: ParseRequest => <ParseResponse>;
    /// Simulates a transaction on the latest block.
    Post "/api/transaction/preview/{chain}" preview(chain) body: PreviewRequest => <PreviewResponse>;
    /// Returns the status of a transaction.
    Get "/api/transaction/status/{chain}" status(chain) query: TransactionStatusRequest
        => <TransactionStatusResponse>;
}

requests! {
    /// A transaction on a network, with sender and nonce.
    TransactionStatusRequest {
        /// The transaction hash.
        pub txid: String,
        /// The sender, with `nonce`: by both a replaced transaction is recognised.
        pub address: Option<String>,
        /// The nonce.
        pub nonce: Option<String>,
        /// The network; `livenet` if absent.
        pub network: Option<Network>,
    }
}

requests! {
    /// A transaction to simulate: `txdata`, or the parts.
    PreviewRequest {
        /// The transaction in hex, signed or unsigned.
        pub txdata: Option<String>,
        /// The network; `livenet` if absent.
        pub network: Option<Network>,
        /// The sender; required unless `txdata` is signed.
        pub from: Option<String>,
        /// The recipient or the called contract.
        pub to: Option<String>,
        /// The amount in wei.
        pub value: Option<String>,
        /// The calldata in hex.
        pub data: Option<String>,
    }
}

/// Declares requests with the fields of a transaction.
macro_rules! transactions {
    ($($(#[$meta:meta])* $name:ident { $($fields:tt)* })*) => {
        requests! {$(
            $(#[$meta])*
            $name {
                /// The sender's public key in hex.
                pub public_key: String,
                /// The network; `livenet` if absent.
                pub network: Option<Network>,
                /// The recipient or the called contract; `None` deploys a contract.
                #[serialize_always]
                pub to: Option<String>,
                /// The amount in wei.
                pub amount: String,
                /// The maximum fee in wei: the gas limit times the price.
                pub fee: String,
                /// The gas limit.
                pub gas_limit: String,
                /// The price of a legacy transaction.
                pub gas_price: Option<String>,
                /// The maximum price of an EIP-1559 transaction.
                pub max_fee_per_gas: Option<String>,
                /// The tip of an EIP-1559 transaction.
                pub max_priority_fee_per_gas: Option<String>,
                /// The nonce.
                pub nonce: u64,
                /// The calldata in hex, or empty.
                pub data: String,
                $($fields)*
            }
        )*}
    };
}

transactions! {
    /// A transaction.
    GetHashRequest {}

    /// A transaction with its signature.
    AttachSignatureRequest {
        /// The signature.
        pub signature: Signature,
    }
}

requests! {
    /// An ECDSA signature.
    Signature {
        /// r in hex.
        pub r: String,
        /// s in hex.
        pub s: String,
        /// The recovery id, 0 or 1.
        pub recovery: Option<u8>,
        /// The recovery id in a second form, instead of `recovery`.
        pub v: Option<u64>,
    }
}

responses! {
    /// The hash to sign.
    GetHashResponse {
        /// The hash: `0x` and 64 hex digits.
        pub hash: String,
        /// Warnings about the transaction.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub warnings: Vec<Warning>,
    }

    /// The status of a transaction.
    TransactionStatusResponse {
        /// The transaction hash.
        pub txid: String,
        /// The status.
        pub status: Status,
        /// The transaction with the same nonce.
        pub replaced_by: Option<String>,
        /// The number of blocks since.
        pub confirmations: u64,
        /// The block height; empty while pending.
        pub block: String,
        /// The time in Unix seconds.
        pub date: u64,
    }

    /// The contents of a transaction.
    ParseResponse {
        /// The transaction hash; present if the transaction is signed.
        pub txid: Option<String>,
        /// True if the transaction is signed.
        pub signed: bool,
        /// The signer; empty for an unsigned transaction.
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
        /// The nonce.
        pub nonce: u64,
        /// The calldata in hex.
        pub data: String,
        /// The deployed contract.
        pub contract: Option<String>,
        /// The ERC-20 transfer or approval in the calldata.
        pub token: Option<TokenCall>,
        /// The transfers and approvals of tokens in the calldata, and all calls of a wrapper.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub calls: Vec<NamedCall>,
        /// Warnings about the transaction.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub warnings: Vec<Warning>,
        /// The access list (EIP-2930).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub access_list: Vec<AccessListItem>,
    }

    /// The effects of a transaction.
    PreviewResponse {
        /// `success`, `reverted`, or `unknown` if no upstream can simulate.
        pub outcome: String,
        /// The reason of a reverted transaction.
        pub reason: Option<RevertReason>,
        /// The return data of a reverted transaction in hex.
        pub revert_data: Option<String>,
        /// The changes of balances, the changes of the sender first.
        pub changes: Vec<PreviewChange>,
        /// The approvals, the approvals of the sender first.
        pub approvals: Vec<PreviewApproval>,
        /// The calls in the calldata of an unknown outcome.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub calls: Vec<NamedCall>,
        /// The gas that the execution uses.
        pub gas_used: Option<String>,
        /// The fee of the transaction.
        pub fee: Option<Value>,
        /// The fee for the data on L1.
        pub l1_fee: Option<Value>,
        /// The contract that `txdata` deploys.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub created: Vec<String>,
        /// Warnings about the transaction.
        pub warnings: Vec<Warning>,
        /// The upstream, the block, and what is missing.
        pub source: Source,
    }

    /// A change of a balance.
    PreviewChange {
        /// The holder of the balance.
        pub address: String,
        /// `coin`, `erc20`, `erc721` or `erc1155`.
        pub kind: String,
        /// The contract of a token.
        pub contract: Option<String>,
        /// The id of an ERC-721 or ERC-1155 token.
        pub id: Option<String>,
        /// The change, with a leading minus if the funds leave the address.
        pub delta: Value,
        /// The name that the contract returns, which anyone can choose.
        pub name: Option<String>,
        /// The ticker that the contract returns, which anyone can choose.
        pub ticker: Option<String>,
        /// True if the contract is not in the asset list.
        pub unlisted: Option<bool>,
    }

    /// An approval that a transaction sets.
    PreviewApproval {
        /// `erc20`, `erc721`, `operator` or `permit2`.
        pub kind: String,
        /// The contract of the tokens.
        pub token: String,
        /// The id of an ERC-721 token.
        pub id: Option<String>,
        /// The owner of the tokens.
        pub owner: String,
        /// The address that may withdraw.
        pub spender: String,
        /// The value before, if it is known.
        pub before: Option<String>,
        /// The value after the transaction.
        pub after: String,
        /// True if the spender may withdraw all tokens.
        pub unlimited: bool,
    }

    /// The reason of a reverted transaction.
    RevertReason {
        /// The text of the contract, or the name of the error.
        pub text: String,
        /// The error, if it is known.
        pub error: Option<RevertError>,
    }

    /// A known error of a contract.
    RevertError {
        /// The name of the error.
        pub name: String,
        /// The arguments as text.
        pub arguments: Vec<String>,
    }

    /// An ERC-20 transfer or approval.
    TokenCall {
        /// `transfer` or `approve`.
        pub method: String,
        /// The recipient or spender.
        pub to: String,
        /// The amount in base units of the token.
        pub amount: String,
    }

    /// A call of a token contract, or an unknown call in a wrapper.
    NamedCall {
        /// The called function, or `unknown`.
        pub method: String,
        /// The called contract.
        pub contract: String,
        /// The token contract of a call of Permit2.
        pub token: Option<String>,
        /// The first four bytes of the calldata in hex.
        pub selector: Option<String>,
        /// The innermost wrapper that contains the call.
        pub wrapper: Option<String>,
        /// The owner of the tokens.
        pub from: Option<String>,
        /// The recipient or spender.
        pub to: Option<String>,
        /// The amount in base units, or the id of an ERC-721 token.
        pub amount: Option<String>,
        /// True if an operator may withdraw all tokens.
        pub approved: Option<bool>,
        /// The time in Unix seconds until which a permit is valid.
        pub deadline: Option<String>,
        /// The time in Unix seconds at which an allowance within Permit2 ends.
        pub expiration: Option<String>,
        /// True if the calldata are not exactly the encoding of the arguments.
        pub trailing_data: Option<bool>,
        /// The tokens of an ERC-721 or ERC-1155 transfer.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub tokens: Vec<TokenAmount>,
    }

    /// An amount of tokens with the same id.
    TokenAmount {
        /// The id.
        pub id: String,
        /// The amount.
        pub amount: String,
    }

    /// An entry of an access list.
    AccessListItem {
        /// The address.
        pub address: String,
        /// The storage slots.
        pub storage_keys: Vec<String>,
    }
}

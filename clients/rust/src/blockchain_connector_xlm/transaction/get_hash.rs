//! `/api/transaction/get-hash`

use crate::Network;
use crate::blockchain_connector_xlm::XlmAsset;
use crate::blockchain_connector_xlm::operation::Operation;
use crate::wire::Warning;

operations! {
    "blockchain-connector-xlm";
    /// Builds a payment.
    Post "/api/transaction/get-hash/{chain}/transfer" transfer(chain) body: TransferRequest => <GetHashResponse>;
    /// Builds a change of a trustline.
    Post "/api/transaction/get-hash/{chain}/add-trustline" add_trustline(chain) body: AddTrustlineRequest
        => <GetHashResponse>;
    /// Builds the claim of a claimable balance.
    Post "/api/transaction/get-hash/{chain}/claimable-balance" claimable_balance(chain) body: ClaimableBalanceRequest
        => <GetHashResponse>;
    /// Builds a transaction of operations.
    Post "/api/transaction/get-hash/{chain}/multi-operations" multi_operations(chain) body: MultiOperationsRequest
        => <GetHashResponse>;
    /// Builds a fee bump of a signed transaction.
    Post "/api/transaction/get-hash/{chain}/fee-bump" fee_bump(chain) body: FeeBumpRequest => <GetHashResponse>;
}

responses! {
    /// A transaction to sign.
    GetHashResponse {
        /// The transaction without signatures: XDR in base64.
        pub unsigned_message: String,
        /// The hash to sign: 64 hex digits.
        pub hash: String,
        /// Warnings about the transaction.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub warnings: Vec<Warning>,
    }
}

/// Declares requests with the fields that all transactions have.
macro_rules! terms {
    ($($(#[$meta:meta])* $name:ident { $($fields:tt)* })*) => {
        requests! {$(
            $(#[$meta])*
            $name {
                /// The public key of the source account: 64 hex digits, or the address.
                pub public_key: String,
                /// The network; `livenet` if absent.
                pub network: Option<Network>,
                $($fields)*
                /// The maximum fee of the transaction in stroops.
                pub fee: String,
                /// The memo.
                pub memo: Option<String>,
                /// The type of the memo: text, id, hash or return; text if absent.
                pub memo_type: Option<String>,
                /// The seconds within which a ledger can include the transaction; 600 if absent.
                pub timeout: Option<u64>,
                /// The sequence number; the next if absent.
                pub sequence: Option<String>,
            }
        )*}
    };
}

terms! {
    /// A payment.
    TransferRequest {
        /// The recipient.
        pub to: String,
        /// The amount in base units.
        pub amount: String,
        /// The asset; the lumen if absent.
        pub asset: Option<XlmAsset>,
    }

    /// A change of a trustline.
    AddTrustlineRequest {
        /// The limit in base units; the maximum if absent. `0` deletes the trustline.
        pub amount: Option<String>,
        /// The asset.
        pub asset: Option<XlmAsset>,
        /// A claimable balance to claim, instead of an asset.
        pub claimable_balance_id: Option<String>,
    }

    /// The claim of a claimable balance.
    ClaimableBalanceRequest {
        /// The id of the claimable balance.
        pub claimable_balance_id: String,
    }

    /// A transaction of operations.
    MultiOperationsRequest {
        /// The operations, 1 to 100.
        pub operations: Vec<Operation>,
    }
}

requests! {
    /// A signed transaction with a different fee.
    FeeBumpRequest {
        /// The public key of the account that pays the fee.
        pub public_key: String,
        /// The network; `livenet` if absent.
        pub network: Option<Network>,
        /// The signed transaction.
        pub txdata: String,
        /// The maximum fee in stroops.
        pub fee: String,
    }
}

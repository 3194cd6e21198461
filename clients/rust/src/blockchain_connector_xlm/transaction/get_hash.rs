//! `/api/transaction/get-hash`

use crate::Network;
use crate::blockchain_connector_xlm::XlmAsset;
use crate::blockchain_connector_xlm::contract::{Authorization, ContractValue};
use crate::blockchain_connector_xlm::operation::Operation;
use crate::wire::{Asset, Value, Warning};

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
    /// Simulates and builds the call of a contract.
    Post "/api/transaction/get-hash/{chain}/contract-call" contract_call(chain) body: ContractCallRequest
        => <ContractCallResponse>;
    /// Simulates and builds the transfer of a token.
    Post "/api/transaction/get-hash/{chain}/token-transfer" token_transfer(chain) body: TokenTransferRequest
        => <TokenTransferResponse>;
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

responses! {
    /// A contract call to sign, with the outcome of the simulation.
    ContractCallResponse {
        /// The transaction without signatures: XDR in base64.
        pub unsigned_message: String,
        /// The hash to sign: 64 hex digits.
        pub hash: String,
        /// Warnings about the transaction.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub warnings: Vec<Warning>,
        /// The maximum fee in stroops.
        pub fee: String,
        /// The fee of the resources in stroops.
        pub resource_fee: String,
        /// The result of the simulated call, with the type.
        pub result: ContractValue,
        /// The calls that the signature authorizes in the name of the account.
        pub authorizations: Vec<Authorization>,
    }

    /// A transfer of a token to sign, with the outcome of the simulation.
    TokenTransferResponse {
        /// The call of the contract.
        #[serde(flatten)]
        pub call: ContractCallResponse,
        /// The amount with the decimal places of the token.
        pub amount: Value,
        /// The asset, if the contract is that of an asset.
        pub asset: Option<Asset>,
    }
}

requests! {
    /// The call of a function of a contract.
    ContractCallRequest {
        /// The account that calls the contract.
        pub address: String,
        /// The network; `livenet` if absent.
        pub network: Option<Network>,
        /// The address of the contract.
        pub contract: String,
        /// The name of the function.
        pub function: String,
        /// The arguments with their types: `{ "type": "i128", "value": "5" }`.
        pub arguments: Vec<ContractValue>,
        /// The maximum fee of the transaction in stroops.
        pub fee: Option<String>,
        /// The seconds within which a ledger can include the transaction; 600 if absent.
        pub timeout: Option<u64>,
        /// The sequence number; the next if absent.
        pub sequence: Option<String>,
    }

    /// A transfer of a token.
    TokenTransferRequest {
        /// The sender.
        pub address: String,
        /// The network; `livenet` if absent.
        pub network: Option<Network>,
        /// The address of the contract of the token.
        pub contract: String,
        /// The recipient: an account or a contract.
        pub to: String,
        /// The amount in base units of the token.
        pub amount: String,
        /// The maximum fee of the transaction in stroops.
        pub fee: Option<String>,
        /// The seconds within which a ledger can include the transaction; 600 if absent.
        pub timeout: Option<u64>,
        /// The sequence number; the next if absent.
        pub sequence: Option<String>,
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

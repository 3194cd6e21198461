//! `/api/transaction/preview`

use crate::Network;
use crate::blockchain_connector_xlm::contract::Authorization;
use crate::wire::{Asset, Value, Warning};

requests! {
    /// A transaction to preview.
    PreviewRequest {
        /// The transaction, signed or unsigned: XDR in base64.
        pub transaction: String,
        /// The network; `livenet` if absent.
        pub network: Option<Network>,
    }
}

responses! {
    /// The effects of a transaction in the next ledger.
    PreviewResponse {
        /// `success`, `reverted` or `unknown`.
        pub outcome: String,
        /// The reason of a failure.
        pub reason: Option<PreviewReason>,
        /// The first operation that fails.
        pub failed_operation: Option<FailedOperation>,
        /// The changes of balances by the operations, without the fee.
        pub changes: Vec<PreviewChange>,
        /// The approvals of spenders that a called contract reports.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub approvals: Vec<PreviewApproval>,
        /// The accounts that the transaction creates.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub created: Vec<String>,
        /// The fee at the minimum rate.
        pub fee: Value,
        /// The maximum fee of the transaction.
        pub max_fee: Value,
        /// The fee of the resources of a contract call, a part of both fees.
        pub resource_fee: Option<Value>,
        /// The calls that a simulated contract requires the signers to authorize.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub authorizations: Vec<Authorization>,
        /// The account that pays the fee.
        pub fee_payer: String,
        /// Warnings about the transaction.
        pub warnings: Vec<Warning>,
        /// The source of the facts.
        pub source: PreviewSource,
    }

    /// The reason of a failure.
    PreviewReason {
        /// One sentence of plain text.
        pub text: String,
        /// The result code of the transaction.
        pub code: String,
    }

    /// An operation that fails.
    FailedOperation {
        /// The index in the transaction.
        pub index: u64,
        /// The type of the operation.
        pub r#type: String,
        /// The result code of the operation.
        pub code: String,
    }

    /// A change of a balance.
    PreviewChange {
        /// The account of the changed balance.
        pub address: String,
        /// The kind: `coin` or `asset`.
        pub kind: String,
        /// The asset of the changed balance.
        pub asset: Asset,
        /// The change, negative if the account pays.
        pub delta: Value,
        /// The direction of the limit if only a limit is known: `atMost` or `atLeast`.
        pub bound: Option<String>,
    }

    /// The approval of a spender of a token.
    PreviewApproval {
        /// The standard of the token: `sep41`.
        pub kind: String,
        /// The contract of the token.
        pub token: String,
        /// The asset, if the contract is that of an asset.
        pub asset: Option<Asset>,
        /// The owner of the tokens.
        pub owner: String,
        /// The account or the contract that may withdraw.
        pub spender: String,
        /// The amount that the spender may withdraw before the transaction, in the base unit of the token.
        pub before: Option<String>,
        /// The amount that the spender may withdraw, in the base unit of the token.
        pub after: String,
        /// The last ledger in which the spender may withdraw.
        pub expiration_ledger: u32,
        /// True if the spender may withdraw all tokens.
        pub unlimited: bool,
    }

    /// The source of the facts of a preview.
    PreviewSource {
        /// The protocol of the upstreams.
        pub upstream: String,
        /// The sequence number of the latest ledger.
        pub block: String,
        /// The facts that the preview lacks.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub partial: Vec<String>,
    }
}

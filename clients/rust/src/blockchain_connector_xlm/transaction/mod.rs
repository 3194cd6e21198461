//! `/api/transaction`

pub mod get_hash;
pub mod preview;

use super::operation::ParsedOperation;
use crate::Network;
use crate::wire::{
    Asset, AttachSignatureResponse, ParseRequest, SendRequest, SendResponse, Status, TransactionStatusRequest, Warning,
};

operations! {
    "blockchain-connector-xlm";
    /// Verifies a signature and adds the signature to a transaction.
    Post "/api/transaction/attach-signature/{chain}" attach_signature(chain) body: AttachSignatureRequest
        => <AttachSignatureResponse>;
    /// Submits a signed transaction. The same bytes may be sent again.
    Post "/api/transaction/send/{chain}" send(chain) body: SendRequest => <SendResponse>;
    /// Decodes a transaction.
    Post "/api/transaction/parse/{chain}" parse(chain) body: ParseRequest => <ParseResponse>;
    /// Returns the effects of a transaction in the next ledger.
    Post "/api/transaction/preview/{chain}" preview(chain) body: preview::PreviewRequest => <preview::PreviewResponse>;
    /// Returns the status of a transaction.
    Get "/api/transaction/status/{chain}" status(chain) query: TransactionStatusRequest
        => <TransactionStatusResponse>;
}

requests! {
    /// A transaction with a signature to add.
    AttachSignatureRequest {
        /// The public key of the signer: 64 hex digits, or its address.
        pub public_key: String,
        /// The network; `livenet` if absent.
        pub network: Option<Network>,
        /// The transaction, with or without further signatures.
        pub unsigned_message: String,
        /// The signature.
        pub signature: Signature,
    }

    /// An Ed25519 signature.
    Signature {
        /// The second half in hex.
        pub s: String,
        /// The first half in hex.
        #[serde(rename = "R")]
        pub r: String,
    }
}

responses! {
    /// The status of a transaction.
    TransactionStatusResponse {
        /// The transaction hash.
        pub txid: String,
        /// The status.
        pub status: Status,
        /// The number of ledgers since.
        pub confirmations: u64,
        /// The ledger number; empty while pending.
        pub block: String,
        /// The time in Unix seconds.
        pub date: u64,
    }

    /// The contents of a transaction.
    ParseResponse {
        /// The transaction hash.
        pub txid: String,
        /// True if the transaction has a signature.
        pub signed: bool,
        /// The number of signatures.
        pub signatures: u64,
        /// The source account.
        pub from: String,
        /// The recipient of the first payment; empty without a payment.
        pub to: String,
        /// The amount of the first payment.
        pub amount: String,
        /// The asset of the first payment.
        pub asset: Option<Asset>,
        /// The maximum fee in stroops.
        pub fee: String,
        /// The account that pays the fee, of a fee bump.
        pub fee_source: Option<String>,
        /// The sequence number.
        pub sequence: String,
        /// The memo.
        pub memo: Option<String>,
        /// The type of the memo.
        pub memo_type: Option<String>,
        /// The earliest time in Unix seconds; 0 for none.
        pub valid_from: u64,
        /// The latest time in Unix seconds; 0 for none.
        pub valid_until: u64,
        /// The operations.
        pub operations: Vec<ParsedOperation>,
        /// The ids of the claimable balances that the transaction creates.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub claimable_balance_ids: Vec<String>,
        /// Notes on the meaning of fields.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub notes: Vec<Note>,
        /// Warnings about the transaction.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub warnings: Vec<Warning>,
    }

    /// A note on a field.
    Note {
        /// The path of the field.
        pub field: String,
        /// The note.
        pub message: String,
    }
}

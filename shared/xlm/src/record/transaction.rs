//! A transaction in the history of a Stellar account.

use super::XlmAction;
use serde::Serialize;
use utoipa::ToSchema;
use wallet_core::model::Transaction;

/// A transaction in the history of an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct XlmTransaction {
    /// The transaction.
    #[serde(flatten)]
    pub transaction: Transaction<XlmAction>,
    /// The memo. Absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = MemoRecord, required = false)]
    pub memo: Option<MemoRecord>,
    /// The actions that a failed transaction would have had. Amounts that depend on its success have their bound:
    /// the maximum sent amount or the minimum received amount of a path payment. Absent if the transaction
    /// succeeded.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub failed_actions: Vec<XlmAction>,
}

/// A memo, by which the recipient may identify the payment (docs/decisions/0917).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = XlmMemo)]
pub struct MemoRecord {
    /// The type of the memo: `text`, `id`, `hash` or `return`.
    #[serde(rename = "type")]
    #[schema(pattern = "^(text|id|hash|return)$", example = "id")]
    pub kind: &'static str,
    /// The text, the number in decimal digits, or the hash in 64 hex digits. Bytes of a text that are not valid
    /// UTF-8 are replaced by U+FFFD.
    #[schema(example = "77001")]
    pub value: String,
    /// The bytes of a text in hex digits. Absent if the text is valid UTF-8.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(pattern = "^([0-9a-f]{2}){1,28}$", example = "d1")]
    pub bytes: Option<String>,
}

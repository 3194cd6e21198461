//! The response of parse.

use serde::Serialize;
use utoipa::ToSchema;
use wallet_core::model::Network;
use wallet_core::wire::{Warning, XlmAddressText, XlmBalanceIdText, XlmMemoText, XlmTxidText};
use wallet_xlm::contract::ContractCall;
use wallet_xlm::operation::schema::AnyAsset;
use wallet_xlm::operation::{Operation, OperationPayment, memo_recipients};
use wallet_xlm::{AccountId, Asset, DecodedOperation, DecodedTransaction, Envelope, MemoList, MemoType, MuxedAccount};

/// The content of a transaction.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ParseResponse)]
pub struct Response {
    /// The transaction id: the hash to sign.
    txid: XlmTxidText,
    /// True if the transaction has signatures. They are not verified, since only the network knows the valid
    /// signers.
    #[schema(example = true)]
    signed: bool,
    /// The number of signatures.
    #[schema(example = 1)]
    signatures: usize,
    /// The source account: G… or M….
    from: XlmAddressText,
    /// The recipient of the first operation that pays an account. Empty if no operation does.
    #[schema(example = "GBZXN7PIRZGNMHGA7MUUUF4GWPY5AYPV6LY4UV2GL6VJGIQRXFDNMADI")]
    to: String,
    /// The received amount, in stroops. For a path payment with a fixed sent amount, the minimum. 0 if no account
    /// is payment. Empty for a merge, which transfers the whole balance.
    #[schema(pattern = "^([0-9]+)?$", example = "25000000")]
    amount: String,
    /// The received asset: the coin or an issued asset. Absent if no account is payment.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = AnyAsset, required = false)]
    asset: Option<Asset>,
    /// The maximum fee, in stroops.
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "50100")]
    fee: String,
    /// The account that pays the fee. Present for fee bumps only.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "GBZXN7PIRZGNMHGA7MUUUF4GWPY5AYPV6LY4UV2GL6VJGIQRXFDNMADI")]
    fee_source: Option<String>,
    /// The sequence number, which is one above that of the account before the transaction.
    #[schema(pattern = "^-?[0-9]+$", example = "128920000000008")]
    sequence: String,
    /// The memo, if present.
    #[serde(skip_serializing_if = "Option::is_none")]
    memo: Option<XlmMemoText>,
    /// The type of the memo, if present.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(pattern = "^(text|id|hash|return)$", example = "text")]
    memo_type: Option<&'static str>,
    /// The Unix time in seconds from which the transaction is valid; 0 for no limit.
    #[schema(example = 0)]
    valid_from: u64,
    /// The Unix time in seconds until which the transaction is valid; 0 for no limit.
    #[schema(example = 1_767_225_600)]
    valid_until: u64,
    /// All operations in order.
    operations: Vec<OperationRecord>,
    /// The ids of the claimable balances that the transaction creates, in the order of the operations. Absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    claimable_balance_ids: Vec<XlmBalanceIdText>,
    /// Notes on the transaction: the meaning of prices, and operations that the network rejects.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    notes: Vec<NoteRecord>,
    /// Warnings about the transaction; absent without any. `memo_recommended`: a recipient of the operator's list
    /// requires or recommends a memo, and the transaction has none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    warnings: Vec<Warning>,
}

/// An operation.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
#[schema(as = ParsedOperation)]
pub enum OperationRecord {
    /// An operation in the form accepted by get-hash/xlm/multi-operations.
    Known(Operation),
    /// An operation that get-hash does not support.
    #[schema(title = "Other")]
    Other {
        /// The type name used by Horizon.
        #[serde(rename = "type")]
        #[schema(example = "invoke_host_function")]
        kind: String,
        /// The source account, if it differs from that of the transaction.
        #[serde(skip_serializing_if = "Option::is_none")]
        source: Option<XlmAddressText>,
        /// The XDR in base64.
        #[schema(example = "AAAAAAAAAAk=")]
        xdr: String,
        /// The contract call with its authorizations, if the operation is one (`invoke_host_function`).
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(value_type = ContractCall, required = false)]
        call: Option<Box<ContractCall>>,
    },
}

/// A note on a transaction.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Note)]
pub struct NoteRecord {
    /// The path of the field that the note refers to: `operations[3].price`. Empty for the whole
    /// transaction.
    #[schema(example = "operations[0].price")]
    field: String,
    /// The note: one sentence of plain text.
    #[schema(example = "1 XLM is sold for at least 0.25 USD.")]
    message: String,
}

impl Response {
    /// Creates the record of an envelope on this network.
    pub fn new(envelope: &Envelope, network: Network, memo_list: &MemoList) -> Self {
        let transaction = DecodedTransaction::of(envelope);
        let payment = transaction.operations.iter().find_map(payment);
        let text = |account: MuxedAccount| account.to_string();
        let has_memo = !transaction.memo.is_none();
        Self {
            txid: XlmTxidText(hex::encode(envelope.hash(network))),
            signed: transaction.signatures > 0,
            signatures: transaction.signatures,
            from: XlmAddressText::of(transaction.source),
            to: payment.map(|payment| text(payment.to)).unwrap_or_default(),
            amount: payment.map_or_else(|| "0".to_owned(), amount),
            asset: payment.map(|payment| payment.asset),
            fee: transaction.fee.to_string(),
            fee_source: transaction.fee_source.map(text),
            sequence: transaction.sequence.to_string(),
            memo: has_memo.then(|| XlmMemoText::of(&transaction.memo)),
            memo_type: transaction.memo.kind().map(MemoType::name),
            valid_from: transaction.valid_from,
            valid_until: transaction.valid_until,
            claimable_balance_ids: transaction.created_balances().map(XlmBalanceIdText::of).collect(),
            notes: notes(&transaction),
            warnings: Warning::of_memo(memo_list.contains_any(&recipients_without_memo(&transaction))),
            operations: transaction.operations.into_iter().map(OperationRecord::from).collect(),
        }
    }
}

/// Returns the accounts that get a payment without a memo and without a muxed id.
fn recipients_without_memo(transaction: &DecodedTransaction) -> Vec<AccountId> {
    if transaction.memo.is_none() {
        memo_recipients(transaction.operations.iter().filter_map(known))
    } else {
        Vec::new()
    }
}

fn known(operation: &DecodedOperation) -> Option<&Operation> {
    match operation {
        DecodedOperation::Known(operation) => Some(operation),
        DecodedOperation::Other { .. } => None,
    }
}

fn payment(operation: &DecodedOperation) -> Option<OperationPayment> {
    known(operation)?.body.payment()
}

fn amount(payment: OperationPayment) -> String {
    payment.amount.map(|amount| amount.to_string()).unwrap_or_default()
}

/// Returns the notes on all operations and on further parts of the transaction.
fn notes(transaction: &DecodedTransaction) -> Vec<NoteRecord> {
    let mut notes = Vec::new();
    if transaction.has_other_conditions {
        notes.push(NoteRecord {
            field: String::new(),
            message: "The transaction has preconditions other than time bounds (CAP-21) that are not shown here."
                .to_owned(),
        });
    }
    if let Some(bytes) = transaction.memo.beyond_text() {
        notes.push(NoteRecord {
            field: "memo".to_owned(),
            message: format!("The memo is not valid UTF-8; its bytes are {}.", hex::encode(bytes)),
        });
    }
    for (index, operation) in transaction.operations.iter().enumerate() {
        let operation = match operation {
            DecodedOperation::Known(operation) => operation,
            DecodedOperation::Other { call, .. } => {
                let message = call.as_deref().and_then(ContractCall::in_words);
                notes.extend(message.map(|message| NoteRecord {
                    field: format!("operations[{index}].call"),
                    message,
                }));
                continue;
            }
        };
        notes.extend(operation.notes().into_iter().map(|note| NoteRecord {
            field: match note.field {
                "" => format!("operations[{index}]"),
                field => format!("operations[{index}].{field}"),
            },
            message: note.text,
        }));
    }
    notes
}

impl From<DecodedOperation> for OperationRecord {
    fn from(operation: DecodedOperation) -> Self {
        match operation {
            DecodedOperation::Known(operation) => Self::Known(operation),
            DecodedOperation::Other {
                name,
                source,
                xdr,
                call,
            } => Self::Other {
                kind: name,
                source: source.map(XlmAddressText::of),
                xdr,
                call,
            },
        }
    }
}

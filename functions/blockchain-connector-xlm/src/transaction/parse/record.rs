//! What parse tells of a transaction.

use serde::Serialize;
use utoipa::ToSchema;
use wallet_core::model::Network;
use wallet_xlm::operation::schema::AnyAsset;
use wallet_xlm::operation::{Operation, Paid};
use wallet_xlm::{Asset, DecodedOperation, DecodedTransaction, Envelope, MemoType, MuxedAccount};

/// What the transaction does.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ParseResponse)]
pub struct Response {
    /// The id of the transaction: the hash that is signed.
    #[schema(
        pattern = "^[0-9a-f]{64}$",
        example = "9a80f668d46d8c900b9d1b084b0ca65b6b36f56b04693c5a217b5e0ef11a63ee"
    )]
    txid: String,
    /// Whether it bears signatures. Whether they are good is not told: only the network knows who may sign.
    #[schema(example = true)]
    signed: bool,
    /// How many.
    #[schema(example = 1)]
    signatures: usize,
    /// Whose transaction it is: G… or M….
    #[schema(example = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ")]
    from: String,
    /// Who is paid by the first operation that pays somebody; empty when none does.
    #[schema(example = "GBZXN7PIRZGNMHGA7MUUUF4GWPY5AYPV6LY4UV2GL6VJGIQRXFDNMADI")]
    to: String,
    /// What arrives there, in stroops; of a path payment that fixes what is sent, at least. 0 when nobody is paid; empty for
    /// a merge, which pays all there is.
    #[schema(pattern = "^([0-9]+)?$", example = "25000000")]
    amount: String,
    /// What is paid: a coin or an asset of an issuer; absent when nobody is paid.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = AnyAsset, required = false)]
    asset: Option<Asset>,
    /// The most that it costs, in stroops.
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "50100")]
    fee: String,
    /// Of a fee bump: who pays the fee.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "GBZXN7PIRZGNMHGA7MUUUF4GWPY5AYPV6LY4UV2GL6VJGIQRXFDNMADI")]
    fee_source: Option<String>,
    /// Its sequence number: the account's is one less before it.
    #[schema(pattern = "^-?[0-9]+$", example = "128920000000008")]
    sequence: String,
    /// The memo, when there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "order 5512")]
    memo: Option<String>,
    /// How it is meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(pattern = "^(text|id|hash|return)$", example = "text")]
    memo_type: Option<&'static str>,
    /// The Unix time in seconds from which it is valid; 0 for always so far.
    #[schema(example = 0)]
    valid_from: u64,
    /// The Unix time in seconds until which it is valid; 0 for ever.
    #[schema(example = 1_767_225_600)]
    valid_until: u64,
    /// All operations in their order.
    operations: Vec<OperationRecord>,
    /// Remarks: what prices mean in numbers, and what the network will refuse.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    notes: Vec<NoteRecord>,
}

/// An operation.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
#[schema(as = ParsedOperation)]
pub enum OperationRecord {
    /// In the form in which get-hash/xlm/multi-operations takes it.
    Known(Operation),
    /// One that get-hash does not make.
    Other {
        /// The name of its type as Horizon has it.
        #[serde(rename = "type")]
        #[schema(example = "invoke_host_function")]
        kind: String,
        /// Whose operation it is, where that is not the account of the transaction.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(example = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ")]
        source: Option<String>,
        /// Its XDR in base64.
        #[schema(example = "AAAAAAAAAAk=")]
        xdr: String,
    },
}

/// A remark about a transaction.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Note)]
pub struct NoteRecord {
    /// What it is about: `operations[3].price`; empty for the transaction.
    #[schema(example = "operations[0].price")]
    field: String,
    /// The remark, a sentence for people.
    #[schema(example = "1 XLM is sold for at least 0.25 USD.")]
    message: String,
}

impl Response {
    /// What an envelope is on this network.
    pub fn new(envelope: &Envelope, network: Network) -> Self {
        let transaction = DecodedTransaction::of(envelope);
        let paid = transaction.operations.iter().find_map(pays);
        let text = |account: MuxedAccount| account.to_string();
        let has_memo = !transaction.memo.is_none();
        Self {
            txid: hex::encode(envelope.hash(network)),
            signed: transaction.signatures > 0,
            signatures: transaction.signatures,
            from: text(transaction.source),
            to: paid.map(|paid| text(paid.to)).unwrap_or_default(),
            amount: paid.map_or_else(|| "0".to_owned(), amount),
            asset: paid.map(|paid| paid.asset),
            fee: transaction.fee.to_string(),
            fee_source: transaction.fee_source.map(text),
            sequence: transaction.sequence.to_string(),
            memo: has_memo.then(|| transaction.memo.to_string()),
            memo_type: transaction.memo.kind().map(MemoType::name),
            valid_from: transaction.valid_from,
            valid_until: transaction.valid_until,
            notes: notes(&transaction),
            operations: transaction.operations.into_iter().map(OperationRecord::from).collect(),
        }
    }
}

fn pays(operation: &DecodedOperation) -> Option<Paid> {
    match operation {
        DecodedOperation::Known(operation) => operation.body.pays(),
        DecodedOperation::Other { .. } => None,
    }
}

fn amount(paid: Paid) -> String {
    paid.amount.map(|amount| amount.to_string()).unwrap_or_default()
}

/// The remarks about all operations, and about what stands beside them.
fn notes(transaction: &DecodedTransaction) -> Vec<NoteRecord> {
    let mut notes = Vec::new();
    if transaction.has_other_conditions {
        notes.push(NoteRecord {
            field: String::new(),
            message: "The transaction has conditions beside its time bounds (CAP-21) that are not shown here."
                .to_owned(),
        });
    }
    if let Some(bytes) = transaction.memo.beyond_text() {
        notes.push(NoteRecord {
            field: "memo".to_owned(),
            message: format!("The memo is no UTF-8; its bytes are {}.", hex::encode(bytes)),
        });
    }
    for (place, operation) in transaction.operations.iter().enumerate() {
        let DecodedOperation::Known(operation) = operation else {
            continue;
        };
        notes.extend(operation.notes().into_iter().map(|note| NoteRecord {
            field: match note.field {
                "" => format!("operations[{place}]"),
                field => format!("operations[{place}].{field}"),
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
            DecodedOperation::Other { name, source, xdr } => Self::Other {
                kind: name,
                source: source.map(|source| source.to_string()),
                xdr,
            },
        }
    }
}

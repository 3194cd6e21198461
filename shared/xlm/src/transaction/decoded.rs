//! Decoded envelopes, for review before they are signed or sent.

use crate::chain::{BalanceId, to_base64};
use crate::contract::{ContractCall, FunctionCall, HostFunction, TokenCall};
use crate::operation::{Operation, OperationBody};
use crate::transaction::envelope::{Envelope, time_bounds};
use crate::transaction::memo::Memo;
use crate::value::address::{AccountId, MuxedAccount};
use stellar_xdr::{self as xdr, TransactionEnvelope};

/// A decoded transaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecodedTransaction {
    /// The source account of the transaction.
    pub source: MuxedAccount,
    /// The sequence number.
    pub sequence: i64,
    /// The maximum fee in stroops. For a fee bump, that of the bump.
    pub fee: u64,
    /// The memo.
    pub memo: Memo,
    /// The start of the validity in Unix seconds; 0 for no limit.
    pub valid_from: u64,
    /// The end of the validity in Unix seconds; 0 for no limit.
    pub valid_until: u64,
    /// True with preconditions besides time bounds (CAP-21).
    pub has_other_conditions: bool,
    /// The operations in order.
    pub operations: Vec<DecodedOperation>,
    /// The account that pays the fee of a fee bump. `None` for plain transactions.
    pub fee_source: Option<MuxedAccount>,
    /// The number of signatures. For a fee bump, the signatures of the bump.
    pub signatures: usize,
}

impl DecodedTransaction {
    /// Returns the ids of the claimable balances that the operations create, in order.
    pub fn created_balances(&self) -> impl Iterator<Item = BalanceId> {
        let created = self.operations.iter().enumerate().filter(|(_, operation)| {
            let DecodedOperation::Known(operation) = operation else {
                return false;
            };
            matches!(operation.body, OperationBody::CreateClaimableBalance(_))
        });
        created.map(|(index, _)| BalanceId::created(self.source.account, self.sequence, index))
    }
}

/// A decoded operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DecodedOperation {
    /// An operation that the specification defines.
    Known(Operation),
    /// An operation that the specification does not define, or with values that validators reject.
    Other {
        /// The type name used by Horizon: `invoke_host_function`.
        name: String,
        /// The source account, if separate.
        source: Option<MuxedAccount>,
        /// The XDR in base64.
        xdr: String,
        /// The contract call, if any.
        call: Option<Box<ContractCall>>,
    },
}

impl DecodedTransaction {
    /// Decodes an envelope.
    pub fn of(envelope: &Envelope) -> Self {
        let transaction = envelope.transaction();
        let (fee, fee_source) = match &envelope.0 {
            TransactionEnvelope::TxFeeBump(bump) => {
                // Every node rejects a negative fee.
                let fee = u64::try_from(bump.tx.fee).unwrap_or_default();
                (fee, Some(MuxedAccount::from_xdr(&bump.tx.fee_source)))
            }
            TransactionEnvelope::TxV0(_) | TransactionEnvelope::Tx(_) => (transaction.fee.into(), None),
        };
        let bounds = time_bounds(&transaction.cond);
        Self {
            source: MuxedAccount::from_xdr(&transaction.source_account),
            sequence: transaction.seq_num.0,
            fee,
            memo: Memo::from_xdr(&transaction.memo),
            valid_from: bounds.map_or(0, |bounds| bounds.min_time.0),
            valid_until: bounds.map_or(0, |bounds| bounds.max_time.0),
            has_other_conditions: matches!(transaction.cond, xdr::Preconditions::V2(_)),
            operations: transaction.operations.iter().map(DecodedOperation::of).collect(),
            fee_source,
            signatures: envelope.signatures().len(),
        }
    }
}

impl DecodedTransaction {
    /// Returns the accounts that receive funds by the known operations and token calls, in the order of the operations.
    pub fn recipients(&self) -> impl Iterator<Item = AccountId> {
        self.operations.iter().flat_map(|operation| match operation {
            DecodedOperation::Known(operation) => operation.body.recipients(),
            DecodedOperation::Other { call, .. } => call.as_deref().and_then(token_recipient).into_iter().collect(),
        })
    }
}

/// Returns the account that receives tokens by a call, or `None` if the call has another form or pays a contract.
fn token_recipient(call: &ContractCall) -> Option<AccountId> {
    let HostFunction::Invoke(FunctionCall { token: Some(token), .. }) = &call.function else {
        return None;
    };
    match token {
        TokenCall::Transfer { to, .. } | TokenCall::TransferFrom { to, .. } | TokenCall::Mint { to, .. } => {
            to.parse::<MuxedAccount>().ok().map(|to| to.account)
        }
        _ => None,
    }
}

impl DecodedOperation {
    fn of(operation: &xdr::Operation) -> Self {
        let known = Operation::from_xdr(operation).filter(|known| known.json_round_trips(operation));
        known.map_or_else(
            || Self::Other {
                name: horizon_name(operation.body.name()),
                source: operation.source_account.as_ref().map(MuxedAccount::from_xdr),
                xdr: to_base64(operation),
                call: ContractCall::of(&operation.body).map(Box::new),
            },
            Self::Known,
        )
    }
}

/// Converts the name of an operation type to Horizon's form: `InvokeHostFunction` to
/// `invoke_host_function`.
fn horizon_name(name: &str) -> String {
    let mut written = String::new();
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && !written.is_empty() {
            written.push('_');
        }
        written.push(letter.to_ascii_lowercase());
    }
    written
}

//! Application of a transaction: the sequence number is consumed, then the operations are applied, all of them
//! or none. The fee is charged before, regardless of the outcome.

use super::outcome::{self, Outcome, TransactionOutcome};
use super::signatures::Signatures;
use super::{Transaction, validity};
use crate::xlm::codec;
use crate::xlm::operations::{self, Failure};
use crate::xlm::state::LedgerState;
use crate::xlm::state::stage::{self, Stage};
use std::collections::BTreeSet;
use stellar_xdr::{
    AccountId, ExtensionPoint, LedgerEntryChanges, OperationMetaV2, OperationResult, ScVal, SignerKey,
    SorobanTransactionMetaExt, SorobanTransactionMetaExtV1, SorobanTransactionMetaV2, TransactionExt, TransactionMeta,
    TransactionMetaV4, Uint256,
};

/// The result of applying a transaction.
#[derive(Clone, Debug)]
pub struct Applied {
    pub outcome: TransactionOutcome,
    pub meta: TransactionMeta,
}

/// Charges the fee. Returns the charged amount in stroops and the changes of the ledger.
pub fn charge(state: &mut LedgerState, transaction: &Transaction) -> (i64, LedgerEntryChanges) {
    let savepoint = state.savepoint();
    let fee = transaction.minimum_fee().min(transaction.max_fee());
    let mut charged = 0;
    if let Some(payer) = state.account_mut(&transaction.fee_source()) {
        charged = fee.min(payer.balance);
        payer.balance -= charged;
    }
    (charged, state.changes(savepoint))
}

/// Applies a transaction with an already charged fee.
pub fn apply(state: &mut LedgerState, transaction: &Transaction) -> Applied {
    let before = state.savepoint();
    // The fee bump itself is not validated again: the fee is already charged; only the pre-authorized signer is
    // removed.
    if transaction.bump.is_some() {
        remove_preauth_signer(state, &transaction.fee_source(), &transaction.hash);
    }
    let mut signatures = Signatures::new(&transaction.inner_hash, &transaction.signatures);
    let opened = open(state, transaction, &mut signatures);
    let changes_before = state.changes(before);
    let done = match opened {
        Err(outcome) => Done::failed(outcome),
        Ok(()) => run(state, transaction),
    };
    let meta = meta(changes_before, &done, transaction);
    Applied {
        outcome: TransactionOutcome::Transaction(done.outcome),
        meta,
    }
}

/// The result of the operations.
struct Done {
    outcome: Outcome,
    /// The changes of each operation unless an operation failed.
    operations: Vec<OperationMetaV2>,
    /// The result of a called contract.
    returned: Option<ScVal>,
}

impl Done {
    const fn failed(outcome: Outcome) -> Self {
        Self {
            outcome,
            operations: Vec::new(),
            returned: None,
        }
    }
}

/// Returns the metadata of a contract call. No part of the fee is refunded.
fn soroban_meta(transaction: &Transaction, returned: Option<&ScVal>) -> Option<SorobanTransactionMetaV2> {
    let is_call = matches!(transaction.inner.ext, TransactionExt::V1(_));
    is_call.then(|| SorobanTransactionMetaV2 {
        ext: SorobanTransactionMetaExt::V1(SorobanTransactionMetaExtV1 {
            ext: ExtensionPoint::V0,
            total_non_refundable_resource_fee_charged: transaction.resource_fee(),
            total_refundable_resource_fee_charged: 0,
            rent_fee_charged: 0,
        }),
        return_value: returned.cloned(),
    })
}

fn meta(before: LedgerEntryChanges, done: &Done, transaction: &Transaction) -> TransactionMeta {
    TransactionMeta::V4(TransactionMetaV4 {
        ext: ExtensionPoint::V0,
        tx_changes_before: before,
        operations: codec::list(done.operations.clone()),
        tx_changes_after: LedgerEntryChanges::default(),
        soroban_meta: soroban_meta(transaction, done.returned.as_ref()),
        events: codec::list(Vec::new()),
        diagnostic_events: codec::list(Vec::new()),
    })
}

/// Consumes the sequence number and validates again, because earlier transactions of the ledger may have
/// changed the state. A pre-authorized signer is removed even if the validation fails.
fn open(state: &mut LedgerState, transaction: &Transaction, signatures: &mut Signatures<'_>) -> Result<(), Outcome> {
    let consumed = begin(state, transaction, signatures);
    let signed = consumed.and_then(|()| check_signed(state, transaction, signatures));
    remove_preauth_signers(state, transaction);
    signed?;
    if !signatures.are_all_used() {
        return Err(Outcome::TxBadAuthExtra);
    }
    Ok(())
}

fn begin(state: &mut LedgerState, transaction: &Transaction, signatures: &mut Signatures<'_>) -> Result<(), Outcome> {
    let context = state.context();
    let source = transaction.source();
    validity::check_form(transaction, context)?;
    let account = state.account(&source).ok_or(Outcome::TxNoAccount)?.clone();
    validity::check_sequence(transaction, &account, context)?;
    if let Some(account) = state.account_mut(&source) {
        account.sequence = transaction.inner.seq_num.0;
        account.sequence_ledger = context.ledger;
        account.sequence_time = context.close_time;
    }
    validity::check_age(transaction, &account, context)?;
    validity::check_signatures(transaction, &account, signatures)
}

fn check_signed(
    state: &LedgerState,
    transaction: &Transaction,
    signatures: &mut Signatures<'_>,
) -> Result<(), Outcome> {
    let list = &transaction.inner.operations;
    let mut is_signed = true;
    let results = list.iter().map(|operation| {
        let signed = validity::check_signed(state, transaction, operation, signatures);
        is_signed &= signed.is_ok();
        signed.map_or_else(|failure| *failure.0, |()| outcome::blank(&operation.body))
    });
    let results: Vec<_> = results.collect();
    is_signed
        .then_some(())
        .ok_or_else(|| Outcome::TxFailed(codec::list(results)))
}

/// Removes the pre-authorized signer for this transaction from all source accounts; such a signer is valid only once.
fn remove_preauth_signers(state: &mut LedgerState, transaction: &Transaction) {
    let mut sources: BTreeSet<_> = transaction
        .inner
        .operations
        .iter()
        .map(|operation| transaction.source_of(operation))
        .collect();
    sources.insert(transaction.source());
    for source in &sources {
        remove_preauth_signer(state, source, &transaction.inner_hash);
    }
}

fn remove_preauth_signer(state: &mut LedgerState, account: &AccountId, hash: &[u8; 32]) {
    let preauth = SignerKey::PreAuthTx(Uint256(*hash));
    let index = state
        .account(account)
        .and_then(|account| account.signers.iter().position(|signer| signer.key == preauth));
    if let Some(index) = index {
        stage::remove_signer(state, account, index);
    }
}

/// Applies the operations, and returns the changes of each unless an operation failed. Validators also apply the
/// operations after a failed operation.
fn run(ledger: &mut LedgerState, transaction: &Transaction) -> Done {
    let start = ledger.savepoint();
    let mut stage = Stage::new(ledger, transaction);
    let (mut results, mut changes, mut all_succeeded) = (Vec::new(), Vec::new(), true);
    for (index, operation) in (0_u32..).zip(transaction.inner.operations.iter()) {
        stage.index = index;
        let savepoint = stage.state.savepoint();
        match step(&mut stage, transaction, operation) {
            Ok(result) => {
                results.push(result);
                changes.push(OperationMetaV2 {
                    ext: ExtensionPoint::V0,
                    changes: stage.state.changes(savepoint),
                    events: codec::list(std::mem::take(&mut stage.events)),
                });
            }
            Err(failure) => {
                all_succeeded = false;
                stage.state.rollback(savepoint);
                results.push(*failure.0);
            }
        }
    }
    let has_open_sponsorship = !stage.sponsors.is_empty();
    let returned = stage.returned.take();
    let outcome = match (all_succeeded, has_open_sponsorship) {
        (true, false) => {
            return Done {
                outcome: Outcome::TxSuccess(codec::list(results)),
                operations: changes,
                returned,
            };
        }
        (true, true) => Outcome::TxBadSponsorship,
        (false, _) => Outcome::TxFailed(codec::list(results)),
    };
    ledger.rollback(start);
    Done::failed(outcome)
}

fn step(
    stage: &mut Stage<'_>,
    transaction: &Transaction,
    operation: &stellar_xdr::Operation,
) -> Result<OperationResult, Failure> {
    let source = transaction.source_of(operation);
    if stage.state.account(&source).is_none() {
        return Err(OperationResult::OpNoAccount.into());
    }
    let done = operations::check(&source, operation).and_then(|()| operations::apply(stage, &source, operation));
    done.map(OperationResult::OpInner)
}

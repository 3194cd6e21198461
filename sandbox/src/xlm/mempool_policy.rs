//! The mempool policy of a node.

use super::failure::Failure;
use super::ledger_state::{LedgerContext, LedgerState};
use super::operations;
use super::outcome::{InvalidReason, Outcome, TransactionOutcome};
use super::signatures::Signatures;
use super::success;
use super::transaction::Transaction;
use super::validity;
use stellar_xdr::OperationResult;

/// Checks a transaction; `pending_fees` is the sum of the fees of other pending transactions with the same fee
/// source.
pub fn check(
    state: &LedgerState,
    transaction: &Transaction,
    context: LedgerContext,
    pending_fees: i64,
) -> Result<(), TransactionOutcome> {
    if let Some(bump) = &transaction.bump {
        validity::check_bump(state, transaction, bump, pending_fees).map_err(TransactionOutcome::Bump)?;
    }
    let mut signatures = Signatures::new(&transaction.inner_hash, &transaction.signatures);
    let rejected = |rejection_codes| TransactionOutcome::Transaction(Outcome::Invalid(rejection_codes));
    check_transaction(state, transaction, context, pending_fees, &mut signatures).map_err(rejected)?;
    check_operations(state, transaction, &mut signatures)
        .map_err(|results| TransactionOutcome::Transaction(Outcome::Failed(results)))?;
    if !signatures.are_all_used() {
        return Err(rejected(InvalidReason::BadAuthExtra));
    }
    Ok(())
}

fn check_transaction(
    state: &LedgerState,
    transaction: &Transaction,
    context: LedgerContext,
    pending_fees: i64,
    signatures: &mut Signatures<'_>,
) -> Result<(), InvalidReason> {
    validity::check_form(transaction, context)?;
    let account = state.account(&transaction.source()).ok_or(InvalidReason::NoAccount)?;
    validity::check_sequence(transaction, account, context)?;
    validity::check_age(transaction, account, context)?;
    validity::check_signatures(transaction, account, signatures)?;
    if transaction.bump.is_none() {
        validity::check_balance(account, transaction.max_fee().saturating_add(pending_fees))?;
    }
    Ok(())
}

/// Checks the form and the signatures of each operation. The first failure ends the check, as in validators.
fn check_operations(
    state: &LedgerState,
    transaction: &Transaction,
    signatures: &mut Signatures<'_>,
) -> Result<(), Vec<OperationResult>> {
    let list = &transaction.inner.operations;
    for (index, operation) in list.iter().enumerate() {
        let source = transaction.source_of(operation);
        let signed = check_signed(state, transaction, operation, signatures);
        let checked = signed.and_then(|()| operations::check(&source, operation));
        if let Err(failure) = checked {
            let mut results: Vec<_> = list.iter().map(|operation| success::blank(&operation.body)).collect();
            results[index] = *failure.0;
            return Err(results);
        }
    }
    Ok(())
}

/// Checks the signatures for the source of an operation. A source that does not exist yet, because an earlier
/// operation may create it, must sign with its master key.
pub fn check_signed(
    state: &LedgerState,
    transaction: &Transaction,
    operation: &stellar_xdr::Operation,
    signatures: &mut Signatures<'_>,
) -> Result<(), Failure> {
    let source = transaction.source_of(operation);
    let is_signed = match state.account(&source) {
        Some(account) => {
            let threshold = operations::threshold(&operation.body);
            signatures.reach(account, account.thresholds[threshold as usize])
        }
        None if operation.source_account.is_none() => return Err(OperationResult::OpNoAccount.into()),
        None => signatures.is_by(&source),
    };
    is_signed.then_some(()).ok_or_else(|| OperationResult::OpBadAuth.into())
}

//! The mempool policy of a node.

use super::failure::Failure;
use super::operations;
use super::signatures::Signatures;
use super::success;
use super::transaction::Transaction;
use super::validity;
use super::verdict::{Judged, Refusal, Verdict};
use super::world::{Moment, World};
use stellar_xdr::OperationResult;

/// Checks a transaction; `promised` is the sum of the fees of other pending transactions with the same fee
/// source.
pub fn check(world: &World, transaction: &Transaction, context: Moment, promised: i64) -> Result<(), Judged> {
    if let Some(bump) = &transaction.bump {
        validity::check_bump(world, transaction, bump, promised).map_err(Judged::Bump)?;
    }
    let mut signatures = Signatures::new(&transaction.inner_hash, &transaction.signatures);
    let rejected = |refusal| Judged::Transaction(Verdict::Refused(refusal));
    check_transaction(world, transaction, context, promised, &mut signatures).map_err(rejected)?;
    check_operations(world, transaction, &mut signatures)
        .map_err(|results| Judged::Transaction(Verdict::Failed(results)))?;
    if !signatures.are_all_used() {
        return Err(rejected(Refusal::BadAuthExtra));
    }
    Ok(())
}

fn check_transaction(
    world: &World,
    transaction: &Transaction,
    context: Moment,
    promised: i64,
    signatures: &mut Signatures<'_>,
) -> Result<(), Refusal> {
    validity::check_form(transaction, context)?;
    let account = world.account(&transaction.source()).ok_or(Refusal::NoAccount)?;
    validity::check_sequence(transaction, account, context)?;
    validity::check_age(transaction, account, context)?;
    validity::check_signatures(transaction, account, signatures)?;
    if transaction.bump.is_none() {
        validity::check_balance(account, transaction.max_fee().saturating_add(promised))?;
    }
    Ok(())
}

/// Checks the form and the signatures of each operation. The first failure ends the check, as in validators.
fn check_operations(
    world: &World,
    transaction: &Transaction,
    signatures: &mut Signatures<'_>,
) -> Result<(), Vec<OperationResult>> {
    let list = &transaction.inner.operations;
    for (index, operation) in list.iter().enumerate() {
        let source = transaction.source_of(operation);
        let signed = check_signed(world, transaction, operation, signatures);
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
    world: &World,
    transaction: &Transaction,
    operation: &stellar_xdr::Operation,
    signatures: &mut Signatures<'_>,
) -> Result<(), Failure> {
    let source = transaction.source_of(operation);
    let is_signed = match world.account(&source) {
        Some(account) => {
            let threshold = operations::threshold(&operation.body);
            signatures.reach(account, account.thresholds[threshold as usize])
        }
        None if operation.source_account.is_none() => return Err(OperationResult::OpNoAccount.into()),
        None => signatures.is_by(&source),
    };
    is_signed.then_some(()).ok_or_else(|| OperationResult::OpBadAuth.into())
}

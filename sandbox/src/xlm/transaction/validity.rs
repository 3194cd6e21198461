//! The validity checks of transactions, in the order of the validators, and the mempool policy of a node.

use super::outcome::{self, Outcome, TransactionOutcome};
use super::signatures::Signatures;
use super::{Bump, Transaction};
use crate::xlm::asset_contract::RESOURCE_FEE;
use crate::xlm::codec;
use crate::xlm::operations::{self, Failure};
use crate::xlm::rules::BASE_FEE;
use crate::xlm::state::account::{Account, Balance};
use crate::xlm::state::{LedgerContext, LedgerState};
use std::collections::BTreeSet;
use stellar_xdr::{
    HostFunction, Operation, OperationBody, OperationResult, SignerKey, ThresholdIndexes, TransactionExt,
};

/// Checks form, time and fee, which depend on no account.
pub fn check_form(transaction: &Transaction, context: LedgerContext) -> Result<(), Outcome> {
    check_extra_signers(transaction)?;
    if transaction.inner.operations.is_empty() {
        return Err(Outcome::TxMissingOperation);
    }
    check_resources(transaction)?;
    check_time(transaction, context)?;
    let units = i64::try_from(transaction.inner.operations.len()).unwrap_or(i64::MAX);
    // Inside a fee bump, the fee bump pays.
    let inclusion = i64::from(transaction.inner.fee).saturating_sub(transaction.resource_fee());
    if transaction.bump.is_none() && inclusion < units * BASE_FEE {
        return Err(Outcome::TxInsufficientFee);
    }
    Ok(())
}

/// Checks the resources, which only a transaction with a single operation of a contract has. Operations of contracts
/// other than a call are rejected later as unsupported.
fn check_resources(transaction: &Transaction) -> Result<(), Outcome> {
    let operations = &transaction.inner.operations;
    let is_call = operations.iter().any(is_call);
    match &transaction.inner.ext {
        TransactionExt::V0 if is_call => Err(Outcome::TxSorobanInvalid),
        TransactionExt::V0 => Ok(()),
        TransactionExt::V1(_) if !operations.iter().any(is_of_contract) => Err(Outcome::TxMalformed),
        TransactionExt::V1(_) if is_call && operations.len() > 1 => Err(Outcome::TxMalformed),
        TransactionExt::V1(data) => {
            let footprint = &data.resources.footprint;
            let keys: BTreeSet<_> = footprint.read_only.iter().chain(footprint.read_write.iter()).collect();
            let has_duplicate = keys.len() < footprint.read_only.len() + footprint.read_write.len();
            let is_unaffordable = data.resource_fee > transaction.max_fee();
            let is_low = is_call && data.resource_fee < RESOURCE_FEE;
            if has_duplicate || is_unaffordable || is_low {
                return Err(Outcome::TxSorobanInvalid);
            }
            Ok(())
        }
    }
}

fn is_call(operation: &Operation) -> bool {
    match &operation.body {
        OperationBody::InvokeHostFunction(operation) => {
            matches!(operation.host_function, HostFunction::InvokeContract(_))
        }
        _ => false,
    }
}

fn is_of_contract(operation: &Operation) -> bool {
    matches!(
        operation.body,
        OperationBody::InvokeHostFunction(_)
            | OperationBody::ExtendFootprintTtl(_)
            | OperationBody::RestoreFootprint(_)
    )
}

fn check_extra_signers(transaction: &Transaction) -> Result<(), Outcome> {
    let Some(conditions) = transaction.conditions() else {
        return Ok(());
    };
    let signers = &conditions.extra_signers;
    let is_duplicate = signers.len() == 2 && signers[0] == signers[1];
    let is_empty =
        |key: &SignerKey| matches!(key, SignerKey::Ed25519SignedPayload(signer) if signer.payload.is_empty());
    if is_duplicate || signers.iter().any(is_empty) {
        return Err(Outcome::TxMalformed);
    }
    Ok(())
}

fn check_time(transaction: &Transaction, context: LedgerContext) -> Result<(), Outcome> {
    if let Some(bounds) = transaction.time_bounds() {
        if bounds.min_time.0 > context.close_time {
            return Err(Outcome::TxTooEarly);
        }
        if bounds.max_time.0 != 0 && bounds.max_time.0 < context.close_time {
            return Err(Outcome::TxTooLate);
        }
    }
    let bounds = transaction
        .conditions()
        .and_then(|conditions| conditions.ledger_bounds.as_ref());
    if let Some(bounds) = bounds {
        if bounds.min_ledger > context.ledger {
            return Err(Outcome::TxTooEarly);
        }
        if bounds.max_ledger != 0 && bounds.max_ledger <= context.ledger {
            return Err(Outcome::TxTooLate);
        }
    }
    Ok(())
}

/// Checks that a transaction has the next sequence number of the source.
pub fn check_sequence(transaction: &Transaction, account: &Account, context: LedgerContext) -> Result<(), Outcome> {
    let number = transaction.inner.seq_num.0;
    // The starting sequence number of accounts created in this ledger.
    if number == i64::from(context.ledger) << 32 || number < 0 {
        return Err(Outcome::TxBadSeq);
    }
    let min_sequence = transaction
        .conditions()
        .and_then(|conditions| conditions.min_seq_num.as_ref());
    let is_next = match min_sequence {
        Some(min_sequence) => account.sequence >= min_sequence.0 && account.sequence < number,
        None => account.sequence.checked_add(1) == Some(number),
    };
    is_next.then_some(()).ok_or(Outcome::TxBadSeq)
}

/// Checks the minimum age of the source's current sequence number (CAP-21).
pub fn check_age(transaction: &Transaction, account: &Account, context: LedgerContext) -> Result<(), Outcome> {
    let Some(conditions) = transaction.conditions() else {
        return Ok(());
    };
    let age = context.close_time.saturating_sub(account.sequence_time);
    let gap = context.ledger.saturating_sub(account.sequence_ledger);
    if age < conditions.min_seq_age.0 || gap < conditions.min_seq_ledger_gap {
        return Err(Outcome::TxBadMinSeqAgeOrGap);
    }
    Ok(())
}

/// Checks the signatures of the source and of the required extra signers.
pub fn check_signatures(
    transaction: &Transaction,
    account: &Account,
    signatures: &mut Signatures<'_>,
) -> Result<(), Outcome> {
    let low = account.thresholds[ThresholdIndexes::Low as usize];
    if !signatures.reach(account, low) {
        return Err(Outcome::TxBadAuth);
    }
    let extra = transaction
        .conditions()
        .map(|conditions| conditions.extra_signers.as_slice());
    if !signatures.are_by_all(extra.unwrap_or_default()) {
        return Err(Outcome::TxBadAuth);
    }
    Ok(())
}

/// Checks a fee bump (CAP-15); `pending_fees` is the sum of the fees of the pending transactions with the same
/// fee source.
pub fn check_bump(
    state: &LedgerState,
    transaction: &Transaction,
    bump: &Bump,
    pending_fees: i64,
) -> Result<(), Outcome> {
    if bump.fee < 0 {
        return Err(Outcome::TxMalformed);
    }
    let units = transaction.fee_units();
    let (offered, resources) = (
        bump.fee.saturating_sub(transaction.resource_fee()),
        transaction.resource_fee(),
    );
    if offered < units * BASE_FEE {
        return Err(Outcome::TxInsufficientFee);
    }
    // The fee rate must be at least that of the inner transaction.
    let (outer, inner) = (
        i128::from(offered),
        i128::from(transaction.inner.fee) - i128::from(resources),
    );
    if outer * i128::from((units - 1).max(1)) < inner * i128::from(units) {
        return Err(Outcome::TxInsufficientFee);
    }
    let payer = check_bump_signatures(state, transaction, bump)?;
    check_balance(payer, bump.fee.saturating_add(pending_fees))
}

/// Checks that the source of a fee bump, and no further account, has signed. Returns the source.
pub fn check_bump_signatures<'a>(
    state: &'a LedgerState,
    transaction: &Transaction,
    bump: &Bump,
) -> Result<&'a Account, Outcome> {
    let payer = state.account(&transaction.fee_source()).ok_or(Outcome::TxNoAccount)?;
    let mut signatures = Signatures::new(&transaction.hash, &bump.signatures);
    if !signatures.reach(payer, payer.thresholds[ThresholdIndexes::Low as usize]) {
        return Err(Outcome::TxBadAuth);
    }
    if !signatures.are_all_used() {
        return Err(Outcome::TxBadAuthExtra);
    }
    Ok(payer)
}

/// Checks that the payer's spendable balance covers the fee.
pub fn check_balance(payer: &Account, fee: i64) -> Result<(), Outcome> {
    if payer.available() < fee {
        return Err(Outcome::TxInsufficientBalance);
    }
    Ok(())
}

/// Checks a transaction; `pending_fees` is the sum of the fees of the pending transactions with the same fee
/// source.
pub fn check(
    state: &LedgerState,
    transaction: &Transaction,
    context: LedgerContext,
    pending_fees: i64,
) -> Result<(), TransactionOutcome> {
    if let Some(bump) = &transaction.bump {
        check_bump(state, transaction, bump, pending_fees).map_err(TransactionOutcome::Bump)?;
    }
    let mut signatures = Signatures::new(&transaction.inner_hash, &transaction.signatures);
    check_transaction(state, transaction, context, pending_fees, &mut signatures)
        .and_then(|()| check_operations(state, transaction, &mut signatures))
        .map_err(TransactionOutcome::Transaction)?;
    if !signatures.are_all_used() {
        return Err(TransactionOutcome::Transaction(Outcome::TxBadAuthExtra));
    }
    Ok(())
}

fn check_transaction(
    state: &LedgerState,
    transaction: &Transaction,
    context: LedgerContext,
    pending_fees: i64,
    signatures: &mut Signatures<'_>,
) -> Result<(), Outcome> {
    check_form(transaction, context)?;
    let account = state.account(&transaction.source()).ok_or(Outcome::TxNoAccount)?;
    check_sequence(transaction, account, context)?;
    check_age(transaction, account, context)?;
    check_signatures(transaction, account, signatures)?;
    if transaction.bump.is_none() {
        check_balance(account, transaction.max_fee().saturating_add(pending_fees))?;
    }
    Ok(())
}

/// Checks the form and the signatures of each operation. The first failure ends the check, as in validators.
fn check_operations(
    state: &LedgerState,
    transaction: &Transaction,
    signatures: &mut Signatures<'_>,
) -> Result<(), Outcome> {
    let list = &transaction.inner.operations;
    for (index, operation) in list.iter().enumerate() {
        let source = transaction.source_of(operation);
        let signed = check_signed(state, transaction, operation, signatures);
        let checked = signed.and_then(|()| operations::check(&source, operation));
        if let Err(failure) = checked {
            let mut results: Vec<_> = list.iter().map(|operation| outcome::blank(&operation.body)).collect();
            results[index] = *failure.0;
            return Err(Outcome::TxFailed(codec::list(results)));
        }
    }
    Ok(())
}

/// Checks the signatures for the source of an operation. A source that does not exist yet, because an earlier
/// operation may create it, must sign with the master key.
pub fn check_signed(
    state: &LedgerState,
    transaction: &Transaction,
    operation: &Operation,
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

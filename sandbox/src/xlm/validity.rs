//! Which transactions may be tried, in the order in which validators check.

use super::account::Account;
use super::rules::BASE_FEE;
use super::signatures::Signatures;
use super::transaction::{Bump, Transaction};
use super::verdict::Refusal;
use super::world::{Moment, World};
use stellar_xdr::{Operation, OperationBody, SignerKey, ThresholdIndexes, TransactionExt};

/// What can be said without an account: form, time, fee.
pub fn check_form(transaction: &Transaction, moment: Moment) -> Result<(), Refusal> {
    check_extra_signers(transaction)?;
    if transaction.inner.operations.is_empty() {
        return Err(Refusal::MissingOperation);
    }
    // Resources belong to contracts, which nobody may call here: operations say that.
    if transaction.inner.ext != TransactionExt::V0 && !transaction.inner.operations.iter().any(is_of_contract) {
        return Err(Refusal::Malformed);
    }
    check_time(transaction, moment)?;
    let units = i64::try_from(transaction.inner.operations.len()).unwrap_or(i64::MAX);
    // Inside a fee bump the fee bump pays.
    if transaction.bump.is_none() && i64::from(transaction.inner.fee) < units * BASE_FEE {
        return Err(Refusal::InsufficientFee);
    }
    Ok(())
}

fn is_of_contract(operation: &Operation) -> bool {
    matches!(
        operation.body,
        OperationBody::InvokeHostFunction(_)
            | OperationBody::ExtendFootprintTtl(_)
            | OperationBody::RestoreFootprint(_)
    )
}

fn check_extra_signers(transaction: &Transaction) -> Result<(), Refusal> {
    let Some(conditions) = transaction.conditions() else {
        return Ok(());
    };
    let signers = &conditions.extra_signers;
    let is_twice = signers.len() == 2 && signers[0] == signers[1];
    let is_empty =
        |key: &SignerKey| matches!(key, SignerKey::Ed25519SignedPayload(signer) if signer.payload.is_empty());
    if is_twice || signers.iter().any(is_empty) {
        return Err(Refusal::Malformed);
    }
    Ok(())
}

fn check_time(transaction: &Transaction, moment: Moment) -> Result<(), Refusal> {
    if let Some(bounds) = transaction.time_bounds() {
        if bounds.min_time.0 > moment.close_time {
            return Err(Refusal::TooEarly);
        }
        if bounds.max_time.0 != 0 && bounds.max_time.0 < moment.close_time {
            return Err(Refusal::TooLate);
        }
    }
    let bounds = transaction
        .conditions()
        .and_then(|conditions| conditions.ledger_bounds.as_ref());
    if let Some(bounds) = bounds {
        if bounds.min_ledger > moment.ledger {
            return Err(Refusal::TooEarly);
        }
        if bounds.max_ledger != 0 && bounds.max_ledger <= moment.ledger {
            return Err(Refusal::TooLate);
        }
    }
    Ok(())
}

/// Whether a transaction has the next number of its source.
pub fn check_sequence(transaction: &Transaction, account: &Account, moment: Moment) -> Result<(), Refusal> {
    let number = transaction.inner.seq_num.0;
    // The number that accounts of this ledger begin with.
    if number == i64::from(moment.ledger) << 32 || number < 0 {
        return Err(Refusal::BadSequence);
    }
    let least = transaction
        .conditions()
        .and_then(|conditions| conditions.min_seq_num.as_ref());
    let is_next = match least {
        Some(least) => account.sequence >= least.0 && account.sequence < number,
        None => account.sequence.checked_add(1) == Some(number),
    };
    is_next.then_some(()).ok_or(Refusal::BadSequence)
}

/// Whether the last number of the source is old enough (CAP-21).
pub fn check_age(transaction: &Transaction, account: &Account, moment: Moment) -> Result<(), Refusal> {
    let Some(conditions) = transaction.conditions() else {
        return Ok(());
    };
    let age = moment.close_time.saturating_sub(account.sequence_time);
    let gap = moment.ledger.saturating_sub(account.sequence_ledger);
    if age < conditions.min_seq_age.0 || gap < conditions.min_seq_ledger_gap {
        return Err(Refusal::BadMinSequenceAgeOrGap);
    }
    Ok(())
}

/// Whether the source, and whoever else the transaction demands, has signed.
pub fn check_signatures(
    transaction: &Transaction,
    account: &Account,
    signatures: &mut Signatures<'_>,
) -> Result<(), Refusal> {
    let low = account.thresholds[ThresholdIndexes::Low as usize];
    if !signatures.reach(account, low) {
        return Err(Refusal::BadAuth);
    }
    let extra = transaction
        .conditions()
        .map(|conditions| conditions.extra_signers.as_slice());
    if !signatures.are_by_all(extra.unwrap_or_default()) {
        return Err(Refusal::BadAuth);
    }
    Ok(())
}

/// Whether a fee bump may be tried (CAP-15). What others waiting in the mempool cost its source is `promised`.
pub fn check_bump(world: &World, transaction: &Transaction, bump: &Bump, promised: i64) -> Result<(), Refusal> {
    if bump.fee < 0 {
        return Err(Refusal::Malformed);
    }
    let units = transaction.fee_units();
    if bump.fee < units * BASE_FEE {
        return Err(Refusal::InsufficientFee);
    }
    // It offers at least as much for an operation as the transaction inside.
    let (outer, inner) = (i128::from(bump.fee), i128::from(transaction.inner.fee));
    if outer * i128::from((units - 1).max(1)) < inner * i128::from(units) {
        return Err(Refusal::InsufficientFee);
    }
    let payer = check_bump_signatures(world, transaction, bump)?;
    check_balance(payer, bump.fee.saturating_add(promised))
}

/// Whether the source of a fee bump has signed it, and nobody else; gives the source.
pub fn check_bump_signatures<'a>(
    world: &'a World,
    transaction: &Transaction,
    bump: &Bump,
) -> Result<&'a Account, Refusal> {
    let payer = world.account(&transaction.fee_source()).ok_or(Refusal::NoAccount)?;
    let mut signatures = Signatures::new(&transaction.hash, &bump.signatures);
    if !signatures.reach(payer, payer.thresholds[ThresholdIndexes::Low as usize]) {
        return Err(Refusal::BadAuth);
    }
    if !signatures.are_all_used() {
        return Err(Refusal::BadAuthExtra);
    }
    Ok(payer)
}

/// Whether the fee can be paid.
pub fn check_balance(payer: &Account, fee: i64) -> Result<(), Refusal> {
    if payer.available() < fee {
        return Err(Refusal::InsufficientBalance);
    }
    Ok(())
}

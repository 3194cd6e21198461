//! Applying a transaction of a ledger: its number is used up, then its operations are done, all of them or none.
//! Its fee is taken before, whatever becomes of it.

use super::codec;
use super::failure::Failure;
use super::judge;
use super::operations;
use super::reserves;
use super::signatures::Signatures;
use super::stage::Stage;
use super::success;
use super::transaction::Transaction;
use super::validity;
use super::verdict::{Judged, Refusal, Verdict};
use super::world::World;
use std::collections::BTreeSet;
use stellar_xdr::{
    AccountId, ExtensionPoint, LedgerEntryChanges, OperationMetaV2, OperationResult, SignerKey, TransactionMeta,
    TransactionMetaV4, Uint256,
};

/// What applying a transaction came to.
#[derive(Clone, Debug)]
pub struct Applied {
    /// How it went.
    pub judged: Judged,
    /// What changed.
    pub meta: TransactionMeta,
}

/// Takes the fee; gives what was charged, in stroops, and what that changed.
pub fn charge(world: &mut World, transaction: &Transaction) -> (i64, LedgerEntryChanges) {
    let mark = world.mark();
    let fee = transaction.least_fee().min(transaction.max_fee());
    let mut charged = 0;
    if let Some(payer) = world.account_mut(&transaction.fee_source()) {
        charged = fee.min(payer.balance);
        payer.balance -= charged;
    }
    (charged, world.changes(mark))
}

/// Applies a transaction whose fee was taken.
pub fn apply(world: &mut World, transaction: &Transaction) -> Applied {
    let before = world.mark();
    // The fee bump itself is not looked at again: its fee is taken, and what it was agreed on by is used up.
    if transaction.bump.is_some() {
        forget_agreed(world, &transaction.fee_source(), &transaction.hash);
    }
    let mut signatures = Signatures::new(&transaction.inner_hash, &transaction.signatures);
    let opened = open(world, transaction, &mut signatures);
    let changes_before = world.changes(before);
    let (verdict, operations) = match opened {
        Err(verdict) => (verdict, Vec::new()),
        Ok(()) => run(world, transaction),
    };
    Applied {
        judged: Judged::Transaction(verdict),
        meta: meta(changes_before, operations),
    }
}

fn meta(before: LedgerEntryChanges, operations: Vec<OperationMetaV2>) -> TransactionMeta {
    TransactionMeta::V4(TransactionMetaV4 {
        ext: ExtensionPoint::V0,
        tx_changes_before: before,
        operations: codec::list(operations),
        tx_changes_after: LedgerEntryChanges::default(),
        soroban_meta: None,
        events: codec::list(Vec::new()),
        diagnostic_events: codec::list(Vec::new()),
    })
}

/// Uses up the number, and checks once more: earlier transactions of the ledger may have changed what it relies on.
/// A signature that was agreed on beforehand is used up even when that fails.
fn open(world: &mut World, transaction: &Transaction, signatures: &mut Signatures<'_>) -> Result<(), Verdict> {
    let begun = begin(world, transaction, signatures).map_err(Verdict::Refused);
    let signed = begun.and_then(|()| check_signed(world, transaction, signatures).map_err(Verdict::Failed));
    forget_all_agreed(world, transaction);
    signed?;
    if !signatures.are_all_used() {
        return Err(Verdict::Refused(Refusal::BadAuthExtra));
    }
    Ok(())
}

fn begin(world: &mut World, transaction: &Transaction, signatures: &mut Signatures<'_>) -> Result<(), Refusal> {
    let moment = world.moment();
    let source = transaction.source();
    validity::check_form(transaction, moment)?;
    let account = world.account(&source).ok_or(Refusal::NoAccount)?.clone();
    validity::check_sequence(transaction, &account, moment)?;
    if let Some(account) = world.account_mut(&source) {
        account.sequence = transaction.inner.seq_num.0;
        account.sequence_ledger = moment.ledger;
        account.sequence_time = moment.close_time;
    }
    validity::check_age(transaction, &account, moment)?;
    validity::check_signatures(transaction, &account, signatures)
}

fn check_signed(
    world: &World,
    transaction: &Transaction,
    signatures: &mut Signatures<'_>,
) -> Result<(), Vec<OperationResult>> {
    let list = &transaction.inner.operations;
    let mut is_signed = true;
    let results = list.iter().map(|operation| {
        let signed = judge::check_signed(world, transaction, operation, signatures);
        is_signed &= signed.is_ok();
        signed.map_or_else(|failure| *failure.0, |()| success::blank(&operation.body))
    });
    let results: Vec<_> = results.collect();
    if is_signed { Ok(()) } else { Err(results) }
}

/// A transaction that was agreed on beforehand is a signer once.
fn forget_all_agreed(world: &mut World, transaction: &Transaction) {
    let mut sources: BTreeSet<_> = transaction
        .inner
        .operations
        .iter()
        .map(|operation| transaction.source_of(operation))
        .collect();
    sources.insert(transaction.source());
    for source in &sources {
        forget_agreed(world, source, &transaction.inner_hash);
    }
}

fn forget_agreed(world: &mut World, account: &AccountId, hash: &[u8; 32]) {
    let agreed = SignerKey::PreAuthTx(Uint256(*hash));
    let place = world
        .account(account)
        .and_then(|account| account.signers.iter().position(|signer| signer.key == agreed));
    if let Some(place) = place {
        reserves::remove_signer(world, account, place);
    }
}

/// Does the operations; gives what each changed unless one failed. Validators try those behind a failed one as well.
fn run(world: &mut World, transaction: &Transaction) -> (Verdict, Vec<OperationMetaV2>) {
    let start = world.mark();
    let mut stage = Stage::new(world, transaction);
    let (mut results, mut metas, mut all_good) = (Vec::new(), Vec::new(), true);
    for (index, operation) in (0_u32..).zip(transaction.inner.operations.iter()) {
        stage.index = index;
        let mark = stage.world.mark();
        match step(&mut stage, transaction, operation) {
            Ok(result) => {
                results.push(result);
                metas.push(OperationMetaV2 {
                    ext: ExtensionPoint::V0,
                    changes: stage.world.changes(mark),
                    events: codec::list(Vec::new()),
                });
            }
            Err(failure) => {
                all_good = false;
                stage.world.take_back(mark);
                results.push(*failure.0);
            }
        }
    }
    let is_open = !stage.sponsors.is_empty();
    let verdict = match (all_good, is_open) {
        (true, false) => return (Verdict::Success(results), metas),
        (true, true) => Verdict::Refused(Refusal::BadSponsorship),
        (false, _) => Verdict::Failed(results),
    };
    world.take_back(start);
    (verdict, Vec::new())
}

fn step(
    stage: &mut Stage<'_>,
    transaction: &Transaction,
    operation: &stellar_xdr::Operation,
) -> Result<OperationResult, Failure> {
    let source = transaction.source_of(operation);
    if stage.world.account(&source).is_none() {
        return Err(OperationResult::OpNoAccount.into());
    }
    let done = operations::check(&source, operation).and_then(|()| operations::apply(stage, &source, operation));
    done.map(OperationResult::OpInner)
}

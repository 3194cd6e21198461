//! Whether the time has come for a transaction: lock times of the whole (BIP 113) and of inputs (BIP 68).

use super::ledger::Ledger;
use super::rejection::Rejection;
use bitcoin::absolute::LockTime;
use bitcoin::{Sequence, Transaction};

/// Blocks whose median is the time that lock times are held against.
const MEDIAN_SPAN: usize = 11;
/// Seconds per unit of a relative lock time that counts time.
const SECONDS_PER_UNIT: u32 = 512;

/// Checks that the next block may hold the transaction.
pub fn check(ledger: &Ledger, transaction: &Transaction) -> Result<(), Rejection> {
    if !is_final(ledger, transaction) {
        return Err(Rejection::NotStandard("non-final"));
    }
    if transaction.version.0 >= 2 && !transaction.input.iter().all(|input| is_old_enough(ledger, input)) {
        return Err(Rejection::NotStandard("non-BIP68-final"));
    }
    Ok(())
}

fn is_final(ledger: &Ledger, transaction: &Transaction) -> bool {
    let ignored = transaction.input.iter().all(|input| input.sequence == Sequence::MAX);
    let passed = match transaction.lock_time {
        LockTime::Blocks(height) => height.to_consensus_u32() < ledger.next_height(),
        LockTime::Seconds(time) => time.to_consensus_u32() < median_time(ledger, ledger.blocks().len()),
    };
    // A lock time of zero is none.
    ignored || passed || transaction.lock_time == LockTime::ZERO
}

fn is_old_enough(ledger: &Ledger, input: &bitcoin::TxIn) -> bool {
    use bitcoin::relative::LockTime::{Blocks, Time};
    let Some(lock) = input.sequence.to_relative_lock_time() else {
        return true;
    };
    let Some(coin) = ledger.coin(input.previous_output) else {
        return true;
    };
    // An output in the mempool counts as one of the next block.
    let height = coin.height.unwrap_or_else(|| ledger.next_height());
    match lock {
        Blocks(blocks) => ledger.next_height() >= height + u32::from(blocks.value()),
        Time(units) => {
            // The age counts from the block before the one that holds the output.
            let start = median_time(ledger, usize::try_from(height).unwrap_or(usize::MAX));
            median_time(ledger, ledger.blocks().len()) >= start + u32::from(units.value()) * SECONDS_PER_UNIT
        }
    }
}

/// The median time of the eleven blocks before height `end`, in Unix seconds; 0 when there are none.
pub fn median_time(ledger: &Ledger, end: usize) -> u32 {
    let end = end.min(ledger.blocks().len());
    let span = &ledger.blocks()[end.saturating_sub(MEDIAN_SPAN)..end];
    let mut times: Vec<u32> = span.iter().map(|block| block.header.time).collect();
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or(0)
}
